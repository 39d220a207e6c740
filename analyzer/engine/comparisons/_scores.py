"""How the best action changes with the score of the match.

The policies that play the hand on ignore the score, so what an action leads to in points does
not depend on it: one set of worlds is played, and its points are weighed at every score by the
chance to win the match after them (:mod:`analyzer.engine.equity`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from analyzer.engine.comparisons.types import ScoreCell, ScoreMap, ScoreValue
from analyzer.engine.equity import Equity, equity_for
from analyzer.engine.objective import MOST_POINTS
from analyzer.engine.opponents import opponent_named
from analyzer.engine.rollouts import PIECE, play_span
from analyzer.engine.search import never
from analyzer.engine.statistics import standard_error
from analyzer.engine.thresholds import DROP_SE, grade
from analyzer.engine.types import Evaluation, Grade
from analyzer.game.actions import Action
from analyzer.game.view import View

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
    table = _Table(equity, view)
    with ThreadPoolExecutor(threads, thread_name_prefix="scores") as pool:
        first = play_span(view, actions, model, evaluation.seed, (0, SCREEN), pool)
        kept = _kept(table, first, model.belief.cluster)
        actions, points = [actions[place] for place in kept], [first[:, kept]]
        for begin in range(SCREEN, WORLDS, BATCH):
            if stop():
                return None
            span = begin, min(begin + BATCH, WORLDS)
            points.append(play_span(view, actions, model, evaluation.seed, span, pool))
    cells = _cells(table, actions, np.concatenate(points), model.belief.cluster)
    return ScoreMap(
        target=table.target,
        step=table.step,
        dealer=view.dealer,
        actions=_by_cells(cells),
        cells=cells,
        worlds=WORLDS,
    )


@dataclass(frozen=True)
class _Table:
    """The chances to win the match after a hand, score by score."""

    equity: Equity
    view: View

    @property
    def target(self) -> int:
        return self.equity.target

    @property
    def step(self) -> int:
        return step_of(self.target)

    def scores(self) -> Iterator[tuple[int, int]]:
        side = range(0, self.target, self.step)
        return ((mine, theirs) for mine in side for theirs in side)

    def chances(self, score: tuple[int, int]) -> NDArray[np.float64]:
        """float64[1025]: after −512 … 512 points at this score."""
        points = np.arange(-MOST_POINTS, MOST_POINTS + 1)
        return self.equity.after(score, self.view.dealer, points)


def _kept(table: _Table, points: Points, cluster: int) -> list[int]:
    """The places of the actions that are not surely behind at every score."""
    kept: set[int] = set()
    for score in table.scores():
        chances = table.chances(score)[points + MOST_POINTS]
        best = int(chances.mean(axis=0).argmax())
        for place in set(range(points.shape[1])) - kept:
            gaps = chances[:, best] - chances[:, place]
            if place == best or gaps.mean() <= DROP_SE * standard_error(gaps, cluster):
                kept.add(place)
    return sorted(kept)


def _cells(
    table: _Table, actions: Sequence[Action], points: Points, cluster: int
) -> tuple[ScoreCell, ...]:
    slope = table.equity.slope
    return tuple(
        _cell(score, actions, table.chances(score)[points + MOST_POINTS], slope, cluster)
        for score in table.scores()
    )


def _cell(
    score: tuple[int, int],
    actions: Sequence[Action],
    chances: NDArray[np.float64],
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


def _by_cells(cells: Sequence[ScoreCell]) -> tuple[Action, ...]:
    """The actions that are best or tied somewhere, those of most cells first."""
    counts: dict[Action, int] = {}
    for cell in cells:
        for action in cell.best:
            counts[action] = counts.get(action, 0) + 1
    return tuple(sorted(counts, key=lambda action: -counts[action]))
