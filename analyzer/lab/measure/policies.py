"""What the policy fitted for each preset gains over the one fitted for `eaai`, and over the first.

Each deal is played twice with the seats exchanged; intervals are 95% and take the two as one
observation. Points are those of the hand, without the doubling of a match. Under `eaai` itself
the first column is 0 by definition.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from analyzer.api.evidence import Evidence
from analyzer.engine.policies import BASELINE, FIRST, policy_for
from analyzer.engine.statistics import half_width_of_mean
from analyzer.game.rules import PRESETS
from analyzer.lab.measure.words import Data, points, spread, table
from analyzer.lab.tuning._matches import mirrored
from analyzer.lab.tuning._opponents import FIXED
from analyzer.notation.numbers import signed


def measured(hands: int, seed: int, workers: int) -> Data:
    """The gains under each preset, and against each player of the population.

    `change` is that on common deals: nobody may gain on the new policy.
    """
    presets = [
        {
            "rules": rules.name,
            "over_eaai": interval(mirrored(rules, policy, BASELINE, hands, seed, workers)),
            "over_first": interval(mirrored(rules, policy, FIRST, hands, seed, workers)),
        }
        for rules in PRESETS.values()
        for policy in (policy_for(rules),)
    ]
    population, eaai = [], PRESETS["eaai"]
    for player in FIXED:
        new = mirrored(eaai, policy_for(eaai), player.policy, hands, seed, workers)
        old = mirrored(eaai, FIRST, player.policy, hands, seed, workers)
        row = {"fitted": interval(new), "first": interval(old), "change": interval(new - old)}
        population.append({"against": player.name, **row})
    return {"hands": hands, "presets": presets, "population": population}


def interval(pairs: NDArray[np.float64]) -> dict[str, float]:
    """The mean of what pairs of hands came to with its interval, with four decimals."""
    ends = spread(float(pairs.mean()), half_width_of_mean(pairs))
    return {name: round(value, 4) for name, value in ends.items()}


def evidence(command: str, engine: str, data: Data) -> Evidence:
    """What fitting the policy to each preset gains."""
    presets, population = data["presets"], data["population"]
    best = max(presets, key=lambda row: float(row["over_eaai"]["mean"]))
    worst = min(population, key=lambda row: float(row["change"]["mean"]))
    return Evidence(
        section="fits",
        title="Does each set of rules have its own policy?",
        command=command,
        engine=engine,
        finding=[
            f"The fit gains most under {best['rules']}: {signed(best['over_eaai']['mean'], 2)} "
            "points a hand over the weights fitted for eaai.",
            f"The change since the first weights is least against {worst['against']}: "
            f"{signed(worst['change']['mean'], 2)} points a hand.",
        ],
        tables=[
            table(
                "Points a hand of the preset’s policy",
                ("Rules", "Over that of eaai", "Over the first weights"),
                ((row["rules"], _over_eaai(row), points(row["over_first"])) for row in presets),
            ),
            table(
                "Points a hand won from each player of the population, eaai rules",
                ("Against", "Fitted policy", "First weights", "Change"),
                (
                    (row["against"], *(points(row[key]) for key in ("fitted", "first", "change")))
                    for row in population
                ),
            ),
        ],
        method=f"{data['hands']:,} hands each, every deal in both seats: the policy of a preset "
        "against that of eaai and against the weights before any fit, under the rules of the "
        "preset.",
        limits="Where no fit was surely better than that of eaai, the preset has the same; the "
        "presets differ in the match only, or hardly in the hand. "
        "Points are those of the hand without its doubling.",
        data=dict(data),
    )


def _over_eaai(row: Data) -> str:
    return points(row["over_eaai"]) if any(row["over_eaai"].values()) else "the same"
