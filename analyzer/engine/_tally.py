"""Sums over worlds, from which means, errors and paired differences are taken.

Actions leave the race at different times, so that they have been played in different numbers
of worlds. World i is the same for all, so a pair is compared on the worlds of the one that
left first: for each action the tally keeps sums over just *its* worlds, of its own values and
of all the others'.

Worlds of one cluster (of one stretch of a Markov chain) are alike. A cluster's mean counts as
one observation, so that the standard errors hold whatever goes on within it; a part of one at
the end counts in the mean alone. A few clusters say little of how they vary: their error is made
so much larger that 1.96 of it are a 95% interval all the same.
"""

from __future__ import annotations

from math import inf

import numpy as np
from numpy.typing import NDArray

from analyzer.engine.statistics import Floats, cluster_means, error_of


class Tally:
    """Sums for `size` actions, over clusters of so many worlds in a row."""

    def __init__(self, size: int, cluster: int = 1) -> None:
        self.cluster = cluster
        self._seen: NDArray[np.int64] = np.zeros(size, np.int64)
        self.worlds: NDArray[np.int64] = np.zeros(size, np.int64)
        self._totals: Floats = np.zeros((size, size))
        self._sums: Floats = np.zeros((size, size))
        self._squares: Floats = np.zeros((size, size))
        self._products: Floats = np.zeros((size, size))

    def add(self, active: NDArray[np.int64], values: Floats) -> None:
        """Count a batch: `values` is float64[worlds, len(active)]."""
        grid = np.ix_(active, active)
        self.worlds[active] += len(values)
        self._totals[grid] += values.sum(axis=0)
        values = cluster_means(values, self.cluster)
        self._sums[grid] += values.sum(axis=0)
        self._squares[grid] += (values**2).sum(axis=0)
        self._products[grid] += values.T @ values
        self._seen[active] += len(values)

    def mean(self, action: int) -> float:
        """Mean value of an action."""
        return float(self._totals[action, action]) / max(1, int(self.worlds[action]))

    def error(self, action: int) -> float:
        """Standard error of that mean; infinite where there are too few clusters to tell."""
        row = self._sums[action, action], self._squares[action, action]
        return _error(*row, int(self._seen[action]))

    def behind(self, action: int, other: int) -> tuple[float, float]:
        """(how much `action` is worth less than `other`, its standard error), paired."""
        row = action if self._seen[action] <= self._seen[other] else other
        lost = float(self._totals[row, other] - self._totals[row, action])
        count = int(self._seen[row])
        total = self._sums[row, other] - self._sums[row, action]
        squares = (
            self._squares[row, other]
            + self._squares[row, action]
            - 2 * self._products[row, self._either(row, action, other)]
        )
        return lost / max(1, int(self.worlds[row])), _error(total, squares, count)

    @staticmethod
    def _either(row: int, action: int, other: int) -> int:
        return other if row == action else action


def _error(total: float, squares: float, count: int) -> float:
    if count < 2:
        return inf
    return error_of(max(0.0, squares - total * total / count) / (count - 1), count)
