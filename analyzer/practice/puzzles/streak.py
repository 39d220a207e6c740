"""A streak of days on which the day's puzzle was finished, with a freeze for a day now and then.

Only puzzles of the day count, finished on that day by the visitor's own date; right or wrong
does not matter, and the archive changes nothing.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Final

FREEZE_DAYS: Final = 10
"""Of so many days running, one that is missed does not end a streak."""
ONE: Final = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class Streak:
    """The streak as it stands today."""

    length: int
    """Days played without a break; frozen days are not counted."""
    best: int
    """The longest there has been."""
    frozen: tuple[date, ...]
    """Days of this streak that were missed and forgiven."""
    done: bool
    """True if today is played."""
    freeze_ready: bool
    """True if today could be missed without ending it."""


def streak(days: Collection[date], today: date) -> Streak:
    """The streak of one who played on these days.

    A day after `today`, as of one who has flown west, counts as played.

    >>> first = date(2026, 1, 1)
    >>> played = [first, first + ONE, first + 3 * ONE]
    >>> found = streak(played, first + 3 * ONE)
    >>> found.length, found.frozen, found.done
    (3, (datetime.date(2026, 1, 3),), True)
    >>> streak(played, first + 6 * ONE).length
    0
    """
    played = set(days)
    last = max([today, *played])
    length = best = 0
    frozen: list[date] = []
    thawed: date | None = None
    day = min([today, *played])
    while day <= last:
        if day in played:
            length += 1
            best = max(best, length)
        elif day < today and length and _may_freeze(day, thawed):
            thawed = day
            frozen.append(day)
        elif day < today:
            length, frozen, thawed = 0, [], None
        day += ONE
    return Streak(
        length, best, tuple(frozen) if length else (), today in played, _may_freeze(today, thawed)
    )


def _may_freeze(day: date, before: date | None) -> bool:
    return before is None or (day - before).days >= FREEZE_DAYS
