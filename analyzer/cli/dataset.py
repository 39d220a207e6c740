"""The command `dataset`: self-play in which every decision is valued, for other programs."""

from __future__ import annotations

from pathlib import Path

import click

from analyzer.arena.dataset import DatasetPlan, write_dataset
from analyzer.cli.bars import counting_bar
from analyzer.cli.common import CLUSTER, JSON, RULES, WORKERS, answer, seed_of
from analyzer.game.rules import rules_for_two
from analyzer.jobs import Jobs

PLAN = DatasetPlan(hands=1_000)


@click.command()
@click.argument("folder", type=click.Path(file_okay=False, path_type=Path))
@click.option("--hands", type=click.IntRange(1), default=PLAN.hands, help="Default 1,000.")
@click.option("--bot", default=PLAN.bot, help="Who plays, such as engine:256; default fast.")
@click.option(
    "--opponent", metavar="MODEL", default=PLAN.opponent,
    help="The model that the values rest on, such as reader; default baseline.",
)  # fmt: skip
@click.option(
    "--worlds", type=click.IntRange(1, 1_000_000), default=PLAN.worlds,
    help="Worlds for each decision; default 64.",
)  # fmt: skip
@seed_of("deals")
@click.option("--shard", type=click.IntRange(1), default=PLAN.shard,
              help="Hands of a file; default 1,000.")  # fmt: skip
@RULES
@WORKERS
@CLUSTER
@JSON
def dataset(
    folder: Path,
    hands: int,
    bot: str,
    opponent: str,
    worlds: int,
    seed: int,
    shard: int,
    rules: str | None,
    workers: int,
    cluster: str | None,
    as_json: bool,
) -> None:
    """Write self-play with the value of every legal action of each decision to FOLDER.

    Records as text, decisions and hands as Parquet, and a README that says what they are and how
    they were made. Killed and started again with the same options it goes on where it was; the
    same options give the same bytes. Needs the extra `data`.
    """
    played = PLAN.rules if rules is None else rules_for_two(rules).name
    plan = DatasetPlan(hands, played, bot, opponent, worlds, seed, shard)
    with Jobs(workers, cluster, kept_in=folder) as jobs, counting_bar("dataset") as progress:
        decisions = write_dataset(folder, plan, jobs, progress=progress)
    document = {"folder": str(folder), "hands": hands, "decisions": decisions}
    summary = f"{folder}: {hands:,} hands, {decisions:,} decisions"
    answer(as_json, document, lambda console: console.print(summary))
