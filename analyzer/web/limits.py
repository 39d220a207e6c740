"""The rate at which one address may ask, and the size of what it may send at once.

A wide rate for pages, a narrow one for work; a short body for most, a long one for files.
"""

from __future__ import annotations

import time
from collections.abc import Mapping
from typing import Any, Final

from flask import Flask, Response, request
from flask_limiter import Limiter, RateLimitExceeded
from flask_limiter.util import get_remote_address
from limits.storage import MemoryStorage, Storage

from analyzer.service.admission import TooManyError
from analyzer.service.settings import ServerSettings
from analyzer.service.visitor_file import LARGEST
from analyzer.vision.picture import LARGEST as LARGEST_PICTURE
from analyzer.web.errors import refused
from analyzer.web.state import web_app

UNLIMITED = frozenset({"static", "health.healthz", "health.readyz", "health.metrics"})
"""Endpoints that cost nothing and are asked often."""

MEGABYTE: Final = 1024 * 1024

FILES: Final[Mapping[str, int]] = {
    "/analyze/screen": LARGEST_PICTURE + MEGABYTE,
    "/api/v1/screens": 2 * LARGEST_PICTURE,  # in base64
    "/puzzles/mine/progress": 4 * MEGABYTE,
    "/review": 2 * MEGABYTE,  # replays of other programs say the whole state at each step
    "/audit": 2 * MEGABYTE,
    "/api/v1/review": 2 * MEGABYTE,
    "/api/v1/audit": 2 * MEGABYTE,
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
    "api.screens",
    "screens.read",
    "api.games_analyze",
    "puzzledeeper.start",
    "review.submit",
    "audits.submit",
    "audit_api.ask",
    "review.again",
    "review_api.submit",
    "traintable.begin_game",
    "daily.begin",
    "mistakes.tried_again",
    "mistakes.deck",
    "pairs.begin_pair",
    "pairs.join",
    "pairs.again",
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


def _is_here() -> bool:
    """True if the search that is asked for by its id runs here, so that none is begun for it."""
    ident = (request.view_args or {})["ident"]
    return web_app().searches.find(ident) is not None


NEWS: Final = dict.fromkeys(("searches.poll", "searches.events", "searches.stop"), _is_here)
"""Endpoints that start a search where another server has it, and what tells that they do not."""


class _Expirations(dict[str, float]):
    """The times at which counts expire: at once where another thread has just let one go.

    The storage looks up what it found a moment ago, and its thread ended in a traceback.
    """

    def __missing__(self, key: str) -> float:
        return 0.0


def _mend(*storages: Storage | None) -> None:
    for storage in storages:
        if type(storage) is MemoryStorage:
            storage.expirations = _Expirations(storage.expirations)


def limit(app: Flask, settings: ServerSettings) -> None:
    """Put the settings' limits on the endpoints of `app`, once all are registered."""
    app.before_request(_take_files)
    limiter = Limiter(
        get_remote_address,
        app=app,
        storage_uri=settings.rate_storage,
        in_memory_fallback_enabled=True,  # each alone, while the storage cannot be reached
        default_limits=[settings.rate_limit] if settings.rate_limit else [],
        default_limits_exempt_when=lambda: request.endpoint in UNLIMITED,
        enabled=bool(settings.rate_limit or settings.work_limit),
    )
    _mend(limiter._storage, getattr(limiter, "_fallback_storage", None))
    if settings.work_limit:
        for endpoint, is_no_work in {**dict.fromkeys(WORK), **NEWS}.items():
            limited: Any = limiter.limit(settings.work_limit, exempt_when=is_no_work)
            app.view_functions[endpoint] = limited(app.view_functions[endpoint])

    def refuse(error: RateLimitExceeded) -> Response:
        hit = limiter.current_limit
        seconds = 1 if hit is None else max(1, int(hit.reset_at - time.time()))
        return refused(TooManyError(seconds))

    app.register_error_handler(RateLimitExceeded, refuse)


def longest_body(path: str, usual: int) -> int:
    """Return how many bytes may be sent to a path.

    >>> longest_body("/analyze", 1000), longest_body("/puzzles/mine/progress", 1000)
    (1000, 4194304)
    """
    return FILES.get(path, usual)


def _take_files() -> None:
    if request.path in FILES:
        request.max_content_length = FILES[request.path]
        # The parser of forms holds more than one of its own pieces, of 64 KiB, in memory.
        request.max_form_memory_size = MEGABYTE
