"""The luck of drawn cards: zero over all cards that may come, and weighed hand by hand."""

from __future__ import annotations

from itertools import pairwise, permutations

import numpy as np
import pytest

from analyzer.arena import duel
from analyzer.arena._luck import luck_of, luck_of_card, stand_in
from analyzer.engine.bots import bot_named
from analyzer.engine.bots.policy import POLICIES
from analyzer.engine.bots.tables import BotTable, table_for
from analyzer.engine.policies import GREEDY, policy_for
from analyzer.game.actions import Question
from analyzer.game.position import Position
from analyzer.game.rules import PRESETS

RULES = ("eaai", "standard", "oklahoma", "tournament")
BOTS = ("eaai-simple", "random")


def table(rules: str) -> BotTable:
    first, second = (bot_named(name, PRESETS[rules]) for name in BOTS)
    return table_for((first, second), PRESETS[rules], 5, lambda: 0.0)


def draws(rules: str, deal: int) -> list[tuple[Position, Position]]:
    steps = table(rules).hand(deal, deal % 2).steps
    return [
        (before, after)
        for before, after in pairwise(steps)
        if before.question is not Question.DISCARD and after.drawn is not None
    ]


@pytest.mark.parametrize("rules", RULES)
def test_the_luck_of_all_cards_that_may_come_is_zero(rules: str) -> None:
    """In all orders of four cards of a stock, whoever draws and whatever plays on."""
    players, found = (POLICIES["camper"], policy_for(PRESETS[rules])), 0
    for before, _ in [*draws(rules, 1)[:4], *draws(rules, 2)[:4]]:
        four, rest = before.stock[:4], before.stock[4:]
        lucks = []
        for card in four:
            rows = np.array(
                [[*map(int, (*some, *rest))] if before.turn == 0 else [*map(int, (*rest, *some))]
                 for some in permutations(four)], np.int8)  # fmt: skip
            lucks.append(luck_of_card(before, card, rows, players))
        assert sum(lucks) == pytest.approx(0, abs=1e-9)
        found += sum(map(bool, lucks))
    assert found


def test_each_draw_of_a_hand_counts() -> None:
    steps = table("eaai").hand(3, 0).steps
    players = tuple(stand_in(bot_named(name, PRESETS["eaai"]), PRESETS["eaai"]) for name in BOTS)
    assert players == (GREEDY, policy_for(PRESETS["eaai"]))
    whole = luck_of(steps, players, 16, 9)
    halves = [luck_of(part, players, 16, 9) for part in (steps[:9], steps[8:])]
    assert whole != 0 and all(halves)


def test_adjusted_points_have_the_same_mean_and_vary_less() -> None:
    found = duel("eaai-simple", "fast", hands=96, luck=32, seed=3).hands
    assert found is not None and found.adjusted is not None and found.varies is not None
    plain, adjusted = found.points, found.adjusted
    assert None not in (plain.low, plain.high, adjusted.low, adjusted.high)
    assert adjusted.high - adjusted.low < plain.high - plain.low  # type: ignore[operator]
    # Both are means of the same hands, so their difference is the mean luck: within its error.
    assert abs(adjusted.mean - plain.mean) < (plain.high - plain.low)  # type: ignore[operator]
    assert found.varies < 0.5


def test_luck_is_weighed_pair_by_pair_in_games_and_sittings_too() -> None:
    for found in (
        duel("eaai-simple", "fast", games=2, luck=4).games,
        duel("eaai-simple", "fast", hands=8, sitting=2, luck=4).hands,
    ):
        assert found is not None and found.adjusted is not None
        assert found.adjusted.mean != found.points.mean


def test_hands_of_the_kernel_are_left_as_they_are() -> None:
    found = duel("fast", "greedy", hands=200, luck=32).hands
    assert found is not None and found.adjusted is None and found.varies is None
