"""The belief over trajectories: what it reads, and that every hand it samples is possible."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import combinations
from math import exp
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from analyzer.api.views import view_from_json
from analyzer.engine.belief import Belief, PlayedPrior, Trajectory, Uniform
from analyzer.engine.bots import EngineBot, bot_named
from analyzer.engine.implied_turns import implied
from analyzer.engine.policies import PRIOR, SOFT, TYPES, Style, styled, weights_of
from analyzer.engine.sitting import FORGOTTEN, STRANGER, UNSHOWN
from analyzer.engine.timeline import readable, timeline_of
from analyzer.errors import InputError
from analyzer.game.cards import Card, CardSet
from analyzer.game.hand_end import hand_end_of
from analyzer.game.melds import deadwood
from analyzer.game.position import Position
from analyzer.game.rules import PRESETS
from analyzer.game.table import Played
from analyzer.game.view import Question, Side, Turn, View, view_of
from analyzer.kernel import likelihood, trajectory
from analyzer.kernel._policy import choose_discard
from analyzer.kernel.bits import FULL, popcount
from analyzer.kernel.deadwood import arrange
from analyzer.notation import parse_view
from tests.workshop.measure._positions import played
from tests.workshop.readings import self_played

SHORT = Trajectory(warm=10, between=5, apart=1)
TWICE = replace(SHORT, cluster=2 * SHORT.cluster, orders=2)


def draws(preset: str, hands: int) -> Iterator[tuple[Position, View]]:
    """Every draw after the first discards of some hands that the baseline played itself."""
    for seed in range(hands):
        for position in played(PRESETS[preset], seed):
            view = view_of(position)
            if view.question is Question.DRAW and view.their_discards:
                yield position, view


def test_the_turns_are_read_in_order_with_what_lay_on_the_table() -> None:
    view = parse_view("""
        hand: 7h 8h 9h 4c 4d 5s Kd Qd 2c Ac
        history:
          upcard 5s
          opp: pass
          me: takes 5s, discards Jd
          opp: takes Jd, discards 9c
          me: draws 4d, discards 3s
          opp: draws, discards Kh
    """)
    rows = timeline_of(view)
    acts = rows[:, likelihood.ACT].tolist()
    assert acts == [likelihood.PASSED, likelihood.TOOK, likelihood.DREW]
    assert CardSet(int(rows[1, likelihood.PILE])) == CardSet.of("Jd")
    assert CardSet(int(rows[2, likelihood.SHOWN])) == CardSet.of("5s")
    assert rows[:, likelihood.DISCARDS].tolist() == [0, 1, 3]


def test_after_two_passes_the_draw_was_no_choice() -> None:
    view = parse_view("""
        dealer: me
        hand: 7h 8h 9h 4c 4d 4s Kd Qd 2c Ac
        history:
          upcard 5s
          opp: pass
          me: pass
          opp: draws, discards Kh
    """)
    assert timeline_of(view)[:, likelihood.ACT].tolist() == [likelihood.PASSED, likelihood.MUST]


@pytest.mark.parametrize("preset", ["standard", "oklahoma", "tedesco", "tournament"])
def test_every_hand_sampled_is_possible(preset: str) -> None:
    seen = 0
    for position, view in draws(preset, 4):
        worlds = SHORT.sample(view, seed=3, first=0, count=40)
        pile = CardSet.from_cards(view.pile)
        for mask, row in zip(worlds.hands.tolist(), worlds.rows.tolist(), strict=True):
            hand = CardSet(mask)
            assert len(hand) == 10
            assert view.opponent <= hand
            assert not hand & (view.hand | pile)
            assert CardSet.from_cards(row) == view.unseen - hand
        assert set(worlds.types.tolist()) <= set(range(len(TYPES)))
        seen += 1
        assert position.hands[1 - position.turn].mask.bit_count() == 10
    assert seen > 20


@pytest.mark.parametrize("belief", [SHORT, TWICE])
def test_a_world_depends_on_its_number_alone(belief: Trajectory) -> None:
    _, view = next(draws("standard", 1))
    whole = belief.sample(view, seed=5, first=0, count=96)
    parts = [belief.sample(view, 5, first, count) for first, count in ((0, 32), (32, 9), (41, 55))]
    assert np.array_equal(whole.hands, np.concatenate([part.hands for part in parts]))
    assert np.array_equal(whole.rows, np.concatenate([part.rows for part in parts]))
    assert not np.array_equal(whole.hands, belief.sample(view, 6, 0, 96).hands)


def test_a_hand_in_several_orders_is_the_same_hand_and_the_rest_lies_otherwise() -> None:
    _, view = next(draws("standard", 1))
    once, twice = SHORT.sample(view, 5, 0, 96), TWICE.sample(view, 5, 0, 192)
    for same in (twice.hands[::2], twice.hands[1::2]):
        assert np.array_equal(same, once.hands)
    assert np.array_equal(twice.types[::2], once.types)
    first, second = twice.rows[::2], twice.rows[1::2]
    assert np.array_equal(np.sort(first), np.sort(second))
    assert (first != second).any(axis=1).all()


def test_without_turns_to_read_it_is_a_played_hand() -> None:
    view = parse_view("hand: 7h 8h 9h 4c 4d 4s Kd Qd 2c Ac Jd\nstock: 28")
    assert not readable(view) and not implied(view)
    assert np.array_equal(
        Trajectory().sample(view, 1, 0, 50).hands, PlayedPrior().sample(view, 1, 0, 50).hands
    )


HAND = "7h 8h 9h 4c 4d 4s Kd Qd 2c Ac"
TAKES = {"who": "opp", "turn": "take", "card": "5s", "discarded": "9c"}
DRAWS = {"who": "opp", "turn": "draw", "discarded": "9c"}


@pytest.mark.parametrize(
    "said",
    [
        {"history": [TAKES]},  # 5s lies on the pile
        {"history": [{**TAKES, "card": "6s"}]},  # no such card lay there
        {"history": [DRAWS] * 60},  # one card, discarded sixty times
        {"history": [{**DRAWS, "discarded": "8s"}, DRAWS]},  # 8s is nowhere
        {"history": [{**DRAWS, "discarded": None}, {**TAKES, "turn": "pass", "card": None}]},
        {"history": [{**TAKES, "who": "me"}, DRAWS], "pile": ["9c"]},  # I do not hold 5s
        {"history": [DRAWS], "opponent": ["3d"]},  # no turn says how they got 3d
        {"history": [DRAWS], "upcard": None},
    ],
)
def test_turns_that_do_not_lead_to_the_view_are_not_read(said: dict[str, Any]) -> None:
    table = {
        "hand": HAND.split(),
        "pile": ["5s", "9c"],
        "upcard": "5s",
        "their_discards": 1,
        "stock": 20,
    }
    assert readable(view_from_json({**table, "history": [DRAWS]}))
    view = view_from_json({**table, **said})
    assert not readable(view)
    worlds = Trajectory().sample(view, 1, 0, 50)
    assert np.array_equal(worlds.hands, PlayedPrior().sample(view, 1, 0, 50).hands)


@pytest.mark.parametrize("preset", ["eaai", "tournament", "tedesco"])
def test_every_decision_of_a_hand_played_here_can_be_read(preset: str) -> None:
    views = [view_of(one) for seed in range(6) for one in played(PRESETS[preset], seed)]
    views = [view for view in views if view.their_discards]
    assert len(views) > 20 and all(map(readable, views))


@pytest.mark.parametrize("style", TYPES)
def test_the_likeliest_discard_is_that_of_the_policy(style: Style) -> None:
    """The likelihood counts the policy's costs in its own, cheaper way."""
    rules = PRESETS["standard"]
    weights, soft, kind = weights_of(styled(style, rules)), np.array(SOFT), 0
    seen = 0
    for position in played(PRESETS["standard"], 5):
        view = view_of(position)
        key, loose = arrange(view.hand.mask, view.rules.tables)
        if view.question is not Question.DISCARD or not loose:
            continue
        live, known = view.unseen.mask, view.opponent.mask
        stage = min((view.my_discards + view.their_discards) // 2, 12) * 0.1
        tables = view.rules.tables
        chances = {
            card: likelihood._discard_chance(
                loose, int(card), -1, live, known, stage, soft, tables, weights, kind
            )
            for card in CardSet(loose)
        }
        discarded = choose_discard(
            view.hand.mask, key, loose, -1, live, known, stage, tables, weights, kind
        )
        assert chances[Card(discarded)] > max(chances.values()) - 0.01
        assert abs(sum(chances.values()) - 1) < 0.02
        seen += 1
    assert seen > 8


WAITED = """
    hand: 7h 8h 9h Tc Qs Kd Jc 5c 8s Ac
    history:
      upcard Jd
      opp: draws, discards Kh
      me: draws Ac, discards Qd
      opp: draws, discards Kc
      me: draws 8s, discards 6d
      opp: draws, discards Ks
      me: draws 5c, discards 9d
      opp: draws, discards Ts
"""
ALMOST = CardSet.of("4c 4d 4h 2h 3h 4s 5s 6s 2d As")


def waiting(chances: tuple[float, ...]) -> float:
    """The chance of a type that waits for gin."""
    found = dict(zip(TYPES, chances, strict=True))
    return found[Style.WAITS_FOR_GIN] + found[Style.GREEDY_WAITS]


def test_who_could_have_knocked_and_did_not_waits() -> None:
    view = parse_view(WAITED)
    waited = STRANGER.after(view, hand=ALMOST).types
    assert sum(waited) == pytest.approx(1)
    assert waiting(waited) > waiting(PRIOR) + 0.1
    last = Played(Side.OPPONENT, Turn.DRAW, None, Card.of("Qh"))
    knocked = STRANGER.after(view, hand=ALMOST, last=last).types
    assert waiting(knocked) < 0.5 * waiting(PRIOR)
    now = np.array(Trajectory().chances(view, asked=UNSHOWN))
    kept = (1 - FORGOTTEN) * now + FORGOTTEN * np.array(PRIOR)
    assert STRANGER.after(view).types == pytest.approx(kept.tolist())


def test_who_is_steady_is_not_long_taken_for_hard_to_predict() -> None:
    """Chains that stop early hold hands that nobody would play so: the player seems to err."""
    rules, unlike = PRESETS["eaai"], TYPES.index(Style.UNPREDICTABLE)
    player, found = bot_named("fast", rules), []
    for sitting in range(5):
        readers = [EngineBot(), EngineBot()]
        for number in range(8 * sitting, 8 * sitting + 8):
            end, _ = self_played(player, rules, 7, number)
            readers = [one.after(hand_end_of(end, seat)) for seat, one in enumerate(readers)]
        found += [one.sitting.types[unlike] for one in readers]
    assert np.mean(found) < 0.25 * PRIOR[unlike]


def test_a_hand_that_cannot_be_theirs_is_refused() -> None:
    view = parse_view(WAITED)
    for cards in ("4c 4d 4h", "7h 4d 4h 2h 3h 4s 5s 6s 2d As"):
        with pytest.raises(InputError, match="do not lead"):
            STRANGER.after(view, hand=CardSet.of(cards))


EXACT = """
    hand: 7h 8h 9h Kc Kd Qd Jd 2c Ac 2h
    history:
      upcard 6s
      opp: takes 6s, discards Js
      me: draws Kd, discards 7s
      opp: takes 7s, discards 9d
      me: draws Kc, discards 6d
      opp: takes 6d, discards 9s
      me: draws 2h, discards 6c
      opp: takes 6c, discards 8d
      me: draws Ac, discards Qc
      opp: draws, discards Jh
"""
POOL = "4c 4d 4h 5c 5d 5h 8s Qs Kh"
TWO = weights_of(*(styled(one, PRESETS["standard"]) for one in (Style.SENSIBLE, Style.GREEDY)))
GENTLE = np.array([[4.0, 0.3, 3.0, 0.2, 0.3, 0.005, -0.004, 1.0]] * 2)
ODDS = np.array([0.2, 1.0, 3.0])


def counted(
    timeline: NDArray[np.int64], held: CardSet, pool: CardSet, prior: Sequence[float],
    odds: float = 1.0,
) -> dict[tuple[int, CardSet], float]:  # fmt: skip
    """The chance of each type and hand with all that was done, whatever was drawn last."""
    discarded = CardSet.from_cards(Card(row[likelihood.DISCARDED]) for row in timeline)
    chances: dict[tuple[int, CardSet], float] = {}
    for kind in range(len(TWO)):
        for rest in combinations(pool, 10 - len(held)):
            hidden = CardSet.from_cards(rest)
            chances[kind, hidden] = prior[kind] * sum(
                exp(_log_chance(timeline, (hidden | discarded).remove(drawn), drawn, kind, odds))
                for drawn in hidden.add(Card(timeline[-1, likelihood.DISCARDED]))
            )
    return chances


def _log_chance(
    timeline: NDArray[np.int64], hand: CardSet, drawn: Card, kind: int, odds: float
) -> float:
    total, tables, soft = 0.0, PRESETS["standard"].tables, GENTLE.copy()
    soft[:, likelihood.EAGER] = odds
    for turn, row in enumerate(timeline):
        total += likelihood.log_turn(
            hand.mask, int(drawn), timeline, turn, 10, -1e9, kind, soft, tables, TWO
        )
        took = row[likelihood.ACT] == likelihood.TOOK
        hand = hand.add(Card(row[likelihood.OFFERED]) if took else drawn)
        hand = hand.remove(Card(row[likelihood.DISCARDED]))
    return total


def test_chains_visit_each_state_as_often_as_it_is_likely() -> None:
    """All ways that nine cards can lie are counted through, with both of two types."""
    view, pool, prior = parse_view(EXACT), CardSet.of(POOL), (0.3, 0.7)
    timeline = timeline_of(view)
    hands, types = np.zeros((600, 12), np.int64), np.zeros((600, 12), np.int8)
    shares, takes = np.zeros(2), np.zeros(len(ODDS))
    trajectory.sample_chains(
        timeline, np.array([int(card) for card in pool]), 10, view.opponent.mask, 5, 0,
        200, 80, 40, np.array(prior), GENTLE, PRESETS["standard"].tables,
        TWO, hands, types, shares, ODDS, takes,
    )  # fmt: skip
    totals = [sum(counted(timeline, view.opponent, pool, prior, k).values()) for k in ODDS]
    assert takes / shares.sum() == pytest.approx([each / totals[1] for each in totals], rel=0.03)
    assert takes[1] == pytest.approx(shares.sum()) and abs(totals[0] / totals[1] - 1) > 0.3
    exact = counted(timeline, view.opponent, pool, prior)
    exact = {state: chance / totals[1] for state, chance in exact.items()}
    assert len(exact) == 2 * 84
    first = sum(chance for (kind, _), chance in exact.items() if kind == 0)
    assert 0.1 < first < 0.9 and abs(first - prior[0]) > 0.03
    assert abs(shares[0] / shares.sum() - first) < 0.01
    for cards in (*([card] for card in pool), *combinations(pool, 2)):
        both = CardSet.from_cards(cards)
        seen = ((hands & both.mask == both.mask) & (types == 0)).mean(axis=1)
        true = sum(chance for (kind, hand), chance in exact.items() if kind == 0 and both <= hand)
        error = seen.std() / len(seen) ** 0.5
        assert abs(seen.mean() - true) < 4.5 * error, (both, seen.mean(), true, error)


def test_it_knows_more_than_any_other_belief_and_no_wrong_deadwood() -> None:
    cases = list(draws("eaai", 24))[::3]
    bits = {belief: _bits(belief, cases) for belief in (Trajectory(), PlayedPrior(), Uniform())}
    reader, played_hand, uniform = bits.values()
    assert reader > played_hand + 0.1 > uniform + 0.1
    gaps = [
        _held(Trajectory(), view) - deadwood(position.hands[1 - position.turn], view.rules)
        for position, view in cases
        if view.their_discards <= 6
    ]
    assert abs(np.mean(gaps)) < 2.5 + 2 * np.std(gaps) / len(gaps) ** 0.5


def _held(belief: Belief, view: View) -> float:
    hands = belief.sample(view, 1, 0, 128).hands.tolist()
    return float(np.mean([deadwood(CardSet(mask), view.rules) for mask in hands]))


def _bits(belief: Belief, cases: list[tuple[Position, View]]) -> float:
    """Bits a hidden card that the belief gains over the chance of any unseen card."""
    gains = []
    for position, view in cases:
        hands = belief.sample(view, 1, 0, 512).hands
        truth = position.hands[1 - position.turn] - view.opponent
        chance = view.hidden / len(view.unseen)
        for card in truth:
            share = (hands >> int(card) & 1).mean()
            gains.append(np.log2((share * 512 + 4 * chance) / 516 / chance))
    return float(np.mean(gains))


# ---------------------------------------------------------------- the other cards


def test_worlds_in_a_row_share_a_shuffle_that_begins_elsewhere_in_each() -> None:
    unseen, hand = FULL & ~0b111, int(CardSet.of("7h 8h 9h 4c").mask)
    count, left = 4_000 * trajectory.TURNED, popcount(unseen & ~hand)
    rows = np.empty((count, left), np.int8)
    trajectory.deal_rest(np.full(count, hand), unseen, 5, 0, rows)
    assert all(sum(1 << int(card) for card in row) == unseen & ~hand for row in rows[:8])
    first, *others = rows[: trajectory.TURNED].tolist()
    begins = [first.index(row[0]) for row in others]
    assert [first[begin:] + first[:begin] for begin in begins] == others
    assert min(np.diff([0, *begins, left])) >= left // trajectory.TURNED - 4
    assert rows[trajectory.TURNED].tolist() not in [first, *others]
    for place in (0, left - 1):
        often = np.bincount(rows[:, place], minlength=64)[rows[0]]
        assert abs(often - count / left).max() < 5 * (count / left) ** 0.5
    part = np.empty((3, left), np.int8)
    trajectory.deal_rest(np.full(3, hand), unseen, 5, 6, part)
    assert np.array_equal(part, rows[6:9])
