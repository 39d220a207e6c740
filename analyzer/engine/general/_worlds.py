"""Worlds of a view: the unseen cards dealt at random, weighted by what greedy players do."""

from __future__ import annotations

from dataclasses import replace
from math import exp
from random import Random

import numpy as np

from analyzer.engine.general._playouts import rules_of_hand
from analyzer.game.actions import Kind
from analyzer.game.cards import Card, CardSet
from analyzer.game.jokers import meld_rules
from analyzer.game.melds import deadwood
from analyzer.game.position import Position, position_of
from analyzer.game.rules import GameKind
from analyzer.game.view import View
from analyzer.kernel import general as kernel
from analyzer.kernel.general import discard_of

TRIES = 4
"""Deals that are weighed for each world that is kept."""
PER_POINT = 6.0
"""Points of deadwood by which a discard may be worse until it is seen a third as often."""
WOULD_KNOCK, WOULD_TAKE, WOULD_MELD = 0.1, 0.4, 0.25
"""The frequencies with which players hold what they would have knocked with, taken for, or laid
down."""


def deal_worlds(view: View, count: int, seed: int) -> list[Position]:
    """So many worlds that the view cannot tell apart; the same for the same seed.

    >>> from analyzer.game.position import deal
    >>> from analyzer.game.rules import parse_rules
    >>> from analyzer.game.view import view_of
    >>> view = view_of(deal(parse_rules("three-hand"), seed=1))
    >>> worlds = deal_worlds(view, 3, seed=1)
    >>> len(worlds), all(world.hands[0] == view.hand for world in worlds)
    (3, True)
    """
    return sampled_worlds(view, count, seed)[0]


def sampled_worlds(view: View, count: int, seed: int) -> tuple[list[Position], float]:
    """So many worlds, and as how many independent ones they count.

    Of the deals that are weighed those at even steps of the summed weights are kept. That is a
    sample like any other unless a few deals have most of the weight and come more than once.
    """
    rng = Random(f"{seed}/worlds")
    dealt = [_deal(view, rng) for _ in range(count * TRIES)]
    weights = np.array([likelihood(view, hands) for hands, _ in dealt])
    steps = (np.arange(count) + rng.random()) * (weights.sum() / count)
    places = np.searchsorted(weights.cumsum(), steps, side="right").clip(max=len(dealt) - 1)
    worlds = [_world(view, *dealt[place]) for place in places]
    return worlds, min(float(count), float(weights.sum() ** 2 / (weights @ weights)))


def _deal(view: View, rng: Random) -> tuple[tuple[CardSet, ...], tuple[Card, ...]]:
    """The hands of all seats, and the cards that are left."""
    unseen = list(view.unseen)
    rng.shuffle(unseen)
    hands = []
    for seat, number in enumerate(view.counts):
        if seat == view.player:
            hands.append(view.hand)
            continue
        free = number - len(view.known[seat])
        hands.append(view.known[seat] | CardSet.from_cards(unseen[:free]))
        unseen = unseen[free:]
    return tuple(hands), tuple(unseen)


def _world(view: View, hands: tuple[CardSet, ...], unseen: tuple[Card, ...]) -> Position:
    """A world; cards beyond the stock lie under the pile, of which a part was not seen."""
    world = position_of(view, hands, unseen[: view.stock])
    return replace(world, pile=(*unseen[view.stock :], *view.pile))


def likelihood(view: View, hands: tuple[CardSet, ...]) -> float:
    """Return how likely greedy players with these hands did what was seen; never nothing."""
    weight = 1.0
    for seat, hand in enumerate(hands):
        if seat != view.player:
            weight *= _of_seat(view, seat, hand)
    return weight


def _of_seat(view: View, seat: int, hand: CardSet) -> float:
    """Return how likely a greedy player with this hand did last what the player in the seat did."""
    discard, declined = _last_turn(view, seat)
    rules, weight = view.rules, 1.0
    if declined is not None and rules.play is GameKind.KNOCK:
        hand_rules = rules_of_hand(rules, view.upcard)
        wanted = kernel.wants(hand.mask, declined, hand_rules, meld_rules(rules))
        weight *= WOULD_TAKE if wanted else 1.0
    if discard is None:
        return weight
    points = deadwood(hand, rules)
    if rules.play is GameKind.MAHJONG:
        return weight * (WOULD_MELD if points < rules.points(hand) else 1.0)
    best, _ = discard_of(hand.add(discard).mask, -1, meld_rules(rules))
    weight *= exp((best - points) / PER_POINT)
    return weight * (WOULD_KNOCK if points <= view.limit else 1.0)


def _last_turn(view: View, seat: int) -> tuple[Card | None, Card | None]:
    """The card a player discarded last, and the top of the pile that they did not take then.

    Cards that have left the pile since, or come back to the player's hand, are not looked at.
    """
    discard, declined, top = None, None, view.upcard
    for step in view.steps:
        move = step.move
        if step.player == seat and move.kind in {Kind.PASS, Kind.DRAW}:
            declined = top
        elif step.player == seat and move.kind is Kind.TAKE:
            declined = None
        if move.kind is Kind.DISCARD:
            top = move.card
            discard = move.card if step.player == seat else discard
    held = view.hand | view.known[seat]
    return (
        None if discard is None or discard in held else discard,
        None if declined is None or declined in held else declined,
    )
