"""The puzzle pages: one puzzle, asked and answered."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta
from typing import Final

from flask import Blueprint, abort, make_response, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from analyzer.errors import InputError
from analyzer.notation.numbers import long_date
from analyzer.practice.puzzles.book import PuzzleBook
from analyzer.practice.puzzles.mark import AnswerMark, mark
from analyzer.practice.puzzles.rating import rated
from analyzer.practice.puzzles.types import Puzzle
from analyzer.store import Finish, SavedAnswer, SavedTry
from analyzer.web.chrome import Link, wants_fragment
from analyzer.web.puzzles import deeper as puzzledeeper
from analyzer.web.puzzles import reveal as puzzlereveal
from analyzer.web.puzzles.contexts import PuzzleFragment, PuzzlePage, Reveal
from analyzer.web.puzzles.deeper import DeeperSearch, asked_on
from analyzer.web.puzzles.me import (
    asked_today,
    my_tries,
    picture_words,
    rating_change,
    read_day,
    share_of,
    streak_note,
    tabs,
)
from analyzer.web.puzzles.mistakes import again_url, comes_again, due_of
from analyzer.web.puzzles.parts import PuzzleQuestion, StepReveal
from analyzer.web.puzzles.question import question_of
from analyzer.web.puzzles.words import hint_of, level_of
from analyzer.web.state import web_app
from analyzer.web.streams import refresh_after
from analyzer.web.visitor import known_visitor, visitor_id

puzzles = Blueprint("puzzles", __name__, url_prefix="/puzzles")

DESCRIPTION: Final = (
    "A gin rummy puzzle each day: a hand from play with one clearly best answer, checked by the "
    "engine and explained."
)
REFRESH_SECONDS: Final = 2
HINTED_FIRST: Final = "With a hint, the answer is not rated."
HINTED_LATER: Final = "With a hint it comes back sooner."
ONE: Final = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class _Visit:
    """A puzzle as a visitor meets it."""

    puzzle: Puzzle
    today: date
    """The visitor's."""
    again: tuple[str, ...] | None = None
    """The answers so far of a try after the first one; None for the first."""
    hint: bool = False
    """Whether the hint is to be shown, if one was asked for."""
    helped: bool = False
    """Whether one was shown in this try, where that is not the first."""
    deeper: DeeperSearch | None = None
    """A search of one of its steps that is to be shown, once it is answered."""
    swapped: bool = False
    """Whether a part of the page is asked for."""


# ---------------------------------------------------------------- pages


@puzzles.get("")
def today() -> Response:
    """The puzzle of your day; answers and numbers come only after yours."""
    book, day = web_app().puzzles, asked_today()
    page = _day_page(book, day, day)
    page = replace(
        page,
        title="The gin rummy puzzle of the day",
        today=day.isoformat(),
        streak=streak_note(day),
        other_days=_other_days(book, day),
    )
    return _page(page)


@puzzles.get("/day/<day>")
def on_day(day: str) -> Response:
    """The puzzle of a day, such as ``2026-01-31``."""
    book, wanted = web_app().puzzles, read_day(day)
    if wanted is None or book.on(wanted) is None:
        abort(404)
    return _page(_day_page(book, wanted, asked_today()))


@puzzles.get("/<ident>")
def show(ident: str) -> Response:
    """Any puzzle; ``again=1`` asks it once more, unrated: a missed one comes back later.

    ``again`` asks it once more, ``a`` are the answers of that try; ``deeper`` is a search of one
    of its steps, shown once it is answered.
    """
    puzzle = _found(ident)
    book, day = web_app().puzzles, web_app().puzzles.day_of(ident)
    again = tuple(request.args.getlist("a")) if "again" in request.args else None
    searched = asked_on(puzzle, request.args)
    visit = _Visit(puzzle, asked_today(), again, "hint" in request.args, _helped(), searched)
    heading = long_date(day) if day else "A puzzle"
    return _page(_puzzle_page(book, visit, heading, day))


@puzzles.get("/random")
def random_one() -> Response:
    """A puzzle that you have not tried, near your rating."""
    book, owner = web_app().puzzles, known_visitor()
    mine = web_app().store.puzzles.mine(owner) if owner else ()
    tried = {one.puzzle for one in mine}
    rating = next((one.rating.rating for one in reversed(mine) if one.rating), 1500.0)
    new = [one for one in book.opened() if one.id not in tried]
    if not new:
        return redirect(url_for("puzzlelists.find"), 303)
    near = sorted(new, key=lambda one: abs(one.rating.rating - rating))[:12]
    return redirect(url_for("puzzles.show", ident=random.choice(near).id), 303)


# ---------------------------------------------------------------- what a visitor does


@puzzles.post("/<ident>")
def answer(ident: str) -> Response:
    """Commit the answer ``answer`` to step ``step``: the first one counts."""
    puzzle, book = _found(ident), web_app().puzzles
    step = request.form.get("step", -1, type=int)
    if not 0 <= step < len(puzzle.steps):
        abort(400)
    given = _marked(puzzle, step, request.form.get("answer", ""))
    day, here = book.day_of(ident), asked_today()
    finish = Finish(puzzle.rating, rated, day if day == here else None, here)
    web_app().store.puzzles.answer(
        visitor_id(),
        ident,
        step,
        SavedAnswer(given.option.answer, given.credit),
        finish if step == len(puzzle.steps) - 1 else None,
    )
    return _after(_Visit(puzzle, here))


@puzzles.post("/<ident>/hint")
def hint(ident: str) -> Response:
    """Give a hint; a first try is not rated then, a later one (``again``) was hard at best."""
    puzzle = _found(ident)
    if "again" in request.form:
        answers = tuple(request.form.getlist("a"))
        return _after(_Visit(puzzle, asked_today(), answers, hint=True, helped=True))
    web_app().store.puzzles.hint(visitor_id(), ident)
    return _after(_Visit(puzzle, asked_today(), hint=True))


@puzzles.post("/<ident>/again")
def again(ident: str) -> Response:
    """An answer of a try after the first one: ``a`` before, ``answer`` now.

    The last of them says when the puzzle comes again, where it was missed once.
    """
    puzzle, owner = _found(ident), known_visitor()
    store = web_app().store.puzzles
    first = store.of(owner, ident) if owner else None
    if owner is None or first is None or first.finished is None:
        abort(409)
    answers = (*request.form.getlist("a"), request.form.get("answer", ""))
    if len(answers) > len(puzzle.steps):
        abort(400)
    marks = [_marked(puzzle, step, one) for step, one in enumerate(answers)]
    today = asked_today()
    if len(marks) == len(puzzle.steps):
        credit = sum(one.credit for one in marks) / len(marks)
        store.again(owner, ident, credit, today, hinted=_helped())
    return _after(_Visit(puzzle, today, again=answers, helped=_helped()))


@puzzles.post("/<ident>/dispute")
def dispute(ident: str) -> Response:
    """Keep what ``text`` says against a puzzle that the visitor has answered."""
    puzzle, owner = _found(ident), known_visitor()
    store = web_app().store.puzzles
    first = store.of(owner, ident) if owner else None
    text = request.form.get("text", "").strip()
    if owner is None or first is None or first.finished is None:
        abort(409)
    if text:
        store.dispute(owner, ident, text)
    return redirect(url_for("puzzles.show", ident=puzzle.id, _anchor="dispute"), 303)


def _after(visit: _Visit) -> Response:
    """What follows a form: the fragment for scripts, else the page."""
    if wants_fragment():
        fragment = _fragment_of(replace(visit, swapped=True))
        return make_response(render_template("puzzles/_puzzle.html", puzzle=fragment))
    asked: dict[str, object] = {"ident": visit.puzzle.id, "today": visit.today.isoformat()}
    if visit.again is not None:
        asked |= {"again": 1, "a": list(visit.again)}
    if visit.helped:
        asked["hinted"] = 1
    if visit.hint:
        asked["hint"] = 1
    return redirect(url_for("puzzles.show", _anchor="puzzle", **asked), 303)  # type: ignore[arg-type]


def _helped() -> bool:
    """Whether a try after the first one had a hint."""
    return "hinted" in request.values


def _found(ident: str) -> Puzzle:
    return web_app().puzzles.find(ident) or abort(404)


def _marked(puzzle: Puzzle, step: int, given: str) -> AnswerMark:
    try:
        return mark(puzzle.steps[step], given)
    except InputError:
        abort(400)


# ---------------------------------------------------------------- what is shown


def _fragment_of(visit: _Visit) -> PuzzleFragment:
    """The puzzle for this visitor: its next question, or all of it where that was the last."""
    puzzle, owner = visit.puzzle, known_visitor()
    first = web_app().store.puzzles.of(owner, puzzle.id) if owner else None
    finished = first is not None and first.finished is not None
    answers = tuple(one.answer for one in first.answers) if first else ()
    if visit.again is not None and finished:
        answers = visit.again
    else:
        visit = replace(visit, again=None)
    marks = [mark(step, one) for step, one in zip(puzzle.steps, answers, strict=False)]
    if len(marks) < len(puzzle.steps):
        return PuzzleFragment(
            puzzle.id, question=_question(visit, first, marks), swapped=visit.swapped
        )
    assert first is not None
    return PuzzleFragment(puzzle.id, reveal=_reveal(visit, first, marks), swapped=visit.swapped)


def _question(visit: _Visit, first: SavedTry | None, marks: Sequence[AnswerMark]) -> PuzzleQuestion:
    puzzle, at = visit.puzzle, len(marks)
    step = puzzle.steps[at]
    hidden = [("today", visit.today.isoformat())]
    url, note = url_for("puzzles.answer", ident=puzzle.id), None
    if visit.again is None:
        hidden.append(("step", str(at)))
        hinted = first is not None and first.hinted
    else:
        hidden += [("again", "1"), *(("a", mark.option.answer) for mark in marks)]
        hinted = visit.helped
        if hinted:
            hidden.append(("hinted", "1"))
        url = url_for("puzzles.again", ident=puzzle.id)
        note = "You have tried this one before: it does not change your rating or streak."
    asked = question_of(step, url, hidden)
    shown = hinted and visit.hint
    return replace(
        asked,
        counted=f"Step {at + 1} of {len(puzzle.steps)}" if len(puzzle.steps) > 1 else None,
        done=tuple(
            puzzlereveal.step_done(one, mark)
            for one, mark in zip(puzzle.steps, marks, strict=False)
        ),
        hint=hint_of(step) if shown else None,
        hint_url=None if shown else url_for("puzzles.hint", ident=puzzle.id),
        hint_note=HINTED_FIRST if visit.again is None else HINTED_LATER,
        note="With a hint, this answer is not rated." if hinted and visit.again is None else note,
    )


def _reveal(visit: _Visit, first: SavedTry, marks: Sequence[AnswerMark]) -> Reveal:
    puzzle, app = visit.puzzle, web_app()
    day, store = app.puzzles.day_of(puzzle.id), app.store.puzzles
    owner = known_visitor() or ""
    said, sign = puzzlereveal.headline(marks)
    retried = visit.again is not None
    next_url, next_label = _next(visit) if retried else (None, "")
    return Reveal(
        headline=said,
        right=sign,
        detail="This was not your first try, so it was not rated." if retried else None,
        steps=tuple(_step_reveal(visit, at, marks) for at in range(len(marks))),
        rating=None if retried else rating_change(owner, first),
        facts=puzzlereveal.facts_of(
            puzzle, store.rating(puzzle.id) or puzzle.rating, long_date(day) if day else None
        ),
        share=share_of(first, day, marks, visit.today) if day and not retried else None,
        again_url=url_for("puzzles.show", ident=puzzle.id, again=1),
        dispute_url=url_for("puzzles.dispute", ident=puzzle.id),
        disputed=store.disputed(owner, puzzle.id),
        next_url=next_url or url_for("puzzles.random_one"),
        next_label=next_label or "Another puzzle",
        comes=comes_again(first.memory, visit.today),
        mistakes_url=url_for("puzzlemine.show", _anchor="again"),
    )  # fmt: skip


def _step_reveal(visit: _Visit, at: int, marks: Sequence[AnswerMark]) -> StepReveal:
    puzzle = visit.puzzle
    others = web_app().store.puzzles.answered(puzzle.id, at)
    shown = puzzlereveal.step_reveal(
        puzzlereveal.AnsweredStep(
            puzzle.steps[at], marks[at], at, len(marks), others, puzzle.provenance.engine
        )
    )
    if puzzle.steps[at].exact:
        return shown
    fields = [("today", visit.today.isoformat())]
    if visit.again is not None:
        fields += [("again", "1"), *(("a", one) for one in visit.again)]
    if visit.deeper is not None and visit.deeper.place == at:
        return replace(shown, deeper=puzzledeeper.shown(puzzle, visit.deeper, fields))
    return replace(shown, deeper=puzzledeeper.idle(puzzle, at, fields))


def _next(visit: _Visit) -> tuple[str | None, str]:
    """(where the next mistake that is due is asked, what the button says), if there is one."""
    waiting = due_of(my_tries(), visit.today)
    if not waiting:
        return None, ""
    return again_url(waiting[0].puzzle), f"The next mistake, {len(waiting)} due"


def _day_page(book: PuzzleBook, day: date, today: date) -> PuzzlePage:
    puzzle = book.on(day)
    if puzzle is not None:
        return _puzzle_page(book, _Visit(puzzle, today), long_date(day), day)
    last = book.schedule.last
    why = (
        "There are no puzzles here yet. A pack of them ships with the program once it is made."
        if last is None
        else f"No puzzle is set for this day. The last one is for {long_date(last)}."
        if day > last
        else "The first puzzle is for a later day."
    )
    return PuzzlePage(
        title="Puzzles", description=DESCRIPTION, heading=long_date(day), tabs=tabs(),
        puzzle=None, empty=why,
        feed_url=url_for("puzzlefeed.feed"),
        analyze_url=url_for("analyze.show"),
    )  # fmt: skip


def _puzzle_page(book: PuzzleBook, visit: _Visit, heading: str, day: date | None) -> PuzzlePage:
    page = PuzzlePage(
        title=f"{heading} · gin rummy puzzle",
        description=DESCRIPTION,
        heading=heading,
        tabs=tabs(),
        puzzle=_fragment_of(visit),
        place=f"{level_of(visit.puzzle)[1]}.",
        feed_url=url_for("puzzlefeed.feed"),
    )
    page = replace(page, refresh=_refresh(page.puzzle))
    if day is None:
        return page
    image = url_for("puzzlefeed.image", day=day.isoformat(), _external=True)
    words = picture_words(visit.puzzle, day)
    return replace(
        page,
        before=_neighbor(book, day - ONE, visit.today),
        after=_neighbor(book, day + ONE, visit.today),
        image_url=url_for("puzzlefeed.image", day=day.isoformat()),
        image_alt=words,
        embed=f'<a href="{url_for("puzzles.on_day", day=day.isoformat(), _external=True)}">'
        f'<img src="{image}" width="600" height="315" alt="{words}"></a>',
    )


def _refresh(puzzle: PuzzleFragment | None) -> str | None:
    """When a page without scripts loads again: only while a search of it runs."""
    steps = puzzle.reveal.steps if puzzle is not None and puzzle.reveal is not None else ()
    running = any(one.deeper and one.deeper.poll_url for one in steps)
    return refresh_after(REFRESH_SECONDS) if running else None


def _neighbor(book: PuzzleBook, day: date, today: date) -> Link | None:
    if day > today or book.on(day) is None:
        return None
    return Link(long_date(day), url_for("puzzles.on_day", day=day.isoformat()))


def _other_days(book: PuzzleBook, day: date) -> tuple[Link, ...]:
    """The other days that may be today for somebody."""
    near = (day - ONE, day + ONE)
    return tuple(
        Link(long_date(one), url_for("puzzles.today", today=one.isoformat()))
        for one in near
        if book.today(one) == one and book.on(one) is not None
    )


def _page(page: PuzzlePage) -> Response:
    return make_response(render_template("puzzles/page.html", page=page))
