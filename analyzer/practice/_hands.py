"""Hands for drills: like those late in play, with melds in them and cards that nearly meld."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Final

from analyzer.game.arrangement import Arrangement
from analyzer.game.cards import DECK, NO_CARDS, Card, CardSet
from analyzer.game.melds import best_arrangements, open_places
from analyzer.game.rules import Rules
from analyzer.practice._hardness import all_melds, melds_in

NEAR: Final = 0.6
"""Chance that a loose card is one that stands near others: a pair, a gap, a contested card."""

FITTING: Final = 0.5
"""Chance that a defender's loose card is one that can be laid off."""


@dataclass(frozen=True, slots=True)
class Hands:
    """Makes cards by a choice that is seeded."""

    choice: Random
    rules: Rules
    tangled: float = 0.0
    """Chance that a hand holds a set and a run that want the same card."""
    level: int = 1_000
    """The aim for the difficulty."""

    def hand(self, size: int, melds: int | None = None) -> CardSet:
        """So many cards with so many melds put in, up to three if not said.

        There may be more melds than that in the end: loose cards are often near others.
        """
        number = self.choice.choice((0, 1, 1, 2, 2, 2, 3)) if melds is None else melds
        cards = NO_CARDS
        if self.choice.random() < self.tangled:
            cards = self._tangle(cards)
            if self.choice.random() < self.tangled:
                cards = self._tangle(cards)
            number -= 1
        cards = self._melds(number, DECK, cards)
        return self._filled(cards, size, DECK)

    def _tangle(self, cards: CardSet) -> CardSet:
        """Some cards with a set and a run more that share one, where ten have room for them."""
        shapes = [meld for meld in all_melds(self.rules) if meld.mask.bit_count() < 5]
        run = self.choice.choice([shape for shape in shapes if shape.run])
        sets = [shape for shape in shapes if not shape.run and shape.mask & run.mask]
        both = cards | CardSet(run.mask | self.choice.choice(sets).mask)
        return both if len(both) <= 10 else cards

    def others(self, cards: CardSet, number: int) -> CardSet:
        """Cards outside a hand, often near to it."""
        return self._filled(NO_CARDS, number, DECK - cards, beside=cards)

    def knock(self) -> Arrangement:
        """Ten cards that knock with some deadwood, as they are laid down."""
        while True:
            hand = self._filled(self._melds(2, DECK), 10, DECK)
            best = best_arrangements(hand, self.rules)[0]
            if 0 < best.points <= self.rules.knock_limit:
                return best

    def against(self, knock: Arrangement) -> CardSet:
        """A defender's ten cards, some of which can be laid off."""
        held = knock.deadwood
        for meld in knock.melds:
            held |= meld
        free = DECK - held
        hand = self._melds(self.choice.choice((0, 1, 1, 2)), free)
        while len(hand) < 10:
            fits = open_places(knock, self.rules) & (free - hand)
            fit = fits and self.choice.random() < FITTING
            hand = hand.add(self._one(fits)) if fit else self._filled(hand, len(hand) + 1, free)
        return hand

    def _melds(self, number: int, among: CardSet, cards: CardSet = NO_CARDS) -> CardSet:
        """Some cards with so many melds more, as long as there is room."""
        for _ in range(number):
            free = among - cards
            room = [meld for meld in melds_in(free, self.rules) if meld.mask.bit_count() < 5]
            if room and len(cards) < 7:
                cards |= CardSet(self.choice.choice(room).mask)
        return cards

    def _filled(
        self, cards: CardSet, size: int, among: CardSet, beside: CardSet = NO_CARDS
    ) -> CardSet:
        while len(cards) < size:
            free = among - cards
            near = free & _near(cards | beside)
            pick = near if near and self.choice.random() < NEAR else free
            cards = cards.add(self._one(pick))
        return cards

    def _one(self, cards: CardSet) -> Card:
        return self.choice.choice(tuple(cards))


def _near(cards: CardSet) -> CardSet:
    """The cards that may be of one meld with some of these."""
    near = 0
    for card in cards:
        near |= _NEAR[card]
    return CardSet(near)


_NEAR: Final = {
    card: CardSet.from_cards(
        other
        for other in DECK
        if other.rank == card.rank or (other.suit == card.suit and abs(other.rank - card.rank) <= 2)
    ).mask
    for card in DECK
}
