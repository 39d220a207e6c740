"""The command `score`: the hands of a match on its sheet."""

from __future__ import annotations

from typing import TypeVar

import click
import msgspec
from rich.console import Console

from analyzer.api.documents import written
from analyzer.api.records import ScoreJson
from analyzer.api.scores import (
    TableScoreJson,
    dealer_by_cut,
    sheet_of,
    table_score_to_json,
)
from analyzer.cli.common import accept, answer, shared, text_or_stdin
from analyzer.cli.draw import table
from analyzer.game.rules import Cut
from analyzer.game.scoring import next_dealer
from analyzer.game.sheets import ScoreSheet, Series, SheetStyle
from analyzer.notation.numbers import points

_Dealt = TypeVar("_Dealt", bound=msgspec.Struct)


@click.command()
@click.argument("hands", nargs=-1)
@click.option(
    "--style",
    type=click.Choice([str(style) for style in SheetStyle]),
    default=str(SheetStyle.SINGLE),
    help="Match by match (single), a game of several matches, or three columns.",
)
@click.option("--cut", metavar="CARDS", help='The cards cut before the first hand, as "7c Kd".')
@shared
def score(
    hands: tuple[str, ...], style: str, cut: str | None, rules: str | None, as_json: bool
) -> None:
    """The score sheet of HANDS, such as "1 knock 16, 2 gin 41, void", or of hand records.

    One hand a line or with commas between: the player who scored, how (knock, gin, big gin,
    undercut), and the points with their bonus, `doubled` behind them where a spade doubles the
    box; or tie, void, misdeal. Records are read in any form that `convert` reads; of one that
    gives no hands the [Result "…"] lines are read, under the rules of its [Rules "…"]. Of three or
    four players, and in mahjong gin, a hand is the points that each writes down, as "20 0 35"; of
    two teams the tables of a hand are joined by +, as "1 gin 40 + 2 knock 6", and go on three
    columns. From the cards cut, player 1's first, it says who deals; with no HANDS, who deals the
    first one.
    """
    text = text_or_stdin(hands, "hands", needed=cut is None)
    series = sheet_of(text, SheetStyle(style), rules, "--rules")
    dealer = None if cut is None else _dealer(series, cut)
    if isinstance(series, ScoreSheet):
        accept("cut")
        sheet = table_score_to_json(series)
        dealt = sheet if dealer is None else _with_dealer(_TableWithDealer, sheet, dealer)
        answer(as_json, dealt, lambda console: _show_table_sheet(console, sheet, dealer))
        return
    document = written(ScoreJson, series)
    if dealer is not None:
        document = _with_dealer(_WithDealer, document, dealer)
    answer(as_json, document, lambda console: _show(console, series, dealer))


class _WithDealer(ScoreJson, frozen=True, kw_only=True):
    """A score sheet, and the player who deals the next hand."""

    dealer: int


class _TableWithDealer(TableScoreJson, frozen=True, kw_only=True):
    """The sheet of a table, and the player who deals the next hand."""

    dealer: int


def _with_dealer(document: type[_Dealt], sheet: msgspec.Struct, dealer: int) -> _Dealt:
    return document(**msgspec.structs.asdict(sheet), dealer=dealer + 1)


def _dealer(series: Series | ScoreSheet, cut: str) -> int:
    """Return the seat that deals the next hand, if whoever may choose after the cut dealt the first
    one."""
    matches = [series] if isinstance(series, ScoreSheet) else series.matches
    dealer = dealer_by_cut(cut, series.rules, "--cut")
    for hand in (hand for match in matches for hand in match.hands):
        dealer = next_dealer(series.rules, dealer, hand)
    return dealer


def _show(console: Console, series: Series, dealer: int | None) -> None:
    for number, match in enumerate(series.matches, start=1):
        title = f"Match {number}" if len(series.matches) > 1 else None
        rows = (
            (line.label, *("" if amount is None else str(amount) for amount in line.amounts),
             str(line.note))
            for line in match.lines()
        )  # fmt: skip
        head = ("player 1", "player 2")
        console.print(table("", *head, "", rows=rows, right=head, title=title))
        console.print(_standing(match))
    if len(series.matches) > 1 or series.target is not None:
        first, second = series.credited
        won = "" if series.winner is None else f" Player {series.winner + 1} has won."
        console.print(f"Matches {series.won(0)}–{series.won(1)}, credited {first}–{second}.{won}")
    if dealer is not None and not series.finished:
        may = not any(match.hands for match in series.matches)
        chooses = may and series.rules.first_dealer is Cut.CHOICE
        console.print(f"Player {dealer + 1} {'chooses who deals' if chooses else 'deals'}.")


def _standing(match: ScoreSheet) -> str:
    if match.winner is not None:
        if match.forfeited:
            return f"Player {match.winner + 1} wins: a lead of {match.margin} is forfeited."
        return f"Player {match.winner + 1} wins by {match.margin}."
    first, second = match.score
    return "Nobody wins." if match.finished else f"In play at {first}–{second}."


# ---------------------------------------------------------------- jokers, more players, mahjong


def _show_table_sheet(console: Console, sheet: TableScoreJson, dealer: int | None) -> None:
    seats = range(1, len(sheet.totals) + 1)
    lines = [
        *((f"hand {number}", row) for number, row in enumerate(sheet.hands, start=1)),
        ("hands", sheet.points), ("boxes", sheet.boxes),
        ("game", [sheet.bonus * (sheet.winner == seat) for seat in seats]),
    ]  # fmt: skip
    total = ("total", *(points(value, 0) for value in sheet.totals))
    rows = (*((label, *map(_amount, row)) for label, row in lines if any(row)), total)
    names = [f"player {seat}" for seat in seats]
    console.print(table("", *names, rows=rows, right=names))
    if sheet.winner is None:
        console.print("In play.")
        if dealer is not None:
            console.print(f"Player {dealer + 1} deals.")
    else:
        console.print(f"Player {sheet.winner} wins{', a shutout' if sheet.shutout else ''}.")


def _amount(value: int) -> str:
    return points(value, 0) if value else ""
