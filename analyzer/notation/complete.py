"""The View that follows from what was said."""

from __future__ import annotations

from analyzer.errors import InputError
from analyzer.game.view import HAND, View
from analyzer.notation.facts import Facts
from analyzer.notation.from_cards import from_cards
from analyzer.notation.from_history import from_history
from analyzer.notation.source import clash


def complete(facts: Facts) -> View:
    """The View that follows from what was said; raises InputError where it contradicts itself."""
    if facts.hand is None:
        raise InputError(
            "no hand is given", hint="write your ten or eleven cards, as in `hand: 7h 8h 9h …`"
        )
    if len(facts.hand.cards) not in {HAND, HAND + 1}:
        raise clash(
            f"the hand has {len(facts.hand.cards)} cards", facts.hand.mark,
            hint="ten before the draw, eleven after it",
        )  # fmt: skip
    if facts.turns is not None or facts.opening is not None:
        return from_history(facts, facts.hand)
    return from_cards(facts, facts.hand)
