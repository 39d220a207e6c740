"""Reads a printed index: which rank, which suit, or no card's at all."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from analyzer.vision._layers import Floats, Weights, softmax
from analyzer.vision.finder import Index

_CROP = 40
_RANK_SPAN, _SUIT_SPAN = 2.0, 1.8
"""Sides of the crops, in heights of the rank and of the suit."""


def _shrunk(picture: Floats) -> Floats:
    """Half a picture's size; an odd last row or column is left out."""
    high, wide = picture.shape[1] // 2 * 2, picture.shape[2] // 2 * 2
    blocks = picture[:, :high, :wide].reshape(1, high // 2, 2, wide // 2, 2, 3)
    return np.ascontiguousarray(blocks.mean(axis=(2, 4)))


def _cut(levels: list[Floats], places: Floats) -> Floats:
    """Cut turned squares (x, y, side, angle), by bilinear samples of the level that fits."""
    at = (np.arange(_CROP, dtype=np.float32) + 0.5) / _CROP - 0.5
    v, u = np.meshgrid(at, at, indexing="ij")
    crops = np.empty((len(places), _CROP, _CROP, 3), dtype=np.float32)
    for crop, (x, y, side, angle) in zip(crops, places, strict=True):
        level = int(np.clip(np.ceil(np.log2(side / (2 * _CROP))), 0, len(levels) - 1))
        cos, sin = np.cos(angle) * side, np.sin(angle) * side
        px = (x + u * cos - v * sin) / 2**level - 0.5
        py = (y + u * sin + v * cos) / 2**level - 0.5
        crop[:] = _sampled(levels[level][0], px, py)
    return crops


def _sampled(picture: Floats, x: Floats, y: Floats) -> Floats:
    """Sample a picture (height, width, 3) between its pixels; beyond the edge is the edge."""
    high, wide = picture.shape[:2]
    x, y = x.clip(0, wide - 1), y.clip(0, high - 1)
    left, top = x.astype(np.int32), y.astype(np.int32)
    right, low = np.minimum(left + 1, wide - 1), np.minimum(top + 1, high - 1)
    fx, fy = (x - left)[..., None], (y - top)[..., None]
    upper = picture[top, left] * (1 - fx) + picture[top, right] * fx
    lower = picture[low, left] * (1 - fx) + picture[low, right] * fx
    result: Floats = (upper * (1 - fy) + lower * fy).astype(np.float32)
    return result


def _classes(crops: Floats, net: Weights) -> Floats:
    x = net.deepen(net.shrink(crops, "down1"), "at1")
    x = net.deepen(net.shrink(x, "down2"), "at2")
    x = net.deepen(net.shrink(x, "down3"), "at3")
    return softmax(net.dense(x.reshape(len(x), -1), "head"))


def read(
    picture: Floats, indices: list[Index], rank: Weights, suit: Weights
) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """Give each index's probabilities of the 13 ranks and of the 4 suits, none as the last."""
    levels = [picture, _shrunk(picture)]
    levels.append(_shrunk(levels[1]))
    ranks = [(i.x, i.y, i.size * _RANK_SPAN, i.angle) for i in indices]
    suits = [(i.suit_x, i.suit_y, i.suit_size * _SUIT_SPAN, i.angle) for i in indices]
    return (
        _classes(_cut(levels, np.array(ranks, dtype=np.float32).reshape(-1, 4)), rank),
        _classes(_cut(levels, np.array(suits, dtype=np.float32).reshape(-1, 4)), suit),
    )
