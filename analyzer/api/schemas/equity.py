"""The chance to win the match from a score, as JSON."""

from __future__ import annotations

import msgspec

from analyzer.api.schemas.written import Chance, written
from analyzer.engine.equity import Equity
from analyzer.game.view import Side


class _DealsJson(msgspec.Struct, frozen=True):
    """The chance by who deals the hand to come."""

    me: Chance
    opp: Chance


class EquityJson(msgspec.Struct, frozen=True):
    """My chance to win the match before a hand is dealt."""

    score: tuple[int, int]
    """Mine first."""
    dealer: Side | None
    """Who deals the hand to come; null takes the mean of both."""
    rules: str
    target: int
    chance: Chance
    deals: _DealsJson
    slope: Chance
    """What a point is worth at 0-0, in chance to win the match."""


def equity_to_json(table: Equity, score: tuple[int, int], dealer: Side | None) -> EquityJson:
    """Look a score up; InputError where it is not a score of a match in progress.

    >>> from analyzer.engine.equity import equity_for
    >>> from analyzer.game.rules import PRESETS
    >>> found = equity_to_json(equity_for(PRESETS["eaai"]), (90, 10), None)
    >>> found.chance > 0.8, found.target
    (True, 100)
    """
    mine, theirs = (table.chance(score, side) for side in (Side.ME, Side.OPPONENT))
    return written(
        EquityJson,
        table,
        score=score,
        dealer=dealer,
        rules=table.rules.name,
        chance=table.chance(score, dealer),
        deals=(mine, theirs),
    )
