"""Sampling what a player cannot see: the opponent's hidden cards and the order of the stock.

A *world* is one way the unseen cards can lie: the opponent's whole hand as a mask, and the
unseen cards that are left as a row in random order, of which one player draws from the front
and the other from the back. World `i` of a seed depends on nothing but the seed and `i`.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from analyzer.kernel._policy import choose_discard
from analyzer.kernel.bits import lowest
from analyzer.kernel.deadwood import arrange, deadwood
from analyzer.kernel.deals import cards_in, shuffle
from analyzer.kernel.inplay import Floats
from analyzer.kernel.jit import jit
from analyzer.kernel.rng import below, seeded, step
from analyzer.kernel.tables import Ints, MeldTables

NEAR: Final = 8
"""A played hand stops an eighth of its target above it, or an eighth and `SLACK` below."""
SLACK: Final = 3
DEALS: Final = 6
"""Random hands tried for one that is not already better than the target."""
TURNS: Final = 60
"""Draws tried to play a hand to its target."""


@jit
def _play_on(
    hand: int,
    known: int,
    row: Any,
    count: int,
    target: int,
    stage: float,
    state: int,
    t: MeldTables,
    w: Floats,
) -> tuple[int, int]:
    """Let the hand draw from the row and discard as its policy does until it is near the target.

    A draw that would bring the hand too far under the target is put back. A discard
    goes back into the row. The cards known to be held are never discarded. As in play the
    hand may get worse for a while; the best one met is what is left if time runs out.
    """
    live = cards_in(row, 0, count)
    best, nearest = hand, deadwood(hand, t)
    kept = hand
    for _ in range(TURNS):
        if nearest <= target + target // NEAR:
            break
        state = step(state)
        place = below(state, count)
        drawn = row[place]
        eleven = kept | (1 << drawn)
        key, loose = arrange(eleven, t)
        free = loose & ~known
        if free == 0:
            continue
        discard = choose_discard(eleven, key, free, -1, live & ~(1 << drawn), 0, stage, t, w, 1)
        now = deadwood(eleven & ~(1 << discard), t)
        if now < target - target // NEAR - SLACK:
            continue
        kept = eleven & ~(1 << discard)
        row[place] = discard
        live = (live & ~(1 << drawn)) | (1 << discard)
        if now < nearest:
            best, nearest = kept, now
    if best != kept:
        _swap_back(row, count, kept & ~best, best & ~kept)
    return best, state


@jit
def _swap_back(row: Any, count: int, leaving: int, entering: int) -> None:
    """Put the cards `leaving` a hand into the row in place of those `entering` it."""
    for place in range(count):
        if entering >> row[place] & 1:
            row[place] = lowest(leaving)
            leaving &= leaving - 1


@jit(allocates=True)
def sample_worlds(
    unseen: Ints,
    hidden: int,
    known: int,
    targets: Ints,
    stage: float,
    seed: int,
    first: int,
    hands: Any,
    rows: Any,
    t: MeldTables,
    w: Floats,
) -> None:
    """Fill `hands` (int64[n]) and `rows` (int8[n, unseen − hidden]) with worlds first … first+n−1.

    `unseen` are card indices; `hidden` of them go to the opponent beside the cards `known`.
    With `targets` (int16, deadwood values drawn evenly) the opponent's hand is one that has
    been played by the policy in row 1 of `w` until it reached a target; without any it is
    random: uniform over all hands.
    """
    size = len(unseen)
    count = size - hidden
    row = np.empty(size, np.int64)
    for world in range(len(hands)):
        state = seeded(seed, first + world)
        for place in range(size):
            row[place] = unseen[place]
        state = shuffle(row, 0, size, state)
        hand = known | cards_in(row, count, size)
        if len(targets) > 0 and count > 0:
            state = step(state)
            target = targets[below(state, len(targets))]
            for _ in range(DEALS):
                if deadwood(hand, t) >= target - target // NEAR:
                    break
                state = shuffle(row, 0, size, state)
                hand = known | cards_in(row, count, size)
            hand, state = _play_on(hand, known, row, count, target, stage, state, t, w)
            state = shuffle(row, 0, count, state)
        hands[world] = hand
        for place in range(count):
            rows[world, place] = row[place]


@jit
def count_holding(hands: Any, counts: Any) -> None:
    """Add to `counts` (64 ints) how many of the hands hold each card."""
    for hand in hands:
        for card in range(61):
            counts[card] += hand >> card & 1
