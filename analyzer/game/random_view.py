"""A hand from the middle of a game, dealt and played on at random, to try the page with."""

from __future__ import annotations

from random import Random

from analyzer.game.actions import Action, Kind, Question
from analyzer.game.cards import Card
from analyzer.game.melds import best_arrangements, deadwood, discards
from analyzer.game.position import Position, deal
from analyzer.game.rules import PRESETS, Rules
from analyzer.game.view import View, view_of

SHORTEST, LONGEST = 4, 20
"""Decisions played before the question is asked."""


def random_view(seed: int, rules: Rules = PRESETS["standard"]) -> View:
    """One player's view of a hand in play; the same seed gives the same view.

    Both sides play simply and neither knocks, so that the question is worth asking.

    >>> random_view(7) == random_view(7)
    True
    """
    random = Random(seed)
    while True:
        position = deal(rules, seed=random.getrandbits(32), dealer=random.randrange(2))
        for _ in range(random.randint(SHORTEST, LONGEST)):
            if not position.over:
                position = position.apply(_choose(position))
        if not position.over:
            return view_of(position, position.turn)


def _choose(position: Position) -> Action:
    """What a simple player does who never knocks."""
    actions = position.legal_actions()
    hand = position.hands[position.turn]
    if position.question is Question.DISCARD:
        allowed = {one.card: one for one in actions if one.kind is Kind.DISCARD}
        best = discards(hand, position.rules, position.limit)
        return next((allowed[one.card] for one in best if one.card in allowed), actions[0])
    wanted = {Kind.TAKE} if _helps(position.pile[-1], position) else {Kind.DRAW, Kind.PASS}
    return next((one for one in actions if one.kind in wanted), actions[0])


def _helps(top: Card, position: Position) -> bool:
    """Whether the top card comes into a meld and lowers the deadwood."""
    hand, rules = position.hands[position.turn], position.rules
    eleven = hand.add(top)
    melded = any(top in meld for meld in best_arrangements(eleven, rules)[0].melds)
    least = min(one.deadwood for one in discards(eleven, rules) if one.card != top)
    return melded and least < deadwood(hand, rules)
