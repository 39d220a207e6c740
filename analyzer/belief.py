"""What the opponent may hold: ways to sample the hidden cards of a view.

A belief is anything with `sample`. Three are here:

- `Uniform`: every set of unseen cards equally likely. Exact in the sense of textbook
  calculations, and wrong for a hand that has been played: a random hand holds two to three
  times the deadwood of a real one.
- `Played`: a hand that has drawn and thrown until its deadwood is what hands of the baseline
  hold after as many throws (:mod:`analyzer.selfplay`).
- `Trajectory`: a hand that explains the turns seen, what was taken, left and thrown
  (:mod:`analyzer.kernel.trajectory`). Needs the history of the hand.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Final, NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from analyzer.cards import DECK, Card
from analyzer.kernel import trajectory
from analyzer.kernel import worlds as kernel
from analyzer.policies import BASELINE, weights_of
from analyzer.rollout import throws_of
from analyzer.selfplay import figures_for
from analyzer.timeline import readable, timeline_of
from analyzer.view import Side, View

_WEIGHTS = weights_of(BASELINE, BASELINE)
_NO_TARGETS = np.zeros(0, np.int16)


class Worlds(NamedTuple):
    """Ways the unseen cards can lie; row i of each array is one of them."""

    hands: NDArray[np.int64]
    """int64[n]: the opponent's whole hand as a mask."""
    rows: NDArray[np.int8]
    """int8[n, m]: the cards left, in random order, the stock first."""
    types: NDArray[np.int8]
    """int8[n]: which of the model's policies the opponent plays by."""


def of_one_type(hands: NDArray[np.int64], rows: NDArray[np.int8]) -> Worlds:
    """Worlds in which the opponent plays by the model's first policy."""
    return Worlds(hands, rows, np.zeros(len(hands), np.int8))


class Belief(Protocol):
    """A distribution of the hidden cards given a view."""

    @property
    def cluster(self) -> int:
        """Worlds in a row that may be alike; 1 where all are independent."""
        ...

    def sample(self, view: View, seed: int, first: int, count: int) -> Worlds:
        """Worlds number `first` to `first + count − 1` of a seed.

        World i depends on the view, the seed and i alone, so that chunks may be sampled in any
        order on any thread.
        """
        ...


@dataclass(frozen=True, slots=True)
class Uniform:
    """Every set of unseen cards equally likely to be the opponent's hidden ones."""

    cluster: ClassVar[int] = 1

    def sample(self, view: View, seed: int, first: int, count: int) -> Worlds:
        """As `Belief.sample`."""
        return _sample(view, _NO_TARGETS, seed, first, count)


@dataclass(frozen=True, slots=True)
class Played:
    """A hand that has been played for as many throws as the opponent has made."""

    cluster: ClassVar[int] = 1

    def sample(self, view: View, seed: int, first: int, count: int) -> Worlds:
        """As `Belief.sample`."""
        return _sample(view, deadwood_targets(view), seed, first, count)


def deadwood_targets(view: View) -> NDArray[np.int16]:
    """Evenly likely values of the opponent's deadwood at this point; none before a throw."""
    throws = throws_of(view, Side.OPPONENT)
    if throws == 0:
        return _NO_TARGETS
    spread = figures_for(view.rules).deadwood
    return np.array(spread[min(throws, len(spread)) - 1], np.int16)


def _sample(view: View, targets: NDArray[np.int16], seed: int, first: int, count: int) -> Worlds:
    unseen = np.array([int(card) for card in view.unseen], np.int64)
    hands = np.empty(count, np.int64)
    rows = np.empty((count, max(1, len(unseen) - view.hidden)), np.int8)
    kernel.sample_worlds(
        unseen, view.hidden, view.opponent.mask, targets,
        min(throws_of(view, Side.OPPONENT), 12) * 0.1, seed, first, hands, rows,
        view.rules.tables, _WEIGHTS,
    )  # fmt: skip
    return of_one_type(hands, rows)


def holding(worlds: Worlds) -> dict[Card, float]:
    """For each card of the deck, the share of the worlds in which the opponent holds it."""
    counts = np.zeros(64, np.int64)
    kernel.count_holding(worlds.hands, counts)
    return {card: float(counts[card]) / len(worlds.hands) for card in DECK}


SOFT: Final = (1.0, 0.01, 1.0, 0.02)
"""How far the opponent may stray from the policy: see `analyzer.kernel.trajectory`."""


@dataclass(frozen=True, slots=True)
class Trajectory:
    """A hand that was reached by the turns that were seen; without turns to read, `Played`.

    Worlds come from many short Markov chains, each from a start of its own: `HANDS` hands a
    chain, each with `DEALS` orders of the stock. Those of one chain are alike, so they make one
    cluster.
    """

    warm: int = 400
    apart: int = 24
    soft: tuple[float, float, float, float] = SOFT

    HANDS: ClassVar[int] = 8
    DEALS: ClassVar[int] = 4

    @property
    def cluster(self) -> int:
        """Worlds in a row that are not independent of each other."""
        return self.HANDS * self.DEALS

    def sample(self, view: View, seed: int, first: int, count: int) -> Worlds:
        """As `Belief.sample`."""
        if not readable(view):
            return _sample(view, deadwood_targets(view), seed, first, count)
        begin, end = first // self.cluster, -(-(first + count) // self.cluster)
        hands = self._hands(view, seed, begin, end - begin).repeat(self.DEALS)
        hands = hands[first - begin * self.cluster :][:count]
        rows = np.empty((count, max(1, len(view.unseen) - view.hidden)), np.int8)
        trajectory.deal_rest(hands, view.unseen.mask, seed, first, rows)
        return of_one_type(hands, rows)

    def _hands(self, view: View, seed: int, begin: int, chains: int) -> NDArray[np.int64]:
        timeline = timeline_of(view)
        pool = np.array([int(card) for card in view.unseen], np.int64)
        hands = np.empty((chains, self.HANDS), np.int64)
        trajectory.sample_chains(
            timeline, pool, view.limit, view.opponent.mask, seed, begin, self.warm, self.apart,
            np.array(self.soft), view.rules.tables, _WEIGHTS, hands,
        )  # fmt: skip
        return hands.reshape(-1)
