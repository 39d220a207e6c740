"""What is asked after the answer: other opponents, other scores, other stages."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace
from enum import StrEnum
from typing import Final

from analyzer.engine.comparisons._scores import score_map
from analyzer.engine.comparisons._waiting import waiting_curve
from analyzer.engine.comparisons.robust import compare_opponents
from analyzer.engine.search import never
from analyzer.engine.types import Evaluation, Limit


class Comparison(StrEnum):
    """What can be asked beside the answer itself."""

    MODELS = "models"
    """The answer against other opponents."""
    SCORES = "scores"
    """How it changes with the score."""
    WAITING = "waiting"
    """What knocking gains at each stage of the hand."""


ALL: Final = frozenset(Comparison)
USUAL: Final = frozenset({Comparison.MODELS})
"""What is asked unless somebody says otherwise."""


def compare(
    evaluation: Evaluation,
    limit: Limit,
    wanted: frozenset[Comparison] = ALL,
    *,
    progress: Callable[[Evaluation], None] | None = None,
    stop: Callable[[], bool] = never,
    clock: Callable[[], float] = time.monotonic,
    threads: int = 2,
) -> Evaluation:
    """The answer with what is wanted beside it; `limit` is the one it was searched under.

    `progress` is called with each part as it comes. When `stop` says so the rest is left out
    and the answer counts as stopped; one that was stopped before gets nothing.
    """
    found = evaluation
    if Comparison.MODELS in wanted and not found.stopped:
        found = compare_opponents(
            found, limit, progress=progress, stop=stop, clock=clock, threads=threads
        )
    if Comparison.WAITING in wanted and not found.stopped:
        found = replace(found, waiting=waiting_curve(found, stop=stop, threads=threads))
        found = _told(found, progress, stop)
    if Comparison.SCORES in wanted and not found.stopped:
        found = replace(found, scores=score_map(found, stop=stop, threads=threads))
        found = _told(found, progress, stop)
    return found


def _told(
    found: Evaluation, progress: Callable[[Evaluation], None] | None, stop: Callable[[], bool]
) -> Evaluation:
    if stop():
        return replace(found, stopped=True)
    if progress is not None:
        progress(found)
    return found
