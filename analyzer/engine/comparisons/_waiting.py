"""Knock now or wait: what knocking gains with the same cards at each stage of the hand.

For each size of the stock that can stand before a discard of mine (every second one, as each of
us draws in turn) the same eleven cards are looked at as if the hand had come so far: the pile
holds what was seen of it, as much as lay there by then, and below that cards that nobody knows;
the opponent holds what they are known to hold, and for the rest a hand as good as hands are at
that stage (:class:`analyzer.engine.belief.Played`). Who took what before is left out of it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import Executor, ThreadPoolExecutor
from dataclasses import replace
from typing import Final

import numpy as np
from numpy.typing import NDArray

from analyzer.engine.belief import PlayedPrior, Uniform
from analyzer.engine.comparisons.types import WaitingCurve, WaitingPoint
from analyzer.engine.objective import Objective, objective_of
from analyzer.engine.opponents import OpponentModel, opponent_named
from analyzer.engine.rollouts import play_span
from analyzer.engine.search import never
from analyzer.engine.statistics import standard_error
from analyzer.engine.types import Evaluation
from analyzer.game.actions import Action, Kind
from analyzer.game.legal import WALL
from analyzer.game.view import FIRST_STOCK, View

CHOOSING: Final = 2_048
"""Worlds in which the best knock and the best discard of a stage are chosen."""
SURE: Final = 2.0
"""Standard errors by which another knock or discard than the answer's best must be better."""
WORLDS: Final = 4_096
"""Further worlds in which these two are compared, so that the choice flatters neither."""
MOST_DISCARDS: Final = 4
"""Discards to play on with that are tried at each stage: the best ones of the answer."""

Values = NDArray[np.float64]
"""float64[worlds, actions]: what is maximized."""


def asks_to_wait(evaluation: Evaluation) -> bool:
    """True if the question is to knock now or to wait: a knock is legal, gin is not."""
    kinds = {value.action.kind for value in evaluation.actions}
    return Kind.KNOCK in kinds and Kind.DISCARD in kinds and not kinds & {Kind.GIN, Kind.BIG_GIN}


def waiting_curve(
    evaluation: Evaluation, *, stop: Callable[[], bool] = never, threads: int = 2
) -> WaitingCurve | None:
    """The gain of the best knock over the best discard at each stage, for an answer's question.

    In points, or at a score in normalized points. None where there is nothing to wait for (see
    `asks_to_wait`) and when `stop` said so; the outcome depends on the view, the order of the
    actions in the answer, the seed and the opponent alone.
    """
    if not asks_to_wait(evaluation):
        return None
    model = opponent_named(evaluation.opponent)
    if not isinstance(model.belief, Uniform):
        model = replace(model, belief=PlayedPrior())
    objective = objective_of(evaluation.view)
    points = []
    with ThreadPoolExecutor(threads, thread_name_prefix="waiting") as pool:
        for view in stages(evaluation.view):
            if stop():
                return None
            points.append(_point(view, evaluation, model, objective, pool))
    return WaitingCurve(tuple(points), WORLDS)


def stages(view: View) -> tuple[View, ...]:
    """The same cards at each stage, the first turn first; the stage of the view is among them.

    >>> from analyzer.notation import parse_view
    >>> text = "hand: 3c 4c 5c 6c 9d 9h 9s 2s Ah Ad Kc\\npile: 2d Kh 8s Jd 7h Ks\\nstock: 21"
    >>> [(one.stock, len(one.pile), one.buried) for one in stages(parse_view(text))][::4]
    [(31, 0, 0), (23, 6, 2), (15, 6, 10), (7, 6, 18)]
    """
    most = min(FIRST_STOCK, len(view.unseen) + len(view.pile) - view.hidden)
    first = most - (most - view.stock) % 2
    end = min(WALL, view.stock - 1)
    return tuple(_at(view, stock) for stock in range(first, end, -2))


def _at(view: View, stock: int) -> View:
    """The view with the stock at another size."""
    lying = len(view.unseen) + len(view.pile) - view.hidden - stock
    turns = (view.stock - stock) // 2
    return replace(
        view,
        pile=view.pile[:lying],
        stock=stock,
        my_discards=max(0, view.my_discards + turns),
        their_discards=max(0, view.their_discards + turns),
        history=None,
    )


def _point(
    view: View, evaluation: Evaluation, model: OpponentModel, objective: Objective, pool: Executor
) -> WaitingPoint:
    def values(actions: Sequence[Action], begin: int, end: int) -> Values:
        return objective.value(play_span(view, actions, model, evaluation.seed, (begin, end), pool))

    actions = [value.action for value in evaluation.actions]
    knocks = [action for action in actions if action.ends_hand]
    discards = [action for action in actions if not action.ends_hand][:MOST_DISCARDS]
    first = values([*knocks, *discards], 0, CHOOSING)
    knock, wait = _best(knocks, first[:, : len(knocks)]), _best(discards, first[:, len(knocks) :])
    pair = values([knock, wait], CHOOSING, CHOOSING + WORLDS)
    gains = pair[:, 0] - pair[:, 1]
    return WaitingPoint(
        stock=view.stock,
        discards=view.my_discards,
        gain=float(gains.mean()),
        se=standard_error(gains),
        knock=knock,
        wait=wait,
        now=view.stock == evaluation.view.stock,
    )


def _best(actions: Sequence[Action], values: Values) -> Action:
    """The first action, which is the answer's best, or one that is surely better here."""
    gains = values - values[:, :1]
    best = int(gains.mean(axis=0).argmax())
    sure = gains[:, best].mean() > SURE * standard_error(gains[:, best])
    return actions[best if sure else 0]
