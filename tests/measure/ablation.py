"""What each term of the fast policy is worth: points a hand against the policy without it.

    python -m tests.measure.ablation --hands 400000 --out static/evidence/ablation.json

The policy without a term is fitted again, all its other weights and its knock table with it,
from the shipped policy on; only the last two rows, which replace the knock rule, keep the
weights as they are. Mirrored deals, 95% intervals. A refit is itself uncertain by about 0.1.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

from analyzer.engine import ENGINE_VERSION
from analyzer.engine.policies import AT_ONCE, GIN_ONLY, Policy, policy_for
from analyzer.game.rules import PRESETS, Rules
from analyzer.lab.tuning import tune
from analyzer.lab.tuning.matches import margin, mirrored
from tests.measure.evidence import tell
from tests.measure.policies import told

TERMS: Final = {
    "outs": "no outs at all",
    "near": "outs worth the same near gin",
    "danger": "no fear of what the other may use",
    "known": "no fear from cards known to be theirs",
    "price": "points discarded worth what points kept are",
    "loose": "the number of loose cards does not count",
    "stage": "nothing changes with the stage, but for knocks",
    "speculation": "takes only what melds",
    "take limit": "no wish to get under the knock limit",
    "knock by outs": "knocks by stage and deadwood alone",
    "knock by stage": "knocks by outs and deadwood alone",
}
"""The terms that a fit can leave out, and what a policy without them does."""

KNOCKS: Final = {
    "always knocks": AT_ONCE,
    "gin only": GIN_ONLY,
}


def without(
    rules: Rules, full: Policy, given: argparse.Namespace
) -> Iterator[tuple[str, str, bool, Policy]]:
    """(name, what it means, whether fitted again, policy) of each lesser policy."""
    for term, meaning in TERMS.items():
        found = tune(
            rules, given.seed, given.rounds, given.probes,
            start=full, without=frozenset({term}), workers=given.workers,
        )  # fmt: skip
        yield term, meaning, True, found.policy
    for name, table in KNOCKS.items():
        yield "knocks", name, False, replace(full, knock=table)


def main() -> None:
    """Fit, play and write the evidence."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--hands", type=int, default=400_000)
    parser.add_argument("--rules", default="eaai", choices=PRESETS)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--probes", type=int, default=200_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--workers", type=int, default=2, help="threads")
    parser.add_argument("--out", type=Path)
    given = parser.parse_args()
    rules = PRESETS[given.rules]
    full = policy_for(rules)
    rows: list[dict[str, Any]] = []
    for term, meaning, fitted, policy in without(rules, full, given):
        pairs = mirrored(rules, full, policy, given.hands, given.seed + 1_000, given.workers)
        rows.append({"term": term, "without": meaning, "refit": fitted,
                     "points": told(margin(pairs))})  # fmt: skip
    found = {
        "what": "Points a hand that the fast policy wins from itself without a term",
        "command": f"python -m tests.measure.ablation --hands {given.hands} --rules {given.rules} "
        f"--rounds {given.rounds} --probes {given.probes} --seed {given.seed}",
        "engine": ENGINE_VERSION,
        "rules": given.rules,
        "hands": given.hands,
        "terms": rows,
    }
    tell(found, given.out)


if __name__ == "__main__":
    main()
