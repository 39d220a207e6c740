"""Sampled worlds: every card in one place, uniform where it is said, as good as played hands."""

from __future__ import annotations

from collections import defaultdict
from random import Random

import numpy as np
import pytest

from analyzer.belief import Belief, Played, Uniform, deadwood_targets, holding
from analyzer.cards import CardSet
from analyzer.melds import deadwood
from analyzer.policies import BASELINE
from analyzer.position import deal
from analyzer.rules import PRESETS, Rules
from analyzer.selfplay import figures_for
from analyzer.view import View, view_of
from tests.measure.positions import played
from tests.oracles.hand import Seat
from tests.oracles.staging import staged, stages

BELIEFS = {"uniform": Uniform(), "played": Played()}


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


def test_uniform_holds_pairs_as_often_as_counted() -> None:
    view = view_of(deal(PRESETS["standard"], 4))
    worlds = Uniform().sample(view, 2, 0, 40_000)
    one, other, *_ = view.unseen
    both = np.mean((worlds.hands >> int(one) & 1) & (worlds.hands >> int(other) & 1))
    unseen, hidden = len(view.unseen), view.hidden
    expected = hidden * (hidden - 1) / unseen / (unseen - 1)
    assert abs(both - expected) < 4 * (expected / 40_000) ** 0.5


def test_before_a_throw_a_played_hand_is_a_random_one() -> None:
    view = view_of(deal(PRESETS["standard"], 4))
    assert len(deadwood_targets(view)) == 0
    assert np.array_equal(
        Played().sample(view, 1, 0, 50).hands, Uniform().sample(view, 1, 0, 50)[0]
    )


def compared(rules: Rules, games: int, worlds: int) -> dict[int, list[tuple[float, int]]]:
    """By how often the opponent has thrown: (mean sampled deadwood, true deadwood) pairs."""
    found: dict[int, list[tuple[float, int]]] = defaultdict(list)
    for seed in range(games):
        position = deal(rules, seed, dealer=seed % 2)
        asked: set[tuple[int, int]] = set()
        while not position.over and len(position.played) < 60:
            throws = _throws(view_of(position))
            if 0 < throws <= 11 and (position.turn, throws) not in asked:
                asked.add((position.turn, throws))
                sample = Played().sample(view_of(position), seed, 0, worlds)
                held = [deadwood(CardSet(mask), rules) for mask in sample.hands.tolist()]
                true = deadwood(position.hands[1 - position.turn], rules)
                found[throws].append((float(np.mean(held)), true))
            position = position.apply(Seat(position, BASELINE).action())
    return found


def _throws(view: View) -> int:
    return view.their_throws


@pytest.mark.nightly
@pytest.mark.parametrize("name", ["eaai", "classic", "tedesco"])
def test_played_hands_hold_what_true_ones_hold(name: str) -> None:
    found = compared(PRESETS[name], 700, 16)
    for throws in range(1, 12):
        pairs = np.array(found[throws])
        gap = (pairs[:, 0] - pairs[:, 1]).mean()
        noise = 3 * pairs[:, 1].std() / len(pairs) ** 0.5
        assert abs(gap) < 2 + noise, f"after {throws} throws sampled {gap:+.1f} of the truth"


def test_played_hands_are_near_true_ones() -> None:
    found = compared(PRESETS["eaai"], 60, 16)
    for low, high in ((1, 3), (4, 6), (7, 9)):
        pairs = np.array([pair for k in range(low, high + 1) for pair in found[k]])
        gap, noise = (pairs[:, 0] - pairs[:, 1]).mean(), pairs[:, 1].std() / len(pairs) ** 0.5
        assert abs(gap) < 2 + 3 * noise


@pytest.mark.parametrize("name", ["standard", "straight", "tedesco"])
def test_shipped_deadwood_falls_with_the_throws(name: str) -> None:
    means = [float(np.mean(level)) for level in figures_for(PRESETS[name]).deadwood[:10]]
    assert means == sorted(means, reverse=True) and means[0] > 40 and means[9] < 15
