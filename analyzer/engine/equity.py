"""The chance to win the match from a score, under the rules in force.

By dynamic programming over the points of one hand in self-play (:mod:`analyzer.engine.selfplay`):
the chance at a score is the mean of the chances at the scores that one hand leads to, dealer
by dealer. Winning the match means to reach the target first. A hand without a score leads back
to the same score, with the same dealer or the other as the rules say.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from analyzer.engine._once import computed_once
from analyzer.engine.selfplay import figures_for
from analyzer.errors import InputError
from analyzer.game.rules import BoxWhen, NextDealer, Rules
from analyzer.game.view import Side
from analyzer.kernel.match import match_chances

ME_DEALS, THEY_DEAL = 0, 1

LONGEST = 1_000
"""Longest match that is solved: the work grows with the square of the target."""


@dataclass(frozen=True, eq=False)
class Equity:
    """Match-win chances of one set of rules; build one with `equity_for`."""

    rules: Rules
    target: int
    chances: NDArray[np.float64]
    """float64[2, target, target]: by dealer (0 me, 1 they), my score, their score."""

    def chance(self, score: tuple[int, int], dealer: int | None = None) -> float:
        """My chance to win the match at a score (mine first) before a hand is dealt.

        `dealer` deals the hand to come; None takes the mean of both. Raises InputError for a
        score below 0 or one at which the match is over.
        """
        mine, theirs = score
        if not (0 <= mine < self.target and 0 <= theirs < self.target):
            raise InputError(
                f"{mine}-{theirs} is not a score of a match in progress",
                where="score",
                hint=f"both are from 0 to {self.target - 1} in a match to {self.target}",
            )
        if dealer is None:
            return float(self.chances[:, mine, theirs].mean())
        return float(self.chances[_index(dealer), mine, theirs])

    def after(
        self, score: tuple[int, int], dealer: int | None, points: NDArray[np.int64]
    ) -> NDArray[np.float64]:
        """My chance after a hand dealt by `dealer` that brings me these signed points."""
        dealers = [_index(dealer)] if dealer is not None else [ME_DEALS, THEY_DEAL]
        mean: NDArray[np.float64] = np.mean(
            [self._after(score, index, points) for index in dealers], axis=0
        )
        return mean

    def _after(
        self, score: tuple[int, int], dealer: int, points: NDArray[np.int64]
    ) -> NDArray[np.float64]:
        box = _box(self.rules)
        mine = score[0] + np.where(points > 0, points + box, 0)
        theirs = score[1] + np.where(points < 0, box - points, 0)
        following = _next_dealers(self.rules, dealer)[np.sign(points) + 1]
        inside = (mine < self.target) & (theirs < self.target)
        last = self.target - 1
        known = self.chances[following, np.minimum(mine, last), np.minimum(theirs, last)]
        return np.where(inside, known, (mine >= self.target).astype(float))

    @property
    def slope(self) -> float:
        """The value of a point at 0–0, in chance to win the match.

        The mean slope over ten points either way: about 0.0046 for a target of 100.
        """
        step = min(10, self.target - 1)
        ahead, behind = self.chance((step, 0)), self.chance((0, step))
        return (ahead - behind) / (2 * step)


def _index(dealer: int) -> int:
    return ME_DEALS if dealer == Side.ME else THEY_DEAL


def _box(rules: Rules) -> int:
    return rules.box_bonus if rules.box_when is BoxWhen.ONCE else 0


def _next_dealers(rules: Rules, dealer: int) -> NDArray[np.int64]:
    """Return who deals next after I lose, nobody scores, I win."""
    if rules.dealing is NextDealer.ALTERNATE:
        return np.array([1 - dealer] * 3)
    if rules.dealing is NextDealer.WINNER:
        return np.array([THEY_DEAL, dealer, ME_DEALS])
    if rules.dealing is NextDealer.LOSER:
        return np.array([ME_DEALS, dealer, THEY_DEAL])
    return np.array([1 - dealer, dealer, 1 - dealer])


@computed_once(maxsize=8)
def equity_for(rules: Rules) -> Equity | None:
    """The equity table of these rules; None where there is no match (no target).

    Raises InputError for a match to a single point or to more than 1,000.

    >>> from analyzer.game.rules import PRESETS
    >>> table = equity_for(PRESETS["eaai"])
    >>> 0.45 < table.chance((0, 0)) < 0.55, table.chance((90, 10)) > 0.85
    (True, True)
    """
    if rules.target is None:
        return None
    if not 1 < rules.target <= LONGEST:
        raise InputError(
            f"a match to {rules.target} is not solved",
            where="rules",
            hint=f"give a target from 2 to {LONGEST:,}, or leave the score out",
        )
    figures = figures_for(rules)
    points = np.array(sorted(p for p in figures.points if p))
    weights = np.array([figures.points[p] for p in points.tolist()], float) / figures.hands
    return Equity(rules, rules.target, _solve(rules, rules.target, points, weights))


def _solve(
    rules: Rules, target: int, points: NDArray[np.int64], weights: NDArray[np.float64]
) -> NDArray[np.float64]:
    """The table of a match; `points` are the non-dealer's, and nobody gains more than wins it."""
    most = min(target, int(np.abs(points).max()) + _box(rules))
    gained = np.minimum(np.abs(points) + _box(rules), most) - 1
    won, lost = (
        np.bincount(gained, weights * (points * sign > 0), most).astype(float) for sign in (1, -1)
    )
    after = [_next_dealers(rules, dealer)[[2, 0]] for dealer in (ME_DEALS, THEY_DEAL)]
    chances: NDArray[np.float64] = match_chances(
        target, np.stack([lost, won]), np.stack([won, lost])[:, ::-1].copy(), np.stack(after),
        _again(rules, 1.0 - weights.sum()),
    )  # fmt: skip
    return chances


def _again(rules: Rules, void: float) -> NDArray[np.float64]:
    """Return what turns the chances with a score, by dealer, into those where a void hand is dealt
    anew.

    float64[2, 2].
    """
    swaps = rules.dealing is NextDealer.ALTERNATE
    return np.linalg.inv(
        np.array([[1.0, -void], [-void, 1.0]] if swaps else np.eye(2) * (1 - void))
    )
