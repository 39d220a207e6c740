"""Players of the other games against each other, each deal from every seat."""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt

import numpy as np

from analyzer.engine.general._bots import TableBot, table_bot
from analyzer.game.position import Position, deal
from analyzer.game.rules import Rules
from analyzer.game.view import view_of

MOST_MOVES = 3_000
"""Moves after which a hand that goes nowhere is left, without points."""


@dataclass(frozen=True, slots=True)
class SeatContest:
    """One player in every seat of every deal, the others all alike."""

    deals: int
    gain: float
    """Mean points of the player above the mean of the others, for a deal and a seat."""
    se: float
    """Its standard error, from deal to deal."""

    @property
    def interval(self) -> tuple[float, float]:
        """95% of the gain."""
        return self.gain - 1.96 * self.se, self.gain + 1.96 * self.se


def contest(rules: Rules, player: str, others: str, deals: int, seed: int = 1) -> SeatContest:
    """Let a player play each deal once from every seat against others.

    >>> from analyzer.game.rules import parse_rules
    >>> found = contest(parse_rules("three-hand"), "greedy", "random", deals=3)
    >>> found.deals, found.gain > 0
    (3, True)
    """
    one, other = table_bot(player), table_bot(others)
    gains = []
    for number in range(deals):
        here = deal(rules, seed * 1_000_003 + number)
        for seat in range(rules.players):
            bots = [one if place == seat else other for place in range(rules.players)]
            points = _points(here, bots, seed + number)
            rest = (sum(points) - points[seat]) / (rules.players - 1)
            gains.append(points[seat] - rest)
    by_deal = np.array(gains).reshape(deals, -1).mean(axis=1)
    se = float(by_deal.std(ddof=1)) / sqrt(deals) if deals > 1 else float("inf")
    return SeatContest(deals, float(by_deal.mean()), se)


def _points(here: Position, bots: list[TableBot], seed: int) -> tuple[int, ...]:
    for _ in range(MOST_MOVES):
        if here.outcome is not None:
            return here.outcome.points
        here = here.after_action(bots[here.turn].choose(view_of(here), seed))
    return (0,) * here.rules.players
