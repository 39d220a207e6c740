"""Two bots at a table: one deal played to its end, hand by hand or many at once in the kernel.

Deal number i of a seed is dealt as `analyzer.kernel.playout.self_play` deals it. Player 0, the
non-dealer, draws from the front of the stock and player 1 from its back, so that both seatings
of a deal meet the same cards: that is what mirroring is for.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Final, NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from analyzer.engine.bots._base import Bot, Forfeit, Guest
from analyzer.engine.bots.policy import PolicyBot
from analyzer.engine.objective import ENDINGS, ties_apart
from analyzer.engine.selfplay import play
from analyzer.engine.types import Ending
from analyzer.errors import InputError
from analyzer.game.actions import DRAW, Action, Question
from analyzer.game.cards import DECK, Card, CardSet
from analyzer.game.hand_end import hand_end_of
from analyzer.game.melds import deadwood, discards
from analyzer.game.position import Position, start
from analyzer.game.rules import Rules, Wall
from analyzer.game.scoring import Ended, Outcome, Role, score_points
from analyzer.game.view import HAND, view_of
from analyzer.kernel import deals, playout
from analyzer.kernel.deals import FIRST, SECOND, UPCARD
from analyzer.kernel.inplay import GIN, KNOCK, UNDERCUT
from analyzer.kernel.rng import seeded, step

VOID: Final = ENDINGS.index(Ending.VOID)
TIE: Final = ENDINGS.index(Ending.TIE)

MIRRORED: Final = np.array([3, 4, 5, 0, 1, 2, VOID, TIE], np.int8)
"""An ending from the other player's side."""


class PlayedDeal(NamedTuple):
    """The outcome of a hand for the first bot."""

    points: int
    ending: int
    """Index into `ENDINGS`."""
    steps: tuple[Position, ...] = ()
    """Each position of the hand from the deal on; empty where the kernel played it."""


class ForfeitedDeal(PlayedDeal):
    """A hand that a player lost who did not play on: it is scored as the other's gin."""

    __slots__ = ()


Played = tuple[NDArray[np.int16], NDArray[np.int8]]
"""(points, endings) of many deals for the first bot."""


class BotTable(Protocol):
    """Two bots at a table; `seat` is the player (0 the non-dealer) that the first bot is."""

    def sit_down(self) -> None:
        """Begin a game: the bots know nothing of each other."""
        ...

    def hand(self, deal: int, seat: int, score: tuple[int, int] | None = None) -> PlayedDeal:
        """Play the next hand of a game with this deal, at a score (the first bot's first)."""
        ...

    def hands(self, first: int, count: int, seat: int) -> Played:
        """Return what comes of deals first … first + count − 1.

        Each is a hand by itself, without a score, between bots that meet for the first time.
        """
        ...

    def seconds(self, bot: int) -> list[float]:
        """CPU seconds of each decision of bot 0 or 1 so far; nothing where none is timed."""
        return []


def one_by_one(table: BotTable, first: int, count: int, seat: int) -> Played:
    """As `BotTable.hands`, each played by `BotTable.hand`."""
    played = []
    for deal in range(first, first + count):
        table.sit_down()
        played.append(table.hand(deal, seat)[:2])
    points, endings = zip(*played, strict=True)
    return np.array(points, np.int16), np.array(endings, np.int8)


def _shuffled(seed: int, deal: int) -> tuple[Card, ...]:
    """The deck as the kernel shuffles it for a deal: stock from the front, hands, upcard last.

    >>> len(set(_shuffled(1, 0))), _shuffled(1, 0) == _shuffled(1, 1)
    (52, False)
    """
    row = np.zeros(len(DECK), np.int8)
    deals.deal(row, seed, deal)
    return tuple(map(Card, row.tolist()))


def dealt(rules: Rules, seed: int, deal: int) -> Position:
    """Deal number `deal` of a seed; player 1 deals."""
    row, rules = _shuffled(seed, deal), rules.with_knock_card(f"{seed}/{deal}")
    mine = CardSet.from_cards(row[FIRST:SECOND])
    theirs = CardSet.from_cards(row[SECOND:UPCARD])
    eleven = rules.deals_eleven
    hands = (mine.add(row[UPCARD]) if eleven else mine), theirs
    return start(rules, hands, None if eleven else row[UPCARD], row[:FIRST], seed=deal)


@dataclass
class _ViewTable(BotTable):
    """Any two bots, each shown its own view at each decision that is not forced.

    As in playouts a hand is given up as void after `playout.MOST_DISCARDS` discards.
    """

    bots: tuple[Bot, Bot]
    rules: Rules
    seed: int
    clock: Callable[[], float]
    _seconds: tuple[list[float], list[float]] = field(default_factory=lambda: ([], []))

    def __post_init__(self) -> None:
        self.sit_down()

    def sit_down(self) -> None:
        """As `BotTable.sit_down`."""
        self._seated = self.bots

    def seconds(self, bot: int) -> list[float]:
        """As `BotTable.seconds`."""
        return self._seconds[bot]

    def hands(self, first: int, count: int, seat: int) -> Played:
        """As `BotTable.hands`."""
        return one_by_one(self, first, count, seat)

    def hand(self, deal: int, seat: int, score: tuple[int, int] | None = None) -> PlayedDeal:
        """As `BotTable.hand`."""
        here = dealt(self.rules, self.seed, deal)
        if score is not None:
            here = replace(here, score=score if seat == 0 else score[::-1])
        chance, steps = seeded(self.seed, deal), [here]
        while here.outcome is None:
            if _discarded(here) >= playout.MOST_DISCARDS:
                return PlayedDeal(0, VOID, tuple(steps))
            bot = here.turn ^ seat
            chance = step(chance)
            try:
                here = self._moved(here, bot, chance)
            except Forfeit:
                return _forfeited(tuple(steps), seat)
            steps.append(here)
        first, second = self._seated
        self._seated = (
            first.after(hand_end_of(here, seat)), second.after(hand_end_of(here, 1 - seat)),
        )  # fmt: skip
        return _outcome_for(here.outcome, seat)._replace(steps=tuple(steps))

    def _moved(self, here: Position, bot: int, seed: int) -> Position:
        action, player = self._decided(here, bot, seed), self._seated[bot]
        try:
            return self._after(here, action, self._seated[1 - bot])
        except InputError as error:
            if isinstance(player, Guest):
                raise player.illegal(action, error) from error
            raise

    def _decided(self, here: Position, bot: int, seed: int) -> Action:
        if here.question is not Question.DISCARD:
            legal = here.legal_actions()
            if len(legal) == 1:
                return legal[0]
        view = view_of(here)
        before = self.clock()
        action = self._seated[bot].decide(view, seed)
        self._seconds[bot].append(self.clock() - before)
        return action

    @staticmethod
    def _after(here: Position, action: Action, other: Bot) -> Position:
        if action == DRAW and here.turn == 1:
            here = replace(here, stock=(here.stock[-1], *here.stock[:-1]))
        if not action.ends_hand:
            return here.apply(action)
        return here.apply(action, other.defend(here.hands[1 - here.turn], action, here.rules))


def _discarded(here: Position) -> int:
    return sum(turn.discarded is not None for turn in here.played)


def _outcome_for(outcome: Outcome, player: int) -> PlayedDeal:
    """A hand's end as this player sees it."""
    kind, knocker = outcome.hand.kind, outcome.knocker
    if knocker is None:
        return PlayedDeal(0, VOID)
    if kind is Ended.TIE:
        return PlayedDeal(0, TIE)
    ending = KNOCK if outcome.hand.winner is Role.KNOCKER else UNDERCUT
    if kind in {Ended.GIN, Ended.BIG_GIN}:
        ending = GIN
    return PlayedDeal(outcome.points[player], ending if knocker == player else ending + 3)


def _forfeited(steps: tuple[Position, ...], player: int) -> ForfeitedDeal:
    """A hand that the player to act loses, as this player sees it: the other's gin."""
    here = steps[-1]
    hand, rules = here.hands[here.turn], here.rules
    left = discards(hand, rules)[0].deadwood if len(hand) > HAND else deadwood(hand, rules)
    points = score_points(0, left, rules, multiplier=here.multiplier).points
    if here.turn == player:
        return ForfeitedDeal(-points, GIN + 3, steps)
    return ForfeitedDeal(points, GIN, steps)


BLOCK: Final = 16
"""Deals that the kernel plays at a time for a game."""


@dataclass
class KernelTable(BotTable):
    """Two rollout policies, played in the kernel."""

    bots: tuple[PolicyBot, PolicyBot]
    rules: Rules
    seed: int
    _block: dict[int, tuple[int, NDArray[np.int16], NDArray[np.int8]]] = field(default_factory=dict)

    def sit_down(self) -> None:
        """As `BotTable.sit_down`: policies know nothing of each other at any time."""

    def hand(self, deal: int, seat: int, score: tuple[int, int] | None = None) -> PlayedDeal:
        """As `BotTable.hand`; policies do not look at the score."""
        first = deal - deal % BLOCK
        if seat not in self._block or self._block[seat][0] != first:
            self._block[seat] = first, *self.hands(first, BLOCK, seat)
        _, points, endings = self._block[seat]
        return PlayedDeal(int(points[deal - first]), int(endings[deal - first]))

    def hands(self, first: int, count: int, seat: int) -> Played:
        """As `BotTable.hands`."""
        players = self.bots[seat].policy, self.bots[1 - seat].policy
        points, endings, _ = play(self.rules, players, self.seed, range(first, first + count))
        endings = ties_apart(points, endings, self.rules)
        return (points, endings) if seat == 0 else (-points, MIRRORED[endings])


def table_for(
    bots: tuple[Bot, Bot], rules: Rules, seed: int, clock: Callable[[], float]
) -> BotTable:
    """The kernel's table where both bots and the rules allow it, else one of views."""
    first, second = bots
    plain = not (rules.misdeal_if_dealt_knock or rules.meld_cap or rules.wall is Wall.RESHUFFLE)
    if plain and isinstance(first, PolicyBot) and isinstance(second, PolicyBot):
        return KernelTable((first, second), rules, seed)
    return _ViewTable(bots, rules, seed, clock)
