"""The review page: give a record, watch it being judged, read what it says, keep it."""

from __future__ import annotations

import time
from dataclasses import replace
from typing import Any, Final, NamedTuple

from flask import (
    Blueprint,
    abort,
    make_response,
    redirect,
    render_template,
    request,
    url_for,
)
from werkzeug.datastructures import FileStorage
from werkzeug.wrappers import Response

from analyzer.api.records import read_match, record_form
from analyzer.api.reviews import report_to_json
from analyzer.api.views import read_any
from analyzer.display.parts import options
from analyzer.display.review.file import report_html
from analyzer.errors import InputError
from analyzer.notation import encode
from analyzer.notation.numbers import moment
from analyzer.notation.phrases import upper
from analyzer.notation.records import Match, decode_record, format_record
from analyzer.review import Report, ReviewSettings
from analyzer.service.admission import TooManyError
from analyzer.service.jobs import Job
from analyzer.service.reviews import WatchedReview
from analyzer.store import Status
from analyzer.web.analyze import entry
from analyzer.web.analyze.contexts import ErrorFragment, OtherPage
from analyzer.web.chrome import to_save, wants_fragment, whole_page
from analyzer.web.errors import json_response, turned_away
from analyzer.web.rendering import kept
from analyzer.web.review import live as reviewlive
from analyzer.web.review import report as reviewreport
from analyzer.web.review.api import csv_response
from analyzer.web.review.samples import EXAMPLES, example
from analyzer.web.review.seen import job_seen, report_seen
from analyzer.web.review.select import Selection
from analyzer.web.review.source import address_mark
from analyzer.web.review.stepping import BEAT_SECONDS
from analyzer.web.state import web_app
from analyzer.web.streams import refresh_after
from analyzer.web.visitor import is_mine, known_visitor, may_see, usual_rules, visitor_id

review = Blueprint("review", __name__, url_prefix="/review")

TITLE: Final = "Review a gin rummy game"
DESCRIPTION: Final = (
    "Paste the record of a gin rummy hand or match: where points were lost, how many, what was "
    "better and why, and how much was luck."
)
REFRESH_SECONDS: Final = 2
"""The interval at which a page reloads while a review runs, where scripts are off."""
STOP_SECONDS: Final = 3.0
"""The time that a stop waits for what was judged by then."""
LONGEST: Final = 120 * 1024
"""Most bytes of a record that is pasted; a file may be longer."""


class Depth(NamedTuple):
    """The number of worlds that a decision gets at most; a clear one gets by with fewer."""

    label: str
    worlds: int
    around: int
    """Where several play, with jokers or of mahjong gin: there each gets as many."""


DEPTHS: Final = {
    "quick": Depth("Quick", 2_048, 64),
    "standard": Depth("Standard", 16_384, 128),
    "deep": Depth("Deep", 65_536, 512),
}


@review.get("")
def start() -> Response:
    """Paste or upload a record, take an example, or return to your own reviews."""
    name = request.args.get("example", "")
    return _start(example(name) if name in EXAMPLES else "")


@review.post("")
def submit() -> Response:
    """Review the record ``record``, or an uploaded ``file``, to a ``depth``.

    A ``cure`` goes into the box; a record that was ``chosen`` of several is reviewed.
    """
    request.max_form_memory_size = LONGEST
    if request.mimetype != "multipart/form-data":
        request.max_content_length = LONGEST
    text = request.form.get("record", "")
    try:
        text = brought() or text
        if "cure" in request.form:
            read_match(text, usual=usual_rules())
            return _start(text)
        depth = DEPTHS.get(request.form.get("depth", ""), DEPTHS["standard"])
        match = read_match(text, usual=usual_rules()) if text.strip() else _nothing()
        worlds = depth.worlds if match.rules.two_handed else depth.around
        settings = ReviewSettings.of(match.rules, worlds)
        job = web_app().reviews.submit(visitor_id(), match, settings, source=address_mark())
    except InputError as error:
        return _start(text, _record_error(text, error), 422)
    except TooManyError as error:
        return _full(text, error)
    return redirect(url_for("review.show", ident=job.id), 303)


@review.get("/table")
def table() -> Response:
    """The hand with id ``p``, to be reviewed: the address of version 0.3's reviews of several."""
    if "p" not in request.args:
        return redirect(url_for("review.start"))
    try:
        return _start(format_record(decode_record(request.args["p"])))
    except InputError:
        abort(404)


@review.get("/<ident>")
def show(ident: str) -> Response:
    """A review: its progress, then luck and skill and every decision; private until shared."""
    job = _seen(ident)
    done = job.version if job.status is Status.DONE else None
    return kept(lambda: _shown(job), done, web_app().store.mark() if is_mine(job) else "")


def _shown(job: Job) -> Response:
    """The page of a review, or the part of it that its own script asks for."""
    selection = Selection.read(request.args)
    part = request.headers.get("HX-Target") if wants_fragment() else None
    if part in {"entries", "replay"}:
        report = report_seen(job, web_app().reviews.report(job.id) or abort(404))
        if part == "entries":
            entries = reviewreport.entries(job, report, selection)
            return make_response(render_template("review/_entries.html", entries=entries))
        shown = reviewreport.replay(job, report, selection)
        return make_response(render_template("review/_replay.html", replay=shown))
    body = reviewlive.body_of(job, selection, stream=reviewlive.events_of(job))
    return whole_page(
        "review/page.html",
        f"{job.title} · review",
        "A gin rummy review: luck, skill, and what was better.",
        heading=job.title,
        body=body,
        refresh=_refresh(body),
    )


def _refresh(body: dict[str, Any]) -> str | None:
    """The page that comes by itself, where scripts are off: news of a review, or the next step of
    one that plays itself."""
    if body["poll_url"]:
        return refresh_after(REFRESH_SECONDS)
    shown = body["report"] and body["report"]["replay"]
    following = shown and shown["steps"]["then"]
    return following and refresh_after(BEAT_SECONDS, following)


@review.get("/<ident>/news")
def news(ident: str) -> Response:
    """The review so far, for pages whose event stream does not come through."""
    job = _seen(ident)
    if not wants_fragment():
        return redirect(url_for("review.show", ident=ident), 303)
    return make_response(reviewlive.polled(job))


@review.get("/<ident>/events")
def events(ident: str) -> Response:
    """News of a review as server-sent events, after version ``after``."""
    app, job = web_app(), _seen(ident)
    watched = WatchedReview(app.reviews, job.id)
    return app.streams.answer(watched, reviewlive.news, reviewlive.polled)


# ---------------------------------------------------------------- what its owner may do


@review.post("/<ident>/stop")
def stop(ident: str) -> Response:
    """Stop a review; what was judged is kept."""
    job, reviews = _mine(ident), web_app().reviews
    reviews.stop(ident)
    deadline = time.monotonic() + STOP_SECONDS
    while job.status is Status.RUNNING and reviews.report(ident) is None:
        if time.monotonic() > deadline:
            break
        reviews.rest(reviews.changes, STOP_SECONDS / 10)
    return _back(ident)


@review.post("/<ident>/again")
def again(ident: str) -> Response:
    """Go on with a review that was stopped or failed."""
    job = _mine(ident)
    try:
        web_app().reviews.again(ident)
    except TooManyError as error:
        return _full(job.record, error)
    return _back(ident)


@review.post("/<ident>/share")
def share(ident: str) -> Response:
    """Show a review to everybody who has its address (``on=1``), or no more.

    With ``nameless=1`` others see it without the players' names.
    """
    _mine(ident)
    nameless = request.form.get("nameless") == "1"
    web_app().reviews.share(ident, request.form.get("on") == "1", nameless=nameless)
    return redirect(url_for("review.show", ident=ident, look="keep", _anchor="keep"), 303)


@review.post("/<ident>/forget")
def forget(ident: str) -> Response:
    """Delete a review."""
    _mine(ident)
    web_app().reviews.forget(ident)
    return redirect(url_for("review.start", _anchor="mine"), 303)


def _back(ident: str) -> Response:
    return redirect(url_for("review.show", ident=ident), 303)


# ---------------------------------------------------------------- to keep


@review.get("/<ident>/file")
def file(ident: str) -> Response:
    """The review as one page to keep, that needs nothing else."""
    job, report = finished(ident)
    html = report_html(
        report, analyze=lambda view: url_for("analyze.show", p=encode(view), _external=True)
    )
    return _download(html, job, "html", "text/html")


@review.get("/<ident>/json")
def document(ident: str) -> Response:
    """The report as a document."""
    return json_response(report_to_json(finished(ident)[1]))


@review.get("/<ident>/csv")
def rows(ident: str) -> Response:
    """The decisions of the report as a table."""
    return csv_response(finished(ident)[1], ident)


@review.get("/<ident>/record")
def record(ident: str) -> Response:
    """The record that was reviewed, as text."""
    job = _seen(ident)
    return _download(job.record, job, "txt", "text/plain")


def _download(text: str, job: Job, ending: str, kind: str) -> Response:
    return to_save(text, f"ginsight-{job.id}.{ending}", f"{kind}; charset=utf-8")


# ---------------------------------------------------------------- who may see what


def _seen(ident: str) -> Job:
    """The review with an id, if whoever asks may see it; else there is none."""
    job = web_app().reviews.job(ident)
    if job is None or not may_see(job):
        abort(404)
    return job_seen(job)


def _mine(ident: str) -> Job:
    """The review with an id, if it belongs to whoever asks; else there is none."""
    job = _seen(ident)
    if not is_mine(job):
        abort(404)
    return job


def finished(ident: str) -> tuple[Job, Report]:
    """A review and its report, whole or stopped; while there is none, to the page that waits."""
    job = _seen(ident)
    return job, report_seen(job, web_app().reviews.report(ident) or abort(_back(ident)))


# ---------------------------------------------------------------- the box


def _record_error(text: str, error: InputError) -> ErrorFragment:
    """Return what is wrong with a record, with the line it stands in and its cure."""
    if _is_situation(text):
        return ErrorFragment(
            "This is one situation, not a whole game.",
            hint="The analysis says what to do in it.",
            elsewhere=OtherPage("Analyze it", "view", text, url_for("analyze.submit")),
        )
    shown = entry.error_of(text, error, url_for("review.submit"))
    return shown if shown.cure_text and _reads(shown.cure_text) else replace(shown, cure=None)


def _is_situation(text: str) -> bool:
    """True if the analysis reads a text that is no game."""
    if record_form(text) is not None or not text.strip():
        return False
    try:
        read_any(text, usual_rules())
    except InputError:
        return False
    return True


def _reads(text: str) -> bool:
    """True if a text is a game: a cure that leads to another error is not offered."""
    try:
        read_match(text, usual=usual_rules())
    except InputError:
        return False
    return True


def brought() -> str:
    """The text that is sent beside the one in the box and comes before it: ``chosen`` of several,
    mended, or of uploaded files."""
    sent = request.form.get("chosen") or request.form.get("cure")
    return sent or "\n\n".join(map(_uploaded, request.files.getlist("file"))).strip()


def _uploaded(given: FileStorage) -> str:
    """The text of an uploaded file; nothing without one."""
    try:
        return given.stream.read().decode("utf-8-sig")
    except UnicodeDecodeError:
        raise InputError("the file is not text", hint="give a record as text or JSON") from None


def _nothing() -> Match:
    raise InputError("there is no record", hint="paste one, or choose a file")


def _full(text: str, error: TooManyError) -> Response:
    wrong = ErrorFragment(f"{upper(str(error))}.", hint="Stop one of them, or come back later.")
    return turned_away(_start(text, wrong), error)


def _start(text: str, error: ErrorFragment | None = None, status: int = 200) -> Response:
    owner = known_visitor()
    jobs = () if owner is None else web_app().reviews.mine(owner)
    chosen = request.form.get("depth", "")
    return whole_page(
        "review/start.html",
        TITLE,
        DESCRIPTION,
        status,
        text=text,
        depths=options(
            ((key, depth.label) for key, depth in DEPTHS.items()),
            chosen if chosen in DEPTHS else "standard",
        ),
        examples=EXAMPLES,
        sample=example("own"),
        leaks=any(job.status is Status.DONE for job in jobs),
        error=error,
        mine=[(job, moment(job.created), reviewlive.status_words(job)) for job in jobs],
    )
