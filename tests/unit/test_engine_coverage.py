"""The 95% intervals of the search hold the answer of a much deeper one 95 times in a hundred.

The bounds of the tests allow for their own size: 93 to 97%, and three standard errors of the
share, over positions, beside it. The whole measurement is in `tests/workshop/measure/coverage.py`.
"""

from __future__ import annotations

import pytest

from tests.workshop.measure._positions import decisions
from tests.workshop.measure.coverage import Count, measure

KINDS = ("value", "difference")


def check(count: Count) -> None:
    """The share is from 93 to 97%, give or take three of its own standard errors."""
    found = count.report()
    assert 0.93 - 3 * found["se"] <= found["share"] <= 0.97 + 3 * found["se"], found


@pytest.mark.slow
def test_intervals_hold_a_deeper_answer() -> None:
    counts = measure(decisions(26, seed=2), seeds=12, shallow=256, depth=16, opponent="baseline")
    for kind in KINDS:
        check(counts[kind])
        assert counts[kind].total > 400 and counts[kind].report()["se"] < 0.02


@pytest.mark.nightly
def test_intervals_hold_an_answer_fifty_times_as_deep() -> None:
    counts = measure(decisions(120, seed=3), seeds=8, opponent="baseline")
    for kind in KINDS:
        check(counts[kind])
        assert counts[kind].report()["se"] < 0.01


@pytest.mark.nightly
def test_intervals_hold_a_deeper_answer_where_the_turns_are_read() -> None:
    counts = measure(decisions(48, seed=4), seeds=6, shallow=2048, depth=16, opponent="reader")
    for kind in KINDS:
        check(counts[kind])
        assert counts[kind].report()["se"] < 0.02


def test_a_count_notices_intervals_that_are_too_narrow() -> None:
    count = Count()
    for _ in range(200):
        count.add([True] * 8 + [False] * 2)
    with pytest.raises(AssertionError):
        check(count)
