"""The pack of the general game: the deck, and one or two jokers."""

from __future__ import annotations

from analyzer.errors import InputError
from analyzer.game.cards import DECK, JOKERS, Card, CardSet

_JOKER_NAMES = {str(joker).lower(): joker for joker in JOKERS}


def pack_of(jokers: int) -> CardSet:
    """The deck and so many jokers.

    >>> len(pack_of(0)), len(pack_of(2)), str(pack_of(1) - pack_of(0))
    (52, 54, 'X1')
    """
    return DECK | CardSet.from_cards(JOKERS[:jokers])


def pack_card(text: str) -> Card:
    """Read one card in the canonical form: as `Card.of` does, or X1 or X2 for a joker."""
    joker = _JOKER_NAMES.get(text.lower())
    return Card.of(text[:1].upper() + text[1:].lower()) if joker is None else joker


def pack_cards(text: str) -> CardSet:
    """Read a hand in the canonical form, each card once.

    >>> str(pack_cards("X1 7h 8h"))
    'X1 7h 8h'
    """
    cards = tuple(map(pack_card, text.replace(",", " ").split()))
    if len(set(cards)) != len(cards):
        raise InputError("a card appears twice", hint="every card exists once")
    return CardSet.from_cards(cards)
