"""The search as a player: what it starts from, and when it stops."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from analyzer.engine._budget import (
    BLOCK_VARIANCE,
    BLOCKS_KNOWN,
    DOUBT,
    FIRST,
    FIRST_AT_KNOCK,
    GOING_ON_VARIANCE,
    KNOWN_AT_KNOCK,
    Budget,
    Kinds,
)
from analyzer.engine.action_prior import END_GAP, SURE_GAP, ActionPrior, action_prior_of
from analyzer.engine.belief import PlayedPrior, Trajectory
from analyzer.engine.fast import policy_action
from analyzer.engine.play import BLOCK, ORDERS, budget_of, choose, in_blocks
from analyzer.engine.policies import policy_for
from analyzer.game.cards import Card
from analyzer.game.view import View
from analyzer.notation import parse_view

DISCARD = "rules: eaai\nhand: 7h 8h 9h 4c 4d 4s Jc Qc 2d 8d Kh\nstock: 22"
KNOCK = "rules: eaai\nhand: 7h 8h 9h 4c 4d 4s 3d Ah Ac 5s Kd\nstock: 24"
OFFER = "rules: eaai\nhand: 7h 8h 9h 4c 4d 5s Jc Qc Kd 2d\npile: 3h 4h\nstock: 26"


def prior(text: str) -> dict[str, tuple[float, float]]:
    """(guess, how far off it is) of each action, the policy's own first."""
    view = parse_view(text)
    policy = policy_for(view.rules)
    base = policy_action(view, policy)
    actions = [base, *(action for action in view.legal_actions() if action != base)]
    found = action_prior_of(view, actions, policy)
    named = zip(map(str, actions), found.gaps.tolist(), found.spreads.tolist(), strict=True)
    return {name: (gap, spread) for name, gap, spread in named}


class TestActionPrior:
    def test_the_policys_own_action_comes_first_and_none_is_ahead_of_it(self) -> None:
        for text in (DISCARD, KNOCK, OFFER):
            (own, *others) = prior(text).values()
            assert own == (0, 0)
            assert all(gap <= 0 < spread for gap, spread in others)

    def test_a_broken_meld_is_far_behind_and_the_further_the_less_is_known(self) -> None:
        found = prior(DISCARD)
        assert found["discard 8h"][0] < -10 < -4 < found["discard 8d"][0] < 0
        assert found["discard 8h"][1] > found["discard 8d"][1]

    def test_of_ending_the_hand_the_policy_does_not_say_how_much(self) -> None:
        found = prior(KNOCK)
        assert next(iter(found)) == "knock Kd"
        assert found["discard Kd"][0] == -END_GAP  # the best of going on
        assert found["discard 7h"][0] < -END_GAP - 5

    @pytest.mark.parametrize(
        ("top", "own", "sure"), [("3d", "take", False), ("9c", "draw", False), ("Ks", "draw", True)]
    )
    def test_a_pile_card_is_behind_by_what_it_is_not_wanted(
        self, top: str, own: str, sure: bool
    ) -> None:
        (first, _), (_, (gap, _)) = prior(OFFER.replace("4h", top)).items()
        assert first == own
        assert (gap == -SURE_GAP) == sure

    def test_a_hand_that_counts_double_is_worth_double(self) -> None:
        view = parse_view(DISCARD.replace("eaai", "oklahoma") + "\npile: 5d")
        once, twice = (
            action_prior_of(one, one.legal_actions(), policy_for(one.rules))
            for one in (replace(view, upcard=Card.of("8d")), replace(view, upcard=Card.of("8s")))
        )
        assert twice.gaps == pytest.approx(2 * once.gaps)
        assert twice.spreads == pytest.approx(2 * once.spreads)


def budget(
    gaps: tuple[float, ...], spread: float = 2.0, work: float = 400.0, worth: float = 1e-3
) -> Budget:
    """A budget in which a block costs one and an action in it one too."""
    spreads = np.array([0.0, *[spread] * (len(gaps) - 1)])
    return Budget(ActionPrior(np.array(gaps), spreads), 1.0, 1.0, work, worth)


def play(found: Budget, means: tuple[float, ...], sd: float = 5.0, seed: int = 1) -> int:
    """Play it to the end with independent noise; says what the work came to."""
    rng, spent = np.random.default_rng(seed), 0
    while count := found.more():
        spent += count * (1 + len(found.places))
        here = np.array(means)[found.places]
        found.add(here + sd * rng.normal(size=(count, len(found.places))))
    return spent


class TestBudget:
    def test_the_better_action_is_found(self) -> None:
        found = budget((0.0, -1.0, -1.0, -2.0))
        play(found, (0.0, 4.0, 0.0, -1.0))
        assert found.best == 1

    def test_what_is_clear_takes_little_work(self) -> None:
        clear, open_ = budget((0.0, -8.0)), budget((0.0, -0.2))
        assert play(clear, (0.0, -8.0)) < play(open_, (0.0, -0.2)) / 4
        assert clear.blocks == FIRST

    def test_the_work_is_kept(self) -> None:
        for work in (20.0, 100.0, 555.0):
            found = budget((0.0, -0.1, -0.1), work=work, worth=1e-9)
            assert work / 2 < play(found, (0.0, 0.1, 0.0)) <= work

    def test_there_is_always_one_block(self) -> None:
        found = budget((0.0, -1.0), work=0.1)
        assert play(found, (0.0, 30.0)) == 3 and found.blocks == 1 and found.best == 1

    def test_the_hopeless_leave_and_the_base_stays(self) -> None:
        found = budget((0.0, -0.5, -0.5, -12.0), worth=1e-9)
        play(found, (-3.0, 2.0, 2.0, -12.0))
        assert 0 in found.places and 3 not in found.places

    def test_mean_and_guess_count_by_their_precisions(self) -> None:
        """Where the blocks tell less than the guess, the guess decides, and the other way round."""
        gain, blocks = 3.0, FIRST
        noise = BLOCKS_KNOWN * BLOCK_VARIANCE / (blocks - 1 + BLOCKS_KNOWN) / blocks
        for gap, best in ((-2.9, 1), (-3.1, 0)):
            # Equal precisions: the lead is the middle of gain and gap.
            found = budget((0.0, gap), spread=noise**0.5, worth=1e9)
            found.more()
            found.add(np.tile([0.0, gain], (blocks, 1)))
            assert found.more() == 0 and found.best == best

    def test_noise_alone_rarely_moves_it_from_a_base_that_is_thought_better(self) -> None:
        left, alone, means = 0, 0, (0.0, *[-1.0] * 9)
        for seed in range(200):
            found = budget((0.0, *[-2.0] * 9), spread=1.0, work=100.0)
            play(found, means, seed=seed)
            left += found.best != 0
            blocks = np.array(means) + 5.0 * np.random.default_rng(seed).normal(size=(9, 10))
            alone += int(blocks.mean(axis=0).argmax()) != 0
        assert 5 * left < alone


class TestKnocks:
    ENDS = np.array([False, True, False])
    GO_ON = np.array([False, False, False])

    def test_a_choice_between_a_knock_and_going_on_begins_with_more_blocks(self) -> None:
        prior = ActionPrior(np.array([0.0, -4.0, -2.0]), np.array([0.0, 8.0, 2.0]))
        firsts = [
            Budget(prior, 1.0, 1.0, 400.0, 1e-3, Kinds(ends, 4)).more()
            for ends in (self.ENDS, self.GO_ON, ~self.GO_ON)
        ]
        assert firsts == [FIRST_AT_KNOCK, FIRST, FIRST]

    def test_what_differs_in_kind_is_expected_to_vary_more_and_more(self) -> None:
        early, late, later = (
            Kinds(self.ENDS, discards).variances([0, 1, 2], 0).tolist() for discards in (2, 8, 15)
        )
        assert BLOCK_VARIANCE < GOING_ON_VARIANCE == early[0] == early[1] == late[2]
        assert early[1] < late[1] < later[1]
        assert Kinds(self.ENDS, 8).variances([0, 1], 1)[0] == late[1]
        assert Kinds(self.GO_ON, 8).variances([0, 1, 2], 0).tolist() == [BLOCK_VARIANCE] * 3

    def test_what_was_seen_counts_sooner_where_a_knock_is_weighed(self) -> None:
        """Blocks that do not differ at all: only what was expected is left."""
        prior = ActionPrior(np.zeros(3), np.ones(3))
        for ends, known in ((self.GO_ON, BLOCKS_KNOWN), (self.ENDS, KNOWN_AT_KNOCK)):
            kinds = Kinds(ends, 4)
            found = Budget(prior, 1.0, 1.0, 400.0, 1e-3, kinds)
            found.add(np.tile([0.0, 2.0, 2.0], (16, 1)))
            expected = kinds.variances([0, 1, 2], 0) * known / (15 + known) / 16
            assert found._noise(found._values, 0) == pytest.approx(expected)

    def test_the_guess_of_a_discard_is_doubted_where_a_knock_is_weighed(self) -> None:
        prior = ActionPrior(np.array([0.0, -4.0, -4.0]), np.array([0.0, 8.0, 2.0]))
        leads = []
        for ends in (self.GO_ON, self.ENDS):
            found = Budget(prior, 1.0, 1.0, 400.0, 1e-3, Kinds(ends, 4))
            found.add(np.tile([0.0, 2.0, 2.0], (found.more(), 1)))
            leads.append(found._leads())
        assert leads[1][2] > leads[0][2] + 0.5
        assert Kinds(self.ENDS, 4).doubts.tolist() == [DOUBT, 1.0, DOUBT]


def test_more_turns_to_read_buy_fewer_worlds() -> None:
    def blocks(view: View) -> int:
        found = budget_of(view, list(view.legal_actions()), 1024, ORDERS)
        most = 0
        while count := found.more():
            most += count
            found.add(np.zeros((count, len(found.places))))
        return most

    early, late = (parse_view(OFFER.replace("26", stock)) for stock in ("27", "6"))
    assert blocks(early) > 2 * blocks(late) > 0


def test_a_hand_that_was_read_is_played_in_several_orders() -> None:
    belief, orders = in_blocks(Trajectory())
    assert isinstance(belief, Trajectory)
    assert (orders, belief.orders, belief.cluster) == (ORDERS, ORDERS, BLOCK * ORDERS)
    assert in_blocks(PlayedPrior()) == (PlayedPrior(), 1)


@pytest.mark.parametrize("text", [DISCARD, KNOCK, OFFER])
def test_the_same_again_and_always_legal(text: str) -> None:
    view = parse_view(text)
    found = choose(view, 128, 5)
    assert found in view.legal_actions() and choose(view, 128, 5) == found
