"""The value of each move: every world played with every move."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import sqrt

import numpy as np
from numpy.typing import NDArray

from analyzer.engine._version import engine_version
from analyzer.engine.general._playouts import moves_of, played_out
from analyzer.engine.general._worlds import sampled_worlds
from analyzer.engine.thresholds import grade
from analyzer.engine.types import ActionValue, Evaluation
from analyzer.errors import InputError
from analyzer.game.actions import Action
from analyzer.game.position import Position
from analyzer.game.rules import GameKind
from analyzer.game.view import View

WORLDS = 400


GREEDY = "greedy"
"""The name of everybody's way of playing on."""


def advise(
    view: View,
    worlds: int = WORLDS,
    seed: int = 1,
    moves: Sequence[Action] = (),
    *,
    each: Callable[[int], None] = lambda world: None,
) -> Evaluation:
    """Return what each legal move (or each of some) is worth against greedy players.

    `each` is called before each world, with its number; what it raises ends the search.

    >>> from analyzer.game.position import deal
    >>> from analyzer.game.rules import parse_rules
    >>> from analyzer.game.view import view_of
    >>> view = view_of(deal(parse_rules("four-hand"), seed=1))
    >>> advice = advise(view, worlds=20)
    >>> sorted(str(value.action) for value in advice.actions), advice.actions[0].loss
    (['pass', 'take'], 0.0)
    """
    if worlds < 2:
        raise InputError(f"{worlds} worlds have no error bar", where="worlds", hint="ask for two")
    tried = tuple(moves) or moves_of(view)
    sample, independent = sampled_worlds(view, worlds, seed)

    def in_world(number: int, world: Position) -> list[float]:
        each(number)
        return [worth(played_out(world, move, seed, number), view) for move in tried]

    points = np.array([in_world(number, world) for number, world in enumerate(sample)], float)
    return evaluation_of(view, _values(points, tried, independent), worlds, seed)


def _values(
    points: NDArray[np.float64], tried: Sequence[Action], independent: float
) -> list[ActionValue]:
    """The value of each move, the best first; a row of points for each world."""
    means = points.mean(axis=0)
    best = int(means.argmax())
    losses = [
        (float(means[best] - means[at]), _error(points[:, best] - points[:, at], independent))
        for at in range(len(tried))
    ]
    values = [
        ActionValue(
            action, float(means[at]), _error(points[:, at], independent), *losses[at],
            *grade(*losses[at]), {}, worlds=len(points),
        )
        for at, action in enumerate(tried)
    ]  # fmt: skip
    return sorted(values, key=lambda value: (value.loss, value.loss_se))


def evaluation_of(view: View, values: Sequence[ActionValue], worlds: int, seed: int) -> Evaluation:
    """The answer that these values make, best first; those within two standard errors are tied."""
    return Evaluation(
        view=view, question=view.question, actions=tuple(values),
        best=tuple(value.action for value in values if value.loss <= 2 * value.loss_se),
        worlds=worlds, seconds=0.0, seed=seed, engine=engine_version(), opponent=GREEDY,
        racing=0, done=True,
    )  # fmt: skip


def worth(points: NDArray[np.int64], view: View) -> float:
    """Signed points; in mahjong gin, where all may score, those ahead of the others' mean."""
    own = float(points[view.player])
    if view.rules.play is GameKind.KNOCK:
        return own
    return own - (float(points.sum()) - own) / (view.rules.players - 1)


def _error(points: NDArray[np.float64], independent: float) -> float:
    return float(points.std(ddof=1)) / sqrt(independent)
