"""Actions played out in the same worlds, with all that came of it kept.

Worlds come in blocks. In seven of eight the best action is chosen, and its lead over the played
one is measured in the eighth, each of the eight in turn: so a loss is not flattered by the choice
of what it is measured against, and the choice rests on nearly all worlds.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil
from statistics import multimode
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from analyzer.engine.belief import Worlds
from analyzer.engine.objective import Objective, histogram, mean_of, objective_of, shares
from analyzer.engine.opponents import OpponentModel
from analyzer.engine.rollouts import Results, candidates, roll_out
from analyzer.engine.statistics import cluster_means, error_of, mean_of_sums, standard_error
from analyzer.engine.thresholds import DROP_SE, grade
from analyzer.engine.types import ActionValue, Ending, Grade
from analyzer.game.actions import Action
from analyzer.game.view import View
from analyzer.review.types import FEW, LEAST, GapPart

BLOCK: Final = 64
"""Fewest worlds of a block."""

THIN: Final = 4
"""Of the first worlds one in so many is played with every action: what is surely behind in these
leaves as far behind for its error as it would from all of them, and most actions do."""

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
    """The candidates of one decision; column 0 is the action that was played.

    With `chains` all hands of a chain count as one observation, not those of each of its stretches.
    """

    def __init__(
        self, view: View, played: Action, model: OpponentModel, seed: int, *, chains: bool = False
    ) -> None:
        self.view, self.model, self.seed = view, model.keeping_at(view), seed
        self.objective: Objective = objective_of(view)
        actions = candidates(view)
        self.columns: tuple[Action, ...] = _with_first(actions, played)
        self.active = list(range(len(self.columns)))
        belief = self.model.belief
        self.cluster = belief.together if chains else belief.cluster
        self.block = self.cluster * ceil(BLOCK / self.cluster)
        self.least = max(FEW, PARTS * self.cluster)
        self.worlds = 0
        size = len(self.columns)
        self._points: list[NDArray[np.int64]] = [np.zeros(0, np.int64)] * size
        self._endings: list[NDArray[np.int8]] = [np.zeros(0, np.int8)] * size
        self._taken: list[NDArray[np.bool_]] = [np.zeros(0, np.bool_)] * size
        self._values: list[Floats] = [np.zeros(0)] * size
        self._means = [0.0] * size
        self._every = [1] * size
        self._losses: dict[int, tuple[float, float]] = {}

    def run(self, count: int) -> None:
        """Play so many more worlds, in whole blocks, with every action still in the race."""
        self._keep(self._play(self._sampled(count)), self.active)

    def begin(self, count: int) -> None:
        """Play the first worlds; what is surely behind in a few of each cluster, in these alone."""
        if len(self.active) <= 2 or self.cluster % THIN or count < THIN * LEAST:
            self.run(count)
            return
        worlds = self._sampled(count)
        some = np.arange(len(worlds.hands)) % THIN == 0
        few = self._play(_those(worlds, some))
        values = cluster_means(self.objective.value(few.points), self.cluster // THIN)
        leads = values[:, [int(values.mean(axis=0).argmax())]] - values
        far = np.array([lead.mean() > DROP_SE * _error_of_clusters(lead) for lead in leads.T])
        far[0] = False
        self._keep(Results._make(each[:, far] for each in few), np.flatnonzero(far).tolist(), THIN)
        self.drop(np.flatnonzero(far).tolist())
        rest = self._play(_those(worlds, ~some))
        whole: list[NDArray[Any]] = [
            np.empty((len(some), len(self.active)), each.dtype) for each in rest
        ]
        for place, into in enumerate(whole):
            into[some], into[~some] = few[place][:, ~far], rest[place]
        self._keep(Results._make(whole), self.active)

    def _sampled(self, count: int) -> Worlds:
        """The next worlds, in whole blocks."""
        count = self.block * ceil(count / self.block)
        self.worlds += count
        self._losses.clear()
        return self.model.belief.sample(self.view, self.seed, self.worlds - count, count)

    def _play(self, worlds: Worlds) -> Results:
        """Play what is in the race."""
        actions = [self.columns[column] for column in self.active]
        return roll_out(self.view, actions, worlds, self.model)

    def _keep(self, results: Results, columns: Sequence[int], every: int = 1) -> None:
        """Keep the results of some columns, in one of so many worlds."""
        values = self.objective.value(results.points)
        for place, column in enumerate(columns):
            self._points[column] = np.append(self._points[column], results.points[:, place])
            self._endings[column] = np.append(self._endings[column], results.endings[:, place])
            self._taken[column] = np.append(self._taken[column], results.taken[:, place])
            fresh = cluster_means(values[:, place], self.cluster // every)
            self._values[column] = np.append(self._values[column], fresh)
            self._means[column] = float(self._values[column].mean())
            self._every[column] = every

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

    def _error(self, values: Floats, every: int = 1) -> float:
        return standard_error(values, self.cluster // every, unknown=0.0)

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
        """The same from the means of the clusters, which count as one observation each.

        Their number in a part, the sum of the leads there and that of their squares say all of it.
        """
        rivals = [column, *(rival for rival in self.active if rival != column)]
        count = min(len(self._values[rival]) for rival in rivals)
        leads = np.stack([self._values[rival][:count] for rival in rivals])
        leads -= leads[0].copy()
        part = np.arange(count) * self.cluster // self.block % PARTS
        inside = (part[:, None] == np.arange(part.max() + 1)).astype(float)
        sums = np.stack([leads**power @ inside for power in range(3)])
        whole = sums.sum(axis=2)
        others = whole[..., None] - sums if inside.shape[1] > 1 else sums
        named = [_best(others[..., number]) for number in range(inside.shape[1])]
        mean, error = mean_of_sums(*sums[:, named, range(len(named))].sum(axis=1).tolist())
        leading = multimode(filter(None, named))
        return mean, max([error, *(mean_of_sums(*whole[:, best].tolist())[1] for best in leading)])

    def points(self, column: int) -> NDArray[np.int64]:
        """Signed points of a column in each of its worlds."""
        return self._points[column]

    def drop(self, columns: Sequence[int]) -> None:
        """Let columns leave the race."""
        self.active = [column for column in self.active if column not in columns]
        self._losses.clear()

    def value(self, column: int) -> ActionValue:
        """A column as a table shows it: its endings are what its points are made of."""
        points, action = self._points[column], self.columns[column]
        weights, gap, error = self._against(self.leader, column)
        grade_, close = grade(gap, error) if column != self.leader else (Grade.BEST, False)
        counts = histogram(points, self._endings[column], weights)
        worth, every = self.objective.chances, self._every[column]
        chances = self.objective.chance(points)
        discarded = action.card is not None and not action.ends_hand
        return ActionValue(
            action=action,
            q=mean_of(counts),
            se=self._error(points.astype(float), every),
            loss=max(0.0, gap),
            loss_se=error,
            grade=grade_,
            close=close,
            outcomes=shares(counts),
            match=None if worth is None else mean_of(counts, worth),
            match_se=None if chances is None else self._error(chances, every),
            danger=float(weights @ self._taken[column]) if discarded else None,
            worlds=len(points),
        )

    def _against(self, leader: int, column: int) -> tuple[Floats, float, float]:
        """(weights of the worlds of a column, how far it is behind the leader, standard error).

        One that left early was played in worlds that were lucky or unlucky ones for all. They
        weigh so much, one up to the others, that the leader is worth there what it is in all.
        """
        best, mine = self._worth(leader), self._worth(column)
        common = best[:: self._every[column]][: len(mine)]
        luck, spread = best.mean() - common.mean(), common - common.mean()
        weights = np.maximum(0.0, 1 + spread * luck / max(float(common.var()), 1e-9))
        weights /= weights.sum()
        gap = 0.0 if column == leader else float(best.mean() - weights @ mine)
        return weights, gap, self._error(common - mine, self._every[column])

    def shown(self) -> tuple[int, ...]:
        """The columns of a table, best first: of a knock the best spread, and the played one."""
        leader, spreads = self.leader, dict[Action, int]()

        def behind(column: int) -> tuple[float, int]:
            return self._against(leader, column)[1], column

        for column, action in enumerate(self.columns):
            best = spreads.setdefault(action.plain, column)
            spreads[action.plain] = min(best, column, key=behind)
        order = sorted({*spreads.values(), 0}, key=behind)
        return leader, *(column for column in order if column != leader)

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


def _those(worlds: Worlds, which: NDArray[np.bool_]) -> Worlds:
    return Worlds._make(each[which] for each in worlds)


def _best(sums: Floats) -> int:
    """The column that is surely enough ahead of the first by its sums; else the first."""
    best = int(sums[1].argmax())
    mean, error = mean_of_sums(*sums[:, best].tolist())
    return best if mean > SURE_LEAD * error else 0


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
