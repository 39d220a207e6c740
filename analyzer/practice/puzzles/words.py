"""What a puzzle asks and hints at, in words; cards stay in canonical form."""

from __future__ import annotations

from types import MappingProxyType
from typing import Final

from analyzer.engine.thresholds import half_width
from analyzer.notation.numbers import estimate
from analyzer.practice.puzzles.types import (
    PuzzleAsk,
    PuzzleKind,
    PuzzleStep,
    Rating,
)

PROMPTS: Final = MappingProxyType(
    {
        PuzzleAsk.UPCARD: "The first upcard is yours to take or to pass. What do you do?",
        PuzzleAsk.DRAW: "Take the top of the pile, or draw from the stock?",
        PuzzleAsk.DISCARD: "Which card do you discard?",
        PuzzleAsk.KNOCK: "You may knock. Knock now, or play on?",
        PuzzleAsk.ARRANGEMENT: "Their cards lie open, and you knock. Which card do you discard, "
        "and how do you lay down the rest?",
        PuzzleAsk.LAY_OFF: "They have knocked. How do you lay down your hand, and what do you "
        "lay off?",
        PuzzleAsk.READ: "One of these cards has to go. Which one is safe?",
    }
)
"""The question of a step."""

KINDS: Final = MappingProxyType(
    {
        PuzzleKind.UPCARD: "The first upcard",
        PuzzleKind.DRAW: "Take or draw",
        PuzzleKind.DISCARD: "Which card to discard",
        PuzzleKind.KNOCK: "Knock or play on",
        PuzzleKind.ARRANGEMENT: "How to lay down a knock",
        PuzzleKind.LAY_OFF: "Melds and lay-offs",
        PuzzleKind.READ: "Read the hand",
        PuzzleKind.SCORE: "Play to the score",
        PuzzleKind.SEQUENCE: "Several steps",
    }
)
"""What a page calls a kind."""

FIRST_HINTS: Final = MappingProxyType(
    {
        PuzzleAsk.UPCARD: "Before you look at points: what would the card do for your hand, and "
        "what does taking it reveal?",
        PuzzleAsk.DRAW: "Think of the card that you would then discard, and of what else may come.",
        PuzzleAsk.DISCARD: "Count the live cards that each discard leaves you.",
        PuzzleAsk.KNOCK: "Count the cards that give you gin, and how far the hand has come.",
        PuzzleAsk.ARRANGEMENT: "What can the defender lay off on each way of laying it down?",
        PuzzleAsk.LAY_OFF: "A card that you meld yourself cannot be laid off, and the other "
        "way round.",
        PuzzleAsk.READ: "Look at what they took and at what they discarded.",
    }
)
"""The hint that costs least: where to look."""


def prompt_of(step: PuzzleStep) -> str:
    """The question of a step, at a score with what it stands for."""
    if "score: " in step.view:
        return f"{PROMPTS[step.ask]} Mind the score."
    return PROMPTS[step.ask]


def hints_of(step: PuzzleStep) -> tuple[str, ...]:
    """Hints in the order in which they are given, each says more: where to look, what it is not.

    None of them names the answer.
    """
    said = [FIRST_HINTS[step.ask]]
    failing = step.rules_of_thumb_that_fail
    if failing:
        said.append(f"The rule of thumb “{failing[0]}” is wrong here.")
    if len(step.options) > 2:
        said.append(f"It is not “{step.tempting}”.")
    return tuple(said)


def rating_text(rating: Rating) -> str:
    """A rating with the half-width of its 95% interval.

    >>> rating_text(Rating(1512.3, 60.0))
    '1512 ±118'
    """
    return estimate(rating.rating, half_width(rating.deviation), 0)
