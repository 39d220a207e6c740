"""The opponent's hand on the analyze page: a heat map, and what each of their turns revealed.

Both are parts of the analyze page, fetched when it is open, and pages of their own for those
without scripts.
"""

from __future__ import annotations

from flask import Blueprint, make_response, render_template, request, url_for
from werkzeug.wrappers import Response

from analyzer.display import belief as heat
from analyzer.game.view import View
from analyzer.notation import decode, encode
from analyzer.service import beliefs
from analyzer.web.analyze import entry
from analyzer.web.analyze.contexts import BeliefPage, GettingReady
from analyzer.web.chrome import wants_fragment
from analyzer.web.state import web_app

belief = Blueprint("belief", __name__, url_prefix="/analyze/belief")

TITLE = "The opponent’s hand"
DESCRIPTION = (
    "What the opponent may hold in a hand of gin rummy: the chance of each card, their deadwood, "
    "and what each of their turns revealed."
)


def address(view: View) -> str:
    """Where the opponent's hand of a view is shown."""
    return url_for("belief.show", p=encode(view))


@belief.get("")
def show() -> Response:
    """The opponent's hand in position ``p``: the chance of each card, and their deadwood."""
    view = decode(request.args.get("p", ""))
    turns_url = url_for("belief.turns", p=encode(view))
    if (waiting := _not_ready(address(view))) is not None:
        return _waiting(view, waiting)
    found = heat.belief_fragment(beliefs.summary_of(view), turns_url)
    if wants_fragment():
        return make_response(render_template("analyze/_belief.html", belief=found))
    page = BeliefPage(TITLE, DESCRIPTION, _back(view), entry.of_view(view).hand, belief=found)
    return make_response(render_template("analyze/belief.html", page=page))


@belief.get("/turns")
def turns() -> Response:
    """What each turn of the opponent told in position ``p``."""
    view = decode(request.args.get("p", ""))
    again = url_for("belief.turns", p=encode(view))
    if (waiting := _not_ready(again)) is not None:
        return _waiting(view, waiting)
    found = heat.inference_fragment(view, beliefs.evidence_of(view), fresh=wants_fragment())
    if wants_fragment():
        return make_response(render_template("analyze/_inference.html", inference=found))
    page = BeliefPage(
        "What their turns revealed", DESCRIPTION, _back(view), entry.of_view(view).hand,
        belief=heat.belief_fragment(beliefs.summary_of(view), None), inference=found,
    )  # fmt: skip
    return make_response(render_template("analyze/belief.html", page=page))


def _back(view: View) -> str:
    return url_for("analyze.show", p=encode(view))


def _not_ready(again: str) -> GettingReady | None:
    """What to show while the engine is being compiled, which no request waits for."""
    return None if web_app().engine_ready.is_set() else GettingReady(again)


def _waiting(view: View, waiting: GettingReady) -> Response:
    if wants_fragment():
        return make_response(render_template("analyze/_ready.html", waiting=waiting))
    page = BeliefPage(TITLE, DESCRIPTION, _back(view), entry.of_view(view).hand, waiting=waiting)
    return make_response(render_template("analyze/belief.html", page=page))
