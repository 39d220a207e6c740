"""The fast policy against itself under some rules: the figures of the game.

From these come the prior of a hand that has been played for a while
(:mod:`analyzer.engine.belief`) and the chance to win a match from a score
(:mod:`analyzer.engine.equity`). The figures of every preset are shipped in
``analyzer/engine/data/selfplay.json``, made by ``ginsight equity build``; other rules are measured
when first asked for.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from importlib.resources import files
from typing import Any

import numpy as np
from numpy.typing import NDArray

from analyzer.engine._once import computed_once
from analyzer.engine.policies import Policy, policy_for, weights_of
from analyzer.engine.rollout import by_upcard, hand_rules
from analyzer.game.rules import PRESETS, Rules
from analyzer.kernel import playout
from analyzer.resources import read_json

DISCARDS = 20
"""Discards of one player for which the deadwood is kept."""

LEVELS = 32
"""Quantiles of the deadwood kept for each number of discards."""

QUICK_HANDS = 40_000
"""Hands played for rules that are not a preset."""

_OF_THE_MATCH = (
    "name", "summary", "first_dealer", "next_dealer", "target", "game_bonus", "box_bonus",
    "box_when", "spade_doubles_box", "shutout", "columns", "best_of", "forfeit_margin",
)  # fmt: skip

LEAST_SAMPLE = 200
"""Hands still alive that make a quantile worth keeping."""


@dataclass(frozen=True, slots=True)
class SelfPlay:
    """Figures of one set of rules."""

    hands: int
    seed: int
    points: Mapping[int, int]
    """The number of hands that ended with these points for the non-dealer."""
    endings: tuple[int, ...]
    """The number of hands that ended so, in the order of `analyzer.engine.types.Ending`
    (non-dealer)."""
    deadwood: tuple[tuple[int, ...], ...]
    """Entry k: evenly spaced quantiles of the deadwood after a player's (k+1)-th discard."""


def play(
    rules: Rules, players: tuple[Policy, Policy], seed: int, deals: range, traced: int = 0
) -> tuple[NDArray[np.int16], NDArray[np.int8], NDArray[np.int16]]:
    """(points, endings, deadwood after each discard) of deals of a seed, for the non-dealer.

    The first player is the non-dealer; of the discards so many of both together are `traced`.
    """
    count = len(deals)
    points, endings = np.zeros(count, np.int16), np.zeros(count, np.int8)
    traces = np.zeros((count, traced), np.int16)
    playout.self_play(
        seed, deals.start, int(rules.deals_eleven), *by_upcard(rules),
        rules.tables, hand_rules(rules), weights_of(*players), points, endings, traces,
    )  # fmt: skip
    return points, endings, traces


def measure(rules: Rules, hands: int, seed: int = 1) -> SelfPlay:
    """Play so many hands of the policy for these rules against itself and count.

    >>> figures = measure(PRESETS["eaai"], hands=200)
    >>> sum(figures.points.values())
    200
    """
    policy = policy_for(rules)
    points, endings, traces = play(rules, (policy, policy), seed, range(hands), 2 * DISCARDS)
    values, counts = np.unique(points, return_counts=True)
    return SelfPlay(
        hands=hands,
        seed=seed,
        points=dict(zip(values.tolist(), counts.tolist(), strict=True)),
        endings=tuple(np.bincount(endings, minlength=7).tolist()),
        deadwood=tuple(_quantiles(traces)),
    )


def _quantiles(traces: np.ndarray[Any, Any]) -> Iterable[tuple[int, ...]]:
    """The spread of deadwood after each discard, of both players together."""
    spots = (np.arange(LEVELS) + 0.5) / LEVELS
    for discard in range(DISCARDS):
        alive = traces[:, 2 * discard : 2 * discard + 2]
        alive = alive[alive >= 0]
        if len(alive) < LEAST_SAMPLE:
            return
        yield tuple(np.quantile(alive, spots, method="nearest").astype(int).tolist())


@lru_cache(maxsize=1)
def shipped() -> Mapping[str, SelfPlay]:
    """The figures that came with the program, by preset."""
    data = files("analyzer.engine").joinpath("data", "selfplay.json").read_bytes()
    return read_json(data, dict[str, SelfPlay])


def figures_for(rules: Rules) -> SelfPlay:
    """The shipped figures of a preset, whatever match it is played in; else a quick measurement.

    >>> figures_for(PRESETS["eaai"].override(target=500)) is figures_for(PRESETS["eaai"])
    True
    """
    if PRESETS.get(rules.name) == rules and rules.name in shipped():
        return shipped()[rules.name]
    return _figures_of_hand(_one_hand(rules))


@computed_once(maxsize=64)
def _figures_of_hand(hand: Rules) -> SelfPlay:
    alike = (name for name in shipped() if _one_hand(PRESETS[name]) == hand)
    name = next(alike, None)
    return measure(hand, QUICK_HANDS) if name is None else shipped()[name]


@lru_cache(maxsize=64)
def _one_hand(rules: Rules) -> Rules:
    """The rules with those that only say what a match of many hands comes to as by default."""
    plain = Rules()
    return replace(rules.of_match, **{name: getattr(plain, name) for name in _OF_THE_MATCH})
