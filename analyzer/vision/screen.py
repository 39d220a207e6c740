"""A screen as it was read: every card that lies open, how certain, and what it is there for."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache, cached_property
from importlib.util import find_spec
from itertools import compress
from pathlib import Path

import numpy as np

from analyzer.game.cards import Card
from analyzer.vision._deck import by_color
from analyzer.vision._graph import Graph
from analyzer.vision._layers import Floats, Net, Weights
from analyzer.vision.finder import Index, Pixels, as_floats, cells, distinct, find, is_same
from analyzer.vision.holes import holes
from analyzer.vision.reader import Seen, closely, levels_of, locate, look, read_again
from analyzer.vision.roles import WHOLE, ScreenRole, hand_rows, roles_of

_WEIGHTS = Path(__file__).with_name("weights.npz")
_POSSIBLE = 0.1
"""From this chance on after one look there are more."""
_LEAST = 0.25
"""Both readers hold it for a card's index rather than not; of anything less nothing is said."""
_ALIKE = 0.05
"""Two readings agree on a card with at least this chance, or are of two."""
_SURE = 0.9
_AGAIN = 0.8
"""With this chance a card lies there twice, as on a table that shows the knock card too."""
_SAYS_NOTHING = 0.2
"""What may be anything is not said: its likeliest card has less than this chance."""
_FEW = 4
"""Sure cards that say how large the others are."""
_WORTH_NAMING = 0.02
"""The least chance of another card that is worth a tap."""
SMALL = 16.0
"""Pixels below which a rank is hard to read."""
_SUREST = 0.999
"""No more is claimed of a card: of those said to be surer, two in a thousand are others."""
CERTAIN = 0.95
"""From this certainty on nobody need look again."""

Box = tuple[int, int, int, int]
_Looked = tuple[list[Index], Seen]


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
    corner: Index | None = None
    """The upright index of a card of which only the turned one is seen, where it has to be."""

    @property
    def upright(self) -> Index:
        """The index by which the card has its place."""
        return self.corner or self.index

    @cached_property
    def order(self) -> list[int]:
        """Places in `_CARDS`, the likeliest first."""
        return [int(k) for k in np.argsort(-self.chances)]


_CARDS = tuple(Card.make(rank, suit) for rank in range(13) for suit in range(4))


@cache
def _nets() -> dict[str, Net]:
    """Load the nets, for onnxruntime where it is installed."""
    with np.load(_WEIGHTS) as arrays:
        loaded = dict(arrays)
    shapes = {"detector": cells, "locator": closely, "rank": closely, "suit": closely}
    layers = Graph if find_spec("onnxruntime") else Weights
    return {net: layers(loaded, net).net(shape) for net, shape in shapes.items()}


def read_screen(pixels: Pixels) -> Screen:
    """Read a picture (height, width, 3) whose ranks are 11 to 90 pixels tall."""
    height, width = pixels.shape[:2]
    picture = as_floats(pixels)
    levels = levels_of(picture)
    located = _located(levels, find(picture, _nets()["detector"]))
    looked = _looked(levels, distinct(i for i in located if i.score > _POSSIBLE))
    chosen = _chosen(levels, looked)
    more, chances = _in_holes(levels, [c.upright for c, _ in chosen], height)
    if more:
        before = [not any(is_same(index, hole) for hole in more) for index in looked[0]]
        chosen = _chosen(levels, _joined(looked, before, _looked(levels, more)), chances)
    sightings = [_sighting(candidate, place) for candidate, place in chosen]
    roles = roles_of([c.upright for c, _ in chosen], width, height)
    shown = [replace(s, role=role) for s, role in zip(sightings, roles, strict=True)]
    return Screen(width, height, tuple(sorted(shown, key=_reading_order)))


def _located(levels: list[Floats], indices: list[Index]) -> list[Index]:
    return locate(levels, indices, _nets()["locator"]) if indices else []


def _looked(levels: list[Floats], indices: list[Index]) -> _Looked:
    if not indices:
        return [], Seen(*(np.empty((0, many), dtype=np.float32) for many in (14, 5, 3)))
    return look(levels, indices, _nets())


def _joined(looked: _Looked, kept: Sequence[bool], more: _Looked) -> _Looked:
    parts = (
        np.concatenate([getattr(looked[1], part)[np.array(kept)], getattr(more[1], part)])
        for part in ("ranks", "suits", "colors")
    )
    return [*compress(looked[0], kept), *more[0]], Seen(*parts)


def _in_holes(
    levels: list[Floats], places: Sequence[Index], height: int
) -> tuple[list[Index], list[float]]:
    """Look where a card of the hand must lie that was not found; with the chance that it does."""
    rows = hand_rows(places, height)
    short = sum(map(len, rows)) < min(WHOLE)
    expected = [hole for row in rows for hole in holes([places[k] for k in row], ends=short)]
    located = _located(levels, [hole for hole, _ in expected])
    more = [
        (index, chance)
        for index, (_, chance) in zip(located, expected, strict=True)
        if not any(is_same(index, place) for place in places)
    ]
    return [index for index, _ in more], [chance for _, chance in more]


def _chosen(
    levels: list[Floats], looked: _Looked, chances: Sequence[float] = ()
) -> list[tuple[_Candidate, int]]:
    """Choose the card of each that is an index; the last of them are there with a chance."""
    indices, seen = read_again(levels, *looked, _nets()["suit"])
    if not indices:
        return []
    there = np.array([index.score for index in indices])[:, None] * (1 - seen.suits[:, 4:])
    there = np.append(there[: len(there) - len(chances)], chances)
    here = there * (1 - seen.ranks[:, 13]) > _LEAST
    ranks, suits = seen.ranks[here, :13], seen.suits[here, :4]
    suits = by_color(suits / suits.sum(axis=1, keepdims=True), seen.colors[here])
    cards = (ranks[:, :, None] * suits[:, None, :]).reshape(-1, 52)
    cards /= cards.sum(axis=1, keepdims=True)
    candidates = [_Candidate(*pair) for pair in zip(compress(indices, here), cards, strict=True)]
    said = _once([c for c in candidates if c.chances.max() > _SAYS_NOTHING])
    return _of_one_size(_one_of_each(_one_a_card(said)))


def _once(candidates: Sequence[_Candidate]) -> list[_Candidate]:
    """Leave out what is seen of a card again, as the two digits of a wide ten are."""
    kept: list[_Candidate] = []
    for candidate in sorted(candidates, key=lambda c: -c.index.score):
        if not any(_is_twin(candidate, other) for other in kept):
            kept.append(candidate)
    return kept


def _is_twin(candidate: _Candidate, other: _Candidate) -> bool:
    first, second = candidate.index, other.index
    away = math.hypot(first.x - second.x, first.y - second.y)
    reach = 1.3 if candidate.order[0] == other.order[0] else 0.5
    return away < reach * max(first.size, second.size)


def _reading_order(sighting: Sighting) -> tuple[int, int, int]:
    return list(ScreenRole).index(sighting.role), sighting.box[0], sighting.box[1]


def _one_a_card(candidates: Sequence[_Candidate]) -> list[_Candidate]:
    """Make one of the two indices of a card: what both say counts, or what a sure one says."""
    upright = [c for c in candidates if math.cos(c.index.angle) > 0]
    alone, corners = [], []
    for turned in (c for c in candidates if math.cos(c.index.angle) <= 0):
        partner = max(
            (k for k, other in enumerate(upright) if _is_corner(turned.index, other.index)),
            key=lambda k: float(turned.chances @ upright[k].chances), default=None,
        )  # fmt: skip
        if partner is None:
            alone.append(turned)
            continue
        both = turned.chances * upright[partner].chances
        if both.sum() >= _ALIKE:
            corners.append(_from_corner(turned.index, upright[partner].index))
            upright[partner] = replace(upright[partner], chances=both / both.sum())
        elif upright[partner].chances.max() < _SURE or turned.chances.max() > CERTAIN:
            alone.append(turned)
    if corners:
        right, down = np.median(corners, axis=0).tolist()
        alone = [replace(c, corner=_opposite(c.index, right, down)) for c in alone]
    return [*upright, *alone]


def _from_corner(turned: Index, other: Index) -> tuple[float, float]:
    """Say how far right and down of an index another is, in heights and as the first is turned."""
    dx, dy = turned.x - other.x, turned.y - other.y
    cos, sin = math.cos(other.angle), math.sin(other.angle)
    return (dx * cos + dy * sin) / other.size, (dy * cos - dx * sin) / other.size


def _opposite(turned: Index, right: float, down: float) -> Index:
    """Give the index at the other corner of a card of which the turned one is seen."""
    angle = turned.angle - math.pi
    dx, dy = right * turned.size, down * turned.size
    cos, sin = math.cos(angle), math.sin(angle)
    x, y = turned.x - dx * cos + dy * sin, turned.y - dx * sin - dy * cos
    return replace(turned, x=x, y=y, angle=angle)


def _is_corner(turned: Index, other: Index) -> bool:
    """Return True if an index may be the one at the opposite corner of the other's card."""
    apart = abs(math.remainder(turned.angle - other.angle, math.tau))
    right, down = _from_corner(turned, other)
    return apart > 2.8 and turned.is_as_tall(other) and abs(right) < 9 and 1 < down < 14


def _one_of_each(candidates: Sequence[_Candidate]) -> list[tuple[_Candidate, int]]:
    """Choose a card for each: a doubtful one is not what a surer one as tall is already."""
    chosen: list[tuple[_Candidate, int]] = []
    for candidate in sorted(candidates, key=lambda c: -float(c.chances.max())):
        place = candidate.order[0]
        taken = {k for c, k in chosen if c.index.is_as_tall(candidate.index)}
        if place in taken and candidate.chances[place] < _AGAIN:
            place = next((k for k in candidate.order if k not in taken), place)
        chosen.append((candidate, place))
    return chosen


def _of_one_size(chosen: Sequence[tuple[_Candidate, int]]) -> list[tuple[_Candidate, int]]:
    """Leave out what is doubtful and far smaller or larger than the sure cards of the screen."""
    sure = [c.index.size for c, place in chosen if c.chances[place] > CERTAIN]
    if len(sure) < _FEW:
        return list(chosen)
    usual = sorted(sure)[len(sure) // 2]
    return [
        (c, place)
        for c, place in chosen
        if c.chances[place] > CERTAIN or 0.5 < c.index.size / usual < 2
    ]


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
    certainty = round(min(float(chances[place]), _SUREST), 4)
    return Sighting(_CARDS[place], certainty, ScreenRole.OTHER, box, index.size, others)
