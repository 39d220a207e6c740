"""Means, errors and paired differences against numpy on the raw numbers."""

from __future__ import annotations

import numpy as np
import pytest

from analyzer.engine._tally import Tally
from analyzer.engine.statistics import standard_error
from analyzer.engine.thresholds import grade
from analyzer.engine.types import Grade

LEAVES = {0: 900, 1: 900, 2: 300, 3: 500, 4: 300, 5: 900}
"""After how many worlds each action leaves."""

STUDENT = {
    4: 3.1824, 5: 2.7764, 9: 2.3060, 16: 2.1314, 31: 2.0423, 121: 1.9799,
    300: 1.9679, 500: 1.9647, 900: 1.9626,
}  # fmt: skip
"""Student's t at 97.5% from printed tables, by the number of observations."""


def error_of(values: np.ndarray) -> float:  # type: ignore[type-arg]
    """What 1.96 of must be the half-width of the 95% interval of the mean."""
    return float(values.std(ddof=1) / len(values) ** 0.5 * STUDENT[len(values)] / 1.96)


def raced() -> tuple[Tally, np.ndarray]:  # type: ignore[type-arg]
    """A tally of actions that leave, and all that they were worth."""
    rng = np.random.default_rng(1)
    values = rng.normal(size=(900, 6)) * 20 + rng.normal(size=(900, 1)) * 15 + np.arange(6)
    tally = Tally(6)
    for first, last in ((0, 100), (100, 300), (300, 450), (450, 500), (500, 900)):
        active = np.array([action for action, leaves in LEAVES.items() if leaves >= last])
        tally.add(active, values[first:last][:, active])
    return tally, values


def test_means_and_their_errors() -> None:
    tally, values = raced()
    for action, leaves in LEAVES.items():
        own = values[:leaves, action]
        assert tally.worlds[action] == leaves
        assert tally.mean(action) == pytest.approx(own.mean(), abs=1e-9)
        assert tally.error(action) == pytest.approx(standard_error(own), rel=1e-9)
        assert tally.error(action) == pytest.approx(error_of(own), rel=1e-4)


def test_paired_differences_are_over_the_worlds_of_both() -> None:
    tally, values = raced()
    for one, first in LEAVES.items():
        for other, second in LEAVES.items():
            if one == other:
                continue
            both = min(first, second)
            gaps = values[:both, other] - values[:both, one]
            gap, error = tally.behind(one, other)
            assert gap == pytest.approx(gaps.mean(), abs=1e-9)
            assert error == pytest.approx(standard_error(gaps), rel=1e-9)
            assert error == pytest.approx(error_of(gaps), rel=1e-4)
            assert tally.behind(other, one) == pytest.approx((-gap, error))


@pytest.mark.parametrize("clusters", STUDENT)
def test_the_error_of_few_clusters_is_wider(clusters: int) -> None:
    values = np.random.default_rng(clusters).normal(size=(8 * clusters, 2)) * 20
    tally = Tally(2, cluster=8)
    tally.add(np.arange(2), values)
    means = values.reshape(clusters, 8, 2).mean(axis=1)
    assert tally.error(0) == pytest.approx(error_of(means[:, 0]), rel=0.01)
    assert tally.behind(1, 0)[1] == pytest.approx(error_of(means[:, 0] - means[:, 1]), rel=0.01)
    assert standard_error(values[:, 0], cluster=8) == pytest.approx(tally.error(0), rel=1e-9)


def test_a_part_of_a_cluster_counts_in_the_mean_alone() -> None:
    values = np.random.default_rng(3).normal(size=(8 * 9 + 5, 2)) * 20
    tally = Tally(2, cluster=8)
    tally.add(np.arange(2), values)
    assert tally.mean(0) == pytest.approx(values[:, 0].mean(), abs=1e-9)
    assert tally.behind(1, 0)[0] == pytest.approx((values[:, 0] - values[:, 1]).mean(), abs=1e-9)
    assert tally.error(0) == pytest.approx(standard_error(values[: 8 * 9, 0], 8), rel=1e-9)
    assert standard_error(values[:, 0], 8) == standard_error(values[: 8 * 9, 0], 8)


@pytest.mark.parametrize("worlds", [0, 1, 4])
def test_one_cluster_says_nothing_of_its_error(worlds: int) -> None:
    tally = Tally(2, cluster=4)
    tally.add(np.arange(2), np.tile([3.0, 1.0], (worlds, 1)))
    known = worlds > 0
    assert (tally.mean(0), tally.error(0)) == (3 * known, float("inf"))
    assert tally.behind(1, 0) == (2 * known, float("inf"))


@pytest.mark.parametrize(
    ("loss", "se", "expected"),
    [
        (0.0, 0.0, (Grade.BEST, False)),
        (0.49, 0.01, (Grade.BEST, False)),
        (0.5, 0.0, (Grade.INACCURACY, False)),
        (1.0, 0.6, (Grade.BEST, False)),  # the interval holds 0
        (1.5, 0.0, (Grade.MISTAKE, False)),
        (1.6, 0.6, (Grade.INACCURACY, True)),
        (3.0, 0.1, (Grade.BLUNDER, False)),
        (3.0, 1.0, (Grade.MISTAKE, True)),
        (30.0, 1.0, (Grade.BLUNDER, False)),
    ],
)
def test_grades(loss: float, se: float, expected: tuple[Grade, bool]) -> None:
    assert grade(loss, se) == expected
