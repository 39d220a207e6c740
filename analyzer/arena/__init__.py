"""Bot against bot on mirrored deals: who wins, by how much, and how sure that is.

Each deal is played twice with the seats exchanged, and the two players draw from their own
ends of the stock, so that both meet the same cards. All errors are clustered by pair.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

import numpy as np

from analyzer.arena.chunks import Chunk, Task, play
from analyzer.arena.figures import Ends, Interval, Pace, ends, pace, ratio, share
from analyzer.arena.tables import KernelTable, table_for
from analyzer.bots import bot_named
from analyzer.engine import ENGINE_VERSION
from analyzer.errors import InputError
from analyzer.jobs import Jobs
from analyzer.rules import PRESETS, Rules

__all__ = ["Contest", "Duel", "Ends", "Interval", "Pace", "duel"]

KERNEL_PAIRS: Final = 10_000
"""Pairs of hands in a chunk that the kernel plays: a tenth of a second."""

VIEW_PAIRS: Final = 8
"""Pairs of hands in a chunk of other bots."""

PAIRS_A_GAME: Final = 8
"""About how many hands a game has, for the size of chunks."""

MOST: Final = 100_000_000


@dataclass(frozen=True, slots=True)
class Contest:
    """What single hands, or games, came to."""

    pairs: int
    hands: int
    points: Interval
    """Points a hand for the first bot."""
    won: Interval | None
    """Share of games the first bot won, a draw half; None for single hands."""
    ends: tuple[Ends, Ends]
    """As the first and as the second bot sees them."""
    pace: tuple[Pace | None, Pace | None]
    """Times of the two bots' decisions; None where the kernel played."""


@dataclass(frozen=True, slots=True)
class Duel:
    """Two bots compared."""

    bots: tuple[str, str]
    rules: Rules
    seed: int
    hands: Contest | None
    """Single hands; None if none were asked for."""
    games: Contest | None
    """Games to the target; None if none were asked for."""
    engine: str


def duel(
    first: str,
    second: str,
    rules: Rules = PRESETS["eaai"],
    *,
    hands: int = 0,
    games: int = 0,
    seed: int = 1,
    jobs: Jobs | None = None,
    progress: Callable[[int, int], None] = lambda done, all_: None,
    stop: Callable[[], bool] = lambda: False,
) -> Duel:
    """Let two bots play so many hands, or games, half of each in either seat.

    Odd numbers are rounded up. The same seed gives the same figures, but for the times, on
    any number of workers. `progress` is called with (chunks done, chunks). Raises InputError
    for an unknown bot, for games under rules without a target, and for none or too many;
    `jobs.Stopped` where `stop` says so.

    >>> found = duel("fast", "greedy", hands=4_000)
    >>> found.hands.points.low > 3, found.hands.hands
    (True, 4000)
    """
    _check(hands, games, rules)
    names = bot_named(first, rules).name, bot_named(second, rules).name
    wanted = [(_pairs(hands), False), (_pairs(games), True)]
    fast = _in_kernel(names, rules)
    tasks = [
        Task(names, rules, seed, of_games, low, min(size, pairs - low))
        for pairs, of_games in wanted
        for size in (_size(fast, of_games),)
        for low in range(0, pairs, size)
    ]
    chunks = (jobs or Jobs()).run(play, tasks, progress=progress, stop=stop)
    parts = [
        [chunk for task, chunk in zip(tasks, chunks, strict=True) if task.games is of_games]
        for _, of_games in wanted
    ]
    single, whole = (_contest(found) if found else None for found in parts)
    return Duel(names, rules, seed, single, whole, ENGINE_VERSION)


def _check(hands: int, games: int, rules: Rules) -> None:
    most = max(hands, games)
    if min(hands, games) < 0 or not 0 < most <= MOST:
        problem = "too many hands" if most > MOST else "nothing to play"
        raise InputError(problem, where="hands", hint=f"play 1 to {MOST:,} hands")
    if games and rules.target is None:
        raise InputError(
            f"{rules.name} has no game to win", where="games", hint="add target=100 to the rules"
        )


def _pairs(number: int) -> int:
    return (number + 1) // 2


def _in_kernel(names: tuple[str, str], rules: Rules) -> bool:
    first, second = (bot_named(name, rules) for name in names)
    return isinstance(table_for((first, second), rules, 0, lambda: 0.0), KernelTable)


def _size(fast: bool, games: bool) -> int:
    size = KERNEL_PAIRS if fast else VIEW_PAIRS
    return max(1, size // PAIRS_A_GAME) if games else size


def _contest(chunks: list[Chunk]) -> Contest:
    points = np.concatenate([chunk.points for chunk in chunks]).astype(float)
    hands = np.concatenate([chunk.hands for chunk in chunks]).astype(float)
    won = np.concatenate([chunk.won for chunk in chunks])
    seen = ends(np.sum([chunk.endings for chunk in chunks], axis=0))
    times = [np.concatenate([chunk.seconds[bot] for chunk in chunks]) for bot in (0, 1)]
    return Contest(
        pairs=len(points),
        hands=int(hands.sum()),
        points=ratio(points, hands),
        won=share(won, np.full(len(won), 2.0)) if chunks[0].games else None,
        ends=seen,
        pace=(pace(times[0]), pace(times[1])),
    )
