"""My puzzles: rating and its history, streak, mistakes once more, and the file to take along."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import Final

from flask import Blueprint, abort, make_response, redirect, render_template, request, url_for
from werkzeug.exceptions import RequestEntityTooLarge
from werkzeug.wrappers import Response

from analyzer.display.charts import WIDE, Axes, ChartLine, LineChart, grid
from analyzer.engine.thresholds import half_width
from analyzer.errors import InputError
from analyzer.notation.numbers import counted, points, short_date
from analyzer.practice.puzzles.words import KINDS, rating_text
from analyzer.service import progress_file as puzzlefile
from analyzer.store import SavedTry
from analyzer.web.puzzles.contexts import HistoryRow, MinePage
from analyzer.web.puzzles.me import (
    asked_today,
    my_tries,
    show_streak,
    streak_note,
    streak_shown,
    tabs,
)
from analyzer.web.puzzles.mistakes import mistakes_of
from analyzer.web.state import web_app
from analyzer.web.visitor import visitor_id

puzzlemine = Blueprint("puzzlemine", __name__, url_prefix="/puzzles/mine")

LARGEST: Final = 4 * 1024 * 1024
"""Bytes of a file that is taken in: thousands of tries."""
SHOWN: Final = 200
"""Rated tries in the table of the history."""
LEAST_STEP: Final = 50
"""Of a rating, between two lines of the plot."""


@puzzlemine.get("")
def show() -> Response:
    """Your rating and its history, your streak, and mistakes again, those due first."""
    taken = request.args.get("taken", type=int)
    message = None if taken is None else f"{counted(taken, 'try', 'tries')} loaded."
    return _page(_mine(message=message))


@puzzlemine.get("/progress.json")
def progress() -> Response:
    """All your finished tries as a file, to take in elsewhere."""
    return Response(
        puzzlefile.written(my_tries()),
        mimetype="application/json",
        headers={"Content-Disposition": 'attachment; filename="ginsight-puzzles.json"'},
    )


@puzzlemine.post("/progress")
def take_in() -> Response:
    """Take in an uploaded ``file`` of tries; what was tried here stays as it is."""
    request.max_content_length = LARGEST
    book = web_app().puzzles
    try:
        upload = request.files.get("file")
        tries = puzzlefile.read(upload.read() if upload else b"", book)
    except InputError as error:
        return _page(_mine(problem=str(error)), 422)
    except RequestEntityTooLarge:
        return _page(_mine(problem="This file is too large."), 413)
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


def _mine(message: str | None = None, problem: str | None = None) -> MinePage:
    tries = my_tries()
    today = asked_today()
    page = MinePage(
        title="My puzzles",
        description="Your puzzle rating, your streak and the puzzles to retry.",
        tabs=tabs(),
        headline="No puzzle tried yet.",
        detail="Your first answer to a puzzle gives you a rating. No account is needed: this "
        "browser remembers you.",
        chart=None,
        history=(),
        today=today.isoformat(),
        streak=streak_note(today),
        streak_shown=streak_shown(),
        streak_url=url_for("puzzlemine.streak"),
        mistakes=mistakes_of(tries, today),
        export_url=url_for("puzzlemine.progress") if tries else None,
        import_url=url_for("puzzlemine.take_in"),
        message=message,
        problem=problem,
    )
    return _with_rating(page, tries)


def _with_rating(page: MinePage, tries: Sequence[SavedTry]) -> MinePage:
    done = [one for one in tries if one.rating is not None]
    if not tries:
        return page
    solved = sum(one.credit == 1 for one in tries)
    tried = f"{counted(len(tries), 'puzzle')} tried, {solved} solved at once."
    if not done:
        return replace(page, headline="Not rated yet.", detail=tried)
    last = done[-1].rating
    assert last is not None
    return replace(
        page,
        headline=f"Rating {rating_text(last)}",
        detail=f"{tried} ± is the 95% interval: 1.96 times the deviation of "
        f"{points(last.deviation, 0)}.",
        chart=_chart(done) if len(done) > 1 else None,
        history=tuple(map(_row, reversed(done[-SHOWN:]))),
    )


def _row(one: SavedTry) -> HistoryRow:
    puzzle = web_app().puzzles.puzzles.get(one.puzzle)
    assert one.rating is not None and one.finished is not None
    return HistoryRow(
        when=short_date(one.finished.date()),
        title=KINDS[puzzle.kind] if puzzle else "A puzzle of another pack",
        href=url_for("puzzles.show", ident=one.puzzle),
        rating=rating_text(one.rating),
        credit={1.0: "solved", 0.0: "not solved"}.get(one.credit or 0.0, "half solved"),
    )


def _chart(done: Sequence[SavedTry]) -> LineChart:
    ratings = [one.rating for one in done if one.rating is not None]
    values = [one.rating for one in ratings]
    halves = [half_width(one.deviation) for one in ratings]
    places = range(1, len(values) + 1)
    low, high, step = grid(
        min(v - h for v, h in zip(values, halves, strict=True)),
        max(v + h for v, h in zip(values, halves, strict=True)),
        LEAST_STEP,
    )
    axes = Axes(1.0, float(len(values)), float(high), WIDE, float(low))
    edges = [(1, "uniform"), (-1, "uniform")]
    lines = [
        ChartLine(
            "95% interval",
            style,
            axes.line(
                (place, value + sign * half)
                for place, value, half in zip(places, values, halves, strict=True)
            ),
        )
        for sign, style in edges
    ]
    line = ChartLine("rating", "true", axes.line(zip(places, values, strict=True)))
    return LineChart(
        says=f"Your rating over {len(values)} puzzles: "
        f"from {points(values[0], 0)} to {points(values[-1], 0)}.",
        across="puzzles rated",
        up="rating",
        lines=(line, lines[0], replace(lines[1], label="")),
        x_ticks=axes.across(sorted({1, (len(values) + 1) // 2, len(values)})),
        y_ticks=axes.ticks(step),
    )


def _page(page: MinePage, status: int = 200) -> Response:
    return make_response(render_template("puzzles/mine.html", page=page), status)
