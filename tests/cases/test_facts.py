"""Facts that the texts state of hands, counted."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import combinations
from math import comb
from random import Random

import pytest

from analyzer.game.cards import DECK, Card, CardSet
from analyzer.game.melds import deadwood, melds_through, outs
from analyzer.game.rules import PRESETS

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


def every_meld() -> Iterator[int]:
    """All sets and runs as masks, of up to ten cards."""
    for rank in range(13):
        four = [Card.make(rank, suit) for suit in range(4)]
        yield CardSet.from_cards(four).mask
        yield from (CardSet.from_cards(three).mask for three in combinations(four, 3))
    for suit in range(4):
        for low, end in combinations(range(14), 2):
            if 3 <= end - low <= 10:
                yield CardSet.from_cards(Card.make(rank, suit) for rank in range(low, end)).mask


@cache
def gin_hands() -> frozenset[int]:
    """Every ten cards that are all in melds."""
    sized: dict[int, list[int]] = {}
    for meld in every_meld():
        sized.setdefault(meld.bit_count(), []).append(meld)
    found = set(sized[10])
    for few, many in ((3, 7), (4, 6), (5, 5)):
        found |= {one | two for one in sized[few] for two in sized[many] if not one & two}
    for one, two in combinations(sized[3], 2):
        if not one & two:
            found |= {one | two | four for four in sized[4] if not (one | two) & four}
    return frozenset(found)


@pytest.mark.rule("R46")
def test_one_hand_of_115_700_is_gin() -> None:
    assert round(comb(52, 10) / len(gin_hands()), -2) == 115_700


@pytest.mark.rule("R47", "R114")
def test_one_card_from_gin_few_cards_make_it() -> None:
    """A card of a gin hand is put for another; a hand that many ways come to counts for less."""
    rng, hands = Random(47), sorted(gin_hands())
    numbers, weights = [], []
    while len(numbers) < 1500:
        whole = CardSet(rng.choice(hands))
        lost, other = rng.choice(list(whole)), rng.choice(list(DECK - whole))
        hand = whole.remove(lost).add(other)
        if hand.mask in gin_hands():
            continue
        cards = outs(hand, RULES).gin
        ways = sum(hand.remove(out).add(card).mask in gin_hands() for card in cards for out in hand)
        numbers.append(len(cards))
        weights.append(1 / ways)
    total = sum(weights)

    def share(most: int) -> float:
        return sum(w for n, w in zip(numbers, weights, strict=True) if n <= most) / total

    mean = sum(n * w for n, w in zip(numbers, weights, strict=True)) / total
    assert mean == pytest.approx(1.86, abs=0.12)
    assert share(2) == pytest.approx(0.82, abs=0.05) and share(5) > 0.98 and max(numbers) <= 9


@pytest.mark.rule("R113")
def test_a_seven_is_in_more_melds_only_where_longer_ones_count() -> None:
    through = {
        rank: [meld.bit_count() for meld in every_meld() if meld & Card.of(f"{rank}h").mask]
        for rank in "47T"
    }
    for size in (3, 4):
        assert len({sizes.count(size) for sizes in through.values()}) == 1
    for size in (5, 6, 7):
        four, seven, ten = (sizes.count(size) for sizes in through.values())
        assert seven > max(four, ten)
    sevens = [meld for meld in map(CardSet, every_meld()) if len(meld) == 7]
    assert sevens and all(any(card.rank == 6 for card in meld) for meld in sevens)


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
