"""A draw looked at one decision further.

Playouts go on with the fast policy, from the very next discard. So a take of which the point is to
knock at once looks poor where the policy would not knock, and a draw suffers less. Here the
eleven cards that follow are decided by a search: the best action is chosen in some worlds, and
what it is worth is measured in others.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from analyzer.engine.belief import holding
from analyzer.engine.exact import after_draw, after_take
from analyzer.engine.play import DEFAULT
from analyzer.engine.rollouts import candidates
from analyzer.engine.statistics import clustered_mean
from analyzer.game.actions import Kind, Question
from analyzer.game.view import View
from analyzer.practice.puzzles.types import Estimate
from analyzer.practice.puzzles.weigh import paired_rollouts, ranked, rounded

AFTER_TAKE: Final = 4_096
"""Worlds in which what follows a take is chosen, and as many in which it is measured."""
AFTER_DRAW: Final = 256
"""The same for each card that can be drawn."""
SEVERAL: Final = 4
"""Actions that go on from a quarter of the worlds."""
BELIEF: Final = 1_024
"""Worlds from which it is told how likely each card is to be drawn."""


def deeper(view: View, seed: int) -> dict[str, Estimate]:
    """What a take is worth, and a draw where that can be chosen, with the best discard after it.

    In what is maximized: points, or normalized points at a score.
    """
    found = {str(Kind.TAKE): _best(after_take(view), seed, AFTER_TAKE)}
    if view.question is Question.DRAW:
        found[str(Kind.DRAW)] = _drawn(view, seed)
    return {name: (rounded(mean), rounded(error)) for name, (mean, error) in found.items()}


def _best(view: View, seed: int, worlds: int) -> Estimate:
    """The value of the best action at eleven cards."""
    choice = paired_rollouts(view, candidates(view), seed)
    choice.run(worlds // 4)
    kept = ranked(choice)[:SEVERAL]
    choice.drop([place for place in choice.active if place not in kept])
    choice.run(worlds - worlds // 4)
    best = choice.columns[ranked(choice)[0]]
    measured = paired_rollouts(view, [best], seed + 1)
    measured.run(worlds)
    points = measured.objective.value(measured.points(measured.active[0]))
    return float(points.mean()), clustered_mean(points, measured.model.belief.cluster)[1]


def _drawn(view: View, seed: int) -> Estimate:
    """The mean over the cards that can be drawn, each as likely as the belief says."""
    held = holding(DEFAULT.belief.sample(view, seed, 0, BELIEF))
    cards = list(view.unseen)
    weights = np.array([1 - held[card] for card in cards])
    weights /= weights.sum()
    found = np.array([_best(after_draw(view, card), seed, AFTER_DRAW) for card in cards])
    return float(weights @ found[:, 0]), float(np.sqrt((weights**2) @ found[:, 1] ** 2))
