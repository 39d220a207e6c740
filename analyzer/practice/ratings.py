"""How a drill moves the rating of the player, and the level of the next one.

Glicko-2 as in :mod:`analyzer.practice.puzzles.rating`; a drill is an opponent whose strength
follows from its cards (:mod:`analyzer.practice._hardness`) and is not changed by anybody.
"""

from __future__ import annotations

from typing import Final

from analyzer.practice.puzzles.rating import RatedGame, updated
from analyzer.practice.puzzles.types import Rating

FIRST: Final = Rating(1100.0, 300.0)
"""Of a player who has not done a drill of the kind: begin with what is easy."""

DRILL_DEVIATION: Final = 120.0
"""How well a formula can know what is hard for somebody."""

LEAST_DEVIATION: Final = 60.0
MOST: Final = 120.0
"""One drill moves the rating by no more."""

EASIER: Final = 120.0
"""Drills are so much below the rating: two of three are found then, and it stays a pleasure."""

STEP: Final = 50
LOWEST, HIGHEST = 800, 1900
"""Levels that there are drills for."""


def rated(player: Rating, hardness: float, *, right: bool) -> Rating:
    """The player's rating after a drill.

    >>> up, down = (rated(FIRST, 1100.0, right=right) for right in (True, False))
    >>> up.rating > FIRST.rating > down.rating, up.deviation < FIRST.deviation
    (True, True)
    """
    after = updated(player, [RatedGame(hardness, DRILL_DEVIATION, float(right))])
    change = min(max(after.rating - player.rating, -MOST), MOST)
    deviation = max(after.deviation, LEAST_DEVIATION)
    return Rating(player.rating + change, deviation, after.volatility)


def level_for(player: Rating) -> int:
    """The level of the next drill.

    >>> level_for(FIRST), level_for(Rating(2600.0, 60.0))
    (1000, 1900)
    """
    wanted = STEP * round((player.rating - EASIER) / STEP)
    return min(max(wanted, LOWEST), HIGHEST)
