"""Sampled worlds: every card in one place, uniform where it is said, as good as played hands."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

from analyzer.engine.belief import Belief, PlayedPrior, Uniform, _deadwood_targets, holding
from analyzer.engine.selfplay import figures_for
from analyzer.game.cards import CardSet
from analyzer.game.position import deal
from analyzer.game.rules import PRESETS
from analyzer.game.view import view_of
from tests.oracles.staging import staged, stages
from tests.workshop.measure._positions import played
from tests.workshop.measure.belief import compared

BELIEFS = {"uniform": Uniform(), "played": PlayedPrior()}


@pytest.mark.parametrize("belief", BELIEFS.values(), ids=BELIEFS)
@pytest.mark.parametrize("name", ["standard", "tournament", "tedesco"])
def test_every_card_is_in_one_place(name: str, belief: Belief) -> None:
    rng = Random(name)
    for stage in stages(PRESETS[name]):
        view = view_of(staged(PRESETS[name], stage, rng))
        worlds = belief.sample(view, 5, 0, 40)
        for mask, row in zip(worlds.hands.tolist(), worlds.rows.tolist(), strict=True):
            hand, left = CardSet(mask), CardSet.from_cards(row)
            assert len(hand) == 10 and view.opponent <= hand
            assert not hand & view.hand and not hand & CardSet.from_cards(view.pile)
            assert len(left) == len(row) == view.stock
            assert (hand | left) - view.opponent == view.unseen and not hand & left


@pytest.mark.parametrize("belief", BELIEFS.values(), ids=BELIEFS)
def test_a_world_depends_on_seed_and_number_alone(belief: Belief) -> None:
    view = view_of(played(PRESETS["standard"], 3)[6])
    whole = belief.sample(view, 9, 0, 60)
    parts = [belief.sample(view, 9, first, 20) for first in (0, 20, 40)]
    assert np.array_equal(whole.hands, np.concatenate([part.hands for part in parts]))
    assert np.array_equal(whole.rows, np.concatenate([part.rows for part in parts]))
    assert not np.array_equal(whole.hands, belief.sample(view, 10, 0, 60).hands)


def chi_square(counts: np.ndarray, expected: float) -> float:  # type: ignore[type-arg]
    """How many standard deviations a chi-square lies off its mean (negative: too even)."""
    freedom = len(counts) - 1
    chi = ((counts - expected) ** 2).sum() / (expected * (1 - expected / 20_000))
    return float((chi - freedom) / (2 * freedom) ** 0.5)


def test_uniform_is_uniform() -> None:
    """Each unseen card is as often in the hand, and as often in each place of the stock."""
    view = view_of(staged(PRESETS["standard"], "draw", Random(3)))
    worlds = Uniform().sample(view, 2, 0, 20_000)
    shares = holding(worlds)
    held = np.array([shares[card] for card in view.unseen]) * 20_000
    assert abs(chi_square(held, 20_000 * view.hidden / len(view.unseen))) < 4
    assert all(shares[card] == 1 for card in view.opponent)
    assert not any(shares[card] for card in view.hand | CardSet.from_cards(view.pile))
    for place in (0, view.stock // 2, view.stock - 1):
        where = np.bincount(worlds.rows[:, place], minlength=64)
        found = np.array([where[card] for card in view.unseen], float)
        assert abs(chi_square(found, 20_000 / len(view.unseen))) < 4


@pytest.mark.rule("R54")
def test_uniform_holds_pairs_as_often_as_counted() -> None:
    view = view_of(deal(PRESETS["standard"], 4))
    worlds = Uniform().sample(view, 2, 0, 40_000)
    one, other, *_ = view.unseen
    both = np.mean((worlds.hands >> int(one) & 1) & (worlds.hands >> int(other) & 1))
    unseen, hidden = len(view.unseen), view.hidden
    expected = hidden * (hidden - 1) / unseen / (unseen - 1)
    assert abs(both - expected) < 4 * (expected / 40_000) ** 0.5


def test_before_a_discard_a_played_hand_is_a_random_one() -> None:
    view = view_of(deal(PRESETS["standard"], 4))
    assert len(_deadwood_targets(view)) == 0
    assert np.array_equal(
        PlayedPrior().sample(view, 1, 0, 50).hands, Uniform().sample(view, 1, 0, 50)[0]
    )


@pytest.mark.nightly
@pytest.mark.parametrize("name", ["eaai", "classic", "tedesco"])
def test_played_hands_hold_what_true_ones_hold(name: str) -> None:
    found = compared(PRESETS[name], 1000)
    for discards in range(1, 12):
        played_, _, true = np.array(found[discards]).T
        noise = 2 * (played_ - true).std() / len(true) ** 0.5
        gap = played_.mean() - true.mean()
        assert abs(gap) < 2 + noise, f"after {discards} discards sampled {gap:+.1f} of the truth"


def test_played_hands_are_near_true_ones() -> None:
    found = compared(PRESETS["eaai"], 60)
    for low, high in ((1, 3), (4, 6), (7, 9)):
        rows = np.array([row for k in range(low, high + 1) for row in found[k]])
        played_, uniform, true = rows.mean(axis=0)
        noise = 3 * (rows[:, 0] - rows[:, 2]).std() / len(rows) ** 0.5
        assert abs(played_ - true) < 2 + noise
        assert low == 1 or uniform > true + 10  # the trap that this belief avoids


@pytest.mark.rule("R72")
@pytest.mark.parametrize("name", ["standard", "straight", "tedesco"])
def test_shipped_deadwood_falls_with_the_discards(name: str) -> None:
    means = [float(np.mean(level)) for level in figures_for(PRESETS[name]).deadwood[:10]]
    assert means == sorted(means, reverse=True) and means[0] > 40 and means[9] < 15
