"""What is asked after the answer: other opponents, other scores, other stages."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace
from enum import StrEnum
from typing import Any, Final

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
    for wish, ask in ((Comparison.WAITING, waiting_curve), (Comparison.SCORES, score_map)):
        if wish in wanted and not found.stopped:
            part: dict[str, Any] = {str(wish): ask(found, stop=stop, threads=threads)}
            found = replace(found, **part, stopped=stop())
            if progress is not None and not found.stopped:
                progress(found)
    return found
