"""Choose which actions to play in how many worlds: until more of them would not pay.

Each action's lead over the base is a mean over worlds joined with the guess it started from
(:mod:`analyzer.engine.action_prior`), as two measurements of one thing are joined: by their
precisions. From these follows what doubling the worlds can be expected to bring: the chance
that another action overtakes the one in front, times by how much. The search ends when that is
less than the work is worth, or when the work is used up, and the action in front is played.
This is the *knowledge gradient* for ranking and selection (Frazier, Powell and Dayanik, *A
knowledge-gradient policy for sequential information collection*, 2008), by whole batches.

Nothing here reads a clock: work is counted from what a world costs by the place in the hand.
"""

from __future__ import annotations

from math import erfc, exp, pi, sqrt
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from analyzer.engine.action_prior import ActionPrior

Floats = NDArray[np.float64]

FIRST: Final = 2
"""Blocks that every action gets, …"""
FIRST_AT_KNOCK: Final = 8
"""… and where a knock is weighed: two of one chain that happen to agree are not enough, nor are two
such chains. Most large errors come of too few blocks at first: work does more here than later."""

BLOCK_VARIANCE: Final = 25.0
"""Variance of the paired difference of two actions' means over a block, in points², …"""
GOING_ON_VARIANCE: Final = 60.0
"""… of two that go on where there is one that ends the hand, …"""
KNOCK_VARIANCE: Final = 10.0
"""… of one that ends the hand and one that goes on, for each discard of one's own, …"""
MOST_DISCARDS: Final = 9
"""… of which so many count at most …"""
BLOCKS_KNOWN: Final = 8
"""… and which counts as if seen in so many blocks, for a few say little of how they vary, …"""
KNOWN_AT_KNOCK: Final = 4
"""… or in so many where a knock is weighed: hands are more unlike one another there."""

DOUBT: Final = 2.0
"""The factor by which the guess of a discard is further off where a knock is weighed: which card
is kept decides whether there will be gin at all, of which the guess knows little."""

IDLE: Final = 3.0
"""An action leaves that promises less than so many times what its own plays have to bring. Not
less than a part of what the most promising one does: with many worlds that loses good ones."""

LEAST_STEP: Final = 8
"""The search ends where the work left allows less than an eighth more blocks."""


class Kinds(NamedTuple):
    """The groups of actions whose differences vary alike."""

    ends: NDArray[np.bool_]
    """bool[actions]: whether each ends the hand."""
    discards: int
    """Cards that the player has discarded: the later, the more hangs on the hand they hold."""

    @property
    def differ(self) -> bool:
        """True if there is a choice between ending the hand and going on."""
        return bool(self.ends.any()) and not bool(self.ends.all())

    def variances(self, places: list[int], place: int) -> Floats:
        """The expected variance over blocks of each of these actions' difference to one."""
        if not self.differ:
            return np.full(len(places), BLOCK_VARIANCE)
        unlike = max(GOING_ON_VARIANCE, KNOCK_VARIANCE * min(self.discards, MOST_DISCARDS))
        return np.where(self.ends[places] != self.ends[place], unlike, GOING_ON_VARIANCE)

    @property
    def known(self) -> int:
        """Blocks in which the expected variance counts as if seen."""
        return KNOWN_AT_KNOCK if self.differ else BLOCKS_KNOWN

    @property
    def doubts(self) -> Floats:
        """The factor by which the guess of each action is further off than elsewhere."""
        return np.where(self.differ & ~self.ends, DOUBT, 1.0)


class Budget:
    """Work to spend on the actions in play, the first of them the base; a block of worlds is one
    observation."""

    def __init__(
        self,
        prior: ActionPrior,
        sampling: float,
        playing: float,
        work: float,
        worth: float,
        kinds: Kinds | None = None,
    ) -> None:
        """Sampling a block costs `sampling`, playing an action in it `playing`.

        `work` is what may be spent, in the same unit, and `worth` the points that a unit must
        bring. `kinds` says which actions end the hand; without it all are of one kind.
        """
        self._kinds = kinds or Kinds(np.zeros(len(prior.gaps), np.bool_), 0)
        self._gaps, self._spreads = prior.gaps, prior.spreads * self._kinds.doubts
        self._sampling, self._playing = sampling, playing
        self._left, self._worth = work, worth
        self._values: Floats = np.zeros((0, len(self._gaps)))
        self.places: list[int] = list(range(len(self._gaps)))
        """The actions that are still played."""
        self.best = 0
        """The action in front."""

    @property
    def blocks(self) -> int:
        """The number of blocks played."""
        return len(self._values)

    def add(self, values: Floats) -> None:
        """Count what the actions in play were worth: float64[blocks, actions in play]."""
        self._left -= len(values) * self._price(len(self.places))
        self._values = np.vstack([self._values, values])

    def more(self) -> int:
        """Return how many blocks to play next, 0 at the end; some actions may have left by then."""
        if self.blocks == 0:
            return self._affordable(FIRST_AT_KNOCK if self._kinds.differ else FIRST) or 1
        leads = self._leads()
        front = int(leads.argmax())
        self.best = self.places[front]
        count = self._affordable(self.blocks)
        if count * LEAST_STEP < self.blocks:
            return 0
        hopes = self._hopes(leads, front, count)
        going = hopes > IDLE * self._worth * count * self._playing
        going[[0, front]] = True
        if hopes.sum() < self._worth * count * self._price(int(going.sum())):
            return 0
        self.places = [place for place, goes in zip(self.places, going, strict=True) if goes]
        self._values = self._values[:, going]
        return count

    def _price(self, actions: int) -> float:
        return self._sampling + self._playing * actions

    def _affordable(self, most: int) -> int:
        return max(0, min(most, int(self._left / self._price(len(self.places)))))

    def _leads(self) -> Floats:
        """Posterior mean of each action's lead over the base."""
        gains = self._values - self._values[:, :1]
        noise = self._noise(gains, self.places[0])
        guess = self._spreads[self.places] ** 2
        # Mean and guess, each by the precision of it; the base's lead is 0 for certain.
        leads: Floats = (gains.mean(axis=0) * guess + self._gaps[self.places] * noise) / (
            guess + noise
        )
        return leads

    def _noise(self, gains: Floats, than: int) -> Floats:
        """Squared standard error of the mean of each column: its action's gains on one action."""
        seen = ((gains - gains.mean(axis=0)) ** 2).sum(axis=0)
        expected = self._kinds.variances(self.places, than)
        degrees = self.blocks - 1 + self._kinds.known
        noise: Floats = (seen + self._kinds.known * expected) / degrees / self.blocks
        return noise

    def _hopes(self, leads: Floats, front: int, count: int) -> Floats:
        """Return what so many blocks more bring in the mean by each action's overtaking the
        front."""
        gains = self._values[:, [front]] - self._values
        noise = self._noise(gains, self.places[front])
        guess = self._spreads[self.places] ** 2
        guess = guess + guess[front]
        after = guess * noise / (guess + noise)
        learned = np.sqrt(after * count / (self.blocks + count))
        pairs = zip(leads[front] - leads, learned, strict=True)
        hopes = np.array([_overtaking(gap, sd) if sd else 0.0 for gap, sd in pairs])
        hopes[front] = 0.0
        return hopes


def _overtaking(gap: float, sd: float) -> float:
    """Mean of what is above 0 in a normal variable with mean −`gap`.

    >>> round(_overtaking(0.0, 1.0), 4), round(_overtaking(2.0, 1.0), 4)
    (0.3989, 0.0085)
    """
    z = gap / sd
    return sd * (exp(-z * z / 2) / sqrt(2 * pi) - z * erfc(z / sqrt(2)) / 2)
