"""Reviews whose tables are read back, and whose losses are held against far deeper searches.

    python -m tests.workshop.two_hundred --reviews 200 --seed 1 --state reviews.jsonl

The records are games of the engine's, games of players with the habits of people, and texts that
were brought: as somebody tells a hand, as other programs write one, or with one hand unseen. Of
each review every table is read as it is shown: its order is that of the losses, and each loss the
difference of two values shown. Of a few decisions the loss is measured again in ten times as many
fresh worlds, and the share of 95% intervals counted that hold it. What is done is kept in the state
as it comes, so that a run which was cut off goes on where it was.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, field
from decimal import Decimal
from functools import cache
from math import hypot, sqrt
from pathlib import Path
from random import Random
from typing import Any, Final

from analyzer.api.records import read_match
from analyzer.display.tables import action_table
from analyzer.engine import ENGINE_VERSION
from analyzer.engine.bots import bot_named
from analyzer.engine.bots.people import PEOPLE, STRANGERS, names_in
from analyzer.engine.bots.tables import table_for
from analyzer.engine.opponents import opponent_named
from analyzer.engine.thresholds import Z95
from analyzer.game.rules import PRESETS
from analyzer.notation.records import Match, format_record, match_of, parse_record, record_of
from analyzer.resources import resource_root
from analyzer.review import Choice, ReviewSettings, review
from analyzer.review.paired_rollouts import PairedRollouts
from analyzer.review.types import VERSION
from tests.oracles.played import record
from tests.oracles.texts import seen_by
from tests.unit.test_one_voice import plain_number

RULES: Final = ("standard", "classic", "oklahoma", "eaai", "modern-50", "hoyle-20", "straight")
ENGINE: Final = "engine:128"
DEEPER: Final = 10
"""Times as many worlds as the review used."""
DEEP_SEED: Final = 2**40
SURELY: Final = 4.0
"""Standard errors behind the best from which an action is played no more."""
LOSSES, ZEROS = 4, 1
"""Decisions of a review measured again: of those whose loss has an interval, and of others."""
CASES: Final = Path(__file__).parents[1] / "cases"


@dataclass(frozen=True)
class Loss:
    """A loss as a review has it, and as a deeper search does; one below 0 is shown as none."""

    loss: float
    se: float
    true: float
    true_se: float

    @property
    def held(self) -> bool:
        """True if the interval holds the true loss, whose own error is allowed for."""
        apart = abs(max(0.0, self.loss) - max(0.0, self.true))
        return apart <= Z95 * hypot(self.se, self.true_se) + 1e-9


@dataclass
class Done:
    """What came of one review."""

    number: int
    source: str
    tables: int = 0
    rows: int = 0
    wrong: list[str] = field(default_factory=list)
    """Tables that contradict themselves, each in words."""
    losses: list[Loss] = field(default_factory=list)
    zeros: list[Loss] = field(default_factory=list)
    """Of decisions in which nothing was lost by the review, with no interval to hold."""


# ---------------------------------------------------------------- records


def record_number(number: int, seed: int) -> tuple[str, Match]:
    """A record, and what it comes from: the three sources in turn."""
    return (_engines, _peoples, _brought)[number % 3](number // 3, Random(f"{seed}/{number}"))


def _engines(number: int, rng: Random) -> tuple[str, Match]:
    return "engine", _played((ENGINE, ENGINE), number, rng)


def _peoples(number: int, rng: Random) -> tuple[str, Match]:
    names = (*names_in(PEOPLE), *names_in(STRANGERS))
    return "people", _played((rng.choice(names), rng.choice(names)), number, rng)


def _played(names: tuple[str, str], number: int, rng: Random) -> Match:
    """A hand of two bots, every other one at a score."""
    rules = PRESETS[RULES[number % len(RULES)]]
    first, second = (bot_named(name, rules) for name in names)
    table = table_for((first, second), rules, rng.randrange(10**6), time.thread_time)
    target = rules.target or 0
    score = (rng.randrange(target), rng.randrange(target)) if number % 2 and target else None
    position = table.hand(number, 0, score).steps[-1]
    text = format_record(record_of(position, names))
    return match_of([parse_record(text)])


def _brought(number: int, rng: Random) -> tuple[str, Match]:
    """A text of somebody else's; once these are used up a hand of which one side was not seen."""
    if number < len(_texts()):
        return "brought", read_match(_texts()[number])
    made = record(RULES[number % len(RULES)], rng.randrange(10**6))
    text = format_record(seen_by(made, number % 2) if number % 3 else made)
    return "brought", read_match(text)


@cache
def _texts() -> tuple[str, ...]:
    """Games told in sentences, sheets of RLCard's, and the records that are shipped."""
    told = json.loads((CASES / "tales.json").read_text(encoding="utf-8"))
    shipped = resource_root() / "analyzer" / "notation" / "records" / "examples"
    files = [CASES / "rlcard.txt", *sorted(shipped.glob("*.txt"))]
    return (*(tale["text"] for tale in told), *(one.read_text(encoding="utf-8") for one in files))


# ---------------------------------------------------------------- what is checked


def done(number: int, seed: int) -> Done:
    """Review a record and check what is shown of it."""
    source, match = record_number(number, seed)
    report = review(match, settings=ReviewSettings(seed=seed), threads=1)
    entries = [one for one in report.entries if isinstance(one, Choice) and not one.verdict.forced]
    found = Done(number, source)
    for entry in entries:
        rows, wrong = check_table(entry)
        found.tables, found.rows = found.tables + 1, found.rows + rows
        found.wrong += wrong
    rng = Random(f"decisions {seed}/{number}")
    known = [one for one in entries if one.verdict.se > 0]
    others = [one for one in entries if one.verdict.se == 0]
    found.losses = [_again(one, number) for one in rng.sample(known, min(LOSSES, len(known)))]
    found.zeros = [_again(one, number) for one in rng.sample(others, min(ZEROS, len(others)))]
    return found


def check_table(entry: Choice) -> tuple[int, list[str]]:
    """The rows of a decision's table as it is shown, and each that contradicts another."""
    table = action_table(entry.view, entry.found.actions, entry.tied)
    worths = [plain_number(row.worth) for row in table.rows]
    losses = [plain_number(row.loss.lstrip("−")) for row in table.rows]
    where = f"hand {entry.hand + 1} turn {entry.turn + 1}"
    wrong = [
        f"{where}: {row.key} is worth {row.worth} and {row.loss} behind {table.rows[0].worth}"
        for row, worth, loss in zip(table.rows, worths, losses, strict=True)
        if loss != max(worths[0] - worth, Decimal(0))
    ]
    if losses != sorted(losses) or worths != sorted(worths, reverse=True):
        wrong.append(f"{where}: the order is not that of the losses")
    return len(table.rows), wrong


def _again(entry: Choice, number: int) -> Loss:
    """The loss of a decision in many more fresh worlds."""
    found = entry.found
    model = opponent_named(ReviewSettings().opponent)
    rollouts = PairedRollouts(entry.view, found.played, model, DEEP_SEED + number)
    wanted = DEEPER * found.worlds
    rollouts.run(found.worlds)
    while rollouts.worlds < wanted:
        rollouts.drop(_hopeless(rollouts))
        rollouts.run(min(rollouts.worlds, wanted - rollouts.worlds))
    return Loss(found.verdict.loss, found.verdict.se, *rollouts.loss())


def _hopeless(rollouts: PairedRollouts) -> list[int]:
    """The actions that are surely not the best, but for the played one: they only take time."""
    best = rollouts.leader
    leads = {column: rollouts.lead(best, column) for column in rollouts.active if column}
    return [column for column, (gap, error) in leads.items() if gap > SURELY * error > 0]


# ---------------------------------------------------------------- sums


def summed(reviews: Sequence[Done]) -> dict[str, Any]:
    """The figures of all reviews; losses of one review count as one observation in the error."""
    wrong = [f"review {one.number} ({one.source}): {text}" for one in reviews for text in one.wrong]
    sources = sorted({one.source for one in reviews})
    return {
        "reviews": len(reviews),
        "by source": {name: sum(one.source == name for one in reviews) for name in sources},
        "tables": sum(one.tables for one in reviews),
        "rows": sum(one.rows for one in reviews),
        "contradictions": len(wrong), "first": wrong[:5],
        "losses": _coverage([one.losses for one in reviews]),
        "of no loss": _coverage([one.zeros for one in reviews]),
    }  # fmt: skip


def _coverage(parts: Sequence[Sequence[Loss]]) -> dict[str, Any]:
    every = [loss for part in parts for loss in part]
    if not every:
        return {"intervals": 0}
    held = sum(loss.held for loss in every)
    share = held / len(every)
    squares = sum((sum(one.held for one in part) - share * len(part)) ** 2 for part in parts)
    return {
        "intervals": len(every), "held": held, "share": round(share, 4),
        "half": round(Z95 * sqrt(squares) / len(every), 4),
        "too low": sum(not one.held and one.loss < one.true for one in every),
        "mean": round(sum(one.loss for one in every) / len(every), 3),
        "truly": round(sum(one.true for one in every) / len(every), 3),
    }  # fmt: skip


# ---------------------------------------------------------------- in parts


def two_hundred(
    reviews: int, seed: int, state: Path | None = None, seconds: float | None = None
) -> dict[str, Any]:
    """Review so many records of a seed, as far as the time goes, with those that were done."""
    begun, kept = time.monotonic(), dict(_kept(state, seed))
    for number in range(reviews):
        if seconds is not None and time.monotonic() - begun >= seconds:
            break
        if number not in kept:
            kept[number] = done(number, seed)
            _keep(state, seed, kept[number])
    return summed([kept[number] for number in range(reviews) if number in kept])


def _made_by(seed: int) -> str:
    return f"{ENGINE_VERSION} {VERSION} {seed}"


def _keep(state: Path | None, seed: int, one: Done) -> None:
    if state is not None:
        with state.open("a", encoding="utf-8") as file:
            file.write(json.dumps({"made_by": _made_by(seed), **asdict(one)}) + "\n")


def _kept(state: Path | None, seed: int) -> Iterator[tuple[int, Done]]:
    """The reviews that this version did before."""
    if state is None or not state.exists():
        return
    for line in state.read_text(encoding="utf-8").splitlines():
        one = json.loads(line)
        if one.pop("made_by") == _made_by(seed):
            losses = {name: [Loss(**loss) for loss in one[name]] for name in ("losses", "zeros")}
            yield one["number"], Done(**{**one, **losses})


def main() -> None:
    """Review, and print the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--reviews", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--state", type=Path, help="a file from which a run goes on")
    parser.add_argument("--seconds", type=float, help="when to stop")
    given = parser.parse_args()
    data = two_hundred(given.reviews, given.seed, given.state, given.seconds)
    print(json.dumps(data, indent=2, ensure_ascii=False))


if __name__ == "__main__":
    main()
