"""The search as a player: one action, quickly, on one thread.

Starts from what the fast policy does and by how much it prefers that, and plays worlds until
more of them would not pay (:mod:`analyzer.engine._budget`). The best of several noisy means
flatters itself (winner's curse); joined with a guess of their own, they do not. Evaluation
(`analyzer.engine.search`) has no such guard; it shows the ties.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Final

import numpy as np

from analyzer.engine._budget import Budget, Kinds
from analyzer.engine.action_prior import action_prior_of
from analyzer.engine.belief import Belief, Trajectory
from analyzer.engine.fast import policy_action
from analyzer.engine.objective import objective_of
from analyzer.engine.opponents import DEFAULT_OPPONENT, OPPONENTS, OpponentModel
from analyzer.engine.policies import policy_for
from analyzer.engine.rollout import discards_of
from analyzer.engine.rollouts import candidates, sample_and_play
from analyzer.engine.sitting import Sitting
from analyzer.game.actions import Action, Kind
from analyzer.game.view import Side, View

BLOCK: Final = 32
"""Hands of theirs whose mean is one observation."""

ORDERS, APART = 2, 2
"""Orders of the stock in which each hand is played that was read out of their turns, and the steps
of the chain between two, for each turn. Reading costs more than playing, and how the stock lies
matters as much as the hand: for the same work the variance of a difference is a sixth less than by
one order and three steps, and a quarter less late in a hand."""

READING: Final = 40.0
"""The cost of sampling a hand for each turn of the opponent's, in the unit of `budget_of`."""

TYPICAL: Final = 332.0
"""The cost of a hand in its two orders at about their sixth turn, with two actions and 23 cards in
the stock: what the budget of so many worlds is counted in."""

KNOCK_WORK: Final = 8.0
"""The budget of a choice between a knock and going on, in the work of any other: its
differences vary two to four times as much, …"""
KNOCK_WORTH: Final = 0.6
"""… and what a unit of that work must bring, in the points of any other: the guess says less of
what it brings, and one decision in seven is of this kind."""

WORTH: Final = 1.4e-5
"""Points that a unit of work for a block must bring where 1,024 worlds are given; for others
it falls with the power 1.5, for twice the worlds cost twice as much and what another doubling
could bring falls with their root."""

DEFAULT: Final = OPPONENTS[DEFAULT_OPPONENT]


def reader(sitting: Sitting) -> OpponentModel:
    """The default opponent, where so much is known of the player before the hand."""
    return replace(DEFAULT, belief=sitting.belief())


def choose(
    view: View,
    worlds: int,
    seed: int,
    model: OpponentModel = DEFAULT,
    stop: Callable[[], bool] = lambda: False,
) -> Action:
    """The action to play; depends on the view, the number, the seed and the model alone.

    `worlds` is what may be spent: the work of so many hands of the opponent's at a typical
    decision, with two actions at their sixth turn. Early in a hand it buys up to eight times as
    many, at the end fewer, for there are more turns to read; a clear decision takes fewer anyway.
    `stop` is asked between two steps, each of which takes about as long as all before it.

    >>> from analyzer.notation import parse_view
    >>> text = "rules: eaai\\nhand: 7h 8h 9h 4c 4d 4s Tc Jc Qc Kc Kh\\nstock: 12"
    >>> str(choose(parse_view(text), worlds=64, seed=1))
    'gin Kh'
    """
    base = policy_action(view, policy_for(view.rules))
    if base.kind in {Kind.GIN, Kind.BIG_GIN}:
        return base
    actions = [base, *(action for action in candidates(view) if action != base)]
    return actions[0] if len(actions) == 1 else _searched(view, actions, worlds, seed, model, stop)


def _searched(
    view: View, actions: list[Action], worlds: int, seed: int, model: OpponentModel,
    stop: Callable[[], bool],
) -> Action:  # fmt: skip
    belief, orders = in_blocks(model.belief)
    model = replace(model, belief=belief)
    budget = budget_of(view, actions, worlds, orders)
    block = BLOCK * orders
    objective, count = objective_of(view), budget.more()
    while count:
        played = [actions[place] for place in budget.places]
        span = seed, budget.blocks * block, count * block
        values = objective.value(sample_and_play(view, played, model, *span).points)
        budget.add(values.reshape(count, block, len(played)).mean(axis=1))
        count = budget.more()
        if stop():
            break
    return actions[budget.best]


def in_blocks(belief: Belief) -> tuple[Belief, int]:
    """(the belief by stretches of `BLOCK` hands, the orders in which it deals each)."""
    if not isinstance(belief, Trajectory):
        return belief, 1
    return replace(belief, cluster=BLOCK * ORDERS, orders=ORDERS, apart=APART), ORDERS


def budget_of(view: View, actions: list[Action], worlds: int, orders: int) -> Budget:
    """The budget for actions, the policy's own first, with the work of so many worlds.

    A unit of work is the play of one card of the stock in each hand of a block.
    """
    turns = max(1, discards_of(view, Side.OPPONENT))
    ends = np.array([action.ends_hand for action in actions])
    kinds = Kinds(ends, discards_of(view, Side.ME))
    more, least = (KNOCK_WORK, KNOCK_WORTH) if kinds.differ else (1.0, 1.0)
    return Budget(
        action_prior_of(view, actions, policy_for(view.rules)),
        sampling=READING * turns,
        playing=float(view.stock * orders),
        work=TYPICAL * worlds / BLOCK * more,
        worth=WORTH * (1024 / worlds) ** 1.5 * least,
        kinds=kinds,
    )
