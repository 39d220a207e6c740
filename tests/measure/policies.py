"""What the policy fitted for each preset gains over the one fitted for `eaai`, and over the first.

    python -m tests.measure.policies --hands 400000 --out static/evidence/policies.json

Each deal is played twice with the seats exchanged; intervals are 95% and take the two as one
observation. Points are those of the hand, without the doubling of a match. Under `eaai` itself
the first column is 0 by definition.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from analyzer.engine import ENGINE_VERSION
from analyzer.engine.policies import BASELINE, FIRST, policy_for
from analyzer.game.rules import PRESETS, Rules
from analyzer.lab.tuning.matches import Margin, margin, mirrored
from analyzer.lab.tuning.opponents import FIXED
from tests.measure.evidence import tell


def row(rules: Rules, hands: int, seed: int, workers: int) -> dict[str, Any]:
    """The gains under one preset."""
    policy = policy_for(rules)
    return {
        "rules": rules.name,
        "over_eaai": told(margin(mirrored(rules, policy, BASELINE, hands, seed, workers))),
        "over_first": told(margin(mirrored(rules, policy, FIRST, hands, seed, workers))),
    }


def against(rules: Rules, hands: int, seed: int, workers: int) -> list[dict[str, Any]]:
    """What each player of the population loses to the fitted policy, and lost to the first.

    `change` is that on common deals: nobody may gain on the new one.
    """
    found = []
    for one in FIXED:
        new = mirrored(rules, policy_for(rules), one.policy, hands, seed, workers)
        old = mirrored(rules, FIRST, one.policy, hands, seed, workers)
        found.append(
            {
                "against": one.name,
                "fitted": told(margin(new)),
                "first": told(margin(old)),
                "change": told(margin(new - old)),
            }
        )
    return found


def told(found: Margin) -> dict[str, float]:
    """A margin as the evidence has it."""
    low, high = found.points - found.error, found.points + found.error
    return {"mean": round(found.points, 4), "low": round(low, 4), "high": round(high, 4)}


def main() -> None:
    """Play and write the evidence."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--hands", type=int, default=400_000)
    parser.add_argument("--seed", type=int, default=1_000)
    parser.add_argument("--workers", type=int, default=2, help="threads")
    parser.add_argument("--out", type=Path)
    given = parser.parse_args()
    found = {
        "what": "Points a hand that the policy fitted for a preset wins from the one fitted for "
        "eaai and from the first weights; and from each player of the population",
        "command": f"python -m tests.measure.policies --hands {given.hands} --seed {given.seed}",
        "engine": ENGINE_VERSION,
        "hands": given.hands,
        "presets": [
            row(rules, given.hands, given.seed, given.workers) for rules in PRESETS.values()
        ],
        "population": against(PRESETS["eaai"], given.hands, given.seed, given.workers),
    }
    tell(found, given.out)


if __name__ == "__main__":
    main()
