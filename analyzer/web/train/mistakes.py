"""Own mistakes once more: those of reviews and games that are due, judged by today's engine."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import date
from typing import Any, Final, NamedTuple

from flask import Blueprint, abort, redirect, request, url_for
from werkzeug.wrappers import Response

from analyzer.display.anki import anki_deck, can_export, card_of_mistake
from analyzer.display.hands import spread
from analyzer.display.parts import LaidDown
from analyzer.display.review.entries import spreads_of
from analyzer.display.table import CardTable, TableButton, judged, with_ticks
from analyzer.engine.rollout import spread_of
from analyzer.errors import InputError
from analyzer.game.actions import Action
from analyzer.game.cards import CardSet
from analyzer.game.view import View
from analyzer.notation import encode
from analyzer.notation.numbers import counted, short_date
from analyzer.notation.phrases import full_phrase, upper
from analyzer.practice.knocks import KnockToAnswer
from analyzer.practice.mistakes import Mistake, Mistakes, asked_again
from analyzer.review import Choice, Entry
from analyzer.review.coach import Detail, explain
from analyzer.web.chrome import to_save, whole_page
from analyzer.web.puzzles.me import asked_today
from analyzer.web.review import pages as review
from analyzer.web.review.ownerrors import answer_kept, change_seat, mistakes_kept
from analyzer.web.review.retry import (
    DISCARD,
    deciding,
    lay_off_words,
    laying_down,
    laying_off,
    layout_words,
)
from analyzer.web.visitor import is_mine, known_visitor, visitor_id
from analyzer.web.waiting import needs_engine

MOST_NOTES: Final = 40
"""Mistakes whose answers are searched for one deck."""

mistakes = Blueprint("mistakes", __name__, url_prefix="/train/mistakes")


@mistakes.get("")
def show() -> Response:
    """The mistake that is due the longest, asked again on the table."""
    kept, today = mistakes_kept(known_visitor()), asked_today()
    due = kept.due(today)
    if not due:
        return _page(headline="No mistakes are due.", detail=_when(kept))
    return _page(headline=_counted(due), felt=_asked(due[0], today))


def _counted(due: Sequence[Mistake]) -> str:
    return f"{counted(len(due), 'mistake')} due"


def _asked(mistake: Mistake, today: date) -> CardTable:
    """The decision once more: an action, how to lay a knock down, or what to lay off."""
    url = url_for("mistakes.answer")
    hidden = (("p", mistake.place), ("today", today.isoformat()))
    if mistake.knock is not None:
        table = laying_off(mistake.knock, url, hidden)
    elif mistake.layouts:
        table = laying_down(mistake.view, mistake.layouts, url, hidden)
    else:
        table = deciding(mistake.view, _options(mistake.view), url, hidden)
    return replace(table, posted=True)


@mistakes.get("/answer")
def answer() -> Response:
    """Nothing to see: an answer is posted."""
    return redirect(url_for("mistakes.show"), 303)


@mistakes.post("/answer")
def tried_again() -> Response:
    """Judge what is tried (``try``, with the ``card`` of a discard) in position ``p``."""
    owner = visitor_id()
    mistake = mistakes_kept(owner).of(request.form.get("p", ""))
    if mistake is None:
        abort(404)
    try:
        answered = _answered(mistake)
    except InputError as error:
        return _refused(mistake, error)
    answer_kept(owner, mistake, float(answered.right))
    if not answered.right and "second" not in request.form:
        return _page(headline="", felt=_once_more(mistake))
    return _page(
        headline="Right." if answered.right else "Not this one.",
        tried=answered.right,
        **answered.shown,
    )


def _once_more(mistake: Mistake) -> CardTable:
    """The same question after a first wrong try, which is the one that counts."""
    table = with_ticks(_asked(mistake, asked_today()), request.form.getlist("off"))
    show = TableButton("Show the answer", _tried(), "try")
    return replace(
        table, heading="Not this one.", sign="none", said="Try once more.",
        hidden=(*table.hidden, ("second", "1")), buttons=(show, *table.buttons),
    )  # fmt: skip


class _Answered(NamedTuple):
    """A try, judged, and what is shown of it."""

    right: bool
    shown: dict[str, Any]


def _answered(mistake: Mistake) -> _Answered:
    """Return what was tried, judged; InputError for what cannot be."""
    if mistake.knock is not None:
        return _laid_off(mistake.knock)
    action = Action.of(_tried())
    needs_engine(url_for("mistakes.show"))
    entry = asked_again(mistake.view, action)
    if mistake.layouts:
        return _laid_down(entry)
    return _Answered(entry.as_good(action), _judged(mistake, entry, action))


def _refused(mistake: Mistake, error: InputError) -> Response:
    """The same question; where cards do not fit with these chosen, and why they cannot be."""
    if mistake.knock is None:
        return redirect(url_for("mistakes.show"), 303)
    today = asked_today()
    table = with_ticks(_asked(mistake, today), request.form.getlist("off"))
    due = mistakes_kept(known_visitor()).due(today)
    table = replace(table, error=f"{upper(error.message)}.")
    return _page(headline=_counted(due), felt=table)


def _tried() -> str:
    tried = request.form.get("try", "")
    return f"discard {request.form.get('card', '')}" if tried == DISCARD.value else tried


def _options(view: View) -> list[Action]:
    """Each action once, of a knock whatever its spread."""
    return list(dict.fromkeys(action.plain for action in view.legal_actions()))


@mistakes.post("/of/<ident>")
def of_player(ident: str) -> Response:
    """Take the errors of player ``seat`` of a review of both for the visitor's own."""
    job, report = review.finished(ident)
    seat = request.form.get("seat", 0, type=int) - 1
    if not is_mine(job) or seat not in report.seats:
        abort(404)
    change_seat(job, report, seat)
    return redirect(url_for("review.show", ident=ident, seat=seat + 1), 303)


@mistakes.post("/anki")
def deck() -> Response:
    """Your mistakes as a deck for Anki, those due the longest first."""
    kept = mistakes_kept(known_visitor())
    needs_engine(url_for("mistakes.show"))
    wanted = sorted(kept.items, key=lambda item: (item.memory.due, -item.lost))[:MOST_NOTES]
    made = anki_deck(map(card_of_mistake, wanted))
    return to_save(made, "ginsight-mistakes.apkg", "application/octet-stream")


# ---------------------------------------------------------------- what is shown


def _page(headline: str, detail: str = "", **parts: Any) -> Response:
    nothing: dict[str, Any] = dict.fromkeys(("felt", "tried", "why", "note", "place"))
    return whole_page(
        "train/mistakes.html",
        "Your mistakes, once more",
        "Decisions of your own that went wrong, asked again until they are known.",
        headline=headline,
        detail=detail,
        deck=can_export() and bool(mistakes_kept(known_visitor()).items),
        **(nothing | parts),
    )


def _when(kept: Mistakes) -> str:
    if not kept.items:
        return "Errors of your reviews, and plays that the coach spoke of, come back here."
    first = min(mistake.memory.due for mistake in kept.items)
    return f"{counted(len(kept.items), 'mistake')} coming up, the next on {short_date(first)}."


def _laid_off(knock: KnockToAnswer) -> _Answered:
    off = CardSet.of(" ".join(request.form.getlist("off")))
    entry = knock.answered(off)
    right = entry.as_good(entry.played)
    text = lay_off_words(off, entry.played)
    shown = {
        "detail": f"{text}: that is the best." if right else f"{text}.",
        "why": None if right else _why(entry),
        "felt": CardTable(laid=spreads_of(entry)),
    }
    return _Answered(right, shown)


def _laid_down(entry: Choice) -> _Answered:
    played, best, view = entry.found.played, entry.best.action, entry.view
    right = entry.laid_as_well(played)
    text, same = layout_words(view, played), played == best
    ways = [("Yours", played)] if same else [("Yours", played), ("Best", best)]
    spreads = [(title, spread_of(way, view)) for title, way in ways]
    laid = [LaidDown(title, spread(own.melds, own.deadwood, view.rules)) for title, own in spreads]
    shown = {
        "detail": f"{text}: that is the best." if same else f"{text}.",
        "why": None if same else _why(entry),
        "felt": CardTable(laid=tuple(laid)),
        "place": encode(view),
    }
    return _Answered(right, shown)


def _why(entry: Entry) -> str:
    return explain(entry, Detail.SENTENCE).text(lambda card: card.symbol)


def _judged(mistake: Mistake, entry: Choice, action: Action) -> dict[str, Any]:
    text = upper(full_phrase(entry.view, action.plain))
    best = full_phrase(entry.view, entry.best.action.plain)
    same = action.plain == entry.best.action.plain
    return {
        "detail": f"{text}: that is the best." if same else f"{text}; the best is {best}.",
        "why": None if same else _why(entry),
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
    return judged(entry.view, action, ((value.action, value.loss) for value in entry.found.actions))
