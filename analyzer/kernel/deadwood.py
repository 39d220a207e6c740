"""Least deadwood of a hand, its arrangement, and the best discard: exact, in nanoseconds.

Once it is settled which cards are in sets, the suits are independent and each is one look-up.
What is to be settled are the *clashing* cards only: those that could be in a set and in a run.
Without one, every set is taken whole. With some, try each choice of which to withhold from
their sets; a rank with fewer than three cards left is no set and gives back all of them.

- A rank with three cards: withholding one breaks the set, whichever, so one *token* will do.
- A rank with four: withholding one leaves a set of three; withholding two breaks it.
- Withholding a card that is in no possible run cannot pay.

Wherever numbers tie, the answer is the first one met, so it depends on nothing but the hand.
"""

from __future__ import annotations

from analyzer.kernel.bits import (
    RANKS,
    above,
    below,
    column,
    four_ranks,
    in_runs,
    lowest,
    set_ranks,
)
from analyzer.kernel.jit import jit
from analyzer.kernel.tables import Ints, MeldTables


@jit
def suit_sum(mask: int, table: Ints) -> int:
    """The sum of a suit table over the four suits of a mask."""
    total: int = (
        table[mask & RANKS]
        + table[(mask >> 16) & RANKS]
        + table[(mask >> 32) & RANKS]
        + table[(mask >> 48) & RANKS]
    )
    return total


@jit
def tokens_of(mask: int, clash: int) -> int:
    """The cards to withhold in turn: all clashing ones of a four, one of each three."""
    higher = (clash >> 16) | (clash >> 32) | (clash >> 48)
    return clash & (column(four_ranks(mask)) | ~higher)


@jit
def sets_without(mask: int, withheld: int) -> int:
    """The cards in sets, taking every set whole that stands without the withheld cards."""
    kept = mask & ~withheld
    return column(set_ranks(kept)) & kept


@jit
def _least(mask: int, table: Ints, wrap: int) -> int:
    ranks = set_ranks(mask)
    if ranks == 0:
        return suit_sum(mask, table)
    sets = column(ranks) & mask
    clash = sets & in_runs(mask, wrap)
    best = suit_sum(mask ^ sets, table)
    if clash == 0 or best == 0:
        return best
    tokens = tokens_of(mask, clash)
    withheld = tokens
    while withheld != 0:
        best = min(best, suit_sum(mask ^ sets_without(mask, withheld), table))
        withheld = (withheld - 1) & tokens
    return best


@jit
def deadwood(mask: int, t: MeldTables) -> int:
    """The least points that the hand can leave unmelded. Any number of cards.

    >>> from analyzer.kernel.tables import build_tables
    >>> t = build_tables((1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10))
    >>> deadwood(0b1_0000_1110 << 16, t)  # 2d 3d 4d 9d
    9
    """
    return _least(mask, t.left, t.wrap)


@jit
def cards_left(mask: int, t: MeldTables) -> int:
    """The fewest cards that the hand can leave unmelded, whatever their points."""
    return _least(mask, t.fewest, t.wrap)


@jit
def _best_sets(mask: int, t: MeldTables) -> tuple[int, int]:
    """(key, cards in sets) of a least-deadwood arrangement; on ties sets before runs."""
    sets = column(set_ranks(mask)) & mask
    best = suit_sum(mask ^ sets, t.key)
    clash = sets & in_runs(mask, t.wrap)
    if clash == 0:
        return best, sets
    tokens = tokens_of(mask, clash)
    withheld = tokens
    while withheld != 0:
        other = sets_without(mask, withheld)
        key = suit_sum(mask ^ other, t.key)
        if key < best:
            best = key
            sets = other
        withheld = (withheld - 1) & tokens
    return best, sets


@jit
def _rest(mask: int, t: MeldTables) -> int:
    left: int = (
        t.rest[mask & RANKS]
        | (t.rest[(mask >> 16) & RANKS] << 16)
        | (t.rest[(mask >> 32) & RANKS] << 32)
        | (t.rest[(mask >> 48) & RANKS] << 48)
    )
    return left


@jit
def unmelded(mask: int, t: MeldTables) -> int:
    """The cards left in one least-deadwood arrangement; on ties one with fewest cards left."""
    sets = _best_sets(mask, t)[1]
    return _rest(mask ^ sets, t)


@jit
def layout(mask: int, t: MeldTables) -> tuple[int, int, int]:
    """(cards left, cards in runs, missing fourths of three-card sets) of that arrangement.

    The last two are what `defend.defend` wants to know of a knocker.
    """
    sets = _best_sets(mask, t)[1]
    loose = mask ^ sets
    left = _rest(loose, t)
    return left, loose ^ left, column(set_ranks(sets)) & ~sets


@jit
def best_discard(mask: int, forbidden: int, t: MeldTables) -> tuple[int, int]:
    """(least deadwood after one throw, index of the card thrown).

    `forbidden` is the index of a card that may not be thrown, or -1. On ties the dearest card,
    then the lowest index. A hand of which nothing may be thrown is not asked about.
    """
    key, sets = _best_sets(mask, t)
    now = key >> 6
    left = _rest(mask ^ sets, t)
    # Throwing c leaves at least now - points(c), for its arrangement is one of the whole hand
    # with c unmelded. A card left over reaches that; only cards as dear may do as well.
    best, thrown, price = 1 << 30, -1, -1
    rest = left
    if forbidden >= 0:
        rest &= ~(1 << forbidden)
    while rest != 0:
        card = lowest(rest)
        rest &= rest - 1
        if t.points[card] > price:
            price, thrown = t.points[card], card
            best = now - price
    rest = mask & ~left
    if forbidden >= 0:
        rest &= ~(1 << forbidden)
    while rest != 0:
        card = lowest(rest)
        rest &= rest - 1
        value = t.points[card]
        bound = now - value
        if bound > best or (bound == best and (value < price or card > thrown)):
            continue
        after = deadwood(mask ^ (1 << card), t)
        if after < best or (
            after == best and (value > price or (value == price and card < thrown))
        ):
            best, thrown, price = after, card, value
    return best, thrown


@jit
def helping(mask: int, wrap: int) -> int:
    """The cards outside a hand that would make or lengthen a meld with cards of the hand."""
    clubs_up = mask >> 16
    ranks = mask & (clubs_up | (mask >> 32) | (mask >> 48))
    ranks |= clubs_up & ((mask >> 32) | (mask >> 48))
    ranks |= (mask >> 32) & (mask >> 48)
    up, down = above(mask, wrap), below(mask, wrap)
    runs = (up & (above(up, wrap) | down)) | (down & below(down, wrap))
    return (column(ranks & RANKS) | runs) & ~mask


@jit
def gin_outs(mask: int, live: int, t: MeldTables) -> int:
    """The live cards with which some throw leaves nothing unmelded.

    With a hand that is gin already that is every live card: it can be thrown itself.
    """
    now = cards_left(mask, t)
    if now == 0:
        return live & ~mask
    # The new card goes into one meld, which without it leaves at most four loose cards (two on
    # each side in a run of five), and one card more may be thrown.
    if now > 5:
        return 0
    outs = 0
    rest = live & helping(mask, t.wrap)
    while rest != 0:
        card = rest & -rest
        rest ^= card
        left = cards_left(mask | card, t)
        if left == 1 or (left == 0 and best_discard(mask | card, -1, t)[0] == 0):
            outs |= card
    return outs
