"""Numbers of the game proved by listing every hand of a kind."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from analyzer.game.cards import DECK
from analyzer.kernel.bits import FULL
from analyzer.kernel.deadwood import best_discard, deadwood
from analyzer.kernel.defend import melds_in
from analyzer.kernel.jit import COMPILED, jit
from analyzer.kernel.tables import MeldTables, MeldValues, build_tables

CLASSIC = (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10)
T = build_tables(MeldValues(CLASSIC, False, 5))

pytestmark = pytest.mark.skipif(not COMPILED, reason="too many hands for plain Python")


@jit
def _all_zero(hands: NDArray[np.int64], discard: int, t: MeldTables) -> int:
    """How many of the hands have no deadwood, or none after a discard."""
    count = 0
    for hand in hands:
        points = best_discard(hand, -1, t)[0] if discard == 1 else deadwood(hand, t)
        if points == 0:
            count += 1
    return count


def fully_melded(size: int) -> NDArray[np.int64]:
    """Every hand of two or three melds of three to five cards with so many cards in all."""
    melds = melds_in(FULL, T)
    sizes = np.array([int(meld).bit_count() for meld in melds])
    hands = []
    for first in range(len(melds)):
        free = np.flatnonzero((melds & melds[first]) == 0)
        free = free[free > first]
        for second in free:
            pair, cards = melds[first] | melds[second], sizes[first] + sizes[second]
            if cards == size:
                hands.append(np.array([pair]))
            rest = free[free > second]
            fits = (melds[rest] & pair == 0) & (cards + sizes[rest] == size)
            hands.append(pair | melds[rest[fits]])
    return np.unique(np.concatenate(hands))


@pytest.mark.rule("R44")
def test_there_are_185_melds_of_at_most_five_cards() -> None:
    melds = [int(meld) for meld in melds_in(DECK.mask, T)]
    assert len(set(melds)) == len(melds) == 185
    sizes = [meld.bit_count() for meld in melds]
    assert [sizes.count(size) for size in (3, 4, 5)] == [52 + 44, 13 + 40, 36]


def test_there_are_136694_gin_hands() -> None:
    hands = fully_melded(10)
    assert len(hands) == 136_694
    assert int(_all_zero(hands, 0, T)) == len(hands)


def test_eleven_melded_cards_can_always_discard_one_and_be_gin() -> None:
    hands = fully_melded(11)
    assert len(hands) == 147_204
    assert int(_all_zero(hands, 0, T)) == len(hands)
    assert int(_all_zero(hands, 1, T)) == len(hands)
