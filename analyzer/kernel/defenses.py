"""Every hand that a defender may hold, and how many of them keep how much."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from analyzer.kernel.defend import defend, defend_capped
from analyzer.kernel.jit import jit
from analyzer.kernel.tables import MAX_POINTS, Ints, MeldTables

_TALLY: Final = 4 * MAX_POINTS + 1
"""More points than any hand can hold: the length of a tally."""


@jit
def tally(hands: Ints, runs: int, missing: int, t: MeldTables, counts: Ints) -> None:
    """Add to 0, 1, 2, … points how many of the defender's hands keep them against one spread."""
    for hand in hands:
        counts[defend(hand, runs, missing, t)] += 1


@jit
def tally_capped(
    hands: Ints, first: int, second: int, third: int, missing: int, t: MeldTables, counts: Ints
) -> None:
    """As `tally` where melds are capped; the runs one by one as for `defend_capped`."""
    for hand in hands:
        counts[defend_capped(hand, first, second, third, missing, t)] += 1


@jit(allocates=True)
def completions(known: int, pool: int, more: int, out: Ints) -> int:
    """Write every hand of the known cards and `more` of the pool; say how many.

    The caller gives `out` room for all C(pool, more) of them.
    """
    cards = np.zeros(64, np.int64)
    size = 0
    while pool != 0:
        cards[size] = pool & -pool
        pool &= pool - 1
        size += 1
    if more > size:
        return 0
    chosen = np.arange(more + 1)
    count = 0
    while True:
        hand = known
        for i in range(more):
            hand |= cards[chosen[i]]
        out[count] = hand
        count += 1
        place = more - 1
        while place >= 0 and chosen[place] == size - more + place:
            place -= 1
        if place < 0:
            return count
        chosen[place] += 1
        for i in range(place + 1, more):
            chosen[i] = chosen[i - 1] + 1


def array(hands: list[int]) -> NDArray[np.int64]:
    """Hands as the functions here take them."""
    return np.array(hands, np.int64)


def every_hand(known: int, pool: int, more: int, number: int) -> NDArray[np.int64]:
    """Every hand of the known cards and `more` of the pool, of which there are so many."""
    hands = np.zeros(number, np.int64)
    completions(known, pool, more, hands)
    return hands


def counted(hands: Ints, runs: int, missing: int, t: MeldTables) -> dict[int, int]:
    """Count how many hands keep how many points, as `tally`."""
    counts = np.zeros(_TALLY, np.int64)
    tally(hands, runs, missing, t, counts)
    return _by_points(counts)


def counted_capped(
    hands: Ints, runs: tuple[int, int, int], missing: int, t: MeldTables
) -> dict[int, int]:
    """The same where melds are capped, as `tally_capped`."""
    counts = np.zeros(_TALLY, np.int64)
    tally_capped(hands, *runs, missing, t, counts)
    return _by_points(counts)


def _by_points(counts: NDArray[np.int64]) -> dict[int, int]:
    return {points: count for points, count in enumerate(counts.tolist()) if count}
