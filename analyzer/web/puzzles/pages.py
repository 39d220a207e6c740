"""The puzzle pages: one puzzle, asked and answered."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import date
from typing import Any, Final

from flask import Blueprint, abort, make_response, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from analyzer.display.table import CardTable, with_ticks
from analyzer.errors import InputError
from analyzer.notation.numbers import long_date
from analyzer.notation.phrases import upper
from analyzer.practice.puzzles.mark import AnswerMark, mark
from analyzer.practice.puzzles.rating import rated
from analyzer.practice.puzzles.types import Puzzle
from analyzer.practice.puzzles.words import level_of
from analyzer.store import Finish, SavedAnswer, SavedTry, UnavailableError
from analyzer.web.chrome import wants_fragment, whole_page
from analyzer.web.embed import embed_of
from analyzer.web.puzzles import deeper as puzzledeeper
from analyzer.web.puzzles import reveal as puzzlereveal
from analyzer.web.puzzles.days import EMPTY, ONE, easy_on, neighbor, no_puzzle, other_days
from analyzer.web.puzzles.deeper import DeeperSearch, asked_on
from analyzer.web.puzzles.drawn import mixed, near
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
from analyzer.web.puzzles.mine import again_url, comes_again, due_of
from analyzer.web.puzzles.place import (
    HINTED,
    answered_in_place,
    asked_once_more,
    at_second_try,
    retired_note,
    what_counts,
)
from analyzer.web.puzzles.question import asked_on_felt, given_to, question_of
from analyzer.web.puzzles.waiting import waits_for_engine
from analyzer.web.puzzles.words import ASKS, THEMES, hint_of, match_words
from analyzer.web.rendering import kept, kept_with, known_here
from analyzer.web.state import web_app
from analyzer.web.streams import refresh_after
from analyzer.web.visitor import known_visitor, next_draw, visitor_id

puzzles = Blueprint("puzzles", __name__, url_prefix="/puzzles")

DESCRIPTION: Final = (
    "A gin rummy puzzle each day: a hand from play with one clearly best answer, checked by the "
    "engine and explained."
)
REFRESH_SECONDS: Final = 2


@dataclass(frozen=True, slots=True)
class _Visit:
    """A puzzle as a visitor meets it."""

    puzzle: Puzzle
    today: date
    """The visitor's."""
    again: tuple[str, ...] | None = None
    """The answers so far of a try after the first one; None for the first."""
    hint: bool = False
    """True if the hint is to be shown, if one was asked for."""
    helped: bool = False
    """True if one was shown in this try, where that is not the first."""
    tried: str | None = None
    """The first answer just given, where a second one may follow before the solution."""
    deeper: DeeperSearch | None = None
    """A search of one of its steps that is to be shown, once it is answered."""
    swapped: bool = False
    """True if a part of the page is asked for."""


# ---------------------------------------------------------------- pages


@puzzles.get("")
@kept_with(known_here)
def today() -> Response:
    """The puzzle of your day; answers and numbers come only after yours."""
    day = asked_today()
    puzzle = web_app().puzzles.on(day)
    page = no_puzzle(day) if puzzle is None else _with_puzzle(_Visit(puzzle, day), day)
    page |= {
        "today": day.isoformat(),
        "streak": streak_note(day),
        "other_days": other_days(day),
    }
    return _page(page, "The gin rummy puzzle of the day")


@puzzles.get("/day/<day>")
@kept_with(known_here)
def on_day(day: str) -> Response:
    """The puzzle of a day, such as ``2026-01-31``."""
    wanted = read_day(day) or abort(404)
    puzzle = web_app().puzzles.on(wanted) or abort(404)
    return _page(_with_puzzle(_Visit(puzzle, asked_today()), wanted))


@puzzles.get("/<ident>")
def show(ident: str) -> Response:
    """Any puzzle; ``again=1`` asks it once more, unrated, with the answers ``a`` of that try;
    ``deeper`` is a search of one of its steps, shown once it is answered."""
    puzzle = _found(ident)
    again = tuple(request.args.getlist("a")) if "again" in request.args else None
    searched = asked_on(puzzle, request.args)
    hint = "hint" in request.args
    visit = _Visit(puzzle, asked_today(), again, hint, _helped(), _tried(), searched)
    if wants_fragment():
        return _by_now(visit)
    facts, day = None if searched else known_here(), web_app().puzzles.day_of(ident)
    return kept(lambda: _page(_with_puzzle(visit, day)), facts)


@puzzles.get("/random")
def random_one() -> Response:
    """A puzzle that you have not tried, of a ``theme`` if one is asked for, near your rating.

    None comes twice until all were shown, and kinds come in turn. The one after it is of the same
    theme.
    """
    book, owner = web_app().puzzles, known_visitor()
    mine = web_app().store.puzzles.mine(owner) if owner else ()
    tried = {attempt.puzzle for attempt in mine}
    rating = next((attempt.rating.rating for attempt in reversed(mine) if attempt.rating), None)
    theme = request.args.get("theme", "")
    new = [puzzle for puzzle in book.opened(theme) if puzzle.id not in tried]
    if not new:
        return redirect(url_for("puzzlelists.find", theme=theme or None), 303)
    if rating is not None:
        new = near(new, rating)
    seed, number = next_draw()
    drawn = mixed(new, seed, by_level=rating is None)
    ident = drawn[number % len(drawn)].id
    return redirect(url_for("puzzles.show", ident=ident, theme=theme or None), 303)


# ---------------------------------------------------------------- what a visitor does


@puzzles.post("/<ident>")
def answer(ident: str) -> Response:
    """Commit the answer ``answer`` to step ``step``: the first one counts."""
    puzzle, book = _found(ident), web_app().puzzles
    step = request.form.get("step", -1, type=int)
    if not 0 <= step < len(puzzle.steps):
        abort(400)
    try:
        given = _marked(puzzle, step, given_to(puzzle.steps[step]))
    except InputError as error:
        return _refused(_Visit(puzzle, asked_today()), error)
    day, here = book.day_of(ident), asked_today()
    finish = Finish(puzzle.rating, rated, day if day == here else None, here)
    web_app().store.puzzles.answer(
        visitor_id(),
        ident,
        step,
        SavedAnswer(given.option.answer, given.credit),
        finish if step == len(puzzle.steps) - 1 else None,
    )
    if len(puzzle.steps) == 1 and given.credit < 1:
        return _after(_Visit(puzzle, here, again=(), tried=given.option.answer))
    return _after(_Visit(puzzle, here))


@puzzles.post("/<ident>/hint")
def hint(ident: str) -> Response:
    """Give a hint; a first try is not rated then, a later one (``again``) was hard at best."""
    puzzle = _found(ident)
    if "again" in request.form:
        answers = tuple(request.form.getlist("a"))
        return _after(_Visit(puzzle, asked_today(), answers, True, True, _tried()))
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
    before = tuple(request.form.getlist("a"))
    if len(before) >= len(puzzle.steps):
        abort(400)
    try:
        answers = (*before, given_to(puzzle.steps[len(before)]))
    except InputError as error:
        return _refused(_Visit(puzzle, asked_today(), before, False, _helped(), _tried()), error)
    marks = [_marked(puzzle, step, answer) for step, answer in enumerate(answers)]
    today = asked_today()
    if len(marks) == len(puzzle.steps) and _tried() is None:
        credit = sum(mark.credit for mark in marks) / len(marks)
        store.again(owner, ident, credit, today, hinted=_helped())
    named = tuple(mark.option.answer for mark in marks)
    return _after(_Visit(puzzle, today, named, False, _helped(), _tried()))


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


def _by_now(visit: _Visit) -> Response:
    """The puzzle for a page that waits for the engine; nothing new while it is not ready."""
    fragment = _fragment_of(visit)
    if fragment["reveal"] and fragment["reveal"]["waits"]:
        return make_response("", 204)
    return make_response(render_template("puzzles/_puzzle.html", puzzle=fragment))


def _after(visit: _Visit) -> Response:
    """Return what follows a form: the fragment for scripts, else the page."""
    if wants_fragment():
        fragment = _fragment_of(replace(visit, swapped=True))
        return make_response(render_template("puzzles/_puzzle.html", puzzle=fragment))
    return redirect(_address(visit, "puzzle"), 303)


def _address(visit: _Visit, anchor: str | None = None) -> str:
    """The page that shows a puzzle as the visitor meets it."""
    query: dict[str, object] = {"ident": visit.puzzle.id, "today": visit.today.isoformat()}
    if visit.again is not None:
        query |= {"again": 1, "a": list(visit.again)}
    if visit.helped:
        query["hinted"] = 1
    if visit.tried is not None:
        query["tried"] = visit.tried
    if visit.hint:
        query["hint"] = 1
    if theme := _theme():
        query["theme"] = theme
    if visit.deeper is not None:
        query["deeper"] = visit.deeper.text
    return url_for("puzzles.show", _anchor=anchor, **query)  # type: ignore[arg-type]


def _helped() -> bool:
    """True if a try after the first one had a hint."""
    return "hinted" in request.values


def _tried() -> str | None:
    """The first answer, where the page goes on from it to a second one."""
    return request.values.get("tried")


def _theme() -> str:
    """The theme that is practiced, one puzzle after another; empty for none."""
    theme = request.values.get("theme", "")
    return theme if theme in THEMES else ""


def _refused(visit: _Visit, error: InputError) -> Response:
    """The question again with the cards as they were chosen, and why they are no answer."""
    fragment = _fragment_of(replace(visit, swapped=wants_fragment()))
    question = fragment["question"] or abort(409)
    text = f"{upper(str(error))}."
    felt = replace(with_ticks(question["felt"], request.form.getlist("cards")), error=text)
    shown = fragment | {"question": question | {"felt": felt}}
    if wants_fragment():  # a part of a page is swapped in only with a success
        return make_response(render_template("puzzles/_puzzle.html", puzzle=shown))
    page = _with_puzzle(visit, web_app().puzzles.day_of(visit.puzzle.id)) | {"puzzle": shown}
    response = _page(page)
    response.status_code = 422
    return response


def _found(ident: str) -> Puzzle:
    return web_app().puzzles.find(ident) or abort(404)


def _marked(puzzle: Puzzle, step: int, given: str) -> AnswerMark:
    try:
        return mark(puzzle.steps[step], given)
    except InputError:
        abort(400)


# ---------------------------------------------------------------- what is shown


def _fragment_of(visit: _Visit) -> dict[str, Any]:
    """The puzzle (`puzzles/_puzzle.html`): its next question, or all of it after the last one."""
    puzzle, owner = visit.puzzle, known_visitor()
    first = web_app().store.puzzles.of(owner, puzzle.id) if owner else None
    finished = first is not None and first.finished is not None
    if visit.again is None or not finished:
        visit = replace(visit, again=None, tried=None)
    marks = _marks(puzzle, _answers(first) if visit.again is None else visit.again)
    shown = {
        "ident": puzzle.id, "question": None, "reveal": None, "swapped": visit.swapped,
        "retired": retired_note(puzzle),
    }  # fmt: skip
    if len(marks) < len(puzzle.steps):
        return shown | {"question": _question(visit, first, marks)}
    assert first is not None
    return shown | {"reveal": _reveal(visit, first, marks)}


def _marks(puzzle: Puzzle, answers: Iterable[str]) -> list[AnswerMark]:
    """Mark the answers to the first steps."""
    return [mark(step, answer) for step, answer in zip(puzzle.steps, answers, strict=False)]


def _answers(first: SavedTry | None) -> tuple[str, ...]:
    """The answers that counted."""
    return tuple(answer.answer for answer in first.answers) if first else ()


def _question(visit: _Visit, first: SavedTry | None, marks: Sequence[AnswerMark]) -> dict[str, Any]:
    puzzle, at, again = visit.puzzle, len(marks), visit.again is not None
    step, hidden = puzzle.steps[at], _hidden(visit, marks)
    hinted = visit.helped if again else first is not None and first.hinted
    url = url_for("puzzles.again" if again else "puzzles.answer", ident=puzzle.id)
    question = question_of(step)
    counted = f"Step {at + 1} of {len(puzzle.steps)}. " if len(puzzle.steps) > 1 else ""
    felt = asked_on_felt(question, url, hidden, counted)
    if visit.tried is not None:
        plain = replace(visit, again=None, tried=None, hint=False, helped=False)
        solution = _address(plain, "asks")
        felt = asked_once_more(felt, step, _marked(puzzle, at, visit.tried), solution)
    return question | {
        "felt": felt,
        "form_url": url,
        "hidden": hidden,
        "done": [
            puzzlereveal.step_done(puzzle_step, mark)
            for puzzle_step, mark in zip(puzzle.steps, marks, strict=False)
        ],
        "hint": hint_of(step) if hinted and visit.hint else None,
        "hint_url": url_for("puzzles.hint", ident=puzzle.id),
        "hint_note": HINTED[again],
        "note": what_counts(again=again, tried=visit.tried is not None, hinted=hinted),
    }


def _hidden(visit: _Visit, marks: Sequence[AnswerMark]) -> list[tuple[str, str]]:
    """Return what the form of a question sends beside the answer."""
    hidden = [("today", visit.today.isoformat())]
    if visit.again is None:
        hidden.append(("step", str(len(marks))))
    else:
        hidden += [("again", "1"), *(("a", mark.option.answer) for mark in marks)]
        hidden += [("hinted", "1")] if visit.helped else []
        hidden += [] if visit.tried is None else [("tried", visit.tried)]
    if theme := _theme():
        hidden.append(("theme", theme))
    return hidden


def _reveal(visit: _Visit, first: SavedTry, marks: Sequence[AnswerMark]) -> dict[str, Any]:
    puzzle, app = visit.puzzle, web_app()
    day, store = app.puzzles.day_of(puzzle.id), app.store.puzzles
    owner = known_visitor() or ""
    text, sign = puzzlereveal.headline(marks)
    waits = waits_for_engine(puzzle, marks, _address(visit))
    later, counted = (
        visit.again is not None and visit.tried is None,
        _marks(puzzle, _answers(first)),
    )
    second = None if visit.tried is None else marks[0]
    if second is not None:
        text, sign = at_second_try(text, sign)
    next_url, next_label = _next_puzzle(visit.today, later=later)
    reveal = {
        "headline": text,
        "right": sign,
        "detail": "This was not your first try, so it was not rated." if later else None,
        "steps": [] if waits else [_step_reveal(visit, at, marks) for at in range(len(marks))],
        "waits": waits,
        "rating": None if later else rating_change(owner, first),
        "facts": puzzlereveal.facts_of(
            puzzle, store.rating(puzzle.id) or puzzle.rating, long_date(day) if day else None
        ),
        "share": share_of(first, puzzle, day, counted, second) if day and not later else None,
        "disputed": store.disputed(owner, puzzle.id),
        "next_url": next_url,
        "next_label": next_label,
        "comes": comes_again(first.memory, visit.today),
    }
    again_url = url_for("puzzles.show", ident=puzzle.id, again=1)
    return reveal | {"felt": answered_in_place(reveal, again_url)}


def _next_puzzle(today: date, *, later: bool) -> tuple[str, str]:
    """(where it goes on, in words): of a theme, or after a later try to the next mistake."""
    if later and (waiting := due_of(my_tries(), today)):
        return again_url(waiting[0].puzzle), f"The next mistake, {len(waiting)} due"
    theme = _theme()
    label = f"Another puzzle: {THEMES[theme].lower()}" if theme else "Another puzzle"
    return url_for("puzzles.random_one", theme=theme or None), label


def _step_reveal(visit: _Visit, at: int, marks: Sequence[AnswerMark]) -> dict[str, Any]:
    puzzle = visit.puzzle
    others = web_app().store.puzzles.answered(puzzle.id, at)
    shown = puzzlereveal.step_reveal(puzzle, at, marks, others)
    if puzzle.steps[at].exact:
        return shown
    fields = [("today", visit.today.isoformat())]
    if visit.again is not None:
        fields += [("again", "1"), *(("a", text) for text in visit.again)]
    if visit.deeper is not None and visit.deeper.place == at:
        return shown | {"deeper": puzzledeeper.shown(puzzle, visit.deeper, fields)}
    return shown | {"deeper": puzzledeeper.idle(puzzle, at, fields)}


def _with_puzzle(visit: _Visit, day: date | None) -> dict[str, Any]:
    """The page of a puzzle, under its date where it has one."""
    puzzle = _fragment_of(visit)
    page = EMPTY | {
        "heading": "A puzzle" if day is None else long_date(day),
        "puzzle": puzzle,
        "place": f"{level_of(visit.puzzle)[1]}.{match_words(visit.puzzle)}",
        "refresh": _refresh(puzzle),
    }
    title = f"A gin rummy puzzle: {ASKS[visit.puzzle.steps[0].ask]}"
    if day is None:
        return page | {"frame": embed_of("puzzles.show", title, ident=visit.puzzle.id)}
    frame = embed_of("puzzles.on_day", title, day=day.isoformat())
    words = picture_words(visit.puzzle, day)
    return page | {
        "frame": frame,
        "before": neighbor(day - ONE, visit.today),
        "after": neighbor(day + ONE, visit.today),
        "image_url": url_for("embeds.picture", name="day", ident=day.isoformat()),
        "image_alt": words,
        "embed": f'<a href="{url_for("puzzles.on_day", day=day.isoformat(), _external=True)}">'
        f'<img src="{frame.picture}" width="600" height="315" alt="{words}"></a>',
    }


def todays(day: date, *, new: bool = False) -> dict[str, Any] | None:
    """The puzzle of a day as the first page has it, asked or answered; None without one. Who is
    `new` gets an easy one.

    While the database is away nobody is known to have answered it, and nothing is shown of the
    answer before the engine is ready.
    """
    book, ready = web_app().puzzles, web_app().engine_ready.is_set()
    puzzle = easy_on(day) if new else book.on(day)
    if puzzle is None:
        return None
    visit, owner = _Visit(puzzle, day), known_visitor()
    try:
        first = web_app().store.puzzles.of(owner, puzzle.id) if owner and ready else None
        part = _fragment_of(visit) if first else {"question": _question(visit, None, ())}
    except UnavailableError:
        part = {"question": _question(visit, None, ())}
    question, reveal = part["question"], part.get("reveal") or {}
    step = question or reveal["steps"][-1]
    return {
        "place": f"{long_date(day)} · {level_of(puzzle)[1]}",
        "is_todays": puzzle is book.on(day),
        "felt": step["felt"] or CardTable(laid=step["spreads"]),
        "question": question,
        "headline": None if question else reveal["headline"],
        "next": url_for("puzzles.random_one"),
    }


def _refresh(puzzle: dict[str, Any]) -> str | None:
    """Return when a page without scripts loads again: for the first numbers, or for the engine."""
    reveal = puzzle["reveal"] or {"steps": (), "waits": None}
    searches = [step["deeper"] for step in reveal["steps"] if step["deeper"]]
    begins = any(search["poll_url"] and not search["rows"] for search in searches)
    return refresh_after(REFRESH_SECONDS) if begins or reveal["waits"] else None


def _page(page: dict[str, Any], title: str | None = None) -> Response:
    title = title or f"{page['heading']} · gin rummy puzzle"
    return whole_page("puzzles/page.html", title, DESCRIPTION, tabs=tabs(), **page)
