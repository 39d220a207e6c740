"""The command `equity`: the chance to win the match, and the table behind it."""

from __future__ import annotations

import re
from pathlib import Path

import click
from rich.console import Console

from analyzer.api.equities import EquityJson, equity_to_json
from analyzer.arena.figures import build_figures
from analyzer.cli.chunks import in_chunks, jobs_of
from analyzer.cli.common import JSON, OUT, answer, console, shared
from analyzer.engine.equity import equity_for
from analyzer.errors import InputError
from analyzer.game.rules import rules_for_two
from analyzer.game.view import Side
from analyzer.notation.numbers import match_chance, points
from analyzer.resources import write_whole

HANDS = 100_000


class _ScoreOrBuild(click.Group):
    """`equity 40-65` is short for `equity at 40-65`."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Put in the word that is left out."""
        if args and args[0] not in {*self.commands, *ctx.help_option_names}:
            args = ["at", *args]
        return super().parse_args(ctx, args)


@click.group(cls=_ScoreOrBuild)
def equity() -> None:
    """The chance to win the match: `equity 40-65`, my score first.

    `equity build` plays the baseline policy against itself and writes the figures that the
    chances come from.
    """


@equity.command("at")
@click.argument("score")
@click.option("--dealer", type=click.Choice(["me", "opp"]), help="Who deals the next hand.")
@shared
def _at(score: str, dealer: str | None, rules: str | None, as_json: bool) -> None:
    """The chance to win the match from SCORE, mine first, such as 40-65."""
    played = rules_for_two(rules or "standard")
    table = equity_for(played)
    if table is None:
        raise InputError(
            f"{played.name} has no match to win", where="--rules", hint="add target=100"
        )
    side = None if dealer is None else Side.named(dealer)
    equity = equity_to_json(table, _score(score), side)
    answer(as_json, equity, lambda console: _show(console, equity))


@equity.command("build")
@click.option("--hands", type=click.IntRange(1), default=HANDS, help=f"Default {HANDS:,}.")
@click.option("--seed", type=click.IntRange(0, 2**62), default=1, help="Default 1.")
@in_chunks
@OUT
@JSON
def _build(
    hands: int,
    seed: int,
    workers: int,
    cluster: str | None,
    journal: Path | None,
    out: Path,
    as_json: bool,
) -> None:
    """Measure every preset in self-play and write the figures.

    Those that are shipped are analyzer/engine/data/selfplay.json.
    """
    playing = console(stderr=True).status(f"playing {hands:,} hands of each preset")
    with jobs_of(workers, cluster, journal) as jobs, playing:
        document = build_figures(hands, seed, jobs)
    write_whole(out, document)
    summary = {"file": str(out), "hands": hands, "seed": seed, "bytes": len(document)}
    answer(as_json, summary, lambda console: console.print(f"{out}: {len(document):,} bytes"))


def _score(text: str) -> tuple[int, int]:
    match = re.fullmatch(r"\s*(\d{1,6})\s*[-–:,/ ]\s*(\d{1,6})\s*", text)
    if match is None:
        raise InputError(f"`{text}` is not a score", where="score", hint="write mine-theirs: 40-65")
    return int(match[1]), int(match[2])


def _show(console: Console, equity: EquityJson) -> None:
    mine, theirs = equity.score
    console.print(
        f"{match_chance(equity.chance)} at {mine}–{theirs}, {equity.rules} to {equity.target}"
    )
    console.print(
        f"I deal: {match_chance(equity.deals.me)}; they deal: {match_chance(equity.deals.opp)}"
    )
    console.print(f"At 0–0 a point is worth {points(100 * equity.slope, 2)} percentage points.")
