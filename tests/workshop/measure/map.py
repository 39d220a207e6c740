"""The distance of the belief map's cells from those of many more worlds."""

from __future__ import annotations

import numpy as np

from analyzer.engine.thresholds import half_width
from analyzer.engine.turn_evidence import BeliefSummary, is_uniform, model_for, read
from analyzer.game.position import random_view
from analyzer.game.view import View
from tests.workshop.measure.words import Data, evidence_from

WITHIN = 0.03
"""Points, as a share, within which a cell should be."""
OTHER_SEED = 10**6
"""Of the many worlds, which have none in common with the few."""


def measured(positions: int, worlds: int, times: int, seed: int) -> Data:
    """The cells of so many positions, each beside those of `times` as many worlds."""
    model = model_for()
    apart: list[float] = []
    told: list[float] = []
    counted = 0
    for number in range(positions):
        view = random_view(10**6 * seed + number)
        if is_uniform(view, model):
            counted += 1
            continue
        few = read(view, model, worlds, 1 + number)
        many = read(view, model, worlds * times, OTHER_SEED + number)
        cells = _apart(view, few, many)
        apart += cells
        told += [
            far <= half_width(few.errors[card])
            for far, card in zip(cells, view.unseen, strict=True)
        ]
    return {
        "positions": positions,
        "counted": counted,
        "worlds": worlds,
        "times": times,
        "cells": len(apart),
        "within": round(float(np.mean(np.array(apart) <= WITHIN)), 4),
        "covered": round(float(np.mean(told)), 4),
        "usual": round(float(np.quantile(apart, 0.95)), 4),
        "largest": round(max(apart), 4),
    }


def _apart(view: View, few: BeliefSummary, many: BeliefSummary) -> list[float]:
    """Return how far each unseen card's chance is from that of many worlds."""
    return [abs(few.chances[card] - many.chances[card]) for card in view.unseen]


evidence = evidence_from("map.toml")
