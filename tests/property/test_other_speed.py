"""Whole hands of the general game that one core plays in a second, by its own clock."""

from __future__ import annotations

import time

import numpy as np
import pytest

from analyzer.engine.general import rules_of_hand
from analyzer.game.general import GameKind, Variant, meld_rules, parse_variant
from analyzer.kernel import general as kernel

HANDS = 20_000
ASKED, WITH_JOKERS = 20_000, 5_000


def play(variant: Variant, number: int) -> float:
    """Seconds of this process for so many greedy hands, each with its upcard's limit."""
    rules, melds = rules_of_hand(variant, None), meld_rules(variant)
    limits, factors = np.full(64, rules.limit), np.ones(64, np.int64)
    for card in variant.pack:
        limits[card] = variant.limit_for(card)
        factors[card] = variant.multiplier_for(card)
    points, endings = np.zeros((number, variant.players), np.int64), np.zeros(number, np.int8)
    at_once = np.full(variant.players, 99, np.int64)
    mahjong = int(variant.play is GameKind.MAHJONG)
    begun = time.process_time()
    kernel.play_hands(
        1, 0, variant.cards, variant.jokers, mahjong, at_once, limits, factors, rules, melds,
        points, endings,
    )  # fmt: skip
    assert np.any(points, axis=1).mean() > 0.5, "most hands come to something"
    return time.process_time() - begun


@pytest.mark.nightly
@pytest.mark.parametrize(
    "name",
    ["three-hand", "four-hand", "mahjong", "mahjong,players=3", "mahjong,players=4",
     "standard,jokers=0", "one-joker", "two-jokers", "four-hand,jokers=2"],
)  # fmt: skip
def test_whole_hands_in_a_second(name: str) -> None:
    variant = parse_variant(name)
    play(variant, 10)  # compiled by now
    rate = HANDS / play(variant, HANDS)
    print(f"{name}: {rate:,.0f} hands a second and core")
    assert rate >= (WITH_JOKERS if variant.jokers else ASKED)
