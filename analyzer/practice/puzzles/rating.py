"""How a try moves the player's rating and the puzzle's."""

from __future__ import annotations

from typing import Final

from analyzer.practice.puzzles.rate import NEW, RatedGame, updated
from analyzer.practice.puzzles.types import Rating

MOST_PLAYER: Final = 200.0
"""A player's rating moves by no more in one try."""
MOST_PUZZLE: Final = 12.0
"""A puzzle's rating moves by no more in one try: nobody can push it far."""
LEAST_DEVIATION: Final = 45.0
"""Neither is ever taken for surer than this."""


def rated(player: Rating | None, puzzle: Rating, credit: float) -> tuple[Rating, Rating]:
    """Both ratings after a try of this credit; None stands for a player not rated yet.

    Glicko-2 (M. E. Glickman, 2013), a try being a period with one game, and the change capped.

    >>> mine, its = rated(None, Rating(1500, 90), 1.0)
    >>> round(mine.rating), round(mine.deviation), round(its.rating)
    (1675, 251, 1488)
    """
    mine = NEW if player is None else player
    after = updated(mine, [RatedGame(puzzle.rating, puzzle.deviation, credit)])
    its = updated(puzzle, [RatedGame(mine.rating, mine.deviation, 1 - credit)])
    return _capped(mine, after, MOST_PLAYER), _capped(puzzle, its, MOST_PUZZLE)


def _capped(before: Rating, after: Rating, most: float) -> Rating:
    change = min(max(after.rating - before.rating, -most), most)
    return Rating(before.rating + change, max(after.deviation, LEAST_DEVIATION), after.volatility)
