"""Every request as seen from outside: which page, how it ended, how long it took, how much it sent.

Pages are named by their route, never by the address itself, which may name a review or a visitor.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Iterable, Iterator
from typing import Any, Final

from flask import Flask, request

from analyzer.service.logs import RequestEnd

Ended = Callable[[RequestEnd], object]

NO_ROUTE: Final = "-"
_ROUTE: Final = "ginsight.route"
_METHODS: Final = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})

_log = logging.getLogger(__name__)


def observe(app: Flask, ended: Ended, failed: Callable[[], object] = bool) -> None:
    """Tell how each request to `app` ended, and when one failed as nobody expected."""
    app.url_value_preprocessor(_note_route)
    observed: Any = app
    observed.wsgi_app = _Observed(app.wsgi_app, ended)

    def log_exception(error: Any) -> None:
        failed()
        route = request.environ.get(_ROUTE, NO_ROUTE)
        _log.error("%s %s failed", request.method, route, exc_info=error)

    observed.log_exception = log_exception  # Flask's own names the address


def _note_route(endpoint: str | None, values: object) -> None:
    rule = request.url_rule
    request.environ[_ROUTE] = NO_ROUTE if rule is None else rule.rule


class _Observed:
    """A WSGI application around another one."""

    def __init__(self, inner: Callable[..., Iterable[bytes]], ended: Ended) -> None:
        self._inner, self._ended = inner, ended

    def __call__(self, environ: dict[str, Any], start: Callable[..., Any]) -> Iterable[bytes]:
        seen = _Seen(environ, self._ended)

        def starting(status: str, headers: list[tuple[str, str]], *more: Any) -> Any:
            seen.status = int(status[:3])
            seen.length = int(dict(headers).get("Content-Length", 0))
            return start(status, headers, *more)

        body: Iterable[bytes] = self._inner(environ, starting)
        is_file = isinstance(body, environ.get("wsgi.file_wrapper", ()))
        if is_file:
            seen.end(seen.length)  # the server sends the file itself, and must see that it is one
            return body
        return _Body(body, seen)


class _Seen:
    """The knowledge of a request so far."""

    def __init__(self, environ: dict[str, Any], ended: Ended) -> None:
        self._environ, self._ended = environ, ended
        self._began = time.perf_counter()
        self.status = 500
        self.length = 0

    def end(self, sent: int) -> None:
        method = self._environ["REQUEST_METHOD"]
        self._ended(
            RequestEnd(
                method=method if method in _METHODS else "other",
                route=self._environ.get(_ROUTE, NO_ROUTE),
                status=self.status,
                ms=(time.perf_counter() - self._began) * 1000,
                bytes=sent,
            )
        )


class _Body:
    """The pieces of an answer, counted as they are sent."""

    def __init__(self, pieces: Iterable[bytes], seen: _Seen) -> None:
        self._pieces, self._seen, self._sent = pieces, seen, 0

    def __iter__(self) -> Iterator[bytes]:
        for piece in self._pieces:
            self._sent += len(piece)
            yield piece

    def close(self) -> None:
        """The request is over: sent, or its reader has left."""
        try:
            if close := getattr(self._pieces, "close", None):
                close()
        finally:
            self._seen.end(self._sent)
