"""A hand of two that is over: its review, which nobody has to ask for, beside the table."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from flask import Blueprint, abort, redirect, render_template, url_for
from werkzeug.wrappers import Response

from analyzer.display.hands import held
from analyzer.display.parts import CardGroup
from analyzer.display.review.entries import is_error
from analyzer.display.review.words import lost_in_words
from analyzer.engine.types import ActionValue
from analyzer.errors import InputError
from analyzer.notation.phrases import full_phrase, lower, past
from analyzer.practice.play import PLAYER
from analyzer.practice.seat import Seat
from analyzer.review import Choice
from analyzer.service.admission import TooManyError
from analyzer.service.jobs import Job
from analyzer.service.ports import slow_because
from analyzer.store import Status
from analyzer.web.chrome import wants_fragment
from analyzer.web.review.source import address_mark
from analyzer.web.state import web_app
from analyzer.web.train.felt import names_at
from analyzer.web.visitor import is_mine, visitor_id

ended = Blueprint("ended", __name__, url_prefix="/train/ended")


WORTH_A_WORD: Final = 1.0
"""Points by which the next best action has to lose where a play is called the best one."""


@dataclass(frozen=True, slots=True)
class LookedBackOn:
    """A play that one looks back on."""

    did: str
    """"Discarded 4♦"."""
    better: str
    """The better one, in a phrase; of the best play, the next best."""
    amount: str
    """What it lost; of the best play, what the next best would have lost."""
    groups: tuple[CardGroup, ...]
    """The hand as it was held."""


@dataclass(frozen=True, slots=True)
class EndBox:
    """The part beside the table (`train/_ended.html`), of a hand as its player sees it."""

    review_url: str
    news_url: str | None
    """Asked until the review is done."""
    done: bool = False
    luck: str | None = None
    """"+12.4"; None where the record does not tell it."""
    own: str | None = None
    """What the errors lost: "−3.0"."""
    worst: LookedBackOn | None = None
    """None where nothing was an error, …"""
    best: LookedBackOn | None = None
    """… and where no decision was hard."""
    retry_url: str | None = None
    """The costliest play, to be tried again; None where nothing was an error."""


@ended.get("/<ident>")
def show(ident: str) -> Response:
    """The review of a hand as far as it has come: the part beside the table."""
    job = web_app().reviews.job(ident)
    if job is None or not is_mine(job):
        abort(404)
    if not wants_fragment():
        return redirect(url_for("review.show", ident=ident), 303)
    return Response(render_template("train/_ended.html", end=_box(job)))


def ended_of(seat: Seat) -> EndBox | None:
    """The box of a hand that is over; None of one that is not, or cannot be reviewed now."""
    game = seat.game
    plain = game.for_two and not game.with_person and game.start is game.day is None
    if not (plain and game.stage.over and web_app().engine_ready.is_set()) or slow_because():
        return None
    try:
        job = web_app().reviews.submit(
            visitor_id(), game.match([len(game.hands) - 1], names_at(game)), seats=(PLAYER,),
            source=address_mark(),
        )  # fmt: skip
    except (InputError, TooManyError):
        return None
    return _box(job)


def _box(job: Job) -> EndBox:
    review = url_for("review.show", ident=job.id)
    report = web_app().reviews.report(job.id) if job.status is Status.DONE else None
    if report is None:
        return EndBox(review, url_for("ended.show", ident=job.id) if job.running else None)
    balance = report.hands[0].balances.get(PLAYER)
    choices = [choice for choice in report.entries if isinstance(choice, Choice)]
    worst = max(filter(is_error, choices), key=lambda choice: choice.verdict.loss, default=None)
    right = [choice for choice in choices if not is_error(choice) and choice.verdict.counts]
    best = max(right, key=_ahead, default=None)
    errors = [choice for choice in report.entries if is_error(choice)]
    so = "w" * (0 if worst is None else errors.index(worst))
    return EndBox(
        review, None, True,
        luck=None if balance is None else report.unit.signed(balance.luck.cards),
        own=None if balance is None else report.unit.signed(balance.skill),
        worst=None if worst is None else _play(worst, worst.best, lost_in_words(worst)),
        best=None if best is None or _ahead(best) < WORTH_A_WORD else _best(best),
        retry_url=url_for("retry.show", ident=job.id, so=so or None) if errors else None,
    )  # fmt: skip


def _beaten(choice: Choice) -> ActionValue | None:
    """The next best action behind those that are tied for best."""
    return next((each for each in choice.found.actions if each.action not in choice.tied), None)


def _ahead(choice: Choice) -> float:
    beaten = _beaten(choice)
    return 0.0 if beaten is None else beaten.loss


def _best(choice: Choice) -> LookedBackOn:
    beaten = _beaten(choice)
    assert beaten is not None
    return _play(choice, beaten, choice.unit.loss_text(choice.best, beaten))


def _play(choice: Choice, other: ActionValue, amount: str) -> LookedBackOn:
    text = lower(full_phrase(choice.view, other.action))
    return LookedBackOn(past(choice.view, choice.found.played), text, amount, held(choice.view))
