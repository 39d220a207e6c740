"""The sheets on which results of hands are added up: one place for the command and the pages."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from typing import Annotated

import msgspec

from analyzer.api.documents import written
from analyzer.api.records import (
    RecordForm,
    ScoreJson,
    as_text,
    match_under,
    read_records,
    record_form,
)
from analyzer.api.views import RulesText, check_rules
from analyzer.errors import InputError
from analyzer.game.rules import Rules, Tie, parse_rules, rules_for_two
from analyzer.game.scoring import Ended, Outcome, Result, Scored, first_dealer, least_points
from analyzer.game.sheets import ScoreSheet, Series, SheetStyle, team_rules
from analyzer.notation import read_cards, records, rules_text
from analyzer.notation.numbers import counted_are
from analyzer.notation.records import Match, is_game_text
from analyzer.notation.results import (
    read_results,
    read_sheet,
    read_table_results,
    read_team_results,
)

_OVER = "the match was over before this hand"


def filled(series: Series, results: Iterable[tuple[Result, str]], *, kept: bool = False) -> Series:
    """A sheet with more hands, each given with the words for its place.

    Raises InputError for a hand after the end of the match, for points that leave out the
    bonus, and for a knock that wins nothing where that is a tie; where they were `kept`, written
    before these were refused, for the first alone.

    >>> filled(Series.of(parse_rules("classic")), [(Scored(Ended.KNOCK, 0, 12), "line 1")]).credited
    (0, 0)
    """
    for hand, where in results:
        if series.finished:
            raise InputError(_OVER, where=where, hint="score it by itself")
        if not kept and isinstance(hand, Scored):
            _check_points(hand, series.rules, where)
        series = series.add(hand)
    return series


def _check_points(hand: Scored, rules: Rules, where: str) -> None:
    if hand.box_factor > 1:
        _check_doubled(hand, rules, where)
    least = least_points(hand.kind, rules)
    if least is None:
        raise InputError(
            f"these rules have no {hand.kind}", where=where, hint="name the rules you play by"
        )
    if hand.points < least and hand.kind is Ended.KNOCK:
        raise _won_nothing(rules, where)
    if hand.points < least:
        raise InputError(
            f"{hand.points} is too little for {hand.kind}: the bonus alone is {least}",
            where=where,
            hint=f"write the points with their bonus, as in `{hand.kind} {hand.points + least}`",
        )


def _check_doubled(hand: Scored, rules: Rules, where: str) -> None:
    if not (rules.spade_doubles_box and rules.may_double):
        raise InputError(
            "these rules count one box for a hand", where=where,
            hint="leave out `doubled`, or play by oklahoma,spade_doubles_box=yes",
        )  # fmt: skip
    if hand.points % hand.box_factor:
        raise InputError(
            f"{hand.points} points are not doubled", where=where,
            hint=f"write all of them, as in `{hand.kind} {2 * hand.points} doubled`",
        )  # fmt: skip


def _won_nothing(rules: Rules, where: str) -> InputError:
    """The refusal of a knock by no points: of a tie, which these rules call something else."""
    undercut = rules.tie is Tie.UNDERCUT
    return InputError(
        f"a knock that wins nothing is {'an undercut' if undercut else 'a tie'} in these rules",
        where=where,
        hint=f"write such as `2 undercut {rules.undercut_bonus}`" if undercut else "write `tie`",
    )


def table_sheet(hands: Iterable[Outcome], game: Rules) -> ScoreSheet:
    """The sheet of a table where everyone plays for themselves; raises InputError as `filled`."""
    sheet = ScoreSheet(game)
    for number, hand in enumerate(hands, start=1):
        if sheet.winner is not None:
            raise InputError(_OVER, where=f"hand {number}", hint="score it by itself")
        sheet = sheet.add(hand)
    return sheet


def team_series(text: str, style: SheetStyle, rules: str | None) -> Series:
    """The sheet of two teams, whose tables are joined by "+" in each hand.

    >>> sheet = team_series("1 gin 40 + 2 knock 6", SheetStyle.SINGLE, None)
    >>> sheet.matches[0].hands[0].points, sheet.rules.target
    (34, 200)
    """
    hands, tables = read_team_results(text)
    of_table = parse_rules(rules or "standard")
    if not of_table.duel:
        raise InputError(
            f"`{of_table.name}` is not for tables of two", where="rules", hint="use another one"
        )
    played = team_rules(len(tables), of_table)
    places = (f"hand {number}" for number in range(1, len(hands) + 1))
    return filled(Series.of(played, style), zip(hands, places, strict=True))


def sheet_of(
    text: str, style: SheetStyle, rules: str | None, where: str = "rules"
) -> Series | ScoreSheet:
    """The sheet of results or records: a series of two players or teams, else that of a table.

    `rules` are those of what names none; where it names others, InputError names `where`.

    >>> sheet_of("1 knock 16, 2 gin 41", SheetStyle.SINGLE, "classic").credited
    (0, 0)
    """
    text = _plain(text)
    game = _game_said(text) or parse_rules(rules or "standard")
    if is_game_text(text) or not game.duel:
        check_rules(game, rules, "record", where)
        if style is not SheetStyle.SINGLE or game.best_of > 1:
            raise InputError(
                f"the sheet of {game.name} has one column and one match", where="style",
                hint="score each match by itself",
            )  # fmt: skip
        return table_sheet(_table_hands(text, game) if text else (), game)
    if not text:
        return Series.of(game, style)
    if "+" in text and record_form(text) is None and _of_sheet(text) is None:
        return team_series(text, style, rules)
    if _only_results(text):
        return _grown(text, _rules_of(text, rules, where), style, read_sheet(text), rules)
    try:
        match = _match(text, rules, where)
    except InputError:  # keys of another program
        if (sheet := _of_sheet(text)) is None:
            raise
        game = parse_rules(rules or "standard")
        return _grown(text, game, style, read_results(sheet), rules)
    return filled(Series.of(match.rules, style), _results(match))


def _of_sheet(text: str) -> str | None:
    """The results of a sheet as people keep one; None of what is none, or InputError."""
    from analyzer.notation.scoresheets import results_of_sheet  # noqa: PLC0415  # for few

    return results_of_sheet(text)


def _plain(text: str) -> str:
    """The text of a document of ours, or the results that one of another program has."""
    try:
        plain = as_text(text)
        if plain.strip() and not is_game_text(plain):
            _only_results(plain)
    except InputError:
        if (sheet := _of_sheet(text)) is None:
            raise
        return sheet
    return plain


def _grown(
    text: str, game: Rules, style: SheetStyle, results: Iterable[tuple[Result, str]],
    rules: str | None,
) -> Series:  # fmt: skip
    """The sheet of results; one whose lines go on behind the usual end is played to a higher one.

    Raises InputError as `filled`, where rules or a target are named.

    >>> _grown("Me Dad\\n60 0\\n45 0\\n0 8", parse_rules("standard"), SheetStyle.SINGLE, [
    ...     (Scored(Ended.KNOCK, 0, 60), "1"), (Scored(Ended.KNOCK, 0, 45), "2"),
    ...     (Scored(Ended.KNOCK, 1, 8), "3"),
    ... ], None).rules.target
    150
    """
    results = tuple(results)
    try:
        return filled(Series.of(game, style), results)
    except InputError as error:
        named = rules is not None or _RULES_SAID.search(text) or _TO.search(text)
        in_lines = len(results) <= sum(map(bool, map(str.strip, text.splitlines())))
        if named or error.message != _OVER or not in_lines or _of_sheet(text) is None:
            raise
        for target in (150, 200, 250, 300, 500, 1000):
            with suppress(InputError):
                return filled(Series.of(game.override(target=target), style), results)
        raise


_TO = re.compile(r"\b(?:to|bis|a|à|do|до|tot)\s+(?:100|a hundred)\b", re.I)
_TAGGED = re.compile(r"^[ \t]*\[", re.MULTILINE)
_RULES_SAID = re.compile(r'\[\s*rules\s+"([^"\n]*)"', re.IGNORECASE)
_CARDS_SAID = re.compile(r"\[\s*(?:hand[12]|upcard)\b", re.IGNORECASE)


def _rules_of(text: str, rules: str | None, where: str) -> Rules:
    """The rules of bare results: those of their tags, else those asked for, else standard."""
    named = (rules_for_two(name).of_match for name in _RULES_SAID.findall(text))
    said = {rules_text(game): game for game in named}
    if len(said) > 1:
        raise InputError(
            f"the hands are played under {' and '.join(sorted(said))}",
            where="hands", hint="the hands of a match have the same rules",
        )  # fmt: skip
    if not said:
        return parse_rules(rules or "standard")
    (played,) = said.values()
    check_rules(played, rules, "record", where)
    return played


def _only_results(text: str) -> bool:
    """True if a text gives the results of hands and not the hands themselves."""
    with suppress(InputError):
        if not _TAGGED.search(text):
            return bool(read_results(text))
    form = record_form(text)
    return form is None or (form is RecordForm.TEXT and _CARDS_SAID.search(text) is None)


def _match(text: str, rules: str | None, where: str) -> Match:
    match = match_under(text, rules, where=where)
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


_GAME_SAID = re.compile(r'^[ \t]*\[game\s+"([^"\n]*)"', re.IGNORECASE | re.MULTILINE)


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


class ScoreRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A question for the sheet of a match, from the results of its hands or their records."""

    hands: Annotated[
        str,
        msgspec.Meta(
            max_length=2_000_000,
            description="Results, as `1 knock 16, 2 gin 41, void`, a sheet as people keep it, or "
            "records in any form.",
            examples=["1 knock 16, 2 gin 41"],
        ),
    ]
    rules: RulesText | None = None
    """Null for those that the hands name, else the standard ones."""
    style: SheetStyle = SheetStyle.SINGLE
    """Match by match, a game of several matches, or three columns."""


def dealer_by_cut(text: str, rules: Rules, where: str = "the cut") -> int:
    """The seat that deals first by the cards cut, seat 0's first, or that says who does.

    >>> dealer_by_cut("7c Kd", parse_rules("strict-nine"))
    1
    """
    cards = tuple(read.card for read in read_cards(text))
    if len(cards) != rules.players:
        raise InputError(
            f"{counted_are(len(cards), 'card')} cut", where=where, hint="one a player"
        )  # fmt: skip
    return first_dealer(rules, cards)


class TableScoreJson(msgspec.Struct, frozen=True):
    """The sheet of a match at a table of two to four, each for themselves."""

    game: str
    hands: list[list[int]]
    """The points that each player wrote down, hand by hand."""
    points: list[int]
    boxes: list[int]
    """Written down once the game is won."""
    bonus: int
    totals: list[int]
    """All that is written down."""
    winner: int | None
    shutout: bool


def table_score_to_json(sheet: ScoreSheet) -> TableScoreJson:
    """The document of a sheet."""
    (column,) = sheet.columns
    return TableScoreJson(
        sheet.rules.name,
        [list(column.of_all(hand.written)) for hand in sheet.hands],
        list(column.of_all(column.hand_points)),
        list(column.of_all(column.boxes)),
        max(column.of_all(column.bonus)),
        list(sheet.totals),
        None if sheet.winner is None else sheet.winner + 1,
        column.shutout,
    )


def score(request: ScoreRequest) -> ScoreJson | TableScoreJson:
    """The score sheet of hands.

    >>> score(ScoreRequest("20 0 35, 0 12 0", "three-hand")).points
    [20, 12, 35]
    """
    sheet = sheet_of(request.hands, request.style, request.rules)
    if isinstance(sheet, ScoreSheet):
        return table_score_to_json(sheet)
    return written(ScoreJson, sheet)
