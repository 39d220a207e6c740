"""How the hands ended: counts by ending and points, for sampled and for enumerated worlds."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

from analyzer.engine.objective import MOST_POINTS
from analyzer.engine.types import Ending, EndingShare

ENDINGS = tuple(Ending)
"""In the order of the kernel's numbers."""

SPAN = 2 * MOST_POINTS + 1

POINTS = np.arange(-MOST_POINTS, MOST_POINTS + 1)
"""The points of each column of a histogram."""

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
    found = {}
    for ending, row in zip(ENDINGS, counts, strict=True):
        weight = row.sum()
        if weight > 0:
            found[ending] = EndingShare(float(weight / total), float(row @ POINTS / weight))
    return found


def mean_of(counts: Histogram, worth: NDArray[np.int64] | NDArray[np.float64] = POINTS) -> float:
    """Mean over all outcomes of what −512 … 512 points are worth: of the points themselves, or of
    the values or chances of an :class:`analyzer.engine.objective.Objective`."""
    return float(counts.sum(axis=0) @ worth / counts.sum())
