"""Puzzles for tests: small ones made up, with the shape of real ones."""

from __future__ import annotations

from analyzer.practice.puzzles.types import (
    VERSION,
    Option,
    Provenance,
    Puzzle,
    PuzzleAsk,
    PuzzleKind,
    PuzzleStep,
    Rating,
)

VIEW = "rules: standard\nhand: 7h 8h 9h 4c 4d 4s Kd Qd 2c Ac\nupcard: 9c"


def option(answer: str, loss: float, se: float = 0.1) -> Option:
    return Option(answer, 5.0 - loss, 0.1, loss, se if loss else 0.0, 20_480)


def step(
    *losses: tuple[str, float], ask: PuzzleAsk = PuzzleAsk.UPCARD, view: str = VIEW
) -> PuzzleStep:
    named = losses or (("pass", 0.0), ("take", 3.0))
    options = tuple(option(answer, loss) for answer, loss in named)
    return PuzzleStep(ask, view, options, {"least deadwood": named[1][0]}, tempting=named[1][0])


def puzzle(
    id_: str,
    kind: PuzzleKind = PuzzleKind.UPCARD,
    *,
    rating: float = 1500.0,
    themes: tuple[str, ...] = (),
    greedy: float = 0.0, steps: tuple[PuzzleStep, ...] = (),
) -> Puzzle:  # fmt: skip
    made = steps or (step(),) * (2 if kind is PuzzleKind.SEQUENCE else 1)
    source = Provenance("e", VERSION, "standard", 1, 0, 0, 1, 20_480, ("fast", "fast"), 1.0)
    return Puzzle(id_, kind, made, themes, Rating(rating, 100.0), {"greedy": greedy}, source)
