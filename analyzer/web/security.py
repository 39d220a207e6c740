"""What every response carries, and which requests are refused before any page sees them.

Origin check: a request with an unsafe method must come from our own pages. Browsers say so
in ``Sec-Fetch-Site`` (`same-origin`, or `none` for what the user typed); where that header
is missing (plain http on a name that is not localhost), ``Origin`` must name our host. A
program that calls the JSON API sends neither, and no cookie counts there: with the content
type ``application/json``, which no foreign form can send, it may.
"""

from __future__ import annotations

from collections.abc import Mapping
from urllib.parse import urlsplit

from flask import Flask, Request, Response, request
from werkzeug.exceptions import Forbidden

POLICY = "; ".join(
    [
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self'",
        "connect-src 'self'",
        "form-action 'self'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
        "manifest-src 'self'",
    ]
)
"""The content security policy of every response."""

HEADERS: Mapping[str, str] = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    # not no-referrer: with it browsers send `Origin: null` from our own forms
    "Referrer-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}
"""Headers that every response carries."""

SAFE_METHODS = frozenset({"GET", "HEAD", "OPTIONS"})
"""Methods that change nothing and may come from anywhere."""

CARD_FACES_AGE = 7 * 24 * 3600
"""Seconds a browser may keep pinned files (card faces, vendored scripts)."""


def protect(app: Flask) -> None:
    """Refuse foreign requests and put the headers on every response of `app`."""
    app.before_request(_refuse_foreign)
    app.after_request(_add_headers)


def is_ours(asked: Request) -> bool:
    """Whether a request with an unsafe method comes from our own pages or a JSON client."""
    if site := asked.headers.get("Sec-Fetch-Site"):
        return site in {"same-origin", "none"}
    if origin := asked.headers.get("Origin"):
        return urlsplit(origin).netloc == asked.host and bool(asked.host)
    return asked.path.startswith("/api/") and asked.mimetype == "application/json"


def _refuse_foreign() -> None:
    if request.method not in SAFE_METHODS and not is_ours(request):
        raise Forbidden("This request does not come from one of our own pages.")


def _add_headers(response: Response) -> Response:
    for name, value in HEADERS.items():
        response.headers.setdefault(name, value)
    if "Cache-Control" not in response.headers:
        response.headers["Cache-Control"] = "private, no-cache"
    if request.endpoint != "static":
        response.vary.update(["HX-Request"])
    elif response.status_code in {200, 304} and request.path.startswith(
        ("/static/cards/", "/static/vendor/")
    ):
        response.headers["Cache-Control"] = f"public, max-age={CARD_FACES_AGE}"
    return response
