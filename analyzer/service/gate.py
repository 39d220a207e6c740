"""One at a time, in the order of coming."""

from __future__ import annotations

import threading
from collections import deque
from typing import NamedTuple


class _Place(NamedTuple):
    thread: int
    turn: threading.Lock


class Gate:
    """A lock that is fair, and that its holder may take again.

    >>> gate = Gate()
    >>> with gate, gate:
    ...     print("inside")
    inside
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._line = deque[_Place]()
        self._holder: int | None = None
        self._depth = 0

    def __enter__(self) -> None:
        me, turn = threading.get_ident(), threading.Lock()
        with self._lock:
            if self._holder in {None, me}:
                self._holder = me
                self._depth += 1
                return
            turn.acquire()
            self._line.append(_Place(me, turn))
        turn.acquire()  # given by the one before

    def __exit__(self, *error: object) -> None:
        with self._lock:
            self._depth -= 1
            if self._depth:
                return
            self._holder = None
            if self._line:
                self._holder, turn = self._line.popleft()
                self._depth = 1
                turn.release()
