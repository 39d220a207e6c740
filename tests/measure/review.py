"""What a review takes, how it grades players, and what part of a hand is luck.

    python -m tests.measure.review speed
    python -m tests.measure.review luck --hands 2000 --out static/evidence/luck.json
    python -m tests.measure.review rates --hands 40 --out static/evidence/rates.json
    python -m tests.measure.review themes --hands 3000 --out static/evidence/themes.json
    python -m tests.measure.review never-fails --hands 1000 --out static/evidence/reviews.json

`speed`: seconds for one hand of a dozen decisions and for a match of ten hands, warm. `luck`:
hands of a player against itself, the dealer in turn; the mean luck of a seat with its interval,
and the part of the variance of the results that luck explains (1 − variance of result − luck ÷
variance of result). `rates`: each player against itself, points lost in 100 decisions as the
engine judges them. `themes`: hands of players who slip, until each theme was seen often enough; an
example is told as hand, player and turn. `never-fails`: hands of all the rules reviewed, with
all that must hold of a review (`tests.oracles.reviewed`); `--state` names a file from which a run
goes on that was cut off, `--rules` some of the rules, `--seconds` when to stop.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from analyzer.engine import ENGINE_VERSION, warm_up
from analyzer.engine.bots import bot_named
from analyzer.engine.bots.base import Bot
from analyzer.engine.thresholds import Z95
from analyzer.engine.types import Grade
from analyzer.game.position import deal
from analyzer.game.rules import PRESETS
from analyzer.game.scoring import Series, next_dealer
from analyzer.game.view import view_of
from analyzer.notation.records import Match, Record, match_of, record_of
from analyzer.review import Balance, Entry, LayOff, Report, Settings, Verdict, review
from analyzer.review.coach import Theme, themes_of
from tests.measure.evidence import tell
from tests.measure.reviewed import never_fails
from tests.oracles.corpus import defended, judged, may_bring, suspects

PLAYERS = ("engine:1024", "fast", "gin-waiter", "eaai-simple", "greedy", "random")
AGAIN = 2_000
"""Times that hands are drawn again for an interval."""
EXAMPLES = 8
"""Of each theme, how many are named."""
DRAWN = 400
"""Hands of which luck and result are kept for the figure."""
ERRORS = (Grade.MISTAKE, Grade.BLUNDER)


def played(
    bots: tuple[Bot, Bot], seed: int, dealer: int, score: tuple[int, int] | None = None
) -> Record:
    """A hand of the `eaai` rules between two bots."""
    position = deal(PRESETS["eaai"], seed, dealer=dealer, score=score)
    while not position.over and len(position.played) < 120:
        action = bots[position.turn].decide(view_of(position), seed)
        lays_off = bots[1 - position.turn].lays_off
        position = defended(position, action, lays_off=lays_off)
    return record_of(position)


def a_match(hands: int, seed: int) -> Match:
    """So many hands of a long match of `fast` against `greedy`."""
    bots = bot_named("fast", PRESETS["eaai"]), bot_named("greedy", PRESETS["eaai"])
    for begin in range(seed, seed + 10_000):
        found: list[Record] = []
        dealer, series = 1, Series.of(PRESETS["eaai"])
        while len(found) < hands and not series.finished:
            score = series.matches[-1].score if series.matches else (0, 0)
            record = played(bots, 1_000 * begin + len(found), dealer, score)
            assert record.result is not None
            found.append(record)
            series = series.add(record.result)
            dealer = next_dealer(PRESETS["eaai"], dealer, record.result)
        if len(found) == hands:
            return match_of(found)
    raise AssertionError("no match was long enough")


def a_hand(decisions: int) -> Record:
    """A hand in which both players together have so many decisions."""
    bots = bot_named("fast", PRESETS["eaai"]), bot_named("greedy", PRESETS["eaai"])
    few = Settings(worlds=64, luck_worlds=64)
    for seed in range(10_000):
        record = played(bots, seed, seed % 2)
        if len(record.turns) < decisions and len(review(record, settings=few).entries) == decisions:
            return record
    raise AssertionError("no hand has so many decisions")


def speed() -> dict[str, Any]:
    """Seconds for a hand and for a match."""
    warm_up()
    found = {}
    for name, record in (
        ("hand of 12 decisions", a_hand(12)),
        ("match of 10 hands", a_match(10, 1)),
    ):
        begun, spent = time.perf_counter(), time.process_time()
        report = review(record, threads=os.cpu_count() or 1)
        counting = sum(totals.overall.decisions for totals in report.totals.values())
        found[name] = {
            "seconds": round(time.perf_counter() - begun, 2),
            "cpu_seconds": round(time.process_time() - spent, 2),
            "decisions": len(report.entries),
            "with_a_choice": counting,
            "undecided": sum(totals.undecided for totals in report.totals.values()),
        }
    return found


def reports(bot: str, hands: int, seed: int, settings: Settings) -> Iterator[Report]:
    """Hands of a bot against itself, reviewed; the dealer in turn."""
    one = bot_named(bot, PRESETS["eaai"])
    for number in range(hands):
        yield review(played((one, one), seed + number, number % 2), settings=settings)


def luck(bot: str, hands: int, seed: int, worlds: int) -> dict[str, Any]:
    """The luck of player 1, of `hands` hands."""
    settings = Settings(worlds=worlds, luck_worlds=64)
    rows: list[dict[str, float]] = []
    widest = 0.0
    for number, report in enumerate(reports(bot, hands, seed, settings)):
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
        "mean_luck": spread(columns["luck"]),
        "explained": explained(columns),
        "mean": {name: spread(column) for name, column in columns.items()},
        "sd": {name: round(float(column.std()), 2) for name, column in columns.items()},
        "points": [[round(row["luck"], 1), round(row["result"])] for row in rows[:DRAWN]],
    }


def _row(balance: Balance) -> dict[str, float]:
    """The parts of a hand's result."""
    parts = {
        name: getattr(balance.luck, name)
        for name in ("seat", "deal", "mine", "theirs", "hidden", "yardstick")
    }
    return {"result": balance.result, "luck": balance.luck.total, "skill": balance.skill,
            "errors": balance.errors or 0.0, **parts}  # fmt: skip


def explained(columns: Mapping[str, np.ndarray[Any, Any]]) -> dict[str, float]:
    """The part of the results' variance that luck explains, with the 95% interval of hands
    drawn again from these (bootstrap)."""
    result, rest = columns["result"], columns["result"] - columns["luck"]
    rng = np.random.default_rng(1)
    again = []
    for _ in range(AGAIN):
        drawn = rng.integers(len(result), size=len(result))
        again.append(1 - rest[drawn].var() / result[drawn].var())
    low, high = np.quantile(again, [0.025, 0.975])
    whole = 1 - rest.var() / result.var()
    return {name: round(float(part), 4)
            for name, part in (("part", whole), ("low", low), ("high", high))}  # fmt: skip


def spread(values: np.ndarray[Any, Any]) -> dict[str, float]:
    """A mean and the half-width of its 95% interval."""
    half = Z95 * values.std(ddof=1) / len(values) ** 0.5
    return {"mean": round(float(values.mean()), 3), "error": round(float(half), 3)}


def rates(bots: tuple[str, ...], hands: int, seed: int, worlds: int) -> dict[str, Any]:
    """Points lost in 100 decisions, and how many of them are mistakes or worse."""
    settings = Settings(worlds=worlds, luck_worlds=64)
    found = []
    for bot in bots:
        by_hand = [
            [one.verdict for one in report.entries if one.verdict.counts]
            for report in reports(bot, hands, seed, settings)
        ]
        found.append({"bot": bot, **_rate(by_hand)})
        print(found[-1], file=sys.stderr, flush=True)
    return {"hands": hands, "worlds": worlds, "bots": found}


def _rate(by_hand: list[list[Verdict]]) -> dict[str, Any]:
    """The error rate of some hands with its 95% interval, a hand being one cluster."""
    number = sum(map(len, by_hand))
    graded = Counter(verdict.grade for hand in by_hand for verdict in hand)
    rate = sum(verdict.loss for hand in by_hand for verdict in hand) / number
    off = [sum(verdict.loss - rate for verdict in hand) for hand in by_hand]
    half = Z95 * np.sqrt(len(off) / (len(off) - 1) * np.square(off).sum()) / number
    return {
        "decisions": number,
        "rate": round(100 * rate, 2),
        "error": round(100 * float(half), 2),
        "mistakes": round(sum(graded[grade] for grade in ERRORS) / number, 4),
        "undecided": sum(not verdict.decided for hand in by_hand for verdict in hand),
        "classes": {str(grade): graded[grade] for grade in Grade},
    }


class Example(NamedTuple):
    """Where a theme was seen."""

    hand: int
    """The seed of the hand in the corpus."""
    player: int
    turn: int
    kind: str
    loss: float
    decided: bool

    @classmethod
    def of(cls, seed: int, entry: Entry) -> Example:
        """Of an entry of the hand with this seed."""
        verdict, place = entry.verdict, (seed, entry.seat + 1, entry.turn + 1, str(entry.kind))
        return cls(*place, round(verdict.loss, 2), verdict.decided)


def themes(wanted: int, most: int) -> dict[str, Any]:
    """How often each theme is seen, until each has been so often, or after so many hands.

    A first look with few worlds finds what may have a theme that is still wanted; that is then
    judged as a review judges it.
    """
    counts, examples = Counter[Theme](), defaultdict[Theme, list[Example]](list)
    judged_deep = errors = played = seed = 0
    while seed < most and any(counts[theme] < wanted for theme in Theme):
        rare = frozenset(theme for theme in Theme if counts[theme] < wanted)
        if not may_bring(seed, rare):
            seed += 1
            continue
        played += 1
        for one in suspects(seed, rare):
            if all(counts[theme] >= wanted for theme in themes_of(one)):
                continue
            judged_deep += 1
            entry = one if isinstance(one, LayOff) else judged(one, Settings())
            found = themes_of(entry)
            errors += bool(found)
            counts.update(found)
            for theme in found:
                examples[theme].append(Example.of(seed, entry))
        seed += 1
        if played % 50 == 0:
            print(seed, "hands", {theme.name: counts[theme] for theme in rare}, file=sys.stderr,
                  flush=True)  # fmt: skip
    return {
        "hands": played,
        "judged": judged_deep,
        "errors": errors,
        "wanted": wanted,
        "themes": {
            theme.name: {"about": str(theme), "entries": counts[theme],
                         "first": [one._asdict() for one in examples[theme][:EXAMPLES]]}
            for theme in Theme
        },
    }  # fmt: skip


def _command(given: argparse.Namespace) -> str:
    """What was asked, so that it can be asked again."""
    told = {
        "luck": f" --hands {given.hands} --bot {given.bot} --worlds {given.worlds} "
        f"--seed {given.seed}",
        "rates": f" --hands {given.hands} --bots {given.bots} --worlds {given.worlds} "
        f"--seed {given.seed}",
        "themes": f" --hands {given.hands} --wanted {given.wanted}",
        "never-fails": f" --hands {given.hands}",
    }
    return f"python -m tests.measure.review {given.what}{told.get(given.what, '')}"


def main() -> None:
    """Measure and write the evidence."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("what", choices=["speed", "luck", "rates", "themes", "never-fails"])
    parser.add_argument("--hands", type=int, default=40)
    parser.add_argument("--wanted", type=int, default=20)
    parser.add_argument("--bot", default="fast")
    parser.add_argument("--bots", default=",".join(PLAYERS))
    parser.add_argument("--worlds", type=int, default=0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path)
    parser.add_argument("--rules", nargs="*")
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--state", type=Path)
    parser.add_argument("--seconds", type=float)
    given = parser.parse_args()
    work = {
        "speed": speed,
        "luck": lambda: luck(given.bot, given.hands, given.seed, given.worlds or 128),
        "rates": lambda: rates(
            tuple(given.bots.split(",")), given.hands, given.seed, given.worlds or 4_096
        ),
        "themes": lambda: themes(given.wanted, given.hands),
        "never-fails": lambda: never_fails(
            given.rules, given.hands, given.workers, given.state, given.seconds
        ),
    }
    found = {"command": _command(given), "engine": ENGINE_VERSION, **work[given.what]()}
    tell(found, given.out)


if __name__ == "__main__":
    main()
