"""How a server ends without losing a request.

First it says that it is leaving: `/readyz` answers 503, no search begins, streams end with a last
message, reviews go back into the queue; it goes on answering, and closes each connection after its
answer. Once what was being answered then is answered, or time is up, searches are stopped, which
ends whoever waits for one. Only then does it stop listening, so that for as long as possible nobody
is refused: first it lets no connection begin, then it takes in who is still coming, and closes its
sockets. At last it sends what is left.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Collection, Iterator
from typing import Final

from analyzer.web.connections import Connection, Listener
from analyzer.web.state import WebApp

GRACE_SECONDS: Final = 5.0
"""How long the last part may take: searches end after their batch, and what is left is sent."""

COMING_SECONDS: Final = 0.1
"""How long a connection that has begun may take to be there."""


class Drain:
    """The end of a server, to be gone on with by the thread that polls its sockets."""

    def __init__(
        self,
        app: WebApp,
        listeners: Collection[Listener],
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._app, self._listeners, self._clock = app, listeners, clock
        self._until = clock() + app.settings.drain_seconds
        self._closing: threading.Thread | None = None
        self._closes: float | None = None
        self._listens = True
        for listener in listeners:
            listener.leave()
        self._first = {each for each in self._connections() if each.busy}
        app.leave()

    def step(self) -> bool:
        """Go on; whether it is over."""
        late = self._clock() >= self._until
        if self._closing is None:
            if self._first_are_busy() and not late:
                return False
            self._close_work()
            return False
        if self._closing.is_alive() and not late:
            return False
        if self._closes is None:
            self._closes = self._clock() + COMING_SECONDS
            for listener in self._listeners:
                listener.turn_away()
        if self._clock() < self._closes and not late:
            return False
        if self._listens:
            self._listens = False
            for listener in self._listeners:
                listener.stop_listening()
        return late or not any(each.busy for each in self._connections())

    def _first_are_busy(self) -> bool:
        here = set(self._connections())
        self._first = {each for each in self._first if each in here and each.busy}
        return bool(self._first)

    def _close_work(self) -> None:
        self._closing = threading.Thread(target=self._app.close_work, name="closing", daemon=True)
        self._closing.start()
        self._until = self._clock() + GRACE_SECONDS

    def _connections(self) -> Iterator[Connection]:
        for listener in self._listeners:
            yield from list(listener.active_channels.values())
