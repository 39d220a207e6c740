"""The contents of a pack: by kind, theme and rating, and who of the ladder solves it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import fmean, quantiles
from typing import Final

from analyzer.practice.puzzles.types import Puzzle
from analyzer.practice.puzzles.words import LEVEL_NAMES, level_of

BIN: Final = 100
"""Rating points of a bar of the histogram."""


@dataclass(frozen=True, slots=True)
class _StatsLine:
    """The puzzles of one kind."""

    puzzles: int
    low: float
    """Rating that a tenth of them is below."""
    median: float
    high: float
    """Rating that a tenth of them is above."""
    options: float
    """Mean number of answers to choose from in a step."""
    solved: dict[str, float]
    """By bot of the ladder, the share that it solves."""


@dataclass(frozen=True, slots=True)
class Stats:
    """The contents of a pack."""

    puzzles: int
    kinds: dict[str, _StatsLine]
    themes: dict[str, int]
    """The number of puzzles of each theme, the most frequent first."""
    levels: dict[str, int]
    """The number of puzzles of each difficulty, the easiest first."""
    ratings: dict[int, dict[str, int]]
    """By the lower end of each hundred points of rating, puzzles by kind."""
    solved: dict[str, float]
    """By bot of the ladder, weakest first, the share of all that it solves."""


def stats(puzzles: Sequence[Puzzle]) -> Stats:
    """The figures of some puzzles; raises ValueError for none."""
    if not puzzles:
        raise ValueError("a pack without puzzles has no figures")
    by_kind: dict[str, list[Puzzle]] = {}
    for puzzle in puzzles:
        by_kind.setdefault(str(puzzle.kind), []).append(puzzle)
    ratings: dict[int, Counter[str]] = {}
    for puzzle in puzzles:
        place = int(puzzle.rating.rating // BIN) * BIN
        ratings.setdefault(place, Counter())[str(puzzle.kind)] += 1
    themes = Counter(theme for puzzle in puzzles for theme in puzzle.themes)
    levels = Counter(map(level_of, puzzles))
    return Stats(
        puzzles=len(puzzles),
        kinds={kind: _line(found) for kind, found in sorted(by_kind.items())},
        themes=dict(themes.most_common()),
        levels={level[1]: levels[level] for level in LEVEL_NAMES},
        ratings={place: dict(sorted(ratings[place].items())) for place in sorted(ratings)},
        solved=_solved(puzzles),
    )


def _line(puzzles: Sequence[Puzzle]) -> _StatsLine:
    rated = [puzzle.rating.rating for puzzle in puzzles]
    tenths = quantiles(rated, n=10, method="inclusive") if len(rated) > 1 else rated * 9
    return _StatsLine(
        puzzles=len(puzzles),
        low=round(tenths[0], 1),
        median=round(tenths[4], 1),
        high=round(tenths[8], 1),
        options=round(fmean(len(step.options) for puzzle in puzzles for step in puzzle.steps), 2),
        solved=_solved(puzzles),
    )


def _solved(puzzles: Sequence[Puzzle]) -> dict[str, float]:
    names = list(puzzles[0].solved)
    return {name: round(fmean(puzzle.solved[name] for puzzle in puzzles), 4) for name in names}
