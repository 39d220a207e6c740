"""Puts the web application together."""

from __future__ import annotations

import logging
import os
import threading
from functools import cache

from flask import Blueprint, Flask, url_for
from jinja2 import StrictUndefined
from werkzeug.middleware.proxy_fix import ProxyFix
from werkzeug.utils import find_modules, import_string

from analyzer import resources
from analyzer.display import filters, glossary
from analyzer.practice.puzzles.book import PuzzleBook
from analyzer.service.admission import BusyError
from analyzer.service.archive import StoreArchive
from analyzer.service.logs import JobEnd, RequestEnd, log_job, log_request
from analyzer.service.ports import Archive, Engine, installed_engine
from analyzer.service.reviews import Reviews
from analyzer.service.searches import Searches
from analyzer.service.settings import ServerSettings
from analyzer.service.worker import Worker
from analyzer.store import Store
from analyzer.web import chrome, errors, limits, security, visitor, waiting
from analyzer.web.addresses import Application
from analyzer.web.home import showcase_task
from analyzer.web.metrics import Metrics, is_installed
from analyzer.web.observe import observe
from analyzer.web.rendering import render_at
from analyzer.web.state import WebApp, web_app
from analyzer.web.streams import Streams

_log = logging.getLogger(__name__)


@cache
def blueprints() -> tuple[Blueprint, ...]:
    """Those of all features, each from the file that makes it."""
    made = (
        (name, each)
        for name in find_modules("analyzer.web", recursive=True)
        for each in vars(import_string(name)).values()
    )
    return tuple(
        each for name, each in made if isinstance(each, Blueprint) and each.import_name == name
    )


def create_app(
    settings: ServerSettings | None = None,
    *,
    engine: Engine | None = None,
    archive: Archive | None = None,
    book: PuzzleBook | None = None,
) -> Flask:
    """The web application; without arguments as the environment says.

    `engine`, `archive` and `book` stand in for the real ones. The engine warms up on a thread of
    its own. Raises InputError for settings that cannot be. Call ``web_app(app).close()``
    when done (:class:`analyzer.web.serve.Server` does).
    """
    settings = ServerSettings.from_env(os.environ) if settings is None else settings
    engine = installed_engine() if engine is None else engine
    book = PuzzleBook.read(settings.puzzles) if book is None else book
    store = Store.open(settings.database_url or resources.database_url())
    store.upgrade()
    store.check()
    app = _flask(settings)
    archive = archive or StoreArchive(store, engine.version)
    parts = _parts(settings, engine, archive, store, book)
    parts.install(app)
    render_at(parts.rendering, app.jinja_env)
    _observe(app, parts.metrics)
    for blueprint in blueprints():
        app.register_blueprint(blueprint)
    chrome.register(app)
    errors.register(app)
    waiting.register(app)
    security.protect(app, settings.trusted_hosts)
    limits.limit(app, settings)
    threading.Thread(target=_warm_up, args=(app,), name="warm-up", daemon=True).start()
    parts.worker.start()
    return app


def _parts(
    settings: ServerSettings, engine: Engine, archive: Archive, store: Store, book: PuzzleBook
) -> WebApp:
    ready, reviews = threading.Event(), Reviews(store)
    metrics = Metrics() if settings.metrics and is_installed() else None

    def ended(end: JobEnd) -> None:
        log_job(end)
        if metrics is not None:
            metrics.job_ended(end)

    searches = Searches(engine, archive, settings, ready=ready, ended=ended)
    if metrics is not None:
        metrics.watch(searches, store)
    return WebApp(
        settings=settings,
        engine=engine,
        archive=archive,
        searches=searches,
        streams=Streams(settings.streams),
        store=store,
        reviews=reviews,
        puzzles=book,
        worker=Worker(
            reviews,
            at_once=settings.reviews,
            threads=settings.search_threads,
            ready=ready,
            ended=ended,
        ),
        metrics=metrics,
        engine_ready=ready,
    )


def _observe(app: Flask, metrics: Metrics | None) -> None:
    """Log every request to `app`, and count it where somebody wants to know."""

    def ended(end: RequestEnd) -> None:
        log_request(end)
        if metrics is not None:
            metrics.request_ended(end)

    observe(app, ended, bool if metrics is None else metrics.request_failed)


def _flask(settings: ServerSettings) -> Flask:
    root = resources.resource_root()
    app = Application(
        "analyzer",
        template_folder=str(root / "templates"),
        static_folder=str(root / "static"),
    )
    app.config.update(
        SECRET_KEY=settings.secret_key or resources.secret_key(),
        MAX_CONTENT_LENGTH=settings.max_body,
        MAX_FORM_MEMORY_SIZE=settings.max_body,
        MAX_FORM_PARTS=100,
    )
    visitor.register(app)
    app.jinja_options = {"undefined": StrictUndefined, "trim_blocks": True, "lstrip_blocks": True}
    filters.register(app.jinja_env)
    glossary.register(app.jinja_env, lambda word: url_for("learn.rules", _anchor=word))
    if settings.proxies:
        hops = settings.proxies
        app.wsgi_app = ProxyFix(app.wsgi_app, hops, hops, hops)  # type: ignore[method-assign]
    return app


def _warm_up(app: Flask) -> None:
    parts = web_app(app)
    try:
        parts.engine.warm_up()
    except Exception:  # searches will say what is wrong; pages need no engine
        _log.exception("the engine could not be warmed up")
        return
    finally:
        parts.engine_ready.set()
    from analyzer.notation import tales  # noqa: PLC0415  # no page before the first needs it

    tales.warm_up()
    parts.puzzles.puzzles.get("")
    if parts.settings.showcase and not parts.searches.closed:
        try:
            with app.app_context():
                parts.searches.ask(showcase_task()).watch(1)  # by every first page to come
        except BusyError:
            pass  # the first page shows its hand without an answer
        except Exception:  # a database that is gone: pages that need it will say so
            _log.exception("the first page's answer could not be asked for")
