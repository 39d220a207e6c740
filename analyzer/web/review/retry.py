"""Retry my mistakes: one error at a time, the answer not in the page before the try."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from flask import Blueprint, make_response, render_template, request, url_for
from werkzeug.wrappers import Response

from analyzer.actions import Action, Kind
from analyzer.rendering.naming import phrase, symbol
from analyzer.rendering.review.entries import entry_card, is_error, position_of
from analyzer.rendering.review.words import number, place
from analyzer.review import Choice, Report
from analyzer.reviewing import Job
from analyzer.web.contexts.review import Again, RetryPage, Tried, TryButton
from analyzer.web.review import pages as review
from analyzer.web.review import report as reviewreport

retry = Blueprint("retry", __name__, url_prefix="/review/<ident>/retry")

RIGHT, WRONG = "r", "w"
"""How each try went, in the address."""

DESCRIPTION: Final = "The decisions that went wrong, once more, with the answers hidden."


@retry.get("")
def show(ident: str) -> Response:
    """The first error not tried yet of player ``seat``; after a ``try`` how good it was.

    ``so`` holds how the tries before went, so that nothing has to be kept.
    """
    job, report = review.finished(ident)
    seat = _seat(report)
    errors = errors_of(report, seat)
    went = _went(len(errors))
    if len(went) == len(errors):
        return _page(_ended(job, report, seat, errors, went))
    page = _asking(job, report, seat, errors, went)
    tried = request.args.get("try")
    at = errors[len(went)]
    entry = report.entries[at]
    assert isinstance(entry, Choice)
    action = next((one for one in entry.options if str(one) == tried), None)
    if action is not None:
        page = _answered(job, report, page, at, went, action)
    return _page(page)


def errors_of(report: Report, seat: int) -> tuple[int, ...]:
    """The places of the errors of a player that can be tried again: lay-offs cannot."""
    return tuple(
        at
        for at, one in enumerate(report.entries)
        if isinstance(one, Choice) and one.seat == seat and is_error(one)
    )


def _seat(report: Report) -> int:
    asked = request.args.get("seat", type=int)
    return asked - 1 if asked is not None and asked - 1 in report.seats else report.seats[0]


def _went(most: int) -> str:
    said = request.args.get("so", "")[:most]
    return said if set(said) <= {RIGHT, WRONG} else ""


def _asking(job: Job, report: Report, seat: int, errors: Sequence[int], went: str) -> RetryPage:
    """The position alone: nothing in it tells what was played, what was best, or what it cost."""
    entry = report.entries[errors[len(went)]]
    assert isinstance(entry, Choice)
    hidden = [("seat", str(seat + 1)), *([("so", went)] if went else [])]
    return RetryPage(
        title=f"{job.title} · try again",
        description=DESCRIPTION,
        back_url=url_for("review.show", ident=job.id, seat=seat + 1),
        counted=f"Error {len(went) + 1} of {len(errors)}",
        so_far=_so_far(went),
        place=place(report, entry),
        position=position_of(entry.view),
        buttons=tuple(
            TryButton(str(action), label_of(entry, action)) for action in entry.options
        ),
        form_url=url_for("retry.show", ident=job.id),
        hidden=tuple(hidden),
    )


def label_of(entry: Choice, action: Action) -> str:
    """An action on its button; knocks and gins with different throws are told apart."""
    said = phrase(entry.view, action)
    if action.kind in {Kind.KNOCK, Kind.GIN}:
        return f"{said}, throwing {symbol(action.card)}"
    return said


def _answered(
    job: Job, report: Report, page: RetryPage, at: int, went: str, action: Action
) -> RetryPage:
    entry = report.entries[at]
    assert isinstance(entry, Choice)
    right = entry.as_good(action)
    after = went + (RIGHT if right else WRONG)
    said = label_of(entry, action)
    if right and str(action) == str(entry.best.action):
        words = f"{said}: that is the best there is."
    elif right:
        words = f"{said}: as good as the best."
    elif str(action) == str(entry.found.played):
        words = f"{said} is what was played."
    else:
        words = f"{said} is not it either."
    to = reviewreport.addresses(job)
    card = replace(entry_card(report, at, to, opened=(at,)), before=None, after=None)
    more = len(after) < len(errors_of(report, entry.seat))
    return replace(
        page,
        so_far=_so_far(after),
        buttons=(),
        position=None,
        tried=Tried(right, words, card),
        next_url=url_for("retry.show", ident=job.id, seat=entry.seat + 1, so=after),
        next_label="Next error" if more else "How it went",
    )


def _ended(job: Job, report: Report, seat: int, errors: Sequence[int], went: str) -> RetryPage:
    to = reviewreport.addresses(job)
    return RetryPage(
        title=f"{job.title} · try again",
        description=DESCRIPTION,
        back_url=url_for("review.show", ident=job.id, seat=seat + 1),
        counted="All errors tried" if errors else "Nothing to try again",
        so_far=f"{went.count(RIGHT)} of {number(len(errors), 'error')} found." if errors else "",
        ended=tuple(
            Again(place(report, report.entries[at]), to.entry(at), how == RIGHT)
            for at, how in zip(errors, went, strict=True)
        ),
        again_url=url_for("retry.show", ident=job.id, seat=seat + 1) if errors else None,
    )


def _so_far(went: str) -> str:
    return f"{went.count(RIGHT)} right of {len(went)}" if went else ""


def _page(page: RetryPage) -> Response:
    return make_response(render_template("review/retry.html", page=page))
