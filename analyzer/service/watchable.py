"""Work that goes on by itself while pages watch it: a search, a review."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol, TypeVar


class _News(Protocol):
    """What is known of a piece of work at one moment."""

    @property
    def version(self) -> int:
        """Grows with every change."""
        ...

    @property
    def running(self) -> bool:
        """Whether more may come."""
        ...


N = TypeVar("N", bound=_News)


class Watchable(Protocol[N]):
    """A piece of work; it answers None once it is no more."""

    @property
    def snapshot(self) -> N | None:
        """What is known now."""
        ...

    def wait(self, after: int, timeout: float) -> N | None:
        """The first news after version `after`, or the last after so many seconds."""
        ...

    def settle(self, timeout: float) -> N | None:
        """The news at the end of the work, or the last after so many seconds."""
        ...

    def watch(self, more: int) -> None:
        """Count watchers who come (1) or leave (-1)."""
        ...

    def draw(self, news: N, render: Callable[[N], str]) -> str:
        """The fragment of a page with the news; work that many watch may keep it."""
        ...

    def stop(self) -> None:
        """End it early; what is known by then is kept."""
        ...
