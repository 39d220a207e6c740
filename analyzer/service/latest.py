"""A memory of the things that were asked for last."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import Generic, TypeVar

T = TypeVar("T")


class Latest(Generic[T]):
    """The things that were asked for last, each as of a version, as many as there is room for.

    >>> kept = Latest(room=7, size=len)
    >>> kept.keep("a", 1, "one"), kept.keep("b", 1, "two"), kept.get("a", 1), kept.get("a", 2)
    ('one', 'two', 'one', None)
    >>> kept.keep("b", 2, "three"), kept.get("a", 1), kept.get("b", 2), kept.held
    ('three', None, 'three', 5)
    """

    def __init__(self, room: int, size: Callable[[T], int] = lambda _: 1) -> None:
        """`size` is what one thing takes of the `room`."""
        self._lock = threading.Lock()
        self._room, self._size = room, size
        self._kept: OrderedDict[Hashable, tuple[Hashable, T]] = OrderedDict()
        self.held = 0
        """What is taken of the room."""

    def get(self, key: Hashable, version: Hashable) -> T | None:
        """The thing under a key; None where it is of another version, or forgotten."""
        with self._lock:
            kept = self._kept.get(key)
            if kept is None or kept[0] != version:
                return None
            self._kept.move_to_end(key)
            return kept[1]

    def made(self, key: Hashable, version: Hashable, make: Callable[[], T]) -> T:
        """The thing under a key, made now where it is not kept."""
        kept = self.get(key, version)
        return self.keep(key, version, make()) if kept is None else kept

    def drop(self, key: Hashable) -> None:
        """Forget what is under a key."""
        with self._lock:
            self._drop(key)

    def keep(self, key: Hashable, version: Hashable, value: T) -> T:
        """Keep a thing in place of the one under its key; those least asked for make room."""
        with self._lock:
            self._drop(key)
            self._kept[key] = version, value
            self.held += self._size(value)
            while self.held > self._room:
                self._drop(next(iter(self._kept)))
            return value

    def _drop(self, key: Hashable) -> None:
        if key in self._kept:
            self.held -= self._size(self._kept.pop(key)[1])
