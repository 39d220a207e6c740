"""The gain of a knock with the last discard before the wall, where the hand would go void without
it.

The policy plays each deal in both seats three times, with other knocks at the wall: its own, none
but with gin, and any within the limit. Up to there the three hands are the same, so those that end
otherwise are the ones in which it had the last discard and could knock with deadwood.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

import numpy as np
from numpy.typing import NDArray

from analyzer.engine.bots.policy import FAST, POLICIES
from analyzer.engine.policies import AT_ONCE, GIN_ONLY, Policy, policy_for
from analyzer.engine.selfplay import play
from analyzer.engine.statistics import half_width_of_mean
from analyzer.game.rules import PRESETS, Rules
from tests.workshop.measure.words import Data, evidence_from, spread

AGAINST: Final = ("camper", "gin-waiter", FAST, "knocks-early", "greedy")


def measured(rules: str, hands: int, seed: int) -> Data:
    """Return what the three ways to play the last discard come to against each bot."""
    preset = PRESETS[rules]
    policy = policy_for(preset)
    ways = {
        "own": policy,
        "never": replace(policy, knock=(*policy.knock[:-1], GIN_ONLY[-1])),
        "always": replace(policy, knock=(*policy.knock[:-1], AT_ONCE[-1])),
    }
    bots = []
    for name in AGAINST:
        other = POLICIES.get(name, policy)
        results = {way: _both_seats(preset, mine, other, hands, seed) for way, mine in ways.items()}
        bots.append({"against": name, **_compared(results)})
    return {"rules": rules, "hands": hands, "bots": bots}


def _both_seats(
    rules: Rules, mine: Policy, other: Policy, hands: int, seed: int
) -> tuple[NDArray[np.float64], NDArray[np.int8]]:
    """(my points, ending) of each hand, every deal in both seats."""
    deals = range(max(1, hands // 2))
    first, ended, _ = play(rules, (mine, other), seed, deals)
    second, ended_too, _ = play(rules, (other, mine), seed, deals)
    return np.concatenate([first, -second.astype(float)]), np.concatenate([ended, ended_too])


def _compared(results: dict[str, tuple[NDArray[np.float64], NDArray[np.int8]]]) -> Data:
    """Points of each way in the hands that it decides, and what it decides a hand."""
    (never, ended), (always, ended_too) = results["never"], results["always"]
    decided = (never != always) | (ended != ended_too)
    own = results["own"][0]
    return {
        "decided": int(decided.sum()),
        "share": round(float(decided.mean()), 4),
        "own": _interval(own[decided]),
        "never": _interval(never[decided]),
        "always": _interval(always[decided]),
        "gained": _interval(own - always),
    }


def _interval(values: NDArray[np.float64]) -> dict[str, float]:
    if len(values) < 2:
        return spread(0.0, 0.0)
    ends = spread(float(values.mean()), half_width_of_mean(values))
    return {name: round(value, 4) for name, value in ends.items()}


evidence = evidence_from("wall.toml")
