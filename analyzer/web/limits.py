"""How often one address may ask, and how much it may send at once.

A wide rate for pages, a narrow one for work; a short body for most, a long one for files.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, cast

from flask import Flask, Response, request
from flask_limiter import Limiter
from flask_limiter.constants import HeaderNames
from flask_limiter.util import get_remote_address

from analyzer.service.settings import ServerSettings
from analyzer.service.visitor_file import LARGEST

UNLIMITED = frozenset({"static", "health.healthz", "health.readyz", "health.metrics"})
"""Endpoints that cost nothing and are asked often."""

TOO_MANY: Final = 429
_LIMITERS_OWN: Final = "X-RateLimit-Retry-After"

MEGABYTE: Final = 1024 * 1024

FILES: Final[Mapping[str, int]] = {
    "/puzzles/mine/progress": 4 * MEGABYTE,
    "/mine/everything": LARGEST + MEGABYTE,  # with what a form writes around the file
}
"""Paths to which a file is sent, and how many bytes it may have."""

WORK = (
    "analyze.show",
    "analyze.shuffle",
    "belief.show",
    "belief.turns",
    "searches.start",
    "searches.deeper",
    "api.analyze",
    "api.belief",
    "api.equity",
    "api.outs",
    "api.games_analyze",
    "otherreview.show",
    "puzzledeeper.start",
    "review.submit",
    "review.again",
    "review_api.submit",
    "traintable.begin_game",
    "daily.begin",
    "mistakes.tried_again",
    "traintable.play",
    "traintable.play_on",
    "traintable.deal_next",
    "traintable.review_hand",
    "mine.save",
    "mine.load",
    "mine.join",
    "mine.use",
)
"""Endpoints that start searches or enumerate, read whole files, or are told codes."""


def limit(app: Flask, settings: ServerSettings) -> None:
    """Put the settings' limits on the endpoints of `app`, once all are registered."""
    app.before_request(_take_files)
    app.after_request(_say_when)  # after the limiter's own, which is registered later
    limiter = Limiter(
        get_remote_address,
        header_name_mapping={HeaderNames.RETRY_AFTER: _LIMITERS_OWN},
        app=app,
        storage_uri=settings.rate_storage,
        in_memory_fallback_enabled=True,  # each alone, while the storage cannot be reached
        headers_enabled=True,
        default_limits=[settings.rate_limit] if settings.rate_limit else [],
        default_limits_exempt_when=lambda: request.endpoint in UNLIMITED,
        enabled=bool(settings.rate_limit or settings.work_limit),
    )
    if settings.work_limit:
        for endpoint in WORK:
            view: Any = app.view_functions[endpoint]
            app.view_functions[endpoint] = cast(Any, limiter.limit(settings.work_limit)(view))


def longest_body(path: str, usual: int) -> int:
    """How many bytes may be sent to a path.

    >>> longest_body("/analyze", 1000), longest_body("/puzzles/mine/progress", 1000)
    (1000, 4194304)
    """
    return FILES.get(path, usual)


def _say_when(response: Response) -> Response:
    """Give the limiter's moment to come back to whom it refused, and to nobody else.

    It would write its own over every other one, also into what it let pass.
    """
    seconds = response.headers.pop(_LIMITERS_OWN, None)
    if seconds is not None and response.status_code == TOO_MANY:
        response.headers.setdefault("Retry-After", seconds)
    return response


def _take_files() -> None:
    if request.path in FILES:
        request.max_content_length = FILES[request.path]
        # The parser of forms holds more than one of its own pieces, of 64 KiB, in memory.
        request.max_form_memory_size = MEGABYTE
