"""Bots that are a rollout policy: a row of weights, played in the kernel or one by one."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Final

from analyzer.engine.bots._base import Unlearning, register
from analyzer.engine.fast import policy_action
from analyzer.engine.policies import (
    AT_ONCE,
    CAMPING,
    FIRST,
    GIN_ONLY,
    GREEDY,
    Policy,
    policy_for,
)
from analyzer.game.actions import Action
from analyzer.game.view import View

CAMPER = replace(FIRST, knock=CAMPING)
"""A patient player: knocks on its first three turns if it can, and then waits for gin.

A reference bot stays what it is when our own policies are fitted anew, so this one and
`knocks-early` play the weights that the fits began with."""

GIN_WAITER = replace(GREEDY, knock=GIN_ONLY)
"""Least deadwood, takes only into melds, never knocks with deadwood."""

POLICIES: Mapping[str, Policy] = MappingProxyType(
    {
        "greedy": GREEDY,
        "gin-waiter": GIN_WAITER,
        "camper": CAMPER,
        "knocks-early": replace(FIRST, knock=AT_ONCE),
    }
)
"""The reference bots that are a policy, by name."""

FAST: Final = "fast"
"""The bot that plays our own rollout policy, fitted to the rules."""


@dataclass(frozen=True, slots=True)
class PolicyBot(Unlearning):
    """A rollout policy at the table.

    >>> from analyzer.notation import parse_view
    >>> view = parse_view("rules: eaai\\nhand: 7h 8h 9h 4c 4d 4s Tc Jc Qc Ac Kh\\nstock: 30")
    >>> bots = [PolicyBot(name, POLICIES[name]) for name in ("greedy", "gin-waiter")]
    >>> [str(bot.decide(view, seed=1)) for bot in bots]
    ['knock Kh', 'discard Kh']
    """

    name: str
    policy: Policy

    def decide(self, view: View, seed: int) -> Action:
        """Return what the policy does; nothing is left to chance."""
        return policy_action(view, self.policy)


register(FAST, lambda rules, name: PolicyBot(name, policy_for(rules)), rank=20)
for _rank, _name in enumerate(POLICIES, start=30):
    register(_name, lambda rules, name: PolicyBot(name, POLICIES[name]), rank=_rank)
