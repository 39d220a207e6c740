"""The speed of the kernel, inside compiled loops."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from analyzer.arena.benchmark import _loops as loops
from analyzer.arena.benchmark._hands import SelfPlayed
from analyzer.arena.benchmark.timing import cpu_seconds
from analyzer.engine.policies import BASELINE, GREEDY, Policy
from analyzer.engine.selfplay import play
from analyzer.game.rules import Rules
from analyzer.kernel import jit

CALLS = 1_000_000 if jit.COMPILED else 2_000
"""Calls in one round of timing."""
DEALS = 20_000 if jit.COMPILED else 20
"""Hands played in one round of timing."""


@dataclass(frozen=True, slots=True)
class KernelSpeed:
    """Nanoseconds of CPU time a call, over mid-game hands and real knocks."""

    deadwood_ns: float
    """Least deadwood of eleven cards."""
    discard_ns: float
    """Best discard of eleven cards."""
    layoff_ns: float
    """Exact answer to a knock with deadwood: melds and lay-offs together."""
    hands: int
    """Different hands asked about."""
    knocks: int
    """Different knocks asked about."""


@dataclass(frozen=True, slots=True)
class PlayoutSpeed:
    """Whole hands, dealt and played to the end, a second and core."""

    greedy: float
    """Both sides greedy: least deadwood, knocks at the first chance."""
    baseline: float
    """Both sides the baseline: counts outs and dangers; longer hands, more thought."""


def kernel_speed(rules: Rules, played: SelfPlayed) -> KernelSpeed:
    """Time the three exact questions."""
    t, hands = rules.tables, played.hands
    defenders, runs, missing = (np.ascontiguousarray(column) for column in played.knocks.T)
    rounds, turns = (max(1, CALLS // len(some)) for some in (hands, defenders))

    def ns(seconds: float, calls: int) -> float:
        return round(1e9 * seconds / calls, 2)

    calls = rounds * len(hands)
    return KernelSpeed(
        deadwood_ns=ns(cpu_seconds(lambda: loops.deadwoods(hands, rounds, t)), calls),
        discard_ns=ns(cpu_seconds(lambda: loops.discards(hands, rounds, t)), calls),
        layoff_ns=ns(
            cpu_seconds(lambda: loops.defences(defenders, runs, missing, turns, t)),
            turns * len(defenders),
        ),
        hands=len(hands),
        knocks=len(defenders),
    )


def playout_speed(rules: Rules) -> PlayoutSpeed:
    """Time whole hands of two policies, each against itself."""
    return PlayoutSpeed(_per_second(rules, GREEDY), _per_second(rules, BASELINE))


def _per_second(rules: Rules, policy: Policy) -> float:
    def work() -> None:
        play(rules, (policy, policy), 1, range(DEALS))

    return round(DEALS / cpu_seconds(work))
