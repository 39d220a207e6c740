"""Puts the web application together."""

from __future__ import annotations

import logging
import os
import threading

from flask import Flask, url_for
from jinja2 import StrictUndefined
from werkzeug.middleware.proxy_fix import ProxyFix

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
from analyzer.web.analyze.belief import belief
from analyzer.web.analyze.pages import analyze
from analyzer.web.analyze.screens import screens
from analyzer.web.analyze.searches import searches
from analyzer.web.analyze.share import share
from analyzer.web.analyze.turn import turn
from analyzer.web.api import api
from analyzer.web.embed.oembed import oembed
from analyzer.web.embed.pages import embeds
from analyzer.web.health import health
from analyzer.web.home import home, showcase_task
from analyzer.web.learn.atlas import atlas
from analyzer.web.learn.course import course
from analyzer.web.learn.pages import learn
from analyzer.web.learn.reference import reference
from analyzer.web.learn.tips import tips
from analyzer.web.metrics import Metrics, is_installed
from analyzer.web.mine.pages import mine
from analyzer.web.observe import observe
from analyzer.web.puzzles.deeper import puzzledeeper
from analyzer.web.puzzles.feed import puzzlefeed
from analyzer.web.puzzles.lists import puzzlelists
from analyzer.web.puzzles.mine import puzzlemine
from analyzer.web.puzzles.pages import puzzles
from analyzer.web.puzzles.run import puzzlerun
from analyzer.web.recorder.pages import recorder
from analyzer.web.rendering import render_at
from analyzer.web.review.api import review_api
from analyzer.web.review.audit import audit_api, audits
from analyzer.web.review.leaks import leaks
from analyzer.web.review.pages import review
from analyzer.web.review.retry import retry
from analyzer.web.rules.pages import rulesbyhand
from analyzer.web.score.pages import score
from analyzer.web.settings import settings as settings_pages
from analyzer.web.state import WebApp, web_app
from analyzer.web.streams import Streams
from analyzer.web.train.daily import daily
from analyzer.web.train.ended import ended
from analyzer.web.train.mistakes import mistakes
from analyzer.web.train.offline import offline
from analyzer.web.train.pages import train
from analyzer.web.train.pairs import pairs
from analyzer.web.train.plan import plan
from analyzer.web.train.progress import progress
from analyzer.web.train.table import traintable

BLUEPRINTS = (
    home,
    analyze,
    belief,
    screens,
    searches,
    share,
    review,
    recorder,
    retry,
    leaks,
    audits,
    puzzles,
    puzzledeeper,
    puzzlelists,
    puzzlemine,
    puzzlerun,
    puzzlefeed,
    train,
    traintable,
    offline,
    score,
    rulesbyhand,
    daily,
    ended,
    pairs,
    mistakes,
    plan,
    progress,
    turn,
    mine,
    settings_pages,
    learn,
    course,
    tips,
    atlas,
    reference,
    api,
    review_api,
    audit_api,
    embeds,
    oembed,
    health,
    waiting.waiting,
)
"""One for each feature."""

_log = logging.getLogger(__name__)


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
    for blueprint in BLUEPRINTS:
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
