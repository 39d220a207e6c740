"""What one running application consists of, and how a page gets at it."""

from __future__ import annotations

import threading
from dataclasses import dataclass, field

from flask import Flask, current_app

from analyzer.web.ports import Archive, Engine
from analyzer.web.searches import Searches
from analyzer.web.settings import Settings
from analyzer.web.streams import Streams

_NAME = "ginsight"


@dataclass(frozen=True, slots=True)
class WebApp:
    """The parts behind the pages."""

    settings: Settings
    engine: Engine
    archive: Archive
    searches: Searches
    streams: Streams
    melds_ready: threading.Event = field(default_factory=threading.Event)
    """Set once the meld kernel is compiled; pages do not wait for it."""
    engine_ready: threading.Event = field(default_factory=threading.Event)
    """Set once the engine has warmed up, or cannot."""

    def close(self) -> None:
        """Stop everything that runs in the background and let the database go."""
        self.searches.close()
        self.archive.close()

    def install(self, app: Flask) -> None:
        """Make these the parts of `app`."""
        app.extensions[_NAME] = self


def web_app(app: Flask | None = None) -> WebApp:
    """The parts of `app`, or of the application that answers the current request."""
    found = (app or current_app).extensions[_NAME]
    assert isinstance(found, WebApp)
    return found
