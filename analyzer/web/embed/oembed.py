"""oEmbed: a program asks with the address of a page, and is told the HTML that shows it.

Source: https://oembed.com, version 1.0, responses of type `rich`.
"""

from __future__ import annotations

from typing import Final
from urllib.parse import parse_qsl, urlsplit

from flask import Blueprint, current_app, request, url_for
from werkzeug.exceptions import HTTPException
from werkzeug.routing import RequestRedirect
from werkzeug.wrappers import Response

from analyzer.api.documents import error_to_json
from analyzer.errors import InputError
from analyzer.web.embed import pages
from analyzer.web.embed.links import (
    FRAMES,
    HEIGHT,
    KEPT,
    NARROW,
    NARROW_HEIGHT,
    WIDTH,
    frame_url,
    snippet,
)
from analyzer.web.errors import json_response

oembed = Blueprint("oembed", __name__)

PAGES_WORDS: Final = "a shared analysis (/a/…), a puzzle, or a review that was shared"
BAD_REQUEST, NOT_FOUND, NOT_IMPLEMENTED = 400, 404, 501
HOUR: Final = 3600
SMALLEST: Final = 120
"""Pixels under which nothing of a table can be seen."""


@oembed.get("/oembed")
def tell() -> Response:
    """The HTML that shows the page at ``url``, within ``maxwidth`` and ``maxheight``."""
    form = request.args.get("format", "json")
    if form != "json":
        return _refused(
            NOT_IMPLEMENTED, f"the format `{form[:20]}` is not spoken", "format", "ask for json"
        )
    try:
        widest, highest = _most("maxwidth"), _most("maxheight")
        url = request.args.get("url") or _missing()
    except InputError as error:
        return json_response(error_to_json(error), BAD_REQUEST)
    shown = _frame_of(url)
    if shown is None:
        return _refused(NOT_FOUND, "there is nothing to show at this address", "url",
                        f"give that of {PAGES_WORDS}")  # fmt: skip
    frame, source = shown
    width = min(WIDTH, widest or WIDTH)
    height = HEIGHT if width > NARROW else NARROW_HEIGHT
    height = min(height, highest or height)
    return json_response({
        "version": "1.0", "type": "rich", "title": frame.title,
        "provider_name": "Ginsight", "provider_url": url_for("home.page", _external=True),
        "cache_age": HOUR, "html": snippet(source, frame.title, width, height),
        "width": width, "height": height,
    })  # fmt: skip


def _missing() -> str:
    raise InputError("the address is missing", where="url", hint=f"give that of {PAGES_WORDS}")


def _most(name: str) -> int | None:
    """The pixels that are asked for at most; raises InputError for what is no number of them."""
    given = request.args.get(name)
    if given is None:
        return None
    if not (given.isascii() and given.isdecimal() and int(given[:9]) >= SMALLEST):
        hint = f"give a whole number of pixels, {SMALLEST} or more"
        raise InputError(f"`{given[:20]}` is no size of a frame", where=name, hint=hint)
    return int(given[:9])


def _frame_of(url: str) -> tuple[pages.EmbedFrame, str] | None:
    """The frame of a page of ours and its address; None of any other address."""
    try:
        parts = urlsplit(url)
        path = parts.path.removeprefix(request.script_root)
        adapter = current_app.create_url_adapter(request)
        if parts.scheme not in {"http", "https"} or parts.netloc != request.host or not adapter:
            return None
        endpoint, values = adapter.match(path, method="GET")
    except (ValueError, RequestRedirect, HTTPException):
        return None
    if endpoint not in FRAMES:
        return None
    here = {name: said for name, said in parse_qsl(parts.query) if name in KEPT}
    try:
        frame = pages.TELLERS[FRAMES[endpoint]](*values.values())
        return frame, frame_url(endpoint, {**values, **here})
    except HTTPException:
        return None


def _refused(status: int, message: str, where: str, hint: str) -> Response:
    return json_response(error_to_json(InputError(message, where=where, hint=hint)), status)
