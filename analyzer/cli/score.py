"""The command `score`: the hands of a match on its sheet."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import suppress

import click
import msgspec
from rich.console import Console

from analyzer.api.documents import written
from analyzer.api.records import RecordForm, ScoreJson, as_text, read_records, record_form
from analyzer.api.scores import (
    TableScoreJson,
    filled,
    table_score_to_json,
    table_sheet,
    team_series,
)
from analyzer.cli.common import accept, answer, check_rules, shared, text_or_stdin
from analyzer.cli.draw import table
from analyzer.cli.matches import match_under
from analyzer.errors import InputError
from analyzer.game.rules import Cut, Rules, parse_rules, rules_for_two
from analyzer.game.scoring import Outcome, Scored, first_dealer, next_dealer
from analyzer.game.sheets import ScoreSheet, Series, SheetStyle
from analyzer.notation import read_cards, records, rules_text
from analyzer.notation.numbers import counted_are, points
from analyzer.notation.records import Match, is_game_text
from analyzer.notation.results import read_results, read_sheet, read_table_results
from analyzer.notation.scoresheets import results_of_sheet


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
    undercut), and the points with their bonus; or tie, void, misdeal. Records are read in any
    form that `convert` reads; of one that gives no hands the [Result "…"] lines are read,
    under the rules of its [Rules "…"]. Of three or four players, and in mahjong gin, a hand is the
    points that each writes down, as "20 0 35"; of two teams the tables of a hand are joined by +,
    as "1 gin 40 + 2 knock 6", and go on three columns. From the cards cut, player 1's first, it
    says who deals; with no HANDS, who deals the first one.
    """
    text = as_text(text_or_stdin(hands, "hands", needed=cut is None))
    game = _game_said(text) or parse_rules(rules or "standard")
    if is_game_text(text) or not game.duel:
        accept()
        check_rules(game, rules, "record")
        sheet = table_score_to_json(table_sheet(_table_hands(text, game), game))
        answer(as_json, sheet, lambda console: _show_table_sheet(console, sheet))
        return
    series = _sheet(text, SheetStyle(style), rules)
    dealer = None if cut is None else _dealer(series, cut)
    document = written(ScoreJson, series)
    if dealer is not None:
        document = _WithDealer(**msgspec.structs.asdict(document), dealer=dealer + 1)
    answer(as_json, document, lambda console: _show(console, series, dealer))


def _sheet(text: str, style: SheetStyle, rules: str | None) -> Series:
    """The sheet of two players, or of two teams."""
    if not text:
        return Series.of(parse_rules(rules or "standard"), style)
    if "+" in text and record_form(text) is None and results_of_sheet(text) is None:
        return team_series(text, style, rules)
    if _only_results(text):
        return filled(Series.of(_rules_of(text, rules), style), read_sheet(text))
    match = _match(text, rules)
    return filled(Series.of(match.rules, style), _results(match))


class _WithDealer(ScoreJson, frozen=True, kw_only=True):
    """A score sheet, and the player who deals the next hand."""

    dealer: int


def _dealer(series: Series, cut: str) -> int:
    """Return who deals the next hand, 0 or 1, if whoever may choose after the cut dealt the first
    one."""
    cards = tuple(read.card for read in read_cards(cut))
    if len(cards) != 2:
        raise InputError(
            f"{counted_are(len(cards), 'card')} cut", where="--cut", hint="one a player"
        )
    dealer = first_dealer(series.rules, cards)
    for hand in (hand for match in series.matches for hand in match.hands):
        dealer = next_dealer(series.rules, dealer, hand)
    return dealer


_TAGGED = re.compile(r"^\s*\[", re.MULTILINE)
_RULES_SAID = re.compile(r'\[\s*rules\s+"([^"\n]*)"', re.IGNORECASE)
_CARDS_SAID = re.compile(r"\[\s*(?:hand[12]|upcard)\b", re.IGNORECASE)


def _rules_of(text: str, rules: str | None) -> Rules:
    """The rules of bare results: those of their tags, else those asked for, else standard."""
    named = (rules_for_two(name).of_match for name in _RULES_SAID.findall(text))
    said = {rules_text(one): one for one in named}
    if len(said) > 1:
        raise InputError(
            f"the hands are played under {' and '.join(sorted(said))}",
            where="hands", hint="the hands of a match have the same rules",
        )  # fmt: skip
    if not said:
        return parse_rules(rules or "standard")
    (played,) = said.values()
    check_rules(played, rules, "record")
    return played


def _only_results(text: str) -> bool:
    """True if a text gives the results of hands and not the hands themselves."""
    with suppress(InputError):
        if not _TAGGED.search(text):
            return bool(read_results(text))
    form = record_form(text)
    return form is None or (form is RecordForm.TEXT and _CARDS_SAID.search(text) is None)


def _match(text: str, rules: str | None) -> Match:
    match = match_under(text, rules)
    before = match.hands[0].score
    if before is not None and before != (0, 0):
        raise InputError(
            f"the first hand begins at {before[0]}-{before[1]}, so the hands before it are missing",
            where="hand 1", hint="give the match from its first hand, or leave the scores out",
        )  # fmt: skip
    return match


def _results(match: Match) -> Iterator[tuple[Scored, str]]:
    """The result of each hand of a match, and which hand it is."""
    for number, hand in enumerate(match.hands, start=1):
        if hand.result is None:
            raise InputError(
                "this hand has no result", where=f"hand {number}",
                hint="play it to its end, or leave it out",
            )  # fmt: skip
        yield hand.result, f"hand {number}"


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

_GAME_SAID = re.compile(r'^\s*\[game\s+"([^"\n]*)"', re.IGNORECASE | re.MULTILINE)


def _game_said(text: str) -> Rules | None:
    """The game that a record of several players, with jokers, or of mahjong gin names."""
    match = _GAME_SAID.search(text)
    return None if match is None else parse_rules(match[1])


def _table_hands(text: str, game: Rules) -> Sequence[Outcome]:
    if not is_game_text(text):
        return read_table_results(text, game)
    results = [records.outcome_of(record) for record in read_records(text)]
    if None in results:
        raise InputError(
            "a hand is not over, or was not shown to its end",
            where=f"hand {results.index(None) + 1}",
            hint="give its last turn, or leave the hand out",
        )
    return [result for result in results if result is not None]


def _show_table_sheet(console: Console, sheet: TableScoreJson) -> None:
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
    else:
        console.print(f"Player {sheet.winner} wins{', a shutout' if sheet.shutout else ''}.")


def _amount(value: int) -> str:
    return points(value, 0) if value else ""
