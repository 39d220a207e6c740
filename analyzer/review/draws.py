"""The luck of a card from the stock: what it made of the hand, less what was to be expected.

Both are worth what becomes of them when the policy of these rules, the *yardstick*, plays the cards
on from here. That flatters no card: a search would add more to some cards than to others, for
the best of several noisy means is too high.
"""

from __future__ import annotations

from collections.abc import Callable
from math import ceil, sqrt
from typing import Final

import numpy as np
from numpy.typing import NDArray

from analyzer.belief import Worlds
from analyzer.cards import Card
from analyzer.engine.aim import aim_of
from analyzer.engine.columns import play_columns
from analyzer.engine.exact import after_draw
from analyzer.engine.fast import policy_action
from analyzer.engine.opponents import OpponentModel
from analyzer.engine.play import standard_error
from analyzer.policies import policy_for
from analyzer.review.types import Drawn
from analyzer.view import View

OTHERS: Final = 4
"""Each card that did not come gets the worlds of the one that did, divided by this."""

Floats = NDArray[np.float64]

Value = Callable[[NDArray[np.int64]], Floats]
"""Turns points of the player to act into what is summed up."""


def luck_of_draw(view: View, card: Card, model: OpponentModel, seed: int, worlds: int) -> Drawn:
    """The luck of a draw by what the player knew; `view` is the one before it.

    A card is as likely to come as the belief says that the opponent does not hold it; weighed so,
    the luck of all cards together is nought. Each world is played with every card that the
    opponent does not hold in it, so that the mean rests on all of them alike.
    """
    value, cluster = aim_of(view).value, model.belief.cluster
    sampled = model.belief.sample(view, seed, 0, cluster * ceil(worlds / cluster))
    some = first(sampled, cluster * ceil(len(sampled.hands) / OTHERS / cluster))
    sums = np.zeros(len(some.hands))
    for other in view.unseen:
        sums[held_by_nobody(some, other)] += after_card(view, other, some, model, value)
    means = sums / (len(view.unseen) - view.hidden)
    mine = after_card(view, card, sampled, model, value)
    luck = float(mine.mean() - means.mean()) if len(mine) else 0.0
    return Drawn(card, luck, sqrt(_error(mine, cluster) ** 2 + _error(means, cluster) ** 2))


def _error(values: Floats, cluster: int) -> float:
    found = standard_error(values, cluster)
    return found if np.isfinite(found) else 0.0


def first(worlds: Worlds, count: int) -> Worlds:
    """The first so many worlds."""
    return Worlds(worlds.hands[:count], worlds.rows[:count], worlds.types[:count])


def held_by_nobody(worlds: Worlds, card: Card) -> NDArray[np.bool_]:
    """In which worlds the opponent does not hold a card."""
    found: NDArray[np.bool_] = worlds.hands >> int(card) & 1 == 0
    return found


def _without(worlds: Worlds, card: Card) -> Worlds:
    kept = held_by_nobody(worlds, card)
    return Worlds(worlds.hands[kept], worlds.rows[kept], worlds.types[kept])


def after_card(
    view: View, card: Card, worlds: Worlds, model: OpponentModel, value: Value
) -> Floats:
    """What comes of the worlds in which this card can be drawn and is; one value each.

    The rows keep their order, so that the cards to come are the same whichever was drawn.
    """
    fitting = _without(worlds, card)
    if not len(fitting.hands):
        return np.zeros(0)
    rows = fitting.rows
    rest = rows[rows != int(card)].reshape(len(rows), rows.shape[1] - 1)
    after = after_draw(view, card)
    action = policy_action(after, policy_for(after.rules))
    found = play_columns(after, [action], Worlds(fitting.hands, rest, fitting.types), model)
    return value(found.points[:, 0])
