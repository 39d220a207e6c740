"""A screenshot as a document: the cards that lie open on it, and the view that they make."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated

import msgspec

from analyzer.vision.picture import LARGEST
from analyzer.vision.roles import ScreenRole
from analyzer.vision.screen import CERTAIN, Screen, Sighting

NONE = "No card was found on this picture."
SMALL = "The cards are small here: look at each, or take a larger screenshot."
WHICH_UP = "It is not certain which card is up: choose it."


class ScreenRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A screenshot to read."""

    picture: Annotated[bytes, msgspec.Meta(max_length=LARGEST)]
    """A PNG, JPEG or WebP of at most 12 megabytes, in base64."""


class SightingJson(msgspec.Struct, frozen=True):
    """One card on a screen."""

    card: str
    certainty: float
    """The chance that it is this card."""
    role: ScreenRole
    """hand, up (the upcard, or one of several that may be it) or other."""
    box: tuple[int, int, int, int]
    """Left, top, right and bottom of its rank and suit on the screen."""
    others: list[str]
    """Cards that it may be instead, the likeliest first."""


class ScreenJson(msgspec.Struct, frozen=True):
    """The cards read on a screenshot, scaled to `width` by `height`."""

    width: int
    height: int
    cards: list[SightingJson]
    view: str
    """The hand and the upcard as the text of a view; rules, score and stock are not on it."""
    notes: list[str]
    """The cards that should be looked at."""


def screen_to_json(screen: Screen) -> ScreenJson:
    """Write what was read on a screen."""
    cards = [
        SightingJson(str(s.card), s.certainty, s.role, s.box, [str(card) for card in s.others])
        for s in screen.sightings
    ]
    return ScreenJson(screen.width, screen.height, cards, view_of(screen), notes_on(screen))


def view_of(screen: Screen) -> str:
    """Write the hand, and the upcard where only one card may be it, as lines of a view."""
    hand = _names(screen.of(ScreenRole.HAND))
    up = [card for card in _names(screen.of(ScreenRole.UP)) if card not in hand]
    lines = [f"hand: {' '.join(hand)}"] if hand else []
    if len(up) == 1:
        lines.append(f"pile: {up[0]}")
    return "\n".join(lines)


def _names(sightings: Iterable[Sighting]) -> list[str]:
    return list(dict.fromkeys(str(sighting.card) for sighting in sightings))


def notes_on(screen: Screen) -> list[str]:
    """Say what should be looked at before the view is used."""
    hand = screen.of(ScreenRole.HAND)
    held = len(_names(hand))
    doubtful = [s.card.symbol for s in screen.sightings if s.certainty < CERTAIN]
    notes = {
        NONE: not screen.sightings,
        f"The hand has {held} cards here; ten or eleven belong in it.": bool(hand)
        and held not in {10, 11},
        "One card was read twice in the hand.": held < len(hand),
        f"Look at these again: {' '.join(doubtful)}.": bool(doubtful),
        SMALL: screen.is_small,
        WHICH_UP: len(screen.of(ScreenRole.UP)) > 1,
    }
    return [note for note, holds in notes.items() if holds]
