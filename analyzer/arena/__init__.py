"""Bot against bot on mirrored deals: who wins, by how much, and how sure that is.

Each deal is played twice with the seats exchanged, and the two players draw from their own
ends of the stock, so that both meet the same cards. All errors are clustered by pair.

It imports whatever plays, up to the practice room; the benchmark of the kernel, the search and the
review stands beside it. Nothing that answers a player belongs here, nor what only who builds the
engine needs: that is the workshop beside the tests.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

import numpy as np
from numpy.typing import NDArray

from analyzer.arena._chunks import Chunk, PairRange, play, seated
from analyzer.arena._program import PATIENCE, Conduct, ProgramBot, check_start
from analyzer.engine import ENGINE_VERSION
from analyzer.engine.bots import Bot
from analyzer.engine.bots.tables import MIRRORED, KernelTable, table_for
from analyzer.engine.objective import ENDINGS
from analyzer.engine.statistics import Interval, ratio, share
from analyzer.engine.types import Ending
from analyzer.errors import InputError
from analyzer.game.rules import Rules, rules_for_two
from analyzer.jobs import Jobs

__all__ = ["MOST_A_SITTING", "PATIENCE", "Conduct", "Contest", "Duel", "Ends", "Pace", "duel"]

KERNEL_PAIRS: Final = 10_000
"""Pairs of hands in a chunk that the kernel plays: a tenth of a second."""

VIEW_PAIRS: Final = 8
"""Pairs of hands in a chunk of other bots."""

PROGRAM_PAIRS: Final = 32
"""The same where a program plays, which is started for each chunk."""

PAIRS_A_GAME: Final = 8
"""About how many hands a game has, for the size of chunks."""

MOST: Final = 100_000_000
MOST_A_SITTING: Final = 10_000


@dataclass(frozen=True, slots=True)
class Ends:
    """The ways in which hands ended, as one bot sees it."""

    shares: Mapping[Ending, float]
    """Share of all hands by ending; those that did not occur are left out."""
    undercut: float
    """Share of all hands in which it knocked and was undercut."""
    undercut_of_knocks: float | None
    """The same as a share of its knocks with deadwood; None where it never knocked."""


@dataclass(frozen=True, slots=True)
class Pace:
    """CPU milliseconds a decision, forced ones left out; of a program those until its answer."""

    decisions: int
    median: float
    p99: float


@dataclass(frozen=True, slots=True)
class Contest:
    """The result of hands or games; a pair is a deal, a game or a sitting in both seatings."""

    pairs: int
    games: int
    """The number of games played; 0 for hands without a game."""
    hands: int
    points: Interval
    """Points a hand for the first bot."""
    adjusted: Interval | None
    """The same without the luck of the cards drawn; None where it was not weighed."""
    varies: float | None
    """The variance of the adjusted points of a pair, as a share of that of the plain ones."""
    won: Interval | None
    """Share of games the first bot won, a draw half; None for hands without a game."""
    ends: tuple[Ends, Ends]
    """As the first and as the second bot sees them."""
    pace: tuple[Pace | None, Pace | None]
    """Times of the two bots' decisions; None where the kernel played."""
    conduct: tuple[Conduct | None, Conduct | None] = (None, None)
    """The conduct of the players that are programs, with forfeits; None for a bot of ours."""


@dataclass(frozen=True, slots=True)
class Duel:
    """Two bots compared."""

    bots: tuple[str, str]
    rules: Rules
    seed: int
    hands: Contest | None
    """Hands without a game; None if none were asked for."""
    games: Contest | None
    """Games to the target; None if none were asked for."""
    engine: str
    sitting: int = 1
    """The number of hands, or of games, played in a row by bots that remember."""


def duel(
    first: str, second: str, rules: Rules | str = "eaai", *,
    hands: int = 0, games: int = 0, sitting: int = 1, seed: int = 1,
    patience: float = PATIENCE, luck: int = 0, jobs: Jobs | None = None,
    progress: Callable[[int, int], None] = lambda done, all_: None,
    stop: Callable[[], bool] = lambda: False,
) -> Duel:  # fmt: skip
    """Let two bots play so many hands, or games, half of each in either seat, by rules or a name.

    `exec:COMMAND` seats a program that speaks the engine protocol; it has `patience` seconds for
    an answer, and loses the hand (of games the game) by forfeit where it gives none that can be
    played. A hand lost so is scored as if the other player had gone gin.

    Where `luck` is given, the luck of each draw is weighed in so many orders of the stock, which
    makes the intervals of `Contest.adjusted`; hands that the kernel plays are left as they are.

    Numbers are rounded up to whole pairs. In a sitting of several hands, or games, in turn in
    either seat, the bots remember what earlier ones told of each other, as they do in a game; its
    two seatings are one observation. The same seed gives the same figures, but for the times, on
    any number of workers. `progress` is called with (chunks done, chunks). Raises InputError for an
    unknown bot, a program that does not start, for games under rules without a target, for none or
    too many, and for a sitting of none or too many; `jobs.Stopped` where `stop` says so.

    >>> found = duel("fast", "greedy", hands=4_000)
    >>> found.hands.points.low > 3, found.hands.hands
    (True, 4000)
    """
    played = rules_for_two(rules) if isinstance(rules, str) else rules
    _check(hands, games, sitting, played)
    bots = seated(first, played), seated(second, played)
    names = bots[0].name, bots[1].name
    for program in (bot for bot in bots if isinstance(bot, ProgramBot)):
        check_start(program.name)
    pairs, most = _pairs(hands, sitting), _pairs_at_once(bots, played)
    of_hands = PairRange(names, played, seed, False, 0, pairs, sitting, patience, luck)
    of_games = replace(of_hands, games=True, count=_pairs(games, sitting))
    tasks = [*_chunks_of(of_hands, most), *_chunks_of(of_games, most)]
    chunks = (jobs or Jobs()).run(play, tasks, progress=progress, stop=stop)
    single, whole = (_contest(chunks, in_games, sitting) for in_games in (False, True))
    return Duel(names, played, seed, single, whole, ENGINE_VERSION, sitting)


def _chunks_of(whole: PairRange, most: int) -> Iterator[PairRange]:
    """The pairs of a contest in chunks of work, of at most so many pairs of hands."""
    hands = whole.sitting * (PAIRS_A_GAME if whole.games else 1)
    size = max(1, most // hands)
    for low in range(0, whole.count, size):
        yield replace(whole, first=low, count=min(size, whole.count - low))


def _check(hands: int, games: int, sitting: int, rules: Rules) -> None:
    most = max(hands, games)
    if min(hands, games) < 0 or not 0 < most <= MOST:
        problem = "too many hands" if most > MOST else "nothing to play"
        raise InputError(problem, where="hands", hint=f"play 1 to {MOST:,} hands")
    if not 1 <= sitting <= MOST_A_SITTING:
        raise InputError(
            f"a sitting of {sitting:,}",
            where="sitting",
            hint=f"play 1 to {MOST_A_SITTING:,} hands or games in a row",
        )
    if games and rules.target is None:
        raise InputError(
            f"{rules.name} has no game to win", where="games", hint="add target=100 to the rules"
        )


def _pairs(number: int, sitting: int) -> int:
    return -(-number // (2 * sitting))


def _pairs_at_once(bots: tuple[Bot, Bot], rules: Rules) -> int:
    """Return how many pairs of hands are a chunk of work."""
    if isinstance(table_for(bots, rules, 0, lambda: 0.0), KernelTable):
        return KERNEL_PAIRS
    return PROGRAM_PAIRS if any(isinstance(bot, ProgramBot) for bot in bots) else VIEW_PAIRS


def _contest(played: Sequence[Chunk], games: bool, sitting: int) -> Contest | None:
    """The result of the hands, or of the games, that were played; None where there were none."""
    chunks = [chunk for chunk in played if chunk.games is games]
    if not chunks:
        return None
    points = np.concatenate([chunk.points for chunk in chunks]).astype(float)
    hands = np.concatenate([chunk.hands for chunk in chunks]).astype(float)
    won = np.concatenate([chunk.won for chunk in chunks])
    endings = np.sum([chunk.endings for chunk in chunks], axis=0)
    luck = [chunk.luck for chunk in chunks if chunk.luck is not None]
    less = points - np.concatenate(luck) if luck else None
    count = np.full(len(points), 2.0 * sitting if games else 0.0)
    times = [np.concatenate([chunk.seconds[bot] for chunk in chunks]) for bot in (0, 1)]
    return Contest(
        pairs=len(points),
        games=int(count.sum()),
        hands=int(hands.sum()),
        points=ratio(points, hands),
        adjusted=None if less is None else ratio(less, hands),
        varies=None if less is None else _varies(less, points, hands),
        won=share(won, count) if games else None,
        ends=(_ends(endings), _ends(endings[MIRRORED])),
        pace=(_pace(times[0]), _pace(times[1])),
        conduct=(_conduct(chunks, 0), _conduct(chunks, 1)),
    )


def _varies(
    less: NDArray[np.float64], plain: NDArray[np.float64], hands: NDArray[np.float64]
) -> float | None:
    """The variance of one ratio to hands as a share of that of another; None where it has none."""
    left, whole = (float(np.var(sums - sums.sum() / hands.sum() * hands)) for sums in (less, plain))
    return left / whole if whole else None


def _conduct(chunks: list[Chunk], bot: int) -> Conduct | None:
    parts = [part for chunk in chunks if (part := chunk.conduct[bot]) is not None]
    return sum(parts, Conduct()) if parts else None


def _ends(counts: NDArray[np.int64]) -> Ends:
    """Return how hands ended for a bot by the counts of the endings, as it sees them.

    >>> counts = np.array([2, 4, 1, 0, 2, 0, 1, 0])
    >>> first, second = _ends(counts), _ends(counts[MIRRORED])
    >>> first.undercut, first.undercut_of_knocks, second.undercut_of_knocks
    (0.1, 0.2, 0.0)
    """
    total = max(1, int(counts.sum()))
    undercut = int(counts[ENDINGS.index(Ending.UNDERCUT)])
    knocks = int(counts[ENDINGS.index(Ending.KNOCK)]) + undercut
    return Ends(
        {ending: int(n) / total for ending, n in zip(ENDINGS, counts, strict=True) if n},
        undercut / total,
        undercut / knocks if knocks else None,
    )


def _pace(seconds: NDArray[np.float32]) -> Pace | None:
    """The spread of decision times; None where none was timed."""
    if len(seconds) == 0:
        return None
    median, p99 = np.quantile(seconds * 1000, [0.5, 0.99])
    return Pace(len(seconds), float(median), float(p99))
