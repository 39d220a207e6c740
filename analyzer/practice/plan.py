"""Ten minutes for a day: what is due, what goes wrong most, what comes next in the course."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

MINUTES: Final = 10
"""Of a plan."""


class PlanPart(StrEnum):
    """A task."""

    TODAY = "today"
    """The puzzle of the day."""
    MISTAKES = "mistakes"
    """Own mistakes that are due."""
    PUZZLES = "puzzles"
    """Missed puzzles that are due."""
    LEAK = "leak"
    """Practice for the theme that costs most."""
    LESSON = "lesson"
    """The next lesson of the course."""
    MEMORY = "memory"
    """A drill of memory."""
    MORE = "more"
    """Puzzles near one's rating."""


@dataclass(frozen=True, slots=True)
class PlanNeeds:
    """The tasks of a player."""

    today_open: bool = False
    """True if the puzzle of the day is not done."""
    mistakes: int = 0
    puzzles: int = 0
    leak: bool = False
    """True if a theme is known that costs points."""
    lesson: bool = False
    """True if there is a lesson left."""
    spent: int = 0
    """Minutes that the player has practiced today."""


@dataclass(frozen=True, slots=True)
class PlanEntry:
    """A line of the plan."""

    part: PlanPart
    number: int
    """Of puzzles, mistakes, drills or lessons."""
    minutes: int


def plan_of(needs: PlanNeeds) -> tuple[PlanEntry, ...]:
    """Return what to do with what is left of the ten minutes; nothing once they are over.

    What is due goes first, then what costs most, then what is new; puzzles fill the rest.

    >>> [f"{one.number} {one.part}" for one in plan_of(PlanNeeds(True, mistakes=9, lesson=True))]
    ['1 today', '2 mistakes', '1 lesson', '1 memory', '2 more']
    >>> sum(one.minutes for one in plan_of(PlanNeeds(True, 9, 9, True, True)))
    10
    >>> plan_of(PlanNeeds(True, spent=12))
    ()
    """
    left = MINUTES - needs.spent
    plan = []
    for part, number, each in _wishes(needs):
        fitting = min(number, max(0, left) // each)
        if fitting:
            plan.append(PlanEntry(part, fitting, fitting * each))
            left -= fitting * each
    return tuple(plan)


def _wishes(needs: PlanNeeds) -> Iterator[tuple[PlanPart, int, int]]:
    """(what, how many at most, minutes of each), what matters most first."""
    yield PlanPart.TODAY, int(needs.today_open), 1
    yield PlanPart.MISTAKES, min(needs.mistakes, 2), 1
    yield PlanPart.PUZZLES, min(needs.puzzles, 3), 1
    yield PlanPart.LEAK, int(needs.leak), 2
    yield PlanPart.LESSON, int(needs.lesson), 3
    yield PlanPart.MEMORY, 1, 2
    yield PlanPart.MORE, MINUTES, 1
