"""The frames: an analysis, a puzzle, or a hand to step through, for a page of somebody else.

They need no script, keep and read no cookie, and show what a stranger would see.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any, Final

from flask import Blueprint, abort, make_response, render_template, request, url_for
from werkzeug.exceptions import NotFound
from werkzeug.wrappers import Response

from analyzer.display.picture import png_of, table_svg
from analyzer.display.table import CardTable
from analyzer.display.verdict import verdict
from analyzer.notation.numbers import counted
from analyzer.practice.puzzles.types import Puzzle
from analyzer.practice.puzzles.words import level_of
from analyzer.web.analyze.felt import analyzed
from analyzer.web.puzzles.me import read_day
from analyzer.web.puzzles.question import question_of
from analyzer.web.review import report as reviewreport
from analyzer.web.review.seen import job_seen, report_seen
from analyzer.web.review.select import Selection
from analyzer.web.review.stepping import BEAT_SECONDS
from analyzer.web.state import web_app
from analyzer.web.streams import refresh_after

embeds = Blueprint("embeds", __name__, url_prefix="/embed")

FRESH: Final = 300
"""Seconds for which a frame may be kept: one that is private again is gone soon."""


@dataclass(frozen=True, slots=True)
class EmbedFrame:
    """The context of a frame (`embed/*.html`)."""

    template: str
    title: str
    page_url: str
    """The page that it is a piece of."""
    parts: dict[str, Any]

    @property
    def felt(self) -> CardTable | None:
        """The table, where one is shown."""
        table: CardTable | None = self.parts.get("felt") or self.parts["replay"]["felt"]
        return table


@embeds.get("/picture/<any(analysis, puzzle, day, review):name>/<ident>.png")
def picture(name: str, ident: str) -> Response:
    """The table of a frame as a picture, to be shown where its address is sent."""
    felt = TELLERS[name](ident).felt or abort(404)
    answer = _kept(make_response(png_of(table_svg(felt)), {"Content-Type": "image/png"}))
    answer.headers["Cross-Origin-Resource-Policy"] = "cross-origin"
    return answer


@embeds.get("/a/<share_id>")
def analysis(share_id: str) -> Response:
    """A stored analysis: the verdict, and the table with what each card costs."""
    return _shown(analysis_frame(share_id))


@embeds.get("/puzzles/<ident>")
def puzzle(ident: str) -> Response:
    """The question of a puzzle; the answer is given on its page."""
    return _shown(puzzle_frame(ident))


@embeds.get("/puzzles/day/<day>")
def day(day: str) -> Response:
    """The question of a day's puzzle."""
    return _shown(day_frame(day))


@embeds.get("/review/<ident>")
def review(ident: str) -> Response:
    """The steps of a shared review; ``step``, ``turn`` and ``seat`` say which, and with ``play=1``
    they follow each other by themselves."""
    frame = review_frame(ident)
    answer, following = _shown(frame), frame.parts["replay"]["steps"]["then"]
    if following:
        answer.headers["Refresh"] = refresh_after(BEAT_SECONDS, following)
    return answer


@embeds.errorhandler(NotFound)
def gone(_error: NotFound) -> tuple[str, int]:
    """Say in the frame that there is nothing, or nothing any more."""
    page = EmbedFrame("embed/gone.html", "Not here any more", url_for("home.page"), {})
    return render_template(page.template, page=page), 404


def _shown(frame: EmbedFrame) -> Response:
    return _kept(make_response(render_template(frame.template, page=frame)))


def _kept(answer: Response) -> Response:
    answer.headers["Cache-Control"] = f"public, max-age={FRESH}"
    return answer


# ---------------------------------------------------------------- what is in them


def analysis_frame(share_id: str) -> EmbedFrame:
    """The frame of a stored analysis; raises NotFound."""
    stored = web_app().archive.load(share_id) or abort(404)
    evaluation, said = stored.evaluation, verdict(stored.evaluation, final=True)
    return EmbedFrame(
        "embed/analysis.html",
        f"Gin rummy: {said.headline}",
        url_for("share.show", share_id=share_id, _external=True),
        {
            "felt": _still(analyzed(evaluation.view, evaluation)),
            "verdict": said,
            "worlds": counted(evaluation.worlds, "world"),
        },
    )


def puzzle_frame(ident: str) -> EmbedFrame:
    """The frame of a puzzle; raises NotFound."""
    puzzle = web_app().puzzles.find(ident) or abort(404)
    return _asked(puzzle, url_for("puzzles.show", ident=ident, _external=True))


def day_frame(day: str) -> EmbedFrame:
    """The frame of a day's puzzle; raises NotFound."""
    puzzle = web_app().puzzles.on(read_day(day) or abort(404)) or abort(404)
    return _asked(puzzle, url_for("puzzles.on_day", day=day, _external=True))


def _still(felt: CardTable) -> CardTable:
    """A table that is only looked at, above the words."""
    return replace(
        felt, action=None, field=None, buttons=(), on_stock=None, on_pile=None, on_knock=None,
        caption=None,
    )  # fmt: skip


def _asked(puzzle: Puzzle, page_url: str) -> EmbedFrame:
    question = question_of(puzzle.steps[0])
    felt = replace(_still(question["felt"]), heading=question["asks"], heading_id="asks", said=None)
    return EmbedFrame(
        "embed/puzzle.html",
        f"A gin rummy puzzle: {question['asks']}",
        page_url,
        {"felt": felt, "history": question["history"], "level": level_of(puzzle)[1]},
    )


def review_frame(ident: str) -> EmbedFrame:
    """The frame of a shared review, at the decision that its address asks for; raises NotFound."""
    reviews = web_app().reviews
    job = reviews.job(ident)
    report = reviews.report(ident) if job is not None and job.shared else None
    if job is None or report is None:
        abort(404)
    job, report = job_seen(job), report_seen(job, report)
    selection = replace(Selection.read(request.args), opened=False, lines=(), tried=None)
    shown = reviewreport.replay(job, report, selection, "embeds.review") or abort(404)
    felt = shown["felt"] and _still(shown["felt"])
    return EmbedFrame(
        "embed/hand.html",
        f"{job.title} · gin rummy",
        url_for("review.show", ident=ident, _external=True),
        {"title": job.title, "replay": shown | {"felt": felt}},
    )


TELLERS: Final[Mapping[str, Callable[[str], EmbedFrame]]] = MappingProxyType({
    "analysis": analysis_frame,
    "puzzle": puzzle_frame,
    "day": day_frame,
    "review": review_frame,
})  # fmt: skip
"""Every frame by its name."""
