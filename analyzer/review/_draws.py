"""The luck of a card from the stock: what it made of the hand, less what was to be expected.

Both are worth what becomes of them when the policy of these rules, the *yardstick*, plays the cards
on from here. That flatters no card: a search would add more to some cards than to others, for
the best of several noisy means is too high.
"""

from __future__ import annotations

from collections.abc import Callable
from math import ceil, hypot
from typing import Final

import numpy as np
from numpy.typing import NDArray

from analyzer.engine.belief import Worlds
from analyzer.engine.exact import after_draw
from analyzer.engine.objective import objective_of
from analyzer.engine.opponents import OpponentModel
from analyzer.engine.policies import policy_for, styled, weights_of
from analyzer.engine.rollout import hand_rules, root_of
from analyzer.engine.statistics import standard_error
from analyzer.game.cards import Card, CardSet
from analyzer.game.melds import deadwood
from analyzer.game.view import View
from analyzer.kernel import inplay
from analyzer.kernel.decide import decide
from analyzer.kernel.playout import evaluate_worlds
from analyzer.review.types import Drawn

OTHERS: Final = 4
"""Each card that did not come gets the worlds of the one that did, divided by this."""

Floats = NDArray[np.float64]
Points = NDArray[np.int64]

Value = Callable[[Points], Floats]
"""Turns points of the player to act into what is summed up."""


def luck_of_draw(view: View, card: Card, model: OpponentModel, seed: int, worlds: int) -> Drawn:
    """The luck of a draw by what the player knew; `view` is the one before it.

    A card is as likely to come as the belief says that the opponent does not hold it; weighed so,
    the luck of all cards together is zero. Each world is played with every card that the
    opponent does not hold in it, so that the mean rests on all of them alike.
    """
    value, cluster = objective_of(view).value, model.belief.cluster
    sampled = model.belief.sample(view, seed, 0, cluster * ceil(worlds / cluster))
    some = first(sampled, cluster * ceil(len(sampled.hands) / OTHERS / cluster))
    draws = Draws(view, model)
    sums = np.zeros(len(some.hands))
    for other in view.unseen:
        sums[_held_by_nobody(some, other)] += value(draws.points(other, some))
    means = sums / (len(view.unseen) - view.hidden)
    mine = value(draws.points(card, sampled))
    luck = float(mine.mean() - means.mean()) if len(mine) else 0.0
    errors = (standard_error(values, cluster, unknown=0.0) for values in (mine, means))
    return Drawn(card, luck, hypot(*errors))


def first(worlds: Worlds, count: int) -> Worlds:
    """The first so many worlds."""
    return Worlds(worlds.hands[:count], worlds.rows[:count], worlds.types[:count])


def _held_by_nobody(worlds: Worlds, card: Card) -> NDArray[np.bool_]:
    """In which worlds the opponent does not hold a card."""
    found: NDArray[np.bool_] = worlds.hands >> int(card) & 1 == 0
    return found


class Draws:
    """What becomes of a hand with one card or another from the stock, the yardstick playing on.

    A draw is looked at with every card that could have come, so what they have in common is
    made ready once, and the table changed in the kernel's own form: a view for each card, with
    all its checks, took longer than playing it.
    """

    def __init__(self, view: View, model: OpponentModel) -> None:
        own = policy_for(view.rules)
        theirs = (styled(style, view.rules) for style in model.styles)
        self._view = view
        self._own, self._weights = weights_of(own), weights_of(own, *theirs)
        self._rules, self._tables = hand_rules(view.rules, view.upcard), view.rules.tables
        self._root = root_of(after_draw(view, next(iter(view.unseen))))

    def points(self, card: Card, worlds: Worlds) -> Points:
        """Signed points in each of the worlds in which this card can be drawn, once it is.

        The rows keep their order, so that the cards to come are the same whichever was drawn.
        """
        free = _held_by_nobody(worlds, card)
        hands, rows, types = worlds.hands[free], worlds.rows[free], worlds.types[free]
        shape = len(hands), 1
        points, endings = np.empty(shape, np.int16), np.empty(shape, np.int8)
        if len(hands):
            rest = rows[rows != int(card)].reshape(len(rows), rows.shape[1] - 1)
            root = self._root._replace(hand=self._view.hand.mask | card.mask)
            evaluate_worlds(
                root, self._choice(root), hands, rest, types, self._tables, self._rules,
                self._weights, points, endings, np.empty_like(endings),
            )  # fmt: skip
        return points[:, 0].astype(np.int64) * self._view.multiplier

    def _choice(self, root: inplay.Root) -> NDArray[np.int64]:
        """What the yardstick does with eleven cards: int64[1, 5]."""
        kind, card, runs, missing = decide(root, -1, self._tables, self._rules, self._own)
        dead = 0
        if kind == inplay.LAY_DOWN and card >= 0:
            dead = deadwood(CardSet(root.hand).remove(Card(card)), self._view.rules)
        return np.array([(kind, card, runs, missing, dead)], np.int64)
