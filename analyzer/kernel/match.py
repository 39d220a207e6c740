"""The chance to win a match at each score, filled from its end backwards."""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from analyzer.kernel.jit import giving_way, jit

SPELL: Final = 2_000_000
"""Sums between two looks whether others wait for the processor: half a millisecond."""


@jit
def _add(row: Any, times: float, to: Any) -> None:
    """A row so many times, added to another."""
    for place in range(len(row)):
        to[place] += times * row[place]


def match_chances(target: int, gains: Any, losses: Any, after: Any, again: Any) -> Any:
    """My chance to win at each score: float64[2, target, target] by dealer, my score, their score.

    `gains` and `losses`, float64[2, most], are the chances by dealer that a hand brings me, or
    them, so many points: gains from 1 on, losses from `most` down. `after`, int64[2, 2], says who
    deals after a gain and after a loss, and `again`, float64[2, 2], what turns the chances with a
    score, by dealer, into those where a hand without one is dealt anew.

    >>> sure = np.array([[1.0], [1.0]])
    >>> always = match_chances(2, sure, 0 * sure, np.zeros((2, 2), np.int64), np.eye(2))
    >>> float(always.min())
    1.0
    """
    table = np.zeros((2, target, target))
    _fill_chances(gains, losses, after, again, table, np.zeros((2, target)))
    return table


@jit
def _fill_chances(gains: Any, losses: Any, after: Any, again: Any, table: Any, scored: Any) -> None:
    """As `match_chances`, into a table of zeros; `scored`, float64[2, target], is overwritten."""
    most, target = gains.shape[1], table.shape[1]
    summed = 0
    for mine in range(target - 1, -1, -1):
        summed = giving_way(summed + 4 * most * target, SPELL)
        short = min(most, target - mine - 1)  # points that do not win the match yet
        for dealer in range(2):
            won = 0.0  # not `sum`, which numpy and numba add up in different orders
            for points in range(short, most):
                won += gains[dealer, points]
            scored[dealer, :] = won
            for points in range(short):
                then = table[after[dealer, 0], mine + points + 1]
                _add(then, gains[dealer, points], scored[dealer])
        for theirs in range(target - 1, -1, -1):
            me, they = scored[0, theirs], scored[1, theirs]
            for dealer in range(2):
                table[dealer, mine, theirs] = again[dealer, 0] * me + again[dealer, 1] * they
            reach = min(most, theirs)
            for dealer in range(2):
                chance, before = table[after[dealer, 1], mine, theirs], scored[dealer, :theirs]
                _add(losses[dealer, most - reach :], chance, before[theirs - reach :])
