"""The worth of each term of the fast policy: points a hand against the policy without it.

The policy without a term is fitted again, all its other weights and its knock table with it,
from the shipped policy on; only the last two rows, which replace the knock rule, keep the
weights as they are. Mirrored deals, 95% intervals. A refit is itself uncertain by about 0.1.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from analyzer.engine.policies import AT_ONCE, GIN_ONLY, Policy, policy_for
from analyzer.game.rules import PRESETS, Rules
from analyzer.jobs import Jobs
from tests.workshop.measure.policies import interval
from tests.workshop.measure.words import Data, evidence_from
from tests.workshop.tuning import tune
from tests.workshop.tuning._matches import mirrored

_TERMS: Final = {
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

_KNOCKS: Final = {"always knocks": AT_ONCE, "gin only": GIN_ONLY}


def measured(hands: int, rules: str, rounds: int, probes: int, seed: int, jobs: Jobs) -> Data:
    """Return what each term of the fast policy is worth."""
    preset = PRESETS[rules]
    full = policy_for(preset)
    rows = [
        {
            "term": term, "without": meaning, "refit": term in _TERMS,
            "points": interval(mirrored(preset, full, policy, hands, seed + 1_000, jobs)),
        }
        for term, meaning, policy in _without(preset, full, rounds, probes, seed, jobs)
    ]  # fmt: skip
    return {"rules": rules, "hands": hands, "terms": rows}


def _without(
    rules: Rules, full: Policy, rounds: int, probes: int, seed: int, jobs: Jobs
) -> Iterator[tuple[str, str, Policy]]:
    """(term, what it means, policy) of each lesser policy."""
    for term, meaning in _TERMS.items():
        left_out = frozenset({term})
        yield (
            term,
            meaning,
            tune(rules, seed, rounds, probes, start=full, without=left_out, jobs=jobs).policy,
        )
    for name, knocks in _KNOCKS.items():
        yield "knocks", name, replace(full, knock=knocks)


evidence = evidence_from("ablation.toml")
