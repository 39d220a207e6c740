"""The best action by the score of the match.

The policies that play the hand on ignore the score, so what an action leads to in points does
not depend on it: one set of worlds is played, and its points are weighed at every score by the
chance to win the match after them (:mod:`analyzer.engine.equity`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import chain, product
from typing import Final

import numpy as np
from numpy.typing import NDArray

from analyzer.engine.comparisons.types import ScoreCell, ScoreMap, ScoreValue
from analyzer.engine.equity import equity_for
from analyzer.engine.objective import MOST_POINTS, POINTS
from analyzer.engine.opponents import opponent_named
from analyzer.engine.rollouts import PIECE, play_span
from analyzer.engine.search import never
from analyzer.engine.statistics import standard_error
from analyzer.engine.thresholds import DROP_SE, grade
from analyzer.engine.types import Evaluation, Grade
from analyzer.game.actions import Action

SCREEN: Final = 1_024
"""Worlds in which every action is played."""
WORLDS: Final = 16_384
"""Worlds in which those are played that are not surely behind at every score."""
BATCH: Final = 4 * PIECE
"""Worlds between two looks at whether to stop."""
MOST_CELLS: Final = 13
"""Most scores along one side of the map."""
ROUND: Final = 10
"""Scores are multiples of this many points, where the target is large enough."""

Floats = NDArray[np.float64]
"""float64[1025]: the chance to win the match after −512 … 512 points, or that in each world."""
Points = NDArray[np.int64]
"""int64[worlds, actions]: signed points for me."""


def step_of(target: int) -> int:
    """Points between two scores of a map: 10 where that makes at most 13 of them.

    >>> [step_of(target) for target in (9, 100, 150, 250, 500)]
    [1, 10, 20, 20, 40]
    """
    if target <= ROUND:
        return 1
    return ROUND * -(-target // (ROUND * MOST_CELLS))


def score_map(
    evaluation: Evaluation, *, stop: Callable[[], bool] = never, threads: int = 2
) -> ScoreMap | None:
    """The best actions at each score, for the question, opponent and seed of an answer.

    Where two cannot be told apart at a score, or are less than half a normalized point apart,
    they are tied there. The dealer is the one of the view. None where the rules play no match,
    where nothing can be chosen, and when `stop` said so; the outcome depends on the view, the
    seed and the opponent alone.
    """
    view = evaluation.view
    equity = equity_for(view.rules)
    if equity is None or len(evaluation.actions) < 2:
        return None
    model = opponent_named(evaluation.opponent).at(view)
    actions = [value.action for value in evaluation.actions]
    side = range(0, equity.target, step_of(equity.target))
    afters = {score: equity.after(score, view.dealer, POINTS) for score in product(side, side)}
    with ThreadPoolExecutor(threads, thread_name_prefix="scores") as pool:
        first = play_span(view, actions, model, evaluation.seed, (0, SCREEN), pool)
        kept = _kept(afters.values(), first, model.belief.cluster)
        actions, points = [actions[place] for place in kept], [first[:, kept]]
        for begin in range(SCREEN, WORLDS, BATCH):
            if stop():
                return None
            span = begin, min(begin + BATCH, WORLDS)
            points.append(play_span(view, actions, model, evaluation.seed, span, pool))
    places = np.concatenate(points) + MOST_POINTS
    cells = tuple(
        _cell(score, actions, after[places], equity.slope, model.belief.cluster)
        for score, after in afters.items()
    )
    return ScoreMap(
        target=equity.target,
        step=side.step,
        dealer=view.dealer,
        actions=tuple(dict(Counter(chain(*(cell.best for cell in cells))).most_common())),
        cells=cells,
        worlds=WORLDS,
    )


def _kept(afters: Iterable[Floats], points: Points, cluster: int) -> list[int]:
    """The places of the actions that are not surely behind at every score."""
    kept: set[int] = set()
    for after in afters:
        chances = after[points + MOST_POINTS]
        best = int(chances.mean(axis=0).argmax())
        for place in set(range(points.shape[1])) - kept:
            gaps = chances[:, best] - chances[:, place]
            if place == best or gaps.mean() <= DROP_SE * standard_error(gaps, cluster):
                kept.add(place)
    return sorted(kept)


def _cell(
    score: tuple[int, int],
    actions: Sequence[Action],
    chances: Floats,
    slope: float,
    cluster: int,
) -> ScoreCell:
    means = chances.mean(axis=0)
    order = np.argsort(-means, kind="stable").tolist()
    values, best = [], []
    for place in order:
        gaps = (chances[:, order[0]] - chances[:, place]) / slope
        loss, error = float(gaps.mean()), standard_error(gaps, cluster) if place != order[0] else 0
        values.append(ScoreValue(actions[place], float(means[place]), max(0.0, loss), error))
        if place == order[0] or grade(loss, error)[0] is Grade.BEST:
            best.append(actions[place])
    return ScoreCell(score, tuple(values), tuple(best))
