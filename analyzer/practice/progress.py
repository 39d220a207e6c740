"""The stored ratings of a player at the drills, as text.

A drill is an opponent whose strength follows from its cards (:mod:`analyzer.practice._hardness`)
and is not changed by anybody; ratings are those of :mod:`analyzer.practice.puzzles.rating`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from analyzer.practice._text import KeptAsText
from analyzer.practice.drills import Drill, Exercise
from analyzer.practice.puzzles.rating import moved
from analyzer.practice.puzzles.types import Rating

FIRST: Final = Rating(1100.0, 300.0)
"""Of a player who has not done a drill of the kind: begin with what is easy."""

DRILL_DEVIATION: Final = 120.0
"""The rating deviation of a difficulty that comes from a formula."""

LEAST_DEVIATION: Final = 60.0
MOST: Final = 120.0
"""One drill moves the rating by no more."""

EASIER: Final = 120.0
"""Drills are so much below the rating: two of three are found then, and it stays a pleasure."""

STEP: Final = 50
LOWEST, HIGHEST = 800, 1900
"""Levels that there are drills for."""

MOST_DONE: Final = 200
"""Drills remembered, so that one done again moves no rating."""


def rated(player: Rating, hardness: float, *, right: bool) -> Rating:
    """The player's rating after a drill.

    >>> up, down = (rated(FIRST, 1100.0, right=right) for right in (True, False))
    >>> up.rating > FIRST.rating > down.rating, up.deviation < FIRST.deviation
    (True, True)
    """
    drill = Rating(hardness, DRILL_DEVIATION)
    return moved(player, drill, float(right), MOST, LEAST_DEVIATION)


def level_for(player: Rating) -> int:
    """The level of the next drill.

    >>> level_for(FIRST), level_for(Rating(2600.0, 60.0))
    (1000, 1900)
    """
    wanted = STEP * round((player.rating - EASIER) / STEP)
    return min(max(wanted, LOWEST), HIGHEST)


@dataclass(frozen=True, slots=True)
class Skill:
    """The skill at one kind of drill."""

    rating: Rating = FIRST
    tried: int = 0
    right: int = 0
    row: int = 0
    """Right ones in a row, up to now."""


@dataclass(frozen=True, slots=True)
class _RatingChange:
    """The effect of the last rated drill."""

    drill: str
    """Its id, see `id_of`."""
    before: float
    after: float


@dataclass(frozen=True, slots=True)
class DrillProgress(KeptAsText):
    """All drills of a player; `of` and `after` say how they do and what a drill changes.

    >>> from analyzer.practice.drills import task
    >>> asked = task(Drill.OUTS, 1000, seed=1)
    >>> once = DrillProgress().after(asked, right=True)
    >>> once.of(Drill.OUTS).tried, once.after(asked, right=True) == once
    (1, True)
    >>> DrillProgress.kept(once.text) == once
    True
    """

    skills: Mapping[str, Skill] = field(default_factory=dict)
    done: tuple[str, ...] = ()
    last: _RatingChange | None = None

    def of(self, drill: Drill) -> Skill:
        """Return how the player does at a kind of drill."""
        return self.skills.get(drill, Skill())

    def after(self, exercise: Exercise, *, right: bool) -> DrillProgress:
        """The progress after a drill; the same for one that was done before."""
        name = id_of(exercise)
        if name in self.done:
            return self
        before = self.of(exercise.drill)
        now = Skill(
            rating=rated(before.rating, exercise.hardness, right=right),
            tried=before.tried + 1,
            right=before.right + right,
            row=before.row + 1 if right else 0,
        )
        return DrillProgress(
            skills={**self.skills, str(exercise.drill): now},
            done=(*self.done, name)[-MOST_DONE:],
            last=_RatingChange(name, before.rating.rating, now.rating.rating),
        )


def id_of(exercise: Exercise) -> str:
    """A drill by its kind, level and seed."""
    return f"{exercise.drill}/{exercise.level}/{exercise.seed}"
