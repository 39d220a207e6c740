"""Finds the printed indices of cards on a screen: where a rank stands, how large and turned, and
where its suit is."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from analyzer.vision._layers import Floats, Net

Pixels = NDArray[np.uint8]
"""A picture (height, width, 3)."""

_CELL = 8
_LARGE = 32
"""Pixels of the largest cell's side."""
_UNIT = 24.0
"""Pixels of a size whose logarithm is zero."""
_LEAST = 0.2
_MOST = 160
"""Indices of one screen: two decks with both corners are fewer."""


@dataclass(frozen=True)
class Index:
    """A printed index: rank and suit by center and height in pixels, the angle in radians."""

    score: float
    x: float
    y: float
    size: float
    angle: float
    suit_x: float
    suit_y: float
    suit_size: float

    def is_as_tall(self, other: Index) -> bool:
        """Return True if two may be of one print: a text's index is smaller than a card's."""
        return 0.7 < self.size / other.size < 1.43


def as_floats(pixels: Pixels) -> Floats:
    """Scale pixels to -1 … 1, as one picture of a batch; its edges grow to whole large cells."""
    high, wide = pixels.shape[:2]
    grown = np.pad(pixels, ((0, -high % _LARGE), (0, -wide % _LARGE), (0, 0)), mode="edge")
    picture: Floats = grown[None].astype(np.float32)
    picture /= 127.5
    picture -= 1
    return picture


def cells(picture: Any, net: Any) -> Any:
    """Shape the detector: nine numbers for each cell of eight pixels."""
    x = net.deepen(net.shrink(picture, "stem", 4), "fine")
    at8 = net.deepen(net.shrink(x, "down8"), "at8")
    at16 = net.deepen(net.shrink(at8, "down16"), "at16")
    at32 = net.deepen(net.shrink(at16, "down32"), "at32")
    at16 = net.deepen(at16 + net.doubled(net.relu(at32, "up16")), "back16")
    at8 = net.deepen(at8 + net.doubled(net.relu(at16, "up8")), "back8")
    return net.dense(at8, "head")


def find(picture: Floats, net: Net) -> list[Index]:
    """List the indices on a picture (1, height, width, 3), the surest first."""
    said = net(picture)[0]
    score = 1 / (1 + np.exp(-said[..., 0]))
    rows, columns = np.nonzero(score > _LEAST)
    order = np.argsort(-score[rows, columns])[: 8 * _MOST]
    hits = (
        _index(float(score[row, column]), row, column, said[row, column])
        for row, column in zip(rows[order], columns[order], strict=True)
    )
    return distinct(hits)[:_MOST]


def distinct(indices: Iterable[Index]) -> list[Index]:
    """Leave out what is seen again, the less sure of two."""
    kept: list[Index] = []
    for index in sorted(indices, key=lambda i: -i.score):
        if not any(is_same(index, other) for other in kept):
            kept.append(index)
    return kept


def _index(score: float, row: int, column: int, cell: Floats) -> Index:
    x, y = (column + 0.5) * _CELL, (row + 0.5) * _CELL
    size = _UNIT * float(np.exp(np.clip(cell[3], -2, 3)))
    return Index(
        score, x + float(cell[1]) * size, y + float(cell[2]) * size, size,
        float(np.arctan2(cell[5], cell[4])),
        x + float(cell[6]) * size, y + float(cell[7]) * size,
        _UNIT * float(np.exp(np.clip(cell[8], -2, 3))),
    )  # fmt: skip


def is_same(index: Index, other: Index) -> bool:
    """Return True if two hits are of one index: their centers lie within half its height."""
    reach = 0.5 * max(index.size, other.size)
    right = index.x - other.x
    return abs(right) < reach and math.hypot(right, index.y - other.y) < reach
