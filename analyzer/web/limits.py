"""How often one address may ask: a wide limit for pages, a narrow one for work."""

from __future__ import annotations

from typing import Any, cast

from flask import Flask, request
from flask_limiter import Limiter
from flask_limiter.util import get_remote_address

from analyzer.service.settings import ServerSettings

UNLIMITED = frozenset({"static", "health.healthz", "health.readyz"})
"""Endpoints that cost nothing and are asked often."""

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
    "puzzledeeper.start",
    "review.submit",
    "review.again",
    "review_api.submit",
    "traintable.begin_game",
    "traintable.play",
    "traintable.deal_next",
    "traintable.review_hand",
)
"""Endpoints that start searches or enumerate."""


def limit(app: Flask, settings: ServerSettings) -> None:
    """Put the settings' rate limits on the endpoints of `app`, once all are registered."""
    limiter = Limiter(
        get_remote_address,
        app=app,
        storage_uri="memory://",
        headers_enabled=True,
        default_limits=[settings.rate_limit] if settings.rate_limit else [],
        default_limits_exempt_when=lambda: request.endpoint in UNLIMITED,
        enabled=bool(settings.rate_limit or settings.work_limit),
    )
    if settings.work_limit:
        for endpoint in WORK:
            view: Any = app.view_functions[endpoint]
            app.view_functions[endpoint] = cast(Any, limiter.limit(settings.work_limit)(view))
