"""What the exact solver answers, as JSON: melds, lay-offs, knocks and outs."""

from __future__ import annotations

from typing import Literal

import msgspec

from analyzer.schemas.text import ActionText, CardText

KnockKind = Literal["knock", "gin", "big gin"]


class ArrangementJson(msgspec.Struct, frozen=True):
    """One way to arrange a hand: its melds, what is left, and the points of that."""

    melds: list[list[CardText]]
    deadwood: list[CardText]
    points: int


class DiscardJson(msgspec.Struct, frozen=True):
    """One throw: the least deadwood it leaves, and what one may do with it."""

    card: CardText
    deadwood: int
    knock: KnockKind | None


class MeldsJson(msgspec.Struct, frozen=True):
    """Every best arrangement; with eleven cards also all eleven throws, best first."""

    deadwood: int
    arrangements: list[ArrangementJson]
    discards: list[DiscardJson] = []


class LaidOffJson(msgspec.Struct, frozen=True):
    """A card laid off, and the meld it goes onto as that lies by then."""

    card: CardText
    onto: list[CardText]


class ResultJson(msgspec.Struct, frozen=True):
    """Who scores how much in this hand; `winner` is null for a hand without a score."""

    winner: Literal["knocker", "defender"] | None
    kind: str
    points: int


class LayoffJson(msgspec.Struct, frozen=True):
    """The defender's best: melds and lay-offs together, in an order that can be played."""

    laid_off: list[LaidOffJson]
    melds: list[list[CardText]]
    deadwood: list[CardText]
    points: int
    result: ResultJson


class KnockChoiceJson(msgspec.Struct, frozen=True):
    """One knock: the throw, the spread, and what the defender keeps against it."""

    action: ActionText
    melds: list[list[CardText]]
    deadwood: list[CardText]
    points: int
    layoffs: list[CardText]
    """Unseen cards that can be laid off at once."""
    defender: float | None
    """Mean deadwood of the defender after lay-offs; null where it was not asked."""
    exact: bool = False
    """Whether that mean is over every possible hand of the defender."""


class KnockJson(msgspec.Struct, frozen=True):
    """The two knocks to choose from; both null where no knock is legal."""

    least: KnockChoiceJson | None
    """The one with the least deadwood."""
    quietest: KnockChoiceJson | None
    """The one that leaves the defender most, whatever its own deadwood."""
    limit: int
    """Most deadwood to knock with."""


class OutsJson(msgspec.Struct, frozen=True):
    """Live cards by what they do for the hand when they come."""

    meld: list[CardText]
    knock: list[CardText]
    gin: list[CardText]
    big_gin: list[CardText]
    live: int
    """How many cards are live: not in sight, so they may still come."""
