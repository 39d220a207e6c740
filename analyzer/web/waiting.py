"""The words while the engine compiles, on a new installation, which nobody waits for in silence.

A page that needs it for an answer says so in the answer's place. Where a whole page or a move
needs it, `needs_engine` leads to a page that says so, and from there back, with scripts or without.
"""

from __future__ import annotations

import re
from typing import Final

from flask import Blueprint, Flask, make_response, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from analyzer.errors import InputError
from analyzer.web.chrome import Link, wants_fragment
from analyzer.web.errors import ErrorPage
from analyzer.web.state import web_app
from analyzer.web.streams import refresh_after

COMPILES: Final = "After installation the engine compiles itself once: about half a minute."
"""Why a new installation has no answers yet."""
READY_WAIT: Final = 0.5
"""Seconds that a page waits at most, for an engine that has only to be loaded."""
REFRESH_SECONDS: Final = 2
_OURS: Final = re.compile(r"/(?!/)[^\\\s]*")
"""An address on this server."""

waiting = Blueprint("waiting", __name__, url_prefix="/getting-ready")


class UnreadyError(Exception):
    """A request for the engine, which is not ready; `back` is a page of ours."""

    def __init__(self, back: str) -> None:
        self.back = back
        super().__init__(back)


def register(app: Flask) -> None:
    """Lead to the page that waits wherever the engine is not ready."""
    app.register_error_handler(UnreadyError, _led)


def is_ready() -> bool:
    """True if the engine is compiled."""
    return web_app().engine_ready.wait(READY_WAIT)


def needs_engine(back: str) -> None:
    """Raise UnreadyError, to come to page `back` afterwards, while the engine is not ready."""
    if not is_ready():
        raise UnreadyError(back)


def refuse_unready() -> None:
    """Raise InputError where an answer can only be counted by an engine that is not ready."""
    if not is_ready():
        raise InputError(f"{COMPILES} Then answer again")


@waiting.get("")
def show() -> Response:
    """Getting ready: shown while the engine compiles, then leads back to the page ``to``."""
    to = request.args.get("to", "")
    to = to if _OURS.fullmatch(to) else url_for("home.page")
    if is_ready():
        return redirect(to, 303)
    page = ErrorPage(
        title="Getting ready",
        status=200,
        headline="Getting ready.",
        explanation=f"{COMPILES} Then you are taken back, to go on where you were.",
        links=(Link("Back", to),),
        refresh=refresh_after(REFRESH_SECONDS),
    )
    return make_response(render_template("error/page.html", page=page))


def _led(error: UnreadyError) -> Response:
    address = url_for("waiting.show", to=error.back)
    if wants_fragment():
        return make_response("", 200, {"HX-Redirect": address})
    return redirect(address, 303)
