"""Playing actions in given worlds with the kernel: one column of results for each action."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from concurrent.futures import Executor
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from analyzer.engine.belief import Trajectory, Worlds
from analyzer.engine.implied_turns import implied, views_by_world
from analyzer.engine.objective import ties_apart
from analyzer.engine.opponents import OpponentModel
from analyzer.engine.policies import policy_for, styled, weights_of
from analyzer.engine.rollout import choices_of, hand_rules, root_of
from analyzer.engine.timeline import readable
from analyzer.game.actions import Action, Kind
from analyzer.game.melds import useful_knocks
from analyzer.game.view import View
from analyzer.kernel.playout import Closed, evaluate_worlds

PIECE: Final = 1_024
"""Worlds of a span that one thread plays at a time; a multiple of the worlds of a chain."""


class Results(NamedTuple):
    """The results of some worlds (rows) under some actions (columns)."""

    points: NDArray[np.int64]
    """Signed points for me, doubled where the hand counts double."""
    endings: NDArray[np.int8]
    taken: NDArray[np.bool_]
    """True if the opponent took the card offered by the action."""


def candidates(view: View) -> tuple[Action, ...]:
    """The legal actions, without the spreads that leave the defender more than another does."""
    legal = view.legal_actions()
    laid = [action.card for action in legal if action.ends_hand]
    if len(set(laid)) == len(laid):  # no discard with several spreads to choose from
        return legal
    knocks = useful_knocks(view.hand, view.rules, view.limit)
    useful = {(knock.discard, knock.arrangement.melds) for knock in knocks}
    return tuple(
        action
        for action in legal
        if action.kind not in {Kind.KNOCK, Kind.GIN} or (action.card, action.melds) in useful
    )


def roll_out(
    view: View, actions: Sequence[Action], worlds: Worlds, model: OpponentModel
) -> Results:
    """Play each action in each world to the end of the hand."""
    return _played(view, actions, worlds, model)


class ClosedResults(NamedTuple):
    """The results of worlds with something left out."""

    results: Results
    ready: NDArray[np.int16]
    """Cards that both had discarded when I could lay down first, or when the hand ended if that
    was earlier."""


def roll_out_closed(
    view: View,
    actions: Sequence[Action],
    worlds: Worlds,
    model: OpponentModel,
    closed: Closed,
    earliest: NDArray[np.int16],
) -> ClosedResults:
    """As `roll_out`, with something left out; `earliest` is the last field of it in each world."""
    ready = np.empty((len(worlds.hands), len(actions)), np.int16)
    return ClosedResults(_played(view, actions, worlds, model, closed, earliest, ready), ready)


def _played(
    view: View, actions: Sequence[Action], worlds: Worlds, model: OpponentModel, *closed: Any
) -> Results:
    shape = len(worlds.hands), len(actions)
    points = np.empty(shape, np.int16)
    endings, taken = np.empty(shape, np.int8), np.empty(shape, np.int8)
    theirs = (styled(style, view.rules) for style in model.styles)
    weights = weights_of(policy_for(view.rules), *theirs)
    evaluate_worlds(
        root_of(view), choices_of(actions, view), worlds.hands, worlds.rows, worlds.types,
        view.rules.tables, hand_rules(view.rules, view.upcard), weights, points, endings, taken,
        *closed,
    )  # fmt: skip
    endings = ties_apart(points, endings, view.rules)
    return Results(points.astype(np.int64) * view.multiplier, endings, taken.astype(bool))


def sampled(
    view: View, model: OpponentModel, seed: int, first: int, count: int
) -> Iterator[tuple[View, Worlds]]:
    """Worlds `first` to `first + count − 1` of a seed, each part with the view it is played from.

    Where the turns are not known but implied, that is a view that has them.
    """
    belief = model.belief
    if not isinstance(belief, Trajectory) or readable(view) or not implied(view):
        yield view, belief.sample(view, seed, first, count)
        return
    for laid, begin, size in views_by_world(view, seed, first, count, belief.cluster):
        yield laid, belief.sample(laid, seed, begin, size)


def sample_and_play(
    view: View, actions: Sequence[Action], model: OpponentModel, seed: int, first: int, count: int
) -> Results:
    """Play each action in worlds `first` to `first + count − 1` of a seed."""
    parts = [
        roll_out(laid, actions, worlds, model)
        for laid, worlds in sampled(view, model, seed, first, count)
    ]
    return together(parts)


def together(parts: Sequence[Results]) -> Results:
    """Results of worlds one after another as one."""
    return Results(*(np.concatenate(arrays) for arrays in zip(*parts, strict=True)))


def play_span(
    view: View,
    actions: Sequence[Action],
    model: OpponentModel,
    seed: int,
    span: tuple[int, int],
    pool: Executor,
) -> NDArray[np.int64]:
    """Signed points of each action in the worlds of a span: int64[worlds, actions].

    `span` is (first world, end), both multiples of `PIECE`. The same on any number of threads.
    """

    def piece(begin: int) -> NDArray[np.int64]:
        return sample_and_play(view, actions, model, seed, begin, PIECE).points

    return np.concatenate(list(pool.map(piece, range(*span, PIECE))))
