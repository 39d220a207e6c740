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
    in_runs,
    lowest,
    set_ranks,
)
from analyzer.kernel.jit import inlined, jit
from analyzer.kernel.tables import FEWEST, KEY, KEYS, LEFT, PRICE, REST, WORTH, Ints, MeldTables


@inlined
def suit_sum(mask: int, flat: Ints, at: int) -> int:
    """The sum over the four suits of the suit table that begins at `at`."""
    total: int = (
        flat[at + (mask & RANKS)]
        + flat[at + ((mask >> 16) & RANKS)]
        + flat[at + ((mask >> 32) & RANKS)]
        + flat[at + ((mask >> 48) & RANKS)]
    )
    return total


@inlined
def tokens_of(mask: int, clash: int) -> int:
    """The cards to withhold in turn: all clashing ones of a four, one of each three."""
    higher = (clash >> 16) | (clash >> 32) | (clash >> 48)
    both = mask & (mask >> 32)
    fours = both & (both >> 16) & RANKS
    return clash & (column(fours) | ~higher)


@inlined
def sets_without(mask: int, withheld: int) -> int:
    """The cards in sets, every set whole that is left without the withheld ones."""
    kept = mask & ~withheld
    return column(set_ranks(kept)) & kept


@jit
def _least_of_clash(mask: int, clash: int, best: int, flat: Ints, at: int) -> int:
    tokens = tokens_of(mask, clash)
    withheld = tokens
    while withheld != 0:
        best = min(best, suit_sum(mask ^ sets_without(mask, withheld), flat, at))
        withheld = (withheld - 1) & tokens
    return best


@inlined
def _least(mask: int, flat: Ints, at: int, wrap: int) -> int:
    sets = column(set_ranks(mask)) & mask
    best = suit_sum(mask ^ sets, flat, at)
    clash = sets & in_runs(mask, wrap)
    if clash == 0:
        return best
    return _least_of_clash(mask, clash, best, flat, at)


@inlined
def deadwood(mask: int, t: MeldTables) -> int:
    """The least points that the hand can leave unmelded. Any number of cards.

    >>> from analyzer.kernel.tables import MeldValues, build_tables
    >>> t = build_tables(MeldValues((1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10)))
    >>> deadwood(0b1_0000_1110 << 16, t)  # 2d 3d 4d 9d
    9
    """
    return _least(mask, t.flat, LEFT, t.wrap)


@inlined
def _cards_left(mask: int, t: MeldTables) -> int:
    """The fewest cards that the hand can leave unmelded, whatever their points."""
    return _least(mask, t.flat, FEWEST, t.wrap)


@jit
def _best_sets(mask: int, flat: Ints, wrap: int) -> tuple[int, int]:
    """(key, cards in sets) of a least-deadwood arrangement; on ties sets before runs."""
    sets = column(set_ranks(mask)) & mask
    best = suit_sum(mask ^ sets, flat, KEYS)
    clash = sets & in_runs(mask, wrap)
    if clash == 0:
        return best, sets
    tokens = tokens_of(mask, clash)
    withheld = tokens
    while withheld != 0:
        other = sets_without(mask, withheld)
        key = suit_sum(mask ^ other, flat, KEYS)
        if key < best:
            best = key
            sets = other
        withheld = (withheld - 1) & tokens
    return best, sets


@inlined
def _rest(mask: int, flat: Ints) -> int:
    left: int = (
        int(flat[REST + (mask & RANKS)])
        | (int(flat[REST + ((mask >> 16) & RANKS)]) << 16)
        | (int(flat[REST + ((mask >> 32) & RANKS)]) << 32)
        | (int(flat[REST + ((mask >> 48) & RANKS)]) << 48)
    )
    return left


@inlined
def arrange(mask: int, t: MeldTables) -> tuple[int, int]:
    """(points * 64 + number, the cards themselves) left in one least-deadwood arrangement.

    On ties one with fewest cards left.
    """
    key, sets = _best_sets(mask, t.flat, t.wrap)
    return key, _rest(mask ^ sets, t.flat)


@inlined
def layout(mask: int, t: MeldTables) -> tuple[int, int, int]:
    """(cards left, cards in runs, missing fourths of three-card sets) of that arrangement.

    The last two are what `defend.defend` wants to know of a knocker.
    """
    sets = _best_sets(mask, t.flat, t.wrap)[1]
    loose = mask ^ sets
    left = _rest(loose, t.flat)
    return left, loose ^ left, column(set_ranks(sets)) & ~sets


@inlined
def best_discard(mask: int, forbidden: int, t: MeldTables) -> tuple[int, int]:
    """(least deadwood after one discard, index of that card).

    `forbidden` is the index of a card that may not be discarded, or -1; another is there. On ties
    the most expensive card, then the lowest index.
    """
    key, sets = _best_sets(mask, t.flat, t.wrap)
    return _discard(mask, key, _rest(mask ^ sets, t.flat), forbidden, t.flat, t.wrap)


@inlined
def discard_from(mask: int, key: int, left: int, forbidden: int, t: MeldTables) -> tuple[int, int]:
    """As `best_discard`, for a hand of which `arrange` gave the key and the cards left."""
    return _discard(mask, key, left, forbidden, t.flat, t.wrap)


@jit
def _discard(
    mask: int, key: int, left: int, forbidden: int, flat: Ints, wrap: int
) -> tuple[int, int]:
    now = key // KEY
    free = mask if forbidden < 0 else mask & ~(1 << forbidden)
    # Discarding c leaves at least now - points(c), for its arrangement is one of the whole hand
    # with c unmelded. A card left over reaches that; only cards worth as much may do as well.
    best, discard, price = 1 << 30, -1, -1
    rest = left & free
    while rest != 0:
        card = lowest(rest)
        rest &= rest - 1
        value = flat[PRICE + card]
        if value > price:
            price, discard = value, card
            best = now - value
    rest = free & ~left
    if price >= 0:
        rest &= column(int(flat[WORTH + price]))
    while rest != 0:
        card = lowest(rest)
        rest &= rest - 1
        value = flat[PRICE + card]
        bound = now - value
        if bound > best or (bound == best and (value < price or card > discard)):
            continue
        after = _least(mask ^ (1 << card), flat, LEFT, wrap)
        if after < best or (
            after == best and (value > price or (value == price and card < discard))
        ):
            best, discard, price = after, card, value
    return best, discard


@inlined
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
    """The live cards with which some discard leaves nothing unmelded.

    With a hand that is gin already that is every live card: it can be discarded itself.
    """
    now = _cards_left(mask, t)
    if now == 0:
        return live & ~mask
    # The new card goes into one meld, which without it leaves at most four loose cards (two on
    # each side in a run of five), and one card more may be discarded.
    if now > 5:
        return 0
    outs = 0
    rest = live & helping(mask, t.wrap)
    while rest != 0:
        card = rest & -rest
        rest ^= card
        left = _cards_left(mask | card, t)
        if left == 1 or (left == 0 and best_discard(mask | card, -1, t)[0] == 0):
            outs |= card
    return outs
