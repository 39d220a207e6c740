"""The turns of a hand as one of its players sees them, to be remembered and read.

The hands are played by the quick policy, so that takes and discards mean what they mean in play.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import count
from random import Random
from typing import Final

from analyzer.engine.bots.tables import dealt
from analyzer.game.actions import Turn
from analyzer.game.cards import DECK, Card, CardSet
from analyzer.game.melds import best_arrangements, melds_through
from analyzer.game.rules import Rules
from analyzer.game.table import Played
from analyzer.practice._deals import table_of

ME: Final = 0
FEWEST: Final = 3
"""Turns that are watched at least."""
OFFERED: Final = 8
"""Cards to choose from, at most."""
LOOSE: Final = 4
"""Loose cards to choose from."""


@dataclass(frozen=True, slots=True)
class SeenTurn:
    """A turn as it is seen from across the table."""

    mine: bool
    took: Card | None
    """From the pile; None where a card was drawn from the stock."""
    discarded: Card


@dataclass(frozen=True, slots=True)
class Watched:
    """A hand so far."""

    upcard: Card
    turns: tuple[SeenTurn, ...]
    cards: CardSet
    """The ten that I hold."""

    @property
    def pile(self) -> tuple[Card, ...]:
        """The cards on the pile, the top one last."""
        pile = [self.upcard]
        for turn in self.turns:
            if turn.took is not None:
                pile.pop()
            pile.append(turn.discarded)
        return tuple(pile)

    @property
    def taken(self) -> CardSet:
        """The cards that the opponent took from the pile."""
        return CardSet.from_cards(
            turn.took for turn in self.turns if turn.took is not None and not turn.mine
        )

    def loose(self, rules: Rules) -> CardSet:
        """My cards that are in no meld."""
        return best_arrangements(self.cards, rules)[0].deadwood

    def partners(self, card: Card, rules: Rules) -> list[CardSet]:
        """The pairs with which the opponent, by what is seen, may meld a card."""
        unseen = DECK - self.cards - CardSet.from_cards(self.pile)
        return [meld.remove(card) for meld in melds_through(card, unseen, rules)]


def watched(number: int, choice: Random, rules: Rules) -> Watched:
    """So many turns of a hand; the opponent's turn was the last."""
    seed = choice.getrandbits(40)
    for deal in count():
        begun = dealt(rules, seed, deal)
        _, end = table_of(rules, seed, deal, quick=True).played()
        turns = [turn for turn in end.played if turn.discarded is not None]
        whole = turns[: max(FEWEST, number)]
        if len(whole) < max(FEWEST, number) or whole[-1].player == ME:
            continue
        assert begun.upcard is not None
        return _seen(begun.upcard, begun.hands[ME], whole)
    raise AssertionError("deals go on for ever")


def _seen(upcard: Card, cards: CardSet, turns: Sequence[Played]) -> Watched:
    seen = []
    for turn in turns:
        assert turn.card is not None and turn.discarded is not None
        took = turn.card if turn.turn is Turn.TAKE else None
        seen.append(SeenTurn(turn.player == ME, took, turn.discarded))
        if turn.player == ME:
            cards = cards.add(turn.card).remove(turn.discarded)
    return Watched(upcard, tuple(seen), cards)


def on_pile(hand: Watched, choice: Random) -> tuple[CardSet, CardSet]:
    """(cards to choose from, those of them that lie in the pile): about half of them do."""
    pile = choice.sample(hand.pile, min(len(hand.pile), OFFERED // 2))
    others = DECK - hand.cards - CardSet.from_cards(hand.pile)
    right = CardSet.from_cards(pile)
    return right | CardSet.from_cards(choice.sample(tuple(others), OFFERED - len(pile))), right


def taken_from(hand: Watched, choice: Random) -> tuple[CardSet, CardSet]:
    """(cards to choose from, those that the opponent took): the others are on the pile."""
    left = [card for card in hand.pile if card not in hand.taken]
    number = max(0, OFFERED - len(hand.taken))
    others = choice.sample(left, min(len(left), number))
    return hand.taken | CardSet.from_cards(others), hand.taken


def safest(hand: Watched, choice: Random, rules: Rules) -> tuple[CardSet, CardSet]:
    """(loose cards of mine, those that the opponent can least use)."""
    loose = tuple(hand.loose(rules))
    offered = choice.sample(loose, min(len(loose), LOOSE))
    pairs = {card: len(hand.partners(card, rules)) for card in offered}
    least = min(pairs.values(), default=0)
    right = [card for card in offered if pairs[card] == least]
    return CardSet.from_cards(offered), CardSet.from_cards(right)
