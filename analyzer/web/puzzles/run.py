"""The storm: five minutes against the clock, three misses, puzzles from easy to hard.

Answers in a hurry say little of what somebody knows: they are not rated, as after a hint, but
what is missed comes again.
"""

from __future__ import annotations

import secrets
from datetime import UTC, datetime
from typing import Any, Final

from flask import Blueprint, redirect, request, url_for
from werkzeug.wrappers import Response

from analyzer.errors import InputError
from analyzer.notation.numbers import counted
from analyzer.practice.puzzles.mark import mark
from analyzer.practice.puzzles.rating import rated
from analyzer.practice.puzzles.run import BONUS, COMBO, MISSES, SECONDS, PuzzleRun, laid_out
from analyzer.store import Finish, SavedAnswer
from analyzer.store.training import RUN
from analyzer.web.chrome import whole_page
from analyzer.web.puzzles.me import asked_today, my_tries, tabs
from analyzer.web.puzzles.question import asked_on_felt, given_to, question_of
from analyzer.web.puzzles.reveal import step_done
from analyzer.web.state import web_app
from analyzer.web.visitor import kept_text, known_visitor, visitor_id
from analyzer.web.waiting import needs_engine

puzzlerun = Blueprint("puzzlerun", __name__, url_prefix="/puzzles/run")

SEED_BITS: Final = 31


@puzzlerun.get("")
def show() -> Response:
    """A storm: to begin, the puzzle that is asked, or how it went."""
    return _page(_run_of(known_visitor()))


@puzzlerun.post("/begin")
def begin() -> Response:
    """Begin a run; one that is on is over then."""
    needs_engine(url_for("puzzlerun.show"))
    owner, now = visitor_id(), datetime.now(UTC)
    tried = {attempt.puzzle for attempt in my_tries()}
    puzzles = laid_out(web_app().puzzles.opened(), tried, secrets.randbits(SEED_BITS))

    def edit(text: str | None) -> str:
        before = PuzzleRun.kept(text)
        new = PuzzleRun(now, puzzles) if before is None else before.again(puzzles, now)
        return new.text

    web_app().store.training.change(owner, RUN, edit)
    return redirect(url_for("puzzlerun.show"), 303)


@puzzlerun.post("")
def answer() -> Response:
    """Answer the puzzle ``puzzle`` of the run that is on; one too late does not count."""
    owner, now = known_visitor(), datetime.now(UTC)
    run, ident = _run_of(owner), request.form.get("puzzle", "")
    puzzle = web_app().puzzles.find(ident)
    if owner is None or run is None or puzzle is None or ident != run.current or run.over(now):
        return redirect(url_for("puzzlerun.show"), 303)
    try:
        given = mark(puzzle.steps[0], given_to(puzzle.steps[0]))
    except InputError as error:
        return _page(run, problem=f"{str(error)[:1].upper()}{str(error)[1:]}.", status=422)

    def edit(text: str | None) -> str:
        kept = PuzzleRun.kept(text) or run
        return kept.after(ident, given.credit, now).text

    web_app().store.training.change(owner, RUN, edit)
    saved = SavedAnswer(given.option.answer, given.credit)
    web_app().store.puzzles.hint(owner, ident)
    finish = Finish(puzzle.rating, rated, None, asked_today())
    web_app().store.puzzles.answer(owner, ident, 0, saved, finish)
    return redirect(url_for("puzzlerun.show", last=ident, said=given.option.answer), 303)


def _run_of(owner: str | None) -> PuzzleRun | None:
    return PuzzleRun.kept(kept_text(owner, RUN))


# ---------------------------------------------------------------- what is shown


def _page(run: PuzzleRun | None, problem: str | None = None, status: int = 200) -> Response:
    now = datetime.now(UTC)
    on = run is not None and not run.over(now)
    return whole_page(
        "puzzles/run.html",
        "Gin rummy puzzle storm",
        "Five minutes of gin rummy puzzles, from easy to hard; three misses end it.",
        status,
        tabs=tabs(),
        minutes=SECONDS // 60,
        misses=MISSES,
        bonus=(COMBO, BONUS),
        left=run.left(now) if run is not None and on else None,
        standing=None if run is None else _standing(run) if on else _ended(run),
        best=0 if run is None else max(run.best, run.score),
        last=_last(),
        problem=problem,
        question=_question(run) if run is not None and on else None,
    )


def _standing(run: PuzzleRun) -> str:
    combo = f", {run.combo} in a row" if run.combo > 1 else ""
    return f"{run.score} right{combo}, {counted(run.misses, 'miss', 'misses')}"


def _ended(run: PuzzleRun) -> str:
    """Return how a run went: "3 right, 2 of them in a row, 3 misses"."""
    combo = f", {run.longest} of them in a row" if 1 < run.longest < run.score else ""
    best = " Your best yet." if run.score > run.best else ""
    return f"{run.score} right{combo}, {counted(run.misses, 'miss', 'misses')}.{best}"


def _question(run: PuzzleRun) -> dict[str, Any] | None:
    puzzle = web_app().puzzles.find(run.current or "")
    if puzzle is None:
        return None
    question, url = question_of(puzzle.steps[0]), url_for("puzzlerun.answer")
    hidden = [("puzzle", puzzle.id)]
    felt = asked_on_felt(question, url, hidden)
    return question | {"felt": felt, "form_url": url, "hidden": hidden}


def _last() -> tuple[str, str, str] | None:
    """(the last answer in a sentence, its sign, where the puzzle is explained)."""
    puzzle = web_app().puzzles.find(request.args.get("last", ""))
    if puzzle is None or known_visitor() is None:
        return None
    tried = web_app().store.puzzles.of(known_visitor() or "", puzzle.id)
    if tried is None or tried.finished is None:  # nothing is told before the answer
        return None
    try:
        text, sign = step_done(puzzle.steps[0], mark(puzzle.steps[0], request.args.get("said", "")))
    except InputError:
        return None
    return text, sign, url_for("puzzles.show", ident=puzzle.id)
