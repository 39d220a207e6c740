"""The calendar of puzzles: the days around one, and a day without any."""

from __future__ import annotations

from datetime import date, timedelta
from typing import Any, Final

from flask import url_for

from analyzer.notation.numbers import long_date
from analyzer.practice.puzzles.types import Puzzle, PuzzleKind
from analyzer.practice.puzzles.words import level_of
from analyzer.web.chrome import Link
from analyzer.web.state import web_app

ONE: Final = timedelta(days=1)
EASY_ENOUGH: Final = frozenset({"easy", "medium"})
"""The levels of puzzles that somebody is met with who has never played."""
EMPTY: Final[dict[str, Any]] = {
    "puzzle": None, "empty": None, "today": None, "place": None, "before": None, "after": None,
    "other_days": (), "streak": None, "embed": None, "image_url": None, "image_alt": "",
    "refresh": None, "frame": None,
}  # fmt: skip
"""The fields of a puzzle's page, none of them shown yet."""


def no_puzzle(day: date) -> dict[str, Any]:
    """The page of a day that has none, and why."""
    last = web_app().puzzles.schedule.last
    why = (
        "There are no puzzles here yet. A pack of them ships with the program once it is made."
        if last is None
        else f"No puzzle is set for this day. The last one is for {long_date(last)}."
        if day > last
        else "The first puzzle is for a later day."
    )
    return EMPTY | {"heading": long_date(day), "empty": why}


def neighbor(day: date, today: date) -> Link | None:
    """The puzzle of another day; None where there is none yet."""
    if day > today or web_app().puzzles.on(day) is None:
        return None
    return Link(long_date(day), url_for("puzzles.on_day", day=day.isoformat()))


def other_days(day: date) -> list[Link]:
    """The other days that may be today for somebody."""
    book = web_app().puzzles
    return [
        Link(long_date(other), url_for("puzzles.today", today=other.isoformat()))
        for other in (day - ONE, day + ONE)
        if book.today(other) == other and book.on(other) is not None
    ]


def easy_on(day: date) -> Puzzle | None:
    """A puzzle for who has never played: an easy discard, where that of the day is a hard one."""
    book = web_app().puzzles
    puzzle = book.on(day)
    if puzzle is None or level_of(puzzle)[0] in EASY_ENOUGH:
        return puzzle
    of_kind = (puzzle for puzzle in book.opened() if puzzle.kind is PuzzleKind.DISCARD)
    easy = [puzzle for puzzle in of_kind if level_of(puzzle)[0] == "easy"]
    return easy[day.toordinal() % len(easy)] if easy else puzzle
