"""The luck of a card from the stock: what it made of the hand, less what was to be expected.

Both are worth what becomes of them when the baseline policy, the *yardstick*, plays the cards
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
from analyzer.policies import BASELINE
from analyzer.review.types import Drawn
from analyzer.view import View

OTHERS: Final = 8
"""Each card that did not come gets the worlds of the one that did, divided by this."""

Floats = NDArray[np.float64]

Value = Callable[[NDArray[np.int64]], Floats]
"""Turns points of the player to act into what is summed up."""


def luck_of_draw(view: View, card: Card, model: OpponentModel, seed: int, worlds: int) -> Drawn:
    """The luck of a draw by what the player knew; `view` is the one before it.

    A card is as likely to come as the belief says that the opponent does not hold it. The mean
    over all cards, weighed so, is nought.
    """
    value, cluster = aim_of(view).value, model.belief.cluster
    sampled = model.belief.sample(view, seed, 0, cluster * ceil(worlds / cluster))
    few = cluster * ceil(len(sampled.hands) / OTHERS / cluster)
    some = first(sampled, few)
    means, errors, weights = [], [], []
    mine, own_error = 0.0, 0.0
    for other in view.unseen:
        values = after_card(view, other, sampled if other == card else some, model, value)
        if not len(values):
            continue
        if other == card:
            mine, own_error = float(values.mean()), _error(values, cluster)
        shared = values[: len(_without(some, other).hands)]
        means.append(float(shared.mean()) if len(shared) else 0.0)
        errors.append(_error(shared, cluster))
        weights.append(len(shared))
    mean, error = weighed(means, errors, weights)
    return Drawn(card, mine - mean, sqrt(own_error**2 + error**2))


def weighed(means: list[float], errors: list[float], weights: list[int]) -> tuple[float, float]:
    """(mean of means by weight, its standard error).

    >>> weighed([1.0, 3.0], [0.0, 0.0], [1, 3])
    (2.5, 0.0)
    """
    shares = np.array(weights, float) / sum(weights)
    return float(shares @ means), float(np.sqrt(((shares * errors) ** 2).sum()))


def _error(values: Floats, cluster: int) -> float:
    found = standard_error(values, cluster)
    return found if np.isfinite(found) else 0.0


def first(worlds: Worlds, count: int) -> Worlds:
    """The first so many worlds."""
    return Worlds(worlds.hands[:count], worlds.rows[:count], worlds.types[:count])


def _without(worlds: Worlds, card: Card) -> Worlds:
    """The worlds in which the opponent does not hold a card."""
    kept = worlds.hands >> int(card) & 1 == 0
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
    action = policy_action(after, BASELINE)
    found = play_columns(after, [action], Worlds(fitting.hands, rest, fitting.types), model)
    return value(found.points[:, 0])
