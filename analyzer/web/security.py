"""The headers of every response, and the requests that are refused before any page sees them.

Origin check: a request with an unsafe method must come from our own pages. Browsers say so
in ``Sec-Fetch-Site`` (`same-origin`, or `none` for what the user typed); where that header
is missing (plain http on a name that is not localhost), ``Origin`` must name our host. A
program that calls the JSON API sends neither, and no cookie counts there: with the content
type ``application/json`` or the method DELETE, which no foreign form can send, it may.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from urllib.parse import urlsplit

from flask import Flask, Request, Response, request
from werkzeug.exceptions import Forbidden, SecurityError, UnsupportedMediaType

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
        "worker-src 'self'",
    ]
)
"""The content security policy of every response."""

FRAMED = "; ".join(
    [
        "default-src 'none'",
        "style-src 'self'",
        "img-src 'self'",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors *",
    ]
)
"""That of the frames in other people's pages: less than any other, but anybody may show them."""

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

FRAME_HEADERS = {name: value for name, value in HEADERS.items() if name != "X-Frame-Options"} | {
    "Content-Security-Policy": FRAMED
}
"""Those of the frames."""

SECURE_FOR = 365 * 24 * 3600
"""Seconds for which a browser that came over https comes only so."""

SAFE_METHODS = frozenset({"GET", "HEAD", "OPTIONS"})
"""Methods that change nothing and may come from anywhere."""

CARD_FACES_AGE = 7 * 24 * 3600
"""Seconds a browser may keep pinned files (card faces, vendored scripts)."""


_HOST = re.compile(r"([a-z0-9.-]+|\[[a-f0-9:.]+\])(?::\d{1,5})?")


def protect(app: Flask, hosts: Collection[str]) -> None:
    """Refuse foreign requests and put the headers on every response of `app`."""

    names = frozenset(map(str.lower, hosts))
    domains = tuple(name for name in names if name.startswith("."))

    def refuse_strange_hosts() -> None:
        if not _is_trusted(request.host, names, domains):
            raise SecurityError

    app.before_request(refuse_strange_hosts)
    app.before_request(_refuse_foreign)
    app.after_request(_add_headers)


def _is_trusted(host: str, names: Collection[str], domains: tuple[str, ...] = ()) -> bool:
    """True if a Host header names one of `names`, whatever its port.

    Of `domains`, which begin with a dot, it may be any name, and the domain itself. Flask's own
    check does not know IPv6 names.

    >>> known = ["[::1]"], (".gin.example",)
    >>> [_is_trusted(host, *known) for host in ("[::1]:80", "a.gin.example", "gin.example", "x")]
    [True, True, True, False]
    """
    match = _HOST.fullmatch(host.lower())
    return match is not None and (match[1] in names or f".{match[1]}".endswith(domains))


def _is_ours(incoming: Request) -> bool:
    """True if a request with an unsafe method comes from our own pages or a JSON client."""
    if site := incoming.headers.get("Sec-Fetch-Site"):
        return site in {"same-origin", "none"}
    if origin := incoming.headers.get("Origin"):
        return urlsplit(origin).netloc == incoming.host and bool(incoming.host)
    unlike_a_form = incoming.mimetype == "application/json" or incoming.method == "DELETE"
    return incoming.path.startswith("/api/") and unlike_a_form


def _refuse_foreign() -> None:
    if request.method in SAFE_METHODS or _is_ours(request):
        return
    origin = request.headers.get("Sec-Fetch-Site") or request.headers.get("Origin")
    if request.path.startswith("/api/") and not origin:  # no browser, but no JSON either
        raise UnsupportedMediaType
    raise Forbidden("This request did not come from one of our own pages.")


def _add_headers(response: Response) -> Response:
    for name, value in (FRAME_HEADERS if request.blueprint == "embeds" else HEADERS).items():
        response.headers.setdefault(name, value)
    if request.is_secure:  # in plain text a browser would not believe it
        response.headers["Strict-Transport-Security"] = f"max-age={SECURE_FOR}"
    if "Cache-Control" not in response.headers:
        response.headers["Cache-Control"] = "private, no-cache"
    if request.endpoint != "static":
        response.vary.update(["HX-Request"])
    elif response.status_code in {200, 304} and request.path.startswith(
        ("/static/cards/", "/static/vendor/")
    ):
        response.headers["Cache-Control"] = f"public, max-age={CARD_FACES_AGE}"
    return response
