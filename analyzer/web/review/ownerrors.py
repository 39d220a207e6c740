"""The stored errors of a visitor: of finished reviews, and of games with the coach."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from hashlib import sha256
from typing import Final

from analyzer.display.review.words import player
from analyzer.engine.search import ENGINE_VERSION
from analyzer.game.actions import Action
from analyzer.game.cards import CardSet
from analyzer.game.view import View
from analyzer.practice.knocks import KnockToAnswer
from analyzer.practice.mistakes import Mistake, Mistakes, mistake, mistake_of_lay_off
from analyzer.practice.seat import Note
from analyzer.review import Report
from analyzer.service.jobs import Job
from analyzer.store import Status
from analyzer.store.training import MISTAKES
from analyzer.web.puzzles.me import asked_today
from analyzer.web.review.samples import is_own
from analyzer.web.state import web_app
from analyzer.web.visitor import kept_text

AT_ONCE: Final = 5
"""Reviews whose errors are taken in with one request."""


def mistakes_kept(owner: str | None, reviews: Iterable[Job] | None = None) -> Mistakes:
    """A visitor's mistakes, with those of reviews (all, if not given) that were finished since."""
    if owner is None:
        return Mistakes()
    kept = _kept(owner)
    reviews = web_app().reviews.mine(owner) if reviews is None else reviews
    jobs = [review for review in reviews if review.status is Status.DONE and is_own(review)]
    new = [job for job in jobs if _mark(job) not in kept.seen][:AT_ONCE]
    if not new:
        return kept
    today = asked_today()
    reports = [(_mark(job), web_app().reviews.report(job.id)) for job in new]

    def with_all(kept: Mistakes) -> Mistakes:
        for source, report in reports:
            kept = kept.with_review(source, report, today)
        return kept

    _change(owner, with_all)
    return with_all(kept)


def _kept(owner: str) -> Mistakes:
    return Mistakes.kept(kept_text(owner, MISTAKES))


def _mark(job: Job) -> str:
    """Tells reviews apart, on another server too."""
    return sha256(f"{job.seats} {job.record}".encode()).hexdigest()[:16]


def whose_mistakes(job: Job, report: Report) -> tuple[str, int, str] | None:
    """(whose errors come again, the other player's seat, the other's name) of a review of both."""
    if len(report.seats) < 2 or report.hands[0].record.rules.players > 2 or not is_own(job):
        return None
    mine = _kept(job.owner).seat_in(_mark(job), report)
    return player(report, mine), 1 - mine, player(report, 1 - mine)


def change_seat(job: Job, report: Report, seat: int) -> None:
    """Whose errors of a review come again from now on."""
    today = asked_today()
    _change(job.owner, lambda kept: kept.as_played(_mark(job), report, seat, today))


def keep_mistake(owner: str, view: View, action: Action, note: Note) -> None:
    """Keep an error of a game, that the coach has spoken of."""
    melds_wrong = note.losses[0][0] == str(action)
    played = action if melds_wrong else action.plain
    _keep(owner, mistake(view, played, note.loss, ENGINE_VERSION, asked_today()))


def keep_lay_off(owner: str, knock: KnockToAnswer, off: CardSet, lost: float) -> None:
    """The same of an answer to a knock."""
    _keep(owner, mistake_of_lay_off(knock, off, lost, ENGINE_VERSION, asked_today()))


def _keep(owner: str, made: Mistake) -> None:
    _change(owner, lambda kept: kept.plus("a game", [made]))


def _change(owner: str, edit: Callable[[Mistakes], Mistakes]) -> None:
    training = web_app().store.training
    training.change(owner, MISTAKES, lambda text: edit(Mistakes.kept(text)).text)


def answer_kept(owner: str, mistake: Mistake, credit: float) -> None:
    """Keep how a mistake that is due was answered; an old page changes nothing."""
    today = asked_today()

    def after(kept: Mistakes) -> Mistakes:
        return kept.after(mistake.place, credit, today) if mistake in kept.due(today) else kept

    _change(owner, after)
