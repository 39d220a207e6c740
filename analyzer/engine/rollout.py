"""The readable face of the kernel's playouts: rules, a decision and its actions as numbers."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain

import numpy as np
from numpy.typing import NDArray

from analyzer.game.actions import Action, Kind, Question
from analyzer.game.arrangement import Arrangement
from analyzer.game.cards import DECK, Card, CardSet
from analyzer.game.melds import spread_shape
from analyzer.game.rules import Rules, Tie, Wall
from analyzer.game.view import FIRST_STOCK, Side, View
from analyzer.kernel import inplay
from analyzer.kernel.inplay import HandRules, Root

_TIES = {Tie.UNDERCUT: 0, Tie.NOTHING: 1, Tie.KNOCKER: 2}

_KINDS = {
    Kind.TAKE: inplay.TAKE,
    Kind.DRAW: inplay.DRAW,
    Kind.PASS: inplay.PASS,
    Kind.DISCARD: inplay.DISCARD,
    Kind.KNOCK: inplay.LAY_DOWN,
    Kind.GIN: inplay.LAY_DOWN,
    Kind.BIG_GIN: inplay.LAY_DOWN,
}


def hand_rules(rules: Rules, upcard: Card | None = None) -> HandRules:
    """The rules of one hand that began with an upcard, as the kernel takes them."""
    return HandRules(
        limit=rules.limit_for(upcard),
        gin=rules.gin_bonus,
        undercut=rules.undercut_bonus,
        tie=_TIES[rules.tie],
        big_gin=-1 if rules.big_gin_bonus is None else rules.big_gin_bonus,
        may_return=int(rules.may_return_upcard),
        last_discard=int(rules.wall is Wall.LAST_DISCARD),
        reshuffle=int(rules.wall is Wall.RESHUFFLE),
        most_points=max(rules.values),
    )


def by_upcard(rules: Rules) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """(knock limit, multiplier) of a hand for each card that may be turned up: int64[64] both.

    Where eleven cards are dealt there is no upcard, so all are those of a hand without one;
    but where a card of a second deck is turned, it is that card.
    """
    limits, factors = np.zeros(64, np.int64), np.ones(64, np.int64)
    eleven = rules.deals_eleven
    for card in DECK:
        upcard = None if eleven and rules.knock_card is None else card
        limits[card], factors[card] = rules.limit_for(upcard), rules.multiplier_for(upcard)
    return limits, factors


def root_of(view: View) -> Root:
    """A decision as the kernel takes it."""
    return Root(
        hand=view.hand.mask,
        pile=CardSet.from_cards(view.pile).mask,
        top=-1 if view.top is None else int(view.top),
        shown=view.shown.mask,
        known=view.opponent.mask,
        stock=view.stock,
        discards=discards_of(view, Side.ME) + discards_of(view, Side.OPPONENT),
        state=_state_of(view),
    )


def _state_of(view: View) -> int:
    match view.question:
        case Question.UPCARD:
            return inplay.LAST_OFFER if view.they_passed else inplay.OFFER
        case Question.DISCARD:
            return inplay.MUST_KNOCK if view.must_knock else inplay.TO_DISCARD
        case Question.LAST:
            return inplay.LAST_CHANCE
        case Question.DRAW:
            return inplay.TO_DRAW


def choices_of(actions: Sequence[Action], view: View) -> NDArray[np.int64]:
    """Actions as the kernel takes them: int64[A, 5], the fields of `inplay.RootAction`."""
    return np.array([_choice(action, view) for action in actions], np.int64).reshape(-1, 5)


def _choice(action: Action, view: View) -> tuple[int, int, int, int, int]:
    card = -1 if action.card is None else int(action.card)
    if not action.ends_hand:
        return _KINDS[action.kind], card, 0, 0, 0
    spread = spread_of(action, view)
    runs, missing = spread_shape(spread)
    return inplay.LAY_DOWN, card, runs, missing, spread.points


def spread_of(action: Action, view: View) -> Arrangement:
    """The cards as a knock, gin or big gin lays them down."""
    loose = view.hand - CardSet.from_cards(chain(*action.melds))
    if action.card is not None:
        loose = loose.remove(action.card)
    return Arrangement(action.melds, loose, sum(view.rules.value(card) for card in loose))


def discards_of(view: View, side: Side) -> int:
    """Return how many cards a player has discarded; where nobody told us, judged by the stock.

    Each turn takes a card from the stock or the pile, so half of what has left the stock is a
    lower bound for either player's discards; the turn in which I have just drawn is not over.
    """
    counted = view.my_discards if side is Side.ME else view.their_discards
    if view.history is not None:
        return counted
    return max(counted, (FIRST_STOCK - view.stock - (view.drawn is not None)) // 2)
