"""The example that trains a policy, in a small form."""

from __future__ import annotations

import pytest

from tests.examples.train_policy import WEIGHTS, match, train
from tests.sizes import more_at_night


@more_at_night("hands, deals, least", (2_000, 200, -60), (60_000, 2_000, 40))
def test_a_policy_learns_to_beat_random_play(hands: int, deals: int, least: float) -> None:
    told = list[str]()
    weights = train(hands, tell=told.append)
    mean, half = match(weights, "random", deals)
    assert weights.shape == (WEIGHTS,) and weights.any()
    assert mean - half > least
    assert (mean, half) == match(weights, "random", deals)
    assert bool(told) == (hands > 20_000)


@pytest.mark.nightly
def test_what_it_learned_is_worth_points_against_a_bot() -> None:
    before, _ = match(train(2_000, tell=lambda _: None), "greedy", 2_000)
    after, half = match(train(80_000, tell=lambda _: None), "greedy", 2_000)
    assert after - half > before + 5
