"""Many hands at once: by the rules of the engine, hand by hand and place by place."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from random import Random

import numpy as np
import pytest

from analyzer.engine.bots.tables import dealt
from analyzer.engine.policies import GREEDY, policy_for
from analyzer.engine.selfplay import play
from analyzer.errors import InputError
from analyzer.game.actions import Kind
from analyzer.game.cards import DECK, Card
from analyzer.game.rules import TWO_HANDED, Rules, parse_rules
from analyzer.kernel.batch import BACK, FRONT
from analyzer.rl import actions, observations
from analyzer.rl.hand import HandInPlay
from analyzer.rl.vector import VectorEnv
from tests.sizes import more_at_night

SEED = 1
VARIANTS = (
    "standard,knock_card=7s", "standard,first_upcard=eleven", "standard,wall=reshuffle",
    "standard,misdeal_if_dealt_knock=true,knock_limit=30", "strict-nine,wall=last discard",
    "tedesco,may_return_upcard=true", "standard,tie=knocker", "tournament,must_gin=true",
)  # fmt: skip
BY_DAY = ("standard", "strict-nine", "tedesco", "openspiel")


class LockStep:
    """The same hands in the kernel and on the engine."""

    def __init__(self, rules: Rules, hands: int) -> None:
        self.rules, self.env, self.rng = rules, VectorEnv(hands, rules, SEED), Random(SEED)
        self.hands = [self.begun(at) for at in range(hands)]
        self.ended, self.laid_off = Counter[str](), 0

    def begun(self, at: int) -> HandInPlay:
        return HandInPlay(dealt(self.rules, SEED, int(self.env.turn.deals[at])))

    def same(self, at: int) -> tuple[int, ...]:
        """See that both ask the same player the same question; return the legal actions."""
        hand, turn = self.hands[at], self.env.turn
        legal = tuple(turn.masks[at].nonzero()[0].tolist())
        assert hand.legal_numbers() == legal
        assert hand.player == turn.players[at]
        assert hand.observation(hand.player).tolist() == turn.observations[at].tolist()
        return legal

    def chosen(self, legal: tuple[int, ...], advised: int) -> int:
        """By turns what a policy does, any end of the hand, and anything."""
        chance = self.rng.random()
        ends = [each for each in legal if actions.action_of(each).ends_hand]
        return (
            advised if chance < 0.6 else self.rng.choice(ends if ends and chance < 0.8 else legal)
        )

    def with_stock(self, at: int) -> HandInPlay:
        """The hand, its next cards those of the kernel, whose players draw from both ends."""
        hand, lane = self.hands[at], self.env._lanes[at]
        stock = [Card(int(card)) for card in self.env._rows[at, lane[FRONT] : lane[BACK]]]
        assert sorted(stock) == sorted(hand.position.stock) or hand.position.shuffles
        stock = stock[::-1] if hand.player else stock
        return replace(hand, position=replace(hand.position, stock=tuple(stock)))

    def step(self) -> None:
        advised = self.env.policy_actions("fast").tolist()
        given = [self.chosen(self.same(at), advised[at]) for at in range(len(self.hands))]
        before = [hand if hand.answering else self.with_stock(at)
                  for at, hand in enumerate(self.hands)]  # fmt: skip
        turn = self.env.step(given)
        for at, (hand, action) in enumerate(zip(before, given, strict=True)):
            after = hand.moved(action)
            self.laid_off += hand.answering
            assert after.over == turn.ended[at]
            assert after.points == tuple(turn.points[at].tolist())
            if after.over and after.position.outcome is not None:
                self.ended[after.position.outcome.kind] += 1
            self.hands[at] = self.begun(at) if after.over else after


@pytest.mark.parametrize("rules", [
    pytest.param(name, marks=() if name in BY_DAY else pytest.mark.nightly)
    for name in (*TWO_HANDED, *VARIANTS)
])  # fmt: skip
@more_at_night("hands", 8, 400)
def test_each_hand_is_played_as_on_the_engine(rules: str, hands: int) -> None:
    both = LockStep(parse_rules(rules), 8)
    while both.ended.total() < hands:
        both.step()
    assert hands < 100 or len(both.ended) > 1
    assert hands < 100 or both.laid_off or rules == "straight"
    print(f"{rules}: {both.ended.total()} hands, {dict(both.ended)}, {both.laid_off} lay-offs")


@more_at_night("deals", 200, 20_000)
@pytest.mark.parametrize("rules", ["standard", "oklahoma", "openspiel"])
def test_policies_score_as_in_playouts(rules: str, deals: int) -> None:
    """Let the fast policy meet the greedy one on the same deals: the same points, hand by hand."""
    ours = parse_rules(rules)
    env, points = VectorEnv(deals, ours, SEED), np.zeros(deals, np.int64)
    turn, going = env.turn, np.ones(deals, bool)
    while going.any():
        fast, greedy = env.policy_actions(policy_for(ours)), env.policy_actions("greedy")
        turn = env.step(np.where(turn.players == 0, fast, greedy))
        points[going & turn.ended] = turn.points[going & turn.ended, 0]
        going &= ~turn.ended
    expected, _, _ = play(ours, (policy_for(ours), GREEDY), SEED, range(deals))
    assert points.tolist() == expected.tolist()


def test_a_seed_deals_the_same_hands_whatever_is_played() -> None:
    env, seen = VectorEnv(4, seed=5), {}
    for style in (0, 1):
        turn = env.reset(5)
        for step in range(200):
            turn = env.step(env.policy_actions("fast") if style else env.random_actions(step))
            for at in turn.ended.nonzero()[0]:
                key, row = int(turn.deals[at]), turn.observations[at].tobytes()
                assert key % 4 == at and seen.setdefault(key, row) == row
    assert len(seen) > 12


def test_random_actions_are_spread_over_the_legal_ones() -> None:
    env = VectorEnv(4_000)
    counts = Counter(env.random_actions(3).tolist())
    assert counts.keys() == {actions.TAKES, actions.PASSES}
    assert 1_800 < counts[actions.TAKES] < 2_200


def test_what_is_not_legal_is_refused_and_changes_nothing() -> None:
    env = VectorEnv(3)
    before = env.turn.observations.copy()
    for wrong in (actions.DRAWS, -1, 212):
        with pytest.raises(InputError, match=rf"hand 2: action {wrong} .*52 \(take\), 54 \(pass\)"):
            env.step([actions.TAKES, actions.PASSES, wrong])
    for given in ([52, 52], [52.0, 52.0, 52.0], [[52, 52, 52]]):
        with pytest.raises(InputError, match="give 3 whole numbers"):
            env.step(given)
    assert (env.turn.observations == before).all()


@pytest.mark.parametrize(("given", "said"), [
    ({"rules": "mahjong"}, "not for two"), ({"hands": 0}, "give 1 to"), ({"seed": -1}, "a seed"),
    ({"rules": "standard,misdeal_if_dealt_knock=true,knock_limit=60"}, "nearly every deal"),
])  # fmt: skip
def test_what_cannot_be_dealt_is_refused(given: dict[str, object], said: str) -> None:
    with pytest.raises(InputError, match=said):
        VectorEnv(**given)  # type: ignore[arg-type]


def test_only_policies_play_in_the_kernel() -> None:
    with pytest.raises(InputError, match="use fast, greedy"):
        VectorEnv(1).policy_actions("random")


def test_every_number_is_in_the_tables_once() -> None:
    for table, width in (
        (actions.TABLE, actions.ACTIONS),
        (observations.TABLE, observations.WIDTH),
    ):
        places = [row.first + step for row in table for step in range(row.size)]
        assert places == list(range(width))
    for number in range(actions.ACTIONS):
        assert actions.number_of_action(actions.action_of(number)) == number
    kinds = [actions.action_of(number).kind for number in range(actions.ACTIONS)]
    assert Counter(kinds) == {kind: row.size for kind, row in actions.OF_KIND.items()}
    assert Kind.MELD not in kinds and len({actions.card_number(card) for card in DECK}) == 52
