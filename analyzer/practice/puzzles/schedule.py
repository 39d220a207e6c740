"""Which puzzle on which day: a committed list that is only ever added to.

A line is a date and an id. What a day has been given stays its own, whatever becomes of the
packs; new days are added behind the last one. Mondays are easy and Sundays hard, and no two days
running share a kind or a theme.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from functools import lru_cache
from pathlib import Path
from typing import Final

from analyzer.errors import InputError
from analyzer.practice.puzzles.types import Puzzle, PuzzleKind
from analyzer.resources import resource_root

FILE: Final = "schedule.txt"
FIRST: Final = date(2026, 1, 1)
"""The first day of the archive."""
AHEAD: Final = 400
"""Days that must lie ahead."""
WEEK: Final = 7
WINDOW: Final = 1 / 14
"""How far from the difficulty of its weekday a puzzle may be, as a share of all puzzles."""
EARLIEST, LATEST = timedelta(hours=-12), timedelta(hours=14)
"""How far the clocks of the world are from UTC."""


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


def format_schedule(schedule: Schedule) -> str:
    """The text of a schedule; `parse_schedule` reads it back."""
    return "".join(
        f"{day.isoformat()} {text}\n" for day, text in zip(schedule.days, schedule.ids, strict=True)
    )


def load_schedule(path: Path | None = None) -> Schedule:
    """The schedule of a file, that of the program if none is given; empty where there is none."""
    found = resource_root() / "puzzles" / FILE if path is None else path
    return parse_schedule(found.read_text(encoding="ascii")) if found.exists() else Schedule(())


@lru_cache(maxsize=1)
def shipped_schedule() -> Schedule:
    """The schedule that came with the program."""
    return load_schedule()


def extended(
    schedule: Schedule, puzzles: Sequence[Puzzle], until: date, known: Mapping[str, Puzzle]
) -> Schedule:
    """The schedule with days added up to `until`, each with a puzzle that no day has had.

    A day gets a puzzle that tempts; the others are for beginners who look for them. `known` has
    all puzzles that were scheduled before. What is there stays as it is. Raises InputError where
    the puzzles do not suffice.
    """
    ids = list(schedule.ids)
    used = set(ids)
    free = [puzzle for puzzle in puzzles if puzzle.tempts and puzzle.id not in used]
    hardness = _hardness(free)
    asked = {known[text].kind: place for place, text in enumerate(ids) if text in known}
    last = known.get(ids[-1]) if ids else None
    for place in range(len(ids), (until - FIRST).days + 1):
        day = FIRST + timedelta(place)
        waited = {kind: place - asked.get(kind, -1) for kind in PuzzleKind}
        last = _chosen(day, free, hardness, last, waited)
        asked[last.kind] = place
        free.remove(last)
        ids.append(last.id)
    return Schedule(tuple(ids))


def _hardness(puzzles: Sequence[Puzzle]) -> dict[str, float]:
    """The rank of each puzzle's rating among all, 0 to 1."""
    order = sorted(puzzles, key=lambda one: (one.rating.rating, _mixed(one.id)))
    return {puzzle.id: (place + 0.5) / len(order) for place, puzzle in enumerate(order)}


def _mixed(text: str) -> str:
    """Something that depends on a text without an order that one could see."""
    return hashlib.sha256(text.encode()).hexdigest()


def _chosen(
    day: date,
    free: Sequence[Puzzle],
    hardness: Mapping[str, float],
    last: Puzzle | None,
    waited: Mapping[PuzzleKind, int],
) -> Puzzle:
    """One about as hard as its weekday wants, of a kind of which many are left or that has
    `waited` long: so that kinds change, and none is used up before the others."""
    wanted = (day.weekday() + 0.5) / WEEK
    fitting = [
        puzzle
        for puzzle in free
        if last is None or (puzzle.kind is not last.kind and not {*puzzle.themes} & {*last.themes})
    ]
    if not fitting:
        raise InputError(f"no puzzle is left for {day}", where="until", hint="mine more of them")
    near = [puzzle for puzzle in fitting if abs(hardness[puzzle.id] - wanted) <= WINDOW]
    if not near:
        return min(fitting, key=lambda one: (abs(hardness[one.id] - wanted), _mixed(one.id)))
    plenty = Counter(puzzle.kind for puzzle in free)
    return min(near, key=lambda one: (-plenty[one.kind] * waited[one.kind], _mixed(one.id)))
