"""Lists of puzzles: the archive as a calendar; by kind, theme and difficulty."""

from __future__ import annotations

import calendar
from collections.abc import Mapping
from datetime import date, timedelta
from typing import Final

from flask import Blueprint, request, url_for
from werkzeug.wrappers import Response

from analyzer.display.parts import Select, options
from analyzer.game.words import today as in_todays_words
from analyzer.notation.numbers import counted, long_date, short_date
from analyzer.practice.puzzles.book import PuzzleBook
from analyzer.practice.puzzles.types import Puzzle, PuzzleKind
from analyzer.practice.puzzles.words import KINDS, LEVEL_NAMES, level_of
from analyzer.store import SavedTry
from analyzer.web.chrome import Link, whole_page
from analyzer.web.puzzles.me import asked_today, my_tries, tabs
from analyzer.web.puzzles.reveal import sign_of
from analyzer.web.puzzles.words import THEMES, TITLES
from analyzer.web.state import web_app

puzzlelists = Blueprint("puzzlelists", __name__, url_prefix="/puzzles")

STATES: Final = {
    "full": "solved",
    "half": "half solved",
    "none": "not solved",
    "open": "not tried",
    "": "no puzzle",
}
"""The standing of a puzzle, in words."""
PAGE: Final = 24
"""Puzzles on one page of a list."""


def _state_of(attempt: SavedTry | None) -> str:
    """Return how a try stands: "full", "half", "none", or "open" where it is not finished."""
    return "open" if attempt is None or attempt.credit is None else sign_of(attempt.credit)


# ---------------------------------------------------------------- the archive


@puzzlelists.get("/archive")
def archive() -> Response:
    """Every day so far as a calendar, by ``month``."""
    book, today = web_app().puzzles, asked_today()
    first = book.schedule.days[0] if book.schedule.ids else today
    end = min(today, book.schedule.last or today)
    month = _month(request.args.get("month", ""), first, end)
    tries = {trie.puzzle: trie for trie in my_tries()}
    weeks = calendar.Calendar().monthdatescalendar(month.year, month.month)
    return whole_page(
        "puzzles/archive.html",
        "Archive of gin rummy puzzles",
        "Every puzzle of the day since the first one.",
        tabs=tabs(),
        today=today,
        month=month,
        weekdays=zip(calendar.day_abbr, calendar.day_name, strict=True),
        weeks=[[_day(book, day, today, tries) for day in week] for week in weeks],
        before=_link(month - timedelta(1), first, end),
        after=_link(_next(month), first, end),
        months=options(
            ((f"{day:%Y-%m}", f"{day:%B %Y}") for day in _months(first, end)), f"{month:%Y-%m}"
        ),
        counted=_counted(book, today, tries),
    )


def _month(text: str, first: date, last: date) -> date:
    """The first day of a month such as ``2026-03``; of the last one for anything else."""
    return next((month for month in _months(first, last) if f"{month:%Y-%m}" == text), _start(last))


def _start(day: date) -> date:
    return day.replace(day=1)


def _next(month: date) -> date:
    return _start(month + timedelta(31))


def _months(first: date, last: date) -> tuple[date, ...]:
    """The first days of all months from one day to another, the latest first."""
    months, month = [], _start(first)
    while month <= last:
        months.append(month)
        month = _next(month)
    return tuple(reversed(months)) or (_start(last),)


def _link(day: date, first: date, last: date) -> Link | None:
    month = _start(day)
    if not _start(first) <= month <= _start(last):
        return None
    return Link(f"{month:%B %Y}", url_for("puzzlelists.archive", month=f"{month:%Y-%m}"))


def _day(
    book: PuzzleBook, day: date, today: date, tries: Mapping[str, SavedTry]
) -> tuple[date, str, str]:
    """(a day, how its puzzle stands, that in words); no state where there is none, or not yet."""
    puzzle = book.on(day) if day <= today else None
    state = "" if puzzle is None else _state_of(tries.get(puzzle.id))
    return day, state, f"{long_date(day)}, {STATES[state]}"


def _counted(book: PuzzleBook, today: date, tries: Mapping[str, SavedTry]) -> str:
    days = [text for text, day in zip(book.schedule.ids, book.schedule.days, strict=True)
            if day <= today and text in book.puzzles]  # fmt: skip
    done = sum(day in tries for day in days)
    return f"{counted(len(days), 'puzzle')} so far, {done} of them tried by you."


# ---------------------------------------------------------------- by kind, theme, difficulty


@puzzlelists.get("/find")
def find() -> Response:
    """Puzzles by ``kind``, ``theme``, ``level`` (difficulty) and ``state``, by ``page``."""
    tries = {trie.puzzle: trie for trie in my_tries()}
    names = ("kind", "theme", "level", "state")
    wanted = {name: in_todays_words(request.args.get(name, "")) for name in names}
    puzzles = web_app().puzzles.opened()
    fitting = [puzzle for puzzle in puzzles if _fits(puzzle, wanted, tries)]
    place = max(1, request.args.get("page", 1, type=int))
    shown = fitting[(place - 1) * PAGE : place * PAGE]
    kept = {name: value for name, value in wanted.items() if value}

    def at(page: int) -> str:
        return url_for("puzzlelists.find", **kept, page=page)  # type: ignore[arg-type]

    return whole_page(
        "puzzles/find.html",
        "Gin rummy puzzles by kind",
        "Gin rummy puzzles by kind, theme and difficulty.",
        tabs=tabs(),
        filters=_filters(wanted),
        counted=counted(len(fitting), "puzzle"),
        rows=[row_of(puzzle, tries.get(puzzle.id)) for puzzle in shown],
        before=at(place - 1) if place > 1 else None,
        after=at(place + 1) if place * PAGE < len(fitting) else None,
        any=bool(puzzles),
    )


def _fits(puzzle: Puzzle, wanted: Mapping[str, str], tries: Mapping[str, SavedTry]) -> bool:
    return (
        wanted["kind"] in {"", puzzle.kind}
        and wanted["theme"] in {"", *puzzle.themes}
        and wanted["level"] in {"", level_of(puzzle)[0]}
        and wanted["state"] in {"", _state_of(tries.get(puzzle.id))}
    )


def _filters(wanted: Mapping[str, str]) -> tuple[Select, ...]:
    kinds = [(str(kind), KINDS[kind]) for kind in PuzzleKind]
    states = [(name, words.capitalize()) for name, words in STATES.items() if name]
    return tuple(
        Select(name, label, options([("", "All"), *choices], wanted[name]))
        for name, label, choices in (
            ("kind", "Kind", kinds),
            ("theme", "Theme", [*THEMES.items()]),
            ("level", "Difficulty", [*LEVEL_NAMES]),
            ("state", "Your try", states),
        )
    )


def row_of(puzzle: Puzzle, tried: SavedTry | None, *, again: bool = False) -> dict[str, str]:
    """A puzzle in a list; what it is about is shown only once it was answered.

    Nor where it is to be tried ``again``: the themes would be a hint.
    """
    state = _state_of(tried)
    day = web_app().puzzles.day_of(puzzle.id)
    sentences = [level_of(puzzle)[1]]
    if state != "open" and not again:
        sentences += [THEMES.get(theme, theme).lower() for theme in puzzle.themes[:2]]
    if day is not None:
        sentences.append(short_date(day))
    hidden = state == "open" and puzzle.kind is not PuzzleKind.SEQUENCE
    return {
        "href": url_for("puzzles.show", ident=puzzle.id, again=1 if again else None),
        "title": TITLES[puzzle.steps[0].ask] if hidden else KINDS[puzzle.kind],
        "detail": " · ".join(sentences),
        "state": state,
        "state_name": STATES[state],
    }
