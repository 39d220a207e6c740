"""From a review's job to what its page shows: under way, ended without a report, or the report."""

from __future__ import annotations

from collections import Counter
from typing import Any

from flask import render_template, url_for

from analyzer.display.parts import GRADE_MARKS, GradeMark, ProgressBar
from analyzer.display.review.words import PLURALS, lost_in_words
from analyzer.engine.types import Grade
from analyzer.notation.numbers import counted
from analyzer.notation.phrases import listed, text_of, upper
from analyzer.review import Entry
from analyzer.review.coach import Detail, explain
from analyzer.service.jobs import Job
from analyzer.store import Status
from analyzer.web.review import report as reviewreport
from analyzer.web.review.seen import job_seen, report_seen
from analyzer.web.review.select import Selection
from analyzer.web.state import web_app
from analyzer.web.streams import NO_STREAM, Stream
from analyzer.web.visitor import is_mine
from analyzer.web.waiting import COMPILES


def body_of(job: Job, selection: Selection, *, stream: Stream | None = None) -> dict[str, Any]:
    """Return what the page of a review shows now (`review/_body.html`); read out where it is final.

    `stream` is what fetches news while it runs.
    """
    reviews = web_app().reviews
    now = job_seen(reviews.job(job.id) or job)  # it may have ended since it was asked for
    report = None if now.running else reviews.report(now.id)
    body: dict[str, Any] = {
        "final": True,
        "running": None,
        "report": None,
        "stream": NO_STREAM,
        "poll_url": None,
    }
    if report is not None:
        return body | {"report": reviewreport.fragment(now, report_seen(now, report), selection)}
    if not now.running:
        now = job_seen(reviews.job(now.id) or now)  # an old report sends it back into the queue
    body["running"] = _running(now)
    if not now.running:
        return body
    news = url_for("review.news", ident=now.id)
    return body | {"final": now.done == 0, "stream": stream, "poll_url": news}


def events_of(job: Job) -> Stream:
    """Return where news come from, after what is shown already."""
    return Stream(events_url=url_for("review.events", ident=job.id, after=job.version))


def polling(job: Job) -> Stream:
    """The same for those who have to ask each second."""
    return Stream(poll_url=url_for("review.news", ident=job.id))


def _running(job: Job) -> dict[str, Any]:
    """A review that waits, runs, or ended without a report (`review/_running.html`)."""
    entries = web_app().reviews.so_far(job.id)
    headline, detail = _said(job)
    return {
        "ident": job.id,
        "mine": is_mine(job),
        "headline": headline,
        "detail": detail,
        "progress": _progress(job) if job.running else None,
        "counted": _counted(entries),
        "rows": [_row(job, entry) for entry in entries if entry.verdict.grade is not Grade.BEST],
    }


def status_words(job: Job) -> str:
    """Return how far a review is, for a list."""
    done, every = web_app().reviews.judged_of(job)
    match job.status:
        case Status.QUEUED:
            return "waiting for its turn"
        case Status.RUNNING:
            return f"judging {done} of {counted(every, 'decision')}"
        case Status.DONE:
            return counted(every, "decision")
        case Status.STOPPED:
            return f"stopped at {done} of {every}"
        case Status.FAILED:
            return "failed"


def _said(job: Job) -> tuple[str, str]:
    match job.status:
        case Status.QUEUED:
            ahead = web_app().reviews.ahead(job.id)
            before = f"{counted(ahead, 'review')} before it." if ahead else "It is the next one."
            return "Waiting for its turn.", before
        case Status.FAILED:
            return (
                "This review failed.",
                job.problem or "It is our fault; the server's log may say more.",
            )
        case Status.STOPPED:
            done, every = web_app().reviews.judged_of(job)
            return "Stopped.", f"{done} of {counted(every, 'decision')} are judged and kept."
        case Status.RUNNING if not web_app().engine_ready.is_set() and not job.done:
            return "Getting ready.", COMPILES
        case _:
            done, every = web_app().reviews.judged_of(job)
            return (
                f"Judging {done} of {counted(every, 'decision')}.",
                "You can leave: it continues, and this address brings you back.",
            )


def _progress(job: Job) -> ProgressBar:
    done, every = web_app().reviews.judged_of(job)
    part = round(100 * done / every, 1) if every else 0.0
    return ProgressBar(f"{done} of {every} judged", 0, part, running=True)


def _counted(entries: tuple[Entry, ...]) -> str | None:
    counts = Counter(entry.verdict.grade for entry in entries if entry.verdict.counts)
    sentences = [
        f"{counts[grade]} {PLURALS[grade][counts[grade] != 1]}" for grade in Grade if counts[grade]
    ]
    return f"So far {listed(sentences, 'and')}." if sentences else None


def _row(job: Job, entry: Entry) -> tuple[GradeMark, str, str, str]:
    """An error found so far: its class, place, the coach's words and what it lost."""
    turn = f"turn {entry.turn + 1}"
    said = explain(entry, Detail.SENTENCE).sentences
    where = f"Hand {entry.hand + 1}, {turn}" if job.hands > 1 else upper(turn)
    return GRADE_MARKS[entry.verdict.grade], where, text_of(said[0]), lost_in_words(entry)


def render(body: dict[str, Any]) -> str:
    """The body as HTML."""
    return render_template("review/_body.html", body=body)


def polled(job: Job) -> str:
    """The body for those who have to ask each second, as HTML."""
    return render(body_of(job, Selection(), stream=polling(job)))


def news(job: Job) -> str:
    """A message on the stream."""
    return render(body_of(job, Selection()))
