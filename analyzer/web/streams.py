"""News of work that goes on by itself: as server-sent events, or by loading the page again.

A frame is sent when there is something new, at most one every `FRAME_SECONDS`, except that a first
answer and the end come at once; between frames a comment keeps proxies from closing the line. The
stream ends after the frame of the finished work, which holds nothing that would connect again.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from flask import Response, request, stream_with_context

from analyzer.service.admission import Admission, BusyError, Ticket
from analyzer.service.watchable import N_co, Watchable
from analyzer.web.errors import turned_away


@dataclass(frozen=True, slots=True)
class Stream:
    """The element that fetches news: at most one of the two addresses is given."""

    events_url: str | None = None
    """Server-sent events of a running search."""
    poll_url: str | None = None
    """Asked once a second instead, where events don't come through."""


NO_STREAM = Stream()
"""Ends whatever fetches news."""
FRAME_SECONDS = 1.0
"""Shortest time between two frames, but before a first answer and the end."""
PING_SECONDS = 10.0
"""Longest silence on the line."""
LOOK_SECONDS = 0.5
"""The interval at which a waiting stream looks if its reader is still there."""


def message(text: str) -> str:
    """One unnamed server-sent event.

    >>> message("<p>one</p>\\n<p>two</p>")
    'data: <p>one</p>\\ndata: <p>two</p>\\n\\n'
    """
    lines = text.splitlines() or [""]
    return "".join(f"data: {line}\n" for line in lines) + "\n"


class Streams:
    """Counts the open streams and refuses one too many."""

    def __init__(self, most: int) -> None:
        self._desk = Admission(places=most, room=most)
        self._closed = threading.Event()

    def close(self) -> None:
        """End every stream with a last message, and begin none."""
        self._closed.set()

    def enter(self) -> Ticket:
        """Take a place, to be left in the end; raises BusyError where none is free."""
        if self._closed.is_set():
            raise self._desk.refusal()
        return self._desk.join()

    def answer(
        self,
        work: Watchable[N_co],
        render: Callable[[N_co], str],
        polled: Callable[[N_co], str],
        *,
        afresh: bool = False,
    ) -> Response:
        """The answer to who asks for news of some work after version ``after``.

        With `afresh` the work is not the one whose version that was, and all of it is news.
        `polled` renders the news for those who poll: when the server ends before the work, its
        last message makes the reader ask again, whoever answers then.
        """
        after = -1 if afresh else request.args.get("after", -1, type=int)
        news = work.snapshot
        if news is None or (not news.running and news.version <= after):
            return Response(status=204)  # tells the browser not to come back
        try:
            ticket = self.enter()
        except BusyError as error:
            return turned_away(Response(), error)
        work.watch(1)
        response = Response(
            stream_with_context(self._frames(work, after, render, polled)),
            mimetype="text/event-stream",
            headers={"Cache-Control": "no-cache, no-transform", "X-Accel-Buffering": "no"},
        )
        response.call_on_close(lambda: work.watch(-1))
        response.call_on_close(ticket.leave)
        return response

    def _frames(
        self,
        work: Watchable[N_co],
        after: int,
        render: Callable[[N_co], str],
        polled: Callable[[N_co], str],
    ) -> Iterator[str]:
        gone = reader_left()
        yield from frames(work, after, render, lambda: self._closed.is_set() or gone())
        news = work.snapshot
        if self._closed.is_set() and news is not None and news.running:
            yield message(polled(news))


def reader_left() -> Callable[[], bool]:
    """Return what tells whether who asks has left meanwhile: never, where the server cannot
    know."""
    gone: Callable[[], bool] = request.environ.get("waitress.client_disconnected", bool)
    return gone


def refresh_after(seconds: int, to: str | None = None) -> str:
    """Another page after so many seconds, or the one that is asked for again, as a ``refresh`` says
    it.

    The address is named, without the fragment: from one with a fragment to itself a browser only
    scrolls (HTML standard, "navigate").
    """
    here = f"{request.script_root}{request.full_path.removesuffix('?')}"
    return f"{seconds}; url={to or here}"


def frames(
    work: Watchable[N_co],
    after: int,
    render: Callable[[N_co], str],
    gone: Callable[[], bool],
    clock: Callable[[], float] = time.monotonic,
) -> Iterator[str]:
    """The stream of some work from version `after` on, until it ends or `gone()` is true."""
    yield ": hello\n\n"
    spoke = clock()
    while not gone():
        news = work.wait(after, LOOK_SECONDS)
        if news is None:
            return
        if news.version > after:
            yield message(render(news))
            spoke, after = clock(), news.version
            if news.running:
                work.rest(after, FRAME_SECONDS)
        elif clock() - spoke >= PING_SECONDS:
            yield ": ping\n\n"
            spoke = clock()
        if not news.running and news.version <= after:
            return
