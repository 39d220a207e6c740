"""Puzzles of the score: what is best at 0–0 is wrong at another score of the match.

The players of a hand do not look at the score, so the same worlds answer for all scores at
once: only what the points are worth differs.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Final

import numpy as np
from numpy.typing import NDArray

from analyzer.engine.equity import equity_for
from analyzer.engine.objective import objective_of
from analyzer.engine.statistics import standard_error
from analyzer.game.rules import Rules
from analyzer.game.view import View
from analyzer.review.paired_rollouts import PairedRollouts
from tests.workshop.puzzles.certify import Refusal
from tests.workshop.puzzles.weigh import ranked

STEP: Final = 5
"""Points between the scores that are tried."""
AT_NOUGHT: Final = 0.5
"""Normalized points by which the answer at the score is worse than another one at 0–0."""
SURE: Final = 3.0
"""The same in standard errors."""

Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class _Turned:
    """A score at which another answer is best than at 0–0."""

    score: tuple[int, int]
    gap: float
    """Normalized points between the best column there and the next."""
    best: int
    """Which of the columns given is best there."""


@lru_cache(maxsize=8)
def _grid(rules: Rules, dealer: int | None) -> tuple[tuple[tuple[int, int], ...], Floats]:
    """(scores, float64[scores, 1025]: what points are worth at each); the first is 0–0."""
    table = equity_for(rules)
    if table is None:
        return (), np.zeros((0, 0))
    steps = range(0, table.target, STEP)
    scores = tuple((mine, theirs) for mine in steps for theirs in steps)
    points = np.arange(-512, 513)
    rows = [
        (table.after(score, dealer, points) - table.chance(score, dealer)) / table.slope
        for score in scores
    ]
    return scores, np.stack(rows)


def turned(rollouts: PairedRollouts, places: list[int]) -> _Turned | None:
    """The score at which another of the columns leads by the most; None where there is none.

    Only scores where the best at 0–0 is also clearly better there than the other one.
    """
    view = rollouts.view
    scores, rows = _grid(view.rules, view.dealer)
    if not scores:
        return None
    counts = np.stack(
        [np.bincount(rollouts.points(place) + 512, minlength=1025) for place in places]
    )
    values = rows @ counts.T / counts.sum(axis=1)
    best = values.argmax(axis=1)
    gaps = np.sort(values, axis=1)
    leads = gaps[:, -1] - gaps[:, -2]
    worse = values[0, best[0]] - values[0, best]
    leads[(best == best[0]) | (worse < 2 * AT_NOUGHT)] = 0.0
    widest = int(leads.argmax())
    if leads[widest] <= 0:
        return None
    return _Turned(scores[widest], float(leads[widest]), int(best[widest]))


def at_score(view: View, score: tuple[int, int]) -> View:
    """The same decision at another score."""
    return replace(view, score=score)


def wrong_at_zero(rollouts: PairedRollouts) -> Refusal | int:
    """The column that is better at 0–0 than the best one here; a refusal if that is not sure."""
    objective = objective_of(at_score(rollouts.view, (0, 0)))
    order = ranked(rollouts)
    best = rollouts.points(order[0])
    leads: list[tuple[float, int]] = []
    for other in order[1:]:
        points = rollouts.points(other)
        count = min(len(best), len(points))
        gains = objective.value(points[:count]) - objective.value(best[:count])
        lead, error = float(gains.mean()), standard_error(gains, rollouts.model.belief.cluster)
        if lead >= AT_NOUGHT and lead >= SURE * error:
            leads.append((lead, other))
    return max(leads)[1] if leads else Refusal("score", "it is best at 0–0 too, or nearly")
