"""Whom the policy is tuned against: several kinds of players, so that it suits none too well."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from analyzer.engine.policies import AT_ONCE, CAMPING, FIRST, GIN_ONLY, GREEDY, Policy


@dataclass(frozen=True, slots=True)
class Opponent:
    """A policy, and how large a share of the hands is played against it."""

    name: str
    policy: Policy
    share: float


FIXED: Final = (
    Opponent("first", FIRST, 0.10),
    Opponent("knocks-early", replace(FIRST, knock=AT_ONCE), 0.10),
    Opponent("waits-for-gin", replace(FIRST, knock=GIN_ONLY), 0.10),
    Opponent("camper", replace(FIRST, knock=CAMPING), 0.05),
    Opponent("greedy", GREEDY, 0.15),
    Opponent("gin-waiter", replace(GREEDY, knock=GIN_ONLY), 0.05),
)
"""The players that stay the same while the learner gets better. The first four discard and take
by the weights that were there before any fit; the last two take only into melds."""


def population(learner: Policy) -> tuple[Opponent, ...]:
    """The opponents of a learner: itself, itself knocking at once, and the fixed ones.

    >>> [one.name for one in population(FIRST)][:2]
    ['itself', 'itself-early']
    >>> round(sum(one.share for one in population(FIRST)), 9)
    1.0
    """
    return (
        Opponent("itself", learner, 0.30),
        Opponent("itself-early", replace(learner, knock=AT_ONCE), 0.15),
        *FIXED,
    )
