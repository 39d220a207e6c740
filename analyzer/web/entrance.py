"""The entrance, where requests wait for their turn: a line before the application, newcomers last.

Waitress reads requests whole and hands each to a thread. Of its threads only so many let a request
in at once; the others wait here, refuse what is too much, and say how the server is, whatever the
rest waits for. In a crowd that sends the form of the analysis one newcomer is let in when those
inside have their first page: else everybody begins before anybody sees an answer.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from typing import Any, Final

from flask import Flask
from werkzeug.wsgi import ClosingIterator

from analyzer.service.admission import Admission, BusyError, Ticket, keep_outer
from analyzer.web.errors import OVERRUN_SECONDS, Overrun

LINE: Final = 128
"""Requests that may wait, and newcomers at the door as many again."""
SPARE: Final = 16
"""Threads that are left for what never waits."""
LONGEST_CROWD: Final = 3.0
"""Seconds for which no place may be had soon before newcomers are told to come back.

A crowd that comes at once is served, however slowly; more clients than can be served are not kept
waiting ever longer.
"""
BEGINS: Final = "POST", "/analyze"
"""The requests of newcomers …"""
FIRST_PAGE: Final = "GET", "/analyze"
"""… and the page that they are sent to."""
FOLLOWS_SECONDS: Final = 0.02
"""The time in which whoever was sent to that page asks for it, if they are near."""
LONGEST_BEHIND: Final = 3.0
"""Seconds that a newcomer waits at most for others to have their page."""
ALWAYS_ANSWERED: Final = frozenset({"/healthz", "/livez"})
"""Paths that need no database and never wait."""


class Entrance:
    """The WSGI application around a Flask application: each request is let in when it is its turn.

    `places` are the requests answered at once, `threads` those that the server needs for it.
    """

    def __init__(self, app: Flask, places: int) -> None:
        self.threads = places + 2 * LINE + SPARE
        self._app, self._overrun = app, Overrun(app)
        self.line = Admission(
            places, room=places + LINE, longest_crowd=LONGEST_CROWD,
            retry_after=lambda: OVERRUN_SECONDS,
        )  # fmt: skip
        self.door = Admission(places=1, room=1 + LINE, retry_after=lambda: OVERRUN_SECONDS)

    def __call__(self, environ: dict[str, Any], start: Callable[..., Any]) -> Iterable[bytes]:
        """Answer one request."""
        asks = environ["REQUEST_METHOD"], environ["PATH_INFO"]
        if asks[1] in ALWAYS_ANSWERED:
            word: Iterable[bytes] = self._app(environ, start)
            return word
        leaving: list[Callable[[], None]] = []
        try:
            if asks in {BEGINS, FIRST_PAGE}:
                leaving.append(self._enter(asks))
            leaving.append(self._take_turn().leave)
            body: Iterable[bytes] = self._app(environ, start)
        except BusyError as error:
            _call(leaving)
            refusal: Iterable[bytes] = self._overrun.answer(error, asks[1])(environ, start)
            return refusal
        except BaseException:
            _call(leaving)
            raise
        is_file = isinstance(body, environ.get("wsgi.file_wrapper", ()))
        if is_file:
            _call(leaving)  # the server sends the file itself, and must see that it is one
            return body
        return ClosingIterator(body, leaving[::-1])

    def _take_turn(self) -> Ticket:
        """A place in the line, once it is free; raises BusyError."""
        ticket = self.line.join()
        ticket.wait()
        return keep_outer(ticket)

    def _enter(self, asks: tuple[str, str]) -> Callable[[], None]:
        """Go in by the door, a newcomer after those inside; what is to be called in the end."""
        if asks == FIRST_PAGE:
            return self.door.enter().leave
        ticket = self.door.join()
        if not ticket.wait(patience=LONGEST_BEHIND):
            ticket = self.door.enter()
        return partial(ticket.leave, after=FOLLOWS_SECONDS)


def _call(callbacks: Iterable[Callable[[], None]]) -> None:
    for each in callbacks:
        each()
