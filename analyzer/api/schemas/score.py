"""The score sheet of a match, or of several, as JSON. Player 1 is the first in the record."""

from __future__ import annotations

import msgspec

from analyzer.api.schemas.written import written
from analyzer.game.scoring import Column, Ended, Scored, ScoreSheet, Series


class ScoredHandJson(msgspec.Struct, frozen=True):
    """One hand on the sheet; `winner` is player 1 or 2, null where nobody scores."""

    kind: Ended
    winner: int | None
    points: int


class _LineJson(msgspec.Struct, frozen=True):
    """One line of a column as it is printed; null where a player has nothing in it."""

    label: str
    amounts: tuple[int | None, int | None]
    note: str


class _ColumnJson(msgspec.Struct, frozen=True):
    """One game on the sheet, from its first hand to its total."""

    lines: list[_LineJson]
    totals: tuple[int, int]
    winner: int | None
    """Player 1 or 2; null while the column is open."""
    shutout: bool


class _MatchJson(msgspec.Struct, frozen=True):
    """One match: its hands, its columns (three in Hollywood), its totals with all bonuses."""

    hands: list[ScoredHandJson]
    columns: list[_ColumnJson]
    score: tuple[int, int]
    """Points toward the target, as they stand before the next hand."""
    totals: tuple[int, int]
    winner: int | None
    margin: int
    finished: bool


class ScoreJson(msgspec.Struct, frozen=True):
    """All matches; `credited` and `winner` are those of the set or the game they make."""

    matches: list[_MatchJson]
    won: tuple[int, int]
    """Matches won by each player."""
    credited: tuple[int, int]
    winner: int | None
    finished: bool


def score_to_json(series: Series) -> ScoreJson:
    """Write a score sheet.

    >>> from analyzer.game.rules import PRESETS
    >>> sheet = Series.of(PRESETS["standard"]).add(Scored(Ended.GIN, 0, 52))
    >>> score_to_json(sheet).matches[0].columns[0].lines[0]
    _LineJson(label='hand 1', amounts=(52, None), note='gin')
    """
    return written(
        ScoreJson,
        series,
        matches=[_match_to(match) for match in series.matches],
        won=(series.won(0), series.won(1)),
        winner=_player(series.winner),
    )


def hand_to_json(hand: Scored) -> ScoredHandJson:
    """Write what a hand scored."""
    return written(ScoredHandJson, hand, winner=_player(hand.winner))


def _match_to(match: ScoreSheet) -> _MatchJson:
    return written(
        _MatchJson,
        match,
        hands=[hand_to_json(hand) for hand in match.hands],
        columns=[_column_to(column) for column in match.columns],
        totals=match.finals,
        winner=_player(match.winner),
    )


def _column_to(column: Column) -> _ColumnJson:
    return written(
        _ColumnJson,
        column,
        lines=column.lines(),
        totals=(column.final(0), column.final(1)),
        winner=_player(column.winner),
    )


def _player(index: int | None) -> int | None:
    """People count from one."""
    return None if index is None else index + 1
