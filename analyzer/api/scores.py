"""The sheets on which results of hands are added up: one place for the command and the pages."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from analyzer.errors import InputError
from analyzer.game.rules import Rules, Tie, parse_rules
from analyzer.game.scoring import Ended, Outcome, Result, Scored, least_points
from analyzer.game.sheets import ScoreSheet, Series, SheetStyle, team_rules
from analyzer.notation.results import read_team_results

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
