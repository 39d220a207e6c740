"""The chance to win the match: from a request document to its answer document."""

from __future__ import annotations

from typing import Annotated

import msgspec

from analyzer.api.documents import At, Chance, SideText, written
from analyzer.api.views import Points, RulesText
from analyzer.engine.equity import Equity
from analyzer.game.view import Side


class EquityRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A question for the chance to win the match at this score, mine first."""

    score: tuple[Points, Points]
    rules: RulesText = "standard"


class _DealsJson(msgspec.Struct, frozen=True):
    """The chance by who deals the hand to come."""

    me: Chance
    opp: Chance


class EquityJson(msgspec.Struct, frozen=True):
    """My chance to win the match before a hand is dealt."""

    score: tuple[int, int]
    """Mine first."""
    dealer: SideText | None
    """The dealer of the hand to come; null takes the mean of both."""
    rules: Annotated[str, At("rules.name")]
    target: int
    chance: Chance
    deals: _DealsJson
    slope: Chance
    """The value of a point at 0-0, in chance to win the match."""


def equity_to_json(table: Equity, score: tuple[int, int], dealer: int | None) -> EquityJson:
    """Look a score up; InputError where it is not a score of a match in progress.

    >>> from analyzer.engine.equity import equity_for
    >>> from analyzer.game.rules import PRESETS
    >>> found = equity_to_json(equity_for(PRESETS["eaai"]), (90, 10), None)
    >>> found.chance > 0.8, found.target
    (True, 100)
    """
    deals = tuple(table.chance(score, side) for side in (Side.ME, Side.OPPONENT))
    chance = table.chance(score, dealer)
    return written(EquityJson, table, score=score, dealer=dealer, chance=chance, deals=deals)
