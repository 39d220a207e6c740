"""The first page: what this is, three hands to click, a box to paste into."""

from __future__ import annotations

from flask import Blueprint, make_response, render_template
from werkzeug.wrappers import Response

from analyzer.web import entry
from analyzer.web.contexts import HomePage
from analyzer.web.examples import examples

home = Blueprint("home", __name__)


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
                showcase_groups=shown[0].groups,
            ),
        )
    )
