"""Work that a request waits for: a little at a time, some waiting for its turn, the rest refused.

A thread that waits answers nobody else, so only so many may wait; a crowd that asks for costly
answers gets a busy one, and the pages go on. The work itself is done by threads that step back.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from itertools import cycle
from threading import BoundedSemaphore
from typing import TypeVar

from analyzer.service.line import step_back

Answer = TypeVar("Answer")

RETRY_SECONDS = 3
"""After how many seconds somebody who was refused may come back, …"""
SPREAD_SECONDS = 4
"""… from which so many waves are made of a crowd: it comes back as it was told to."""


class BusyError(Exception):
    """As much work runs as may; `retry_after` is in whole seconds."""

    def __init__(self, retry_after: int) -> None:
        self.retry_after = retry_after
        super().__init__("no more searches can run now; try again in a moment")


class Turns:
    """A gate for costly work.

    >>> gate = Turns(at_once=1, waiting=0)
    >>> def ask() -> str:
    ...     try:
    ...         return gate.run(lambda: "an answer")
    ...     except BusyError as busy:
    ...         return f"come back in {busy.retry_after} s"
    >>> ask(), gate.run(ask)
    ('an answer', 'come back in 3 s')
    """

    def __init__(self, at_once: int, waiting: int, patience: float = 10.0) -> None:
        """`patience` is how many seconds one of the `waiting` waits at most."""
        self._patience = patience
        self._working = BoundedSemaphore(at_once)
        self._present = BoundedSemaphore(at_once + waiting)
        self._threads = ThreadPoolExecutor(at_once, "costly", initializer=step_back)
        self._returns = cycle(range(RETRY_SECONDS, RETRY_SECONDS + SPREAD_SECONDS))

    def run(self, work: Callable[[], Answer]) -> Answer:
        """The answer of `work`, which is done on another thread and knows no request.

        Raises BusyError where nobody more may wait, or too long.
        """
        if not self._present.acquire(blocking=False):
            raise BusyError(next(self._returns))
        try:
            if not self._working.acquire(timeout=self._patience):
                raise BusyError(next(self._returns))
            try:
                return self._threads.submit(work).result()
            finally:
                self._working.release()
        finally:
            self._present.release()


COSTLY = Turns(at_once=max(1, (os.cpu_count() or 2) // 2), waiting=8)
"""Beliefs, match equity, and whatever else takes up to a second of one core; half of the cores stay
free for pages."""
