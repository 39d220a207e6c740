"""What is shown of an answered puzzle before the engine is ready, which no page waits for.

The marks and the best answers stand in the pack. The reasons, and what follows from them, are
worked out by the engine; on a new installation it is compiled first.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from analyzer.errors import InputError
from analyzer.practice.puzzles.mark import AnswerMark
from analyzer.practice.puzzles.types import Puzzle
from analyzer.web.analyze.present import COMPILES
from analyzer.web.puzzles.reveal import best_said, step_done
from analyzer.web.state import web_app

READY_WAIT: Final = 0.5
"""Seconds that a page waits at most, for an engine that has only to be loaded."""


def is_ready() -> bool:
    """Whether the engine is compiled."""
    return web_app().engine_ready.wait(READY_WAIT)


def waits_for_engine(
    puzzle: Puzzle, marks: Sequence[AnswerMark], again_url: str
) -> dict[str, Any] | None:
    """What stands in the place of the reasons until they can be told; None where they can."""
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


def refuse_unready() -> None:
    """Raise InputError where an answer can only be counted by an engine that is not ready."""
    if not is_ready():
        raise InputError(
            "after installation the engine compiles itself once, about half a minute; "
            "then answer again"
        )
