"""Reviews in the API: ask for one, watch it, take its report, delete it.

No cookie is read here: whoever knows the id of a review that was asked for through the API has
it, and of those that were asked for on a page the ones that are shared.
"""

from __future__ import annotations

from flask import Blueprint, abort, url_for
from werkzeug.wrappers import Response

from analyzer.api.openapi import PREFIX
from analyzer.api.reviews import JobJson, ReviewRequest, entries_csv, report_to_json
from analyzer.review import Report
from analyzer.service.jobs import PASSING, Job
from analyzer.store import Status
from analyzer.web.api import sent
from analyzer.web.chrome import to_save
from analyzer.web.errors import json_response
from analyzer.web.review.seen import job_seen, report_seen
from analyzer.web.review.source import address_mark
from analyzer.web.state import web_app

review_api = Blueprint("review_api", __name__, url_prefix=f"{PREFIX}/review")

ACCEPTED, NO_CONTENT = 202, 204


@review_api.post("")
def submit() -> Response:
    """Ask for a review: how far it is, and where it will be."""
    wanted: ReviewRequest = sent(ReviewRequest)
    match = wanted.match()
    settings, mark = wanted.settings(match.rules), address_mark()
    job = web_app().reviews.submit(PASSING + mark, match, settings, wanted.seats(), mark)
    document = _told(job)
    response = json_response(document, ACCEPTED)
    response.headers["Location"] = document.url
    return response


@review_api.get("/<ident>")
def status(ident: str) -> Response:
    """Return how far a review is."""
    return json_response(_told(_job(ident)))


@review_api.get("/<ident>/report")
def report(ident: str) -> Response:
    """The report, once it is done; of one that was stopped what was done by then."""
    return json_response(report_to_json(_report(ident)))


@review_api.get("/<ident>/entries.csv")
def entries(ident: str) -> Response:
    """The entries of the report as a table."""
    return csv_response(_report(ident), ident)


@review_api.delete("/<ident>")
def delete(ident: str) -> Response:
    """Delete a review that was asked for here; one that runs is stopped."""
    job = _job(ident)
    if not job.owner.startswith(PASSING):
        abort(404)
    web_app().reviews.forget(job.id)
    return Response(status=NO_CONTENT)


def csv_response(report: Report, ident: str) -> Response:
    """The entries of a report as a file to save."""
    return to_save(entries_csv(report), f"review-{ident}.csv", "text/csv; charset=utf-8")


def _job(ident: str) -> Job:
    job = web_app().reviews.job(ident)
    if job is None or not (job.shared or job.owner.startswith(PASSING)):
        abort(404)
    return job_seen(job)


def _report(ident: str) -> Report:
    job = _job(ident)
    report = web_app().reviews.report(job.id)
    if report is None:
        abort(409)
    return report_seen(job, report)


def _told(job: Job) -> JobJson:
    waits = job.status is Status.QUEUED
    return JobJson(
        id=job.id,
        title=job.title,
        status=job.status.value,
        done=job.done,
        all=job.all,
        ahead=web_app().reviews.ahead(job.id) if waits else 0,
        problem=job.problem,
        created=job.created.isoformat(timespec="seconds"),
        worlds=job.settings.worlds,
        seed=job.settings.seed,
        opponent=job.settings.opponent,
        players=[seat + 1 for seat in job.seats],
        url=url_for("review_api.status", ident=job.id),
        report=url_for("review_api.report", ident=job.id),
        csv=url_for("review_api.entries", ident=job.id),
    )
