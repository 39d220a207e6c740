"""The rollout policies: the numbers behind `analyzer.kernel.policy`.

The weights were measured on prototypes of the engine (linear policies fitted by approximate
policy iteration in self-play under the `eaai` rules); they serve every preset until each has
its own fit.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

NEVER = -1

Row = tuple[int, int, int, int, int]

COUNT_OUTS: tuple[Row, ...] = (
    *[(10, 10, 10, 10, NEVER)] * 2,
    *[(10, 10, 3, NEVER, NEVER)] * 2,
    *[(10, 7, 3, NEVER, NEVER)] * 2,
    *[(10, 5, NEVER, NEVER, NEVER)] * 2,
    *[(7, 4, NEVER, NEVER, NEVER)] * 2,
    *[(5, 3, NEVER, NEVER, NEVER)] * 4,
    *[(3, 3, NEVER, NEVER, NEVER)] * 2,
)
"""Most deadwood to knock with, by own throws (0 to 15) and live gin outs (0 to 3, 4 or more)."""

AT_ONCE: tuple[Row, ...] = ((10, 10, 10, 10, 10),) * 16
"""Knock at the first chance."""

GIN_ONLY: tuple[Row, ...] = ((0, 0, 0, 0, 0),) * 16
"""Wait for gin."""


@dataclass(frozen=True, slots=True)
class Policy:
    """A rollout policy; pairs are (value at stage 0, change a stage), in points of cost or wish.

    The fields mean what the places of the same name in `analyzer.kernel.policy` mean.
    """

    dead: tuple[float, float] = (0.4, 0.0)
    loose: tuple[float, float] = (8.0, -5.4)
    outs: tuple[float, float] = (2.0, -0.4)
    price: tuple[float, float] = (0.0, 0.0)
    danger: tuple[float, float] = (0.0, 1.5)
    feeds: tuple[float, float] = (1.0, 2.5)
    gift: float = 3.0
    take: tuple[float, float] = (-2.2, -2.7)
    take_meld: tuple[float, float] = (1.4, 5.4)
    take_gain: float = 0.43
    take_limit: float = 6.2
    knock: tuple[Row, ...] = COUNT_OUTS

    def row(self) -> NDArray[np.float64]:
        """The policy as the kernel takes it: float64[99]."""
        flat = [
            *self.dead, *self.loose, *self.outs, *self.price, *self.danger, *self.feeds,
            self.gift, *self.take, *self.take_meld, self.take_gain, self.take_limit,
        ]  # fmt: skip
        return np.array([*flat, *(most for row in self.knock for most in row)], np.float64)


BASELINE = Policy()
"""A patient, sensible player: counts outs, fears what the other collects."""

KNOCKS_EARLY = Policy(knock=AT_ONCE)
"""As the baseline, but knocks at the first chance."""

WAITS_FOR_GIN = Policy(knock=GIN_ONLY)
"""As the baseline, but never knocks with deadwood."""

GREEDY = Policy(
    dead=(1.0, 0.0),
    loose=(0.0, 0.0),
    outs=(0.0, 0.0),
    danger=(0.0, 0.0),
    feeds=(0.0, 0.0),
    gift=0.0,
    take=(-1.0, 0.0),
    take_meld=(2.0, 0.0),
    take_gain=0.0,
    take_limit=0.0,
    knock=AT_ONCE,
)
"""Least deadwood, takes only into melds, knocks at the first chance."""

GREEDY_WAITS = replace(GREEDY, knock=GIN_ONLY)
"""Least deadwood, takes only into melds, never knocks with deadwood."""

TYPES: tuple[Policy, ...] = (BASELINE, KNOCKS_EARLY, WAITS_FOR_GIN, GREEDY, GREEDY_WAITS)
"""The types of player that a belief over trajectories reckons with."""

TYPE_NAMES: tuple[str, ...] = (
    "sensible",
    "knocks early",
    "waits for gin",
    "greedy, knocks early",
    "greedy, waits for gin",
)

PRIOR: tuple[float, ...] = (0.5, 0.1, 0.2, 0.1, 0.1)
"""How likely each of the `TYPES` is, of a player of whom nothing is known."""


def pair(mine: Policy, theirs: Policy) -> NDArray[np.float64]:
    """The weights of both players for a playout: float64[2, 99], mine first."""
    return np.stack([mine.row(), theirs.row()])
