"""Means, their standard errors and 95% intervals: the only place that knows how they are taken.

Observations that belong together (worlds of one stretch of a Markov chain, decisions of one
hand, the two seatings of one deal) are a cluster and count as one.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import exp, inf, sqrt
from typing import Final

import numpy as np
from numpy.typing import NDArray

from analyzer.engine.thresholds import Z95

Floats = NDArray[np.float64]

_STUDENT: Final = (1.2104, 1.4402, 1.3041)
"""Student's t at 97.5% over 1.96 is 1 + the first of these / n + the second / n² + the third / n³,
with n degrees of freedom (Cornish and Fisher's expansion: Abramowitz and Stegun, *Handbook of
Mathematical Functions*, 26.7.5); from four on to within a hundredth."""


RIGHT: Final = 2.0
"""The number of errors of a mean that the interval of a skewed ratio reaches to the right at
most."""
FEWEST: Final = 3.0
"""Degrees of freedom that a variance has at least."""
MOST_LOG: Final = 20.0
"""Half-width of an interval of a logarithm that says anything."""
TINY: Final = 1e-12


@dataclass(frozen=True, slots=True)
class Interval:
    """A mean with its 95% interval; None where a single observation says nothing of its error."""

    mean: float
    low: float | None
    high: float | None


def ratio(totals: Floats, counts: Floats) -> Interval:
    """Sum of totals over sum of counts, where entry i of both is cluster i.

    The error is that of a ratio of means over independent clusters (linearized; Cochran,
    *Sampling Techniques*, 1977, 6.4), the interval Student's.

    >>> found = ratio(np.array([1.0, 3.0, 2.0, 2.0]), np.full(4, 2.0))
    >>> found.mean, round(found.high - found.mean, 3)
    (1.0, 0.645)
    """
    mean = float(totals.sum() / counts.sum())
    if len(totals) < 2:
        return Interval(mean, None, None)
    half = _students(len(totals) - 1.0) * Z95 * _error_of_ratio(totals, counts)
    return Interval(mean, mean - half, mean + half)


def _error_of_ratio(totals: Floats, counts: Floats) -> float:
    clusters = len(totals)
    left = totals - float(totals.sum() / counts.sum()) * counts
    return sqrt(float((left**2).sum()) / (clusters - 1) / clusters) / float(counts.mean())


def skewed_ratio(totals: Floats, counts: Floats) -> Interval:
    """As `ratio` for few clusters of what is seldom and then much, and never truly below 0.

    The interval is one of the logarithm: it reaches further to the right than to the left, up to
    `RIGHT` times as far as that of a mean. A variance that hangs on a few clusters is known less
    well than their number says: Student's t has the degrees of freedom that follow from the
    kurtosis (O'Neill, *The American Statistician* 68, 2014). A ratio that was estimated below 0
    has an interval from 0 on.

    >>> found = skewed_ratio(np.array([1.0, 3.0, 2.0, 2.0]), np.full(4, 2.0))
    >>> found.mean, round(found.low, 2), round(found.high, 2)
    (1.0, 0.52, 1.91)
    """
    plain = ratio(totals, counts)
    if plain.high is None:
        return plain
    error = (
        _students(_freedom(totals - plain.mean * counts)) * Z95 * _error_of_ratio(totals, counts)
    )
    furthest = max(0.0, plain.mean + RIGHT * error)
    if plain.mean <= 0:
        return Interval(plain.mean, 0.0, furthest)
    factor = exp(min(error / plain.mean, MOST_LOG))
    return Interval(plain.mean, plain.mean / factor, min(plain.mean * factor, furthest))


def _freedom(residuals: Floats) -> float:
    """Degrees of freedom of the variance of some values, from their kurtosis; `FEWEST` at least."""
    squares = residuals**2
    kurtosis = float((squares**2).mean() / max(float(squares.mean()) ** 2, TINY))
    return max(FEWEST, 2 * (len(residuals) - 1) / max(kurtosis - 1, 2.0))


def share(totals: Floats, counts: Floats) -> Interval:
    """As `ratio` for what cannot be under 0 or over 1, also where all or none of it was so.

    >>> share(np.array([2.0, 2.0, 1.0]), np.full(3, 2.0)).high
    1.0
    """
    interval = ratio(totals, counts)
    if interval.low is None or interval.high is None:
        return interval
    if interval.mean in {0.0, 1.0}:  # no two clusters differ, which does not mean that none does
        return proportion(interval.mean, len(totals))
    return Interval(interval.mean, max(0.0, interval.low), min(1.0, interval.high))


def proportion(held: float, cases: int) -> Interval:
    """The share that held among independent cases, also where all or none did.

    Wilson's score interval (*Journal of the American Statistical Association* 22, 1927).

    >>> found = proportion(1.0, 20)
    >>> found.mean, round(found.low, 3), found.high
    (1.0, 0.839, 1.0)
    """
    z2 = Z95**2
    middle = (held + z2 / (2 * cases)) / (1 + z2 / cases)
    half = Z95 / (1 + z2 / cases) * sqrt(held * (1 - held) / cases + z2 / (4 * cases**2))
    return Interval(held, max(0.0, middle - half), min(1.0, middle + half))


def half_width_of_mean(values: Floats) -> float:
    """Half of the 95% interval of the mean of many independent values; infinite for a single one.

    >>> round(half_width_of_mean(np.array([4.0, 2.0])), 9)
    1.96
    """
    return Z95 * _deviation(values) / len(values) ** 0.5 if len(values) > 1 else inf


def half_width_of_sum(values: Sequence[float]) -> float:
    """Half of the 95% interval of the sum of so many like values.

    >>> round(half_width_of_sum([4.0, 2.0]), 2)
    3.92
    """
    number = len(values)
    mean = sum(values) / number
    return Z95 * sqrt(number / (number - 1) * sum((value - mean) ** 2 for value in values))


def clustered_mean(values: Floats, cluster: int = 1) -> tuple[float, float]:
    """(mean, its standard error) of many values of which each `cluster` in a row are correlated.

    >>> clustered_mean(np.array([1.0, 3.0, 5.0, 7.0]), cluster=2)[0]
    4.0
    """
    means = cluster_means(values, cluster)
    return float(means.mean()), _deviation(means) / len(means) ** 0.5


def standard_error(gains: Floats, cluster: int = 1, unknown: float = inf) -> float:
    """Standard error of a mean over worlds of which each `cluster` in a row are correlated.

    Over independent worlds that of the mean; over clusters that of the mean of their means
    (batch means); larger where they are few. `unknown` where there are too few to tell.

    >>> gains = np.random.default_rng(1).normal(size=900)
    >>> round(standard_error(gains), 3), round(standard_error(gains[:6]), 3)
    (0.033, 0.429)
    >>> standard_error(gains[:6], cluster=4), standard_error(gains[:6], cluster=4, unknown=0.0)
    (inf, 0.0)
    """
    means = cluster_means(gains, cluster)
    return error_of(float(means.var(ddof=1)), len(means)) if len(means) > 1 else unknown


def error_of(variance: float, count: float) -> float:
    """Standard error of the mean of so many values whose variance was estimated from themselves.

    Larger where they are few, so that 1.96 of it are a 95% interval all the same.
    """
    return _students(count - 1.0) * float(np.sqrt(variance / count))


def mean_of_sums(count: float, total: float, squares: float) -> tuple[float, float]:
    """(mean, its standard error) of so many values of which the sum and that of squares are known.

    No error where a single value tells none.

    >>> mean, error = mean_of_sums(4, 16.0, 84.0)
    >>> mean, round(error, 3) == round(standard_error(np.array([1.0, 3.0, 5.0, 7.0])), 3)
    (4.0, True)
    """
    mean = total / count
    if count < 2:
        return mean, 0.0
    return mean, error_of(max(0.0, squares - total * mean) / (count - 1), count)


def _students(free: float) -> float:
    """Return how much wider an interval is with so many degrees of freedom than with very many."""
    return 1.0 + sum(part / free**power for power, part in enumerate(_STUDENT, 1))


def cluster_means(values: Floats, cluster: int) -> Floats:
    """The means of every `cluster` rows, without those left at the end."""
    whole = len(values) // cluster
    means: Floats = (
        values[: whole * cluster].reshape(whole, cluster, *values.shape[1:]).mean(axis=1)
    )
    return means


def _deviation(values: Floats) -> float:
    return float(np.std(values, ddof=1))
