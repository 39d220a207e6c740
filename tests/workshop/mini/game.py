"""A small game of gin: its deck, its hands, and the tree of all that both players see.

What a player knows is what both see and the cards in hand; in which order they came does not
matter, for it changes neither what can be done nor what the other may hold. So a node of the tree
is what both have seen, with a row of numbers over the hands of either player.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations
from math import comb
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from analyzer.errors import InputError
from analyzer.game.rules import PRESETS, Rules
from analyzer.kernel import inplay
from analyzer.kernel.bits import FULL
from analyzer.kernel.deadwood import deadwood, layout
from analyzer.kernel.defend import defend
from analyzer.kernel.jit import jit

compiled = jit(cache=False)
"""Compiled anew by each process: what is kept on disk is looked up by one file's source, and the
tuples that come from another file may have changed since."""

TAKEN: Final = 0
DRAWN: Final = 1
NONE: Final = -1


@dataclass(frozen=True, slots=True)
class MiniGame:
    """The numbers of a small game; it is played as under `eaai` rules, and void after `turns`.

    >>> MiniGame().rules.knock_limit, len(MiniGame().cards)
    (5, 12)
    """

    suits: int = 3
    ranks: int = 4
    hand: int = 3
    turns: int = 4
    """Discards of both together after which a hand is void."""
    limit: int = 5
    bonus: int = 6
    """For gin and for an undercut."""

    def __post_init__(self) -> None:
        stock = self.suits * self.ranks - 2 * self.hand - 1
        if not (1 <= self.suits <= 4 and 1 <= self.ranks <= 13 and 1 <= self.hand <= 10):
            raise InputError("a small deck has 1 to 4 suits of 1 to 13 ranks", where="suits")
        if not 1 <= self.turns <= stock:
            raise InputError(
                f"{self.turns} turns from {stock} cards in the stock", where="turns",
                hint="take fewer turns, or more suits or ranks",
            )  # fmt: skip

    @property
    def cards(self) -> tuple[int, ...]:
        """The cards by their bits, ascending."""
        return tuple(16 * suit + rank for suit in range(self.suits) for rank in range(self.ranks))

    @property
    def rules(self) -> Rules:
        """The rules of a hand."""
        return PRESETS["eaai"].override(
            knock_limit=self.limit, gin_bonus=self.bonus, undercut_bonus=self.bonus
        )

    @property
    def deals(self) -> int:
        """Ways to deal both hands beside an upcard."""
        rest = len(self.cards) - 1
        return comb(rest, self.hand) * comb(rest - self.hand, self.hand)


class MiniHands(NamedTuple):
    """All hands of a deck, before and after a draw, by number; cards by number too."""

    cards: NDArray[np.int64]
    """The bit of each card."""
    held: NDArray[np.int64]
    """Each hand as a mask; before a draw."""
    full: NDArray[np.int64]
    """Each hand with one card more, as a mask."""
    joined: NDArray[np.int64]
    """int64[held, cards]: the full hand that a card makes of a hand; `NONE` where it is there."""
    shed: NDArray[np.int64]
    """int64[full, place]: what is held once the card of this place is discarded."""
    card_at: NDArray[np.int64]
    """int64[full, place]: that card."""
    cards_of: NDArray[np.int64]
    """int64[held, size]: the cards of each hand."""
    knocks: NDArray[np.bool_]
    """True if one may knock with what is held."""
    won: NDArray[np.float64]
    """float64[held, held]: points of who knocks with the first against the second; 0 where the two
    share a card or the first may not knock."""


def hands_of(game: MiniGame) -> MiniHands:
    """The hands of a game.

    >>> hands = hands_of(MiniGame())
    >>> len(hands.held), len(hands.full), round(float(hands.won.max()))
    (220, 495, 17)
    """
    cards, size = game.cards, game.hand
    held = [_mask(some) for some in combinations(cards, size)]
    full = [_mask(some) for some in combinations(cards, size + 1)]
    number, number_full = ({mask: n for n, mask in enumerate(masks)} for masks in (held, full))
    kept, places = (
        [[n for n, card in enumerate(cards) if mask >> card & 1] for mask in masks]
        for masks in (held, full)
    )
    dead = [deadwood(mask, game.rules.tables) for mask in held]
    return MiniHands(
        np.array(cards, np.int64), np.array(held, np.int64), np.array(full, np.int64),
        np.array([[number_full.get(mask | 1 << card, NONE) if not mask >> card & 1 else NONE
                   for card in cards] for mask in held], np.int64),
        np.array([[number[mask & ~(1 << cards[n])] for n in row]
                  for mask, row in zip(full, places, strict=True)], np.int64),
        np.array(places, np.int64), np.array(kept, np.int64),
        np.array([points <= game.limit for points in dead]),
        np.array([[_won(mine, other, game) if points <= game.limit and not mine & other else 0
                   for other in held] for mine, points in zip(held, dead, strict=True)], float),
    )  # fmt: skip


def _mask(cards: tuple[int, ...]) -> int:
    return sum(1 << card for card in cards)


def _won(mine: int, other: int, game: MiniGame) -> int:
    """Points of who knocks with `mine` against `other`."""
    tables = game.rules.tables
    dead = deadwood(mine, tables)
    if dead == 0:
        return game.bonus + deadwood(other, tables)
    _, runs, missing = layout(mine, tables)
    left = defend(other, runs, missing, tables)
    return left - dead if left > dead else left - dead - game.bonus


class Tree(NamedTuple):
    """The knowledge of both players, node by node, each before those that come of it."""

    actor: NDArray[np.int64]
    """The player to act; the first to act in a hand is player 0."""
    asked: NDArray[np.int64]
    """The question, as in `analyzer.kernel.inplay`: the upcard offered, to draw, must draw."""
    top: NDArray[np.int64]
    """Number of the card on top of the pile."""
    pile: NDArray[np.int64]
    """The pile as a mask, and whatever a deck of 52 has beside this one."""
    known: NDArray[np.int64]
    """int64[n, 2]: what each player was seen to take and still holds, as a mask."""
    made: NDArray[np.int64]
    """Discards of both together."""
    stock: NDArray[np.int64]
    passed: NDArray[np.int64]
    """The node after a pass, or `NONE`."""
    after: NDArray[np.int64]
    """int64[n, 2, cards]: the node after a card was taken or drawn and this one discarded, or
    `NONE`."""
    end: NDArray[np.int64]
    """The number after that of the last node that comes of this one."""
    start: NDArray[np.int64]
    """int64[n, 2]: where the discards of the full hands begin that may be held after a card was
    taken or drawn."""
    slots: int
    """Discards in all: a row for each node, way and full hand that may be held."""


class _Seen(NamedTuple):
    """A node, before its number is known."""

    actor: int
    asked: int
    top: int
    pile: int
    known: tuple[int, int]
    made: int
    stock: int


@compiled
def has(asked: int, way: int) -> bool:
    """True if the card of this turn may come from there."""
    if asked in (inplay.OFFER, inplay.LAST_OFFER):
        return way == TAKEN
    return way == DRAWN or asked != inplay.MUST_DRAW


def ways(asked: int) -> tuple[int, ...]:
    """Return where the card of this turn may come from: `TAKEN`, `DRAWN`."""
    return tuple(way for way in (TAKEN, DRAWN) if has(asked, way))


def _room_for(here: _Seen, way: int, top: int) -> tuple[int, int]:
    """(cards known to be held by who is to act, cards known to be elsewhere), as masks."""
    mine, other = here.known[here.actor], here.known[1 - here.actor]
    return (mine | top, here.pile & ~top | other) if way == TAKEN else (mine, here.pile | other)


def _passed(here: _Seen) -> _Seen:
    asked = inplay.LAST_OFFER if here.asked == inplay.OFFER else inplay.MUST_DRAW
    return here._replace(actor=1 - here.actor, asked=asked)


def tree_of(game: MiniGame, upcards: tuple[int, ...]) -> Tree:
    """The tree of a game that begins with one of these cards (numbers)."""
    return _Growing(game).whole(upcards)


class _Growing:
    """A tree as it grows: from the root on, each node before what comes of it."""

    def __init__(self, game: MiniGame) -> None:
        self.game, self.cards = game, game.cards
        self.full = hands_of(game).full
        self.seen: list[_Seen] = []
        self.passed: list[int] = []
        self.after: list[NDArray[np.int64]] = []
        self.end: list[int] = []
        self.start: list[tuple[int, int]] = []
        self.slots = 0

    def whole(self, upcards: tuple[int, ...]) -> Tree:
        outside = FULL & ~_mask(self.cards)
        stock = len(self.cards) - 2 * self.game.hand - 1
        for card in upcards:
            pile = outside | 1 << self.cards[card]
            self._grow(_Seen(0, inplay.OFFER, card, pile, (0, 0), 0, stock))
        columns: list[Any] = [np.array(column) for column in zip(*self.seen, strict=True)]
        columns += [np.array(made) for made in (self.passed, self.after, self.end, self.start)]
        return Tree._make((*columns, self.slots))

    def _grow(self, here: _Seen) -> int:
        number = len(self.seen)
        self.seen.append(here)
        self.passed.append(NONE)
        self.end.append(NONE)
        self.after.append(np.full((2, len(self.cards)), NONE))
        self.start.append((self._room(here, TAKEN), self._room(here, DRAWN)))
        if here.asked in (inplay.OFFER, inplay.LAST_OFFER):
            self.passed[number] = self._grow(_passed(here))
        for way in ways(here.asked):
            for card, then in self._discards(here, way):
                self.after[number][way, card] = self._grow(then)
        self.end[number] = len(self.seen)
        return number

    def _room(self, here: _Seen, way: int) -> int:
        """Return where the rows of the full hands begin that may be held; they are counted."""
        first = self.slots
        if way in ways(here.asked):
            mine, gone = _room_for(here, way, 1 << self.cards[here.top])
            self.slots += int(((self.full & gone == 0) & (self.full & mine == mine)).sum())
        return first

    def _discards(self, here: _Seen, way: int) -> Iterator[tuple[int, _Seen]]:
        """Yield what both see after each discard; nothing where it ends the hand."""
        if here.made + 1 == self.game.turns:
            return
        top = 1 << self.cards[here.top]
        mine, gone = _room_for(here, way, top)
        pile = here.pile & ~top if way == TAKEN else here.pile
        for card, bit in enumerate(self.cards):
            if gone >> bit & 1 or (way == TAKEN and card == here.top):
                continue
            held = mine & ~(1 << bit)
            other = here.known[1 - here.actor]
            yield card, _Seen(
                1 - here.actor, inplay.TO_DRAW, card, pile | 1 << bit,
                (held, other) if here.actor == 0 else (other, held),
                here.made + 1, here.stock - (way == DRAWN),
            )  # fmt: skip
