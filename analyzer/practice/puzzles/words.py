"""The question and the hint of a puzzle, in words; cards stay in canonical form."""

from __future__ import annotations

from types import MappingProxyType
from typing import Final

from analyzer.engine.thresholds import half_width
from analyzer.notation.numbers import estimate
from analyzer.practice.puzzles.types import Puzzle, PuzzleAsk, PuzzleKind, PuzzleStep, Rating
from analyzer.resources import texts_beside

_WORDS: Final = texts_beside(__file__, "words.toml")

PROMPTS: Final = MappingProxyType({ask: str(_WORDS["prompts"][ask]) for ask in PuzzleAsk})
"""The question of a step."""

FIRST_HINTS: Final = MappingProxyType({ask: str(_WORDS["hints"][ask]) for ask in PuzzleAsk})
"""The hint that costs least: where to look."""

KINDS: Final = MappingProxyType({kind: str(_WORDS["kinds"][kind]) for kind in PuzzleKind})
"""The name of a kind on a page."""


LEVELS: Final = (("easy", "Easy", 1300.0), ("medium", "Medium", 1500.0), ("hard", "Hard", 1700.0))
HARDEST: Final = ("very-hard", "Very hard")
"""(name, words, rating up to which it reaches)."""
LEVEL_NAMES: Final = (*((name, words) for name, words, _ in LEVELS), HARDEST)
"""(name, words) of each, the easiest first."""


def prompt_of(step: PuzzleStep) -> str:
    """The question of a step, at a score with what it stands for."""
    if "score: " in step.view:
        return f"{PROMPTS[step.ask]} Mind the score."
    return PROMPTS[step.ask]


def hints_of(step: PuzzleStep) -> tuple[str, ...]:
    """Hints in the order in which they are given, each says more: where to look, what it is not.

    None of them names the answer.
    """
    sentences = [FIRST_HINTS[step.ask]]
    failing = step.rules_of_thumb_that_fail
    if failing:
        sentences.append(f"The rule of thumb “{failing[0]}” is wrong here.")
    if len(step.options) > 2:
        sentences.append(f"It is not “{step.tempting}”.")
    return tuple(sentences)


def rating_text(rating: Rating) -> str:
    """A rating with the half-width of its 95% interval.

    >>> rating_text(Rating(1512.3, 60.0))
    '1512 ±118'
    """
    return estimate(rating.rating, half_width(rating.deviation), 0)


def level_of(puzzle: Puzzle) -> tuple[str, str]:
    """(name, words) of how hard a puzzle is, by the rating in its pack."""
    for name, words, most in LEVELS:
        if puzzle.rating.rating < most:
            return name, words
    return HARDEST
