"""The puzzles that a running application has, and on which day each may be seen."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import UTC, date, datetime
from functools import cached_property, lru_cache
from pathlib import Path
from types import MappingProxyType
from typing import Final

from analyzer.practice.puzzles.pack import shelved, shipped
from analyzer.practice.puzzles.retired import FILE as RETIRED
from analyzer.practice.puzzles.retired import Retired, load_retired, shipped_retired
from analyzer.practice.puzzles.schedule import (
    EARLIEST,
    FILE,
    LATEST,
    Schedule,
    load_schedule,
    own_day,
    shipped_schedule,
)
from analyzer.practice.puzzles.types import Puzzle


def _now() -> datetime:
    return datetime.now(UTC)


class PuzzleBook:
    """Packs and schedule, seen at a moment.

    A puzzle of a day to come is not there yet, whoever asks, until that day has begun
    somewhere in the world.
    """

    def __init__(
        self,
        puzzles: Mapping[str, Puzzle] | None,
        schedule: Schedule,
        now: Callable[[], datetime] = _now,
        retired: Retired = MappingProxyType({}),
    ) -> None:
        self._given: Final = puzzles
        self.retired: Final = retired
        self.schedule: Final = schedule
        self._days: Final = dict(zip(schedule.ids, schedule.days, strict=True))
        self._now = now
        self._by_theme: Final = lru_cache(maxsize=2)(self._opened_by_theme)

    @classmethod
    def read(cls, folder: Path | None = None) -> PuzzleBook:
        """The packs and the schedule of a folder, or those that came with the program.

        Raises InputError for a pack that is not sound; those of the program are read, by whoever
        first asks for a puzzle, and checked then.
        """
        if folder is None:
            return cls(None, shipped_schedule(), retired=shipped_retired())
        schedule, retired = load_schedule(folder / FILE), load_retired(folder / RETIRED)
        return cls(shelved(folder), schedule, retired=retired)

    @cached_property
    def puzzles(self) -> Mapping[str, Puzzle]:
        """All puzzles by id."""
        return MappingProxyType(dict(shipped() if self._given is None else self._given))

    def today(self, claimed: date | None = None) -> date:
        """The visitor's date: as claimed, where it is that day somewhere; else that of UTC."""
        return own_day(self._now(), claimed)

    def oldest(self) -> date:
        """The earliest date in the world."""
        return (self._now().astimezone(UTC) + EARLIEST).date()

    def newest(self) -> date:
        """The latest date in the world."""
        return (self._now().astimezone(UTC) + LATEST).date()

    def on(self, day: date) -> Puzzle | None:
        """The puzzle of a day; None where there is none, or not yet."""
        ident = self.schedule.on(day) if day <= self.newest() else None
        return None if ident is None else self.puzzles.get(ident)

    def day_of(self, ident: str) -> date | None:
        """The day of a puzzle; None for one that has none."""
        return self._days.get(ident)

    def find(self, ident: str) -> Puzzle | None:
        """The puzzle with an id; None where there is none, or not yet."""
        return self.puzzles.get(ident) if self._is_open(ident, self.newest()) else None

    def opened(self, theme: str = "") -> tuple[Puzzle, ...]:
        """All puzzles that may be seen and are not retired; those of a theme where one is given."""
        return self._by_theme(self.newest()).get(theme, ())

    def _opened_by_theme(self, newest: date) -> Mapping[str, tuple[Puzzle, ...]]:
        """The puzzles open on a day by theme, and all of them under the empty name."""
        opened: dict[str, list[Puzzle]] = {}
        for puzzle in self.puzzles.values():
            if self._is_open(puzzle.id, newest) and puzzle.id not in self.retired:
                for theme in ("", *puzzle.themes):
                    opened.setdefault(theme, []).append(puzzle)
        return {theme: tuple(puzzles) for theme, puzzles in opened.items()}

    def _is_open(self, ident: str, newest: date) -> bool:
        day = self._days.get(ident)
        return day is None or day <= newest
