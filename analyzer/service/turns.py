"""Work on a request's own thread: a few at a time, some waiting for their turn, the rest refused.

A thread that waits answers nobody else, so only so many may wait; a crowd that asks for costly
answers gets a busy one, and the pages go on.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from threading import BoundedSemaphore

RETRY_SECONDS = 3


class BusyError(Exception):
    """As much work runs as may; `retry_after` is in whole seconds."""

    def __init__(self, retry_after: int = RETRY_SECONDS) -> None:
        self.retry_after = retry_after
        super().__init__("no more searches can run now; try again in a moment")


class Turns:
    """A gate for costly work.

    >>> gate = Turns(at_once=1, waiting=0)
    >>> with gate.turn():
    ...     try:
    ...         with gate.turn():
    ...             pass
    ...     except BusyError as busy:
    ...         print(busy.retry_after)
    3
    """

    def __init__(self, at_once: int, waiting: int, patience: float = 10.0) -> None:
        """`patience` is how many seconds one of the `waiting` waits at most."""
        self._patience = patience
        self._working = BoundedSemaphore(at_once)
        self._present = BoundedSemaphore(at_once + waiting)

    @contextmanager
    def turn(self) -> Iterator[None]:
        """Work while this is held; raises BusyError where nobody more may wait, or too long."""
        if not self._present.acquire(blocking=False):
            raise BusyError
        try:
            if not self._working.acquire(timeout=self._patience):
                raise BusyError
            try:
                yield
            finally:
                self._working.release()
        finally:
            self._present.release()


COSTLY = Turns(at_once=max(1, (os.cpu_count() or 2) // 2), waiting=8)
"""Beliefs, match equity, and whatever else takes up to a second of one core; half of the cores stay
free for pages."""
