"""The hands as they were dealt: ranks, suits, deadwood and melds against whole deals simulated.

What is counted in a history is counted in the same way in many histories that a fair shuffle
dealt. A p-value is the share of all of them, the one in question included, that are as odd; that
is exact whatever the number (Phipson and Smyth, 2010). Several things are looked at, so each
p-value is raised as Holm does (1979): of honest histories one in twenty has any below 0.05.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import NormalDist
from typing import Final

import numpy as np
from numpy.typing import NDArray

from analyzer.game.cards import CardSet
from analyzer.game.rules import Rules

Floats = NDArray[np.float64]

DEALS: Final = 60_000
"""Deals simulated, for all hands together, within the bounds on histories."""
FEWEST, MOST = 199, 1_999
"""Histories simulated."""
SURE: Final = 0.05
POWER: Final = 0.8
RANKS, SUITS = 13, 4
DEADWOOD, MELD = RANKS + SUITS, RANKS + SUITS + 1
"""Places of the sums beside the counts of ranks and suits."""


@dataclass(frozen=True, slots=True)
class Dealt:
    """The cards dealt to me and to them in a hand; None where they are not known."""

    rules: Rules
    hands: tuple[CardSet | None, CardSet | None]


@dataclass(frozen=True, slots=True)
class DealTest:
    """One thing that was counted in one player's hands as dealt."""

    mine: bool
    name: str
    """`deadwood`, `meld`, `ranks` or `suits`."""
    hands: int
    seen: float | None
    """The mean deadwood or the share with a meld; None of counts, which have no one number."""
    expected: float | None
    p: float
    """As it is after Holm."""
    unseen: float | None
    """The smallest difference that so many hands show in four histories of five."""


def _features(cards: NDArray[np.int64], rules: Rules) -> Floats:
    """The counts and sums of some hands, a row each: suit by suit, 13 cards each."""
    ranks, suits = cards % RANKS, cards // RANKS
    masks = (np.int64(1) << (suits * 16 + ranks)).sum(axis=1).tolist()
    least = rules.solver.least
    dead = np.array([least(mask) for mask in masks])
    points = np.array(rules.values)[ranks].sum(axis=1)
    counts = [(ranks == rank).sum(axis=1) for rank in range(RANKS)]
    counts += [(suits == suit).sum(axis=1) for suit in range(SUITS)]
    return np.stack([*counts, dead, dead < points], axis=1).astype(float)


def _of_hand(hand: CardSet, rules: Rules) -> Floats:
    places = [int(card) // 16 * RANKS + int(card) % 16 for card in hand]
    return _features(np.array([places]), rules)


def audit_deals(dealt: Sequence[Dealt], seed: int = 1, deals: int = DEALS) -> tuple[DealTest, ...]:
    """The tests of all hands that are known, mine and theirs."""
    rng = np.random.default_rng(seed)
    times = min(MOST, max(FEWEST, deals // max(1, len(dealt))))
    sums = np.zeros((2, times + 1, MELD + 1))
    """Of me and them: the history in question first, then those simulated."""
    known = [0, 0]
    for deal in dealt:
        decks = rng.permuted(np.tile(np.arange(52), (times, 1)), axis=1)
        for side, hand in enumerate(deal.hands):
            if hand is not None:
                known[side] += 1
                sums[side, 0] += _of_hand(hand, deal.rules)[0]
                theirs, decks = decks[:, : len(hand)], decks[:, len(hand) :]
                sums[side, 1:] += _features(theirs, deal.rules)
    tests = [test for side in (0, 1) if known[side] for test in _tests(side, known, sums[side])]
    return _holm(tests)


def _tests(side: int, known: list[int], sums: Floats) -> list[DealTest]:
    hands, tests = known[side], []
    for name, place in (("deadwood", DEADWOOD), ("meld", MELD)):
        means = sums[:, place] / hands
        odd = np.abs(means - means.mean())
        tests.append(
            DealTest(
                side == 0, name, hands, float(means[0]), float(means.mean()), _p(odd),
                float(means.std()),
            )
        )  # fmt: skip
    for name, counts in (("ranks", sums[:, :RANKS]), ("suits", sums[:, RANKS:DEADWOOD])):
        odd = ((counts - counts.mean(axis=0)) ** 2).sum(axis=1)
        tests.append(DealTest(side == 0, name, hands, None, None, _p(odd), None))
    return tests


def _p(odd: Floats) -> float:
    """The share of histories that are as odd as the first, which is one of them."""
    return float((odd >= odd[0] - 1e-9).mean())


def _holm(tests: Sequence[DealTest]) -> tuple[DealTest, ...]:
    """The tests with their p-values raised for their number, and what could not be seen."""
    raised, least = {}, 0.0
    for rank, at in enumerate(sorted(range(len(tests)), key=lambda at: tests[at].p)):
        least = max(least, min(1.0, (len(tests) - rank) * tests[at].p))
        raised[at] = least
    normal = NormalDist()
    reach = normal.inv_cdf(1 - SURE / 2 / max(1, len(tests))) + normal.inv_cdf(POWER)
    return tuple(
        DealTest(
            test.mine, test.name, test.hands, test.seen, test.expected, raised[at],
            None if test.unseen is None else reach * test.unseen,
        )
        for at, test in enumerate(tests)
    )  # fmt: skip
