"""A screen as it was read: every card that lies open, how certain, and what it is there for."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

import numpy as np

from analyzer.game.cards import Card
from analyzer.vision._layers import Floats, Weights
from analyzer.vision.finder import Index, Pixels, as_floats, find
from analyzer.vision.reader import read
from analyzer.vision.roles import ScreenRole, roles_of

_WEIGHTS = Path(__file__).with_name("weights.npz")
_LEAST = 0.25
"""Both readers hold it for a card's index rather than not; of anything less nothing is said."""
_SURE = 0.9
_WORTH_NAMING = 0.02
"""The least chance of another card that is worth a tap."""
SMALL = 16.0
"""Pixels below which a rank is hard to read."""
CERTAIN = 0.95
"""From this certainty on nobody need look again."""

Box = tuple[int, int, int, int]


@dataclass(frozen=True)
class Sighting:
    """One card on the screen."""

    card: Card
    certainty: float
    """The chance that this card lies here."""
    role: ScreenRole
    box: Box
    """Left, top, right and bottom of rank and suit, in pixels of the picture that was read."""
    size: float
    """Height of the rank in pixels."""
    others: tuple[Card, ...] = ()
    """Cards that it may be instead, the likeliest first."""


@dataclass(frozen=True)
class Screen:
    """The open cards of a screen, row by row."""

    width: int
    height: int
    sightings: tuple[Sighting, ...]

    def of(self, role: ScreenRole) -> tuple[Sighting, ...]:
        """Those in one role, as they lie."""
        return tuple(sighting for sighting in self.sightings if sighting.role is role)

    @property
    def is_small(self) -> bool:
        """True if half of the ranks are too small to be read for certain."""
        sizes = sorted(sighting.size for sighting in self.sightings)
        return bool(sizes) and sizes[len(sizes) // 2] < SMALL


@dataclass(frozen=True)
class _Candidate:
    """An index and the chance of every card, in the order of `_CARDS`."""

    index: Index
    chances: Floats

    @property
    def order(self) -> list[int]:
        """Places in `_CARDS`, the likeliest first."""
        return [int(k) for k in np.argsort(-self.chances)]


_CARDS = tuple(Card.make(rank, suit) for rank in range(13) for suit in range(4))


@cache
def _nets() -> tuple[Weights, Weights, Weights]:
    with np.load(_WEIGHTS) as arrays:
        loaded = dict(arrays)
    return Weights(loaded, "detector"), Weights(loaded, "rank"), Weights(loaded, "suit")


def read_screen(pixels: Pixels) -> Screen:
    """Read a picture (height, width, 3) whose ranks are 11 to 90 pixels tall."""
    detector, rank_net, suit_net = _nets()
    picture = as_floats(pixels)
    indices = find(picture, detector)
    height, width = pixels.shape[:2]
    if not indices:
        return Screen(width, height, ())
    ranks, suits = read(picture, indices, rank_net, suit_net)
    chances = (ranks[:, :13, None] * suits[:, None, :4]).reshape(-1, 52)
    candidates = [
        _Candidate(index, chance)
        for index, chance in zip(indices, chances, strict=True)
        if chance.sum() > _LEAST
    ]
    chosen = _one_of_each(_one_a_card(candidates))
    sightings = [_sighting(candidate, place) for candidate, place in chosen]
    roles = roles_of([candidate.index for candidate, _ in chosen], width, height)
    shown = [replace(s, role=role) for s, role in zip(sightings, roles, strict=True)]
    return Screen(width, height, tuple(sorted(shown, key=_reading_order)))


def _reading_order(sighting: Sighting) -> tuple[int, int, int]:
    return list(ScreenRole).index(sighting.role), sighting.box[0], sighting.box[1]


def _one_a_card(candidates: Sequence[_Candidate]) -> list[_Candidate]:
    """Leave out the second index of a card: the same name, upside down, a card's length away."""
    kept: list[_Candidate] = []
    for candidate in sorted(candidates, key=lambda c: abs(c.index.angle)):
        if not any(_turned(candidate, other) for other in kept):
            kept.append(candidate)
    return kept


def _turned(candidate: _Candidate, other: _Candidate) -> bool:
    apart = abs(math.remainder(candidate.index.angle - other.index.angle, math.tau))
    return apart > 2.6 and candidate.order[0] == other.order[0]


def _one_of_each(candidates: Sequence[_Candidate]) -> list[tuple[_Candidate, int]]:
    """Choose a card for each: a doubtful one is not what a surer one is already."""
    taken: dict[int, float] = {}
    chosen = []
    for candidate in sorted(candidates, key=lambda c: -float(c.chances.max())):
        place = candidate.order[0]
        if place in taken and candidate.chances[place] < _SURE:
            free = (k for k in candidate.order if k not in taken)
            place = next(free, place)
        taken[place] = float(candidate.chances[place])
        chosen.append((candidate, place))
    return chosen


def _sighting(candidate: _Candidate, place: int) -> Sighting:
    index, chances = candidate.index, candidate.chances
    reach, suit = index.size * 0.75, index.suit_size * 0.6
    box = (
        round(min(index.x - reach, index.suit_x - suit)),
        round(min(index.y - reach, index.suit_y - suit)),
        round(max(index.x + reach, index.suit_x + suit)),
        round(max(index.y + reach, index.suit_y + suit)),
    )
    others = tuple(
        _CARDS[k] for k in candidate.order[:4] if k != place and chances[k] > _WORTH_NAMING
    )
    certainty = float(chances[place] / max(1e-6, chances.sum()))
    return Sighting(_CARDS[place], round(certainty, 4), ScreenRole.OTHER, box, index.size, others)
