"""Ways to play a small game: what two come to, the best answer to one, and the equilibrium.

The equilibrium is found by counterfactual regret minimization with regrets kept above 0 and later
rounds weighed more (CFR+; O. Tammelin, *Solving Large Imperfect Information Games Using CFR+*,
2014). How near it is, the best answers say, and they are exact.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from tests.workshop.mini._walks import BEST, LEARN, MEAN, collect, spread
from tests.workshop.mini.game import MiniGame, MiniHands, Tree, hands_of, tree_of

LOOKS: Final = 25
"""Rounds between two looks at how near the equilibrium is."""


class MiniPlay(NamedTuple):
    """A way to play for both players: weights as `tests.workshop.mini._walks` takes them."""

    takes: NDArray[np.float64]
    """float64[nodes, held, 2]: to leave the card on top, or to take it."""
    plays: NDArray[np.float64]
    """float64[slots, 2 · places]: to discard the card of each place, or to knock with it."""


@dataclass(frozen=True, slots=True)
class MiniTable:
    """A game that begins with one upcard."""

    game: MiniGame
    hands: MiniHands
    tree: Tree

    @staticmethod
    def of(game: MiniGame, upcard: int) -> MiniTable:
        """The table of a game with this upcard (its number)."""
        return MiniTable(game, hands_of(game), tree_of(game, (upcard,)))

    def weights(self) -> MiniPlay:
        """Weights of 0: whatever may be done is as likely."""
        nodes, held = len(self.tree.actor), len(self.hands.held)
        actions = 2 * self.hands.shed.shape[1]
        return MiniPlay(np.zeros((nodes, held, 2)), np.zeros((self.tree.slots, actions)))

    def rows(self) -> NDArray[np.float64]:
        """float64[nodes, held]: zeros, but at the root 1 for each hand that may be dealt."""
        rows = np.zeros((len(self.tree.actor), len(self.hands.held)))
        rows[0] = self.hands.held & self.tree.pile[0] == 0
        return rows


class Reached(NamedTuple):
    """The frequency with which a player with a way to play gets to each node, and knocks there
    with what."""

    reach: NDArray[np.float64]
    knocked: NDArray[np.float64]


def reached(
    table: MiniTable, player: int, play: MiniPlay, weight: float = 0.0, sums: MiniPlay | None = None
) -> Reached:
    """Return how often a player gets where; what is done is added to the sums, so often times
    `weight`."""
    rows = table.rows()
    here = Reached(rows, np.zeros((*rows.shape, len(table.hands.cards))))
    spread(table.hands, table.tree, player, 0, *play, *here, weight, *(sums or play))
    return here


def _collected(table: MiniTable, player: int, play: MiniPlay, theirs: Reached, aim: int) -> float:
    """Return what a player's way comes to, points a hand; regrets are learned in place."""
    values, won = np.zeros_like(theirs.reach), table.hands.won
    collect(table.hands, table.tree, player, 0, *play, *theirs, won, -won, values, aim, *play)
    return float(values[0].sum()) / table.game.deals


def value(table: MiniTable, play: MiniPlay, other: MiniPlay) -> float:
    """Points a hand of player 0, who plays one way, against player 1 with another."""
    return _collected(table, 0, play, reached(table, 1, other), MEAN)


def best_answer(table: MiniTable, player: int, play: MiniPlay) -> float:
    """Points a hand of a player who knows how the other plays, and answers best."""
    return _collected(table, player, play, reached(table, 1 - player, play), BEST)


def at_stake(table: MiniTable, play: MiniPlay) -> float:
    """Mean absolute points of a hand where both play so."""
    theirs, values = reached(table, 1, play), table.rows()
    size = np.abs(table.hands.won)
    collect(table.hands, table.tree, 0, 0, *play, *theirs, size, size, values, MEAN, *play)
    return float(values[0].sum()) / table.game.deals


@dataclass(frozen=True, slots=True)
class Solution:
    """A way to play near the equilibrium, and how near."""

    play: MiniPlay
    value: float
    """Points a hand of player 0, who is offered the upcard first."""
    bounds: tuple[float, float]
    """The least that player 0 gets, however the other plays, and the most against it: the value of
    the game lies between."""


def solved(
    table: MiniTable,
    rounds: int,
    close: float = 0.0,
    each: Callable[[int, float], None] | None = None,
) -> Solution:
    """The equilibrium in so many rounds, or until its bounds are as close as `close` points.

    `each` is called with the round and the distance of the bounds, whenever they are looked at.

    """
    regrets, sums = table.weights(), table.weights()
    theirs = reached(table, 1, regrets)
    for number in range(1, rounds + 1):
        for player in (0, 1):
            _collected(table, player, regrets, theirs, LEARN)
            theirs = reached(table, player, regrets, number, sums)
        if number % LOOKS == 0 or number == rounds:
            low, high = -best_answer(table, 1, sums), best_answer(table, 0, sums)
            if each is not None:
                each(number, high - low)
            if high - low <= close:
                break
    return Solution(sums, value(table, sums, sums), (low, high))
