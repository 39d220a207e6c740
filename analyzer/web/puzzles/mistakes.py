"""The visitor's mistakes: which puzzles come again, and when."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from datetime import date
from typing import Final

from flask import url_for

from analyzer.notation.numbers import counted, short_date
from analyzer.practice.puzzles.again import Memory
from analyzer.store import SavedTry
from analyzer.web.puzzles.contexts import FoundPuzzle, Mistakes
from analyzer.web.puzzles.lists import row_of
from analyzer.web.state import web_app

SHOWN: Final = 12
"""Mistakes that are shown of those that are due, and of those that come later."""
TAUGHT: Final = (
    "None is waiting. A puzzle that you miss comes back the next day, and then, each time you "
    "solve it, after a longer break."
)


def _waiting_of(tries: Iterable[SavedTry]) -> tuple[SavedTry, ...]:
    """The tries at puzzles that come again, the first due first, of those the least known."""
    known = web_app().puzzles
    found = [(one.memory, one) for one in tries if one.memory and known.find(one.puzzle)]
    order = sorted(found, key=lambda pair: (pair[0].due, pair[0].stability, pair[1].puzzle))
    return tuple(one for _, one in order)


def due_of(tries: Iterable[SavedTry], today: date) -> tuple[SavedTry, ...]:
    """Those of them that are due on the visitor's date."""
    return tuple(one for one in _waiting_of(tries) if one.memory and one.memory.due <= today)


def again_url(ident: str) -> str:
    """Where a puzzle is asked once more."""
    return url_for("puzzles.show", ident=ident, again=1)


def comes_again(memory: Memory | None, today: date) -> str | None:
    """When a puzzle that was just tried comes again, in a sentence."""
    if memory is None:
        return None
    return f"It comes back {_when(memory.due, today)}."


def mistakes_of(tries: Iterable[SavedTry], today: date) -> Mistakes:
    """What the page of the visitor's own puzzles shows of them."""
    waiting = _waiting_of(tries)
    due = due_of(waiting, today)
    later = waiting[len(due) :]
    return Mistakes(
        note=_note(len(due), [one.memory.due for one in later if one.memory], today),
        start_url=again_url(due[0].puzzle) if due else None,
        start_label="Begin" if len(due) > 1 else "Try it again",
        due=tuple(_row(one, today) for one in due[:SHOWN]),
        later=tuple(_row(one, today) for one in later[:SHOWN]),
        later_label=f"Later: {counted(len(later), 'puzzle')}",
        more=max(0, len(due) - SHOWN) + max(0, len(later) - SHOWN),
    )


def _note(due: int, later: list[date], today: date) -> str:
    if not due and not later:
        return TAUGHT
    if not due:
        when = f"{_when(later[0], today)}, on {short_date(later[0])}"
        return f"None is due. The next comes {when}."
    said = f"{counted(due, 'puzzle is', 'puzzles are')} due."
    if later:
        said += f" {len(later)} more later, the next {_when(later[0], today)}."
    return said


def _row(one: SavedTry, today: date) -> FoundPuzzle:
    assert one.memory is not None
    row = row_of(web_app().puzzles.puzzles[one.puzzle], one, again=True)
    return replace(row, detail=f"{_when(one.memory.due, today)} · {row.detail}")


def _when(due: date, today: date) -> str:
    """When something is due.

    >>> [_when(date(2026, 1, day), date(2026, 1, 14)) for day in (13, 14, 15, 17)]
    ['due since yesterday', 'due today', 'tomorrow', 'in 3 days']
    """
    days = (due - today).days
    if days < -1:
        return f"due since {short_date(due)}"
    return {-1: "due since yesterday", 0: "due today", 1: "tomorrow"}.get(days, f"in {days} days")
