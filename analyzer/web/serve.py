"""The application on a socket: waitress, set up for event streams, ending without leftovers."""

from __future__ import annotations

import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType, TracebackType
from typing import Any

from flask import Flask
from waitress import wasyncore
from waitress.adjustments import Adjustments

from analyzer.web.connections import Bounds, Dispatcher, Listener
from analyzer.web.state import WebApp, web_app
from analyzer.web.wire import refuse_politely


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
    ) -> None:
        self.app = app
        self._app: WebApp = web_app(app)
        self._map: dict[int, Any] = {}
        settings = self._app.settings
        adjustments = Adjustments(
            host=host,
            port=port,
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
        for sockinfo in adjustments.listen:
            Listener(
                app, self._map, dispatcher=self._dispatcher, adj=adjustments, sockinfo=sockinfo
            ).bounds = bounds
        self._thread: threading.Thread | None = None
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
        """Serve until the process is told to end (Ctrl-C or SIGTERM), then stop everything."""
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

    def close(self) -> None:
        """Stop searches, streams and the socket; a second time nothing is left to stop."""
        if not self._map:
            return
        self._app.close()
        self._dispatcher.shutdown(cancel_pending=True, timeout=2)
        if self._thread is None:
            wasyncore.close_all(self._map, ignore_all=True)
            return
        # sockets are closed on the thread that polls them
        self._listeners[0].trigger.pull_trigger(
            lambda: wasyncore.close_all(self._map, ignore_all=True)
        )
        self._thread.join(timeout=5)
        self._thread = None

    def _poll(self) -> None:
        """Wait for whatever the sockets bring, any number of them."""
        try:
            wasyncore.loop(timeout=1, map=self._map, use_poll=True)
        except (SystemExit, KeyboardInterrupt):
            self._dispatcher.shutdown()

    @property
    def _listeners(self) -> list[Any]:
        """The listening sockets: waitress makes several for a name with several addresses."""
        return [each for each in self._map.values() if hasattr(each, "effective_host")]

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
        """End streams before waitress waits for its threads: a stream is a busy thread."""

        def leave(number: int, frame: FrameType | None) -> None:
            self._app.stop()
            raise SystemExit(0)

        if threading.current_thread() is not threading.main_thread():
            yield
            return
        before = {kind: signal.signal(kind, leave) for kind in (signal.SIGTERM, signal.SIGINT)}
        try:
            yield
        finally:
            for kind, handler in before.items():
                signal.signal(kind, handler)
