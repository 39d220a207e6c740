"""Server-sent events: the frames of one search as an unnamed message each.

A frame is sent when there is something new, at most one every `FRAME_SECONDS`; between
frames a comment keeps proxies from closing the line. The stream ends after the frame of
the finished search, which holds nothing that would connect again.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from analyzer.service.searches import Search, Snapshot


@dataclass(frozen=True, slots=True)
class Stream:
    """The element that fetches news: at most one of the two addresses is given."""

    events_url: str | None = None
    """Server-sent events of a running search."""
    poll_url: str | None = None
    """Asked once a second instead, where events don't come through."""


FRAME_SECONDS = 1.0
"""Shortest time between two frames."""
PING_SECONDS = 10.0
"""Longest silence on the line."""
LOOK_SECONDS = 0.5
"""How often a waiting stream looks whether its reader is still there."""


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
        self._free = threading.BoundedSemaphore(most)

    def enter(self) -> bool:
        """Take a place; False when none is free. Give it back with `leave`."""
        return self._free.acquire(blocking=False)

    def leave(self) -> None:
        """Give a place back."""
        self._free.release()


def frames(
    search: Search,
    after: int,
    render: Callable[[Snapshot], str],
    gone: Callable[[], bool],
    clock: Callable[[], float] = time.monotonic,
) -> Iterator[str]:
    """The stream of a search from version `after` on, until it ends or `gone()` is true."""
    yield ": hello\n\n"
    spoke = clock()
    while not gone():
        snapshot = search.wait(after, LOOK_SECONDS)
        if snapshot.version > after:
            yield message(search.draw(snapshot, render))
            spoke, after = clock(), snapshot.version
            if snapshot.running:
                search.settle(FRAME_SECONDS)
        elif clock() - spoke >= PING_SECONDS:
            yield ": ping\n\n"
            spoke = clock()
        if not snapshot.running and snapshot.version <= after:
            return
