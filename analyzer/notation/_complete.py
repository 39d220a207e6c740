"""The View that follows from what was said."""

from __future__ import annotations

from functools import lru_cache

from analyzer.errors import InputError
from analyzer.game.cards import Card, CardSet
from analyzer.game.rules import Rules
from analyzer.game.view import HAND, Event, View
from analyzer.notation._from_cards import from_cards
from analyzer.notation._from_history import from_history
from analyzer.notation.facts import Facts, Said, SaidCards
from analyzer.notation.referee import SaidTurn
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


@lru_cache(maxsize=256)
def followed(
    rules: Rules,
    score: tuple[int, int] | None,
    hand: CardSet,
    upcard: Card | None,
    history: tuple[Event, ...],
) -> View:
    """The View that follows from a hand and its history alone; the last ones are kept.

    An id that is read, written again and printed as text asks for the same view three times.
    """
    return complete(
        Facts(
            hand=SaidCards(tuple(hand)),
            rules=Said(rules),
            score=Said(score),
            turns=[SaidTurn.of(event) for event in history],
            opening=None if upcard is None else Said(upcard),
        )
    )
