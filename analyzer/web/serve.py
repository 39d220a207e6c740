"""The application on a socket: waitress, set up for event streams, ending without leftovers.

Waitress reads requests and sends answers on one thread, so that idle connections and those that
drip cost no thread. Behind it an `Entrance` lets requests in.

A server that is told to end says that it is leaving: `/readyz` answers 503, no search begins,
streams end with a last message, reviews go back into the queue; it goes on answering. Once what was
being answered then is answered, or time is up, searches are stopped, which ends whoever waits for
one. Only then does it stop listening, so that for as long as possible nobody is refused: first it
lets no connection begin, then it takes in who is still coming. At last it sends what is left.
"""

from __future__ import annotations

import gc
import select
import signal
import socket
import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from types import FrameType, TracebackType
from typing import Any, Final

from flask import Flask
from waitress import create_server, wasyncore

from analyzer.service.sockets import files_for, is_given, listening, turn_away
from analyzer.web.entrance import Entrance
from analyzer.web.rendering import compile_all
from analyzer.web.state import WebApp, web_app
from analyzer.web.wire import refuse_politely

CONNECTIONS: Final = 2_000
"""Connections in all; fewer where the system lets us open fewer files."""
IDLE_SECONDS: Final = 60
"""The seconds that a connection may say nothing and wait for nothing."""
LOOK_SECONDS: Final = 0.02
"""The interval at which a server that leaves looks if it may go."""
NEW_SECONDS: Final = 0.5
"""The time after connecting in which a first request is expected."""
COMING_SECONDS: Final = 0.1
"""The time that a connection that has begun may take to be there."""
GRACE_SECONDS: Final = 5.0
"""The time of the last part: searches end after their batch, and what is left is sent."""
SWITCH_SECONDS: Final = 0.0001
"""The time that a thread may keep the interpreter while another waits for it: a fiftieth of the
usual.

A request passes through several threads, and waits at each for whoever computes in Python.
"""


class Server:
    """A bound server; `url` is known before it runs, also with port 0 (any free port).

    >>> from analyzer.web import create_app
    >>> with Server(create_app(), port=0) as server:      # doctest: +SKIP
    ...     print(server.url)
    http://127.0.0.1:49152
    """

    def __init__(
        self,
        app: Flask,
        host: str = "127.0.0.1",
        port: int = 8000,
        sockets: Sequence[socket.socket] = (),
        connections: int = CONNECTIONS,
        idle_seconds: int = IDLE_SECONDS,
    ) -> None:
        """`sockets` listen already, instead of new ones at `host` and `port`."""
        self.app = app
        self._app: WebApp = web_app(app)
        self._sockets = tuple(sockets) or listening(host, port)
        settings = self._app.settings
        self.entrance = Entrance(app, settings.threads)
        self._map: dict[int, Any] = {}
        self._waitress = create_server(
            self.entrance,
            map=self._map,
            sockets=list(self._sockets),
            threads=self.entrance.threads,
            channel_request_lookahead=1,  # tells a stream that its reader has left
            max_request_body_size=settings.max_body * 2,
            ident="ginsight",
            clear_untrusted_proxy_headers=not settings.proxies,
            connection_limit=files_for(connections),
            channel_timeout=idle_seconds,
            cleanup_interval=5,
            asyncore_use_poll=True,
        )
        self._listeners = [each for each in self._map.values() if hasattr(each, "active_channels")]
        refuse_politely(app, self._listeners)
        self._thread: threading.Thread | None = None
        self._leaving: threading.Thread | None = None
        self._closed = False
        self.address: tuple[str, int] = self._sockets[0].getsockname()[:2]
        """Host and port that the server is bound to."""

    @property
    def url(self) -> str:
        """The address at which a browser on this machine finds the server, without a slash at the
        end."""
        host, port = self.address
        if host in {"0.0.0.0", "::"}:  # noqa: S104  # bound to all, reached as localhost
            host = "localhost"
        return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"

    def run(self) -> None:
        """Serve until the process is told to end (Ctrl-C or SIGTERM), then end as said above."""
        gc.freeze()  # a third of a first page would be looking through what was just loaded
        threading.Thread(target=self._settle_in, name="settle-in", daemon=True).start()
        with self._signals():
            try:
                self._poll()
            finally:
                self.close()

    def start(self) -> Server:
        """Serve on a thread of its own, until `close`."""
        self._thread = threading.Thread(target=self._poll, name="server", daemon=True)
        self._thread.start()
        return self

    def leave(self) -> None:
        """Answer what is being answered, then stop listening; a signal may call it."""
        if self._leaving is None:
            self._leaving = threading.Thread(target=self._leave, name="leaving", daemon=True)
            self._leaving.start()

    def close(self) -> None:
        """Stop searches, streams and the socket; a second time nothing is left to stop."""
        if self._closed:
            return
        self._closed = True
        self._app.close()
        self._listeners[0].task_dispatcher.shutdown(timeout=2)
        if self._thread is None:
            wasyncore.close_all(self._map, ignore_all=True)
            return
        self._on_poll(self._close_sockets)
        self._thread.join(timeout=5)
        self._thread = None

    def _settle_in(self) -> None:
        """Compile the pages, and freeze what stays for good.

        A collection that looks through all of that makes everybody wait for a quarter of a second.
        """
        self._app.engine_ready.wait()
        compile_all(self.app.jinja_env)
        gc.unfreeze()
        gc.collect()
        gc.freeze()

    def _poll(self) -> None:
        """Wait for whatever the sockets bring, until they are closed."""
        sys.setswitchinterval(SWITCH_SECONDS)
        self._waitress.run()

    def _on_poll(self, do: Callable[[], object]) -> None:
        """Have something done by the thread that polls, while it does."""
        if self._map:
            self._listeners[0].trigger.pull_trigger(do)

    # ------------------------------------------------------------ leaving

    def _leave(self) -> None:
        first = self._busy()
        self._app.leave()
        until = time.monotonic() + self._app.settings.drain_seconds
        _wait(lambda: not first & self._busy(), until)
        closing = threading.Thread(target=self._app.close_work, name="closing", daemon=True)
        closing.start()
        until = time.monotonic() + GRACE_SECONDS
        _wait(lambda: not closing.is_alive(), until)
        for each in self._own_sockets():
            turn_away(each)
        time.sleep(COMING_SECONDS)
        self._on_poll(self._stop_listening)
        _wait(lambda: not any(each.socket for each in self._listeners), until)
        _wait(lambda: not self._busy(), until)
        self._on_poll(self._close_sockets)

    def _busy(self) -> set[Any]:
        """The connections with a request that is coming or answered, or an answer that is sent."""
        return {
            each
            for listener in self._listeners
            for each in list(listener.active_channels.values())
            if _is_busy(each)
        }

    def _own_sockets(self) -> list[socket.socket]:
        """Those that no other process holds, and that may be changed and closed for all."""
        return [each for each in self._sockets if not is_given(each)]

    def _stop_listening(self) -> None:
        """Take in who has come already, and let the next server have the address."""
        own = self._own_sockets()
        for listener in self._listeners:
            while listener.socket in own and select.select([listener.socket], (), (), 0)[0]:
                listener.handle_accept()
            wasyncore.dispatcher.close(listener)
            listener.socket = None

    def _close_sockets(self) -> None:
        wasyncore.close_all(self._map, ignore_all=True)

    def __enter__(self) -> Server:
        return self.start()

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    @contextmanager
    def _signals(self) -> Iterator[None]:
        """Leave at the first signal; at the second one end at once."""

        def leave(number: int, frame: FrameType | None) -> None:
            if self._leaving is not None:
                raise SystemExit(0)
            self.leave()

        if threading.current_thread() is not threading.main_thread():
            yield
            return
        before = {kind: signal.signal(kind, leave) for kind in (signal.SIGTERM, signal.SIGINT)}
        try:
            yield
        finally:
            for kind, handler in before.items():
                signal.signal(kind, handler)


def _is_busy(connection: Any) -> bool:
    """True for a connection with a request, a part of one, or an answer that is not sent yet.

    Also for a new one, whose request is about to come.
    """
    is_new = connection.last_activity == connection.creation_time
    is_expected = is_new and time.time() - connection.creation_time < NEW_SECONDS
    is_coming = connection.request is not None or is_expected
    return bool(connection.requests or is_coming or connection.writable())


def _wait(happens: Callable[[], bool], until: float) -> None:
    """Wait until something happens, or for a moment of the monotonic clock."""
    while not happens() and time.monotonic() < until:
        time.sleep(LOOK_SECONDS)
