"""The share of luck in a hand.

Hands of a player against itself, the dealer in turn; the mean luck of a seat with its interval,
and the part of the variance of the results that luck explains (1 − variance of result − luck ÷
variance of result).
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping

import numpy as np

from analyzer.api.evidence import Axis, Chart, Curve, Panel
from analyzer.engine.bots import bot_named
from analyzer.engine.statistics import Floats, half_width_of_mean
from analyzer.game.position import deal
from analyzer.game.rules import PRESETS
from analyzer.game.view import view_of
from analyzer.notation.records import record_of
from analyzer.review import Report, ReviewSettings, review
from tests.workshop.measure.words import Data, evidence_from

AGAIN = 2_000
"""Times that hands are drawn again for an interval."""
DRAWN = 400
"""Hands of which luck and result are kept for the chart."""
EDGE = 100.0
"""Points that the chart of luck reaches; what lies beyond is counted, not drawn."""

_OF_LUCK = ("seat", "deal", "mine", "theirs", "hidden", "yardstick")


def reports(bot: str, hands: int, seed: int, settings: ReviewSettings) -> Iterator[Report]:
    """Hands of a bot against itself under the `eaai` rules, reviewed; the dealer in turn."""
    player = bot_named(bot, PRESETS["eaai"])
    for number in range(hands):
        position = deal(PRESETS["eaai"], seed + number, dealer=number % 2)
        while not position.over and len(position.played) < 120:
            action = player.decide(view_of(position), seed + number)
            defense = player.defend(position.hands[1 - position.turn], action, position.rules)
            position = position.apply(action, defense if action.ends_hand else None)
        yield review(record_of(position), settings=settings)


def measured(bot: str, hands: int, seed: int, worlds: int) -> Data:
    """Return what part of a hand is luck."""
    settings = ReviewSettings(worlds=worlds, luck_worlds=64)
    rows: list[dict[str, float]] = []
    widest = 0.0
    for number, report in enumerate(reports(bot, hands, seed, settings)):
        balance = report.hands[0].balances.get(0)
        if balance is None:
            continue
        widest = max(widest, abs(balance.sum - balance.result))
        parts = {name: getattr(balance.luck, name) for name in _OF_LUCK}
        rows.append({"result": balance.result, "luck": balance.luck.total, "skill": balance.skill,
                     "errors": balance.errors or 0.0, **parts})  # fmt: skip
        if number % 50 == 49:
            print(number + 1, "hands", file=sys.stderr, flush=True)
    columns = {name: np.array([row[name] for row in rows]) for name in rows[0]}
    return {
        "player": bot,
        "hands": len(rows),
        "worlds": worlds,
        "widest_gap": widest,
        "mean_luck": _spread(columns["luck"]),
        "explained": _explained(columns),
        "mean": {name: _spread(column) for name, column in columns.items()},
        "sd": {name: round(float(column.std()), 2) for name, column in columns.items()},
        "points": [[round(row["luck"], 1), round(row["result"])] for row in rows[:DRAWN]],
    }


def _explained(columns: Mapping[str, Floats]) -> Data:
    """The part of the results' variance that luck explains.

    The 95% interval is that of hands drawn again from these (bootstrap).
    """
    result, rest = columns["result"], columns["result"] - columns["luck"]
    rng = np.random.default_rng(1)
    again = []
    for _ in range(AGAIN):
        drawn = rng.integers(len(result), size=len(result))
        again.append(1 - rest[drawn].var() / result[drawn].var())
    low, high = np.quantile(again, [0.025, 0.975])
    whole = 1 - rest.var() / result.var()
    ends = {"part": whole, "low": low, "high": high}
    return {name: round(float(part), 4) for name, part in ends.items()}


def _spread(values: Floats) -> Data:
    """A mean and half of its 95% interval."""
    return {"mean": round(float(values.mean()), 3), "error": round(half_width_of_mean(values), 3)}


def _summary(data: Data) -> Data:
    """A dot for each hand."""
    points = data["points"]
    drawn = [(luck, result) for luck, result in points if max(abs(luck), abs(result)) <= EDGE]
    label = f"{len(drawn)} of the hands, {len(points) - len(drawn)} lie beyond"
    chart = Chart(
        "Luck and result of each hand",
        Axis("Luck, points", -EDGE, EDGE, [-50.0, 0.0, 50.0]),
        Axis("Result, points", -EDGE, EDGE, [-EDGE, -50.0, 0.0, 50.0, EDGE]),
        [
            Panel(
                "Each dot is a hand; those with much luck to the right, those won high. They lie "
                "along the line where the result is all luck.",
                [Curve(label, "dots", list(drawn))],
            )
        ],
    )
    return {"charts": [chart]}


evidence = evidence_from("luck.toml", _summary)
