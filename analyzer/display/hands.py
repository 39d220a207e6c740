"""A hand as it is held: melds under their brackets, the deadwood last."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from analyzer.display.parts import CardGroup, HandCard
from analyzer.game.cards import Card, CardSet
from analyzer.game.melds import best_arrangements, cards_in_order
from analyzer.game.rules import Rules
from analyzer.notation.phrases import meld_kind


@dataclass(frozen=True, slots=True)
class Apart:
    """The card that stands a little apart, and the word under it."""

    card: Card | None = None
    note: str | None = None
    """"drawn" or "taken"."""


NOTHING: Final = Apart()


def groups(hand: CardSet, rules: Rules, apart: Apart = NOTHING) -> tuple[CardGroup, ...]:
    """The melds of the first best arrangement, then the deadwood, the drawn card last.

    >>> from analyzer.game.rules import PRESETS
    >>> [group.label for group in groups(CardSet.of("7h 8h 9h Kd 2c"), PRESETS["classic"])]
    ['run', 'deadwood 12']
    """
    best = best_arrangements(hand, rules)[0]
    return spread(best.melds, best.deadwood, rules, apart)


def spread(
    melds: Iterable[CardSet], deadwood: CardSet, rules: Rules, apart: Apart = NOTHING
) -> tuple[CardGroup, ...]:
    """Cards as they are laid out: these melds, then the deadwood."""
    found = [
        CardGroup(
            meld_kind(meld),
            meld_kind(meld),
            pictures(_meld_order(meld), f"in a {meld_kind(meld)}", apart),
        )
        for meld in melds
    ]
    if deadwood:
        label = f"deadwood {sum(map(rules.value, deadwood))}"
        cards = pictures(_costliest_first(deadwood, rules), "deadwood", apart)
        found.append(CardGroup("deadwood", label, cards))
    return tuple(found)


def _meld_order(meld: CardSet) -> list[Card]:
    """A meld as it is laid down."""
    return list(cards_in_order(meld))


def _costliest_first(cards: CardSet, rules: Rules) -> list[Card]:
    """Loose cards, those of most points first."""
    return sorted(cards, key=lambda card: (-rules.value(card), -card.rank, card.suit))


def pictures(cards: Iterable[Card], words: str, apart: Apart = NOTHING) -> tuple[HandCard, ...]:
    """Cards with what is said of each, the one that stands apart last."""
    shown = [
        HandCard(
            card,
            f"{card.name}, {words}",
            card == apart.card,
            apart.note if card == apart.card else None,
        )
        for card in cards
    ]
    return tuple(sorted(shown, key=lambda one: one.apart))
