"""A pack put to the test again: every question on worlds that nobody has seen."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random
from typing import Final

from analyzer.game.cards import CardSet
from analyzer.jobs import Jobs
from analyzer.practice.puzzles.explain import action_of, showdown_at, view_at
from analyzer.practice.puzzles.types import Puzzle, PuzzleAsk, PuzzleStep
from tests.workshop.puzzles.certify import DEMANDS
from tests.workshop.puzzles.exact import OpenShowdown, certify_lay_off, certify_spread
from tests.workshop.puzzles.weigh import lead_of, options_of, paired_rollouts

FAR: Final = 10.0
"""Points behind the best from which an answer is not asked about again."""
ENGINE_SEED: Final = 7
"""Added to the seed of a second, shorter look: what the engine would say in a second."""
ENGINE_WORLDS: Final = 8_192
"""Worlds of that look: fewer than a second's on one core."""


@dataclass(frozen=True, slots=True)
class Recertified:
    """The result of certifying again."""

    asked: int
    """Puzzles asked again."""
    lost: tuple[str, ...]
    """Ids of those with another best answer."""
    under: tuple[str, ...]
    """Ids of those whose best answer leads by less than the gap."""
    solved: float
    """Share of them that a short look at fresh worlds solves."""


_Result = tuple[bool, bool, bool]
"""(the best answer is another, it leads by less than the gap, a short look finds it)."""


def recertify(
    puzzles: Sequence[Puzzle],
    sample: int | None,
    seed: int,
    jobs: Jobs,
    progress: Callable[[int, int], None] = lambda done, all_: None,
) -> Recertified:
    """Ask so many of the puzzles again, all if no number is given; the seed chooses them too."""
    chosen = list(puzzles)
    if sample is not None and sample < len(chosen):
        chosen = Random(seed).sample(chosen, sample)
    tasks = [(puzzle, Random(f"{seed}/{puzzle.id}").getrandbits(40)) for puzzle in chosen]
    results = jobs.run(_ask, tasks, progress=progress)
    checked = [(puzzle.id, *result) for puzzle, result in zip(chosen, results, strict=True)]
    return Recertified(
        asked=len(checked),
        lost=tuple(puzzle for puzzle, lost, _, _ in checked if lost),
        under=tuple(puzzle for puzzle, lost, under, _ in checked if under and not lost),
        solved=sum(solved for _, _, _, solved in checked) / max(1, len(checked)),
    )


def _ask(task: tuple[Puzzle, int]) -> _Result:
    puzzle, seed = task
    lost, under, solved = zip(*(_step(step, seed) for step in puzzle.steps), strict=True)
    return any(lost), any(under), all(solved)


def _step(step: PuzzleStep, seed: int) -> _Result:
    """Return whether a rule of thumb finds the answer was for the mine to ask: here the answer
    counts."""
    if step.ask is PuzzleAsk.LAY_OFF:
        return _exact(step, certify_lay_off(OpenShowdown(*showdown_at(step)), easy=True))
    if step.ask is PuzzleAsk.ARRANGEMENT:
        theirs = CardSet.of(step.opponent)
        return _exact(step, certify_spread(view_at(step.view), theirs, easy=True))
    best, gap = _played(step, seed, DEMANDS.worlds)
    quick, _ = _played(step, seed + ENGINE_SEED, ENGINE_WORLDS)
    return best != step.best, gap < DEMANDS.gap, quick == step.best


def _exact(step: PuzzleStep, again: object) -> _Result:
    same = isinstance(again, PuzzleStep) and again.best == step.best and again.gap == step.gap
    return not same, not same, same


def _played(step: PuzzleStep, seed: int, worlds: int) -> tuple[str, float]:
    """(the best answer on fresh worlds, its lead)."""
    near = [option for option in step.options if option.loss <= FAR or option is step.options[1]]
    rollouts = paired_rollouts(view_at(step.view), [action_of(option) for option in near], seed)
    rollouts.run(worlds)
    return options_of(rollouts, rollouts.active, step.ask)[0].answer, lead_of(rollouts)[0]
