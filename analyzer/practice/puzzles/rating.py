"""Ratings by Glicko-2 (M. E. Glickman, *Example of the Glicko-2 system*, 2013).

A puzzle is a player that wins when it is not solved: each try moves both ratings.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import exp, log, pi, sqrt
from typing import Final

from analyzer.practice.puzzles.types import Rating

SCALE: Final = 173.7178
"""Of the ratings shown to those of the formulas."""
MIDDLE: Final = 1500.0
NEW: Final = Rating(MIDDLE, 350.0)
"""One of whom nothing is known."""
TAU: Final = 0.5
"""The bound on the change of volatility."""
TINY: Final = 1e-6
MOST_PLAYER: Final = 200.0
"""A player's rating rises by no more in one try, …"""
MOST_FALL: Final = 80.0
"""… and falls by no more: one miss says little of a newcomer."""
PROVISIONAL: Final = 110.0
"""Deviation above which a player's rating is called provisional."""
MOST_PUZZLE: Final = 12.0
"""A puzzle's rating moves by no more in one try: nobody can push it far."""
LEAST_DEVIATION: Final = 45.0
"""Neither is ever taken for surer than this."""


def updated(player: Rating, games: Sequence[tuple[Rating, float]]) -> Rating:
    """The rating after the games of one period; without games the deviation grows.

    A game is an opponent and a score: 1 won, 0 lost, between them where it was shared.

    >>> games = [(Rating(1400, 30), 1), (Rating(1550, 100), 0), (Rating(1700, 300), 0)]
    >>> found = updated(Rating(1500, 200, 0.06), games)
    >>> round(found.rating, 2), round(found.deviation, 2), round(found.volatility, 5)
    (1464.05, 151.52, 0.06)
    """
    phi = player.deviation / SCALE
    if not games:
        return Rating(player.rating, sqrt(phi**2 + player.volatility**2) * SCALE, player.volatility)
    mu = (player.rating - MIDDLE) / SCALE
    sums = [(*_terms(mu, other), score) for other, score in games]
    variance = 1 / sum(weight**2 * e * (1 - e) for weight, e, _ in sums)
    gained = sum(weight * (score - e) for weight, e, score in sums)
    sigma = _volatility(phi, variance, variance * gained, player.volatility)
    spread = sqrt(phi**2 + sigma**2)
    narrowed = 1 / sqrt(1 / spread**2 + 1 / variance)
    return Rating(MIDDLE + SCALE * (mu + narrowed**2 * gained), SCALE * narrowed, sigma)


def _terms(mu: float, other: Rating) -> tuple[float, float]:
    """(weight, expected score) of a game."""
    weight = 1 / sqrt(1 + 3 * (other.deviation / SCALE) ** 2 / pi**2)
    return weight, 1 / (1 + exp(-weight * (mu - (other.rating - MIDDLE) / SCALE)))


def _volatility(phi: float, variance: float, delta: float, sigma: float) -> float:
    """The new volatility: the root that step 5 of the paper looks for."""
    start = log(sigma**2)

    def f(x: float) -> float:
        e = exp(x)
        total = phi**2 + variance + e
        return e * (delta**2 - total) / (2 * total**2) - (x - start) / TAU**2

    low, high = _bracket(f, start, phi, variance, delta)
    f_low, f_high = f(low), f(high)
    while abs(high - low) > TINY:
        middle = low + (low - high) * f_low / (f_high - f_low)
        f_middle = f(middle)
        if f_middle * f_high <= 0:
            low, f_low = high, f_high
        else:
            f_low /= 2
        high, f_high = middle, f_middle
    return exp(low / 2)


def _bracket(
    f: Callable[[float], float], start: float, phi: float, variance: float, delta: float
) -> tuple[float, float]:
    if delta**2 > phi**2 + variance:
        return start, log(delta**2 - phi**2 - variance)
    steps = 1
    while f(start - steps * TAU) < 0:
        steps += 1
    return start, start - steps * TAU


def rated(player: Rating | None, puzzle: Rating, credit: float) -> tuple[Rating, Rating]:
    """Both ratings after a try of this credit; None stands for a player not rated yet.

    A try is a period with one game, and the change is capped.

    >>> mine, its = rated(None, Rating(1500, 90), 1.0)
    >>> round(mine.rating), round(mine.deviation), round(its.rating)
    (1675, 251, 1488)
    """
    mine = NEW if player is None else player
    return (
        moved(mine, puzzle, credit, MOST_PLAYER, LEAST_DEVIATION, MOST_FALL),
        moved(puzzle, mine, 1 - credit, MOST_PUZZLE, LEAST_DEVIATION),
    )


def moved(
    player: Rating,
    other: Rating,
    score: float,
    most: float,
    surest: float,
    fall: float | None = None,
) -> Rating:
    """The rating after one game: moved by at most so much, and never taken for surer than that.

    `fall` is the most that it falls by, where that is less.
    """
    after = updated(player, [(other, score)])
    change = min(max(after.rating - player.rating, -(most if fall is None else fall)), most)
    return Rating(player.rating + change, max(after.deviation, surest), after.volatility)
