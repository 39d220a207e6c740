"""The page of an answered puzzle before the engine is ready, which no page waits for.

The marks and the best answers stand in the pack. The reasons, and what follows from them, are
worked out by the engine; on a new installation it is compiled first.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from analyzer.practice.puzzles.mark import AnswerMark
from analyzer.practice.puzzles.types import Puzzle
from analyzer.web.puzzles.reveal import best_said, step_done
from analyzer.web.waiting import COMPILES, is_ready


def waits_for_engine(
    puzzle: Puzzle, marks: Sequence[AnswerMark], again_url: str
) -> dict[str, Any] | None:
    """Return what stands in the place of the reasons until they can be told; None where they
    can."""
    if is_ready():
        return None
    pairs = list(zip(puzzle.steps, marks, strict=True))
    several = len(pairs) > 1
    return {
        "best": None if several else best_said(*pairs[0]),
        "done": [step_done(step, mark) for step, mark in pairs] if several else [],
        "why": COMPILES,
        "again_url": again_url,
    }
