"""Means, errors and paired differences against numpy on the raw numbers."""

from __future__ import annotations

import numpy as np
import pytest

from analyzer.engine.tally import Tally
from analyzer.engine.thresholds import grade
from analyzer.engine.types import Grade

LEAVES = {0: 900, 1: 900, 2: 300, 3: 500, 4: 300, 5: 900}
"""After how many worlds each action leaves."""


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
        assert tally.error(action) == pytest.approx(own.std(ddof=1) / leaves**0.5, rel=1e-9)


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
            assert error == pytest.approx(gaps.std(ddof=1) / both**0.5, rel=1e-9)
            assert tally.behind(other, one) == pytest.approx((-gap, error))


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
