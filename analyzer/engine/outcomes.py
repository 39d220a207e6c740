"""How the hands ended: counts by ending and points, for sampled and for enumerated worlds."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

from analyzer.engine.objective import MOST_POINTS, Objective
from analyzer.engine.types import Ending, EndingShare

ENDINGS = tuple(Ending)
"""In the order of the kernel's numbers."""

SPAN = 2 * MOST_POINTS + 1

Histogram = NDArray[np.float64]
"""float64[7, 1025]: weight by ending and points (−512 … 512)."""


def histogram(points: NDArray[np.int64], endings: NDArray[np.int8]) -> Histogram:
    """Count outcomes by ending and points."""
    flat = endings.astype(np.int64) * SPAN + points + MOST_POINTS
    counts = np.bincount(flat, minlength=len(ENDINGS) * SPAN).astype(float)
    return counts.reshape(len(ENDINGS), SPAN)


def shares(counts: Histogram) -> Mapping[Ending, EndingShare]:
    """Chance and mean points of each ending that occurred; p × points add up to Q."""
    total = counts.sum()
    scale = np.arange(-MOST_POINTS, MOST_POINTS + 1)
    found = {}
    for ending, row in zip(ENDINGS, counts, strict=True):
        weight = row.sum()
        if weight > 0:
            found[ending] = EndingShare(float(weight / total), float(row @ scale / weight))
    return found


def mean_points(counts: Histogram) -> float:
    """Mean points of all outcomes."""
    scale = np.arange(-MOST_POINTS, MOST_POINTS + 1)
    return float(counts.sum(axis=0) @ scale / counts.sum())


def mean_value(counts: Histogram, objective: Objective) -> float:
    """Mean of what is maximized."""
    return float(counts.sum(axis=0) @ objective.values / counts.sum())


def mean_chance(counts: Histogram, objective: Objective) -> float | None:
    """Mean chance to win the match, where there is one."""
    if objective.chances is None:
        return None
    return float(counts.sum(axis=0) @ objective.chances / counts.sum())
