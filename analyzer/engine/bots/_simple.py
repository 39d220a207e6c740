"""Bots without a search or weights: chance, and the simple player of the 2021 challenge."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from random import Random

from analyzer.engine.bots._base import Unlearning, register
from analyzer.game.actions import DRAW, PASS, TAKE, Action, Kind, Question
from analyzer.game.cards import Card, CardSet
from analyzer.game.melds import best_arrangements, deadwood, melds_through
from analyzer.game.view import Side, View


@dataclass(frozen=True, slots=True)
class RandomBot(Unlearning):
    """Any legal action, each kind of discard or knock as likely as another."""

    name: str = "random"

    def decide(self, view: View, seed: int) -> Action:
        """One of the legal actions; one of its spreads where an action has several."""
        choice = Random(seed)
        legal = view.legal_actions()
        move = Action.of(choice.choice(sorted({str(action) for action in legal})))
        return choice.choice([action for action in legal if action.plain == move])


@dataclass(frozen=True, slots=True)
class EaaiSimpleBot(Unlearning):
    """The simple player of the EAAI-21 Gin Rummy challenge, from its published description.

    Takes the card on the pile only if it becomes part of a meld (any meld, needed or not).
    Discards, at random among those, a card that leaves the least deadwood: never the card just
    taken, and none that would repeat a pair of card drawn and card discarded of this hand.
    Knocks as soon as what is left is within the limit. (T. W. Neller, *Gin Rummy EAAI
    undergraduate research challenge*, 2021.)

    >>> from analyzer.notation import parse_view
    >>> view = parse_view("rules: eaai\\nhand: 7h 8h 9h 4c 4d 4s Tc Jc Kd Ac\\npile: 3d 6h")
    >>> str(EaaiSimpleBot().decide(view, seed=1))
    'take'
    """

    name: str = "eaai-simple"

    def decide(self, view: View, seed: int) -> Action:
        """As described above; the seed breaks ties."""
        if view.question is Question.DISCARD:
            return self._discard(view, Random(seed))
        if view.question is Question.LAST:
            return TAKE if TAKE in view.legal_actions() else PASS
        top = None if view.must_draw else view.top
        if top is not None and melds_through(top, view.hand.add(top), view.rules):
            return TAKE
        return PASS if view.question is Question.UPCARD else DRAW

    def _discard(self, view: View, choice: Random) -> Action:
        left = {
            card: deadwood(view.hand.remove(card), view.rules) for card in _may_be_discarded(view)
        }
        least = min(left.values())
        discarded = choice.choice([card for card, points in left.items() if points == least])
        if least > view.limit:
            return Action(Kind.DISCARD, discarded)
        spread = choice.choice(best_arrangements(view.hand.remove(discarded), view.rules))
        return Action(Kind.KNOCK if least else Kind.GIN, discarded, spread.melds)


def _may_be_discarded(view: View) -> tuple[Card, ...]:
    """The cards to choose from; repetitions count only where nothing else is left."""
    free = [card for card in view.hand if card != view.taken]
    got = view.taken if view.drawn is None else view.drawn
    done = set(_pairs(view))
    fresh = tuple(
        card for card in free if got is None or CardSet.from_cards([got, card]) not in done
    )
    return tuple(free) if not fresh or view.must_knock else fresh


def _pairs(view: View) -> Iterable[CardSet]:
    """The pairs of card got and card discarded of my turns so far."""
    for event in view.history or ():
        if event.player == Side.ME and event.card is not None and event.discarded is not None:
            yield CardSet.from_cards([event.card, event.discarded])


register("random", lambda rules, name: RandomBot(), rank=0)
register("eaai-simple", lambda rules, name: EaaiSimpleBot(), rank=10)
