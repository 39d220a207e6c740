"""What each term of the fast policy is worth: points a hand against the policy without it.

The policy without a term is fitted again, all its other weights and its knock table with it,
from the shipped policy on; only the last two rows, which replace the knock rule, keep the
weights as they are. Mirrored deals, 95% intervals. A refit is itself uncertain by about 0.1.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from analyzer.api.evidence import Evidence
from analyzer.engine.policies import AT_ONCE, GIN_ONLY, Policy, policy_for
from analyzer.game.rules import PRESETS, Rules
from analyzer.lab.measure.policies import interval
from analyzer.lab.measure.words import Data, ahead, points, table
from analyzer.lab.tuning import tune
from analyzer.lab.tuning._matches import mirrored
from analyzer.notation.numbers import signed

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


def measured(hands: int, rules: str, rounds: int, probes: int, seed: int, workers: int) -> Data:
    """Fit without each term, and play against that fit."""
    preset = PRESETS[rules]
    full = policy_for(preset)
    rows = [
        {
            "term": term, "without": meaning, "refit": term in _TERMS,
            "points": interval(mirrored(preset, full, policy, hands, seed + 1_000, workers)),
        }
        for term, meaning, policy in _without(preset, full, rounds, probes, seed, workers)
    ]  # fmt: skip
    return {"rules": rules, "hands": hands, "terms": rows}


def _without(
    rules: Rules, full: Policy, rounds: int, probes: int, seed: int, workers: int
) -> Iterator[tuple[str, str, Policy]]:
    """(term, what it means, policy) of each lesser policy."""
    for term, meaning in _TERMS.items():
        left_out = frozenset({term})
        yield (
            term,
            meaning,
            tune(rules, seed, rounds, probes, start=full, without=left_out, workers=workers).policy,
        )
    for name, knocks in _KNOCKS.items():
        yield "knocks", name, replace(full, knock=knocks)


def evidence(command: str, engine: str, data: Data) -> Evidence:
    """What each term of the policy is worth."""
    terms = data["terms"]
    most = max(terms, key=lambda row: float(row["points"]["mean"]))
    return Evidence(
        section="ablation",
        title="What is each part of the policy worth?",
        command=command,
        engine=engine,
        finding=[
            f"Most is lost with “{most['without']}”: {signed(most['points']['mean'], 2)} points a "
            "hand for the whole policy.",
            f"{ahead(terms)} of {len(terms)} are losses by more than the error.",
        ],
        tables=[
            table(
                "Points a hand that the policy wins from itself without a part, "
                f"{data['rules']} rules",
                ("Without", "Fitted again", "Points a hand"),
                (
                    (row["without"], "yes" if row["refit"] else "no", points(row["points"]))
                    for row in terms
                ),
            )
        ],
        method=f"{data['hands']:,} hands each, every deal in both seats. A policy without a part "
        "is fitted again, so that the other parts make up for it as well as they can.",
        limits="A refit is itself uncertain by about 0.1 points, which the intervals do not "
        "show; and a part that is worth little here may be worth more against other players.",
        data=dict(data),
    )
