"""Connections of many clients, of whom some mean no good: waitress, with bounds of our own.

A client may hold connections open without asking anything, or send a request a byte at a time.
Such connections cost a file each and no thread. When there are too many, from one address or in
all, the one that has asked nothing for the longest is closed, so that a newcomer is always served.
"""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import partial
from math import inf
from typing import Any

from waitress.channel import HTTPChannel
from waitress.server import TcpWSGIServer
from waitress.task import ThreadedTaskDispatcher
from waitress.utilities import Error

from analyzer.service.sockets import turn_away

SPARE_FILES = 256
"""Files left for the database, the templates and whatever else is open."""
NEW_SECONDS = 0.5
"""How soon after connecting a first request is expected."""
SOON = 0.25
"""Seconds that a request may wait for a thread and its client hardly notices."""
LONGEST_CROWD = 3.0
"""Seconds for which no thread may be there soon before newcomers are told to come back.

A crowd that comes at once is served, however long its line; more clients than can be served are not
kept waiting ever longer.
"""
BEGINS = "POST", "/analyze"
"""What newcomers ask …"""
FIRST_PAGE = "GET", "/analyze"
"""… and the page that they are sent to."""
FOLLOWS_SECONDS = 0.02
"""How soon whoever was sent to that page asks for it, if they are near."""
LONGEST_BEHIND = 3.0
"""Seconds that a newcomer waits at most for others to have their page."""
ALWAYS_ANSWERED = frozenset({"/healthz", "/livez"})
"""Paths that need no database, answered by who reads requests, whatever the others wait for."""


@dataclass(frozen=True, slots=True)
class Bounds:
    """What connections may take."""

    connections: int = 2_000
    """In all; fewer where the system lets us open fewer files."""
    per_address: int | None = 256
    """From one address; None behind a proxy, where all come from the proxy's."""
    head_seconds: float = 20.0
    """Longest time from the first byte of a request to the end of its headers."""
    request_seconds: float = 120.0
    """Longest time until the whole of it is here."""

    def allowed(self) -> Bounds:
        """These bounds, as far as the system lets us open files."""
        return Bounds(
            min(self.connections, max(64, _open_files(self.connections) - SPARE_FILES)),
            self.per_address, self.head_seconds, self.request_seconds,
        )  # fmt: skip


def _open_files(wanted: int) -> int:
    """Raise the limit of open files as far as it is needed and allowed; returns it."""
    if sys.platform == "win32":
        return wanted + SPARE_FILES
    import resource  # noqa: PLC0415  # Windows has no such limit, and no such module

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    needed = wanted + SPARE_FILES
    if soft < needed:
        soft = needed if hard == resource.RLIM_INFINITY else min(needed, hard)
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    return soft


class _OverrunError(Error):  # type: ignore[misc]  # waitress has no types
    """More is asked than can be answered."""

    code = 503
    reason = "Service Unavailable"


class Connection(HTTPChannel):  # type: ignore[misc]  # waitress has no types
    """One connection, which knows since when it has asked nothing."""

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self.idle_since = self.creation_time
        self.is_new = True
        self.request_began: float | None = None
        self.is_serving = False
        self._reader: int | None = None
        self._is_answered_by_reader = False

    def received(self, data: bytes) -> Any:
        """Take in what came, and note when a request began and when it was whole."""
        self.is_new = False
        self._reader = threading.get_ident()
        whole = super().received(data)
        self._reader = None
        if self._is_answered_by_reader:
            self._is_answered_by_reader = False
            self.service()
        if self.request is None:
            self.idle_since, self.request_began = self.last_activity, None
        elif self.request_began is None:
            self.request_began = self.last_activity
        return whole

    def too_slow(self, now: float, bounds: Bounds) -> bool:
        """Whether the request that it is sending takes too long."""
        if self.request_began is None or self.request is None:
            return False
        in_body = self.request.headers_finished
        allowed = bounds.request_seconds if in_body else bounds.head_seconds
        return now - self.request_began > allowed

    @property
    def busy(self) -> bool:
        """Whether an answer is still to be sent, or a request is about to come."""
        if self.will_close:
            return False
        is_expected = self.is_new and time.time() - self.creation_time < NEW_SECONDS
        is_coming = self.request_began is not None
        is_sending = bool(self.requests or self.total_outbufs_len or self.is_serving)
        return is_sending or is_coming or is_expected

    def service(self) -> None:
        """Answer one request; it is the last where the server leaves."""
        if self.server.leaving:
            self.make_last()
        self.is_serving = True
        try:
            super().service()
        finally:
            self.is_serving = False

    def left_to_reader(self) -> bool:
        """Whether this thread is reading, and so will answer what is next when all is read."""
        is_reading = self._reader == threading.get_ident()
        if is_reading:
            self._is_answered_by_reader = True
        return is_reading

    def make_last(self) -> None:
        """Close the connection after the answer that is being made, and say so in its head."""
        if len(self.requests) == 1:
            self.requests[0].headers["CONNECTION"] = "close"

    def refuse(self) -> None:
        """Answer the request that is next by a word that the server is overrun."""
        self.requests[0].error = _OverrunError("overrun")

    @property
    def asks(self) -> tuple[str, str]:
        """Method and path of the request that is next, as far as they can be read."""
        if not self.requests:
            return "", ""
        return getattr(self.requests[0], "command", ""), self.requests[0].path

    @property
    def address(self) -> str:
        """Who is at the other end."""
        return str(self.addr[0]) if isinstance(self.addr, tuple) else str(self.addr)


class Listener(TcpWSGIServer):  # type: ignore[misc]  # waitress has no types
    """A listening socket that keeps its connections within bounds."""

    channel_class = Connection
    bounds = Bounds()
    leaving = False
    is_given = False
    """Whether another process holds the socket too, whose newcomers wait for the next server."""

    def leave(self) -> None:
        """Close each connection after its next answer."""
        self.leaving = True
        for connection in list(self.active_channels.values()):
            connection.make_last()

    def turn_away(self) -> None:
        """Take in nobody but those whose connection has begun already.

        A socket that was given to this process is not changed for others who hold it.
        """
        if not self.is_given:
            turn_away(self.socket)

    def stop_listening(self) -> None:
        """Take in who has come already, and let the next server have the address.

        A socket that was given to this process is not closed for others who hold it.
        """
        if not self.is_given:
            before = -1
            while len(self.active_channels) > before:
                before = len(self.active_channels)
                super().handle_accept()
        self.accepting = False
        self.del_channel()
        self.socket.close()

    def handle_accept(self) -> None:
        """Take in a newcomer, and close the idlest one where there are too many."""
        before = set(self.active_channels)
        super().handle_accept()
        for new in set(self.active_channels) - before:
            self._make_room(self.active_channels[new].address)

    def maintenance(self, now: float) -> None:
        """Close what has been silent for long, and what sends its request too slowly."""
        super().maintenance(now)
        for connection in self.active_channels.values():
            if connection.too_slow(now, self.bounds):
                connection.will_close = True

    def _make_room(self, address: str) -> None:
        open_ones = [each for each in self.active_channels.values() if not each.will_close]
        if len(open_ones) >= self.bounds.connections:
            _close_idlest(open_ones)
        elif self.bounds.per_address is not None:
            theirs = [each for each in open_ones if each.address == address]
            if len(theirs) > self.bounds.per_address:
                _close_idlest(theirs)


def _close_idlest(connections: Iterable[Connection]) -> None:
    """Close the one that has asked nothing for the longest; none that is being answered."""
    idle = [each for each in connections if not each.requests and not each.total_outbufs_len]
    if idle:
        min(idle, key=lambda each: each.idle_since).will_close = True


@dataclass(frozen=True, slots=True)
class _Asked:
    """A connection with a whole request that waits for a thread."""

    connection: Connection
    since: float
    service: Callable[[], object]
    """What the thread does."""

    def cancel(self) -> None:
        """Answer it no more."""
        self.connection.cancel()


class _Door(ThreadedTaskDispatcher):  # type: ignore[misc]  # waitress has no types
    """Where newcomers wait in a crowd; one is let in when those inside have their first page.

    Else everybody begins before anybody sees an answer.
    """

    def __init__(self, let_in: Callable[[_Asked], object]) -> None:
        super().__init__()
        self.set_thread_count(1)
        self._let_in = let_in
        self._inside: dict[Connection, float] = {}
        """Until when each of those inside is waited for; without end while it is answered."""
        self._left = threading.Condition()

    def knock(self, connection: Connection, since: float) -> None:
        """Wait for the door to be opened."""
        self.add_task(_Asked(connection, since, partial(self.open, connection, since)))

    def open(self, connection: Connection, since: float) -> None:
        """Let a newcomer in when nobody is inside, or after `LONGEST_BEHIND`."""
        with self._left:
            while (patience := min(self._empties(), since + LONGEST_BEHIND) - time.monotonic()) > 0:
                self._left.wait(patience)
        self.enter(connection, since, FOLLOWS_SECONDS)

    def enter(self, connection: Connection, since: float, stays: float = 0.0) -> None:
        """Be inside until what is asked now is answered, and so many seconds longer."""
        with self._left:
            self._inside[connection] = inf
        self._let_in(_Asked(connection, since, partial(self._answer, connection, stays)))

    def _empties(self) -> float:
        """When nobody is inside any more, as far as one can tell."""
        now = time.monotonic()
        self._inside = {each: until for each, until in self._inside.items() if until > now}
        return max(self._inside.values(), default=now)

    def _answer(self, connection: Connection, stays: float) -> None:
        try:
            connection.service()
        finally:
            with self._left:
                self._inside.pop(connection, None)
                if stays:
                    self._inside[connection] = time.monotonic() + stays
                self._left.notify()


class Dispatcher(ThreadedTaskDispatcher):  # type: ignore[misc]  # waitress has no types
    """Threads for requests. How the server is, and that it is overrun, is said without one.

    Whoever reads requests answers these: a word that is passed on waits at each thread for whoever
    computes in Python. Of several in one packet that is done for the first.
    """

    def __init__(self, threads: int) -> None:
        super().__init__()
        self.set_thread_count(threads)
        self._served_soon_at = 0.0
        self._door = _Door(super().add_task)

    def add_task(self, task: Connection) -> None:
        """Give a connection with a whole request to a thread, or refuse what it asks."""
        asks, now = task.asks, time.monotonic()
        needs_thread = asks[1] not in ALWAYS_ANSWERED
        if needs_thread and self._is_overrun(now):
            task.refuse()
            needs_thread = False
        if not needs_thread and task.left_to_reader():
            return
        if asks == BEGINS:
            self._door.knock(task, now)
        elif asks == FIRST_PAGE:
            self._door.enter(task, now)
        else:
            super().add_task(_Asked(task, now, task.service))

    def _is_overrun(self, now: float) -> bool:
        """Whether the line has been slow for long."""
        with self.lock:
            if not self.queue or now - self.queue[0].since <= SOON:
                self._served_soon_at = now
        return now - self._served_soon_at > LONGEST_CROWD

    def shutdown(self, cancel_pending: bool = True, timeout: float = 5) -> bool:
        """End all threads; whether anything was canceled."""
        self._door.shutdown(cancel_pending, timeout)
        return bool(super().shutdown(cancel_pending, timeout))
