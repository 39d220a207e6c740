"""In which order reviews are worked on."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta

WORLDS_PER_SECOND = 200_000
"""Roughly, on one core: only the order depends on it."""


@dataclass(frozen=True, slots=True)
class QueuePlace:
    """A review that waits or runs."""

    id: str
    owner: str
    source: str | None
    """The source of the request; None where that is not known."""
    created: datetime
    cost: int
    """Worlds that it takes at most, over all its decisions."""

    @property
    def due(self) -> datetime:
        """The time at which it would be done if it were alone: a short one passes a long one that
        is not old."""
        return self.created + timedelta(seconds=self.cost / WORLDS_PER_SECOND)


def in_turn(active: Iterable[QueuePlace]) -> list[QueuePlace]:
    """Those whose asker has fewer before them come first, then those that would be done first.

    >>> noon = datetime(2026, 11, 23, 12)
    >>> def place(id, source, cost=0, later=0):
    ...     return QueuePlace(id, id, source, noon + timedelta(seconds=later), cost)
    >>> crowd = [place(f"crowd {n}", "a", later=n) for n in range(3)]
    >>> long, short = place("long", "b", 200_000_000), place("short", "c", 1_000_000, later=60)
    >>> [each.id for each in in_turn([*crowd, long, short])]
    ['crowd 0', 'short', 'long', 'crowd 1', 'crowd 2']
    """
    before: Counter[str] = Counter()
    ranks: dict[str, int] = {}
    for each in sorted(active, key=lambda each: (each.created, each.id)):
        asker = each.source or each.owner
        ranks[each.id] = before[asker]
        before[asker] += 1
    return sorted(active, key=lambda each: (ranks[each.id], each.due, each.id))
