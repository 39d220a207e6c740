"""Thinking about the other games: playouts, worlds, advice, players."""

from __future__ import annotations

import numpy as np
import pytest

from analyzer.engine.general import (
    advise,
    contest,
    deal_worlds,
    greedy_move,
    played_out,
    rules_of_hand,
    seats_of,
    table_bot,
)
from analyzer.errors import InputError
from analyzer.game.jokers import meld_rules
from analyzer.game.position import deal
from analyzer.game.rules import parse_rules
from analyzer.game.view import View, seen_by
from analyzer.kernel import general as kernel
from analyzer.kernel.rng import seeded
from analyzer.notation import parse_view
from tests.unit.test_other_clear import CLEAR


@pytest.mark.parametrize(
    ("name", "alike"),
    [("three-hand", 0.8), ("two-jokers", 0.7), ("mahjong,players=3", 0.95)],
)
def test_a_playout_is_the_round_played_by_greedy_players(name: str, alike: float) -> None:
    """A joker that bridges and which spread to lay down are left to the round, so not always."""
    game_rules, equal = parse_rules(name), 0
    for seed in range(30):
        here = deal(game_rules, seed)
        out = np.zeros(game_rules.players, np.int64)
        rules, melds = rules_of_hand(game_rules, here.upcard), meld_rules(game_rules)
        if name.startswith("mahjong"):
            kernel.play_mahjong(seats_of(here), rules, melds, out)
        else:
            knock_at = np.full(game_rules.players, 99)
            kernel.play_knocking(seats_of(here), seeded(1, seed), knock_at, rules, melds, out)
        while here.outcome is None:
            here = here.apply(greedy_move(seen_by(here, here.turn)))
        equal += tuple(out.tolist()) == here.outcome.points
    assert equal >= alike * 30


@pytest.mark.slow
def test_whole_hands_are_dealt_and_played_the_same_again() -> None:
    game_rules = parse_rules("four-hand")
    rules, melds = rules_of_hand(game_rules, None), meld_rules(game_rules)
    limits, factors = np.full(64, rules.limit), np.ones(64, np.int64)

    def play(count: int) -> list[list[int]]:
        points, endings = np.zeros((count, 4), np.int64), np.zeros(count, np.int8)
        kernel.play_hands(
            1, 0, 7, 0, 0, np.full(4, 9), limits, factors, rules, melds, points, endings
        )
        return points.tolist()

    hands = play(60)
    assert all(sum(points) == 0 for points in hands) and play(10) == hands[:10]
    assert sum(map(any, hands)) > 50


def test_worlds_keep_what_the_chair_sees() -> None:
    here = deal(parse_rules("three-hand,jokers=1"), seed=3)
    for _ in range(14):
        here = here.apply(greedy_move(seen_by(here, here.turn)))
    view = seen_by(here, here.turn)
    worlds = deal_worlds(view, 30, seed=5)
    assert all(seen_by(world, view.player) == view for world in worlds)
    assert len({world.hands for world in worlds}) > 20
    assert worlds == deal_worlds(view, 30, seed=5)


def test_laying_down_in_a_playout_is_settled_as_the_round_settles_it() -> None:
    view: View = parse_view(CLEAR["gin pays 25 apiece plus all the deadwood they hold"][0])
    (move,) = [move for move in view.legal_actions() if str(move) == "gin Kd"]
    for world in deal_worlds(view, 10, seed=1):
        result = world.apply(move).outcome
        assert result is not None and result.points == tuple(played_out(world, move, 1, 0).tolist())


@pytest.mark.parametrize("name", ["four-hand", "one-joker", "mahjong"])
def test_a_greedy_player_beats_one_at_random(name: str) -> None:
    found = contest(parse_rules(name), "greedy", "random", deals=6)
    assert found.interval[0] > 0


@pytest.mark.parametrize("player", ["rollouts:4", "outs"])
def test_a_player_who_thinks_is_lawful(player: str) -> None:
    for name in ("three-hand", "mahjong", "one-joker"):
        here, bot = deal(parse_rules(name), seed=1), table_bot(player)
        for _ in range(12):
            here = here.apply(bot.choose(seen_by(here, here.turn), 1))


def test_what_is_asked_wrongly_says_so() -> None:
    with pytest.raises(InputError, match="not a player"):
        table_bot("genius")
    with pytest.raises(InputError, match="no error bar"):
        advise(seen_by(deal(parse_rules("mahjong"), 1), 0), worlds=1)


@pytest.mark.parametrize(
    "text",
    [
        "rules: one-joker, hand: X1 7h 8h 4c 4d 4s Tc Jc Qc Kc Kd, pile: 9c",
        "rules: three-hand, seat: 2, dealer: 3, hand: 7h 8h 4c 4d 4s 2c Kd, upcard: 9h",
        "rules: mahjong, hand: 7h 8h 9h 4c 4d 4s 2c Kd Qd Ac Ah, pile: 9c, drew: Ah",
    ],
)
def test_a_position_without_its_turns_is_played_out(text: str) -> None:
    view = parse_view(text)
    assert view.history is None and {value.action for value in advise(view, 4).actions} == {
        *view.moves()
    }
