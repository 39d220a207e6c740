"""Whole hands of the general game that one core plays in a second, by its own clock."""

from __future__ import annotations

import time

import numpy as np
import pytest

from analyzer.engine.general import rules_of_hand
from analyzer.game.jokers import meld_rules
from analyzer.game.rules import GameKind, Rules, parse_rules
from analyzer.kernel import general as kernel

HANDS = 20_000
ASKED, WITH_JOKERS = 20_000, 5_000


def play(game_rules: Rules, number: int) -> float:
    """Seconds of this process for so many greedy hands, each with its upcard's limit."""
    rules, melds = rules_of_hand(game_rules, None), meld_rules(game_rules)
    limits, factors = np.full(64, rules.limit), np.ones(64, np.int64)
    for card in game_rules.pack:
        limits[card] = game_rules.limit_for(card)
        factors[card] = game_rules.multiplier_for(card)
    points, endings = np.zeros((number, game_rules.players), np.int64), np.zeros(number, np.int8)
    at_once = np.full(game_rules.players, 99, np.int64)
    mahjong = int(game_rules.play is GameKind.MAHJONG)
    begun = time.process_time()
    kernel.play_hands(
        1, 0, game_rules.cards, game_rules.jokers, mahjong, at_once, limits, factors, rules, melds,
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
    game_rules = parse_rules(name)
    play(game_rules, 10)  # compiled by now
    rate = HANDS / play(game_rules, HANDS)
    print(f"{name}: {rate:,.0f} hands a second and core")
    assert rate >= (WITH_JOKERS if game_rules.jokers else ASKED)
