"""Texts and records as people have them: cards in other forms, a record that one player wrote,
what helps after each discard.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from itertools import groupby

from analyzer.game.cards import DECK, Card, CardSet, Suit
from analyzer.game.melds import Outs, outs
from analyzer.game.rules import Rules
from analyzer.game.view import Turn
from analyzer.notation.records import Record


def format_symbols(cards: Iterable[Card]) -> str:
    """Cards as a player writes them, in the order given: ``7♥ 8♥ 10♣``."""
    return " ".join(card.symbol for card in cards)


def format_grouped(cards: Iterable[Card]) -> str:
    """Cards grouped by suit, in the order of the deck: ``Ac QKd 789h``."""
    groups = groupby(CardSet.from_cards(cards), key=lambda card: card.suit)
    printed = ("".join(card.rank.letter for card in group) + suit.letter for suit, group in groups)
    return " ".join(printed)


def format_dotted(cards: Iterable[Card]) -> str:
    """Cards as dotted suits: spades, hearts, diamonds, clubs, as in bridge: ``.78..A2``."""
    held = CardSet.from_cards(cards)
    groups = ([card for card in held if card.suit is suit] for suit in reversed(Suit))
    return ".".join("".join(card.rank.letter for card in group) for group in groups)


def seen_by(record: Record, seat: int) -> Record:
    """The record as player `seat` could have written it: without the cards that stayed hidden.

    What was laid down at the end stays in it.
    """
    other = 1 - seat
    hands = (record.hands[0], None) if seat == 0 else (None, record.hands[1])
    turns = tuple(
        replace(turn, card=None) if turn.player == other and turn.turn is Turn.DRAW else turn
        for turn in record.turns
    )
    return replace(record, hands=hands, turns=turns)


def outs_after(
    cards: CardSet, rules: Rules, limit: int | None = None, live: CardSet | None = None
) -> tuple[tuple[Card, Outs], ...]:
    """For each discard from eleven cards, the outs of the ten that stay; discarded cards are
    gone."""
    may_come = (DECK if live is None else live) - cards
    return tuple((card, outs(cards.remove(card), rules, limit, may_come)) for card in cards)
