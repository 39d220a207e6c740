"""Is the server alive, and can it do everything?"""

from __future__ import annotations

from typing import Final

from flask import Blueprint, Response, jsonify

from analyzer import __version__
from analyzer.service.ports import slow_because
from analyzer.web.state import web_app

NOT_INSTALLED: Final = "Metrics need one more package: install ginsight[metrics]."
SWITCHED_OFF: Final = "Metrics are switched off; GINSIGHT_METRICS=1 switches them on."

health = Blueprint("health", __name__)


@health.get("/livez")
@health.get("/healthz")
def healthz() -> Response:
    """Answer at once, whatever else goes on: version and how many searches run."""
    return jsonify(status="ok", version=__version__, searches=web_app().searches.running)


@health.get("/readyz")
def readyz() -> tuple[Response, int]:
    """Say if requests should be sent here: the engine is compiled and the database answers.

    200 where all is ready, else 503; the parts are named, what is wrong with a damaged database,
    and why the engine is slow where it is not compiled. 503 too once the server is about to end.
    """
    app = web_app()
    if app.leaving.is_set():
        return jsonify(status="leaving"), 503
    parts = {"engine": app.engine_ready.is_set(), "database": app.store.ping()}
    if (damage := app.store.damage()) is not None:
        parts["database"] = False
    ready = all(parts.values())
    said = {} if damage is None else {"problem": f"{damage.message}; {damage.hint}"}
    if why := slow_because():
        said["slow"] = f"searches run in plain Python: {why}"
    return jsonify(status="ready" if ready else "not ready", **parts, **said), 200 if ready else 503


@health.get("/metrics")
def metrics() -> Response:
    """Figures for Prometheus, where `GINSIGHT_METRICS` is set: requests, searches, reviews."""
    app = web_app()
    if app.metrics is not None:
        body, content_type = app.metrics.page()
        return Response(body, content_type=content_type)
    why = NOT_INSTALLED if app.settings.metrics else SWITCHED_OFF
    return Response(f"{why}\n", 404, mimetype="text/plain")
