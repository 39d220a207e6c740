"""Actions played out in the same worlds, with all that came of it kept.

Worlds come in blocks. In seven of eight the best action is chosen, and its lead over the played
one is measured in the eighth, each of the eight in turn: so a loss is not flattered by the choice
of what it is measured against, and the choice rests on nearly all worlds.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import ceil
from statistics import multimode
from typing import Final

import numpy as np
from numpy.typing import NDArray

from analyzer.engine.objective import Objective, histogram, objective_of, shares
from analyzer.engine.opponents import OpponentModel
from analyzer.engine.rollouts import candidates, roll_out
from analyzer.engine.statistics import cluster_means, error_of, standard_error
from analyzer.engine.thresholds import grade
from analyzer.engine.types import ActionValue, Ending, Grade
from analyzer.game.actions import Action
from analyzer.game.view import View
from analyzer.review.types import FEW, GapPart

BLOCK: Final = 64
"""Fewest worlds of a block."""

PARTS: Final = 8
"""Parts of the worlds, each measured by what the others choose. Beside two halves, in the worlds of
102 decisions (`workshop measure small` says what a review finds): of true losses of 0.17, 0.39 and
0.74 points 0.10, 0.30 and 0.72 are found instead of 0.06, 0.28 and 0.70, of none as little."""

SURE_LEAD: Final = 0.25
"""Standard errors by which an action has to lead in the other parts to be measured. With none, what
is best loses noise; with half of one, of 0.17 points 0.08 are found."""

ENDINGS: Final = tuple(Ending)

Floats = NDArray[np.float64]


class PairedRollouts:
    """The candidates of one decision; column 0 is the action that was played."""

    def __init__(self, view: View, played: Action, model: OpponentModel, seed: int) -> None:
        self.view, self.model, self.seed = view, model.keeping_at(view), seed
        self.objective: Objective = objective_of(view)
        actions = candidates(view)
        self.columns: tuple[Action, ...] = _with_first(actions, played)
        self.active = list(range(len(self.columns)))
        cluster = self.model.belief.cluster
        self.block = cluster * ceil(BLOCK / cluster)
        self.least = max(FEW, PARTS * cluster)
        self.worlds = 0
        size = len(self.columns)
        self._points: list[NDArray[np.int64]] = [np.zeros(0, np.int64)] * size
        self._endings: list[NDArray[np.int8]] = [np.zeros(0, np.int8)] * size
        self._taken: list[NDArray[np.bool_]] = [np.zeros(0, np.bool_)] * size
        self._values: list[Floats] = [np.zeros(0)] * size
        self._means = [0.0] * size
        self._losses: dict[int, tuple[float, float]] = {}

    def run(self, count: int) -> None:
        """Play so many more worlds, in whole blocks, with every action still in the race."""
        count = self.block * ceil(count / self.block)
        worlds = self.model.belief.sample(self.view, self.seed, self.worlds, count)
        actions = [self.columns[column] for column in self.active]
        results = roll_out(self.view, actions, worlds, self.model)
        values = self.objective.value(results.points)
        for place, column in enumerate(self.active):
            self._points[column] = np.append(self._points[column], results.points[:, place])
            self._endings[column] = np.append(self._endings[column], results.endings[:, place])
            self._taken[column] = np.append(self._taken[column], results.taken[:, place])
            fresh = cluster_means(values[:, place], self.model.belief.cluster)
            self._values[column] = np.append(self._values[column], fresh)
            self._means[column] = float(self._values[column].mean())
        self.worlds += count
        self._losses.clear()

    def mean(self, column: int) -> float:
        """Mean value of a column, over all its worlds."""
        return self._means[column]

    def lead(self, column: int, other: int) -> tuple[float, float]:
        """(how much `column` is ahead of `other` on their common worlds, standard error)."""
        if column == other:
            return 0.0, 0.0
        count = min(len(self._values[column]), len(self._values[other]))
        gaps = self._values[column][:count] - self._values[other][:count]
        return float(gaps.mean()), _error_of_clusters(gaps)

    def _gaps(self, column: int, other: int) -> Floats:
        count = min(len(self._points[column]), len(self._points[other]))
        gaps: Floats = self._worth(column)[:count] - self._worth(other)[:count]
        return gaps

    def _worth(self, column: int) -> Floats:
        """The value of a column in each of its worlds."""
        return self.objective.value(self._points[column])

    def _error(self, values: Floats) -> float:
        return standard_error(values, self.model.belief.cluster, unknown=0.0)

    @property
    def leader(self) -> int:
        """The active column with the highest mean; of several the first."""
        return max(self.active, key=lambda column: (self.mean(column), -column))

    def loss(self, column: int = 0) -> tuple[float, float]:
        """(points that a column loses, standard error): chosen in all parts but the measured one.

        The others name another action as better only if it leads there by more than `SURE_LEAD`
        of its standard error; so among equals the loss is zero on average, and it is never too
        high on average. Where the parts disagree, those that name none lack just the worlds in
        which it leads: so the error is at least that of the lead which most of them measure.
        """
        if column not in self._losses:
            self._losses[column] = self._loss(column)
        return self._losses[column]

    def _loss(self, column: int) -> tuple[float, float]:
        """The same from the means of the clusters, which count as one observation each."""
        rivals = [column, *(rival for rival in self.active if rival != column)]
        count = min(len(self._values[rival]) for rival in rivals)
        values = np.stack([self._values[rival][:count] for rival in rivals], axis=1)
        part = np.arange(count) * self.model.belief.cluster // self.block % PARTS
        gaps, named = np.empty(count), []
        for number in np.unique(part):
            here = part == number
            best = _best(values if here.all() else values[~here])
            gaps[here] = values[here, best] - values[here, 0]
            named.append(best)
        leads = [values[:, best] - values[:, 0] for best in multimode(filter(None, named))]
        return float(gaps.mean()), max(map(_error_of_clusters, [gaps, *leads]))

    def points(self, column: int) -> NDArray[np.int64]:
        """Signed points of a column in each of its worlds."""
        return self._points[column]

    def drop(self, columns: Sequence[int]) -> None:
        """Let columns leave the race."""
        self.active = [column for column in self.active if column not in columns]
        self._losses.clear()

    def value(self, column: int) -> ActionValue:
        """A column as a table shows it."""
        leader = self.leader
        gap, error = self.lead(leader, column)
        grade_, close = grade(gap, error) if column != leader else (Grade.BEST, False)
        points, action = self._points[column], self.columns[column]
        counts, chances = histogram(points, self._endings[column]), self.objective.chance(points)
        discarded = action.card is not None and not action.ends_hand
        return ActionValue(
            action=action,
            q=self._level(column, leader, self._points_of),
            se=self._error(points.astype(float)),
            loss=max(0.0, gap),
            loss_se=error,
            grade=grade_,
            close=close,
            outcomes=shares(counts),
            match=None if chances is None else self._level(column, leader, self._chances),
            match_se=None if chances is None else self._error(chances),
            danger=float(self._taken[column].mean()) if discarded else None,
            worlds=len(points),
        )

    def _level(self, column: int, leader: int, worth: Callable[[int], Floats]) -> float:
        """The mean of a column, on the worlds of the leader.

        One that left early is as far behind as it was on the worlds that it was played in: these
        were lucky or unlucky ones for all.
        """
        mine, best = worth(column), worth(leader)
        count = min(len(mine), len(best))
        return float(best.mean() - (best[:count] - mine[:count]).mean())

    def shown(self) -> tuple[int, ...]:
        """The columns of a table, best first: of a knock the best spread, and the played one."""
        leader, spreads = self.leader, dict[Action, int]()

        def behind(column: int) -> tuple[float, int]:
            return self.lead(leader, column)[0], column

        for column, action in enumerate(self.columns):
            best = spreads.setdefault(action.plain, column)
            spreads[action.plain] = min(best, column, key=behind)
        order = sorted({*spreads.values(), 0}, key=behind)
        return leader, *(column for column in order if column != leader)

    def _points_of(self, column: int) -> Floats:
        return self._points[column].astype(float)

    def _chances(self, column: int) -> Floats:
        """Chance to win the match in each world of a column, where a match is played."""
        chances = self.objective.chance(self._points[column])
        assert chances is not None
        return chances

    @property
    def size(self) -> int:
        """The number of columns."""
        return len(self.columns)

    def split(self, best: int, other: int = 0) -> dict[Ending, GapPart]:
        """Return what each ending contributes to the lead of `best` over another column."""
        count = min(len(self._points[best]), len(self._points[other]))
        ahead, mine = self._worth(best)[:count], self._worth(other)[:count]
        parts = {}
        for number, ending in enumerate(ENDINGS):
            gaps = ahead * (self._endings[best][:count] == number)
            gaps -= mine * (self._endings[other][:count] == number)
            if gaps.any():
                parts[ending] = GapPart(float(gaps.mean()), self._error(gaps))
        return parts

    def in_points(self, best: int, other: int = 0) -> GapPart:
        """That lead in plain points."""
        count = min(len(self._points[best]), len(self._points[other]))
        gaps = (self._points[best][:count] - self._points[other][:count]).astype(float)
        return GapPart(float(gaps.mean()), self._error(gaps))

    def fed(self, best: int, other: int = 0) -> GapPart | None:
        """Return what the worlds contribute to that lead in which the card discarded is taken."""
        action = self.columns[other]
        if action.card is None or action.ends_hand:
            return None
        gaps = self._gaps(best, other)
        taken = gaps * self._taken[other][: len(gaps)]
        return GapPart(float(taken.mean()), self._error(taken))


def _best(clusters: Floats) -> int:
    """The column that is surely enough ahead of the first; else the first."""
    best = int(clusters.mean(axis=0).argmax())
    if best == 0:
        return 0
    gaps = clusters[:, best] - clusters[:, 0]
    return best if gaps.mean() > SURE_LEAD * _error_of_clusters(gaps) else 0


def _error_of_clusters(means: Floats) -> float:
    return error_of(float(means.var(ddof=1)), len(means)) if len(means) > 1 else 0.0


def _with_first(actions: tuple[Action, ...], played: Action) -> tuple[Action, ...]:
    """The candidates with the played one in front.

    A knock of which the spread was not seen counts as the first candidate with its discard.
    """
    if played.ends_hand and not played.melds:
        same = [action for action in actions if action.ends_hand and action.card == played.card]
        played = same[0] if same else played
    return played, *(action for action in actions if action != played)
