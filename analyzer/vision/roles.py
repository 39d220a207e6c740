"""The roles of a screen's cards, by where they lie."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from enum import StrEnum
from itertools import pairwise
from statistics import mean
from typing import Final

from analyzer.vision.finder import Index

WHOLE: Final = (10, 11)
"""Cards of a hand."""
_LONG: Final = 4
"""The least cards of a row that may be a hand, or half of one in two rows."""
_SHORT: Final = 8
"""Cards of a row that may be a pile beside laid cards, at most that many."""
_APART: Final = 1.6
"""Gaps so many times the least of a row part it."""
_ALIKE: Final = 0.65
"""An upcard's index is at least so large beside the hand's: smaller ones stand in a text."""
_CARD: Final = 13
"""Heights of a rank in the height of a card, at most."""


class ScreenRole(StrEnum):
    """A place in the game."""

    HAND = "hand"
    UP = "up"
    """The top of the discard pile, or what may be it: one of several has to be chosen."""
    OTHER = "other"


def roles_of(indices: Sequence[Index], width: int, height: int) -> list[ScreenRole]:
    """Give each index its role: my hand is the longest row or fan near the bottom, or two rows.

    What lies apart from every row may be the upcard.
    """
    rows = _rows(indices)
    hand = {k for row in _hand(indices, rows, height) for k in row}
    if hand and len(hand) not in WHOLE:
        hand = _lowest(indices, hand)
    roles = [ScreenRole.HAND if k in hand else ScreenRole.OTHER for k in range(len(indices))]
    if hand:
        rest = [part for row in rows if not hand & set(row) for part in _parts(row, indices)]
        alone = [k for part in rest if len(part) <= 2 for k in part]
        least = _ALIKE * mean(indices[k].size for k in hand)
        for k in [k for k in alone if indices[k].size > least] or alone:
            roles[k] = ScreenRole.UP
    return roles


def _parts(row: Sequence[int], indices: Sequence[Index]) -> list[list[int]]:
    """Take a short row apart where its cards lie farther from each other: a pile beside a meld."""
    places = sorted(row, key=lambda k: indices[k].x)
    gaps = [indices[b].x - indices[a].x for a, b in pairwise(places)]
    if not 1 < len(gaps) < _SHORT:
        return [places]
    parts = [places[:1]]
    for k, gap in zip(places[1:], gaps, strict=True):
        if gap > _APART * min(gaps):
            parts.append([])
        parts[-1].append(k)
    return parts


def _rows(indices: Sequence[Index]) -> list[list[int]]:
    """Group indices that lie side by side, as tall as one another."""
    group = list(range(len(indices)))
    for a, first in enumerate(indices):
        for b, second in enumerate(indices[:a]):
            if group[a] != group[b] and _beside(first, second):
                old, new = group[a], group[b]
                group = [new if value == old else value for value in group]
    return [[k for k, value in enumerate(group) if value == name] for name in sorted(set(group))]


def _beside(first: Index, second: Index) -> bool:
    size = (first.size + second.size) / 2
    apart = abs(math.remainder(first.angle - second.angle, math.tau))
    across, down = abs(first.x - second.x), abs(first.y - second.y)
    alike = first.is_as_tall(second) and apart < 0.6
    return alike and across < 14 * size and down < min(2.2 * size, 0.9 * across)


def hand_rows(indices: Sequence[Index], height: int) -> list[list[int]]:
    """Give the row of the hand, or its two rows, from left to right."""
    return [
        sorted(row, key=lambda k: indices[k].x) for row in _hand(indices, _rows(indices), height)
    ]


def _hand(
    indices: Sequence[Index], rows: Sequence[Sequence[int]], height: int
) -> list[Sequence[int]]:
    longest = max((len(row) for row in rows), default=0)
    if longest < _LONG:
        return []
    long = [row for row in rows if len(row) >= max(_LONG, 0.5 * longest)]

    def low(row: Iterable[int]) -> float:
        return mean(indices[k].y for k in row) / height

    hand = max(long, key=low)
    for row in long:
        apart = abs(low(row) - low(hand)) * height / mean(indices[k].size for k in hand)
        if row is not hand and apart < _CARD and len(hand) + len(row) in WHOLE:
            return [hand, row]
    return [hand]


def _lowest(indices: Sequence[Index], hand: set[int]) -> set[int]:
    """Give all that lies low, where these are as many as a hand has: some of it is lifted."""
    order = sorted(range(len(indices)), key=lambda k: -indices[k].y)
    gaps = [indices[a].y - indices[b].y for a, b in pairwise(order)]
    for many in WHOLE:
        low = set(order[:many])
        if many <= len(gaps) and hand < low and gaps[many - 1] > max(gaps[: many - 1]):
            return low
    return hand
