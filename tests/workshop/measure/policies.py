"""The gain of the policy fitted for each preset over the one fitted for `eaai`, and over the first.

Each deal is played twice with the seats exchanged; intervals are 95% and take the two as one
observation. Points are those of the hand, without the doubling of a match. Under `eaai` itself
the first column is 0 by definition.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from analyzer.engine.policies import BASELINE, FIRST, policy_for
from analyzer.engine.statistics import half_width_of_mean
from analyzer.game.rules import PRESETS, TWO_HANDED
from analyzer.jobs import Jobs
from tests.workshop.measure.words import Data, evidence_from, spread
from tests.workshop.tuning._matches import mirrored
from tests.workshop.tuning._opponents import FIXED


def measured(hands: int, seed: int, jobs: Jobs) -> Data:
    """Return what the policy fitted for each preset gains.

    `change` is that on common deals: nobody may gain on the new policy.
    """
    presets = [
        {
            "rules": rules.name,
            "over_eaai": interval(mirrored(rules, policy, BASELINE, hands, seed, jobs)),
            "over_first": interval(mirrored(rules, policy, FIRST, hands, seed, jobs)),
        }
        for rules in TWO_HANDED.values()
        for policy in (policy_for(rules),)
    ]
    population, eaai = [], PRESETS["eaai"]
    for player in FIXED:
        new = mirrored(eaai, policy_for(eaai), player.policy, hands, seed, jobs)
        old = mirrored(eaai, FIRST, player.policy, hands, seed, jobs)
        row = {"fitted": interval(new), "first": interval(old), "change": interval(new - old)}
        population.append({"against": player.name, **row})
    return {"hands": hands, "presets": presets, "population": population}


def interval(pairs: NDArray[np.float64]) -> dict[str, float]:
    """The mean of what pairs of hands came to with its interval, with four decimals."""
    ends = spread(float(pairs.mean()), half_width_of_mean(pairs))
    return {name: round(value, 4) for name, value in ends.items()}


evidence = evidence_from("policies.toml")
