"""Own mistakes once more: those of reviews and games that are due, judged by today's engine."""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import sha256
from typing import Any, Final

from flask import Blueprint, abort, redirect, request, url_for
from werkzeug.wrappers import Response

from analyzer.display.table import CardTable, judged
from analyzer.engine.search import ENGINE_VERSION
from analyzer.errors import InputError
from analyzer.game.actions import Action
from analyzer.game.view import View, legal_actions
from analyzer.notation.numbers import counted, short_date
from analyzer.notation.phrases import full_phrase, upper
from analyzer.practice.mistakes import Mistake, Mistakes, asked_again, mistake, mistakes_of
from analyzer.review import Choice
from analyzer.review.coach import Detail, explain
from analyzer.service.jobs import Job
from analyzer.store import Status
from analyzer.store.training import MISTAKES
from analyzer.web.chrome import whole_page
from analyzer.web.puzzles.me import asked_today
from analyzer.web.review.retry import DISCARD, deciding
from analyzer.web.state import web_app
from analyzer.web.visitor import known_visitor, visitor_id

mistakes = Blueprint("mistakes", __name__, url_prefix="/train/mistakes")

AT_ONCE: Final = 5
"""Reviews whose errors are taken in with one request."""


@mistakes.get("")
def show() -> Response:
    """The mistake that is due the longest, asked again on the table."""
    kept, today = mistakes_kept(known_visitor()), asked_today()
    due = kept.due(today)
    if not due:
        return _page(headline="No mistake is due.", detail=_when(kept))
    mistake = due[0]
    hidden = (("p", mistake.place), ("today", today.isoformat()))
    table = deciding(mistake.view, _options(mistake.view), url_for("mistakes.answer"), hidden)
    return _page(headline=f"{counted(len(due), 'mistake')} due", felt=table)


@mistakes.get("/answer")
def answer() -> Response:
    """Nothing to see: an answer is posted."""
    return redirect(url_for("mistakes.show"), 303)


@mistakes.post("/answer")
def tried_again() -> Response:
    """Judge what is tried (``try``, with the ``card`` of a discard) in position ``p``."""
    owner, today = visitor_id(), asked_today()
    mistake = mistakes_kept(owner).of(request.form.get("p", ""))
    if mistake is None:
        abort(404)
    try:
        action = Action.of(_tried())
        web_app().engine_ready.wait()
        entry = asked_again(mistake.view, action)
    except InputError:
        return redirect(url_for("mistakes.show"), 303)
    right = entry.as_good(action)
    credit = float(right)
    _change(  # an old page changes nothing
        owner,
        lambda kept: (
            kept.after(mistake.place, credit, today) if mistake in kept.due(today) else kept
        ),
    )
    return _page(**_judged(mistake, entry, action, right=right))


def _tried() -> str:
    tried = request.form.get("try", "")
    return f"discard {request.form.get('card', '')}" if tried == DISCARD.value else tried


def _options(view: View) -> list[Action]:
    """Each action once, of a knock whatever its spread."""
    return list(dict.fromkeys(action.plain for action in legal_actions(view)))


# ---------------------------------------------------------------- what is kept


def mistakes_kept(owner: str | None, reviews: Iterable[Job] | None = None) -> Mistakes:
    """A visitor's mistakes, with those of reviews (all, if not given) that were finished since."""
    if owner is None:
        return Mistakes()
    saved = web_app().store.training.load(owner, MISTAKES)
    kept = Mistakes.kept(None if saved is None else saved.text)
    reviews = web_app().reviews.mine(owner) if reviews is None else reviews
    jobs = [review for review in reviews if review.status is Status.DONE]
    new = [job for job in jobs if _mark(job) not in kept.seen][:AT_ONCE]
    if not new:
        return kept
    found = [(_mark(job), _errors(job)) for job in new]
    _change(owner, lambda before: _with_all(before, found))
    return _with_all(kept, found)


def _mark(job: Job) -> str:
    """Tells reviews apart, on another server too."""
    return sha256(f"{job.seats} {job.record}".encode()).hexdigest()[:16]


def _errors(job: Job) -> tuple[Mistake, ...]:
    """The errors of a review's player; of two players, of the first."""
    report = web_app().reviews.report(job.id)
    return () if report is None else mistakes_of(report, report.seats[0], asked_today())


def _with_all(kept: Mistakes, found: Iterable[tuple[str, tuple[Mistake, ...]]]) -> Mistakes:
    for source, errors in found:
        kept = kept.plus(source, errors)
    return kept


def keep_mistake(owner: str, view: View, action: Action, lost: float) -> None:
    """Keep an error of a game, that the coach has spoken of."""
    made = mistake(view, action, lost, ENGINE_VERSION, asked_today())
    _change(owner, lambda kept: kept.plus("a game", [made]))


def _change(owner: str, edit: Any) -> None:
    training = web_app().store.training
    training.change(owner, MISTAKES, lambda text: edit(Mistakes.kept(text)).text)


# ---------------------------------------------------------------- what is shown


def _page(headline: str, detail: str = "", **parts: Any) -> Response:
    shown = {"felt": None, "tried": None, "place": None, **parts}
    return whole_page(
        "train/mistakes.html",
        "Your mistakes, once more",
        "Decisions of your own that went wrong, asked again until they are known.",
        headline=headline,
        detail=detail,
        **shown,
    )


def _when(kept: Mistakes) -> str:
    if not kept.items:
        return "Errors of your reviews, and plays that the coach spoke of, come back here."
    first = min(mistake.memory.due for mistake in kept.items)
    return f"{counted(len(kept.items), 'mistake')} to come, the next on {short_date(first)}."


def _judged(mistake: Mistake, entry: Choice, action: Action, *, right: bool) -> dict[str, Any]:
    text = upper(full_phrase(entry.view, action.plain))
    best = full_phrase(entry.view, entry.best.action.plain)
    same = action.plain == entry.best.action.plain
    return {
        "headline": "Right." if right else "Not this one.",
        "detail": f"{text}: that is the best." if same else f"{text}; the best is {best}.",
        "tried": right,
        "why": None if same else explain(entry, Detail.SENTENCE).text(lambda card: card.symbol),
        "note": _changed(mistake, entry),
        "felt": _losses(entry, action),
        "place": mistake.place,
    }


def _changed(mistake: Mistake, entry: Choice) -> str | None:
    """A word where the engine of today thinks otherwise of what was played then."""
    then = Action.of(mistake.played)
    if not entry.as_good(then):
        return None
    return (
        f"An earlier engine called {mistake.played} an error; today’s finds it as good as the best."
    )


def _losses(entry: Choice, action: Action) -> CardTable:
    return judged(entry.view, action, ((one.action, one.loss) for one in entry.found.actions))
