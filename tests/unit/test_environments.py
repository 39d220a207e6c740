"""The environment of PettingZoo, by PettingZoo's own tests and by what each player may see."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from functools import partial
from typing import Any

import pytest

from analyzer.errors import InputError
from analyzer.game.rules import TWO_HANDED
from analyzer.rl.actions import BIG_GINS, KNOCKS, LAYS_OFF
from analyzer.rl.observations import WIDTH
from tests.sizes import rest_at_night

pettingzoo = pytest.importorskip("pettingzoo")
gin_rummy = pytest.importorskip("analyzer.rl.gin_rummy")

HAND, NUMBERS = slice(0, 52), slice(312, WIDTH)
WAITING, OFFER, LAYING_OFF = 0, 1, 5


@rest_at_night("rules", [*TWO_HANDED], {"standard"})
@pytest.mark.filterwarnings("ignore:Observation space for each agent probably should be")
@pytest.mark.filterwarnings("ignore:Observation is not a NumPy array")
@pytest.mark.filterwarnings("ignore:Action mask numpy array is all zeros")
def test_its_api_test(rules: str, capsys: pytest.CaptureFixture[str]) -> None:
    """It warns of masks beside observations and of none to choose from, but for games it knows."""
    from pettingzoo.test import api_test

    api_test(gin_rummy.env(rules), num_cycles=100)
    assert "Passed" in capsys.readouterr().out


@rest_at_night("rules", [*TWO_HANDED], {"oklahoma"})
def test_its_seed_test(rules: str) -> None:
    from pettingzoo.test import seed_test

    seed_test(partial(gin_rummy.env, rules), num_cycles=100)


def test_its_render_test(capsys: pytest.CaptureFixture[str]) -> None:
    from pettingzoo.test import render_test

    render_test(partial(gin_rummy.env, "classic"))
    assert "classic, knock with 10 or less" in capsys.readouterr().out


def test_it_has_no_parallel_form() -> None:
    from pettingzoo.utils import aec_to_parallel

    with pytest.raises(InputError, match="one player moves at a time"):
        gin_rummy.parallel_env()
    with pytest.raises(AssertionError, match="is_parallelizable"):
        aec_to_parallel(gin_rummy.env())


LAST: dict[str, float] = {}
"""What the players of the last hand were paid at its end."""


def played(env: Any, seed: int) -> Iterator[tuple[str, dict[str, Any], int]]:
    """A hand of two who keep low cards and knock at once, before each of its steps."""
    env.reset(seed=seed)
    for agent in env.agent_iter():
        seen, _, ended, cut, _ = env.last()
        if ended or cut:
            LAST[agent] = env.last()[1]
            env.step(None)
            continue
        legal = seen["action_mask"].nonzero()[0].tolist()
        ends = [action for action in legal if KNOCKS <= action <= BIG_GINS]
        lays = [action for action in legal if action >= LAYS_OFF]
        action = (ends or lays or sorted(legal, key=lambda each: (each >= 52, -(each % 13))))[0]
        yield agent, seen, action
        env.step(action)


def test_a_waiting_player_sees_its_own_side_and_may_do_nothing() -> None:
    env, answered = gin_rummy.env(), 0
    for seed in range(12):
        for agent, seen, _ in played(env, seed):
            other = next(each for each in env.agents if each != agent)
            waiting = env.observe(other)
            assert env.observe(agent)["observation"].tolist() == seen["observation"].tolist()
            assert waiting["action_mask"].sum() == 0
            assert waiting["observation"][NUMBERS][0] == WAITING
            hands = env.unwrapped.hand.position.hands
            for name, shown in ((agent, seen), (other, waiting)):
                own = hands[env.possible_agents.index(name)]
                assert shown["observation"][HAND].sum() == len(own)
            answered += seen["observation"][NUMBERS][0] == LAYING_OFF
    assert answered


def test_rewards_are_the_points_of_both() -> None:
    env, paid = gin_rummy.env("classic"), 0
    for seed in range(12):
        for _ in played(env, seed):
            assert not any(env.rewards.values())
        outcome = env.unwrapped.hand.position.outcome
        assert sum(outcome.points) == 0
        paid += outcome.points != (0, 0)
        assert (
            env.unwrapped.hand.points
            == outcome.points
            == tuple(LAST[name] for name in env.possible_agents)
        )
    assert paid


def test_a_hand_without_an_end_is_cut_off() -> None:
    """Let both take and discard for ever, which no rule forbids."""
    env = gin_rummy.env()
    env.reset(seed=1)
    steps = 0
    while not any(env.truncations.values()):
        env.step(int(env.last()[0]["action_mask"].nonzero()[0][-1 if steps % 2 else 0]))
        steps += 1
    assert all(env.truncations.values()) and not any(env.terminations.values())
    assert not any(env.rewards.values()) and steps == 200
    assert env.observe("player_0")["action_mask"].sum() == 0


def test_who_deals_may_be_said_and_what_is_wrong_is_refused() -> None:
    env = gin_rummy.env()
    env.reset(seed=1, options={"dealer": 0})
    assert env.agent_selection == "player_1"
    assert env.last()[0]["observation"][NUMBERS][0] == OFFER
    with pytest.raises(InputError, match=r"player 2: action 53 .*52 \(take\), 54 \(pass\)"):
        env.step(53)
    for wrong, said in (
        (lambda: env.reset(options={"dealer": 2}), "give 0 or 1"),
        (lambda: gin_rummy.env(render_mode="rgb_array"), "use human or ansi"),
        (lambda: gin_rummy.raw_env().render(), "render_mode"),
        (lambda: gin_rummy.env("mahjong"), "not for two"),
    ):
        with pytest.raises(InputError, match=said):
            wrong()


def test_an_absent_extra_is_named_with_what_installs_it() -> None:
    hidden = "import sys; sys.modules['pettingzoo'] = None"
    done = subprocess.run(
        [sys.executable, "-c", f"{hidden}; import analyzer.rl.gin_rummy"],
        capture_output=True, check=False, encoding="utf-8",
    )  # fmt: skip
    assert done.returncode == 1
    assert "ImportError: PettingZoo is not installed" in done.stderr
    assert "pip install ginsight[rl]" in done.stderr
