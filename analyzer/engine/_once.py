"""A cache whose values are worked out once, however many threads ask for one at the same time."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from functools import lru_cache, wraps
from threading import Lock
from typing import TypeVar

Key = TypeVar("Key", bound=Hashable)
Value = TypeVar("Value")


def computed_once(maxsize: int) -> Callable[[Callable[[Key], Value]], Callable[[Key], Value]]:
    """Like `functools.lru_cache` for one argument; who asks meanwhile waits for the same value.

    An exception is raised to whoever was computing, and the next in line tries again.

    >>> squares = computed_once(maxsize=8)(lambda number: number * number)
    >>> squares(7), squares(7)
    (49, 49)
    """

    def decorate(compute: Callable[[Key], Value]) -> Callable[[Key], Value]:
        guard = Lock()  # two that miss at once would each be given a lock of their own
        lock_of = lru_cache(maxsize=4 * maxsize)(lambda _: Lock())
        known = lru_cache(maxsize=maxsize)(compute)

        @wraps(compute)
        def value_of(key: Key) -> Value:
            with guard:
                lock = lock_of(key)
            with lock:
                return known(key)

        return value_of

    return decorate
