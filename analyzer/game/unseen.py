"""Hands that were not seen: any card that may lie in one lies there, until it shows.

Such a hand is played on one deal in which all that was seen has happened. When a card shows that
this deal has elsewhere, it changes places with one that nobody has seen; what each player saw
stays as it was.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from random import Random

from analyzer.errors import InputError
from analyzer.game.actions import Action, Kind, Question
from analyzer.game.cards import NO_CARDS, Card, CardSet
from analyzer.game.jokers import table_fits
from analyzer.game.melds import is_meld
from analyzer.game.position import Position, start
from analyzer.game.rules import GameKind, Rules
from analyzer.game.table import Hands
from analyzer.game.view import View

MOST_DEALS = 30
"""Deals that are laid out where the rules throw in a hand that could knock at once."""


def opened_unseen(rules: Rules, hands: Hands, upcard: Card, dealer: int) -> Position:
    """A hand as dealt, in which those that are not known have any cards.

    >>> from analyzer.game.arrangement import pack_cards
    >>> from analyzer.game.rules import parse_rules
    >>> mine = pack_cards("2c 3c 4c 7h 8h Kd Qd")
    >>> hands, game = (mine, None, None), parse_rules("three-hand")
    >>> here = opened_unseen(game, hands, Card.of("9h"), dealer=2)
    >>> [len(hand) for hand in here.hands], len(here.stock)
    ([7, 7, 7], 30)
    """
    left = rules.pack - CardSet(upcard.mask)
    for hand in hands:
        left -= NO_CARDS if hand is None else hand
    for seed in range(MOST_DEALS if None in hands else 1):
        cards = list(left)
        if seed:
            Random(seed).shuffle(cards)
        dealt = [
            hand or CardSet.from_cards(cards.pop() for _ in range(rules.cards)) for hand in hands
        ]
        here = start(rules, tuple(dealt), upcard, cards, dealer=dealer)
        if not here.over:
            break
    return here


def holding(
    here: Position, seat: int, cards: CardSet, hidden: Collection[int], fixed: CardSet = NO_CARDS
) -> Position:
    """The same hand as far as it was seen, in which a hidden player holds some cards.

    `fixed` are cards whose place has been shown. Raises InputError where it cannot be.
    """
    for card in cards - here.hands[seat]:
        spare = here.hands[seat] - here.known[seat] - cards - fixed
        if not spare or card in fixed or card not in unseen(here, hidden):
            raise InputError(
                f"{card} cannot be in the hand of player {seat + 1}",
                hint="it lies elsewhere, or too many cards are said to be there",
            )
        here = _swapped(here, next(iter(spare)), card)
    return here


def next_draw(here: Position, card: Card, hidden: Collection[int]) -> Position:
    """The same hand as far as it was seen, with this card on top of the stock."""
    if here.stock and card in unseen(here, hidden) and card not in here.stock:
        here = _swapped(here, here.stock[0], card)
    if card not in here.stock:
        raise InputError(
            f"{card} is drawn, but is not in the stock", hint="name a card that nobody has seen"
        )
    return replace(here, stock=(card, *(other for other in here.stock if other != card)))


def unseen(here: Position, hidden: Collection[int]) -> CardSet:
    """The cards of the stock and of hidden hands, but those that were seen taken."""
    cards = CardSet.from_cards(here.stock)
    for seat in hidden:
        cards |= here.hands[seat] - here.known[seat]
    return cards


def _swapped(here: Position, first: Card, second: Card) -> Position:
    """The hand with two cards in each other's place."""
    pair = CardSet(first.mask | second.mask)
    hands = (CardSet(h.mask ^ pair.mask) if len(h & pair) == 1 else h for h in here.hands)
    places = {first: second, second: first}
    return replace(
        here, hands=tuple(hands), stock=tuple(places.get(card, card) for card in here.stock)
    )


def check_unseen(view: View, move: Action) -> None:
    """See that a move is legal as far as a hand that was not seen can tell; else InputError."""
    mahjong = view.rules.play is GameKind.MAHJONG
    if view.question is not Question.DISCARD:
        several = mahjong and view.question is Question.DRAW and move.kind is Kind.TAKE
        possible = several and 0 < move.count <= len(view.pile)
        if not possible:
            view.check(move, view.player, view.hand)
        return
    possible = _may_lay(view, move) if mahjong else _may_end(view, move)
    if not possible:
        raise InputError(
            f"`{move}` is not possible", where=f"player {view.player + 1}",
            hint="see the cards taken, the melds on the table and the game's rules",
        )  # fmt: skip


def _may_end(view: View, move: Action) -> bool:
    if move.kind is Kind.BIG_GIN:
        return view.rules.big_gin_bonus is not None
    if move.kind is Kind.KNOCK and not view.limit:
        return False
    ends = move.kind is Kind.DISCARD or move.ends_hand
    return ends and move.card != view.forbidden


def _may_lay(view: View, move: Action) -> bool:
    if move.kind is Kind.DISCARD:
        return view.bound(view.hand) is None and move.card != view.forbidden
    if move.kind is Kind.MELD:
        laid: CardSet = move.melds[0]
        fits = is_meld(move.melds[0], view.rules)
    else:
        laid = NO_CARDS if move.card is None else CardSet(move.card.mask)
        onto = tuple(meld for meld in move.melds if meld in view.melds)
        fits = move.kind is Kind.ADD and bool(table_fits(laid, onto, view.rules))
    left = view.hand - laid
    stuck = view.forbidden is not None and left == CardSet(view.forbidden.mask)
    return fits and not stuck
