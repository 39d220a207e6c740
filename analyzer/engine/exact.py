"""Values without sampling: every hand the opponent can hold, where these are few enough.

Holds under the uniform belief. A knock ends the hand, so it is exact as soon as the hands can
be counted through. A discard is, when it is the last one or leaves one card to draw. A draw is,
when it takes the last card: for each card that may come the best action after it is chosen, as
one who sees only the own side would choose.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from math import comb
from typing import Final

import numpy as np
from numpy.typing import NDArray

from analyzer.engine.belief import Uniform, Worlds, of_one_type
from analyzer.engine.objective import (
    ENDINGS,
    MOST_POINTS,
    SPAN,
    Histogram,
    Objective,
    histogram,
    mean_of,
)
from analyzer.engine.opponents import OpponentModel
from analyzer.engine.rollout import spread_of
from analyzer.engine.rollouts import candidates, roll_out
from analyzer.engine.types import Ending
from analyzer.game.actions import Action, Kind, Question
from analyzer.game.cards import Card, CardSet
from analyzer.game.knocking import defenses
from analyzer.game.legal import WALL
from analyzer.game.rules import Wall
from analyzer.game.scoring import Ended, score_points
from analyzer.game.view import View
from analyzer.kernel.defenses import completions

BUDGET: Final = 200_000
"""Most worlds that are counted through where the hand goes on."""

MOST_HANDS: Final = 3_500_000
"""Most hands of the opponent that are counted through for a knock, which ends the hand."""

_ENDINGS = {
    Ended.KNOCK: Ending.KNOCK,
    Ended.GIN: Ending.GIN,
    Ended.BIG_GIN: Ending.GIN,
    Ended.UNDERCUT: Ending.UNDERCUT,
    Ended.TIE: Ending.TIE,
}


@dataclass(frozen=True, eq=False)
class _ExactValue:
    """All outcomes of an action, with their chances."""

    outcomes: Histogram
    danger: float


def exact_values(
    view: View, actions: Sequence[Action], model: OpponentModel, objective: Objective
) -> Mapping[Action, _ExactValue]:
    """The actions that can be valued exactly; empty where the belief is not uniform."""
    if not isinstance(model.belief, Uniform):
        return {}
    match view.question:
        case Question.DISCARD:
            return _discards_and_knocks(view, actions, model)
        case Question.DRAW:
            return _draws(view, actions, model, objective)
        case Question.LAST:
            return _last(view, model, objective)
        case Question.UPCARD:
            return {}


def _discards_and_knocks(
    view: View, actions: Sequence[Action], model: OpponentModel
) -> Mapping[Action, _ExactValue]:
    knocks = [action for action in actions if action.ends_hand]
    discards = [action for action in actions if not action.ends_hand]
    number = comb(len(view.unseen), view.hidden)
    if number > (MOST_HANDS if knocks else BUDGET):
        return {}
    masks = np.empty(number, np.int64)
    completions(view.opponent.mask, view.unseen.mask, view.hidden, masks)
    values = {action: _knock(view, action, masks) for action in knocks}
    if view.rules.wall is Wall.RESHUFFLE or number > BUDGET:
        return values
    hands = of_one_type(masks, np.zeros((number, 1), np.int8))
    if view.stock <= WALL:
        values.update(_play(view, discards, hands, model))
    elif view.stock == WALL + 1 and number * len(view.unseen) <= BUDGET:
        values.update(_play(view, discards, _with_next_card(view, hands), model))
    return values


def _with_next_card(view: View, worlds: Worlds) -> Worlds:
    """Each hand with each card that can be drawn next, whoever draws it.

    One card more is drawn from the stock in what is left of the hand, so it stands at both ends.
    """
    hands, rows = [], []
    for card in view.unseen:
        without = worlds.hands[worlds.hands >> int(card) & 1 == 0]
        hands.append(without)
        rows.append(np.full((len(without), view.stock), int(card), np.int8))
    return of_one_type(np.concatenate(hands), np.concatenate(rows))


def _knock(view: View, action: Action, hands: NDArray[np.int64]) -> _ExactValue:
    counts = np.zeros((len(ENDINGS), SPAN))
    spread = spread_of(action, view)
    for points, number in defenses(spread, view.rules, hands).items():
        result = score_points(
            spread.points, points, view.rules,
            multiplier=view.multiplier, big_gin=action.kind is Kind.BIG_GIN,
        )  # fmt: skip
        ending = ENDINGS.index(_ENDINGS[result.kind])
        counts[ending, result.knocker_points + MOST_POINTS] += number
    return _ExactValue(counts / len(hands), 0.0)


def _play(
    view: View, actions: Sequence[Action], worlds: Worlds, model: OpponentModel
) -> Iterable[tuple[Action, _ExactValue]]:
    if not actions:
        return
    results = roll_out(view, actions, worlds, model)
    for column, action in enumerate(actions):
        counts = histogram(results.points[:, column], results.endings[:, column])
        danger = float(results.taken[:, column].mean())
        yield action, _ExactValue(counts / counts.sum(), danger)


def _draws(
    view: View, actions: Sequence[Action], model: OpponentModel, objective: Objective
) -> Mapping[Action, _ExactValue]:
    values = {}
    for action in actions:
        if action.kind is Kind.TAKE:
            best = _best_after(after_take(view), model, objective)
        elif view.stock == WALL + 1:
            drawn = [_best_after(after_draw(view, card), model, objective) for card in view.unseen]
            best = _mean(drawn)
        else:
            best = None
        if best is not None:
            values[action] = _ExactValue(best, 0.0)
    return values


def _last(view: View, model: OpponentModel, objective: Objective) -> Mapping[Action, _ExactValue]:
    void = histogram(np.zeros(1, np.int64), np.full(1, ENDINGS.index(Ending.VOID), np.int8))
    values = {Action(Kind.PASS): _ExactValue(void, 0.0)}
    best = _best_after(after_take(view), model, objective)
    if best is not None:
        values[Action(Kind.TAKE)] = _ExactValue(best, 0.0)
    return values


def _best_after(view: View, model: OpponentModel, objective: Objective) -> Histogram | None:
    """The outcomes of the best action at a discard, if all of them are exact."""
    actions = candidates(view)
    values = _discards_and_knocks(view, actions, model)
    if not actions or len(values) < len(actions):
        return None
    outcomes = [values[action].outcomes for action in actions]
    return max(outcomes, key=lambda counts: mean_of(counts, objective.values))


def _mean(outcomes: Sequence[Histogram | None]) -> Histogram | None:
    known = [counts for counts in outcomes if counts is not None]
    if len(known) < len(outcomes):
        return None
    total: Histogram = sum(known, np.zeros_like(known[0])) / len(known)
    return total


def after_take(view: View) -> View:
    """The view once I have taken the top of the pile."""
    card = view.pile[-1]
    return replace(
        view,
        hand=view.hand.add(card),
        pile=view.pile[:-1],
        known=(view.shown.add(card), view.opponent),
        taken=card,
        question=Question.DISCARD,
    )


def after_draw(view: View, card: Card) -> View:
    """The view once I have drawn this card from the stock."""
    return replace(
        view,
        hand=view.hand | CardSet(card.mask),
        stock=view.stock - 1,
        drawn=card,
        question=Question.DISCARD,
    )
