"""Do sampled hands of the opponent hold as much deadwood as true ones?

Hands of the rules' own fast policy, whom the belief supposes, against itself; each time a player
is to move, once for each number of discards of the other's, the true deadwood of the other's hand
beside that of hands sampled without a look at the turns.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import Final, Literal

import numpy as np

from analyzer.api.evidence import Axis, Chart, Curve, Panel
from analyzer.engine.belief import PlayedPrior, Uniform
from analyzer.engine.fast import policy_action
from analyzer.engine.policies import policy_for
from analyzer.engine.thresholds import half_width
from analyzer.game.cards import CardSet
from analyzer.game.melds import deadwood
from analyzer.game.position import deal
from analyzer.game.rules import PRESETS, Rules
from analyzer.game.view import View, view_of
from tests.workshop.measure.words import Data, axis_up, evidence_from
from tests.workshop.readings import LONGEST, MOST_DISCARDS

WORLDS = 16


def _held(view: View, belief: PlayedPrior | Uniform, seed: int) -> float:
    """Mean deadwood of the opponent's sampled hands."""
    hands = belief.sample(view, seed, 0, WORLDS).hands.tolist()
    return float(np.mean([deadwood(CardSet(mask), view.rules) for mask in hands]))


def compared(rules: Rules, hands: int) -> dict[int, list[tuple[float, float, int]]]:
    """By how often the opponent has discarded: (played, uniform, true) deadwood."""
    found: dict[int, list[tuple[float, float, int]]] = defaultdict(list)
    policy = policy_for(rules)
    for seed in range(hands):
        position = deal(rules, seed, dealer=seed % 2)
        seen: set[tuple[int, int]] = set()
        while not position.over and len(position.played) < LONGEST:
            view = view_of(position)
            discards = view.their_discards
            if 0 < discards <= MOST_DISCARDS and (position.turn, discards) not in seen:
                seen.add((position.turn, discards))
                true = deadwood(position.hands[1 - position.turn], rules)
                sampled = (_held(view, belief, seed) for belief in (PlayedPrior(), Uniform()))
                found[discards].append((*sampled, true))  # type: ignore[arg-type]
            position = position.apply(policy_action(view, policy))
    return found


def measured(hands: int, rules: Sequence[str]) -> Data:
    """Return whether sampled hands hold as much deadwood as true ones."""
    return {"deadwood": {name: _rows(PRESETS[name], hands) for name in rules}}


def _rows(rules: Rules, hands: int) -> Sequence[Data]:
    rows = []
    for discards, found in sorted(compared(rules, hands).items()):
        played, uniform, true = np.array(found, float).T
        rows.append({
            "discards": discards, "cases": len(found), "true": round(float(true.mean()), 2),
            "sampled": round(float(played.mean()), 2),
            "uniform": round(float(uniform.mean()), 2),
            "se": round(float(np.std(played - true) / len(found) ** 0.5), 2),
        })  # fmt: skip
    return rows


def _summary(data: Data) -> Data:
    """Return how far each row is off, and the lines of the chart."""
    presets = []
    for rules, rows in data["deadwood"].items():
        gaps = [abs(row["sampled"] - row["true"]) for row in rows]
        presets.append({
            "rules": rules, "cells": rows, "worst": rows[int(np.argmax(gaps))],
            "off": max(abs(row["uniform"] - row["true"]) for row in rows),
            "apart": sum(gap > half_width(row["se"]) for gap, row in zip(gaps, rows, strict=True)),
        })  # fmt: skip
    return {"presets": presets, "charts": [_chart(*each) for each in data["deadwood"].items()]}


def _chart(rules: str, rows: Sequence[Data]) -> Chart:
    places = [float(row["discards"]) for row in rows]
    return Chart(
        f"Deadwood of the opponent’s hand, {rules} rules",
        Axis("Discards of the opponent so far", places[0], places[-1], places),
        axis_up("Deadwood", (row[kind] for row in rows for kind in _LINES), 10),
        [
            Panel(
                f"Deadwood by discards, {rules}: the sampled line keeps to the true one, "
                "the line of equally likely hands stays far above.",
                [
                    Curve(label, kind, [(row["discards"], row[kind]) for row in rows])
                    for kind, label in _LINES.items()
                ],
            )
        ],
    )


_LINES: Final[Mapping[Literal["uniform", "true", "sampled"], str]] = {
    "uniform": "every hand equally likely", "true": "true", "sampled": "sampled"
}  # fmt: skip

evidence = evidence_from("belief.toml", _summary)
