"""Cards as bits: bit = suit * 16 + rank, suits c d h s, ranks A 2 … K.

Each suit has a lane of 16 bits of which the low 13 are cards, so that a shift by one or two
cannot leak a card into the next suit, and a lane has room for an ace and a two beyond the king
where runs go round the corner. The highest card is bit 60: every mask is a positive signed
64-bit number, which keeps numba, numpy and plain Python ints alike.
"""

from __future__ import annotations

from typing import Final

from analyzer.kernel.jit import bit_count, inlined

RANKS: Final = 0x1FFF
"""The 13 ranks of one suit."""
COLUMN: Final = 0x0001_0001_0001_0001
"""One rank in all four suits; a 13-bit rank mask times this is those ranks in every suit."""
FULL: Final = RANKS * COLUMN
"""All 52 cards."""
ACES: Final = COLUMN
"""The four aces."""
LOW_PAIR: Final = 3 * COLUMN
"""The aces and twos: what a run round the corner can reach beyond the king, for a run of three."""


@inlined
def popcount(mask: int) -> int:
    """Return how many cards a mask holds.

    >>> popcount(0b1011)
    3
    """
    return bit_count(int(mask))


@inlined
def lowest(mask: int) -> int:
    """Index of the lowest card of a mask that is not empty.

    >>> lowest(0b1000)
    3
    """
    return popcount((mask & -mask) - 1)


@inlined
def column(ranks: int) -> int:
    """The cards of the given ranks (13 bits) in all four suits.

    >>> column(1) == ACES
    True
    """
    return ranks * COLUMN


@inlined
def set_ranks(mask: int) -> int:
    """The ranks (13 bits) of which a mask holds three or four cards.

    >>> set_ranks((1 << 4) | (1 << 20) | (1 << 52))
    16
    """
    both = mask & (mask >> 32)  # clubs and hearts; diamonds and spades
    either = mask | (mask >> 32)
    return ((both & (either >> 16)) | (either & (both >> 16))) & RANKS


@inlined
def in_runs(mask: int, wrap: int) -> int:
    """The cards of a mask that some run of three or more within it contains.

    `wrap` is 1 where a run may go round the corner, as in K A 2.

    >>> in_runs(0b1_0111_0011, 0) == 0b0_0111_0000
    True
    """
    if wrap != 0:
        longer = mask | ((mask & LOW_PAIR) << 13)
        first = longer & (longer >> 1) & (longer >> 2)
        held = first | (first << 1) | (first << 2)
        return (held | ((held >> 13) & LOW_PAIR)) & FULL
    first = mask & (mask >> 1) & (mask >> 2)
    return first | (first << 1) | (first << 2)


@inlined
def below(mask: int, wrap: int) -> int:
    """The cards one rank below those of a mask, round the corner if `wrap` is 1.

    >>> below(0b100, 0)
    2
    """
    down = mask >> 1
    if wrap != 0:
        down |= (mask & ACES) << 12
    return down & FULL


@inlined
def above(mask: int, wrap: int) -> int:
    """The cards one rank above those of a mask, round the corner if `wrap` is 1.

    >>> above(0b100, 0), above(1 << 12, 0), above(1 << 12, 1)
    (8, 0, 1)
    """
    up = mask << 1
    if wrap != 0:
        up |= (mask >> 12) & ACES
    return up & FULL
