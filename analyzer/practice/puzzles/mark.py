"""The credit of an answer: full for the best and what is as good, half near it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from analyzer.errors import InputError
from analyzer.game.cards import CardSet
from analyzer.game.words import today
from analyzer.notation.numbers import counted, counted_are
from analyzer.practice.puzzles.types import Option, Puzzle, PuzzleAsk, PuzzleStep
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
    answer saved by version 0.1 (`throw Kd`) is the same answer, and so is a layout of which melds
    or cards are in another order: the option has the one form that is kept and shown.
    """
    option = _option(step, today(answer))
    if option is None:
        raise InputError(
            f"`{answer}` is none of the answers",
            where="answer",
            hint="give " + ", ".join(sorted(option.answer for option in step.options)),
        )
    return AnswerMark(_credit(option), option, step.options[0])


def _option(step: PuzzleStep, answer: str) -> Option | None:
    """The option of that name, or the one that lays the same cards down in the same melds."""
    for option in step.options:
        if option.answer == answer:
            return option
    if step.ask not in {PuzzleAsk.LAY_OFF, PuzzleAsk.ARRANGEMENT}:
        return None
    laid = _laid(answer)
    return next((option for option in step.options if _laid(option.answer) == laid), None)


def _laid(answer: str) -> list[tuple[str, int]] | str:
    """The parts of a layout, in one order: a word for what is done with which cards.

    >>> _laid("knock Kd: 4c 4d 4s / 7h 8h 9h") == _laid("knock Kd: 9h 8h 7h / 4s 4d 4c")
    True
    >>> _laid("4c 4d 4s / off none") == _laid("off none / 4c 4d 4s") != _laid("4c 4d 4s / off 5s")
    True
    """
    end, _, layout = answer.rpartition(": ")
    melds = [part if part.startswith("off ") else f"meld {part}" for part in layout.split(" / ")]
    named = [part.removesuffix(" none").partition(" ") for part in (end, *melds)]
    try:
        return sorted((name, CardSet.of(cards).mask) for name, _, cards in named)
    except InputError:
        return answer


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
