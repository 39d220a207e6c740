"""The puzzle that chance brings: near a rating, and even over levels and kinds."""

from __future__ import annotations

import random
from collections.abc import Sequence
from itertools import cycle
from typing import Final

from analyzer.practice.puzzles.types import Puzzle, PuzzleKind
from analyzer.practice.puzzles.words import level_of

NEAR: Final = 12
"""So many puzzles of each kind nearest to a rating are drawn from."""
FAR: Final = 250.0
"""Points from a rating from which on a puzzle is too easy or too hard, if there are others."""


def near(puzzles: Sequence[Puzzle], rating: float) -> list[Puzzle]:
    """Puzzles of each kind nearest to a rating, without those that are far from it."""

    def away(puzzle: Puzzle) -> float:
        return abs(puzzle.rating.rating - rating)

    nearest: list[Puzzle] = []
    for kind in PuzzleKind:
        nearest += sorted((puzzle for puzzle in puzzles if puzzle.kind is kind), key=away)[:NEAR]
    return [puzzle for puzzle in nearest if away(puzzle) < FAR] or nearest


def mixed(puzzles: Sequence[Puzzle], seed: int, *, by_level: bool = True) -> list[Puzzle]:
    """Puzzles in an order of chance; levels take turns, and in each the kind that waited longest.

    So neither the kinds nor the levels of which a pack has most come most, as long as others last.
    Without `by_level` only kinds take turns, as suits puzzles that are near a rating.
    """
    chance = random.Random(seed)
    levels: dict[str, dict[PuzzleKind, list[Puzzle]]] = {}
    for puzzle in sorted(puzzles, key=lambda puzzle: puzzle.id):
        level = level_of(puzzle)[0] if by_level else ""
        levels.setdefault(level, {}).setdefault(puzzle.kind, []).append(puzzle)
    for kinds in levels.values():
        for same in kinds.values():
            chance.shuffle(same)
    turns = cycle(chance.sample(sorted(levels), len(levels)))
    last = {kind: -at for at, kind in enumerate(chance.sample(list(PuzzleKind), len(PuzzleKind)))}
    order: list[Puzzle] = []
    while len(order) < len(puzzles):
        kinds = levels[next(turns)]
        if kinds:
            kind = min(kinds, key=last.__getitem__)
            last[kind] = len(order) + 1
            order.append(kinds[kind].pop())
            if not kinds[kind]:
                del kinds[kind]
    return order
