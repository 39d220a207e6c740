"""Gin rummy as an environment of PettingZoo, a hand an episode, by the rules of any game for two.

    from analyzer.rl import gin_rummy

    env = gin_rummy.env("oklahoma", render_mode="ansi")
    env.reset(seed=7)

Needs the extra `rl`. A player's observation is its own at any time, on move or not, and rewards are
points; a hand in which both take and discard for ever is truncated. Of two players one moves at a
time, so there is no parallel form.
"""

from __future__ import annotations

from random import Random
from typing import Any, Final, NoReturn

import numpy as np

from analyzer.errors import InputError
from analyzer.game.position import deal
from analyzer.game.rules import Rules
from analyzer.game.view import View
from analyzer.rl.actions import ACTIONS
from analyzer.rl.hand import HandInPlay, rules_of
from analyzer.rl.observations import MOST_SHOWN, WIDTH
from analyzer.rl.render import drawn

try:
    from gymnasium import spaces
    from pettingzoo import AECEnv
    from pettingzoo.utils import wrappers
except ImportError:
    raise ImportError(
        "PettingZoo is not installed; install the extra: pip install ginsight[rl]"
    ) from None

AGENTS: Final = ("player_0", "player_1")


def env(rules: Rules | str = "standard", *, render_mode: str | None = None) -> Any:
    """The environment, with PettingZoo's checks of the order of calls around it."""
    inner = raw_env(rules, render_mode=render_mode)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(inner))


def parallel_env(*_: object, **__: object) -> NoReturn:
    """Raise InputError: players move in turn."""
    raise InputError(
        "gin rummy has no parallel form: one player moves at a time", where="PettingZoo",
        hint="use gin_rummy.env, or VectorEnv for many hands at once",
    )  # fmt: skip


class raw_env(AECEnv[str, Any, Any]):  # type: ignore[misc]  # noqa: N801  # so named there
    """A hand of gin rummy; what is played next is dealt by `reset`.

    Player 1 deals, unless `reset(options={"dealer": 0})` says otherwise.
    """

    metadata: dict[str, Any] = {  # noqa: RUF012  # PettingZoo's form
        "name": "gin_rummy_v5",
        "render_modes": ["human", "ansi"],
        "is_parallelizable": False,
        "render_fps": 1,
    }

    def __init__(self, rules: Rules | str = "standard", *, render_mode: str | None = None) -> None:
        """Raises InputError for rules that are not for two with the plain pack."""
        super().__init__()
        if render_mode not in {None, *self.metadata["render_modes"]}:
            raise InputError(
                f"`{render_mode}` is no way to render", where="render_mode",
                hint="use human or ansi",
            )  # fmt: skip
        self.rules = rules_of(rules)
        self.render_mode = render_mode
        self.possible_agents = list(AGENTS)
        shown = spaces.Box(0, MOST_SHOWN, (WIDTH,), np.int8)
        may = spaces.Box(0, 1, (ACTIONS,), np.int8)
        self.observation_spaces = {
            agent: spaces.Dict({"observation": shown, "action_mask": may}) for agent in AGENTS
        }
        self.action_spaces = {agent: spaces.Discrete(ACTIONS) for agent in AGENTS}
        self._random = Random()

    def observation_space(self, agent: str) -> Any:
        """The space of what an agent is shown."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """The space of the numbers of `actions.TABLE`."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deal a hand: the next one, or the first one of a seed."""
        if seed is not None:
            self._random = Random(seed)
        dealer = (options or {}).get("dealer", 1)
        if dealer not in {0, 1}:
            raise InputError(f"{dealer} does not deal", where="dealer", hint="give 0 or 1")
        position = None
        while position is None or position.over:  # a misdeal is dealt again
            position = deal(self.rules, self._random.getrandbits(32), dealer=dealer)
        self.agents = list(AGENTS)
        self.rewards = dict.fromkeys(AGENTS, 0.0)
        self._cumulative_rewards = dict.fromkeys(AGENTS, 0.0)
        self.terminations = dict.fromkeys(AGENTS, False)
        self.truncations = dict.fromkeys(AGENTS, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in AGENTS}
        self._show(HandInPlay(position))
        self.agent_selection = AGENTS[self.hand.player]

    def _show(self, hand: HandInPlay) -> None:
        self.hand, self._legal = hand, hand.legal_numbers()
        if self.render_mode == "human":
            self.render()

    def observe(self, agent: str) -> dict[str, Any]:
        """An agent's own side of the hand, and its legal actions where it is to act."""
        player, mask = AGENTS.index(agent), np.zeros(ACTIONS, np.int8)
        if player == self.hand.player:
            mask[list(self._legal)] = 1
        return {"observation": self.hand.observation(player), "action_mask": mask}

    def view(self, agent: str) -> View:
        """The same as bots take it, with every turn so far."""
        return self.hand.view(AGENTS.index(agent))

    def step(self, action: Any) -> None:
        """Do an action of the agent that is to act; raises InputError for one that is not legal."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0
        self._show(self.hand.moved(int(action)))
        over, cut_off = self.hand.over, self.hand.cut_off
        for each, points in zip(AGENTS, self.hand.points, strict=True):
            self.rewards[each] = float(points)
            self.terminations[each], self.truncations[each] = over and not cut_off, cut_off
        self.agent_selection = AGENTS[1 - AGENTS.index(agent) if over else self.hand.player]
        self._accumulate_rewards()

    def render(self) -> str | None:
        """The table with both hands, printed, or as text where `render_mode` is `ansi`."""
        if self.render_mode is None:
            raise InputError(
                "there is no way to render", where="render_mode",
                hint='give render_mode="human" or "ansi"',
            )  # fmt: skip
        text = drawn(self.hand)
        if self.render_mode == "ansi":
            return text
        print(text)
        return None

    def close(self) -> None:
        """Do nothing: there is no window."""
