"""The counts at a decision: outs, ways, holdings that use a card. All of it is exact."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from analyzer.game.actions import Action
from analyzer.game.arrangement import Arrangement
from analyzer.game.cards import DECK, NO_CARDS, Card, CardSet
from analyzer.game.melds import (
    Outs,
    best_arrangements,
    deadwood,
    lay_off,
    melds_through,
    open_places,
    outs,
)
from analyzer.game.rules import Rules
from analyzer.game.view import Side, View

LATE: Final = 12
"""Cards in the stock from which a hand is late."""


def outs_after(view: View, action: Action) -> Outs:
    """The live cards that help the hand that a discard leaves; before a draw the hand held.

    >>> from analyzer.game.actions import Kind
    >>> from analyzer.notation import parse_view
    >>> view = parse_view("hand: 7h 8h 9h 4c 4d 4s Tc Jc Qc Kc Kh\\nstock: 12")
    >>> outs_after(view, Action(Kind.DISCARD, Card.of("Kh"))).gin == view.unseen
    True
    """
    kept = view.hand if action.card is None else view.hand.remove(action.card)
    return outs_of(view, kept)


def deadwood_after(view: View, card: Card) -> int:
    """The least points unmelded that the discard of a card leaves."""
    return deadwood(view.hand.remove(card), view.rules)


def melded_after(view: View, card: Card) -> int:
    """Return how many of the ten cards that a discard leaves are in melds, with the least
    deadwood."""
    cards = view.hand.remove(card)
    return max(
        len(cards) - len(best_arrangement.deadwood)
        for best_arrangement in best_arrangements(cards, view.rules)
    )


def _melds_of(card: Card, among: CardSet, rules: Rules) -> tuple[CardSet, ...]:
    """The melds of three that hold a card and otherwise cards of `among`."""
    held = among.add(card)
    return tuple(meld for meld in _all_melds_of(card, rules) if meld <= held)


@lru_cache(maxsize=1_024)
def _all_melds_of(card: Card, rules: Rules) -> tuple[CardSet, ...]:
    """Asked for many times over by the themes of one entry."""
    return melds_through(card, DECK, rules)


def holdings(view: View, card: Card) -> tuple[CardSet, ...]:
    """The pairs that the opponent may hold and that make a meld with a card of mine.

    >>> from analyzer.notation import parse_view
    >>> view = parse_view("hand: 7h 8h 9h 4c 4d 4s Tc Jc Qc Kc Kh\\npile: Ks Qh")
    >>> holdings(view, Card.of("Kh"))
    ()
    """
    theirs = view.unseen | view.opponent
    pairs = (meld.remove(card) for meld in _melds_of(card, theirs, view.rules) if meld)
    return tuple(pair for pair in pairs if len(pair & view.unseen) <= view.hidden)


def known_partners(view: View, card: Card) -> CardSet:
    """The cards that the opponent is known to hold and that are in such a pair."""
    cards = NO_CARDS
    for pair in holdings(view, card):
        cards |= pair & view.opponent
    return cards


def partners(view: View, card: Card) -> CardSet:
    """The live cards that make a meld with this card and one other of the hand.

    >>> from analyzer.notation import parse_view
    >>> view = parse_view("hand: 7h 8h 9h 4c 4d 4s Tc Jc Qc Kd Kh\\npile: Ks")
    >>> str(partners(view, Card.of("Kd")))
    'Kc'
    """
    cards = NO_CARDS
    for meld in _melds_of(card, view.hand | view.unseen, view.rules):
        live = meld & view.unseen
        cards |= live if len(live) == 1 else NO_CARDS
    return cards


def beside(view: View, card: Card, kept: CardSet) -> CardSet:
    """The cards of `kept` that make a meld with this one and one live card."""
    cards = NO_CARDS
    for meld in _melds_of(card, kept | view.unseen, view.rules):
        if len(meld & view.unseen) == 1:
            cards |= (meld & kept).remove(card)
    return cards


def top_melds(view: View) -> bool:
    """True if the card on top of the pile goes into a meld at once."""
    top = view.top
    if top is None:
        return False
    arrangements = best_arrangements(view.hand.add(top), view.rules)
    return any(top not in arrangement.deadwood for arrangement in arrangements)


def top_brings_knock(view: View) -> bool:
    """True if taking the top of the pile allows a knock, or gin, that was not there before."""
    if view.top is None or deadwood(view.hand, view.rules) <= view.limit:
        return False
    return left_with_top(view) <= view.limit


def left_with_top(view: View) -> int:
    """The least points unmelded after taking the top of the pile and discarding."""
    assert view.top is not None
    eleven = view.hand.add(view.top)
    discards = (card for card in eleven if card != view.top or view.rules.may_return_upcard)
    return min(deadwood(eleven.remove(card), view.rules) for card in discards)


def goes_on(view: View, spread: Arrangement) -> CardSet:
    """The cards of theirs that go on a spread of mine: where they lie open those that they would
    lay off, else those that may go at once."""
    if view.hidden:
        return open_places(spread, view.rules) & (view.unseen | view.opponent)
    return CardSet.from_cards(
        card for card, _ in lay_off(spread, view.opponent, view.rules).laid_off
    )


def outs_of(view: View, cards: CardSet) -> Outs:
    """The live cards that help ten cards."""
    return outs(cards, view.rules, view.limit, view.unseen)


def discarded_by_them(view: View) -> tuple[Card, ...]:
    """The cards that the opponent discarded, oldest first; none where the turns are not known."""
    events = view.history or ()
    return tuple(
        event.discarded
        for event in events
        if event.player == Side.OPPONENT and event.discarded is not None
    )


def near(card: Card, other: Card) -> bool:
    """True if two cards have the same rank, or the same suit and ranks next to each other."""
    beside = card.suit == other.suit and abs(card.rank - other.rank) == 1
    return card != other and (card.rank == other.rank or beside)
