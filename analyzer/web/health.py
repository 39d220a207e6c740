"""Is the server alive, and can it do everything?"""

from __future__ import annotations

from flask import Blueprint, Response, jsonify

from analyzer import __version__
from analyzer.web.state import web_app

health = Blueprint("health", __name__)


@health.get("/livez")
@health.get("/healthz")
def healthz() -> Response:
    """Answer at once, whatever else goes on: version and how many searches run."""
    return jsonify(status="ok", version=__version__, searches=web_app().searches.running)


@health.get("/readyz")
def readyz() -> tuple[Response, int]:
    """Whether requests should be sent here: the engine is compiled and the database answers.

    200 where all is ready, else 503; the parts are named.
    """
    app = web_app()
    parts = {"engine": app.engine_ready.is_set(), "database": app.store.ping()}
    ready = all(parts.values())
    return jsonify(status="ready" if ready else "not ready", **parts), 200 if ready else 503
