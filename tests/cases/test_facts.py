"""Facts that the texts state of hands, counted."""

from __future__ import annotations

from itertools import combinations
from math import comb
from random import Random

import pytest

from analyzer.game.cards import DECK, Card, CardSet
from analyzer.game.melds import best_arrangements, deadwood, melds_through, outs
from analyzer.game.rules import PRESETS
from tests.oracles.composed import GROUPS

RULES = PRESETS["standard"]
UNSEEN, HELD = 40, 10


@pytest.mark.rule("R49", "R54")
@pytest.mark.parametrize(("card", "percent"), [("9h", 28.1), ("Qh", 24.1), ("Kh", 20.0)])
def test_how_often_ten_of_forty_unseen_cards_use_a_card(card: str, percent: float) -> None:
    """Counted hand by hand, over what a hand has of the cards that go with it."""
    wanted = Card.of(card)
    pairs = [
        meld.remove(wanted) for meld in melds_through(wanted, DECK, RULES) if len(meld) == 3
    ]  # fmt: skip
    near = list(CardSet.from_cards(one for pair in pairs for one in pair))
    hands = sum(
        comb(UNSEEN - len(near), HELD - size)
        for size in range(len(near) + 1)
        for some in combinations(near, size)
        if any(pair.mask & ~CardSet.from_cards(some).mask == 0 for pair in pairs)
    )
    assert round(100 * hands / comb(UNSEEN, HELD), 1) == percent


def one_card_from_gin(rng: Random) -> CardSet:
    """A gin hand in which another card is in the place of one."""
    while True:
        melds: list[CardSet] = []
        for size in (4, 3, 3):
            found = [one for one in GROUPS if len(one) >= size and not any(one & m for m in melds)]
            melds.append(CardSet.from_cards(list(rng.choice(found))[:size]))
        hand = CardSet.from_cards(card for meld in melds for card in meld)
        lost = rng.choice(list(hand))
        other = rng.choice([card for card in DECK if card not in hand])
        hand = hand.remove(lost).add(other)
        if best_arrangements(hand, RULES)[0].points and outs(hand, RULES).gin:
            return hand


@pytest.mark.rule("R47")
def test_one_card_from_gin_few_cards_make_it() -> None:
    rng = Random(47)
    numbers = [len(outs(one_card_from_gin(rng), RULES).gin) for _ in range(400)]
    assert max(numbers) <= 9
    assert sum(number <= 2 for number in numbers) > 0.6 * len(numbers)
    assert sum(number <= 5 for number in numbers) > 0.95 * len(numbers)


@pytest.mark.rule("R47")
def test_nine_cards_are_the_most_that_make_gin() -> None:
    """Three runs that go on at both ends, and are three sets as well."""
    hand = CardSet.of("4c 5c 6c 4d 5d 6d 4h 5h 6h Ks")
    assert len(outs(hand, RULES).gin) == 9


@pytest.mark.rule("R96")
def test_a_hand_as_dealt_has_more_than_56_points_of_deadwood() -> None:
    rng = Random(96)
    hands = [CardSet.from_cards(rng.sample(list(DECK), 10)) for _ in range(4000)]
    assert sum(deadwood(hand, RULES) for hand in hands) / 4000 == pytest.approx(56.6, abs=0.7)
