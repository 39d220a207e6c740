"""A player of the other games who is better than the greedy one and the one at random."""

from __future__ import annotations

import pytest

from analyzer.engine.general import contest
from analyzer.game.rules import parse_rules

BETTER = {
    "three-hand": "outs", "four-hand": "outs", "one-joker": "outs", "two-jokers": "outs",
    "four-hand,jokers=2": "outs", "standard,jokers=0": "outs", "mahjong": "outs",
    "mahjong,players=3": "outs", "mahjong,players=4": "outs",
}  # fmt: skip
"""Who is asked to win, game by game; `standard` is a table of teams."""


@pytest.mark.nightly
@pytest.mark.parametrize("others", ["greedy", "random"])
@pytest.mark.parametrize("name", BETTER)
def test_it_beats_the_greedy_and_the_one_at_random(name: str, others: str) -> None:
    deals = 400 if others == "greedy" else 40
    made = contest(parse_rules(name), BETTER[name], others, deals)
    low, high = made.interval
    print(f"{BETTER[name]} against {others}, {name}: {made.gain:+.1f} ({low:+.1f} to {high:+.1f})")
    assert low > 0
