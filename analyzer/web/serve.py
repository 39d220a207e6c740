"""The application on a socket: waitress, set up for event streams, ending without leftovers."""

from __future__ import annotations

import gc
import signal
import socket
import sys
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from types import FrameType, TracebackType
from typing import Any, Final

from flask import Flask
from waitress import wasyncore
from waitress.adjustments import Adjustments

from analyzer.service.sockets import is_given, listening
from analyzer.web.connections import Bounds, Dispatcher, Listener
from analyzer.web.drain import Drain
from analyzer.web.polling import attend
from analyzer.web.rendering import compile_all
from analyzer.web.state import WebApp, web_app
from analyzer.web.wire import refuse_politely

DRAIN_SECONDS: Final = 0.02
"""How often a server that leaves looks whether it may go."""

SWITCH_SECONDS: Final = 0.0001
"""How long a thread may keep the interpreter while another waits for it: a fiftieth of the usual.

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
        bounds: Bounds | None = None,
        sockets: Sequence[socket.socket] = (),
    ) -> None:
        """`sockets` listen already, instead of new ones at `host` and `port`."""
        sockets = sockets or listening(host, port)
        self.app = app
        self._app: WebApp = web_app(app)
        self._map: dict[int, Any] = {}
        settings = self._app.settings
        adjustments = Adjustments(
            channel_request_lookahead=1,  # tells a stream that its reader has left
            max_request_body_size=settings.max_body * 2,
            ident="ginsight",
            clear_untrusted_proxy_headers=not settings.proxies,
            connection_limit=sys.maxsize,  # `Listener` has bounds of its own
            cleanup_interval=5,
        )
        if bounds is None:
            bounds = Bounds(per_address=None) if settings.proxies else Bounds()
        bounds = bounds.allowed()
        self._dispatcher = Dispatcher(settings.threads)
        self._listeners = [self._listener(each, adjustments) for each in sockets]
        for listener in self._listeners:
            listener.bounds, listener.is_given = bounds, is_given(listener.socket)
        self._thread: threading.Thread | None = None
        self._leaving = self._closed = False
        listener = self._listeners[0]
        refuse_politely(app, self._listeners)
        self.address = (str(listener.effective_host), int(listener.effective_port))
        """Host and port that the server is bound to."""

    @property
    def url(self) -> str:
        """Where a browser on this machine finds the server, without a slash at the end."""
        host, port = self.address
        if host in {"0.0.0.0", "::"}:  # noqa: S104  # bound to all, reached as localhost
            host = "localhost"
        return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"

    def run(self) -> None:
        """Serve until the process is told to end (Ctrl-C or SIGTERM), then end as `Drain` says."""
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
        self._leaving = True
        self._listeners[0].pull_trigger()

    def close(self) -> None:
        """Stop searches, streams and the socket; a second time nothing is left to stop."""
        if self._closed:
            return
        self._closed = True
        self._app.close()
        self._dispatcher.shutdown(cancel_pending=True, timeout=2)
        if self._thread is None:
            wasyncore.close_all(self._map, ignore_all=True)
            return
        # sockets are closed on the thread that polls them
        if self._thread.is_alive():
            self._listeners[0].trigger.pull_trigger(
                lambda: wasyncore.close_all(self._map, ignore_all=True)
            )
        self._thread.join(timeout=5)
        self._thread = None

    def _settle_in(self) -> None:
        """Compile the pages, and freeze what stays for good.

        A collection that looks through all of that makes everybody wait for a quarter of a second.
        """
        self._app.engine_ready.wait()
        compile_all(self.app.jinja_env)
        gc.collect()
        gc.freeze()

    def _poll(self) -> None:
        """Wait for whatever the sockets bring, until they are closed or left."""
        sys.setswitchinterval(SWITCH_SECONDS)
        drain: Drain | None = None
        try:
            while self._map and not (drain and drain.step()):
                wait = 1.0 if drain is None else DRAIN_SECONDS
                attend(self._map, wait)
                if self._leaving and drain is None:
                    drain = Drain(self._app, self._listeners)
        except (SystemExit, KeyboardInterrupt):
            self._dispatcher.shutdown()
        if self._leaving:
            wasyncore.close_all(self._map, ignore_all=True)

    def _listener(self, bound: socket.socket, adjustments: Adjustments) -> Listener:
        return Listener(
            self.app,
            self._map,
            _sock=bound,
            dispatcher=self._dispatcher,
            adj=adjustments,
            bind_socket=False,
            sockinfo=(bound.family, bound.type, bound.proto, bound.getsockname()),
        )

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
            if self._leaving:
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
