"""The objective of the search: points, or the chance to win the match where a score is given.

With a score, the value of an outcome is the chance to win the match after it, less the chance
before the hand, divided by the slope at 0–0: *normalized points*, which read like points.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from analyzer.engine.equity import equity_for
from analyzer.engine.types import Ending, EndingShare
from analyzer.errors import InputError
from analyzer.game.rules import Rules, Tie
from analyzer.game.view import HAND, View

MOST_POINTS = 512
"""No hand scores more, doubled or not."""


@dataclass(frozen=True, eq=False)
class Objective:
    """Turns signed points of one hand into what is to be maximized."""

    values: NDArray[np.float64]
    """float64[1025]: value of −512 … 512 points."""
    chances: NDArray[np.float64] | None
    """float64[1025]: chance to win the match; None outside a match."""

    def value(self, points: NDArray[np.int64]) -> NDArray[np.float64]:
        """The value of each outcome, in points or normalized points."""
        values: NDArray[np.float64] = self.values[points + MOST_POINTS]
        return values

    def chance(self, points: NDArray[np.int64]) -> NDArray[np.float64] | None:
        """The chance to win the match after each outcome, where there is a match."""
        return None if self.chances is None else self.chances[points + MOST_POINTS]


def _check_size(rules: Rules) -> None:
    bonus = max(rules.gin_bonus, rules.undercut_bonus, rules.big_gin_bonus or 0)
    most = sum(sorted(4 * rules.values)[-HAND:]) + bonus
    if most * (1 + rules.may_double) > MOST_POINTS:
        raise InputError(
            f"a hand can score more than {MOST_POINTS} points under these rules",
            where="rules",
            hint="the search handles only smaller bonuses and card values",
        )


def objective_of(view: View) -> Objective:
    """Return what counts at this view; see `objective_at`."""
    return objective_at(view.rules, view.score, view.dealer)


def objective_at(rules: Rules, score: tuple[int, int] | None, dealer: int | None) -> Objective:
    """Return what counts for a player: points, or the match if its score (mine first) is known.

    Raises InputError for a score at which the match is over, and for rules under which a hand
    can score more than 512.
    """
    _check_size(rules)
    equity = None if score is None else equity_for(rules)
    if equity is None or score is None:
        return Objective(POINTS.astype(float), None)
    now = equity.chance(score, dealer)
    chances = equity.after(score, dealer, POINTS)
    return Objective((chances - now) / equity.slope, chances)


# ---------------------------------------------------------------- how hands ended

ENDINGS = tuple(Ending)
"""In the order of the kernel's numbers, and behind them the tie, which the kernel does not tell."""

_TIE = ENDINGS.index(Ending.TIE)
_UNDERCUTS = tuple(map(ENDINGS.index, (Ending.UNDERCUT, Ending.THEIR_UNDERCUT)))


def ties_apart(
    points: NDArray[np.int16], endings: NDArray[np.int8], rules: Rules
) -> NDArray[np.int8]:
    """The kernel's endings with scoreless ties told from undercuts: those cost points."""
    if rules.tie is not Tie.NOTHING:
        return endings
    return np.where((points == 0) & np.isin(endings, _UNDERCUTS), np.int8(_TIE), endings)


SPAN = 2 * MOST_POINTS + 1

POINTS = np.arange(-MOST_POINTS, MOST_POINTS + 1)
"""The points of each column of a histogram."""

Histogram = NDArray[np.float64]
"""float64[8, 1025]: weight by ending and points (−512 … 512)."""


def histogram(
    points: NDArray[np.int64], endings: NDArray[np.int8], weights: NDArray[np.float64] | None = None
) -> Histogram:
    """Count outcomes by ending and points, or add up their weights."""
    flat = endings.astype(np.int64) * SPAN + points + MOST_POINTS
    return np.bincount(flat, weights, len(ENDINGS) * SPAN).astype(float).reshape(-1, SPAN)


def shares(counts: Histogram) -> Mapping[Ending, EndingShare]:
    """Chance and mean points of each ending that occurred; p × points add up to Q."""
    total = counts.sum()
    shares = {}
    for ending, row in zip(ENDINGS, counts, strict=True):
        weight = row.sum()
        if weight > 0:
            shares[ending] = EndingShare(float(weight / total), float(row @ POINTS / weight))
    return shares


def mean_of(counts: Histogram, worth: NDArray[np.int64] | NDArray[np.float64] = POINTS) -> float:
    """Mean over all outcomes of what −512 … 512 points are worth: of the points themselves, or of
    the values or chances of an `Objective`."""
    return float(counts.sum(axis=0) @ worth / counts.sum())
