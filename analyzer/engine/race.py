"""The race of the actions: batches of worlds, the same for all, until the laggards drop out."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import Executor
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from analyzer.engine._tally import Tally
from analyzer.engine.belief import Trajectory
from analyzer.engine.exact import exact_values
from analyzer.engine.implied_turns import assumption
from analyzer.engine.objective import (
    ENDINGS,
    SPAN,
    Histogram,
    histogram,
    mean_of,
    objective_of,
    shares,
)
from analyzer.engine.opponents import STRETCH, OpponentModel
from analyzer.engine.rollouts import Results, candidates, sample_and_play
from analyzer.engine.thresholds import DROP_SE, LEAST_WORLDS, PART, PRECISION, VALUE, Z95, grade
from analyzer.engine.types import ActionValue, Grade
from analyzer.game.actions import Action
from analyzer.game.view import View

LEAST_CHUNK = 64
LEAST_CLUSTERS = 16
"""Clusters below which their spread says too little."""
LEAST_READ = LEAST_CLUSTERS * STRETCH
"""Worlds below which no answer rests where the turns are read."""


class Race:
    """One search in progress; what it has found so far is read with `values`.

    A column is an action with one spread: a knock that can be laid down in several ways has
    several, of which the best one is reported.
    """

    def __init__(self, view: View, model: OpponentModel, seed: int, precision: float | None):
        self.model = model.at(view).for_thousands()
        self.view, self.seed = view, seed
        self.assumed = None
        if isinstance(model.belief, Trajectory):
            self.assumed = assumption(view, seed)
        self.objective = objective_of(view)
        self.columns = candidates(view)
        self._precision = PRECISION if precision is None else precision
        self._found = exact_values(self.view, self.columns, self.model, self.objective)
        self._exact = {
            column: mean_of(self._found[action].outcomes, self.objective.values)
            for column, action in enumerate(self.columns)
            if action in self._found
        }
        size = len(self.columns)
        self._active = [column for column in range(size) if column not in self._exact]
        cluster = self.model.belief.cluster
        self.least = max(LEAST_WORLDS, LEAST_CLUSTERS * cluster)
        self._tally = Tally(size, cluster)
        # Where the match counts, the errors of points and chances are other ones.
        self._points = self._tally if self.objective.chances is None else Tally(size, cluster)
        self._chances = self._tally if self.objective.chances is None else Tally(size, cluster)
        self._outcomes: list[Histogram] = [np.zeros((len(ENDINGS), SPAN)) for _ in range(size)]
        self._taken: NDArray[np.int64] = np.zeros(size, np.int64)
        self.worlds = 0

    @property
    def racing(self) -> int:
        """The number of actions still being played out."""
        return len({str(self.columns[column]) for column in self._active})

    @property
    def settled(self) -> bool:
        """True if more worlds would change little: one action is left, and its value known."""
        if not self._active:
            return True
        sole = len(self._active) == 1 and self.worlds >= self.least
        return sole and self.precise(self._precision)

    def run(self, count: int, pool: Executor, pieces: int) -> None:
        """Play the next `count` worlds with every action still in the race."""
        actions = [self.columns[column] for column in self._active]
        bounds = _split(self.worlds, count, pieces, self.model.belief.together)
        chunks = pool.map(lambda bound: self._chunk(actions, *bound), bounds)
        for results in chunks:
            self._count(results)
        self.worlds += count

    def _chunk(self, actions: Sequence[Action], first: int, count: int) -> Results:
        return sample_and_play(self.view, actions, self.model, self.seed, first, count)

    def _count(self, results: Results) -> None:
        values = self.objective.value(results.points)
        fixed = [*self._exact]
        constant = np.tile([self._exact[column] for column in fixed], (len(values), 1))
        together = np.hstack([values, constant]) if fixed else values
        self._tally.add(np.array([*self._active, *fixed], np.int64), together)
        chances = self.objective.chance(results.points)
        if chances is not None:
            active = np.array(self._active, np.int64)
            self._points.add(active, results.points.astype(float))
            self._chances.add(active, chances)
        for place, column in enumerate(self._active):
            histogram_ = histogram(results.points[:, place], results.endings[:, place])
            self._outcomes[column] += histogram_
            self._taken[column] += results.taken[:, place].sum()

    def drop(self) -> None:
        """Let actions leave the race that are surely behind and known precisely enough.

        A spread that is surely behind another of the same knock leaves at once.
        """
        if self.worlds < self.least:
            return
        leader = self._leader()
        self._active = [column for column in self._active if not self._is_out(column, leader)]

    def _is_out(self, column: int, leader: int) -> bool:
        if column == leader:
            return False
        best = self._best_spread(column)
        if best != column:
            gap, error = self._behind(column, best)
            return gap > DROP_SE * error
        gap, error = self._behind(column, leader)
        return gap > DROP_SE * error and Z95 * error <= max(self._precision, PART * gap)

    def precise(self, error: float) -> bool:
        """True if it is known to ± `error` how far each action racing is behind the best.

        What the best itself is worth is asked `VALUE` times less finely: it is not what the
        choice hangs on, and what all actions have in common, luck with the cards to come and the
        opponent's hand, takes ten times the worlds to average out.
        """
        leader = self._leader()
        gaps = (self._behind(column, leader)[1] for column in self._active)
        own = 0.0 if leader in self._exact else self._tally.error(leader)
        return Z95 * max(own / VALUE, *gaps, 0.0) <= error

    def values(self) -> tuple[ActionValue, ...]:
        """Return what each action is worth so far, best first."""
        leader = self._leader()

        def place(column: int) -> tuple[bool, float, float, int]:
            return column != leader, self._behind(column, leader)[0], -self._mean(column), column

        shown = {self._best_spread(column) for column in range(len(self.columns))}
        return tuple(self._value(column, leader) for column in sorted(shown, key=place))

    def _mean(self, column: int) -> float:
        return self._exact[column] if column in self._exact else self._tally.mean(column)

    def _leader(self) -> int:
        """The best column, of those still played or known exactly.

        One that has left was surely behind in its worlds. Its mean is over these alone, and if
        they were lucky ones for all, it would seem to be ahead for ever.
        """
        return max(self._standing(), key=lambda column: (self._mean(column), -column))

    def _standing(self) -> set[int]:
        return {*self._active, *self._exact}

    def _best_spread(self, column: int) -> int:
        standing, move = self._standing(), self.columns[column].plain
        spreads = [other for other, action in enumerate(self.columns) if action.plain == move]

        def merit(other: int) -> tuple[bool, float, int]:
            return other in standing, self._mean(other), -other

        return max(spreads, key=merit)

    def _behind(self, column: int, leader: int) -> tuple[float, float]:
        if column == leader:
            return 0.0, 0.0
        if column in self._exact and leader in self._exact:
            return self._exact[leader] - self._exact[column], 0.0
        return self._tally.behind(column, leader)

    def _value(self, column: int, leader: int) -> ActionValue:
        exact = column in self._exact
        action = self.columns[column]
        counts = self._found[action].outcomes if exact else self._outcomes[column]
        loss, loss_se = self._behind(column, leader)
        grade_, close = grade(loss, loss_se) if column != leader else (Grade.BEST, False)
        chances = self.objective.chances
        worlds = 0 if exact else int(self._tally.worlds[column])
        return ActionValue(
            action=action,
            q=mean_of(counts),
            se=0.0 if exact else self._points.error(column),
            loss=max(0.0, loss),
            loss_se=loss_se,
            grade=grade_,
            close=close,
            outcomes=shares(counts),
            match=None if chances is None else mean_of(counts, chances),
            match_se=None if chances is None else 0.0 if exact else self._chances.error(column),
            danger=self._danger(column, worlds),
            worlds=worlds,
            exact=exact,
        )

    def _danger(self, column: int, worlds: int) -> float | None:
        action = self.columns[column]
        if action.ends_hand or action.card is None:
            return None
        if action in self._found:
            return self._found[action].danger
        return float(self._taken[column]) / worlds


def _split(first: int, count: int, pieces: int, together: int) -> list[tuple[int, int]]:
    """Cut worlds first … first + count − 1 into at most so many (first, count) pieces.

    Worlds that are best sampled together are not cut apart, but where `first` already does.
    """
    pieces = max(1, min(pieces, count // max(LEAST_CHUNK, together)))
    inner = (first + count * piece // pieces for piece in range(1, pieces))
    edges = [first, *(edge // together * together for edge in inner), first + count]
    return [(low, high - low) for low, high in pairwise(edges)]
