"""An answered puzzle in the place of its question: the same table, the verdict, what is next."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final

from analyzer.display.table import CardTable, TableButton
from analyzer.notation.numbers import long_date
from analyzer.notation.phrases import lower
from analyzer.practice.puzzles.mark import AnswerMark
from analyzer.practice.puzzles.types import Puzzle, PuzzleStep
from analyzer.web.puzzles.reveal import headline, sign_of
from analyzer.web.puzzles.words import label_of
from analyzer.web.state import web_app

HINTED: Final = ("With a hint, the answer is not rated.", "With a hint it comes back sooner.")
"""The price of a hint, in a first try and in a later one."""


def asked_once_more(
    felt: CardTable, step: PuzzleStep, tried: AnswerMark, answer_url: str
) -> CardTable:
    """The table after a first answer that was not the best: it asks once more before it tells."""
    text, sign = headline([tried])
    said = f"You chose: {lower(label_of(step, tried.option))}. Try once more."
    button = TableButton("Show the answer", href=answer_url)
    return replace(felt, heading=text, said=said, sign=sign, buttons=(button, *felt.buttons))


def answered_in_place(reveal: Mapping[str, Any], again_url: str) -> CardTable | None:
    """The table of the one step that was asked, with its verdict; None for several or none yet."""
    if len(reveal["steps"]) != 1:
        return None
    (step,) = reveal["steps"]
    return replace(
        step["felt"] or CardTable(laid=step["spreads"]),
        heading=reveal["headline"],
        heading_id="asks",
        said=f"{step['verdict']} {step['detail']}",
        sign=reveal["right"],
        buttons=(
            TableButton("Try it again", href=again_url),
            TableButton(reveal["next_label"], href=reveal["next_url"], main=True),
        ),
    )


def at_second_try(text: str, sign: str) -> tuple[str, str]:
    """The verdict on a second try, which is only half as good as a first one.

    >>> at_second_try("Right.", "full"), at_second_try("Not this one.", "none")
    (('Right, at the second try.', 'half'), ('Not this one.', 'none'))
    """
    return ("Right, at the second try.", sign_of(0.5)) if sign == sign_of(1) else (text, sign)


def what_counts(*, again: bool, tried: bool, hinted: bool) -> str | None:
    """Return what an answer does not change; None for a first one without a hint."""
    if tried:
        return "Your first answer counts: a second one changes no rating."
    if again:
        return "You have tried this one before: it does not change your rating or streak."
    return "With a hint, this answer is not rated." if hinted else None


def retired_note(puzzle: Puzzle) -> str | None:
    """Return what there is to know of a puzzle that is asked no more."""
    retired = web_app().puzzles.retired.get(puzzle.id)
    if retired is None:
        return None
    return (
        f"Asked no more since {long_date(retired.day)}: searched again, {retired.why}. "
        "Answers, ratings and streaks of before stay."
    )
