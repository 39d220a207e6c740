"""The opponent's hand on the analyze page: a heat map, and what each of their turns revealed.

Both are parts of the analyze page, fetched when it is open, and pages of their own for those
without scripts.
"""

from __future__ import annotations

from typing import Any

from flask import Blueprint, make_response, render_template, request, url_for
from werkzeug.wrappers import Response

from analyzer.display import belief as heat
from analyzer.errors import InputError
from analyzer.game.view import View, for_two
from analyzer.notation import decode, encode
from analyzer.service import beliefs
from analyzer.web.analyze import entry
from analyzer.web.chrome import wants_fragment, whole_page
from analyzer.web.state import web_app
from analyzer.web.waiting import COMPILES

belief = Blueprint("belief", __name__, url_prefix="/analyze/belief")

TITLE = "The opponent’s hand"
DESCRIPTION = (
    "What the opponent may hold in a hand of gin rummy: the chance of each card, their deadwood, "
    "and what each of their turns revealed."
)


def address(view: View) -> str:
    """Return where the opponent's hand of a view is shown."""
    return url_for("belief.show", p=encode(view))


@belief.get("")
def show() -> Response:
    """The opponent's hand in position ``p``: the chance of each card, and their deadwood."""
    view = _view()
    if not web_app().engine_ready.is_set():
        return _waiting(view, address(view))
    summary = heat.belief_fragment(beliefs.summary_of(view), _turns_url(view))
    if wants_fragment():
        return make_response(render_template("analyze/_belief.html", belief=summary))
    return _page(view, belief=summary)


@belief.get("/turns")
def turns() -> Response:
    """Return what each turn of the opponent told in position ``p``."""
    view = _view()
    if not web_app().engine_ready.is_set():
        return _waiting(view, _turns_url(view))
    evidence = heat.inference_fragment(view, beliefs.evidence_of(view), fresh=wants_fragment())
    if wants_fragment():
        return make_response(render_template("analyze/_inference.html", inference=evidence))
    now = heat.belief_fragment(beliefs.summary_of(view), None)
    return _page(view, "What their turns revealed", belief=now, inference=evidence)


def _view() -> View:
    ident = request.args.get("p", "")
    if not ident:
        raise InputError("this address names no position", hint="analyze a hand first")
    return for_two(decode(ident))


def _turns_url(view: View) -> str:
    return url_for("belief.turns", p=encode(view))


def _waiting(view: View, again_url: str) -> Response:
    """Return what to show while the engine is being compiled, which no request waits for."""
    if wants_fragment():
        words = {"again_url": again_url, "compiles": COMPILES}
        return make_response(render_template("analyze/_ready.html", **words))
    return _page(view, again_url=again_url)


def _page(view: View, title: str = TITLE, **parts: Any) -> Response:
    shown = {"belief": None, "inference": None, "again_url": None, "compiles": COMPILES, **parts}
    return whole_page(
        "analyze/belief.html",
        title,
        DESCRIPTION,
        back_url=url_for("analyze.show", p=encode(view)),
        hand=entry.of_view(view).hand,
        **shown,
    )
