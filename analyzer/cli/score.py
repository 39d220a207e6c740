"""The command `score`: the hands of a match on its sheet."""

from __future__ import annotations

import re
from collections.abc import Iterator

import click
from rich.console import Console

from analyzer.api.documents import written
from analyzer.api.records import RecordForm, ScoreJson, record_form
from analyzer.cli.common import answer, check_rules, match_under, shared, text_or_stdin
from analyzer.cli.draw import table
from analyzer.errors import InputError
from analyzer.game.rules import Rules, parse_rules
from analyzer.game.scoring import Scored, Series, SheetStyle
from analyzer.notation import rules_text
from analyzer.notation.records import Match
from analyzer.notation.results import read_results


@click.command()
@click.argument("hands", nargs=-1)
@click.option(
    "--style",
    type=click.Choice([str(style) for style in SheetStyle]),
    default=str(SheetStyle.SINGLE),
    help="Match by match (single), a game of several matches, or three columns.",
)
@shared
def score(hands: tuple[str, ...], style: str, rules: str | None, as_json: bool) -> None:
    """The score sheet of HANDS, such as "1 knock 16, 2 gin 41, void", or of hand records.

    One hand a line or with commas between: the player who scored, how (knock, gin, big gin,
    undercut), and the points with their bonus; or tie, void, misdeal. Records are read in any
    form that `convert` reads; of one that gives no hands the [Result "…"] lines are read,
    under the rules of its [Rules "…"].
    """
    text = text_or_stdin(hands, "hands")
    found = tuple(read_results(text)) if _only_results(text) else None
    match = None if found is not None else _match(text, rules)
    played = match.rules if match is not None else _rules_of(text, rules)
    series = Series.of(played, SheetStyle(style))
    for hand, where in found or _results(match):
        if series.finished:
            raise InputError(
                "the match was over before this hand", where=where, hint="score it by itself"
            )
        series = series.add(hand)
    answer(as_json, written(ScoreJson, series), lambda console: _show(console, series))


_RULES_SAID = re.compile(r'\[\s*rules\s+"([^"\n]*)"', re.IGNORECASE)
_CARDS_SAID = re.compile(r"\[\s*(?:hand[12]|upcard)\b", re.IGNORECASE)


def _rules_of(text: str, rules: str | None) -> Rules:
    """The rules of bare results: those of their tags, else those asked for, else standard."""
    said = {rules_text(one): one for one in map(parse_rules, _RULES_SAID.findall(text))}
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
    """Whether a text gives the results of hands and not the hands themselves."""
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


def _results(match: Match | None) -> Iterator[tuple[Scored, str]]:
    """The result of each hand of a match, and which hand it is."""
    for number, hand in enumerate(match.hands if match is not None else (), start=1):
        if hand.result is None:
            raise InputError(
                "this hand has no result", where=f"hand {number}",
                hint="play it to its end, or leave it out",
            )  # fmt: skip
        yield hand.result, f"hand {number}"


def _show(console: Console, series: Series) -> None:
    for number, match in enumerate(series.matches, start=1):
        title = f"Match {number}" if len(series.matches) > 1 else None
        rows = (
            (line.label, *("" if amount is None else str(amount) for amount in line.amounts),
             str(line.note))
            for line in match.lines()
        )  # fmt: skip
        head = ("player 1", "player 2")
        console.print(table("", *head, "", rows=rows, right=head, title=title))
        console.print(_standing(match.winner, match.finished, match.margin, match.score))
    if len(series.matches) > 1 or series.target is not None:
        first, second = series.credited
        won = "" if series.winner is None else f" Player {series.winner + 1} has won."
        console.print(f"Matches {series.won(0)}–{series.won(1)}, credited {first}–{second}.{won}")


def _standing(winner: int | None, finished: bool, margin: int, score: tuple[int, int]) -> str:
    if winner is not None:
        return f"Player {winner + 1} wins by {margin}."
    return "Nobody wins." if finished else f"In play at {score[0]}–{score[1]}."
