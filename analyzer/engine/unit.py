"""The unit of values and losses: one at a time.

Without a score it is points. At a score it is the chance to win the match, and a loss is in
percentage points of it. A loss shown is always the difference of the two numbers shown; to make
it so, an action that left the race early is shown as far behind the best as it was on the worlds
that both have played, and its mean over these alone is not shown.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from analyzer.engine.equity import equity_for
from analyzer.engine.thresholds import half_width
from analyzer.engine.types import ActionValue
from analyzer.game.rules import Rules
from analyzer.game.view import View
from analyzer.notation.numbers import (
    MATCH_DIGITS,
    match_chance,
    plus_minus,
    points,
    signed,
)

ABOUT_EQUAL: Final = "about equal"

WHOLE: Final = 100
"""Percent in a whole."""


@dataclass(frozen=True, slots=True)
class Unit:
    """Points, or the chance to win the match.

    >>> Unit().amount(0.62), Unit(0.0046).amount(0.62)
    ('0.6', '0.3%')
    """

    slope: float | None = None
    """Chance to win the match that a normalized point is; None where points count."""

    @property
    def match(self) -> bool:
        """True if it is the chance to win the match."""
        return self.slope is not None

    @property
    def name(self) -> str:
        """The name of its numbers' unit."""
        return "percent of the match" if self.match else "points"

    @property
    def short(self) -> str:
        """The same behind a number that has its sign: "1.4% of the match", "1.4 points"."""
        return "of the match" if self.match else "points"

    def noun(self, amount: str) -> str:
        """An amount in a sentence: "0.6 ±0.1 points", "0.4% ±0.1"."""
        return amount if self.match else f"{amount} points"

    def size(self, normalized: float) -> float:
        """Points, or normalized points, in this unit: a chance in percent."""
        return normalized if self.slope is None else WHOLE * self.slope * normalized

    def value(self, best: ActionValue, value: ActionValue) -> float:
        """Return what an action is worth, as it is shown beside the best: rounded to a decimal."""
        if self.match and best.match is not None:
            return round(WHOLE * best.match - self.size(value.loss), MATCH_DIGITS)
        return round(best.q - value.loss, 1)

    def value_text(self, best: ActionValue, value: ActionValue) -> str:
        """The same with its interval: "+4.1 ±0.1", "61.3% ±0.2"."""
        half = half_width(WHOLE * (value.match_se or 0.0) if self.match else value.se)
        return f"{self.number_text(best, value)} {plus_minus(half)}".rstrip()

    def number_text(self, best: ActionValue, value: ActionValue) -> str:
        """The same without it."""
        number = self.value(best, value)
        return match_chance(number / WHOLE) if self.match else signed(number)

    def loss(self, best: ActionValue, value: ActionValue) -> float:
        """Return how far an action is behind: the difference of the two numbers shown."""
        gap = round(self.value(best, best) - self.value(best, value), 1)
        return max(0.0, gap)

    def loss_text(self, best: ActionValue, value: ActionValue) -> str:
        """The same without a sign: "0.6", "0.4%"."""
        return self._percent(points(self.loss(best, value)))

    def half_text(self, value: ActionValue) -> str:
        """The interval of a loss: "±0.1"."""
        return plus_minus(half_width(self.size(value.loss_se)))

    def loss_estimate(self, best: ActionValue, value: ActionValue) -> str:
        """A loss with its interval: "0.6 ±0.1", "0.4% ±0.1"."""
        return f"{self.loss_text(best, value)} {self.half_text(value)}".rstrip()

    def behind(self, best: ActionValue, value: ActionValue) -> str:
        """Return how far an action is behind, in words: "0.6 behind", "about equal"."""
        return f"{self.loss_text(best, value)} behind" if self.loss(best, value) else ABOUT_EQUAL

    def amount(self, normalized: float, se: float | None = None) -> str:
        """Points, or normalized points, in this unit, without a sign unless negative."""
        return self._with_half(points(self.size(normalized)), se)

    def signed(self, normalized: float, se: float | None = None) -> str:
        """The same with its sign: "+0.9% ±0.3"."""
        return self._with_half(signed(self.size(normalized)), se)

    def _with_half(self, text: str, se: float | None) -> str:
        half = "" if se is None else plus_minus(half_width(self.size(se)))
        return f"{self._percent(text)} {half}".rstrip()

    def _percent(self, text: str) -> str:
        return f"{text}%" if self.match else text


POINTS_UNIT: Final = Unit()
"""The unit without a score."""


def unit_at(rules: Rules, *, in_match: bool) -> Unit:
    """The unit in which a hand is valued under these rules, with a score known or without."""
    equity = equity_for(rules) if in_match else None
    return POINTS_UNIT if equity is None else Unit(equity.slope)


def unit_of(view: View) -> Unit:
    """The unit of an answer to this view.

    >>> from analyzer.notation import parse_view
    >>> unit_of(parse_view("hand: 7h 8h 9h 4c 4d 4s Tc Jc Qc Kc Kh, stock: 12")).name
    'points'
    """
    return unit_at(view.rules, in_match=view.score is not None)
