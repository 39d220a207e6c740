"""The search as a player: one action, quickly, on one thread.

Starts from what the fast policy does and leaves it only for a gain that is more than noise:
the best of several noisy means flatters itself (winner's curse), and at few worlds that loses
more than the search gains (measured on prototypes: at 64 worlds −3.5 points a hand without the
guard, +4.7 with it). Advice (`analyzer.engine.search`) has no such guard; it shows the ties.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

import numpy as np
from numpy.typing import NDArray

from analyzer.actions import Action, Kind
from analyzer.belief import Trajectory
from analyzer.engine.aim import aim_of
from analyzer.engine.columns import candidates, play_columns
from analyzer.engine.fast import policy_action
from analyzer.engine.opponents import OPPONENTS, OpponentModel
from analyzer.policies import policy_for
from analyzer.view import View

STAGES: Final = ((8, 4), (4, 2), (2, 1), (1, 1))
"""(divisor of the worlds, most actions that go on from there beside the best)."""

SURE_WORLDS: Final = 1_024
"""Worlds from which the guard is `SURE`, below them `UNSURE`."""

SURE: Final = 1.5
UNSURE: Final = 2.0
"""Standard errors of the paired difference that a gain must exceed."""

DROP_SE: Final = 3.0
"""Standard errors behind the best at which an action is given up, be it the base."""

HOPELESS_SE: Final = 1.0
"""Standard errors behind the base at which another action is given up: after a quarter of the
worlds, one in a hundred of these would still have come out so far ahead of it as `SURE` asks."""

LEAST_CLUSTERS: Final = 8
"""Clusters of worlds from which a standard error is good enough to give an action up."""

DEFAULT: Final = OPPONENTS["reader"]


def reader(prior: tuple[float, ...]) -> OpponentModel:
    """The default opponent, where the types of player are so likely before the hand."""
    return replace(DEFAULT, belief=Trajectory(prior=prior))


Values = NDArray[np.float64]
"""float64[worlds, actions]: what came of each action in each world."""


def choose(view: View, worlds: int, seed: int, model: OpponentModel = DEFAULT) -> Action:
    """The action to play, from so many worlds; depends on the view, the seed and the model alone.

    All actions are played out in an eighth of the worlds, the best four in a quarter, the best
    two in half of them, the best in all; the fast policy's own action stays beside them unless
    it is surely behind. Worlds come in whole clusters of the belief. Ends early where one action
    is surely the best.

    >>> from analyzer.notation import parse_view
    >>> text = "rules: eaai\\nhand: 7h 8h 9h 4c 4d 4s Tc Jc Qc Kc Kh\\nstock: 12"
    >>> str(choose(parse_view(text), worlds=64, seed=1))
    'gin Kh'
    """
    base = policy_action(view, policy_for(view.rules))
    if base.kind in {Kind.GIN, Kind.BIG_GIN}:
        return base
    actions = [base, *(action for action in candidates(view) if action != base)]
    return actions[0] if len(actions) == 1 else _searched(view, actions, worlds, seed, model)


def _searched(
    view: View, actions: list[Action], worlds: int, seed: int, model: OpponentModel
) -> Action:
    cluster = model.belief.cluster
    aim = aim_of(view)
    values: Values = np.zeros((0, len(actions)))
    for divisor, most in STAGES:
        end = -(-worlds // divisor // cluster) * cluster
        if end > len(values):
            drawn = model.belief.sample(view, seed, len(values), end - len(values))
            found = aim.value(play_columns(view, actions, drawn, model).points)
            values = np.vstack([values, found])
        kept = _kept(values, cluster, most)
        actions, values = [actions[place] for place in kept], values[:, kept]
        if len(actions) == 1:
            return actions[0]
    gains = values[:, 1] - values[:, 0]
    guard = SURE if worlds >= SURE_WORLDS else UNSURE
    return actions[1] if gains.mean() > guard * standard_error(gains, cluster) else actions[0]


def _kept(values: Values, cluster: int, most: int) -> list[int]:
    """The places of the actions that go on: the first, then the best ones.

    The first is the base, or what was best when the base was given up.
    """
    order = np.argsort(-values.mean(axis=0), kind="stable").tolist()
    base, best = values[:, 0], values[:, order[0]]
    if len(values) >= LEAST_CLUSTERS * cluster:
        order = [
            place
            for place in order
            if not _behind(best - values[:, place], DROP_SE, cluster)
            and (place == 0 or not _behind(base - values[:, place], HOPELESS_SE, cluster))
        ]
    rest = [place for place in order if place != 0][:most]
    return [0, *rest] if 0 in order else rest


def _behind(gaps: NDArray[np.float64], errors: float, cluster: int) -> bool:
    """Whether another action, `gaps` ahead in each world, leads by so many standard errors."""
    return bool(gaps.mean() > errors * standard_error(gaps, cluster))


def standard_error(gains: NDArray[np.float64], cluster: int = 1) -> float:
    """Standard error of a mean over worlds of which each `cluster` in a row are correlated.

    Over independent worlds that of the mean; over clusters that of the mean of their means
    (batch means). Infinite where there are too few to tell.

    >>> round(standard_error(np.array([1.0, 2.0, 3.0, 4.0])), 3)
    0.645
    >>> round(standard_error(np.array([1.0, 1.0, 4.0, 4.0]), cluster=2), 3)
    1.5
    """
    whole = len(gains) // cluster
    if whole < 2:
        return float("inf")
    means = gains[: whole * cluster].reshape(whole, cluster).mean(axis=1)
    return float(means.std(ddof=1) / np.sqrt(whole))
