"""A dataset of self-play: records, and every decision with the value of each legal action.

It is written in shards of hands, each a file of Parquet for the decisions, one for the hands, and
one of records. A shard follows from the plan and its number alone, and its files are there whole or
not at all, so whatever ended the work, done again it goes on where it was. Parquet needs the extra
`data`.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, field, replace
from functools import cache
from importlib import import_module
from importlib.metadata import version
from io import BytesIO
from pathlib import Path
from typing import Any, Final

import msgspec

from analyzer.engine.bots import Bot, bot_named
from analyzer.engine.bots.tables import table_for
from analyzer.engine.opponents import OpponentModel, opponent_named
from analyzer.engine.rollouts import candidates, roll_out
from analyzer.engine.search import ENGINE_VERSION
from analyzer.engine.statistics import cluster_means, error_of
from analyzer.engine.thresholds import half_width
from analyzer.errors import InputError, unwritable
from analyzer.game.actions import Action
from analyzer.game.arrangement import Defense
from analyzer.game.cards import CardSet
from analyzer.game.hand_end import HandEnd
from analyzer.game.position import Position
from analyzer.game.rules import Rules, rules_for_two
from analyzer.game.scoring import Ended, Outcome
from analyzer.game.view import View
from analyzer.jobs import Jobs, ranges
from analyzer.kernel.rng import step
from analyzer.notation.records import format_record, record_of
from analyzer.resources import need_extra, texts_beside, write_whole

PLAN: Final = "dataset.json"
CARD: Final = "README.md"
DECISIONS: Final = "decisions"
HANDS: Final = "hands"
RECORDS: Final = "records"
LEAST_CLUSTERS: Final = 4
"""Clusters of worlds from which an error is estimated."""

Row = tuple[Any, ...]


@dataclass(frozen=True, slots=True)
class DatasetPlan:
    """All that a dataset follows from."""

    hands: int
    rules: str = "standard"
    bot: str = "fast"
    opponent: str = "baseline"
    worlds: int = 64
    """Worlds in which each decision is valued."""
    seed: int = 1
    shard: int = 1_000
    """Hands of a shard: a few seconds of work."""

    @property
    def single(self) -> Rules:
        """The rules of hands that stand by themselves."""
        return rules_for_two(self.rules).override(target=None)

    def check(self) -> None:
        """See that all of it is known; InputError where it is not."""
        bot_named(self.bot, self.single)
        least = LEAST_CLUSTERS * opponent_named(self.opponent).belief.cluster
        if self.worlds < least:
            raise InputError(
                f"{self.worlds} worlds say nothing of their error", where="worlds",
                hint=f"give {least} or more for the opponent model {self.opponent}",
            )  # fmt: skip

    @property
    def shards(self) -> list[range]:
        """The hands of each shard."""
        return ranges(self.hands, self.shard)


@dataclass
class _Shard:
    """Some hands as rows; emptied once they are written."""

    decisions: list[Row] = field(default_factory=list)
    hands: list[Row] = field(default_factory=list)
    records: list[str] = field(default_factory=list)

    def clear(self) -> None:
        """Forget all: the work keeps its results, of which there may be any number."""
        self.decisions, self.hands, self.records = [], [], []


@dataclass(frozen=True)
class _Valued:
    """A bot whose every decision is valued and kept, beside how it plays."""

    bot: Bot
    player: int
    """1 or 2."""
    model: OpponentModel
    worlds: int
    rows: list[Row]
    """The decisions of the hand so far, of both players."""

    @property
    def name(self) -> str:
        """As the bot's."""
        return self.bot.name

    def defend(self, hand: CardSet, knock: Action, rules: Rules) -> Defense | None:
        """As the bot does."""
        return self.bot.defend(hand, knock, rules)

    def after(self, hand: HandEnd) -> _Valued:
        """Itself: each hand stands by itself."""
        return self

    def decide(self, view: View, seed: int) -> Action:
        """As the bot does; the values come from worlds of their own."""
        action = self.bot.decide(view, seed)
        valued = self._valued(view, step(seed))
        if len(valued) == 1:
            return action
        values, errors = zip(*valued.values(), strict=True)
        pile = " ".join(map(str, view.pile))
        self.rows.append((
            self.player, str(view.question), view.stock, str(view.hand), pile, str(view.opponent),
            str(view.shown), list(valued), values, errors, str(action),
        ))  # fmt: skip
        return action

    def _valued(self, view: View, seed: int) -> dict[str, tuple[float, float]]:
        """(value, half of its 95% interval) of each action, of a knock with its best spread."""
        columns, model = candidates(view), self.model.at(view)
        cluster = model.belief.cluster
        worlds = model.belief.sample(view, seed, 0, self.worlds)
        points = roll_out(view, columns, worlds, model).points.astype(float)
        means = points if cluster == 1 else cluster_means(points, cluster)
        deepest = dict[str, tuple[float, float]]()
        levels, variances = means.mean(axis=0).tolist(), means.var(axis=0, ddof=1).tolist()
        for action, level, variance in zip(columns, levels, variances, strict=True):
            name = str(action)
            if name not in deepest or level > deepest[name][0]:
                deepest[name] = level, half_width(error_of(variance, len(means)))
        return deepest


def play_shard(task: tuple[DatasetPlan, range]) -> _Shard:
    """Play the hands of a shard; a pure function of the task."""
    plan, numbers = task
    rules, model, rows = plan.single, opponent_named(plan.opponent), list[Row]()
    bot = bot_named(plan.bot, rules)
    first, second = (_Valued(bot, player, model, plan.worlds, rows) for player in (1, 2))
    table, shard = table_for((first, second), rules, plan.seed, time.thread_time), _Shard()
    for number in numbers:
        table.sit_down()
        played = table.hand(number, 0)
        last, points = played.steps[-1], {1: played.points, 2: -played.points}
        shard.decisions += (
            (number, at, *row, points[row[0]]) for at, row in enumerate(rows)
        )  # fmt: skip
        shard.hands.append(_hand(number, last, len(rows)))
        record = replace(record_of(last, (bot.name, bot.name)), tags=(("Number", str(number)),))
        shard.records.append(format_record(record))
        rows.clear()
    return shard


def _hand(number: int, last: Position, decisions: int) -> Row:
    """A row of hands; a hand that was given up is void."""
    outcome = last.outcome or Outcome(Ended.VOID, (0, 0))
    knocker = 0 if outcome.knocker is None else outcome.knocker + 1
    return (
        number, str(last.upcard or ""), len(last.played), decisions, str(outcome.hand.kind),
        knocker, outcome.points[0],
    )  # fmt: skip


# ---------------------------------------------------------------- files


@cache
def dataset_card() -> dict[str, Any]:
    """The card of a dataset: what it is, how it is made, its license, columns and limits."""
    return texts_beside(__file__, "dataset.toml")


def write_dataset(
    folder: Path,
    plan: DatasetPlan,
    jobs: Jobs,
    *,
    progress: Callable[[int, int], None] = lambda done, all_: None,
) -> int:
    """Write what is missing of a dataset; the number of decisions in all of it.

    `progress` is called with (shards done, shards). Raises InputError where the extra is not
    installed, for a plan that cannot be, and for a folder that holds something else.
    """
    plan.check()
    need_extra("data", "pyarrow", "Parquet")
    _claim(folder, plan)
    waiting = [numbers for numbers in plan.shards if not _is_done(folder, numbers)]
    before = len(plan.shards) - len(waiting)

    def keep(place: int, shard: _Shard) -> None:
        _write(folder, waiting[place], shard)
        shard.clear()

    jobs.run(
        play_shard,
        [(plan, numbers) for numbers in waiting],
        each=keep,
        progress=lambda done, _: progress(before + done, len(plan.shards)),
    )
    parquet = import_module("pyarrow.parquet")
    parts = (_file(folder, DECISIONS, numbers) for numbers in plan.shards)
    decisions = sum(int(parquet.read_metadata(part).num_rows) for part in parts)
    write_whole(folder / CARD, card_text(plan, decisions).encode())
    return decisions


def _claim(folder: Path, plan: DatasetPlan) -> None:
    """See that a folder is empty or was begun for the same plan, by the same programs."""
    made_by = {"engine": ENGINE_VERSION, "pyarrow": version("pyarrow")}
    text = msgspec.json.format(msgspec.json.encode({**asdict(plan), **made_by}), indent=1) + b"\n"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        begun = any(folder.iterdir())
        if begun and (not (folder / PLAN).is_file() or (folder / PLAN).read_bytes() != text):
            raise InputError(
                "there is something else, or a dataset of another plan or engine",
                where=str(folder), hint="name another folder, or give the options of its "
                f"{PLAN}",
            )  # fmt: skip
        for part in (DECISIONS, HANDS, RECORDS):
            (folder / part).mkdir(exist_ok=True)
    except OSError as error:
        raise unwritable(folder, error) from None
    write_whole(folder / PLAN, text)


def _file(folder: Path, part: str, numbers: range) -> Path:
    """A file of a shard, named by its first hand."""
    return folder / part / f"{numbers.start:09}.{'txt' if part == RECORDS else 'parquet'}"


def _is_done(folder: Path, numbers: range) -> bool:
    return all(_file(folder, part, numbers).is_file() for part in (DECISIONS, HANDS, RECORDS))


def _write(folder: Path, numbers: range, shard: _Shard) -> None:
    write_whole(_file(folder, DECISIONS, numbers), _parquet(DECISIONS, shard.decisions))
    write_whole(_file(folder, HANDS, numbers), _parquet(HANDS, shard.hands))
    text = "\n\n".join(shard.records) + "\n"
    write_whole(_file(folder, RECORDS, numbers), text.encode())


def _parquet(part: str, rows: Sequence[Row]) -> bytes:
    """Rows as a file of Parquet: the same rows give the same bytes."""
    arrow, parquet = import_module("pyarrow"), import_module("pyarrow.parquet")
    columns = next(table for table in dataset_card()["tables"] if table["name"] == part)["columns"]
    schema = arrow.schema([
        arrow.field(column["name"], _type(arrow, column["type"]), nullable=False)
        for column in columns
    ])  # fmt: skip
    arrays = [
        arrow.array(values, kind)
        for values, kind in zip(zip(*rows, strict=True), schema.types, strict=True)
    ]
    file = BytesIO()
    parquet.write_table(arrow.table(arrays, schema=schema), file, compression="zstd")
    return file.getvalue()


def _type(arrow: Any, name: str) -> Any:
    """A type of a column: `int64`, `string`, `list<float>` and the like."""
    if name.startswith("list<"):
        return arrow.list_(_type(arrow, name[5:-1]))
    return arrow.float32() if name == "float" else getattr(arrow, name)()


def card_text(plan: DatasetPlan, decisions: int) -> str:
    """The card as a README of the dataset itself."""
    card = dataset_card()
    command = f"ginsight dataset FOLDER --hands {plan.hands} --rules {plan.rules} "
    command += f"--bot {plan.bot} --opponent {plan.opponent} --worlds {plan.worlds} "
    command += f"--seed {plan.seed} --shard {plan.shard}"
    lines = [
        f"# {card['title']}", card["lead"],
        f"{plan.hands:,} hands and {decisions:,} decisions under `{plan.rules}`, played by "
        f"`{plan.bot}`; each decision is valued in {plan.worlds} worlds of the opponent model "
        f"`{plan.opponent}`. Engine {ENGINE_VERSION}.",
        f"```sh\n{command}\n```", "## How it is made", *card["how"], "## Read it",
        f"```python\n{card['use'].strip()}\n```", *map(_table_text, card["tables"]),
        "## What it does not say", "\n".join(f"- {line}" for line in card["limits"]),
        "## License", card["license"],
    ]  # fmt: skip
    return "\n\n".join(lines) + "\n"


def _table_text(table: dict[str, Any]) -> str:
    rows = (
        f"| {column['name']} | {column['type']} | {column.get('unit', '')} | {column['means']} |"
        for column in table["columns"]
    )
    head = f"## `{table['name']}/*.parquet`\n\n{table['about']}\n\n"
    return head + "\n".join(["| column | type | unit | what |", "|---|---|---|---|", *rows])
