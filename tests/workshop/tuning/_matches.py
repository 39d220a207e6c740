"""Policy against policy on mirrored deals, many hands a second."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Final

import numpy as np
from numpy.typing import NDArray

from analyzer.engine.policies import Policy
from analyzer.engine.selfplay import play
from analyzer.engine.statistics import half_width_of_mean
from analyzer.game.rules import Rules
from analyzer.jobs import Jobs, ranges
from analyzer.notation.numbers import signed_estimate
from tests.workshop.tuning._opponents import Opponent

CHUNK: Final = 20_000
"""Deals that a worker plays at a time."""

HERE: Final = Jobs()
"""In this process."""

_LEAST: Final = 0.01
"""The least half-width that a margin is written with."""


@dataclass(frozen=True, slots=True)
class Margin:
    """Points a hand, and the half width of the 95% interval."""

    points: float
    error: float
    hands: int

    def __str__(self) -> str:
        # Hands were sampled: even where all came to the same, the margin is not exact.
        return signed_estimate(self.points, self.error or _LEAST, 2)


def margin(pairs: NDArray[np.float64]) -> Margin:
    """The mean of what pairs of hands came to, a hand.

    >>> str(margin(np.array([4.0, 2.0])))
    '+3.00 ±1.96'
    """
    return Margin(float(pairs.mean()), half_width_of_mean(pairs), 2 * len(pairs))


def mirrored(
    rules: Rules, mine: Policy, theirs: Policy, hands: int, seed: int, jobs: Jobs = HERE
) -> NDArray[np.float64]:
    """Points a hand for the first policy, one number for each deal played in both seats.

    The deals are those of the arena's seed, whoever plays them.

    >>> from analyzer.engine.policies import FIRST, GREEDY
    >>> from analyzer.game.rules import PRESETS
    >>> float(mirrored(PRESETS["eaai"], FIRST, GREEDY, 2_000, seed=1).mean()) > 3
    True
    """
    play_both = partial(_play_both, rules, mine, theirs, seed)
    return np.concatenate(jobs.run(play_both, ranges(max(1, hands // 2), CHUNK)))


def _play_both(
    rules: Rules, mine: Policy, theirs: Policy, seed: int, deals: range
) -> NDArray[np.float64]:
    ours, _, _ = play(rules, (mine, theirs), seed, deals)
    others, _, _ = play(rules, (theirs, mine), seed, deals)
    return (ours.astype(float) - others) / 2


def judged(
    rules: Rules,
    policy: Policy,
    judges: Sequence[Opponent],
    hands: int,
    seed: int,
    jobs: Jobs = HERE,
) -> NDArray[np.float64]:
    """Points a hand on each deal against all judges, weighted by their shares."""
    total = sum(judge.share for judge in judges)
    found: NDArray[np.float64] = np.sum(
        [
            judge.share / total * mirrored(rules, policy, judge.policy, hands, seed, jobs)
            for judge in judges
        ],
        axis=0,
    )
    return found
