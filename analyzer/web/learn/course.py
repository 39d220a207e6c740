"""The course: its lessons one step at a time, and what a visitor has done of them."""

from __future__ import annotations

from typing import Any, Final

from flask import Blueprint, abort, make_response, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from analyzer.errors import InputError
from analyzer.game.arrangement import pack_cards
from analyzer.notation.phrases import upper
from analyzer.practice.lessons.claims import holds, read_answer
from analyzer.practice.lessons.course import Chapter, Do, Lesson, lessons
from analyzer.practice.lessons.progress import CourseProgress
from analyzer.store import UnavailableError
from analyzer.store.training import COURSE
from analyzer.web.chrome import wants_fragment, whole_page
from analyzer.web.learn.exercises import exercises_of
from analyzer.web.learn.prose import prose
from analyzer.web.learn.step import asked_table, shown_table
from analyzer.web.state import web_app
from analyzer.web.train.table import tally_of
from analyzer.web.visitor import kept_text, known_visitor, visitor_id

course = Blueprint("course", __name__, url_prefix="/learn/course")

RIGHT: Final = "Right."
SHOWN: Final = "The answer"


@course.get("/<name>")
def show(name: str) -> Response:
    """A lesson: its next step, or step ``step``; ``a`` is an answer, ``show`` gives one away."""
    chapter, lesson = _found(name)
    last = len(lesson.steps)
    step = request.args.get("step", _progress().next_step(lesson) + 1, type=int) - 1
    if not 0 <= step <= last:
        abort(404)
    given = request.args.get("a")
    return _shown(chapter, lesson, step, given, revealed="show" in request.args)


@course.post("/<name>")
def answer(name: str) -> Response:
    """The answer ``answer`` (or ``cards``) to step ``step``; ``show`` gives it away."""
    chapter, lesson = _found(name)
    step = request.form.get("step", 0, type=int) - 1
    if not 0 <= step < len(lesson.steps):
        abort(400)
    exercise = lesson.steps[step]
    if "show" in request.form or exercise.do is Do.PLAY:
        if exercise.do is Do.PLAY and not _has_played():
            return _shown(chapter, lesson, step, error="The game is not over yet.", status=422)
        _done(lesson, step)
        return _after(chapter, lesson, step, None)
    try:
        given = read_answer(exercise, _given())
    except InputError as error:
        return _shown(chapter, lesson, step, error=f"{upper(str(error))}.", status=422)
    if holds(exercise, given):
        _done(lesson, step)
    return _after(chapter, lesson, step, given)


def _given() -> str:
    """Return what was answered: the cards chosen, or what a button says."""
    chosen = request.form.getlist("cards")
    return " ".join(chosen) if chosen else request.form.get("answer", "")


def _after(chapter: Chapter, lesson: Lesson, step: int, given: str | None) -> Response:
    """Return what follows a form: the fragment for scripts, else the page."""
    if wants_fragment():
        return _shown(chapter, lesson, step, given, revealed=given is None)
    more: dict[str, Any] = {"show": 1} if given is None else {"a": given}
    address = url_for("course.show", name=lesson.name, step=step + 1, _anchor="lesson", **more)
    return redirect(address, 303)


def _found(name: str) -> tuple[Chapter, Lesson]:
    return next((pair for pair in lessons() if pair[1].name == name), None) or abort(404)


# ---------------------------------------------------------------- what is kept


def _progress() -> CourseProgress:
    return progress_of(known_visitor())


def progress_of(owner: str | None) -> CourseProgress:
    """Return how far a visitor has come; nowhere while the database is away."""
    try:
        return CourseProgress.kept(kept_text(owner, COURSE))
    except UnavailableError:
        return CourseProgress()


def _done(lesson: Lesson, step: int) -> None:
    """Keep that a step is done."""
    change = web_app().store.training.change
    change(
        visitor_id(), COURSE, lambda text: CourseProgress.kept(text).after(lesson.name, step).text
    )


def _has_played() -> bool:
    """True if the visitor has finished a game."""
    return any(row.games for row in tally_of(known_visitor()).rows())


# ---------------------------------------------------------------- what is shown


def _shown(
    chapter: Chapter, lesson: Lesson, step: int, given: str | None = None, *,
    revealed: bool = False, error: str | None = None, status: int = 200,
) -> Response:  # fmt: skip
    part = _fragment(lesson, step, given, revealed, error)
    if wants_fragment():  # a part of a page is swapped in only with a success
        response = make_response(render_template("learn/_lesson.html", lesson=part))
        response.headers["HX-Push-Url"] = url_for("course.show", name=lesson.name, step=step + 1)
        return response
    pairs = list(lessons())
    at = next(at for at, pair in enumerate(pairs) if pair[1] is lesson)
    return whole_page(
        "learn/lesson.html",
        f"{lesson.title} · learn gin rummy",
        f"Lesson {at + 1} of {len(pairs)}: {lesson.title}. {chapter.summary}",
        status,
        place=f"{chapter.title} · lesson {at + 1} of {len(pairs)}",
        heading=lesson.title,
        lesson=part,
    )


def _fragment(
    lesson: Lesson, step: int, given: str | None, revealed: bool, error: str | None
) -> dict[str, Any]:
    """A step of a lesson (`learn/_lesson.html`), or what is at its end."""
    progress, last = _progress(), len(lesson.steps)
    done = progress.done.get(lesson.name, ())
    part = {
        "name": lesson.name,
        "intro": prose(lesson.text) if step == 0 else None,
        "dots": [
            (at + 1, at in done, at == step, url_for("course.show", name=lesson.name, step=at + 1))
            for at in range(last)
        ],
        "swapped": wants_fragment(),
        "asked": None,
        "ending": None,
        "url": url_for("course.answer", name=lesson.name),
        "number": step + 1,
        "next": url_for("course.show", name=lesson.name, step=step + 2),
    }
    if step == last:
        return part | {"ending": _ending(lesson, progress)}
    return part | {"asked": _asked(lesson, step, given, revealed, error)}


def _asked(
    lesson: Lesson, step: int, given: str | None, revealed: bool, error: str | None
) -> dict[str, Any]:
    """A step, with what there is to say to an answer."""
    exercise = lesson.steps[step]
    try:
        text = None if given is None else read_answer(exercise, given)
    except InputError:
        text = None
    right = text is not None and holds(exercise, text)
    url = url_for("course.answer", name=lesson.name)
    wrong = None if text is None or right else exercise.hints.get(text, "Not this one. Try again.")
    part = {
        "text": prose(exercise.text),
        "play": exercise.do is Do.PLAY,
        "played": exercise.do is Do.PLAY and _has_played(),
        "over": right or revealed,
        "headline": RIGHT if right else SHOWN if revealed else None,
        "why": prose(exercise.why),
        "wrong": wrong,
        "error": error,
        "ask": exercise.ask,
        "answer": None if right else _words(exercise.answer, exercise.do),
    }
    if exercise.do is Do.PLAY:
        return part | {"felt": None}
    if right or revealed:
        return part | {"felt": shown_table(exercise, text if right and text else exercise.answer)}
    return part | {"felt": asked_table(exercise, url, step, text or "", wrong, error)}


def _words(text: str, do: Do) -> str:
    """An answer in words: cards with their symbols."""
    if do is Do.SAY:
        return text
    return " ".join(card.symbol for card in pack_cards(text))


def _ending(lesson: Lesson, progress: CourseProgress) -> dict[str, Any]:
    """The end of a lesson: what to keep in mind, exercises, and where to go on."""
    course = [other for _, other in lessons()]
    at = next(at for at, other in enumerate(course) if other is lesson)
    following = course[at + 1] if at + 1 < len(course) else None
    return {
        "end": prose(lesson.end),
        "left": len(lesson.steps) - len(progress.done.get(lesson.name, ())),
        "exercises": exercises_of(lesson),
        "table": lesson.table and url_for("traintable.games", game=lesson.table),
        "following": None
        if following is None
        else (following.title, url_for("course.show", name=following.name)),
    }
