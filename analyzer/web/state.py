"""The parts of one running application, and how a page gets at them."""

from __future__ import annotations

import threading
from dataclasses import dataclass, field

from flask import Flask, current_app

from analyzer.practice.puzzles.book import PuzzleBook
from analyzer.service.admission import Admission
from analyzer.service.latest import Latest
from analyzer.service.ports import Archive, Engine
from analyzer.service.reviews import Reviews
from analyzer.service.searches import Searches
from analyzer.service.settings import ServerSettings
from analyzer.service.worker import Worker
from analyzer.store import Store
from analyzer.web.metrics import Metrics
from analyzer.web.streams import Streams

_NAME = "ginsight"

PAGES_BYTES = 4 * 1024 * 1024
"""The room for pages that are kept."""


@dataclass(frozen=True, slots=True)
class WebApp:
    """The parts behind the pages."""

    settings: ServerSettings
    engine: Engine
    archive: Archive
    searches: Searches
    streams: Streams
    store: Store
    reviews: Reviews
    puzzles: PuzzleBook
    """Packs and the schedule of days."""
    worker: Worker
    """Works on reviews in this process; it may have no thread."""
    rendering: Admission = field(default_factory=lambda: Admission(places=1))
    """One page at a time, see `analyzer.web.rendering`."""
    pages: Latest[bytes] = field(default_factory=lambda: Latest(PAGES_BYTES, len))
    """Pages and parts of them as they were made, see there too."""
    metrics: Metrics | None = None
    """The counts; None where nobody wants to see them."""
    engine_ready: threading.Event = field(default_factory=threading.Event)
    """Set once the engine has warmed up, or cannot."""
    leaving: threading.Event = field(default_factory=threading.Event)
    """Set once the server is about to end."""

    def leave(self) -> None:
        """Begin nothing new, end the streams, and let go of reviews, without waiting."""
        self.leaving.set()
        self.searches.refuse()
        self.streams.close()
        threading.Thread(target=self.worker.close, name="let-go", daemon=True).start()

    def close_work(self) -> None:
        """Stop all searches and reviews, and wait until they have ended."""
        self.searches.close()
        self.worker.close()

    def close(self) -> None:
        """Stop everything that runs in the background and let the database go."""
        self.close_work()
        self.engine.close()
        self.archive.close()
        self.store.close()

    def install(self, app: Flask) -> None:
        """Make these the parts of `app`."""
        app.extensions[_NAME] = self


def web_app(app: Flask | None = None) -> WebApp:
    """The parts of `app`, or of the application that answers the current request."""
    state = (app or current_app).extensions[_NAME]
    assert isinstance(state, WebApp)
    return state
