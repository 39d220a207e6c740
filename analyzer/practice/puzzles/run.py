"""A storm: puzzles against the clock, from easy to hard, until the time or the patience is over."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from itertools import accumulate
from random import Random
from typing import Annotated, Final

import msgspec

from analyzer.practice.puzzles.types import Puzzle
from analyzer.resources import read_json

SECONDS: Final = 300
"""Of a run."""
COMBO: Final = 5
"""Right answers in a row that win time, …"""
BONUS: Final = 10
"""… so many seconds, and again after as many more."""
MISSES: Final = 3
"""Answers without credit that end it."""
LONGEST: Final = 60
"""Puzzles that are laid out."""


@dataclass(frozen=True, slots=True)
class PuzzleRun:
    """A run, and the best before it.

    >>> from datetime import UTC
    >>> start = datetime(2026, 3, 1, tzinfo=UTC)
    >>> run = PuzzleRun(start, ("a", "b", "c")).after("a", 1.0, start).after("b", 0.0, start)
    >>> run.current, run.score, run.misses, PuzzleRun.kept(run.text) == run
    ('c', 1, 1, True)
    >>> run.over(start), run.left(start.replace(minute=4)), run.over(start.replace(minute=5))
    (False, 60, True)
    >>> quick = PuzzleRun(start, ("a",) * 9, credits=(0.0, *(1.0,) * 6))
    >>> quick.combo, quick.longest, quick.left(start.replace(minute=5))
    (6, 6, 10)
    """

    began: Annotated[datetime, msgspec.Meta(tz=True)]
    puzzles: tuple[str, ...]
    """In the order in which they are asked."""
    credits: tuple[float, ...] = ()
    """Of those answered in time."""
    best: int = 0
    """The best score of the runs before."""

    @property
    def current(self) -> str | None:
        """The puzzle that is asked; None once all are done."""
        done = len(self.credits)
        return self.puzzles[done] if done < len(self.puzzles) else None

    @property
    def score(self) -> int:
        """Puzzles with full credit."""
        return sum(credit == 1 for credit in self.credits)

    @property
    def misses(self) -> int:
        """Answers without credit."""
        return sum(credit == 0 for credit in self.credits)

    @property
    def _combos(self) -> list[int]:
        """Full credits in a row, after each answer."""
        return list(accumulate(self.credits, lambda row, now: (row + 1) * (now == 1), initial=0))

    @property
    def combo(self) -> int:
        """Right answers in a row, up to now."""
        return self._combos[-1]

    @property
    def longest(self) -> int:
        """The longest combo."""
        return max(self._combos)

    @property
    def won(self) -> int:
        """Seconds that combos have won."""
        return BONUS * sum(row > 0 and row % COMBO == 0 for row in self._combos)

    def left(self, now: datetime) -> int:
        """Seconds that are left."""
        whole = SECONDS + self.won
        return min(whole, max(0, whole - int((now - self.began).total_seconds())))

    def over(self, now: datetime) -> bool:
        """True if it has ended: by the clock, by misses, or for want of puzzles."""
        return not self.left(now) or self.misses >= MISSES or self.current is None

    def after(self, puzzle: str, credit: float, now: datetime) -> PuzzleRun:
        """The run after an answer; the same for one too late or to another puzzle."""
        if self.over(now) or puzzle != self.current:
            return self
        return replace(self, credits=(*self.credits, credit))

    def again(self, puzzles: tuple[str, ...], now: datetime) -> PuzzleRun:
        """The next run, that knows the best so far."""
        return PuzzleRun(now, puzzles, best=max(self.best, self.score))

    @property
    def answered(self) -> PuzzleRun:
        """The run without the puzzle that is asked and those to come."""
        return replace(self, puzzles=self.puzzles[: len(self.credits)])

    @property
    def sound(self) -> bool:
        """True if it can have come about; what a file says need not."""
        short = len(self.credits) <= len(self.puzzles) <= LONGEST and 0 <= self.best <= LONGEST
        return short and all(0 <= credit <= 1 for credit in self.credits)

    @property
    def text(self) -> str:
        """The run as it is kept."""
        return msgspec.json.encode(self).decode()

    @classmethod
    def kept(cls, text: str | None) -> PuzzleRun | None:
        """A run as it was kept; None where nothing was, or what this version does not read."""
        try:
            return None if text is None else read_json(text, cls)
        except msgspec.MsgspecError:
            return None


def laid_out(puzzles: Sequence[Puzzle], tried: set[str], seed: int) -> tuple[str, ...]:
    """The puzzles of a run: of one step, those not tried first, then from easy to hard."""
    chance = Random(seed)
    single = [puzzle for puzzle in puzzles if len(puzzle.steps) == 1]
    chance.shuffle(single)
    chosen = sorted(single, key=lambda puzzle: puzzle.id in tried)[:LONGEST]
    return tuple(puzzle.id for puzzle in sorted(chosen, key=lambda puzzle: puzzle.rating.rating))
