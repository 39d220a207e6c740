"""Timing: CPU time of this thread, the median of several rounds."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from statistics import median, quantiles
from typing import TypeVar

T = TypeVar("T")

ROUNDS = 9
"""Rounds of which the median counts."""


@dataclass(frozen=True, slots=True)
class Timing:
    """Seconds over several positions."""

    median: float
    p90: float

    @classmethod
    def of(cls, seconds: Sequence[float]) -> Timing:
        """Median and 90th percentile of some times.

        >>> Timing.of([1.0, 2.0, 3.0]).median
        2.0
        """
        tenth = quantiles(seconds, n=10, method="inclusive")[-1] if len(seconds) > 1 else seconds[0]
        return cls(round(median(seconds), 4), round(tenth, 4))


def timed(work: Callable[[], T]) -> tuple[T, float, float]:
    """Return what some work gives, its seconds by the clock on the wall, and those of CPU in all
    threads.

    >>> timed(lambda: 7)[0]
    7
    """
    begun, worked = time.perf_counter(), time.process_time()
    result = work()
    return result, time.perf_counter() - begun, time.process_time() - worked


def cpu_seconds(work: Callable[[], object], rounds: int = ROUNDS) -> float:
    """CPU seconds of one run of some work on this thread, after one run to warm up.

    CPU time, so that what else the machine does counts little.
    """
    work()
    taken = []
    for _ in range(rounds):
        begun = time.thread_time()
        work()
        taken.append(time.thread_time() - begun)
    return median(taken)
