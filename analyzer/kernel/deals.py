"""Shuffling and dealing rows of cards.

A deal is a row of 52 card indices: the stock from the front (31 cards), then the non-dealer's
ten, the dealer's ten, and the first upcard (or the non-dealer's eleventh card) last.
"""

from __future__ import annotations

from typing import Any, Final

from analyzer.kernel.bits import lowest
from analyzer.kernel.jit import inlined, jit
from analyzer.kernel.rng import below, seeded, step

DECK: Final = 52
FIRST: Final = 31
"""Place of the non-dealer's first card, so that as many cards are the stock."""
SECOND: Final = 41
"""Place of the dealer's first card."""
UPCARD: Final = 51
"""Place of the card turned up."""


@inlined
def shuffle(row: Any, begin: int, end: int, state: int) -> int:
    """Shuffle the places begin … end − 1 of a row; returns the state of the random numbers.

    R. Durstenfeld, *Algorithm 235: Random permutation*, 1964.
    """
    for last in range(end - 1, begin, -1):
        state = step(state)
        other = begin + below(state, last + 1 - begin)
        row[last], row[other] = row[other], row[last]
    return state


@jit
def deal(row: Any, seed: int, number: int) -> int:
    """Write deal `number` of a seed into a row (52 places or more); returns the state after it."""
    for place in range(DECK):
        row[place] = place // 13 * 16 + place % 13
    return shuffle(row, 0, DECK, seeded(seed, number))


@inlined
def knock_card(row: Any, state: int, eleven: int) -> int:
    """The card that sets a hand's limit: the upcard, or where there is none one of a second deck.

    `eleven` is 1 where the non-dealer is dealt eleven cards, `state` what `deal` returned.
    """
    if eleven == 0:
        return int(row[UPCARD]) + 0  # an int64 with numba, too
    place = below(step(step(state)), DECK)
    return place // 13 * 16 + place % 13


@inlined
def cards_in(row: Any, low: int, high: int) -> int:
    """The cards at the places low … high − 1 of a row, as a mask."""
    cards = 0
    for place in range(low, high):
        cards |= 1 << int(row[place])
    return cards


@inlined
def lay(cards: int, row: Any, place: int) -> int:
    """Write the cards of a mask into a row, lowest first, from a place on; returns the end."""
    while cards != 0:
        row[place] = lowest(cards)
        cards &= cards - 1
        place += 1
    return place
