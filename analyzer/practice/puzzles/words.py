"""What a puzzle asks and hints at, in words; cards stay in canonical form."""

from __future__ import annotations

from types import MappingProxyType
from typing import Final

from analyzer.practice.puzzles.types import Ask, Kind, Step

PROMPTS: Final = MappingProxyType(
    {
        Ask.UPCARD: "The first upcard is yours to take or to pass. What do you do?",
        Ask.DRAW: "Take the top of the pile, or draw from the stock?",
        Ask.DISCARD: "Which card do you discard?",
        Ask.KNOCK: "You may knock. Knock now, or play on?",
        Ask.ARRANGEMENT: "Their cards lie open, and you knock. Which card do you discard, and "
        "how do you lay out the rest?",
        Ask.LAY_OFF: "They have knocked. How do you lay out your hand, and what do you lay off?",
        Ask.READ: "One of these cards has to go. Which one is safe?",
    }
)
"""The question of a step."""

KINDS: Final = MappingProxyType(
    {
        Kind.UPCARD: "The first upcard",
        Kind.DRAW: "Take or draw",
        Kind.DISCARD: "Which card to discard",
        Kind.KNOCK: "Knock or play on",
        Kind.ARRANGEMENT: "How to lay out a knock",
        Kind.LAY_OFF: "Melds and lay-offs",
        Kind.READ: "Read the hand",
        Kind.SCORE: "Play to the score",
        Kind.SEQUENCE: "Several steps",
    }
)
"""What a page calls a kind."""

FIRST_HINTS: Final = MappingProxyType(
    {
        Ask.UPCARD: "Before you look at points: what would the card do for your hand, and what "
        "does taking it tell?",
        Ask.DRAW: "Think of the card that you would then discard, and of what else may come.",
        Ask.DISCARD: "Count the live cards that each discard leaves you.",
        Ask.KNOCK: "Count the cards that give you gin, and how far the hand has come.",
        Ask.ARRANGEMENT: "What can the defender lay off on each way to lay it out?",
        Ask.LAY_OFF: "A card that you meld yourself cannot be laid off, and the other way round.",
        Ask.READ: "Look at what they took and at what they discarded.",
    }
)
"""The hint that costs least: where to look."""


def prompt_of(step: Step) -> str:
    """The question of a step, at a score with what it stands for."""
    if "score: " in step.view:
        return f"{PROMPTS[step.ask]} Mind the score."
    return PROMPTS[step.ask]


def hints_of(step: Step) -> tuple[str, ...]:
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
