"""The puzzles of each day: a committed list that is only ever added to.

A line is a date and an id. What a day has been given stays its own once it has come, whatever
becomes of the packs.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from functools import lru_cache
from pathlib import Path
from typing import Final

from analyzer.errors import InputError
from analyzer.resources import resource_root, text_in

FILE: Final = "schedule.txt"
FIRST: Final = date(2026, 1, 1)
"""The first day of the archive."""
EARLIEST, LATEST = timedelta(hours=-12), timedelta(hours=14)
"""The extreme offsets of the world's clocks from UTC."""


@dataclass(frozen=True, slots=True)
class Schedule:
    """The puzzle of each day, from the first one on without a gap.

    >>> found = Schedule(("aaaaaaaaaa", "bbbbbbbbbb"))
    >>> found.on(FIRST), found.on(date(2026, 1, 3)), found.day_of("bbbbbbbbbb")
    ('aaaaaaaaaa', None, datetime.date(2026, 1, 2))
    """

    ids: tuple[str, ...]
    """By day, beginning with `FIRST`."""

    def on(self, day: date) -> str | None:
        """The id of the day's puzzle; None before the first day and after the last."""
        place = (day - FIRST).days
        return self.ids[place] if 0 <= place < len(self.ids) else None

    def day_of(self, puzzle: str) -> date | None:
        """The day of a puzzle; None for one that has none."""
        return FIRST + timedelta(self.ids.index(puzzle)) if puzzle in self.ids else None

    def until(self, last: date) -> Schedule:
        """The days up to a last one."""
        return Schedule(self.ids[: max(0, (last - FIRST).days + 1)])

    @property
    def last(self) -> date | None:
        """The last day; None where there is none."""
        return FIRST + timedelta(len(self.ids) - 1) if self.ids else None

    @property
    def days(self) -> tuple[date, ...]:
        """All days, oldest first."""
        return tuple(FIRST + timedelta(place) for place in range(len(self.ids)))


def own_day(now: datetime, day: date | None) -> date:
    """The date of one who says that it is `day`, where that can be; else the date in UTC.

    `now` knows its time zone. A day that is today nowhere in the world is not believed.

    >>> noon = datetime(2026, 3, 1, 12, tzinfo=UTC)
    >>> own_day(noon, date(2026, 3, 2)), own_day(noon, date(2026, 3, 3))
    (datetime.date(2026, 3, 2), datetime.date(2026, 3, 1))
    """
    here = now.astimezone(UTC)
    first, last = (here + EARLIEST).date(), (here + LATEST).date()
    return day if day is not None and first <= day <= last else here.date()


def parse_schedule(text: str) -> Schedule:
    """Read a schedule; InputError names the line that does not follow from the one before.

    >>> parse_schedule("2026-01-01 aaaaaaaaaa\\n2026-01-02 bbbbbbbbbb\\n").ids
    ('aaaaaaaaaa', 'bbbbbbbbbb')
    """
    ids: list[str] = []
    for number, line in enumerate(text.splitlines(), start=1):
        day, _, puzzle = line.partition(" ")
        wanted = FIRST + timedelta(len(ids))
        if day != wanted.isoformat() or not puzzle.isalnum():
            raise InputError(
                f"`{line}` is not what {wanted} has", where=f"{FILE} line {number}",
                hint="a line is a date and an id, one line a day",
            )  # fmt: skip
        ids.append(puzzle)
    return Schedule(tuple(ids))


def load_schedule(path: Path | None = None) -> Schedule:
    """The schedule of a file, that of the program if none is given; empty where there is none."""
    file = resource_root() / "puzzles" / FILE if path is None else path
    return parse_schedule(text_in(file)) if file.exists() else Schedule(())


@lru_cache(maxsize=1)
def shipped_schedule() -> Schedule:
    """The schedule that came with the program."""
    return load_schedule()
