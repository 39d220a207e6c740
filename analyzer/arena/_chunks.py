"""Parts of a contest, each played by itself: what goes to a worker and what comes back."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from analyzer.arena._luck import luck_of, stand_in
from analyzer.arena._program import PATIENCE, PREFIX, Conduct, ProgramBot, seat_of
from analyzer.engine.bots import Bot, bot_named
from analyzer.engine.bots.tables import (
    BotTable,
    ForfeitedDeal,
    KernelTable,
    Played,
    PlayedDeal,
    one_by_one,
    table_for,
)
from analyzer.engine.objective import ENDINGS
from analyzer.engine.types import Ending
from analyzer.game.rules import BoxWhen, Rules
from analyzer.game.scoring import Ended, Scored, next_dealer

DEALS_A_GAME: Final = 256
"""Deals kept for each game; one that is not over by then is a draw."""

SCORED: Final = {
    Ending.GIN: Ended.GIN,
    Ending.KNOCK: Ended.KNOCK,
    Ending.UNDERCUT: Ended.UNDERCUT,
    Ending.THEIR_GIN: Ended.GIN,
    Ending.THEIR_KNOCK: Ended.KNOCK,
    Ending.THEIR_UNDERCUT: Ended.UNDERCUT,
    Ending.VOID: Ended.VOID,
    Ending.TIE: Ended.TIE,
}


@dataclass(frozen=True, slots=True)
class PairRange:
    """Pairs first … first + count − 1 of a contest."""

    bots: tuple[str, str]
    rules: Rules
    seed: int
    games: bool
    """True if what is played in a sitting are games to the target; else hands."""
    first: int
    count: int
    sitting: int = 1
    """Hands, or games, in a row between bots that remember each other."""
    patience: float = PATIENCE
    """Seconds that a program may take for an answer."""
    luck: int = 0
    """Orders of the stock in which the luck of each draw is weighed; 0: it is not."""


@dataclass(frozen=True, eq=False)
class Chunk:
    """The outcome of a task for the first bot; entry i of an array is pair i."""

    games: bool
    points: NDArray[np.int64]
    hands: NDArray[np.int64]
    won: NDArray[np.float64]
    """Games won in both seatings, a draw half; 0 where no games were played."""
    endings: NDArray[np.int64]
    """int64[8]: hands by ending."""
    seconds: tuple[NDArray[np.float32], NDArray[np.float32]]
    """CPU seconds of each decision of the two bots; of a program those that one waited for it."""
    conduct: tuple[Conduct | None, Conduct | None] = (None, None)
    """The conduct of programs; None for a bot of ours."""
    luck: NDArray[np.float64] | None = None
    """Points of each pair that the drawn cards brought; None where they were not weighed."""


def seated(name: str, rules: Rules, patience: float = PATIENCE) -> Bot:
    """The player of a name: a bot of ours, or a program that is to be closed in the end."""
    return seat_of(name, patience) if name.startswith(PREFIX) else bot_named(name, rules)


def play(task: PairRange) -> Chunk:
    """Play a task; the same on any machine with the same kernel."""
    first, second = (seated(name, task.rules, task.patience) for name in task.bots)
    try:
        return _played(task, (first, second))
    finally:
        for bot in (first, second):
            if isinstance(bot, ProgramBot):
                bot.program.close()


def _played(task: PairRange, bots: tuple[Bot, Bot]) -> Chunk:
    table = table_for(bots, task.rules, task.seed, time.thread_time)
    by_kernel = isinstance(table, KernelTable)
    weighed = _Weighed(table, task, bots) if task.luck and not by_kernel else None
    sums = _playing(task)(weighed or table, task)
    programs = [bot.program if isinstance(bot, ProgramBot) else None for bot in bots]
    times = [
        np.array(table.seconds(bot) if program is None else program.seconds, np.float32)
        for bot, program in enumerate(programs)
    ]
    conduct = [None if program is None else program.conduct for program in programs]
    return Chunk(task.games, *sums, (times[0], times[1]), (conduct[0], conduct[1]),
                 None if weighed is None else weighed.luck)  # fmt: skip


class _Weighed(BotTable):
    """A table at which the luck of each hand is weighed, pair by pair."""

    def __init__(self, table: BotTable, task: PairRange, bots: tuple[Bot, Bot]) -> None:
        self._table, self._task = table, task
        self._players = stand_in(bots[0], task.rules), stand_in(bots[1], task.rules)
        self.luck = np.zeros(task.count)

    def sit_down(self) -> None:
        """As `BotTable.sit_down`."""
        self._table.sit_down()

    def hand(self, deal: int, seat: int, score: tuple[int, int] | None = None) -> PlayedDeal:
        """As `BotTable.hand`."""
        played, task = self._table.hand(deal, seat, score), self._task
        deals = task.sitting * (DEALS_A_GAME if task.games else 1)
        players = self._players if seat == 0 else self._players[::-1]
        luck = luck_of(played.steps, players, task.luck, deal)
        self.luck[deal // deals - task.first] += -luck if seat else luck
        return played

    def hands(self, first: int, count: int, seat: int) -> Played:
        """As `BotTable.hands`."""
        return one_by_one(self, first, count, seat)


def _playing(task: PairRange) -> Callable[[BotTable, PairRange], Sums]:
    return _sittings if task.games or task.sitting > 1 else _hands


Sums = tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.float64], NDArray[np.int64]]


def _hands(table: BotTable, task: PairRange) -> Sums:
    points = np.zeros(task.count, np.int64)
    endings = np.zeros(len(ENDINGS), np.int64)
    for seat in (0, 1):
        scored, ended = table.hands(task.first, task.count, seat)
        points += scored
        endings += np.bincount(ended, minlength=len(ENDINGS))
    return points, np.full(task.count, 2), np.zeros(task.count), endings


def _sittings(table: BotTable, task: PairRange) -> Sums:
    points, hands = np.zeros(task.count, np.int64), np.zeros(task.count, np.int64)
    won, endings = np.zeros(task.count), np.zeros(len(ENDINGS), np.int64)
    play_one = _game if task.games else _hand
    for place in range(task.count):
        first = (task.first + place) * task.sitting
        for seat in (0, 1):
            table.sit_down()
            for number in range(task.sitting):
                sitting = play_one(table, task.rules, first + number, seat ^ (number & 1))
                points[place] += sitting.points
                hands[place] += len(sitting.endings)
                won[place] += sitting.won
                np.add.at(endings, sitting.endings, 1)
    return points, hands, won, endings


class _One(NamedTuple):
    """The outcome of one hand, or game, of a sitting."""

    points: int
    won: float
    endings: list[int]
    """The endings of its hands."""


def _hand(table: BotTable, _: Rules, number: int, seat: int) -> _One:
    hand = table.hand(number, seat)
    return _One(hand.points, 0.0, [hand.ending])


def _game(table: BotTable, rules: Rules, number: int, seat: int) -> _One:
    game, endings = TargetGame(rules, seat), list[int]()
    while not game.over:
        hand = table.hand(number * DEALS_A_GAME + game.hands, game.seat, game.score)
        endings.append(hand.ending)
        after = game.forfeited if isinstance(hand, ForfeitedDeal) else game.after
        game = after(hand.points, ENDINGS[hand.ending])
    return _One(game.points, game.won, endings)


@dataclass(frozen=True, slots=True)
class TargetGame:
    """A game to the target, as the first of two players sees it."""

    rules: Rules
    seat: int
    """The first player's in the next hand; in seat 0 the second one deals."""
    score: tuple[int, int] = (0, 0)
    hands: int = 0
    points: int = 0

    @property
    def over(self) -> bool:
        """True if somebody has reached the target, or nobody will."""
        return max(self.score) >= self._target or self.hands == DEALS_A_GAME

    @property
    def won(self) -> float:
        """1 for the first player's win, half for a draw."""
        reached = [points >= self._target for points in self.score]
        return 0.5 if reached[0] == reached[1] else float(reached[0])

    @property
    def _target(self) -> int:
        assert self.rules.target is not None
        return self.rules.target

    def after(self, points: int, ending: Ending) -> TargetGame:
        """The game after a hand with these points for the first player, negative for the second."""
        box = self.rules.box_bonus if self.rules.box_when is BoxWhen.ONCE else 0
        winner = None if points == 0 else int(points < 0)
        score = list(self.score)
        if winner is not None:
            score[winner] += abs(points) + box
        dealer = next_dealer(self.rules, 1 - self.seat, Scored(SCORED[ending], winner, abs(points)))
        return TargetGame(
            self.rules, 1 - dealer, (score[0], score[1]), self.hands + 1, self.points + points
        )

    def forfeited(self, points: int, ending: Ending) -> TargetGame:
        """The game that ends with a hand lost by forfeit: whoever won the hand has won it."""
        after = self.after(points, ending)
        won = ending in {Ending.GIN, Ending.KNOCK}
        score = (self._target, -1) if won else (-1, self._target)
        return replace(after, score=score)
