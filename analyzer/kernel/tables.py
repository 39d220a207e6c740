"""The melds and points of a rule set, as look-up tables for one suit.

A suit in a hand is a 13-bit mask, so whatever depends on the runs of one suit is a table of
8,192 entries. A rules (another ace, other card values) is another table, not other code.
"""

from __future__ import annotations

import functools
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeAlias, cast

from analyzer.kernel import jit
from analyzer.kernel.bits import RANKS

if TYPE_CHECKING:
    from numpy.typing import NDArray

Ints: TypeAlias = "NDArray[Any]"
"""A numpy array of ints (in plain Python a list or `_Flat`: no scalar type that could overflow)."""

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


class MeldValues(NamedTuple):
    """The melds and card values of a rule set."""

    values: tuple[int, ...]
    """Points of each rank, ace to king."""
    wrap: bool = False
    """True where runs go round the corner."""
    cap: int = 0
    """Most cards in a meld, or 0."""
    high_only: bool = False
    """True where an ace may lie above a king, as in Q K A, but no run goes on from it."""


class _Suit(dict[int, tuple[int, int]]):
    """(least cost left, the ranks left) by the 13-bit ranks held in one suit, once asked for."""

    def __init__(self, costs: tuple[int, ...], longest: int) -> None:
        """`costs` are by rank; a run has three to `longest` cards, at most five."""
        super().__init__({0: (0, 0)})
        self._costs = costs
        self._runs = [
            [((1 << size) - 1) << (top - size + 1) for size in range(3, min(longest, top + 1) + 1)]
            for top in range(13)
        ]

    def __missing__(self, ranks: int) -> tuple[int, int]:
        """The highest card is left over, or it ends a run."""
        top = ranks.bit_length() - 1
        cost, rest = self[ranks ^ (1 << top)]
        best = cost + self._costs[top], rest | (1 << top)
        for run in self._runs[top]:
            if run & ranks == run:
                best = _cheaper(best, self[ranks ^ run])
        self[ranks] = best
        return best


class _Round(dict[int, tuple[int, int]]):
    """As `_Suit` where a run may go past the king; at most one does, and the rest is straight."""

    def __init__(self, straight: _Suit, longest: int, *, high_only: bool) -> None:
        super().__init__()
        self._straight, self._runs = straight, list(_past_the_king(longest, high_only))

    def __missing__(self, ranks: int) -> tuple[int, int]:
        best = self._straight[ranks]
        for run in self._runs:
            if run & ranks == run:
                best = _cheaper(best, self._straight[ranks ^ run])
        self[ranks] = best
        return best


def _cheaper(first: tuple[int, int], second: tuple[int, int]) -> tuple[int, int]:
    """The one that costs less; of two alike the first."""
    return second if second[0] < first[0] else first


def _past_the_king(longest: int, high_only: bool) -> Iterator[int]:
    """The runs past the king of three to five cards; longer ones split into these."""
    for length in range(3, longest + 1):
        for high in range(length - 1 if high_only else 1, length):
            kings = ((1 << high) - 1) << (13 - high)
            yield kings | ((1 << (length - high)) - 1)


class _Flat(dict[int, int]):
    """`MeldTables.flat` of which a place is worked out when it is first looked at."""

    def __init__(self, melds: MeldValues) -> None:
        super().__init__(enumerate([*melds.values, 0, 0, 0] * 4, PRICE))
        self._values, longest = melds.values, min(melds.cap or 5, 5)
        costs = tuple(value * KEY + 1 for value in melds.values), (1,) * 13
        suits = [_Suit(each, longest) for each in costs]
        self._keys, self._fewest = (
            _Round(suit, longest, high_only=melds.high_only) if melds.wrap else suit
            for suit in suits
        )

    def __missing__(self, place: int) -> int:
        table, ranks = divmod(int(place), SIZE)  # it may be numpy's
        if table * SIZE == PRICE:
            value = self._worth(place - WORTH)
        elif table * SIZE == FEWEST:
            value = self._fewest[ranks][0]
        else:
            key, rest = self._keys[ranks]
            value = {LEFT: key // KEY, KEYS: key, REST: rest}[table * SIZE]
        self[place] = value
        return value

    def _worth(self, points: int) -> int:
        return sum(1 << rank for rank, value in enumerate(self._values) if value >= points)


@functools.lru_cache(maxsize=32)
def plain_tables(melds: MeldValues) -> MeldTables:
    """The tables for plain Python, at once: each place is worked out when it is looked at.

    Raises ValueError for other than 13 values, a negative one, more than 300 in a suit, or a
    cap below four.

    >>> t = plain_tables(MeldValues((1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10)))
    >>> t.flat[LEFT + 0b1_0000_0000_0111]  # A 2 3 K
    10
    """
    values = melds.values
    if len(values) != 13 or min(values) < 0 or sum(values) > MAX_POINTS:
        raise ValueError(f"card values must be 13, none negative, sum at most {MAX_POINTS}")
    if 0 < melds.cap < 4:
        raise ValueError("a meld may be capped at four cards or more")
    points: Any = [*values, 0, 0, 0] * 4
    return MeldTables(points, cast("Any", _Flat(melds)), int(melds.wrap), melds.cap)


@functools.lru_cache(maxsize=32)
def build_tables(melds: MeldValues) -> MeldTables:
    """The tables of the same rules as the kernel takes them: arrays where it is compiled.

    >>> t = build_tables(MeldValues((1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10)))
    >>> int(t.flat[LEFT + 0b1_0000_0000_0111])  # A 2 3 K
    10
    """
    tables = plain_tables(melds)
    if not jit.COMPILED:
        return tables
    import numpy as np  # noqa: PLC0415  # a tenth of a second, which plain Python does without

    flat = [tables.flat[place] for place in range(WORTH + MAX_POINTS + 1)]
    return tables._replace(points=np.array(tables.points, np.int64), flat=np.array(flat, np.int16))
