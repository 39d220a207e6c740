"""The speed of the search: time to a first answer and to an interval, on mid-game positions.

Against the default opponent model, which reads the turns: so the views come with theirs.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from statistics import median
from typing import NamedTuple

from analyzer.arena.benchmark.timing import Timing, timed
from analyzer.engine import Evaluation, Limit, analyze
from analyzer.engine.thresholds import Z95
from analyzer.game.view import View

PATIENCE = 30.0
"""Seconds after which a position counts as not reached."""


@dataclass(frozen=True, slots=True)
class _Reached:
    """Time until every paired difference to the best is known to ± `error` (95%).

    Of the actions still in the race, that is: one that is surely behind leaves it once its
    difference is known to a tenth of itself.
    """

    error: float
    reached: int
    """Positions that came so far within the patience; the others count with all of it."""
    seconds: Timing
    """By the clock on the wall: on a busy machine more than it takes."""
    cpu: Timing
    """CPU seconds of all threads."""
    wider: float
    """Part of the actions that left the race with a wider interval than `error`."""


@dataclass(frozen=True, slots=True)
class SearchSpeed:
    """The search on positions in the middle of a hand, eleven cards held."""

    positions: int
    threads: int
    opponent: str
    first: Timing
    """Seconds to the first answer."""
    worlds: float
    """Worlds a second, median; each world is played once for every action in the race."""
    playouts: float
    """Playouts a second, median: worlds times the actions they were played for."""
    intervals: tuple[_Reached, ...]


class _Run(NamedTuple):
    answer: Evaluation
    seconds: float
    cpu: float
    first: float


def search_speed(
    views: Sequence[View],
    errors: Sequence[float] = (0.25, 0.1),
    threads: int = 2,
    tell: Callable[[str], None] = lambda text: None,
) -> SearchSpeed:
    """Time the search on some views, for each precision; the last one counts for the rates."""
    analyze(views[0], Limit(worlds=1), threads=threads)
    intervals: list[_Reached] = []
    runs: list[_Run] = []
    firsts: list[float] = []
    for error in errors:
        runs = []
        for number, view in enumerate(views, start=1):
            tell(f"±{error:g}: position {number} of {len(views)}")
            runs.append(_run(view, error, threads))
        firsts += [run.first for run in runs]
        intervals.append(_reached(error, runs))
    return SearchSpeed(
        positions=len(views),
        threads=threads,
        opponent=runs[0].answer.opponent,
        first=Timing.of(firsts),
        worlds=round(median(run.answer.worlds / run.seconds for run in runs)),
        playouts=round(
            median(
                sum(action.worlds for action in run.answer.actions) / run.seconds for run in runs
            )
        ),
        intervals=tuple(intervals),
    )


def _run(view: View, error: float, threads: int) -> _Run:
    first: list[float] = []
    begun = time.perf_counter()
    timing = timed(
        lambda: analyze(
            view,
            Limit(error=error, seconds=PATIENCE),
            progress=lambda _: first.append(time.perf_counter() - begun),
            threads=threads,
        )
    )
    return _Run(*timing, first[0] if first else timing[1])


def _reached(error: float, runs: Sequence[_Run]) -> _Reached:
    return _Reached(
        error=error,
        reached=sum(run.seconds < PATIENCE for run in runs),
        seconds=Timing.of([run.seconds for run in runs]),
        cpu=Timing.of([run.cpu for run in runs]),
        wider=round(_wider(error, [run.answer for run in runs]), 3),
    )


def _wider(error: float, answers: Sequence[Evaluation]) -> float:
    known = [value.loss_se * Z95 <= error for answer in answers for value in answer.actions]
    return 1 - sum(known) / len(known)
