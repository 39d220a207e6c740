"""What part of a hand is luck, and how a review grades players whose strength is known.

*Luck*: hands of a player against itself, the dealer in turn; the mean luck of a seat with its
interval, and the part of the variance of the results that luck explains (1 − variance of
result − luck ÷ variance of result). *Rates*: each player against itself, points lost in 100
decisions as the engine judges them.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

import numpy as np

from analyzer.api.evidence import Axis, Chart, Curve, Evidence, Panel
from analyzer.engine.bots import bot_named
from analyzer.engine.statistics import Floats, half_width_of_mean, ratio
from analyzer.engine.types import Grade
from analyzer.game.position import deal
from analyzer.game.rules import PRESETS
from analyzer.game.view import view_of
from analyzer.lab.measure._corpus import defended
from analyzer.lab.measure.words import Data, bar, bars_of_points, half, spread, table
from analyzer.notation.numbers import estimate, percent, signed_estimate
from analyzer.notation.records import record_of
from analyzer.review import Balance, Report, ReviewSettings, Verdict, review

PLAYERS = ("engine:1024", "fast", "gin-waiter", "eaai-simple", "greedy", "random")
AGAIN = 2_000
"""Times that hands are drawn again for an interval."""
DRAWN = 400
"""Hands of which luck and result are kept for the chart."""
ERRORS = (Grade.MISTAKE, Grade.BLUNDER)

EDGE = 100.0
"""Points that the chart of luck reaches; what lies beyond is counted, not drawn."""

PARTS = {
    "result": "the result",
    "luck": "all luck",
    "deal": "the deal",
    "mine": "own cards from the stock",
    "theirs": "their cards from the stock",
    "hidden": "what the cards hid",
    "yardstick": "better than the yardstick",
    "skill": "own errors",
    "errors": "the opponent’s errors",
}
"""The parts of a hand's result, in their order."""


def _reports(bot: str, hands: int, seed: int, settings: ReviewSettings) -> Iterator[Report]:
    """Hands of a bot against itself under the `eaai` rules, reviewed; the dealer in turn."""
    player = bot_named(bot, PRESETS["eaai"])
    for number in range(hands):
        position = deal(PRESETS["eaai"], seed + number, dealer=number % 2)
        while not position.over and len(position.played) < 120:
            action = player.decide(view_of(position), seed + number)
            position = defended(position, action, lays_off=player.lays_off)
        yield review(record_of(position), settings=settings)


def measured(bot: str, hands: int, seed: int, worlds: int) -> Data:
    """The luck of player 1, of `hands` hands."""
    settings = ReviewSettings(worlds=worlds, luck_worlds=64)
    rows: list[dict[str, float]] = []
    widest = 0.0
    for number, report in enumerate(_reports(bot, hands, seed, settings)):
        balance = report.hands[0].balances.get(0)
        if balance is None:
            continue
        widest = max(widest, abs(balance.sum - balance.result))
        rows.append(_row(balance))
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


def _row(balance: Balance) -> dict[str, float]:
    """The parts of a hand's result."""
    names = ("seat", "deal", "mine", "theirs", "hidden", "yardstick")
    parts = {name: getattr(balance.luck, name) for name in names}
    return {"result": balance.result, "luck": balance.luck.total, "skill": balance.skill,
            "errors": balance.errors or 0.0, **parts}  # fmt: skip


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


def measured_rates(bots: Sequence[str], hands: int, seed: int, worlds: int) -> Data:
    """Points lost in 100 decisions, and how many of them are mistakes or worse."""
    settings = ReviewSettings(worlds=worlds, luck_worlds=64)
    rows = []
    for bot in bots:
        by_hand = [
            [entry.verdict for entry in report.entries if entry.verdict.counts]
            for report in _reports(bot, hands, seed, settings)
        ]
        rows.append({"bot": bot, **_rate(by_hand)})
        print(rows[-1], file=sys.stderr, flush=True)
    return {"hands": hands, "worlds": worlds, "bots": rows}


def _rate(by_hand: list[list[Verdict]]) -> Data:
    """The error rate of some hands with its 95% interval, a hand being one cluster."""
    verdicts = [verdict for hand in by_hand for verdict in hand]
    graded = Counter(verdict.grade for verdict in verdicts)
    lost = [sum(verdict.loss for verdict in hand) for hand in by_hand]
    rate = ratio(np.array(lost, float), np.array([len(hand) for hand in by_hand], float))
    ends = {"mean": rate.mean, "low": rate.low, "high": rate.high}
    return {
        "decisions": len(verdicts),
        "rate": round(100 * rate.mean, 2),
        "error": round(100 * half(ends), 2),
        "mistakes": round(sum(graded[grade] for grade in ERRORS) / len(verdicts), 4),
        "undecided": sum(not verdict.decided for verdict in verdicts),
        "classes": {str(grade): graded[grade] for grade in Grade},
    }


# --- in words ----------------------------------------------------------------------------


def evidence(command: str, engine: str, data: Data) -> Evidence:
    """What part of a hand is luck."""
    part, mean, sd = data["explained"], data["mean"], data["sd"]
    luck = data["mean_luck"]
    return Evidence(
        section="luck",
        title="How much of a hand is luck?",
        command=command,
        engine=engine,
        finding=[
            f"Between two players alike, luck explains {percent(part['part'])} (95% interval "
            f"{100 * part['low']:.0f} to {percent(part['high'])}) of how much the results of hands "
            f"differ, and is {signed_estimate(luck['mean'], luck['error'], 2)} points on average."
        ],
        tables=[
            table(
                "Parts of a hand’s result, points",
                ("Part", "Mean", "Spread (SD)"),
                (
                    (label, signed_estimate(mean[name]["mean"], mean[name]["error"], 2),
                     f"{sd[name]:.1f}")
                    for name, label in PARTS.items()
                ),
            )
        ],
        charts=[_chart(data["points"])],
        method=f"{data['hands']:,} hands of {data['player']} against itself, dealing in turn, each "
        f"decision judged with up to {data['worlds']} worlds. Result = luck + skill + the "
        "opponent’s errors in every hand; what no other part accounts for is in what the cards "
        "hid, so the sum is no finding, but that luck is zero on average is one. Explained is "
        "1 less the variance of result − luck over that of the result.",
        limits="With few worlds an error’s size is uncertain, which makes skill look more "
        "varied, and luck explain less, than it does. Between players of unequal strength luck "
        "explains less too.",
        data=dict(data),
    )  # fmt: skip


def _chart(points: Sequence[tuple[float, float]]) -> Chart:
    drawn = [(luck, result) for luck, result in points if max(abs(luck), abs(result)) <= EDGE]
    label = f"{len(drawn)} of the hands, {len(points) - len(drawn)} lie beyond"
    return Chart(
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


def evidence_of_rates(command: str, engine: str, data: Data) -> Evidence:
    """What the review says of players whose strength is known."""
    rows = sorted(data["bots"], key=lambda row: float(row["rate"]))
    best, worst = rows[0], rows[-1]
    return Evidence(
        section="rates",
        title="Does the review see who plays well?",
        command=command,
        engine=engine,
        finding=[
            f"Least by `{best['bot']}`, which loses {estimate(best['rate'], best['error'], 0)} "
            f"points in 100 decisions, most by `{worst['bot']}`, "
            f"{estimate(worst['rate'], worst['error'], 0)}."
        ],
        tables=[
            table(
                "Points lost in 100 decisions",
                ("Player", "Points lost", "Worse than an inaccuracy", "Decisions"),
                (
                    (row["bot"], estimate(row["rate"], row["error"]),
                     f"{100 * row['mistakes']:.1f}%", f"{row['decisions']:,}")
                    for row in rows
                ),
                bars_of_points([bar(spread(row["rate"], row["error"])) for row in rows]),
            )
        ],
        method=f"{data['hands']} hands of each player against itself, every decision that was "
        f"neither forced nor obvious judged with up to {data['worlds']:,} worlds. Intervals take "
        "a hand as one cluster. Worse than an inaccuracy are mistakes and blunders.",
        limits="A player that plays otherwise than the engine’s model of its opponent is "
        "judged against that model all the same: the rate is what the engine thinks was lost.",
        data=dict(data),
    )  # fmt: skip
