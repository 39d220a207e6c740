"""The moves of the Markov chain over trajectories, proposed but not yet made.

The state of a chain is one array of ints, `chain`: int64[ROWS, n], n at least 64 and more than
the turns. A proposal is written into its last rows; the return value of each proposing
function is the log of (chance to propose the way back) / (chance to propose this), or
`REFUSED` for what cannot be.
"""

from __future__ import annotations

from math import log
from typing import Any, Final

from analyzer.kernel.bits import FULL, RANKS, column, lowest, popcount
from analyzer.kernel.jit import inlined, jit
from analyzer.kernel.rng import below, step

# Rows of a chain.
CARD: Final = 0
"""By slot: the card in it."""
DATE: Final = 1
"""By slot: the turn in which its card came from the stock, −1 for the deal."""
DUE: Final = 2
"""By slot: the turn in which its card was discarded, `LATER` if it is still held."""
PLACE: Final = 3
"""By card: its slot, or its place among the free cards."""
FREE: Final = 4
"""By place: the cards that nobody drew, so far as this state goes."""
SLOT: Final = 5
"""By turn: the slot drawn in it, −1 for none."""
BEFORE: Final = 6
"""By turn: their ten cards before it, as a mask."""
NEXT: Final = 7
"""As `BEFORE`, of the state that is tried."""
ORDER: Final = 8
"""The turns, those that refuse most changes first."""
NOW: Final = 9
"""The rest of the state: see below."""
PLAN: Final = 10
"""The proposal: see below."""
WHERE: Final = 11
"""By number of the change: the slot."""
WHEN: Final = 12
"""By number of the change: the slot's date."""
LEAVING: Final = 13
"""By number of the change: the card that leaves the slot."""
COMING: Final = 14
"""By number of the change: the card that comes into it."""
UNTIL: Final = 15
"""By number of the change: the turn in which that card was discarded, or `LATER`."""
HOME: Final = 16
"""By turn: the card discarded in it that came from a slot, −1 for none."""
ROWS: Final = 17

# Places in the row `NOW`.
HIDDEN: Final = 0
"""The cards they hold that nobody saw them take, as a mask."""
LEFT: Final = 1
"""The free cards, as a mask."""
TYPE: Final = 2
"""Which type of player they are."""
STATE: Final = 3
"""State of the random numbers."""
SIZE: Final = 4
"""Number of slots."""
TURNS: Final = 5
"""Number of turns."""
HELD: Final = 6
"""The cards they were seen to take and still hold, as a mask."""

# Places in the row `PLAN`.
FROM: Final = 0
"""First turn that is concerned."""
TO: Final = 1
"""Turn before which all is the same again, or the number of turns."""
CHANGES: Final = 2
"""Number of slots that get another card."""
AS: Final = 3
"""Type of player."""
OUT: Final = 4
"""The hidden cards that they would not hold then, as a mask."""
IN: Final = 5
"""The free cards in their place, as a mask."""

LATER: Final = 1 << 20
"""The turn of a discard that has not come."""
MOST_SLOTS: Final = 64
REFUSED: Final = -1e18

# Of a hundred moves, how many are of each kind (the rest: one card for another).
TYPES_OF_100: Final = 4
SWAPS_OF_100: Final = 3
SHIFTS_OF_100: Final = 3
HOMES_OF_100: Final = 8
MELDS_OF_100: Final = 8
PAIRS_OF_100: Final = 10
BUILDS_OF_100: Final = 10

LINKED: Final = 4
"""The factor by which a card is likelier to be proposed that goes with others in the hand."""


@inlined
def draw(chain: Any, count: int) -> int:
    """A random number from 0 to count − 1."""
    state = step(chain[NOW, STATE])
    chain[NOW, STATE] = state
    return below(state, count)


@inlined
def _nth(mask: int, number: int) -> int:
    """The card number `number` of a mask, from 0."""
    for _ in range(number):
        mask &= mask - 1
    return lowest(mask)


@inlined
def _pairs_at(mask: int, shape: int) -> int:
    """The lower cards of the pairs in a mask that have one of five shapes.

    Neighbours, neighbours with a gap, and the same rank one, two or three suits apart.
    """
    if shape < 2:
        return mask & mask >> (shape + 1)
    return mask & mask >> ((shape - 1) * 16)


@inlined
def _pair_gap(shape: int) -> int:
    return shape + 1 if shape < 2 else (shape - 1) * 16


@inlined
def _melds_at(mask: int, shape: int) -> int:
    """The lowest cards of the melds of three in a mask that have one of four shapes.

    A run, or a set with the second and third card so many suits on: (1, 2), (1, 3), (2, 3).
    """
    if shape == 0:
        return mask & mask >> 1 & mask >> 2
    if shape == 1:
        return mask & mask >> 16 & mask >> 32
    if shape == 2:
        return mask & mask >> 16 & mask >> 48
    return mask & mask >> 32 & mask >> 48


@inlined
def _meld_from(card: int, shape: int) -> int:
    if shape == 0:
        return 7 << card
    if shape == 1:
        return 0x1_0001_0001 << card
    if shape == 2:
        return 0x1_0000_0001_0001 << card
    return 0x1_0001_0000_0001 << card


@jit
def _count_groups(mask: int, melds: bool) -> int:
    """Return how many melds of three (not round the corner), or pairs on the way to one, a mask
    holds."""
    total = 0
    if melds:
        for shape in range(4):
            total += popcount(_melds_at(mask, shape))
    else:
        for shape in range(5):
            total += popcount(_pairs_at(mask, shape))
    return total


@jit
def _group_at(mask: int, melds: bool, number: int) -> int:
    """The cards of meld (or pair) number `number` of a mask, in the order of `_count_groups`."""
    for shape in range(4 if melds else 5):
        lowers = _melds_at(mask, shape) if melds else _pairs_at(mask, shape)
        count = popcount(lowers)
        if number < count:
            card = _nth(lowers, number)
            if melds:
                return _meld_from(card, shape)
            return 1 << card | 1 << (card + _pair_gap(shape))
        number -= count
    return 0


@jit
def propose(chain: Any, prior: Any) -> float:
    """Plan a move of a kind drawn at random."""
    kind = draw(chain, 100)
    chain[PLAN, TO] = chain[NOW, TURNS]
    chain[PLAN, AS] = chain[NOW, TYPE]
    chain[PLAN, OUT], chain[PLAN, IN] = 0, 0
    kind -= TYPES_OF_100
    if kind < 0:
        return _another_type(chain, prior)
    size = chain[NOW, SIZE]
    kind -= SWAPS_OF_100
    if kind < 0:
        return _swapped(chain, draw(chain, size), draw(chain, size))
    kind -= SHIFTS_OF_100
    if kind < 0:
        return _shifted(chain, draw(chain, size), draw(chain, size))
    kind -= HOMES_OF_100
    if kind < 0:
        return _home(chain)
    kind -= MELDS_OF_100
    if kind < 0:
        return _groups(chain, True)
    kind -= PAIRS_OF_100
    if kind < 0:
        return _groups(chain, False)
    kind -= BUILDS_OF_100
    if kind < 0:
        return _build(chain)
    return _one_card(chain)


@jit
def _another_type(chain: Any, prior: Any) -> float:
    """A type from the prior, so that its chance there needs no account."""
    chain[PLAN, FROM], chain[PLAN, CHANGES] = 0, 0
    chain[PLAN, AS] = drawn_type(chain, prior)
    return REFUSED if chain[PLAN, AS] == chain[NOW, TYPE] else 0.0


@jit
def drawn_type(chain: Any, prior: Any) -> int:
    """A type drawn from the prior."""
    chance = draw(chain, 1 << 24) / (1 << 24)
    for kind in range(len(prior)):
        chance -= prior[kind]
        if chance < 0.0:
            return kind
    return 0


@inlined
def _plan(chain: Any, change: int, slot: int, coming: int, until: int) -> None:
    chain[WHERE, change], chain[WHEN, change] = slot, chain[DATE, slot]
    chain[LEAVING, change], chain[COMING, change] = chain[CARD, slot], coming
    chain[UNTIL, change] = until


@jit
def _swapped(chain: Any, a: int, b: int) -> float:
    """The cards of two slots of other dates, where neither was discarded before it came."""
    if chain[DATE, a] > chain[DATE, b]:
        a, b = b, a
    if chain[DATE, a] == chain[DATE, b] or chain[DATE, b] > chain[DUE, a]:
        return REFUSED
    _plan(chain, 0, a, chain[CARD, b], chain[DUE, b])
    _plan(chain, 1, b, chain[CARD, a], chain[DUE, a])
    chain[PLAN, FROM], chain[PLAN, TO] = max(0, chain[DATE, a]), chain[DATE, b] + 1
    chain[PLAN, CHANGES] = 2
    return 0.0


@jit
def _shifted(chain: Any, a: int, b: int) -> float:
    """The card of slot a into b, where a card is held that becomes free, and a free card into a."""
    left = chain[NOW, LEFT]
    early = chain[DATE, b] > chain[DUE, a]
    if chain[DATE, a] == chain[DATE, b] or chain[DUE, b] != LATER or early or left == 0:
        return REFUSED
    leaving = chain[CARD, b]
    coming, odds = _fitting(chain, leaving)
    _plan(chain, 0, a, coming, LATER)
    _plan(chain, 1, b, chain[CARD, a], chain[DUE, a])
    chain[PLAN, FROM] = max(0, min(chain[DATE, a], chain[DATE, b]))
    chain[PLAN, OUT], chain[PLAN, IN] = 1 << leaving, 1 << coming
    chain[PLAN, CHANGES] = 2
    return odds


@jit
def _home(chain: Any) -> float:
    """A card discarded in the turn of a draw: it was the card drawn, or was not.

    Most late discards were just drawn, so this is tried more often than of any two slots.
    """
    turn = draw(chain, chain[NOW, TURNS])
    card, own = chain[HOME, turn], chain[SLOT, turn]
    if card < 0 or own < 0:
        return REFUSED
    place = chain[PLACE, card]
    earlier = own  # slots are in the order of their dates
    ways = log(float(earlier))
    swaps = draw(chain, 2) == 0
    if place == own:
        other = draw(chain, earlier)
        odds = _swapped(chain, own, other) if swaps else _shifted(chain, own, other)
        return odds if odds == REFUSED else odds + ways
    odds = _swapped(chain, place, own) if swaps else _shifted(chain, place, own)
    return odds if odds == REFUSED else odds - ways


@inlined
def _linked(cards: int) -> int:
    """The cards next to those of a mask, or next but one, or of their rank; its own too."""
    ranks = cards | cards >> 16 | cards >> 32 | cards >> 48
    runs = cards << 1 | cards << 2 | cards >> 1 | cards >> 2
    return (runs | column(ranks & RANKS)) & FULL


@jit
def _one_card(chain: Any) -> float:
    """A hidden card for one that is free, more often one that goes with the rest of the hand."""
    hidden, left = chain[NOW, HIDDEN], chain[NOW, LEFT]
    if hidden == 0 or left == 0:
        return REFUSED
    leaving = _nth(hidden, draw(chain, popcount(hidden)))
    coming, odds = _fitting(chain, leaving)
    slot = chain[PLACE, leaving]
    _plan(chain, 0, slot, coming, LATER)
    chain[PLAN, FROM], chain[PLAN, CHANGES] = max(0, chain[DATE, slot]), 1
    chain[PLAN, OUT], chain[PLAN, IN] = 1 << leaving, 1 << coming
    return odds


@jit
def _fitting(chain: Any, leaving: int) -> tuple[int, float]:
    """(a free card for a hidden one, log odds to propose the way back)."""
    left = chain[NOW, LEFT]
    linked = _linked((chain[NOW, HIDDEN] | chain[NOW, HELD]) & ~(1 << leaving))
    more = LINKED * popcount(left & linked)
    total = more + popcount(left & ~linked)
    number = draw(chain, total)
    if number < more:
        coming, there = _nth(left & linked, number // LINKED), LINKED
    else:
        coming, there = _nth(left & ~linked, number - more), 1
    back = LINKED if linked >> leaving & 1 else 1
    return coming, log(back * total / (there * (total - there + back)))


@jit
def _groups(chain: Any, melds: bool) -> float:
    """A hidden meld of three, or a pair, for a free one; the slots in a random order."""
    hidden, left = chain[NOW, HIDDEN], chain[NOW, LEFT]
    mine, others = _count_groups(hidden, melds), _count_groups(left, melds)
    if mine == 0 or others == 0:
        return REFUSED
    leaving = _group_at(hidden, melds, draw(chain, mine))
    coming = _group_at(left, melds, draw(chain, others))
    back = _count_groups(hidden & ~leaving | coming, melds) * _count_groups(
        left & ~coming | leaving, melds
    )
    _plan_all(chain, leaving, coming)
    return log(mine * others / back)


@jit
def _plan_all(chain: Any, leaving: int, coming: int) -> None:
    """Cards for as many others, in a random order."""
    chain[PLAN, OUT], chain[PLAN, IN] = leaving, coming
    begin, number = LATER, 0
    while leaving != 0:
        card = lowest(leaving)
        leaving &= leaving - 1
        other = _nth(coming, draw(chain, popcount(coming)))
        coming &= ~(1 << other)
        slot = chain[PLACE, card]
        _plan(chain, number, slot, other, LATER)
        begin = min(begin, chain[DATE, slot])
        number += 1
    chain[PLAN, FROM], chain[PLAN, CHANGES] = max(0, begin), number


@jit
def _any_three(chain: Any, mask: int) -> int:
    """Three cards of a mask at random."""
    cards = 0
    for _ in range(3):
        rest = mask & ~cards
        cards |= 1 << _nth(rest, draw(chain, popcount(rest)))
    return cards


@inlined
def _threes(count: int) -> float:
    return count * (count - 1) * (count - 2) / 6.0


@jit
def _build(chain: Any) -> float:
    """Any three hidden cards for a free meld, or the other way round."""
    hidden, left = chain[NOW, HIDDEN], chain[NOW, LEFT]
    if popcount(hidden) < 3 or popcount(left) < 3:
        return REFUSED
    breaks = draw(chain, 2) != 0
    giving, getting = (hidden, left) if breaks else (left, hidden)
    number = _count_groups(giving, True)
    if number == 0:
        return REFUSED
    meld = _group_at(giving, True, draw(chain, number))
    three = _any_three(chain, getting)
    back = _count_groups(getting & ~three | meld, True) * _threes(popcount(giving))
    odds = log(number * _threes(popcount(getting)) / back)
    leaving, coming = (meld, three) if breaks else (three, meld)
    _plan_all(chain, leaving, coming)
    return odds


@jit
def settle(chain: Any) -> None:
    """Make what is planned the state of the chain."""
    leaving, coming = chain[PLAN, OUT], chain[PLAN, IN]
    chain[NOW, HIDDEN] ^= leaving | coming
    chain[NOW, LEFT] ^= leaving | coming
    while leaving != 0:
        card, place = lowest(leaving), chain[PLACE, lowest(coming)]
        leaving &= leaving - 1
        coming &= coming - 1
        chain[FREE, place], chain[PLACE, card] = card, place
    for change in range(chain[PLAN, CHANGES]):
        slot, card = chain[WHERE, change], chain[COMING, change]
        chain[CARD, slot], chain[PLACE, card] = card, slot
        chain[DUE, slot] = chain[UNTIL, change]
    chain[NOW, TYPE] = chain[PLAN, AS]
    for turn in range(chain[PLAN, FROM], chain[PLAN, TO]):
        chain[BEFORE, turn] = chain[NEXT, turn]
