"""Probes of a policy as arrays: what was seen, and what the difference came to."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Final

import numpy as np
from numpy.typing import NDArray

from analyzer.engine.policies import Policy
from analyzer.engine.rollout import by_upcard, hand_rules
from analyzer.game.rules import Rules
from analyzer.jobs import Jobs, ranges
from tests.workshop.tuning import kernel_probe as kernel
from tests.workshop.tuning._matches import HERE
from tests.workshop.tuning._opponents import Opponent

Floats = NDArray[np.float64]

CHUNK: Final = 20_000
"""Hands that a worker probes at a time."""

MOST_CHOICES: Final = 12
"""A probe stands for as many decisions as its hand had of the kind, up to this."""

NEARNESS: Final = 6.0
"""Points of lead at which a probe counts half: what decides is what is nearly even."""


@dataclass(frozen=True, eq=False)
class Probes:
    """Probes of one kind; entry i of an array is probe i."""

    stage: Floats
    gain: Floats
    """Points of the first action less those of the second."""
    lead: Floats
    """By how much the policy prefers the first action."""
    choices: Floats
    features: Floats
    """float64[n, 12], by the places named in `tests.workshop.tuning.kernel_probe`."""

    def __len__(self) -> int:
        return len(self.gain)

    @property
    def weights(self) -> Floats:
        """The weight of each probe in a fit."""
        return np.minimum(self.choices, MOST_CHOICES) / (1 + (self.lead / NEARNESS) ** 2)

    def where(self, kept: NDArray[np.bool_]) -> Probes:
        """The probes of which this is true."""
        return Probes(
            self.stage[kept], self.gain[kept], self.lead[kept], self.choices[kept],
            self.features[kept],
        )  # fmt: skip

    def feature(self, place: int) -> Floats:
        """One feature of all probes."""
        return self.features[:, place]


@dataclass(frozen=True, eq=False)
class Probed:
    """The probes of a round by kind."""

    discards: Probes
    takes: Probes
    knocks: Probes


def probe(
    rules: Rules,
    learner: Policy,
    opponents: Sequence[Opponent],
    seed: int,
    hands: int,
    jobs: Jobs = HERE,
) -> Probed:
    """Play so many hands of a learner and probe one discard, one take and one knock of each.

    The same for the same arguments on any number of workers. Hands without such a
    decision give no probe.

    >>> from analyzer.engine.policies import FIRST
    >>> from analyzer.game.rules import PRESETS
    >>> found = probe(PRESETS["eaai"], FIRST, [Opponent("itself", FIRST, 1.0)], seed=1, hands=50)
    >>> 0 < len(found.knocks) < len(found.discards) <= 50
    True
    """
    chunk = partial(_rows, rules, learner, tuple(opponents), seed)
    found = np.concatenate(jobs.run(chunk, ranges(hands, CHUNK)))
    discards, takes, knocks = (
        Probes(
            stage=rows[:, kernel.STAGE],
            gain=rows[:, kernel.GAIN],
            lead=rows[:, kernel.LEAD],
            choices=rows[:, kernel.CHOICES],
            features=rows[:, kernel.FEATURES :],
        )
        for kind in (kernel.DISCARDED, kernel.TAKEN, kernel.KNOCKED)
        for rows in (found[found[:, kernel.KIND] == kind],)
    )
    return Probed(discards, takes, knocks)


def _rows(
    rules: Rules, learner: Policy, opponents: tuple[Opponent, ...], seed: int, hands: range
) -> Floats:
    """The probes of some hands as the kernel gives them."""
    limits, _ = by_upcard(rules)
    eleven = int(rules.deals_eleven)
    rows = np.stack([opponent.policy.row() for opponent in opponents])
    shares = np.array([opponent.share for opponent in opponents]) / sum(
        opponent.share for opponent in opponents
    )
    out = np.zeros((3 * len(hands), kernel.ROW))
    filled = kernel.probe(
        seed, hands.start, len(hands), eleven, limits, rules.tables, hand_rules(rules),
        learner.row(), rows, shares, out,
    )  # fmt: skip
    return out[:filled]
