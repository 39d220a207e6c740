"""All cards of a screen are of one deck: what is sure of it says more of what is doubtful."""

from __future__ import annotations

from typing import Final

import numpy as np

from analyzer.vision._layers import Floats

_ROUNDS: Final = 4
_COLOR: Final = 0.12
"""How far two inks of one color are apart, in parts of full brightness."""
_FLOOR: Final = 0.02
"""The least that a color says against a suit."""


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
