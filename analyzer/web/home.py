"""The first page: what this is, three hands to click, a box to paste into."""

from __future__ import annotations

from flask import Blueprint
from werkzeug.wrappers import Response

from analyzer.display.verdict import AnswerVerdict, verdict
from analyzer.service.depths import DEPTHS
from analyzer.service.ports import SearchTask
from analyzer.service.searches import Snapshot
from analyzer.web.analyze import live
from analyzer.web.analyze.examples import examples, samples
from analyzer.web.chrome import whole_page
from analyzer.web.state import web_app

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
    return whole_page(
        "home/page.html",
        "Ginsight: the best play in gin rummy",
        "For gin rummy, what an engine and a review page are for chess.",
        examples=shown,
        showcase_groups=shown[0]["groups"],
        showcase_verdict=showcase_verdict(),
    )
