"""Cards arranged by hand: which of a step's answers they come to."""

from __future__ import annotations

from analyzer.errors import InputError
from analyzer.game.cards import CardSet
from analyzer.game.solving import chosen_answer
from analyzer.notation.numbers import counted
from analyzer.practice.puzzles.explain import showdown_at
from analyzer.practice.puzzles.types import Option, PuzzleAsk, PuzzleStep


def arranged(step: PuzzleStep, cards: CardSet) -> str:
    """The answer that chosen cards come to: those laid off on a knock, or those laid down in melds.

    Raises InputError where they come to none of them, with what is wrong.
    """
    if step.ask is PuzzleAsk.LAY_OFF:
        return _laid_off(step, cards)
    for option in step.options:
        if _melded(option) == cards:
            return option.answer
    raise InputError(
        "these cards are not all there is to lay down in melds, or they make none",
        hint="choose every card of each meld",
    )


def _melded(option: Option) -> CardSet:
    return CardSet.of(" ".join(option.melds)) if option.melds else CardSet()


def _laid_off(step: PuzzleStep, cards: CardSet) -> str:
    """Return what is left counts alone, so an answer that leaves as much is the same one."""
    rules, knock, hand = showdown_at(step)
    left = chosen_answer(knock, hand, cards, rules).points
    for option in step.options:
        if left == sum(map(rules.value, CardSet.of(option.left) if option.left else ())):
            return option.answer
    raise InputError(
        f"that leaves {counted(left, 'point')}, more than there is any reason for",
        hint="see what goes on their melds",
    )
