"""The first page: what this is, three hands to click, a box to paste into."""

from __future__ import annotations

from dataclasses import dataclass

from flask import Blueprint, make_response, render_template, url_for
from werkzeug.wrappers import Response

from analyzer.display.parts import CardGroup
from analyzer.display.verdict import AnswerVerdict, verdict
from analyzer.service.depths import DEPTHS
from analyzer.service.ports import SearchTask
from analyzer.service.searches import Snapshot
from analyzer.web.analyze import entry, live
from analyzer.web.analyze.contexts import EntryForm, Example
from analyzer.web.analyze.examples import examples, samples
from analyzer.web.state import web_app


@dataclass(frozen=True, slots=True)
class HomePage:
    """`home/page.html`."""

    title: str
    description: str
    examples: tuple[Example, ...]
    form: EntryForm
    review_url: str = "/review"
    showcase: CardGroup | None = None
    """A held hand drawn large beside the promise."""
    showcase_groups: tuple[CardGroup, ...] = ()
    showcase_verdict: AnswerVerdict | None = None


home = Blueprint("home", __name__)


def showcase_task() -> SearchTask:
    """The question of the hand shown at the top: the first example."""
    return live.task_of(samples()[0].view, DEPTHS[0], web_app().engine.opponent)


def showcase_verdict() -> AnswerVerdict | None:
    """Its answer, once there is one."""
    search = web_app().searches.known(showcase_task())
    snapshot: Snapshot | None = None if search is None else search.snapshot
    if snapshot is None or snapshot.running or snapshot.evaluation is None:
        return None
    return verdict(snapshot.evaluation)


@home.get("/")
def page() -> Response:
    """What Ginsight is, with three examples and the paste box."""
    shown = examples()
    return make_response(
        render_template(
            "home/page.html",
            page=HomePage(
                title="Ginsight: the best play in gin rummy",
                description="For gin rummy, what an engine and a review page are for chess.",
                examples=shown,
                form=entry.form(),
                review_url=url_for("review.start"),
                showcase_groups=shown[0].groups,
                showcase_verdict=showcase_verdict(),
            ),
        )
    )
