"""All cards of a screen are of one deck: what is sure of it says more of what is doubtful."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

import numpy as np

from analyzer.vision._layers import Floats
from analyzer.vision.finder import Index

_ROUNDS: Final = 4
_COLOR: Final = 0.12
"""How far two inks of one color are apart, in parts of full brightness."""
_FLOOR: Final = 0.02
"""The least that a color says against a suit."""
_PLACES: Final = 2
"""Places of the suit that are tried."""
_NEAR: Final = 0.3
"""Suits that stand no farther apart, in heights of the rank, stand alike."""


FAR: Final = np.array(
    [(right, down, size) for size in (0.65, 1, 1.4) for down in (0, 2, 2.5, 3, 3.5)
     for right in (0.5, 1, 1.5, 2, 2.5, 3, 3.5, 4, 4.5, 5) if down or right > 1.5],
    dtype=np.float32,
)  # fmt: skip
"""Places of suits (as `suit_places` gives them) in the other corner, or in the middle."""


def inks(crops: Floats) -> Floats:
    """Give the color of what is printed on each crop (many, side, side, 3), from its paper's."""
    side = crops.shape[1]
    inner = crops[:, side // 5 : -side // 5, side // 5 : -side // 5].reshape(len(crops), -1, 3)
    paper = np.median(inner, axis=1, keepdims=True)
    away = (np.abs(inner - paper).sum(axis=2, keepdims=True)) ** 2
    ink = (inner * away).sum(axis=1) / np.maximum(away.sum(axis=1), 1e-6)
    brightness = np.abs(paper[:, 0] + 1).mean(axis=1, keepdims=True) / 2
    result: Floats = ((ink - paper[:, 0]) / 2 / np.maximum(brightness, 0.3)).astype(np.float32)
    return result


def by_color(suits: Floats, colors: Floats) -> Floats:
    """Weigh each suit's chance (many, 4) by the colors that suits have on this screen."""
    chances = suits
    for _ in range(_ROUNDS):
        weight = chances**2
        total = weight.sum(axis=0)
        means = (weight.T @ colors) / np.maximum(total, 1e-6)[:, None]
        away = ((colors[:, None] - means) ** 2).sum(axis=2) / _COLOR**2
        fits = np.maximum(np.exp(-away / 2), _FLOOR)
        known = np.minimum(1, total)
        chances = suits * fits**known
        chances = chances / np.maximum(chances.sum(axis=1, keepdims=True), 1e-9)
    return chances


def suit_places(sure: Sequence[Index]) -> list[Floats]:
    """Give the places that suits most often have (right, down and height, in the rank's height)."""
    if not sure:
        return []
    rows = [(i.suit_x - i.x, i.suit_y - i.y, i.suit_size, i.size, i.angle) for i in sure]
    dx, dy, suit_size, size, angle = np.array(rows, dtype=np.float32).T
    cos, sin = np.cos(angle), np.sin(angle)
    places = np.stack([dx * cos + dy * sin, dy * cos - dx * sin, suit_size], axis=1) / size[:, None]
    found: list[Floats] = []
    while len(places) > 1 and len(found) < _PLACES:
        alike = np.abs(places[:, None] - places).max(axis=2) < _NEAR
        most = int(alike.sum(axis=1).argmax())
        if alike[most].sum() < 2:
            break
        found.append(np.median(places[alike[most]], axis=0))
        places = places[~alike[most]]
    return found


def places_around(place: Floats) -> list[Floats]:
    """Give places near to one, and suits half as large to a fifth larger there."""
    steps = np.array(
        [(right, down, 0) for right in (-0.2, -0.1, 0, 0.1, 0.2) for down in (-0.2, 0, 0.2)],
        dtype=np.float32,
    )
    sizes = np.array([(1, 1, size) for size in (0.5, 0.65, 0.8, 1, 1.2)], dtype=np.float32)
    return [place * size + step for size in sizes for step in steps]


def with_suit_at(index: Index, place: Floats) -> Index:
    """Look for an index's suit at a place (right, down and height, in the rank's height)."""
    right, down, size = (float(value) * index.size for value in place)
    cos, sin = float(np.cos(index.angle)), float(np.sin(index.angle))
    x, y = index.x + right * cos - down * sin, index.y + right * sin + down * cos
    return replace(index, suit_x=x, suit_y=y, suit_size=size)
