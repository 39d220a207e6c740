"""The places where a card must lie that was not found: between and beside those of an even row."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import fields
from itertools import pairwise
from statistics import median
from typing import Final

import numpy as np

from analyzer.vision.finder import Index

_LEAST: Final = 4
"""Cards that make a row."""
_WIDE: Final = 1.6
"""From so many steps on a gap has room for another card."""
_EVEN: Final = 0.25
"""How much of a step a gap may differ from whole steps."""
_MOST: Final = 3
"""Cards that are looked for in one gap."""
_INSIDE, _BEYOND = 0.8, 0.4
"""The chance of a card in a gap of a row, and beyond its end."""
_NAMES: Final = tuple(field.name for field in fields(Index))


def holes(row: Sequence[Index], *, ends: bool) -> list[tuple[Index, float]]:
    """Give the places of a row of cards, in order of x, where there seems to be one more.

    Each with the chance that there is; at its ends too, where asked for.

    >>> row = [Index(1, x, 90, 20, 0, x, 120, 20) for x in (100, 160, 280, 340)]
    >>> [hole.x for hole, _ in holes(row, ends=False)]
    [220.0]
    """
    if len(row) < _LEAST:
        return []
    usual = median(index.size for index in row), median(index.suit_size for index in row)
    step = median(_gap(first, second) for first, second in pairwise(row))
    found = []
    for first, second in pairwise(row):
        steps = _gap(first, second) / step
        many = round(steps)
        if steps > _WIDE and abs(steps - many) < _EVEN and many <= _MOST + 1:
            found += [(_between(first, second, k / many, usual), _INSIDE) for k in range(1, many)]
    if ends:
        for near, next_one in ((row[0], row[1]), (row[-1], row[-2])):
            part = 1 + step / max(_gap(near, next_one), 1.0)
            found.append((_between(next_one, near, part, usual), _BEYOND))
    return found


def _gap(first: Index, second: Index) -> float:
    return float(np.hypot(second.x - first.x, second.y - first.y))


def _between(first: Index, second: Index, part: float, usual: tuple[float, float]) -> Index:
    """Give the index a part of the way from one to the other, or beyond; its size is the usual."""
    a, b = (np.array([getattr(index, name) for name in _NAMES]) for index in (first, second))
    mixed = dict(zip(_NAMES, (a + part * (b - a)).tolist(), strict=True))
    return Index(**{**mixed, "size": usual[0], "suit_size": usual[1], "score": 0.0})
