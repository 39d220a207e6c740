"""The belief about the opponent's hand: ways to sample the hidden cards of a view.

A belief is anything with `sample` and `cluster` (see `Belief`). Three are here:

- `Uniform`: every set of unseen cards equally likely. Exact in the sense of textbook
  calculations, and wrong for a hand that has been played: a random hand holds two to three
  times the deadwood of a real one.
- `PlayedPrior`: a hand that has drawn and discarded until its deadwood is what hands of the
  baseline hold after as many discards (:mod:`analyzer.engine.selfplay`).
- `Trajectory`: a hand that explains the turns seen, what was taken, left and discarded
  (:mod:`analyzer.kernel.trajectory`). Needs the history of the hand, or cards that imply one
  (:mod:`analyzer.engine.implied_turns`).
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar, Final, NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from analyzer.engine.implied_turns import implied, views_by_world
from analyzer.engine.policies import (
    MANNER,
    PRIOR,
    SOFT,
    TYPES,
    Manner,
    Softness,
    Style,
    policy_for,
    styled,
    weights_of,
)
from analyzer.engine.rollout import discards_of
from analyzer.engine.selfplay import figures_for
from analyzer.engine.timeline import readable, timeline_of
from analyzer.errors import InputError
from analyzer.game.cards import DECK, Card, CardSet
from analyzer.game.table import Played
from analyzer.game.view import HAND, Side, View
from analyzer.kernel import likelihood, trajectory
from analyzer.kernel import worlds as kernel
from analyzer.kernel.inplay import stage_of

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

    @property
    def together(self) -> int:
        """Worlds in a row that cost least where they are sampled at once."""
        ...

    def sample(self, view: View, seed: int, first: int, count: int) -> Worlds:
        """Worlds number `first` to `first + count − 1` of a seed.

        World i depends on the view, the seed and i alone, so that chunks may be sampled in any
        order on any thread.
        """
        ...


class KeptWorlds:
    """A belief that samples the worlds of a view and a seed once, however often they are wanted."""

    def __init__(self, belief: Belief) -> None:
        self.cluster, self.together = belief.cluster, belief.together
        self._belief = belief
        self._of: tuple[View, int] | None = None
        self._worlds: list[Worlds] = []

    def sample(self, view: View, seed: int, first: int, count: int) -> Worlds:
        """As `Belief.sample`; only the worlds of the last view and seed are kept."""
        if self._of != (view, seed):
            self._of, self._worlds = (view, seed), []
        have = sum(len(part.hands) for part in self._worlds)
        if first + count > have:
            self._worlds.append(self._belief.sample(view, seed, have, first + count - have))
        if len(self._worlds) > 1:
            arrays = zip(*self._worlds, strict=True)
            self._worlds = [Worlds(*(np.concatenate(each) for each in arrays))]
        (hands, rows, types), span = self._worlds[0], slice(first, first + count)
        return Worlds(hands[span], rows[span], types[span])


@dataclass(frozen=True, slots=True)
class Uniform:
    """Every set of unseen cards equally likely to be the opponent's hidden ones."""

    cluster: ClassVar[int] = 1
    together: ClassVar[int] = 1

    def sample(self, view: View, seed: int, first: int, count: int) -> Worlds:
        """As `Belief.sample`."""
        return _sample(view, _NO_TARGETS, seed, first, count)


@dataclass(frozen=True, slots=True)
class PlayedPrior:
    """A hand that has been played for as many discards as the opponent has made."""

    cluster: ClassVar[int] = 1
    together: ClassVar[int] = 1

    def sample(self, view: View, seed: int, first: int, count: int) -> Worlds:
        """As `Belief.sample`."""
        return _sample(view, _deadwood_targets(view), seed, first, count)


def _deadwood_targets(view: View) -> NDArray[np.int16]:
    """Evenly likely values of the opponent's deadwood at this point; none before a discard."""
    discards = discards_of(view, Side.OPPONENT)
    if discards == 0:
        return _NO_TARGETS
    spread = figures_for(view.rules).deadwood
    return np.array(spread[min(discards, len(spread)) - 1], np.int16)


def _sample(view: View, targets: NDArray[np.int16], seed: int, first: int, count: int) -> Worlds:
    own = policy_for(view.rules)
    unseen = np.array([int(card) for card in view.unseen], np.int64)
    hands = np.empty(count, np.int64)
    rows = np.empty((count, max(1, len(unseen) - view.hidden)), np.int8)
    kernel.sample_worlds(
        unseen, view.hidden, view.opponent.mask, targets,
        stage_of(2 * discards_of(view, Side.OPPONENT)), seed, first, hands, rows,
        view.rules.tables, weights_of(own, own),
    )  # fmt: skip
    return of_one_type(hands, rows)


def holding(worlds: Worlds) -> dict[Card, float]:
    """For each card of the deck, the share of the worlds in which the opponent holds it."""
    counts = np.zeros(64, np.int64)
    kernel.count_holding(worlds.hands, counts)
    return {card: float(counts[card]) / len(worlds.hands) for card in DECK}


class _Stretches(NamedTuple):
    """The arrays that Markov chains fill: `analyzer.kernel.trajectory.sample_chains`."""

    hands: NDArray[np.int64]
    """int64[stretches, n]"""
    types: NDArray[np.int8]
    """int8[stretches, n]"""
    shares: NDArray[np.float64]
    """float64[T], or empty where it is not wanted: sums of the chances of each type."""
    odds: NDArray[np.float64]
    """float64[D]: what the odds of a take may be multiplied by."""
    takes: NDArray[np.float64]
    """float64[D]: sums of how much likelier each of them makes what was taken and left."""


class Learned(NamedTuple):
    """The knowledge that turns give of who played them."""

    types: tuple[float, ...]
    """The probability of each type."""
    takes: tuple[float, ...]
    """The factor by which the answers to all offers are likelier under each of the odds in question
    than by those of the belief."""


ASKED: Final = 16
"""Stretches of chains that are asked for the chances of the types."""
LONGER: Final = 16
"""So many times longer do their chains walk, for as many times fewer hands: a chain that has not
got far holds hands that nobody would play so, and takes the player for one who is hard to
predict."""


USUAL_AT_LAST: Final = 9.0
USUAL_MORE: Final = 47.0
USUAL_FALL: Final = 0.17
"""Points of the loose cards of eleven, by own discards: the baseline against itself."""


@dataclass(frozen=True, slots=True)
class Trajectory:
    """A hand that was reached by the turns that were seen; without turns to read, `PlayedPrior`.

    The opponent is one of `types`, each with the chance of it in `prior` before the hand.
    Worlds come from many short Markov chains, each from a start of its own, in stretches of hands
    that follow one another closely. Those of one stretch are alike, so they make one cluster.
    """

    cluster: int = 32
    """Worlds of a stretch: the longer, the less a hand costs, and the less it tells."""
    orders: int = 1
    """Worlds in a row with the same hand, and the other cards in an order of their own."""
    warm: int = 100
    """Steps of a chain before its first hand, for each of the opponent's turns."""
    between: int = 60
    """Steps between two stretches of a chain, for each turn."""
    apart: int = 3
    """Steps between two hands of a stretch, for each turn, …"""
    beside: int = 0
    """… and beside those."""
    types: tuple[Style, ...] = TYPES
    prior: tuple[float, ...] = PRIOR
    soft: tuple[Softness, ...] = SOFT
    manner: Manner = MANNER
    eager: float = 1.0
    """The factor on the odds of a take, of whatever type the player is."""

    @property
    def together(self) -> int:
        """The worlds of a chain."""
        return self.cluster * trajectory.STRETCHES

    def sure_of(self, types: tuple[Style, ...]) -> Trajectory:
        """The same, sure that the opponent is of these types, each as likely as the others."""
        share, soft = 1.0 / len(types), SOFT[0]
        return replace(self, types=types, prior=(share,) * len(types), soft=(soft,) * len(types))

    def sample(self, view: View, seed: int, first: int, count: int) -> Worlds:
        """As `Belief.sample`."""
        if not readable(view):
            if implied(view):
                return self._sample_implied(view, seed, first, count)
            return PlayedPrior().sample(view, seed, first, count)
        begin = first // self.together * trajectory.STRETCHES
        end = -(-(first + count) // self.cluster)
        stretches = self._stretches(
            view, timeline_of(view), view.opponent, view.unseen, seed, (begin, end)
        )
        skipped = first - begin * self.cluster
        hands = np.repeat(stretches.hands, self.orders)[skipped:][:count]
        types = np.repeat(stretches.types, self.orders)[skipped:][:count]
        rows = np.empty((count, max(1, len(view.unseen) - view.hidden)), np.int8)
        trajectory.deal_rest(hands, view.unseen.mask, seed, first, rows)
        return Worlds(hands, rows, types)

    def _sample_implied(self, view: View, seed: int, first: int, count: int) -> Worlds:
        """Worlds of the turns that a view implies; what lies in its pile unseen comes last."""
        parts = []
        for laid, begin, size in views_by_world(view, seed, first, count, self.cluster):
            worlds = self.sample(laid, seed, begin, size)
            buried = list(CardSet.from_cards(laid.pile) - CardSet.from_cards(view.pile))
            under = np.tile(np.array([int(card) for card in buried], np.int8), (size, 1))
            rows = np.hstack([worlds.rows, under.reshape(size, -1)])
            parts.append(worlds._replace(rows=rows))
        return Worlds(*(np.concatenate(arrays) for arrays in zip(*parts, strict=True)))

    def chances(
        self, view: View, *, hand: CardSet | None = None, last: Played | None = None, seed: int = 1,
        asked: int = ASKED,
    ) -> tuple[float, ...]:  # fmt: skip
        """Return how likely each type is after what was seen; as `learned`.

        >>> from analyzer.notation import parse_view
        >>> view = parse_view('''
        ... hand: 7h 8h 9h 4c 4d 4s Kd Qd 2c Ac
        ... history:
        ...   upcard 5s
        ...   opp: takes 5s, discards 2h
        ...   me: draws 4s, discards Jd
        ...   opp: draws, discards 3c
        ... ''')
        >>> round(sum(Trajectory().chances(view)), 6)
        1.0
        """
        return self.learned(view, (), hand=hand, last=last, seed=seed, asked=asked).types

    def learned(
        self, view: View, odds: tuple[float, ...], *, hand: CardSet | None = None,
        last: Played | None = None, seed: int = 1, asked: int = ASKED,
    ) -> Learned:  # fmt: skip
        """Return what the turns tell of the player; the prior without turns to read.

        `odds` are those of a take that are asked about. `hand` are their ten cards, once these
        are shown, and `last` is then the turn with which they ended the hand, None where I did;
        `asked` is how many stretches of chains are asked. InputError where their cards cannot be
        what the turns left them.
        """
        nothing = Learned(self.prior, (1.0,) * len(odds))
        if not readable(view):
            return nothing
        timeline, held, pool = timeline_of(view), view.opponent, view.unseen
        if hand is not None:
            if last is not None:
                if last.discarded is None:
                    return nothing
                held = (held if last.card is None else held.add(last.card)).remove(last.discarded)
            pool = hand - held
            if len(hand) != HAND or not held <= hand or not pool <= view.unseen:
                raise InputError(
                    f"the turns do not lead to {hand}", where="shown",
                    hint="give all ten cards shown",
                )  # fmt: skip
            timeline = timeline_of(view, last)
        chains = self._stretches(view, timeline, held, pool, seed, (0, asked), odds, shares=True)
        total = chains.shares.sum()
        return Learned(
            tuple((chains.shares / total).tolist()), tuple((chains.takes / total).tolist())
        )

    def take_chance(self, view: View, card: Card, worlds: Worlds) -> float:
        """Return how likely they are to take a card, were it discarded now: the mean over
        worlds."""
        return trajectory.mean_take(
            worlds.hands, worlds.types, int(card),
            CardSet.from_cards(view.pile).add(card).mask, (view.shown - CardSet(card.mask)).mask,
            view.my_discards + view.their_discards + 1, view.limit, self._soft(),
            view.rules.tables, self._weights(view),
        )  # fmt: skip

    def _soft(self) -> NDArray[np.float64]:
        rows = np.array(self.soft)
        rows[:, likelihood.EAGER] *= self.eager
        return rows

    def _weights(self, view: View) -> NDArray[np.float64]:
        return weights_of(*(styled(style, view.rules, self.manner) for style in self.types))

    def _stretches(
        self, view: View, timeline: NDArray[np.int64], held: CardSet, pool: CardSet, seed: int,
        numbers: tuple[int, int], odds: tuple[float, ...] = (), *, shares: bool = False,
    ) -> _Stretches:  # fmt: skip
        """Return what the stretches of these numbers find; the hidden cards are among the pool.

        The first is that of a chain.
        """
        first, end = numbers
        longer = LONGER if shares else 1
        turns = longer * len(timeline)
        hands = self.cluster // self.orders
        shape = end - first, hands // longer
        stretches = _Stretches(
            np.empty(shape, np.int64),
            np.empty(shape, np.int8),
            np.zeros(len(self.types) if shares else 0),
            np.array(odds, np.float64),
            np.zeros(len(odds)),
        )
        trajectory.sample_chains(
            timeline, np.array([int(card) for card in pool], np.int64), view.limit, held.mask,
            seed, first, self.warm * turns, self.between * turns,
            self.apart * turns + self.beside * longer,
            _weighed(self.prior, self.soft, timeline), self._soft(), view.rules.tables,
            self._weights(view), *stretches,
        )  # fmt: skip
        return stretches


def _weighed(
    prior: tuple[float, ...], soft: tuple[Softness, ...], timeline: NDArray[np.int64]
) -> NDArray[np.float64]:
    """The prior for chains in which all deadwood counts against a type.

    A type's lean is against deadwood beyond what is usual after as many discards, so that a type
    with more of it is not the less likely for that.
    """
    own = timeline[timeline[:, likelihood.ACT] != likelihood.PASSED, likelihood.DISCARDS] // 2
    usual = USUAL_AT_LAST + USUAL_MORE * np.exp(-USUAL_FALL * own)
    stage = np.array([stage_of(2 * discards) for discards in own])
    against = np.array(
        [(usual * (softness.lean + softness.lean_change * stage)).sum() for softness in soft]
    )
    chances = np.array(prior) * np.exp(against - against.mean())
    weighed: NDArray[np.float64] = chances / chances.sum()
    return weighed
