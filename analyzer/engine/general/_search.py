"""The value of each move: every world played with every move."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt

import numpy as np
from numpy.typing import NDArray

from analyzer.engine.general._playouts import played_out
from analyzer.engine.general._worlds import sampled_worlds
from analyzer.engine.thresholds import grade
from analyzer.engine.types import ActionValue
from analyzer.errors import InputError
from analyzer.game.actions import Action
from analyzer.game.chair import Chair
from analyzer.game.rules import GameKind

WORLDS = 400


@dataclass(frozen=True, slots=True)
class Advice:
    """All that can be done in a decision, best first; in mahjong gin ahead of the others' mean."""

    view: Chair
    actions: tuple[ActionValue, ...]
    worlds: int
    seed: int

    @property
    def best(self) -> tuple[Action, ...]:
        """The best action and those that may be as good: within two standard errors."""
        return tuple(value.action for value in self.actions if value.loss <= 2 * value.loss_se)

    def of(self, action: Action) -> ActionValue:
        """The value of what was done, whatever it spread."""
        return next(value for value in self.actions if value.action == action.plain)


def advise(
    chair: Chair, worlds: int = WORLDS, seed: int = 1, moves: Sequence[Action] = ()
) -> Advice:
    """Return what each legal move (or each of some) is worth against greedy players.

    >>> from analyzer.game.round import deal_round
    >>> from analyzer.game.rules import parse_rules
    >>> chair = deal_round(parse_rules("four-hand"), seed=1).chair(0)
    >>> advice = advise(chair, worlds=20)
    >>> sorted(str(value.action) for value in advice.actions), advice.actions[0].loss
    (['pass', 'take'], 0.0)
    """
    if worlds < 2:
        raise InputError(f"{worlds} worlds have no error bar", where="worlds", hint="ask for two")
    tried = tuple(moves) or chair.legal_moves()
    sample, independent = sampled_worlds(chair, worlds, seed)
    points = np.array(
        [
            [worth(played_out(world, move, seed, number), chair) for move in tried]
            for number, world in enumerate(sample)
        ],
        float,
    )
    means = points.mean(axis=0)
    best = int(means.argmax())
    losses = [
        (float(means[best] - means[at]), _error(points[:, best] - points[:, at], independent))
        for at in range(len(tried))
    ]
    values = [
        ActionValue(
            action, float(means[at]), _error(points[:, at], independent), *losses[at],
            *grade(*losses[at]), {}, worlds=worlds,
        )
        for at, action in enumerate(tried)
    ]  # fmt: skip
    values.sort(key=lambda value: (value.loss, value.loss_se))
    return Advice(chair, tuple(values), worlds, seed)


def worth(points: NDArray[np.int64], chair: Chair) -> float:
    """Signed points; in mahjong gin, where all may score, those ahead of the others' mean."""
    own = float(points[chair.player])
    if chair.rules.play is GameKind.KNOCK:
        return own
    return own - (float(points.sum()) - own) / (chair.rules.players - 1)


def _error(points: NDArray[np.float64], independent: float) -> float:
    return float(points.std(ddof=1)) / sqrt(independent)
