"""The melds and points of a rule set, as look-up tables for one suit.

A suit in a hand is a 13-bit mask, so whatever depends on the runs of one suit is a table of
8,192 entries. A rules (another ace, other card values) is another table, not other code.
"""

from __future__ import annotations

import functools
from typing import Any, Final, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from analyzer.kernel.bits import RANKS
from analyzer.kernel.jit import COMPILED

Ints: TypeAlias = NDArray[Any]
"""A numpy array of ints (in plain Python mode a list: no scalar type that could overflow)."""

SIZE: Final = RANKS + 1

# Where the tables begin in `MeldTables.flat`. The first four are indexed by the 13-bit ranks held
# in one suit.
LEFT: Final = 0
"""Least points left after the best runs."""
KEYS: Final = SIZE
"""Points * 64 + cards left, least points first, then fewest cards."""
FEWEST: Final = 2 * SIZE
"""Fewest cards left, whatever their points."""
REST: Final = 3 * SIZE
"""The 13-bit ranks left in one arrangement that reaches the key."""
PRICE: Final = 4 * SIZE
"""Points of a card by its bit (64 places)."""
WORTH: Final = PRICE + 64
"""By number of points: the 13-bit ranks worth that or more."""
KEY: Final = 64
"""Points and cards in one number: points * KEY + cards."""
MAX_POINTS: Final = 300
"""Most points of a whole suit that the tables can hold; the real rule sets have 85 to 99."""


class MeldTables(NamedTuple):
    """The tables of one rule set, as one argument for compiled functions."""

    points: Ints
    """int64[64]: points of a card by its bit; 0 where there is no card."""
    flat: Ints
    """int16: the tables named above one after another, for an array costs seven words in a call."""
    wrap: int
    """1 where an ace is high and low and runs go round the corner (K A 2)."""
    cap: int
    """Most cards in a meld, four or more, or 0 for no limit. From five up it changes lay-offs but
    never the deadwood: a run of six or more splits into runs of three to five."""


def _straights(wrap: bool, longest: int = 5, high_only: bool = False) -> list[int]:
    """The runs past the king of three to five cards; longer ones split into these."""
    if not wrap:
        return []
    turned = []
    for length in range(3, longest + 1):
        for high in range(length - 1 if high_only else 1, length):
            kings = ((1 << high) - 1) << (13 - high)
            turned.append(kings | ((1 << (length - high)) - 1))
    return turned


def _suit_keys(
    costs: list[int], wrap: bool, longest: int, high_only: bool
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Least cost left and the ranks left, for each suit mask; `costs` by rank.

    By highest card: it is left over, or it ends a run of three to `longest` (at most five).
    """
    key = np.zeros(SIZE, np.int64)
    rest = np.zeros(SIZE, np.int64)
    for top in range(13):
        low = np.arange(1 << top)
        block = slice(1 << top, 2 << top)
        key[block] = key[low] + costs[top]
        rest[block] = rest[low] | (1 << top)
        for length in range(3, min(longest, top + 1) + 1):
            others = ((1 << (length - 1)) - 1) << (top - length + 1)
            better = np.where((low & others) == others, key[low & ~others], key[block] + 1)
            rest[block] = np.where(better < key[block], rest[low & ~others], rest[block])
            key[block] = np.minimum(better, key[block])
    masks = np.arange(SIZE)
    straight_key, straight_rest = key.copy(), rest.copy()
    # At most one run holds both king and ace; the rest of the suit is straight.
    for run in _straights(wrap, longest, high_only):
        without = masks & ~run
        better = np.where((masks & run) == run, straight_key[without], key + 1)
        rest = np.where(better < key, straight_rest[without], rest)
        key = np.minimum(better, key)
    return key, rest


def _stored(values: NDArray[np.signedinteger[Any]]) -> Any:
    return values if COMPILED else values.tolist()


@functools.lru_cache(maxsize=32)
def build_tables(
    values: tuple[int, ...], wrap: bool = False, cap: int = 0, high_only: bool = False
) -> MeldTables:
    """The tables for card values by rank (13, ace first), the ace's use and the longest meld.

    With `high_only` an ace may lie above a king, as in Q K A, but no run goes on from it.
    Raises ValueError for other than 13 values, a negative one, more than 300 in a suit, or a
    cap below four.

    >>> t = build_tables((1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10))
    >>> int(t.flat[LEFT + 0b1_0000_0000_0111])  # A 2 3 K
    10
    """
    if len(values) != 13 or min(values) < 0 or sum(values) > MAX_POINTS:
        raise ValueError(f"card values must be 13, none negative, sum at most {MAX_POINTS}")
    if 0 < cap < 4:
        raise ValueError("a meld may be capped at four cards or more")
    longest = min(cap, 5) if cap else 5
    key, rest = _suit_keys([value * KEY + 1 for value in values], wrap, longest, high_only)
    fewest, _ = _suit_keys([1] * 13, wrap, longest, high_only)
    points = np.array([*values, 0, 0, 0] * 4, np.int64)
    prices = np.arange(MAX_POINTS + 1)[:, None] <= np.array(values)
    worth = prices @ (1 << np.arange(13))
    flat = np.concatenate([key // KEY, key, fewest, rest, points, worth])
    return MeldTables(
        points=_stored(points),
        flat=_stored(flat.astype(np.int16)),
        wrap=int(wrap),
        cap=cap,
    )
