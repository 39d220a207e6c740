"""My puzzles: rating and its history, streak, mistakes once more, and the file to take along."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import date
from functools import partial
from typing import Any, Final

from flask import Blueprint, abort, redirect, request, url_for
from werkzeug.exceptions import RequestEntityTooLarge
from werkzeug.wrappers import Response

from analyzer.api.evidence import Axis, Curve, Panel
from analyzer.display.charts import LineChart, grid, line_chart
from analyzer.engine.thresholds import half_width
from analyzer.errors import InputError
from analyzer.notation.numbers import counted, points, short_date
from analyzer.practice.puzzles.again import Memory
from analyzer.practice.puzzles.words import KINDS, rating_text
from analyzer.service import progress_file as puzzlefile
from analyzer.store import SavedTry
from analyzer.web.chrome import to_save, whole_page
from analyzer.web.puzzles.lists import row_of
from analyzer.web.puzzles.me import (
    asked_today,
    my_tries,
    player_rating,
    show_streak,
    streak_note,
    streak_shown,
    tabs,
)
from analyzer.web.state import web_app
from analyzer.web.visitor import visitor_id

puzzlemine = Blueprint("puzzlemine", __name__, url_prefix="/puzzles/mine")

SHOWN: Final = 200
"""Rated tries in the table of the history."""
LEAST_STEP: Final = 50
"""Of a rating, between two lines of the plot."""
MISTAKES: Final = 12
"""Mistakes that are shown of those that are due, and of those that come later."""
UNKNOWN: Final = (
    "Your first answer to a puzzle gives you a rating. No account is needed: this browser "
    "remembers you."
)
TAUGHT: Final = (
    "None is waiting. A puzzle that you miss comes back the next day, and then, each time you "
    "solve it, after a longer break."
)


@puzzlemine.get("")
def show() -> Response:
    """Your rating and its history, your streak, and mistakes again, those due first."""
    taken = request.args.get("taken", type=int)
    message = None if taken is None else f"{counted(taken, 'try', 'tries')} loaded."
    return _page(message)


@puzzlemine.get("/progress.json")
def progress() -> Response:
    """All your finished tries as a file, to take in elsewhere."""
    return to_save(puzzlefile.written(my_tries()), "ginsight-puzzles.json", "application/json")


@puzzlemine.post("/progress")
def take_in() -> Response:
    """Take in an uploaded ``file`` of tries; what was tried here stays as it is."""
    book = web_app().puzzles
    try:
        upload = request.files.get("file")
        tries = puzzlefile.read(upload.read() if upload else b"", book)
    except InputError as error:
        return _page(problem=str(error), status=422)
    except RequestEntityTooLarge:
        return _page(problem="This file is too large.", status=413)
    rate = partial(puzzlefile.rating_after, book)
    new = web_app().store.puzzles.take_in(visitor_id(), tries, rate)
    return redirect(url_for("puzzlemine.show", taken=new), 303)


@puzzlemine.post("/streak")
def streak() -> Response:
    """Show the streak (``on=1``), or no more."""
    if "on" not in request.form:
        abort(400)
    visitor_id()  # the wish is kept in the cookie
    show_streak(request.form["on"] == "1")
    return redirect(url_for("puzzlemine.show", _anchor="streak"), 303)


# ---------------------------------------------------------------- what is shown


def _page(message: str | None = None, problem: str | None = None, status: int = 200) -> Response:
    tries, today = my_tries(), asked_today()
    done = [trie for trie in tries if trie.rating is not None]
    headline, detail = _rating(tries, done)
    return whole_page(
        "puzzles/mine.html",
        "My puzzles",
        "Your puzzle rating, your streak and the puzzles to retry.",
        status,
        tabs=tabs(),
        headline=headline,
        detail=detail,
        chart=rating_chart(done) if len(done) > 1 else None,
        history=[_row(attempt) for attempt in reversed(done[-SHOWN:])],
        today=today.isoformat(),
        streak=streak_note(today),
        streak_shown=streak_shown(),
        mistakes=mistakes_of(tries, today),
        any=bool(tries),
        message=message,
        problem=problem,
    )


def _rating(tries: Sequence[SavedTry], done: Sequence[SavedTry]) -> tuple[str, str]:
    """(the rating, what it rests on)."""
    if not tries:
        return "No puzzle tried yet.", UNKNOWN
    solved = sum(trie.credit == 1 for trie in tries)
    tried = f"{counted(len(tries), 'puzzle')} tried, {solved} solved at once."
    last = done[-1].rating if done else None
    if last is None:
        return "Not rated yet.", tried
    interval = f"the 95% interval: 1.96 times the deviation of {points(last.deviation, 0)}"
    return f"Rating {player_rating(last)}", f"{tried} ± is {interval}."


def _row(attempt: SavedTry) -> dict[str, str]:
    puzzle = web_app().puzzles.puzzles.get(attempt.puzzle)
    assert attempt.rating is not None and attempt.finished is not None
    return {
        "when": short_date(attempt.finished.date()),
        "title": KINDS[puzzle.kind] if puzzle else "A puzzle of another pack",
        "href": url_for("puzzles.show", ident=attempt.puzzle),
        "rating": rating_text(attempt.rating),
        "credit": {1.0: "solved", 0.0: "not solved"}.get(attempt.credit or 0.0, "half solved"),
    }


def rating_chart(done: Sequence[SavedTry]) -> LineChart:
    """The rating with its interval, over the rated tries: two or more."""
    ratings = [attempt.rating for attempt in done if attempt.rating is not None]
    values = [rating.rating for rating in ratings]
    halves = [half_width(rating.deviation) for rating in ratings]
    number = len(values)

    def edge(sign: int) -> list[tuple[float, ...]]:
        both = zip(values, halves, strict=True)
        return [(place, value + sign * half) for place, (value, half) in enumerate(both, start=1)]

    lowest, highest = (pick(up for _, up in edge(sign)) for pick, sign in ((min, -1), (max, 1)))
    low, high, step = grid(lowest, highest, LEAST_STEP)
    panel = Panel(
        f"Your rating over {number} puzzles: "
        f"from {points(values[0], 0)} to {points(values[-1], 0)}.",
        [
            Curve("rating", "true", edge(0)),
            Curve("95% interval", "uniform", edge(1)),
            Curve("", "uniform", edge(-1)),
        ],
    )
    ticks = sorted({1.0, float((number + 1) // 2), float(number)})
    return line_chart(
        panel,
        Axis("puzzles rated", 1.0, number, ticks),
        Axis("rating", low, high, [low, low + step]),
    )


# ---------------------------------------------------------------- mistakes


def _waiting_of(tries: Iterable[SavedTry]) -> tuple[SavedTry, ...]:
    """The tries at puzzles that come again, the first due first, of those the least known."""
    known = web_app().puzzles
    waiting = [(trie.memory, trie) for trie in tries if trie.memory and known.find(trie.puzzle)]
    order = sorted(waiting, key=lambda pair: (pair[0].due, pair[0].stability, pair[1].puzzle))
    return tuple(attempt for _, attempt in order)


def due_of(tries: Iterable[SavedTry], today: date) -> tuple[SavedTry, ...]:
    """Those of them that are due on the visitor's date."""
    return tuple(
        attempt for attempt in _waiting_of(tries) if attempt.memory and attempt.memory.due <= today
    )


def again_url(ident: str) -> str:
    """Return where a puzzle is asked once more."""
    return url_for("puzzles.show", ident=ident, again=1)


def comes_again(memory: Memory | None, today: date) -> str | None:
    """Return when a puzzle that was just tried comes again, in a sentence."""
    if memory is None:
        return None
    return f"It comes back {_when(memory.due, today)}."


def mistakes_of(tries: Iterable[SavedTry], today: date) -> dict[str, Any]:
    """Return what the page of the visitor's own puzzles shows of them."""
    waiting = _waiting_of(tries)
    due = due_of(waiting, today)
    later = waiting[len(due) :]
    return {
        "note": _note(len(due), [attempt.memory.due for attempt in later if attempt.memory], today),
        "start_url": again_url(due[0].puzzle) if due else None,
        "start_label": "Begin" if len(due) > 1 else "Try it again",
        "due": [_mistake(attempt, today) for attempt in due[:MISTAKES]],
        "later": [_mistake(attempt, today) for attempt in later[:MISTAKES]],
        "later_label": f"Later: {counted(len(later), 'puzzle')}",
        "more": max(0, len(due) - MISTAKES) + max(0, len(later) - MISTAKES),
    }


def _note(due: int, later: list[date], today: date) -> str:
    if not due and not later:
        return TAUGHT
    if not due:
        when = f"{_when(later[0], today)}, on {short_date(later[0])}"
        return f"None is due. The next comes {when}."
    text = f"{counted(due, 'puzzle is', 'puzzles are')} due."
    if later:
        text += f" {len(later)} more later, the next {_when(later[0], today)}."
    return text


def _mistake(attempt: SavedTry, today: date) -> dict[str, str]:
    assert attempt.memory is not None
    row = row_of(web_app().puzzles.puzzles[attempt.puzzle], attempt, again=True)
    return row | {"detail": f"{_when(attempt.memory.due, today)} · {row['detail']}"}


def _when(due: date, today: date) -> str:
    """Return when something is due.

    >>> [_when(date(2026, 1, day), date(2026, 1, 14)) for day in (13, 14, 15, 17)]
    ['due since yesterday', 'due today', 'tomorrow', 'in 3 days']
    """
    days = (due - today).days
    if days < -1:
        return f"due since {short_date(due)}"
    return {-1: "due since yesterday", 0: "due today", 1: "tomorrow"}.get(days, f"in {days} days")
