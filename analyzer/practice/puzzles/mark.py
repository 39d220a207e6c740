"""The credit of an answer: full for the best and what is as good, half near it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from analyzer.errors import InputError
from analyzer.game.words import today
from analyzer.notation.numbers import counted, counted_are
from analyzer.practice.puzzles.types import Option, Puzzle, PuzzleStep
from analyzer.review.types import RIGHT, RIGHT_SE

HALF: Final = 1.0
"""Points behind the best within which an answer has half the credit."""


@dataclass(frozen=True, slots=True)
class AnswerMark:
    """An answer marked."""

    credit: float
    """1, ½ or 0."""
    option: Option
    """The option chosen."""
    best: Option


def mark(step: PuzzleStep, answer: str) -> AnswerMark:
    """The credit of an answer to a step; InputError for one that is not among its options.

    Full credit within half a point of the best or two standard errors, half within a point. An
    answer saved by version 0.1 (`throw Kd`) is the same answer.
    """
    try:
        option = step.option(today(answer))
    except KeyError:
        raise InputError(
            f"`{answer}` is none of the answers",
            where="answer",
            hint="give " + ", ".join(sorted(one.answer for one in step.options)),
        ) from None
    return AnswerMark(_credit(option), option, step.options[0])


def _credit(option: Option) -> float:
    if option.loss <= max(RIGHT, RIGHT_SE * option.loss_se):
        return 1.0
    return 0.5 if option.loss <= HALF else 0.0


def mark_all(puzzle: Puzzle, answers: Sequence[str]) -> tuple[tuple[AnswerMark, ...], float]:
    """(the mark of each step, the credit of all: their mean); InputError for a wrong number."""
    if len(answers) != len(puzzle.steps):
        raise InputError(
            f"{counted_are(len(answers), 'answer')} given", where="answer",
            hint=f"this puzzle has {counted(len(puzzle.steps), 'step')}",
        )  # fmt: skip
    marks = tuple(mark(step, answer) for step, answer in zip(puzzle.steps, answers, strict=True))
    return marks, sum(mark.credit for mark in marks) / len(marks)
