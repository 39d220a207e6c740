"""What the policies look at, against counting by hand."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations
from random import Random

import numpy as np
import pytest

from analyzer.engine.policies import (
    BASELINE,
    COUNT_OUTS,
    FIRST,
    GREEDY,
    Policy,
    Style,
    styled,
    weights_of,
)
from analyzer.game.cards import DECK, Card, CardSet
from analyzer.game.melds import is_meld, outs
from analyzer.game.rules import PRESETS
from analyzer.kernel import _policy as kernel
from analyzer.kernel.deadwood import arrange
from tests.oracles import hand
from tests.oracles.staging import staged

RULES = PRESETS["standard"]
T = RULES.tables


def some_cards(rng: Random, count: int, among: CardSet = DECK) -> CardSet:
    return CardSet.from_cards(rng.sample(list(among), count))


def test_pairs_through_a_card() -> None:
    rng = Random(1)
    for _ in range(150):
        (card,) = some_cards(rng, 1)
        cards = some_cards(rng, rng.randint(0, 40), DECK.remove(card))
        expected = sum(
            is_meld(CardSet.from_cards((card, *two)), RULES) for two in combinations(cards, 2)
        )
        assert kernel.pairs_through(int(card), cards.mask) == expected


def test_outs_to_a_new_meld() -> None:
    rng = Random(2)
    for _ in range(150):
        loose = some_cards(rng, rng.randint(0, 8))
        live = some_cards(rng, rng.randint(0, 30), DECK - loose)
        expected = CardSet.from_cards(
            card
            for card in live
            if any(
                is_meld(CardSet.from_cards((card, *two)), RULES) for two in combinations(loose, 2)
            )
        )
        assert CardSet(int(kernel.meld_outs(loose.mask, live.mask))) == expected


def test_gin_prospects_are_near_the_true_gin_outs() -> None:
    """Exact but for rearrangements; three in four are exact even where melds crowd."""
    rng, right, total = Random(3), 0, 0
    while total < 300:
        cards = staged(RULES, "gin", rng)
        eleven = cards.hands[cards.turn]
        ten = eleven.remove(rng.choice(list(eleven)))
        loose = CardSet(int(arrange(ten.mask, T)[1]))
        if not 1 <= len(loose) <= 3:
            continue
        live = DECK - ten
        found = int(kernel.prospects(loose.mask, (ten - loose).mask, live.mask))
        exact = len(outs(ten, RULES, live=live).gin)
        total, right = total + 1, right + (found == exact)
        assert found <= exact + 4
    assert right > 0.7 * total


@pytest.mark.parametrize(
    ("loose", "melded", "number"),
    [
        ("2d", "4h 5h 6h 8c 8d 8s Js Qs Ks", 4),  # 3h 7h 8h Ts
        ("2d 3d", "4h 5h 6h 7h 8c 8d 8h 8s", 2),  # Ad 4d
        ("9c 9d Kh", "4h 5h 6h 8c 8d 8s 8h", 2),  # 9h 9s
        ("2d 4h 7s 9c", "Jc Jd Jh Qs Ks As", 0),  # four loose cards: none in one draw
    ],
)
def test_gin_prospects_of_drawn_hands(loose: str, melded: str, number: int) -> None:
    live = DECK - CardSet.of(loose) - CardSet.of(melded)
    found = kernel.prospects(CardSet.of(loose).mask, CardSet.of(melded).mask, live.mask)
    assert found == number


def discard(cards: str, policy: Policy, stage: float, known: str = "", forbidden: int = -1) -> Card:
    eleven = CardSet.of(cards)
    key, loose = arrange(eleven.mask, T)
    held = CardSet.of(known)
    live = DECK - eleven - held
    w = weights_of(policy, policy)
    return Card(
        kernel.choose_discard(
            eleven.mask, key, loose, forbidden, live.mask, held.mask, stage, T, w, 0
        )
    )


def test_the_greedy_policy_discards_its_dearest_loose_card() -> None:
    eleven = "7h 8h 9h 4c 4d 4s Kd 9c 2c 5h 6s"
    assert discard(eleven, GREEDY, 0.0) == Card.of("Kd")
    assert discard(eleven, GREEDY, 0.0, forbidden=int(Card.of("Kd"))) == Card.of("9c")


def test_a_card_that_the_other_collects_is_kept_back() -> None:
    eleven = "7h 8h 9h 4c 4d 4s Ks Jc 3c 2h Qd"
    assert discard(eleven, BASELINE, 1.0) in CardSet.of("Ks Jc Qd")
    assert discard(eleven, BASELINE, 1.0, known="Kc Kd Qs") != Card.of("Ks")


def test_a_melding_card_is_taken_and_a_dear_loose_one_is_not() -> None:
    ten = CardSet.of("7h 8h 4c 4d Kd Jc 2c 5s 6s Qs")
    w = weights_of(GREEDY, BASELINE)
    for player in (0, 1):
        asked = [
            bool(kernel.wants(ten.mask, int(Card.of(up)), (DECK - ten).mask, 10, 0.3, T, w, player))
            for up in ("9h", "Kc")
        ]
        assert asked == [True, False]


def wish(ten: CardSet, up: str, policy: Policy, pile: str = "") -> float:
    card, seen = Card.of(up), CardSet.of(pile)
    live = DECK - ten - seen - CardSet(card.mask)
    return kernel.wish_for(
        ten.mask, int(card), live.mask, 10, 0.0, T, weights_of(policy, policy), 0
    )


def test_a_dear_card_is_wanted_for_what_it_could_become_by_who_looks_at_it() -> None:
    ten = CardSet.of("7h 8h 9h 4c 4d 4s Qd Jc 2c 6s")
    looks = replace(BASELINE, take_dear=(0.25, 0.5))
    assert wish(ten, "Qs", BASELINE) == wish(ten, "Kh", BASELINE) == -kernel.SURE
    assert wish(ten, "Qs", looks) > wish(ten, "Kh", looks) > -kernel.SURE
    less = replace(looks, take_dear=(-0.75, 0.25))
    assert wish(ten, "Qs", less) == pytest.approx(-0.75 + (wish(ten, "Qs", looks) - 0.25) / 2)


def test_the_first_upcard_alone_is_wanted_for_being_first() -> None:
    ten = CardSet.of("7h 8h 4c 4d Kd Jc 2c 5s 6s Qs")
    eager = replace(BASELINE, take_first=1.5)
    first, later = (wish(ten, "6h", eager, pile) - wish(ten, "6h", BASELINE, pile)
                    for pile in ("", "Td"))  # fmt: skip
    assert (first, later) == (pytest.approx(1.5), 0.0)


@pytest.mark.parametrize(("own", "outs_", "most"), [(0, 1, 10), (5, 2, 3), (8, 4, -1), (20, 0, 3)])
def test_the_knock_table(own: int, outs_: int, most: int) -> None:
    assert COUNT_OUTS[min(own, 15)][outs_] == most
    row = FIRST.row()
    assert row[kernel.KNOCK + 5 * min(own, 15) + outs_] == most


def test_a_row_holds_what_the_policy_says() -> None:
    row = Policy(dead=(1, 2), gift=3, take_limit=4, near=(5, 6), take_any=7, take_first=8).row()
    assert row.shape == (kernel.SIZE,) and row.dtype == np.float64
    assert row[kernel.DEAD : kernel.DEAD + 2].tolist() == [1, 2]
    assert (row[kernel.GIFT], row[kernel.TAKE_LIMIT]) == (3, 4)
    assert row[kernel.NEAR :].tolist() == [5, 6, 7, -kernel.SURE, 0, 8]


def test_kernel_and_oracle_choose_alike() -> None:
    rng, thoughtful = Random(9), styled(Style.UNPREDICTABLE, RULES)
    for stage in ("discard", "knock", "draw", "taken") * 25:
        position = staged(RULES, stage, rng)
        policy = rng.choice((BASELINE, GREEDY, replace(GREEDY, take_any=1.0), thoughtful))
        seat, w = hand.Seat(position, policy), weights_of(policy, policy)
        if len(seat.hand) == 11:
            forbidden = -1 if position.forbidden is None else int(position.forbidden)
            key, loose = arrange(seat.hand.mask, T)
            found = kernel.choose_discard(
                seat.hand.mask, key, loose, forbidden, seat.live.mask, seat.known.mask,
                seat.stage, T, w, 0,
            )  # fmt: skip
            assert Card(found) == seat.discard()
        else:
            top = position.pile[-1]
            wanted = kernel.wants(seat.hand.mask, int(top), seat.live.mask, 10, seat.stage, T, w, 0)
            assert bool(wanted) == seat.wants(top)
