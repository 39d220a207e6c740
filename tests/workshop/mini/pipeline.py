"""The engine's way to play a small game: what it does with every hand that it may hold.

As in `analyzer.engine`: the policy fitted to the rules plays on for the one who asks, each type of
player for the other; how likely a hand and a type are is read from the turns; the action with the
best mean is played. Nothing is sampled: each hand counts with its chance, and each order of the
stock too, so the search is the one with any number of worlds.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from analyzer.engine.policies import (
    CONTINUED,
    PRIOR,
    SOFT,
    TYPES,
    Policy,
    policy_for,
    styled,
    weights_of,
)
from analyzer.engine.rollout import hand_rules
from tests.workshop.mini._engine import follow, read
from tests.workshop.mini._walks import ask, weigh
from tests.workshop.mini.solve import MiniPlay, MiniTable

NOTHING: Final = 1e-9
"""A gain that is none, but of rounding, as a part of the mean."""


def policy_play(table: MiniTable, policy: Policy) -> MiniPlay:
    """Return what a policy does with each hand."""
    play, rules = table.weights(), table.game.rules
    follow(
        table.hands, table.tree, table.game.turns, rules.tables, hand_rules(rules),
        weights_of(policy), *play,
    )  # fmt: skip
    return play


def engine_play(table: MiniTable) -> MiniPlay:
    """Return what the engine does with each hand."""
    own, sums, _ = _asked(table)
    return MiniPlay(*(_best(some, usual) for some, usual in zip(sums, own, strict=True)))


def mixed_play(table: MiniTable, heat: float) -> MiniPlay:
    """Return what the engine would do with each hand if it did not always play the best.

    Each action has a chance that falls by a factor of e for every `heat` points it lies behind.
    """
    own, sums, beliefs = _asked(table)
    masses = np.zeros(sums.takes.shape[:-1]), np.zeros(sums.plays.shape[:-1])
    weigh(table.hands, table.tree, beliefs, *masses)
    rows = zip(sums, own, masses, strict=True)
    return MiniPlay(*(_mixed(some, usual, mass, heat) for some, usual, mass in rows))


def nested_play(table: MiniTable) -> MiniPlay:
    """Return what the engine would do with each hand if both played on as it plays now."""
    won, sums, own = table.hands.won, table.weights(), engine_play(table)
    beliefs = sum((_beliefs(table, place) for place in range(1, len(TYPES))), _beliefs(table, 0))
    ask(table.hands, table.tree, *own, *own, beliefs, won, -won, *sums)
    return MiniPlay(*(_best(some, usual) for some, usual in zip(sums, own, strict=True)))


def _asked(table: MiniTable) -> tuple[MiniPlay, MiniPlay, NDArray[np.float64]]:
    """(the policy's play, what each answer comes to against the types together, how likely each
    hand of either player is); what it comes to is summed over the hands of the other."""
    rules, won, sums = table.game.rules, table.hands.won, table.weights()
    own, likely = policy_play(table, policy_for(rules)), np.zeros((2, *table.rows().shape))
    for place, style in enumerate(CONTINUED):
        theirs, beliefs = policy_play(table, styled(style, rules)), _beliefs(table, place)
        ask(table.hands, table.tree, *own, *theirs, beliefs, won, -won, *sums)
        likely += beliefs
    return own, sums, likely


def _beliefs(table: MiniTable, place: int) -> NDArray[np.float64]:
    """Return how likely each hand of either player is, and that it is of this type: [2, nodes,
    held]."""
    game, rules = table.game, table.game.rules
    likely = np.stack([table.rows(), table.rows()]) * PRIOR[place]
    for player in (0, 1):
        read(
            table.hands, table.tree, player, game.turns, game.limit, rules.tables,
            weights_of(styled(TYPES[place], rules)), np.array([SOFT[place]]), 0, likely[player],
        )  # fmt: skip
    return likely


def _best(sums: NDArray[np.float64], usual: NDArray[np.float64]) -> NDArray[np.float64]:
    """Weights of the best of each row, and of the usual one where none is better."""
    best, base = sums.argmax(-1)[..., None], usual.argmax(-1)[..., None]
    gain = np.take_along_axis(sums, best, -1) - np.take_along_axis(sums, base, -1)
    chosen = np.where(gain > NOTHING * np.abs(np.take_along_axis(sums, best, -1)), best, base)
    weights = np.zeros(sums.shape)
    np.put_along_axis(weights, chosen, 1, -1)
    return weights


def _mixed(
    sums: NDArray[np.float64], usual: NDArray[np.float64], mass: NDArray[np.float64], heat: float
) -> NDArray[np.float64]:
    """Weights of each row by how far each answer is behind; the best where nothing is likely."""
    likely = mass > NOTHING
    behind = np.where(likely[..., None], sums, 0) / np.where(likely, mass, 1)[..., None]
    weights = np.exp((behind - behind.max(-1, keepdims=True)) / heat)
    return np.where(likely[..., None], weights, _best(sums, usual))
