"""The worth of each rule of thumb to a player who keeps to it, in points a hand.

The fast policy plays itself; one of the two keeps to the rule, whatever its own judgement says.
Every deal is played in both seats, and the two are one observation: where the rule changes
nothing both players come to the same, so that the intervals are narrow. The same is done with a
simple player, `greedy`, who looks at points alone.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from analyzer.engine.bots.policy import POLICIES
from analyzer.engine.policies import GREEDY, Policy, policy_for, weights_of
from analyzer.engine.rollout import by_upcard, hand_rules
from analyzer.engine.statistics import half_width_of_mean
from analyzer.game.rules import PRESETS, Rules
from tests.workshop.measure._thumbs import BREAKS, RULES, SHOWS, play_by_thumb
from tests.workshop.measure.words import Data, evidence_from, spread

PRESETS_MEASURED: Final = ("standard", "classic", "oklahoma", "straight")
"""None with a cap on melds, which the loop does not know."""
STAGES: Final = (("turns 1 to 3", 0, 3), ("turns 4 to 6", 3, 6), ("turn 7 and later", 6, 99))
AGAINST: Final = ("greedy", "knocks-early", "camper", "gin-waiter")

NONE: Final = -1
"""As a rule: none."""


@dataclass(frozen=True, slots=True)
class _Bout:
    """The two players: a policy that keeps to a rule of thumb, against a policy."""

    rules: Rules
    rule: int
    mine: Policy
    other: Policy
    low: int = 0
    high: int = 99

    def play(self, deals: int, seed: int) -> tuple[NDArray[np.float64], float]:
        """(points a hand of each deal in both seats, decisions a hand that the rule changes)."""
        first, changed = self._seated(0, deals, seed)
        second, changed_too = self._seated(1, deals, seed)
        return (first - second) / 2, float(changed.mean() + changed_too.mean()) / 2

    def _seated(
        self, seat: int, deals: int, seed: int
    ) -> tuple[NDArray[np.float64], NDArray[np.int16]]:
        points, changed = np.zeros(deals, np.int16), np.zeros(deals, np.int16)
        players = self.mine, self.other
        play_by_thumb(
            self.rule, self.low, self.high, seat, seed, 0, int(self.rules.deals_eleven),
            *by_upcard(self.rules), self.rules.tables, hand_rules(self.rules),
            weights_of(*(players if seat == 0 else reversed(players))), points, changed,
        )  # fmt: skip
        return points.astype(float), changed


def measured(hands: int, seed: int) -> Data:
    """The price of each rule: under some presets, in each stage of a hand, against some bots."""
    deals, usual = max(2, hands // 2), PRESETS["standard"]
    fast = policy_for(usual)
    plain = {
        name: _Bout(usual, NONE, fast, POLICIES[name]).play(deals, seed)[0] for name in AGAINST
    }
    tips = [_tip(number, deals, seed, plain) for number in range(len(RULES))]
    return {"hands": hands, "tips": tips}


def _tip(rule: int, deals: int, seed: int, plain: dict[str, NDArray[np.float64]]) -> Data:
    usual = PRESETS["standard"]
    policy = policy_for(usual)
    sign = -1 if rule in {BREAKS, SHOWS} else 1

    def row(name: str, bout: _Bout, less: NDArray[np.float64] | float = 0.0) -> Data:
        points, changed = bout.play(deals, seed)
        return {"name": name, **_interval(sign * (points - less)), "changed": round(changed, 3)}

    presets = [
        row(name, _Bout(rules, rule, own, own))
        for name, rules in ((name, PRESETS[name]) for name in PRESETS_MEASURED)
        for own in (policy_for(rules),)
    ]
    return {
        "name": RULES[rule],
        "price": {key: presets[0][key] for key in ("mean", "low", "high")},
        "changed": presets[0]["changed"],
        "rules": presets,
        "stages": [
            row(name, _Bout(usual, rule, policy, policy, low, high)) for name, low, high in STAGES
        ],
        "against": [
            row(name, _Bout(usual, rule, policy, POLICIES[name]), plain[name]) for name in AGAINST
        ],
        "simple": row("greedy", _Bout(usual, rule, GREEDY, GREEDY)),
    }


def _interval(pairs: NDArray[np.float64]) -> dict[str, float]:
    ends = spread(float(pairs.mean()), half_width_of_mean(pairs))
    return {name: round(value, 4) for name, value in ends.items()}


evidence = evidence_from("tips.toml")
