"""Our bots as agents of other libraries, played by those libraries themselves."""

from __future__ import annotations

from statistics import mean
from typing import Any

import pytest

from analyzer.errors import InputError
from tests.sizes import more_at_night

GAMES = ({}, {"oklahoma": True}, {"knock_card": 7, "gin_bonus": 20, "undercut_bonus": 10})


@pytest.fixture(scope="module")
def pyspiel() -> Any:
    return pytest.importorskip("pyspiel")


def points(pyspiel: Any, game: Any, ours: Any, hands: int) -> list[float]:
    """Play OpenSpiel's own bot from both seats, by its own `evaluate_bots`: our points."""
    initial, won = game.new_initial_state(), []
    for seed in range(hands):
        for seat in (0, 1):
            theirs = pyspiel.make_simple_gin_rummy_bot(game.get_parameters(), 1 - seat)
            bots = [ours, theirs] if seat == 0 else [theirs, ours]
            won.append(pyspiel.evaluate_bots(initial.clone(), bots, seed)[seat])
    return won


@pytest.mark.parametrize("parameters", GAMES, ids=str)
@more_at_night("hands", 6, 300)
def test_a_bot_is_evaluated_by_openspiel(pyspiel: Any, parameters: Any, hands: int) -> None:
    from analyzer.rl.spiel import SpielBot

    game = pyspiel.load_game("gin_rummy", parameters)
    won = points(pyspiel, game, SpielBot("fast", game), hands)
    assert len(won) == 2 * hands and any(won)
    assert hands < 100 or mean(won) > 5


@more_at_night("hands", 4, 300)
def test_the_same_bot_in_both_libraries_is_worth_the_same(pyspiel: Any, hands: int) -> None:
    """Seat their simple bot as ours there again: it wins in one seat what it loses in the other."""
    from analyzer.rl.spiel import SpielBot

    game = pyspiel.load_game("gin_rummy")
    assert sum(points(pyspiel, game, SpielBot("openspiel", game), hands)) == 0


@more_at_night("hands", 2, 40)
def test_openspiels_python_evaluates_it_too(pyspiel: Any, hands: int) -> None:
    from analyzer.rl.spiel import SpielBot

    numpy = pytest.importorskip("numpy")
    evaluate = pytest.importorskip("open_spiel.python.algorithms.evaluate_bots").evaluate_bots
    game = pyspiel.load_game("gin_rummy")
    bots = [SpielBot("fast", game), SpielBot("greedy", game)]
    for seed in range(hands):
        won = evaluate(game.new_initial_state(), bots, numpy.random.RandomState(seed))
        assert sum(won) == 0


def test_a_bot_that_cannot_play_the_game_is_refused(pyspiel: Any) -> None:
    from analyzer.rl.spiel import SpielBot

    with pytest.raises(InputError, match="cannot play"):
        SpielBot("openspiel", pyspiel.load_game("gin_rummy", {"knock_card": 5}))


@pytest.mark.parametrize("bot", ["fast", "greedy", "engine:64"])
@more_at_night("hands", 2, 20)
def test_a_bot_plays_a_tournament_of_rlcard(bot: str, hands: int) -> None:
    rlcard = pytest.importorskip("rlcard")
    from rlcard.agents import RandomAgent
    from rlcard.utils import tournament

    from analyzer.rl.rlcard import RLCardAgent

    env = rlcard.make("gin-rummy", config={"seed": 3})
    env.set_agents([RLCardAgent(bot), RandomAgent(env.num_actions)])
    ours, theirs = tournament(env, hands)
    assert ours > theirs


def test_a_bot_is_the_policy_of_an_agent_of_pettingzoo() -> None:
    pytest.importorskip("pettingzoo")
    from analyzer.rl import gin_rummy
    from analyzer.rl.policy import BotPolicy

    env = gin_rummy.env("strict-nine")
    seats = dict(
        zip(env.possible_agents, (BotPolicy("fast", env), BotPolicy("random", env)), strict=True)
    )
    won = dict.fromkeys(env.possible_agents, 0.0)
    for seed in range(6):
        env.reset(seed=seed)
        for agent in env.agent_iter():
            seen, reward, ended, cut, _ = env.last()
            won[agent] += reward
            env.step(None if ended or cut else seats[agent](seen, agent))
    assert won["player_0"] == -won["player_1"] > 0
