"""Work that goes on by itself while pages watch it: a search, a review."""

from __future__ import annotations

from typing import Protocol, TypeVar


class _News(Protocol):
    """The news of a piece of work at one moment."""

    @property
    def version(self) -> int:
        """Grows with every change."""
        ...

    @property
    def running(self) -> bool:
        """True if more may come."""
        ...


N_co = TypeVar("N_co", bound=_News, covariant=True)


class Watchable(Protocol[N_co]):
    """A piece of work; it answers None once it is no more."""

    @property
    def snapshot(self) -> N_co | None:
        """The knowledge as of now."""
        ...

    def wait(self, after: int, timeout: float) -> N_co | None:
        """The first news after version `after`, or the last after so many seconds."""
        ...

    def rest(self, after: int, timeout: float) -> N_co | None:
        """Let so many seconds pass; news after version `after` that may not wait cut them short."""
        ...

    def watch(self, more: int) -> None:
        """Count watchers who come (1) or leave (-1)."""
        ...

    def stop(self) -> None:
        """End it early; what is known by then is kept."""
        ...
