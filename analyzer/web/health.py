"""Is the server alive?"""

from __future__ import annotations

from flask import Blueprint, Response, jsonify

from analyzer import __version__
from analyzer.web.state import web_app

health = Blueprint("health", __name__)


@health.get("/healthz")
def healthz() -> Response:
    """Answer at once, whatever else goes on: version and how many searches run."""
    return jsonify(status="ok", version=__version__, searches=web_app().searches.running)
