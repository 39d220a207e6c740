"""The rollout policy: what a player does who sees only their own side, in a microsecond.

Linear in a few observable features, with weights that drift with the stage of the hand (the
form and the first weights were measured on prototypes; see `analyzer/engine/policies.py`
for the numbers and their source). Stage `t` is 0 at the start and reaches 1.2 when the two
players have discarded 24 cards.

Knowledge of a player is three masks: `hand`, `live` (cards whose place they do not know) and
`known` (cards that they saw the other take).
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from analyzer.kernel.bits import COLUMN, FULL, RANKS, column, lowest, popcount, set_ranks
from analyzer.kernel.deadwood import arrange, best_discard
from analyzer.kernel.inplay import SURE, WALL_ROW, Floats
from analyzer.kernel.jit import inlined
from analyzer.kernel.tables import KEY, MeldTables

# Where a policy's numbers stand in its row of weights. Those of two places are the value at
# stage 0 and its change a stage.
DEAD: Final = 0
"""Cost of a point of deadwood kept."""
LOOSE: Final = 2
"""Cost of a loose card kept."""
OUTS: Final = 4
"""Gain of a live card that would make a meld with two loose cards kept."""
PRICE: Final = 6
"""Cost of a point of the card discarded."""
DANGER: Final = 8
"""Cost of a pair of live cards that would meld with the card discarded."""
FEEDS: Final = 10
"""Cost of a pair of one live and one known card that would meld with it."""
GIFT: Final = 12
"""Cost of a pair of known cards that would meld with it (one place)."""
TAKE: Final = 13
"""Base of the wish to take the upcard."""
TAKE_MELD: Final = 15
"""Wish to take a card that melds."""
TAKE_GAIN: Final = 17
"""Part of the gain in the hand's cost that counts for taking (one place)."""
TAKE_LIMIT: Final = 18
"""Wish to take a card that brings the hand under the knock limit (one place)."""
KNOCK: Final = 19
"""Most deadwood to knock with, by stage (own discards 0 … 15, then `WALL_ROW`) and gin outs
(0 … 4 or more); −1 for never, but for gin (85 places)."""
NEAR: Final = 104
"""Further gain of such a live card where at most three loose cards are kept: it gives gin."""
TAKE_ANY: Final = 106
"""Wish of one who takes only into melds to take a card that could be in a meld, though the best
arrangement leaves it over (one place)."""
TAKE_EXPENSIVE: Final = 107
"""Of a card that melds nothing and is worth at least as much as any that could go for it: a wish
of its own, and the part that counts of what else speaks for it. −`SURE` for never, which saves a
look at what the card could become."""
TAKE_FIRST: Final = 109
"""Wish to take the first upcard rather than leave it to the other player (one place)."""
SIZE: Final = 110
"""Places in a row; two rows, one a player, are what a playout takes."""


UNSEEN_AT_FIRST: Final = 41
"""Cards that one has not seen who is offered the first upcard; later there are fewer."""

PAIRS: Final = np.array(
    [
        (bits & 1) * (bits >> 1 & 1) + (bits >> 1 & bits >> 3 & 1) + (bits >> 3 & bits >> 4 & 1)
        for bits in range(32)
    ]
)
"""Pairs that make a run with a card, by which of its neighbours −2, −1, (itself,) +1, +2 are
there."""


def _reach() -> NDArray[np.int64]:
    reach = np.zeros(64, np.int64)
    for card in range(64):
        if not FULL >> card & 1:
            continue
        suit = RANKS << (card & 48)
        bit = 1 << card
        near = bit << 1 | bit << 2 | bit >> 1 | bit >> 2
        reach[card] = (near & suit | COLUMN << (card & 15)) & FULL & ~bit
    return reach


REACH: Final = _reach()
"""For each card the others that may be in a meld of three with it, bar round the corner."""


@inlined
def pairs_through(card: int, cards: int) -> int:
    """Return how many two-card holdings within `cards` would meld with a card (0 to 6).

    Runs round the corner are not counted: a danger is an estimate anyway.
    """
    window = (cards << 2) >> card & 31
    same = popcount(cards >> (card & 15) & COLUMN)
    runs: int = PAIRS[window & 27]
    return runs + same * (same - 1) // 2


@inlined
def meld_outs(loose: int, live: int) -> int:
    """The live cards that would make a meld with two of the loose cards."""
    near = loose & (loose >> 1)
    gap = loose & (loose >> 2)
    runs = (near << 2) | (near >> 1) | (gap << 1)
    high = (loose >> 16) & 0x0000_FFFF_FFFF_FFFF
    top = high >> 16
    ranks = loose & (high | top | (top >> 16))
    ranks |= high & (top | (top >> 16))
    ranks |= top & (top >> 16)
    return (runs | column(ranks & RANKS)) & live


@inlined
def prospects(loose: int, melded: int, live: int) -> int:
    """About how many live cards give gin on the next draw, from the loose and melded cards.

    Exact but for rearrangements (a card lent from a meld of four to another meld).
    """
    count = popcount(loose)
    if count == 0 or count > 3:
        return 0
    if count > 1:
        return popcount(meld_outs(loose, live))
    run = melded & (melded >> 1) & (melded >> 2)
    longer = (run << 3) | (run >> 1)
    fourth = column(set_ranks(melded)) & ~melded
    return popcount((longer | fourth) & live)


@inlined
def at(w: Floats, p: int, place: int, stage: float) -> float:
    """A weight of two places, at a stage."""
    value: float = w[p, place] + w[p, place + 1] * stage
    return value


@inlined
def hand_cost(key: int, loose: int, live: int, stage: float, w: Floats, p: int) -> float:
    """Return what the loose cards of a ten-card hand cost: points, number, less their outs.

    `key` holds the points and the number of the loose cards, as in `tables.KEYS`.
    """
    cost: float = at(w, p, DEAD, stage) * (key >> 6) + at(w, p, LOOSE, stage) * (key & 63)
    if w[p, OUTS] != 0.0:
        worth = at(w, p, OUTS, stage)
        if (key & 63) <= 3:
            worth += at(w, p, NEAR, stage)
        cost -= worth * popcount(meld_outs(loose, live))
    return cost


class Dangers(NamedTuple):
    """The cost of each pair that the other player may meld a discard with, at a stage."""

    counted: bool
    """True if any of them costs anything."""
    live: float
    """DANGER: a pair of live cards."""
    mixed: float
    """FEEDS: a live card and one that they are known to hold."""
    known: float
    """GIFT: a pair that they are known to hold."""


@inlined
def dangers_at(w: Floats, p: int, stage: float) -> Dangers:
    """The dangers at a stage; where DANGER is 0 throughout, the others do not count either."""
    if w[p, DANGER + 1] == 0.0 and w[p, DANGER] == 0.0:
        return Dangers(False, 0.0, 0.0, 0.0)
    return Dangers(True, at(w, p, DANGER, stage), at(w, p, FEEDS, stage), w[p, GIFT])


@inlined
def price_of(card: int, stage: float, t: MeldTables, w: Floats, p: int) -> float:
    """Return what discarding a card costs for its points."""
    price: float = at(w, p, PRICE, stage) * t.points[card]
    return price


@inlined
def discard_cost(card: int, price: float, live: int, known: int, dangers: Dangers) -> float:
    """Return what giving a card to the other player costs: its price, and what they may make of
    it."""
    if not dangers.counted:
        return price
    free = pairs_through(card, live)
    cost = price + dangers.live * free
    if known & REACH[card]:
        given = pairs_through(card, known)
        mixed = pairs_through(card, live | known) - free - given
        cost += dangers.mixed * mixed + dangers.known * given
    return cost


@inlined
def _cost_without(
    card: int, key: int, loose: int, live: int, stage: float, t: MeldTables, w: Floats, p: int
) -> float:
    """`hand_cost` of what is kept where a loose card of eleven is discarded."""
    return hand_cost(key - KEY * t.points[card] - 1, loose & ~(1 << card), live, stage, w, p)


@inlined
def loose_cost(
    card: int, key: int, loose: int, live: int, known: int, stage: float, dangers: Dangers,
    t: MeldTables, w: Floats, p: int,
) -> float:  # fmt: skip
    """Return what discarding a loose card of eleven costs: the hand kept, and the card given
    away."""
    kept = _cost_without(card, key, loose, live, stage, t, w, p)
    return kept + discard_cost(card, price_of(card, stage, t, w, p), live, known, dangers)


@inlined
def choose_discard(
    hand: int, key: int, loose: int, forbidden: int, live: int, known: int, stage: float,
    t: MeldTables, w: Floats, p: int,
) -> int:  # fmt: skip
    """The card to discard from eleven: the cheapest of the loose ones.

    `key` and `loose` are what `arrange` says of the hand; `forbidden` may not be discarded (−1:
    nothing is forbidden).
    """
    rest = loose & ~(1 << forbidden) if forbidden >= 0 else loose
    if rest == 0:
        return best_discard(hand, forbidden, t)[1]
    if _counts_points_only(w, p) and at(w, p, DEAD, stage) > at(w, p, PRICE, stage):
        return _most_expensive(rest, t)  # what the costs below come to, without counting them
    dangers = dangers_at(w, p, stage)
    best, discard = 1e18, -1
    while rest != 0:
        card = lowest(rest)
        rest &= rest - 1
        cost = loose_cost(card, key, loose, live, known, stage, dangers, t, w, p)
        if cost < best:
            best, discard = cost, card
    return discard


@inlined
def cheapest(
    cards: int, key: int, loose: int, live: int, stage: float, t: MeldTables, w: Floats, p: int
) -> tuple[float, int]:
    """(least `_cost_without` one of some loose cards of eleven, that card; −1 for none)."""
    least, discard = 1e18, -1
    while cards != 0:
        card = lowest(cards)
        cards &= cards - 1
        cost = _cost_without(card, key, loose, live, stage, t, w, p)
        if cost < least:
            least, discard = cost, card
    return least, discard


@inlined
def _counts_points_only(w: Floats, p: int) -> bool:
    """True if a policy looks at neither outs nor dangers, so that points alone decide."""
    looks: bool = w[p, OUTS] != 0.0 or w[p, DANGER] != 0.0 or w[p, DANGER + 1] != 0.0
    return not looks


@inlined
def _most_expensive(cards: int, t: MeldTables) -> int:
    """The most expensive card of a mask, the lowest of several; −1 without any."""
    most, best = -1, -1
    while cards != 0:
        card = lowest(cards)
        cards &= cards - 1
        if t.points[card] > most:
            most, best = t.points[card], card
    return best


@inlined
def most_points(cards: int, t: MeldTables) -> int:
    """The points of the most expensive card of a mask; 0 without any."""
    most = 0
    while cards != 0:
        most = max(most, t.points[lowest(cards)])
        cards &= cards - 1
    return most


@inlined
def wish_for(
    hand: int, card: int, live: int, limit: int, stage: float, t: MeldTables, w: Floats, p: int
) -> float:
    """Return how much a player wants the top of the pile for a hand of ten: taken if above 0."""
    key, left = arrange(hand | (1 << card), t)
    melds = not (left >> card) & 1
    if not melds and w[p, TAKE_GAIN] == 0.0:
        return w[p, TAKE_ANY] if pairs_through(card, hand) > 0 else -SURE
    wish = at(w, p, TAKE, stage)
    if w[p, TAKE_FIRST] != 0.0 and popcount(live) == UNSEEN_AT_FIRST:
        wish += w[p, TAKE_FIRST]
    if melds:
        wish += at(w, p, TAKE_MELD, stage)
        if wish > 0.0 and w[p, TAKE_GAIN] == 0.0 and w[p, TAKE_LIMIT] >= 0.0:
            return wish  # what follows could only add to it
    others = left & ~(1 << card)
    price = most_points(others, t)
    after = (key >> 6) - price
    if after == 0:
        return SURE
    expensive = not melds and t.points[card] >= price
    if melds:
        key_before, before = arrange(hand, t)
    elif expensive and w[p, TAKE_EXPENSIVE] <= -SURE:
        return -SURE
    else:
        # Left over in the arrangement of eleven, so that of the ten is the same without it.
        key_before, before = key - KEY * t.points[card] - 1, others
    if (key_before >> 6) > limit >= after:
        wish += w[p, TAKE_LIMIT]
    if w[p, TAKE_GAIN] != 0.0:
        cost = 0.0
        if others != 0:
            cost, _ = cheapest(others, key, left, live, stage, t, w, p)
        wish += w[p, TAKE_GAIN] * (hand_cost(key_before, before, live, stage, w, p) - cost)
    if expensive:
        wish = w[p, TAKE_EXPENSIVE] + w[p, TAKE_EXPENSIVE + 1] * wish
    return wish


@inlined
def wants(
    hand: int, card: int, live: int, limit: int, stage: float, t: MeldTables, w: Floats, p: int
) -> bool:
    """True if to take the top of the pile into a hand of ten."""
    return wish_for(hand, card, live, limit, stage, t, w, p) > 0.0


@inlined
def outs_of(kept: int, live: int, t: MeldTables) -> int:
    """About how many live cards give gin to ten cards on the next draw, at most 4."""
    left = arrange(kept, t)[1]
    return min(4, prospects(left, kept ^ left, live))


@inlined
def knock_row(discards: int, last: bool) -> int:
    """The row of the knocks that counts, by the cards both have discarded; `last` at the wall."""
    return WALL_ROW if last else min(discards // 2, WALL_ROW - 1)


@inlined
def wants_knock(
    kept: int, dead: int, live: int, row: int, t: MeldTables, w: Floats, p: int
) -> bool:
    """True if to knock with `dead` (within the limit), where going on would keep `kept`.

    `row` is what `knock_row` says.
    """
    if dead == 0:
        return True
    if row == WALL_ROW:
        return wants_last(dead, w, p)
    most: float = w[p, KNOCK + 5 * row + outs_of(kept, live, t)]
    return dead <= most


@inlined
def wants_last(dead: int, w: Floats, p: int) -> bool:
    """True if to knock with `dead` (within the limit) at the wall, where no outs are left."""
    most: float = w[p, KNOCK + 5 * WALL_ROW]
    return dead == 0 or dead <= most
