"""The command `score`: the hands of a match on its sheet."""

from __future__ import annotations

import click
from rich.console import Console

from analyzer.cli.common import answer, shared, text_or_stdin
from analyzer.cli.draw import table
from analyzer.errors import InputError
from analyzer.notation.results import read_results
from analyzer.rules import parse_rules
from analyzer.schemas import score_to_json
from analyzer.scoring import Series, Style


@click.command()
@click.argument("hands", nargs=-1)
@click.option(
    "--style",
    type=click.Choice([str(style) for style in Style]),
    default=str(Style.SINGLE),
    help="Match by match (single), a game of several matches, or three columns.",
)
@shared
def score(hands: tuple[str, ...], style: str, rules: str | None, as_json: bool) -> None:
    """The score sheet of HANDS, such as "1 knock 16, 2 gin 41, void".

    One hand a line or with commas between: the player who scored, how (knock, gin, big gin,
    undercut), and the points with their bonus; or tie, void, misdeal. Of a hand record its
    [Result "…"] lines are read.
    """
    series = Series.of(parse_rules(rules or "standard"), Style(style))
    for hand, where in read_results(text_or_stdin(hands, "hands")):
        if series.finished:
            raise InputError(
                "the match was over before this hand", where=where, hint="score it by itself"
            )
        series = series.add(hand)
    answer(as_json, score_to_json(series), lambda console: _show(console, series))


def _show(console: Console, series: Series) -> None:
    for number, match in enumerate(series.matches, start=1):
        title = f"Match {number}" if len(series.matches) > 1 else None
        sheet = table("", "player 1", "player 2", "", right=["player 1", "player 2"], title=title)
        for line in match.lines():
            amounts = ["" if amount is None else str(amount) for amount in line.amounts]
            sheet.add_row(line.label, *amounts, str(line.note))
        console.print(sheet)
        console.print(_standing(match.winner, match.finished, match.margin, match.score))
    if len(series.matches) > 1 or series.target is not None:
        first, second = series.credited
        won = "" if series.winner is None else f" Player {series.winner + 1} has won."
        console.print(f"Matches {series.won(0)}–{series.won(1)}, credited {first}–{second}.{won}")


def _standing(winner: int | None, finished: bool, margin: int, score: tuple[int, int]) -> str:
    if winner is not None:
        return f"Player {winner + 1} wins by {margin}."
    return "Nobody wins." if finished else f"In play at {score[0]}–{score[1]}."
