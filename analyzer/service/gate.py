"""One at a time, in the order of coming."""

from __future__ import annotations

import threading
import time
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager
from typing import NamedTuple

LONGEST_BEHIND = 3.0
"""Seconds for which others may go before one who stands behind."""


class _Place(NamedTuple):
    thread: int
    turn: threading.Lock
    since: float


class Gate:
    """A lock that is fair, and that its holder may take again.

    >>> gate = Gate()
    >>> with gate, gate:
    ...     print("inside")
    inside
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._line, self._behind = deque[_Place](), deque[_Place]()
        self._holder: int | None = None
        self._depth = 0

    @contextmanager
    def behind(self) -> Iterator[None]:
        """Hold it as a `with` does, after all who want it meanwhile: for a while, not for ever."""
        self._pass(self._behind)
        try:
            yield
        finally:
            self._leave()

    def __enter__(self) -> None:
        self._pass(self._line)

    def __exit__(self, *error: object) -> None:
        self._leave()

    def _pass(self, line: deque[_Place]) -> None:
        me, turn = threading.get_ident(), threading.Lock()
        with self._lock:
            if self._holder in {None, me}:
                self._holder = me
                self._depth += 1
                return
            turn.acquire()
            line.append(_Place(me, turn, time.monotonic()))
        turn.acquire()  # given by the one before

    def _leave(self) -> None:
        with self._lock:
            self._depth -= 1
            if self._depth:
                return
            self._holder = None
            if self._line or self._behind:
                place = self._next().popleft()
                self._holder, self._depth = place.thread, 1
                place.turn.release()

    def _next(self) -> deque[_Place]:
        """The line whose first one is next."""
        if not self._line or not self._behind:
            return self._line or self._behind
        waits_long = time.monotonic() - self._behind[0].since > LONGEST_BEHIND
        return self._behind if waits_long else self._line
