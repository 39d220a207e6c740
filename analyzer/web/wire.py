"""The requests refused before the application sees them, in the application's words.

waitress parses requests. What it cannot take it would answer in plain text, without the headers
that every response carries, and it has one limit for all bodies. Here that limit depends on the
path, a request with two lengths is refused (RFC 9112, 6.3: it may be smuggled), one that is whole
is not told to go on (RFC 9110, 10.1.1: waitress then waits for more for ever), and every refusal is
a page, or JSON under /api.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from copy import copy
from functools import cache
from typing import Any

from flask import Flask, Response
from waitress.parser import HTTPRequestParser, ParsingError
from waitress.task import ErrorTask

from analyzer.web.errors import is_for_api, refusal
from analyzer.web.limits import longest_body


class _Parser(HTTPRequestParser):  # type: ignore[misc]  # waitress has no types
    """A request as it comes in."""

    path = "/"
    """Until the first line is read."""

    def received(self, data: bytes) -> int:
        """Take in what came; the number of bytes that belong to this request."""
        taken: int = super().received(data)
        if self.completed:
            self.expect_continue = False
        return taken

    def parse_header(self, header_plus: bytes) -> None:
        """Read the first line and the headers; raises ParsingError."""
        super().parse_header(header_plus)
        chunked = self.chunked or "TRANSFER_ENCODING" in self.headers
        if chunked and "CONTENT_LENGTH" in self.headers:
            raise ParsingError("both Content-Length and Transfer-Encoding are given")
        self.adj: Any = copy(self.adj)
        usual = self.adj.max_request_body_size
        self.adj.max_request_body_size = max(usual, 2 * longest_body(self.path, 0))


class _Refusal(ErrorTask):  # type: ignore[misc]
    """The answer to a request that could not be taken."""

    words: Callable[[int, bool], Response]
    """To a status, for the API or not."""

    def execute(self) -> None:
        """Send it and close the connection."""
        response = self.words(self.request.error.code, is_for_api(self.request.path))
        body = response.get_data()
        self.status = response.status
        self.response_headers.extend(
            (name, value) for name, value in response.headers if name != "Content-Length"
        )
        self.set_close_on_finish()
        self.content_length = len(body)
        self.write(body)


def refuse_politely(app: Flask, listeners: Iterable[Any]) -> None:
    """Make the connections of waitress' listening sockets answer as this module says."""

    @cache
    def words(status: int, json: bool) -> Response:
        return refusal(app, status, json=json)

    refusing = type("_Of", (_Refusal,), {"words": staticmethod(words)})
    answers = {"parser_class": _Parser, "error_task_class": refusing}
    for listener in listeners:
        listener.channel_class = type("_Channel", (listener.channel_class,), answers)
