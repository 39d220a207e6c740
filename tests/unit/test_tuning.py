"""Tuning: probes against hands worked out on paper, fits against weights that are known."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest

from analyzer.arena import duel
from analyzer.engine.policies import (
    AT_ONCE,
    BASELINE,
    FIRST,
    GIN_ONLY,
    GREEDY,
    NEVER,
    Policy,
    policy_for,
    shipped,
    weights_of,
)
from analyzer.engine.rollout import hand_rules
from analyzer.errors import InputError
from analyzer.game.cards import DECK, Card, CardSet
from analyzer.game.rules import PRESETS, TWO_HANDED
from analyzer.jobs import Jobs
from analyzer.kernel.inplay import TO_DISCARD, TO_DRAW, WALL_ROW, CardPlaces, KernelTurn
from tests.unit.test_jobs import Threads
from tests.workshop.tuning import (
    Opponent,
    population,
    tune,
    write_tuned,
)
from tests.workshop.tuning import (
    _fitting as fitting,
)
from tests.workshop.tuning import (
    _probes as probes,
)
from tests.workshop.tuning import kernel_probe as kernel
from tests.workshop.tuning._matches import HERE, margin, mirrored
from tests.workshop.tuning._opponents import FIXED

EAAI = PRESETS["eaai"]
T = EAAI.tables
PATIENT = replace(FIRST, knock=GIN_ONLY)


def spot(
    mine: str, theirs: str, pile: str, first: str, last: str, state: int
) -> tuple[KernelTurn, np.ndarray]:
    """A decision, and a stock of which I draw `first` and they draw `last`, in this order."""
    hands = CardSet.of(mine), CardSet.of(theirs)
    discarded = [Card.of(card) for card in pile.split()]
    front = [Card.of(card) for card in first.split()]
    back = [Card.of(card) for card in last.split()]
    seen = hands[0] | hands[1] | CardSet.from_cards([*discarded, *front, *back])
    row = np.zeros(64, np.int8)
    stock = [*front, *(DECK - seen), *back[::-1]]
    row[: len(stock)] = [int(card) for card in stock]
    table = CardPlaces(
        hands[0].mask, hands[1].mask, CardSet.from_cards(discarded).mask, int(discarded[-1]),
        0, 0, 0, len(stock), 10,
    )  # fmt: skip
    return KernelTurn(table, 0, state, -1), row


def probed(function, here: KernelTurn, row: np.ndarray, *chance: int) -> np.ndarray:
    out = np.zeros(kernel.ROW)
    assert function(
        here,
        row,
        np.zeros(64, np.int8),
        *chance,
        T,
        hand_rules(EAAI),
        weights_of(PATIENT, PATIENT),
        out,
    )
    return out


def feature(row: np.ndarray, place: int) -> float:
    return float(row[kernel.FEATURES + place])


GIN_NEXT = "4c 4d 4h 6d 7d 8d Ts Js Qs 9h"
"""Their hand: gin with another 9h's neighbor or with any card that melds their nine."""


@pytest.mark.nightly
def test_a_knock_is_worth_its_points_and_spares_the_gin_of_the_other() -> None:
    # Knock: 2 points against 9. Wait: I draw a king; they draw 5d and discard the nine: gin.
    here, row = spot(
        "5c 6c 7c 8h 8s 8c Jh Qh Kh 2c Kd", GIN_NEXT, "3h", "Kc", "5d", state=TO_DISCARD
    )  # fmt: skip
    found = probed(kernel._probe_knock, here, row)
    assert found[kernel.GAIN] == (9 - 2) + (25 + 2)
    assert feature(found, kernel.DEADWOOD) == 2
    assert feature(found, kernel.OWN) == 5


@pytest.mark.nightly
def test_a_discard_that_gives_gin_costs_it() -> None:
    # 5d goes on their run: gin, against my king. With the king discarded instead they draw 2d,
    # discard the nine, and I draw Th for gin against the two.
    here, row = spot(
        "5c 6c 7c 8h 8s 8c Jh Qh Kh 5d Kd", GIN_NEXT, "3h", "Th", "2d", state=TO_DISCARD
    )  # fmt: skip
    found = probed(kernel._probe_discard, here, row, 0)
    king_first = feature(found, kernel.PRICES) == 10
    assert found[kernel.GAIN] == (1 if king_first else -1) * ((25 + 2) + (25 + 10))
    assert found[kernel.LEAD] >= 0 and feature(found, kernel.KEPT) == 1
    assert sorted(found[kernel.FEATURES + kernel.PRICES :][:2]) == [5, 10]


@pytest.mark.nightly
def test_taking_the_gin_card_is_worth_what_drawing_costs() -> None:
    # Taken, the two makes A 2 3: the king goes, gin against nine. If I draw Kc instead (kings, T J
    # Q), the three goes; they draw 5d, discard the nine, and have gin against my ace.
    here, row = spot(
        "Ah 3h 8h 8s 8c Jh Qh Kh Th Kd", GIN_NEXT, "2h", "Kc", "5d", state=TO_DRAW
    )  # fmt: skip
    found = probed(kernel._probe_take, here, row)
    assert found[kernel.GAIN] == (25 + 9) + (25 + 1)
    assert feature(found, kernel.MELDS) == 1
    before, after = found[kernel.FEATURES + kernel.DEAD :][:2]
    assert (before, after) == (14, 0)


def hands_of(seed: int, jobs: Jobs = HERE) -> probes.Probed:
    return probes.probe(EAAI, FIRST, population(FIRST), seed, 1_500, jobs)


@pytest.mark.nightly
def test_probes_depend_on_the_seed_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    one, other = hands_of(1), hands_of(2)
    monkeypatch.setattr(probes, "CHUNK", 400)
    with Jobs(pool=Threads()) as jobs:
        again = hands_of(1, jobs)
    assert np.array_equal(one.discards.features, again.discards.features)
    assert np.array_equal(one.knocks.gain, again.knocks.gain)
    assert not np.array_equal(one.discards.gain[:100], other.discards.gain[:100])


@pytest.mark.nightly
def test_probes_are_of_decisions_that_there_are() -> None:
    found = hands_of(3)
    dead = found.knocks.feature(kernel.DEADWOOD)
    assert dead.min() >= 1 and dead.max() <= 10
    assert set(found.takes.feature(kernel.MELDS)) == {0.0, 1.0}
    assert (found.discards.lead >= 0).all() and found.discards.choices.min() >= 1
    assert found.discards.gain.mean() > 1  # its own discards are better than others


# Fits.


def made_up(count: int, columns: int = 12, seed: int = 1) -> probes.Probes:
    rng = np.random.default_rng(seed)
    features = rng.integers(0, 8, (count, columns)).astype(float)
    stage = rng.integers(0, 13, count) / 10
    return probes.Probes(stage, np.zeros(count), np.zeros(count), np.ones(count), features)


def known_world() -> probes.Probed:
    """Probes whose gains are what `TRUE` says, without noise."""
    discards, takes, knocks = made_up(4_000), made_up(4_000, seed=2), made_up(20_000, seed=3)
    t = discards.stage

    def saved(place: int) -> np.ndarray:
        return discards.feature(place + 1) - discards.feature(place)

    near = discards.feature(kernel.KEPT) <= 3
    discards = replace(
        discards,
        gain=-0.3 * t * saved(kernel.PRICES) - (2 + t + near) * saved(kernel.OUTS)
        + 1.5 * t * saved(kernel.DANGERS) + saved(kernel.FEEDS) + 4 * saved(kernel.GIFTS),
    )  # fmt: skip
    t = takes.stage
    left = [
        (2 + t + (takes.feature(kernel.LOOSE + side) <= 3)) * takes.feature(kernel.OUTS_OF + side)
        for side in (0, 1)
    ]
    takes = replace(
        takes,
        gain=-2 - 3 * t + takes.feature(kernel.MELDS) + 6 * takes.feature(kernel.LIMIT)
        + 0.2 * (takes.feature(kernel.DEAD) - takes.feature(kernel.DEAD + 1))
        + 4 * (takes.feature(kernel.LOOSE) - takes.feature(kernel.LOOSE + 1))
        + 0.5 * (left[1] - left[0]),
    )  # fmt: skip
    rng = np.random.default_rng(4)
    own, outs = rng.integers(0, 16, 20_000), rng.integers(0, 5, 20_000)
    dead = rng.integers(1, 11, 20_000)
    cells = np.stack([own, outs, dead], axis=1).astype(float)
    knocks = replace(knocks, features=cells, gain=12.5 - own - 4.0 * outs - dead)
    return probes.Probed(discards, takes, knocks)


def test_a_fit_finds_the_weights_that_made_the_gains() -> None:
    found = fitting.policy_of(fitting.fit(known_world(), 10), FIRST)
    assert found.outs == pytest.approx((2, 1), abs=0.01)
    assert found.near == pytest.approx((1, 0), abs=0.02)
    assert found.danger == pytest.approx((0, 1.5), abs=0.01)
    assert found.feeds == pytest.approx((1, 0), abs=0.01)
    assert found.gift == pytest.approx(4, abs=0.01)
    assert found.take_gain == pytest.approx(0.5, abs=0.01)
    assert found.loose == pytest.approx((8, 0), abs=0.05)
    assert found.dead == pytest.approx((0.4, 0), abs=0.02)
    # In discards a point costs what it does when discarded less what it does when kept.
    assert found.price[0] - found.dead[0] == pytest.approx(0, abs=0.01)
    assert found.price[1] - found.dead[1] == pytest.approx(-0.3, abs=0.01)
    assert found.take == pytest.approx((-2, -3), abs=0.02)
    assert found.take_limit == pytest.approx(6, abs=0.02)


def test_the_knock_table_is_the_best_threshold_of_each_cell() -> None:
    table = fitting.policy_of(fitting.fit(known_world(), 10), FIRST).knock
    # Knocks of 1 … D together gain while D < 2 (12.5 − own − 4 outs) − 1.
    for own, outs in ((0, 0), (8, 0), (10, 0), (12, 0), (4, 1), (0, 3), (4, 2)):
        sums = np.cumsum([0, *(12.5 - own - 4 * outs - dead for dead in range(1, 11))])
        best = int(np.argmax(sums))
        assert table[own][outs] == (best or NEVER), (own, outs)
    assert all(row == tuple(sorted(row, reverse=True)) for row in table)
    assert all(b <= a for one, two in pairwise(table) for a, b in zip(one, two, strict=True))


def test_the_knock_at_the_wall_is_the_best_threshold_of_the_gains_there() -> None:
    world = known_world()
    assert fitting.policy_of(fitting.fit(world, 10), FIRST).knock[WALL_ROW] == (NEVER,) * 5
    # Up to 7 points a knock gains there, beyond it loses more.
    dead = np.arange(1.0, 11.0)
    cells = np.stack([np.full(10, float(WALL_ROW)), np.zeros(10), dead], axis=1)
    gains = np.where(dead <= 7, 3.0, -9.0)
    last = probes.Probes(np.ones(10), gains, np.zeros(10), np.ones(10), cells)
    seen = replace(world, knocks=last)
    assert fitting.policy_of(fitting.fit(seen, 10), FIRST).knock[WALL_ROW] == (7,) * 5
    lost = replace(world, knocks=replace(last, gain=np.full(10, -1.0)))
    assert fitting.policy_of(fitting.fit(lost, 10), GREEDY).knock[WALL_ROW] == (NEVER,) * 5


@pytest.mark.nightly
def test_knocks_at_the_wall_are_probed() -> None:
    found = probes.probe(EAAI, PATIENT, [Opponent("itself", PATIENT, 1.0)], 1, 4_000).knocks
    last = found.where(found.feature(kernel.OWN) == WALL_ROW)
    assert len(last) > 20 and last.feature(kernel.DEADWOOD).min() >= 1
    assert last.gain.mean() < -10


@pytest.mark.parametrize("term", fitting.ALL_TERMS)
def test_a_fit_can_do_without_a_term(term: str) -> None:
    world, without = known_world(), frozenset({term})
    full = fitting.policy_of(fitting.fit(world, 10), FIRST)
    found = fitting.policy_of(fitting.fit(world, 10, without), FIRST, without)
    gone = {
        "outs": (found.outs, found.near),
        "near": (found.near,),
        "danger": (found.danger, found.feeds, (found.gift, 0)),
        "known": (found.feeds, (found.gift, 0)),
        "price": (found.price,),
        "loose": (found.loose,),
        "stage": tuple((0.0, change) for _, _, change in fitting.terms_of(found)),
        "speculation": ((found.take_gain, found.take_limit),),
        "take limit": ((found.take_limit, 0),),
        "knock by outs": tuple((row[0] - row[4], 0) for row in found.knock),
        "knock by stage": tuple(
            (a - b, 0) for a, b in zip(found.knock[0], found.knock[15], strict=True)
        ),
    }
    assert found != full
    assert all(pair == (0, 0) for pair in gone[term])


def test_rounds_are_averaged() -> None:
    one = fitting.fit(known_world(), 10)
    other = replace(one, weights=dict.fromkeys(one.weights, 0.0))
    half = one.toward(other, 0.5)
    assert half.weights["gift"] == pytest.approx(one.weights["gift"] / 2)
    assert half.seen.sum() == 2 * one.seen.sum()


# Tuning as a whole.


@pytest.mark.nightly
def test_tuning_depends_on_its_arguments_alone() -> None:
    one = tune(EAAI, seed=1, rounds=2, probes=2_000, start=GREEDY)
    with Jobs(pool=Threads()) as jobs:
        assert one == tune(EAAI, seed=1, rounds=2, probes=2_000, start=GREEDY, jobs=jobs)
    other = tune(EAAI, seed=2, rounds=2, probes=2_000, start=GREEDY)
    assert GREEDY not in {one.policy, other.policy} and one.policy != other.policy


@pytest.mark.nightly
def test_tuning_makes_a_beginner_better() -> None:
    found = tune(EAAI, rounds=2, probes=20_000, start=GREEDY)
    assert found.gain.points - found.gain.error > 2


@pytest.mark.nightly
def test_a_fit_against_one_player_exploits_it() -> None:
    found = tune(EAAI, rounds=2, probes=20_000, opponents=[Opponent("greedy", GREEDY, 1.0)])
    gain = mirrored(EAAI, found.policy, GREEDY, 20_000, 5) - mirrored(
        EAAI, FIRST, GREEDY, 20_000, 5
    )
    assert gain.mean() > 0.5


@pytest.mark.parametrize(("rounds", "probes_"), [(0, 5_000), (1, 100)])
def test_too_little_to_tune_with(rounds: int, probes_: int) -> None:
    with pytest.raises(InputError):
        tune(EAAI, rounds=rounds, probes=probes_)


def test_matches_are_those_of_the_arena() -> None:
    found = margin(mirrored(EAAI, policy_for(EAAI), GREEDY, 4_000, seed=3))
    there = duel("fast", "greedy", hands=4_000, seed=3).hands
    assert there is not None
    assert found.points == pytest.approx(there.points.mean)
    assert found.points - found.error == pytest.approx(there.points.low, abs=0.02)
    back = mirrored(EAAI, GREEDY, policy_for(EAAI), 4_000, seed=3)
    assert -back.mean() == pytest.approx(found.points)


def test_fits_of_other_rules_stay_in_the_file(tmp_path: Path) -> None:
    path = tmp_path / "policies.json"
    for name in ("classic", "straight", "classic"):
        write_tuned(path, [tune(PRESETS[name], rounds=1, probes=2_000)])
    lines = path.read_text(encoding="utf-8").splitlines()
    assert [line[:10] for line in lines[1:-1]] == ['"classic":', '"straight"']
    assert "--rules straight --seed 1 --rounds 1 --probes 2000" in lines[2]
    path.write_text("[]")
    with pytest.raises(InputError, match="no file of policies"):
        write_tuned(path, [])


# What is shipped.


LIKE_STANDARD = ("must-gin", "low-cut")
"""Their hands go as those of `standard`, whose fit they have."""


@pytest.mark.parametrize("name", TWO_HANDED)
def test_every_preset_has_its_fit(name: str) -> None:
    if name in LIKE_STANDARD:
        assert name not in shipped() and policy_for(PRESETS[name]) == shipped()["standard"].policy
        return
    found, limit = shipped()[name], PRESETS[name].knock_limit
    assert policy_for(PRESETS[name]) == found.policy
    assert f"--rules {name} " in found.command and found.kernel
    assert len(found.policy.knock) == WALL_ROW + 1
    for row in found.policy.knock:
        assert limit == 0 or all(NEVER <= most <= limit for most in row)


@pytest.mark.parametrize("name", ["classic", "strict-nine", "straight", "hoyle-20", "tedesco"])
def test_a_fit_is_better_under_its_rules_than_that_of_others(name: str) -> None:
    rules = PRESETS[name]
    assert mirrored(rules, policy_for(rules), BASELINE, 60_000, seed=4).mean() > 0


@pytest.mark.parametrize("one", FIXED, ids=lambda one: one.name)
def test_nobody_gains_on_the_fit(one: Opponent) -> None:
    """Fitted to a population, not to beat one and lose to another."""
    new, old = (mirrored(EAAI, mine, one.policy, 40_000, 6) for mine in (BASELINE, FIRST))
    assert (new - old).mean() > -0.3


def test_other_rules_have_the_fit_of_the_nearest_preset() -> None:
    classic = PRESETS["standard"].override(gin_bonus=20, undercut_bonus=10, big_gin_bonus=None)
    assert policy_for(classic) == policy_for(PRESETS["classic"])
    assert policy_for(EAAI.override(target=50)) == policy_for(PRESETS["standard"])
    assert policy_for(EAAI.override(gin_bonus=77)) == BASELINE
    assert policy_for(PRESETS["standard"].override(knock_limit=9)) == BASELINE


def test_the_baseline_keeps_the_first_weights_only_as_its_start() -> None:
    assert isinstance(BASELINE, Policy) and BASELINE != FIRST
    assert all(most == 10 for row in AT_ONCE for most in row)
