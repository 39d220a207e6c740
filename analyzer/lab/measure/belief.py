"""Do sampled hands of the opponent hold as much deadwood as true ones?

Hands of the baseline against itself; each time a player is to move, once for each number of
discards of the other's, the true deadwood of the other's hand beside that of hands sampled
without a look at the turns.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

import numpy as np

from analyzer.api.evidence import Axis, Chart, Curve, Evidence, Figures, Panel
from analyzer.engine.belief import PlayedPrior, Uniform
from analyzer.engine.fast import policy_action
from analyzer.engine.policies import BASELINE
from analyzer.engine.thresholds import half_width
from analyzer.game.cards import CardSet
from analyzer.game.melds import deadwood
from analyzer.game.position import deal
from analyzer.game.rules import PRESETS, Rules
from analyzer.game.view import View, view_of
from analyzer.lab.arena._readings import LONGEST, MOST_DISCARDS
from analyzer.lab.measure.words import Data, axis_up, table
from analyzer.notation.numbers import signed_estimate

WORLDS = 16


def _held(view: View, belief: PlayedPrior | Uniform, seed: int) -> float:
    """Mean deadwood of the opponent's sampled hands."""
    hands = belief.sample(view, seed, 0, WORLDS).hands.tolist()
    return float(np.mean([deadwood(CardSet(mask), view.rules) for mask in hands]))


def compared(rules: Rules, hands: int) -> dict[int, list[tuple[float, float, int]]]:
    """By how often the opponent has discarded: (played, uniform, true) deadwood."""
    found: dict[int, list[tuple[float, float, int]]] = defaultdict(list)
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
            position = position.apply(policy_action(view, BASELINE))
    return found


def measured(hands: int, rules: Sequence[str]) -> Data:
    """One row for each number of discards, under each of the rules."""
    return {"deadwood": {name: _rows(PRESETS[name], hands) for name in rules}}


def _rows(rules: Rules, hands: int) -> Sequence[Data]:
    rows = []
    for discards, found in sorted(compared(rules, hands).items()):
        played, uniform, true = np.array(found, float).T
        rows.append({
            "discards": discards, "cases": len(found), "true": round(true.mean(), 2),
            "sampled": round(played.mean(), 2), "uniform": round(uniform.mean(), 2),
            "se": round(float(np.std(played - true) / len(found) ** 0.5), 2),
        })  # fmt: skip
    return rows


# --- in words ----------------------------------------------------------------------------


def evidence(command: str, engine: str, data: Data) -> Evidence:
    """Whether sampled hands hold what true ones hold."""
    return Evidence(
        section="belief",
        title="Are the hidden cards guessed well?",
        command=command,
        engine=engine,
        finding=[_furthest(name, rows) for name, rows in data["deadwood"].items()],
        tables=[_table(name, rows) for name, rows in data["deadwood"].items()],
        charts=[_chart(name, rows) for name, rows in data["deadwood"].items()],
        method="Whole hands played out; each time it was someone's turn, the true deadwood of the "
        "other's hand beside that of the hands the search would sample there. For comparison: "
        "the same with every hand that is possible equally likely.",
        limits="The opponent here is the player that the belief supposes. Against someone who "
        "discards for other reasons it will be off by more, and a mean that is right does not "
        "make each guess right. Cases of one hand count as independent.",
        data=dict(data),
    )


def _furthest(name: str, rows: Sequence[Data]) -> str:
    worst = max(rows, key=lambda row: abs(row["sampled"] - row["true"]))
    off = max(abs(row["uniform"] - row["true"]) for row in rows)
    apart = sum(abs(row["sampled"] - row["true"]) > half_width(row["se"]) for row in rows)
    return (
        f"Under {name} rules the sampled deadwood is {abs(worst['sampled'] - worst['true']):.1f} "
        f"points from the true one at most (after {worst['discards']} discards), where hands "
        f"equally likely are up to {off:.0f} points off; in {apart} of {len(rows)} rows it is off "
        "by more than the error."
    )


def _table(name: str, rows: Sequence[Data]) -> Figures:
    return table(
        f"Deadwood of the opponent’s hand, {name} rules",
        ("Discards", "Cases", "True", "Sampled", "Sampled − true", "Equally likely"),
        (
            (
                str(row["discards"]), f"{row['cases']:,}", f"{row['true']:.1f}",
                f"{row['sampled']:.1f}",
                signed_estimate(row["sampled"] - row["true"], half_width(row["se"])),
                f"{row['uniform']:.1f}",
            )
            for row in rows
        ),
    )  # fmt: skip


def _chart(name: str, rows: Sequence[Data]) -> Chart:
    labels = {"uniform": "every hand equally likely", "true": "true", "sampled": "sampled"}
    places = [float(row["discards"]) for row in rows]
    lines = [
        Curve(label, kind, [(row["discards"], row[kind]) for row in rows])  # type: ignore[arg-type]
        for kind, label in labels.items()
    ]
    return Chart(
        f"Deadwood of the opponent’s hand, {name} rules",
        Axis("Discards of the opponent so far", places[0], places[-1], places),
        axis_up("Deadwood", (row[kind] for row in rows for kind in labels), 10),
        [
            Panel(
                f"Deadwood by discards, {name}: the sampled line keeps to the true one, "
                "the line of equally likely hands stays far above.",
                lines,
            )
        ],
    )
