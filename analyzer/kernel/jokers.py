"""The other games, exact where a hand is counted and plain where it is played out.

A mask is as in :mod:`analyzer.kernel.bits`, with a joker in the gap above the clubs' king and one
above the diamonds'. Melds on the table are an array of the cards they stand for, a joker being the
card that it names, with bit `JOKERED` set where one is among them. A hand with jokers is counted by
trying every pair, triple and run of two to four cards that a joker completes, and handing the rest
to the tables; longer runs with a joker split into one of these and a run without.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from analyzer.kernel.bits import COLUMN, FULL, RANKS, lowest, popcount, set_ranks
from analyzer.kernel.deadwood import best_discard, deadwood, layout
from analyzer.kernel.jit import inlined, jit, zeros
from analyzer.kernel.tables import MeldTables

JOKER: Final = 20
"""Points of a joker in no meld."""
JOKER_BITS: Final = (1 << 13) | (1 << 29)
JOKERED: Final = 1 << 61

ACE_LOW: Final = 0
CORNER: Final = 1
ACE_HIGH: Final = 2
"""An ace is low or high in a run, but none goes round the corner."""

MOST_PAIRS: Final = 160
"""More groups of cards that a joker completes than any hand has."""


class MeldRules(NamedTuple):
    """The worth of melds and cards."""

    tables: MeldTables
    ace: int
    longest: int
    """Most cards of a run that a joker is tried in: five, or the cap below it."""


# ---------------------------------------------------------------- hands with jokers


@inlined
def _ranks_from(start: int, length: int, ace: int) -> int:
    """The ranks of a run from one on, or 0 where there is no such run."""
    end = start + length
    if end <= 13:
        return ((1 << length) - 1) << start
    if ace == CORNER or (ace == ACE_HIGH and end == 14):
        low = (1 << (end - 13)) - 1
        return (((1 << length) - 1) << start) & RANKS | low
    return 0


@inlined
def _note(cards: int, out: Any, count: int) -> int:
    """Add a group of cards that is not there yet."""
    for place in range(count):
        if out[place] == cards:
            return count
    out[count] = cards
    return count + 1


@jit
def joker_groups(hand: int, ace: int, longest: int, out: Any) -> int:
    """Write every group of cards that one joker makes a meld of; returns how many there are."""
    count = 0
    for rank in range(13):
        here = hand & (COLUMN << rank)
        if here & (here - 1) == 0:
            continue
        some = here
        while some != 0:
            if 2 <= popcount(some) <= 3:
                count = _note(some, out, count)
            some = (some - 1) & here
    for suit in range(4):
        held = (hand >> (16 * suit)) & RANKS
        if held & (held - 1) == 0:
            continue
        for length in range(3, longest + 1):
            for start in range(13):
                run = _ranks_from(start, length, ace)
                missing = run & ~held
                if run == 0 or missing & (missing - 1) != 0:
                    continue
                left_out = missing if missing != 0 else run
                while left_out != 0:
                    card = left_out & -left_out
                    left_out ^= card
                    count = _note((run & ~card) << (16 * suit), out, count)
    return count


@jit(allocates=True)
def least_of(mask: int, m: MeldRules) -> int:
    """The least points that a hand can leave unmelded, jokers and all."""
    jokers, hand = popcount(mask & JOKER_BITS), mask & FULL
    best = deadwood(hand, m.tables) + jokers * JOKER
    if jokers == 0 or best == 0:
        return best
    groups = zeros(MOST_PAIRS)
    count = joker_groups(hand, m.ace, m.longest, groups)
    for first in range(count):
        left = hand & ~groups[first]
        best = min(best, deadwood(left, m.tables) + (jokers - 1) * JOKER)
        for second in range(first + 1, count if jokers == 2 else 0):
            if groups[first] & groups[second] == 0:
                best = min(best, deadwood(left & ~groups[second], m.tables))
    return best


@jit
def _discard_of(rest: int, jokers: int, forbidden: int, m: MeldRules) -> tuple[int, int]:
    """(points, card) of the best discard from cards that are in no joker's meld."""
    points, card = 10_000, -1
    allowed = rest if forbidden < 0 else rest & ~(1 << forbidden)
    if allowed != 0:
        natural = forbidden if forbidden >= 0 and rest >> forbidden & 1 else -1
        points, card = best_discard(rest, natural, m.tables)
        points += popcount(jokers) * JOKER
    loose = jokers if forbidden < 0 else jokers & ~(1 << forbidden)
    if loose != 0:
        without = deadwood(rest, m.tables) + (popcount(jokers) - 1) * JOKER
        if without < points:
            points, card = without, lowest(loose)
    return points, card


@jit(allocates=True)
def discard_of(mask: int, forbidden: int, m: MeldRules) -> tuple[int, int]:
    """(least deadwood after one discard, that card); `forbidden` is a card, or -1."""
    jokers, hand = mask & JOKER_BITS, mask & FULL
    best, card = _discard_of(hand, jokers, forbidden, m)
    if jokers == 0:
        return best, card
    groups = zeros(MOST_PAIRS)
    count = joker_groups(hand, m.ace, m.longest, groups)
    second_joker = jokers & (jokers - 1)
    if forbidden >= 0 and second_joker == 1 << forbidden:
        second_joker ^= jokers  # the one that may go is the one that is not melded
    for first in range(count):
        left = hand & ~groups[first]
        points, other = _discard_of(left, second_joker, forbidden, m)
        if points < best:
            best, card = points, other
        for second in range(first + 1, count if second_joker != 0 else 0):
            if groups[first] & groups[second] == 0:
                points, other = _discard_of(left & ~groups[second], 0, forbidden, m)
                if points < best:
                    best, card = points, other
    return best, card


# ---------------------------------------------------------------- melds on the table


@inlined
def _above(ranks: int, ace: int) -> int:
    """The ranks one above some, an ace above a king where it may lie there."""
    up = (ranks << 1) & RANKS
    return up if ace == ACE_LOW else up | ((ranks >> 12) & 1)


@inlined
def _below(ranks: int, ace: int) -> int:
    """The ranks one below some, a king below an ace where runs go round the corner."""
    return ranks >> 1 if ace != CORNER else (ranks >> 1) | ((ranks & 1) << 12)


@jit
def fitting(meld: int, ace: int) -> int:
    """The cards that can be added to a meld: next to a run, or what a set of three lacks."""
    cards = meld & FULL
    rank = set_ranks(cards)
    if rank != 0:
        return (COLUMN * rank) & ~cards
    suit = lowest(cards) // 16
    ranks = (cards >> (16 * suit)) & RANKS
    if ace == ACE_HIGH and ranks & 1:  # an ace closes its end of the run
        others = ranks & ~1
        near = (others << 1 if ranks & 2 else others >> 1) & RANKS & ~1
    else:
        near = _above(ranks, ace) | _below(ranks, ace)
    return (near & ~ranks) << (16 * suit)


@jit
def _lay_runs(runs: int, ace: int, melds: Any, count: int) -> int:
    """Put the runs that some cards make on the table, those that touch as one."""
    for suit in range(4):
        held = (runs >> (16 * suit)) & RANKS
        left, low, high = held & ~1, 0, 0
        while left != 0:
            run = left & -left
            while (run | run << 1) & left != run:
                run = (run | run << 1) & left
            left &= ~run
            if run & 2:
                low = run
            elif run & 0x1000:
                high = run
            else:
                melds[count] = run << (16 * suit)
                count += 1
        if held & 1 and ace == CORNER:
            low, high = low | 1 | high, 0
        elif held & 1 and ace == ACE_HIGH and (popcount(high) == 2 or popcount(low) < 2):
            high |= 1
        elif held & 1:
            low |= 1
        for run in (low, high):
            if run != 0:
                melds[count] = run << (16 * suit)
                count += 1
    return count


@jit
def lay_down(hand: int, m: MeldRules, melds: Any, count: int) -> tuple[int, int]:
    """Put the melds of a hand without jokers on the table: (cards left, melds there now)."""
    left, runs, _ = layout(hand, m.tables)
    sets = hand & ~left & ~runs
    for rank in range(13):
        here = sets & (COLUMN << rank)
        if here != 0:
            melds[count] = here
            count += 1
    return left, _lay_runs(runs, m.ace, melds, count)


@jit
def _named(group: int, ace: int) -> int:
    """A meld that a joker makes of a group of cards; of the two ends of a run the lower one."""
    rank = lowest(group) & 15
    if group & ~(COLUMN << rank) == 0:
        free = (COLUMN << rank) & ~group
        return group | (free & -free) | JOKERED
    suit = lowest(group) // 16
    ranks = (group >> (16 * suit)) & RANKS
    for start in range(13):
        run = _ranks_from(start, popcount(ranks) + 1, ace)
        if run != 0 and ranks & ~run == 0:
            return run << (16 * suit) | JOKERED
    return group | JOKERED


@jit(allocates=True)
def spread_of(mask: int, m: MeldRules, melds: Any) -> tuple[int, int, int]:
    """Lay a hand down with the least deadwood: (cards left, melds, points)."""
    jokers, hand = mask & JOKER_BITS, mask & FULL
    best = deadwood(hand, m.tables) + popcount(jokers) * JOKER
    group, other = 0, 0
    if jokers != 0:
        groups = zeros(MOST_PAIRS)
        count = joker_groups(hand, m.ace, m.longest, groups)
        both = jokers & (jokers - 1)
        for first in range(count):
            left = hand & ~groups[first]
            points = deadwood(left, m.tables) + (JOKER if both else 0)
            if points < best:
                best, group, other = points, groups[first], 0
            for second in range(first + 1, count if both else 0):
                if groups[first] & groups[second] == 0:
                    points = deadwood(left & ~groups[second], m.tables)
                    if points < best:
                        best, group, other = points, groups[first], groups[second]
    left, count = lay_down(hand & ~group & ~other, m, melds, 0)
    for jokered in (group, other):
        if jokered != 0:
            melds[count] = _named(jokered, m.ace)
            count += 1
            jokers &= jokers - 1
    return left | jokers, count, best


@inlined
def _near(meld: int, m: MeldRules) -> int:
    """The cards that can be added to a meld, where the cap leaves room for one."""
    cap = m.tables.cap
    return fitting(meld, m.ace) if cap == 0 or popcount(meld & FULL) < cap else 0


@jit
def _lay_off(cards: int, jokers: int, m: MeldRules, melds: Any, count: int) -> tuple[int, int]:
    """Lay off what fits of some cards, then of some jokers: (cards, jokers) that do not.

    A card that fits a run and a set goes to the run, from which another may lead on.
    """
    laid = True
    while laid:
        laid = False
        for place in range(count):
            near = _near(melds[place], m) & cards
            if near != 0 and set_ranks(melds[place] & FULL) == 0:
                melds[place] |= near & -near
                cards ^= near & -near
                laid = True
    for place in range(count):
        near = _near(melds[place], m) & cards
        melds[place] |= near & -near
        cards ^= near & -near
    for place in range(count):
        near = _near(melds[place], m)
        if jokers != 0 and near != 0 and melds[place] & JOKERED == 0:
            melds[place] |= (near & -near) | JOKERED
            jokers &= jokers - 1
    return cards, jokers


@jit(allocates=True)
def answer_of(mask: int, m: MeldRules, melds: Any, count: int) -> int:
    """The least points a defender keeps, laying off on melds, which are extended.

    Exact without jokers and without a cap. A joker is laid off last, where it bridges nothing, and
    the last place of a capped run goes to the first card that fits: worse by some 5 points in 1 of
    100 random answers to two melds, never better. What settles a hand is
    :func:`analyzer.game.jokers.answer`; this one plays hands on.
    """
    trial = zeros(count)
    hand, jokers = mask & FULL, mask & JOKER_BITS
    trial[:] = melds[:count]
    fit = hand & ~_lay_off(hand, 0, m, trial, count)[0]
    best, chosen, some = 10_000, 0, fit
    best_jokers = 0
    while True:
        trial[:] = melds[:count]
        if _lay_off(some, 0, m, trial, count)[0] == 0:
            laid = jokers
            while True:
                trial[:] = melds[:count]
                _, stuck = _lay_off(some, laid, m, trial, count)
                if stuck == 0:
                    points = least_of((hand & ~some) | (jokers & ~laid), m)
                    if points < best or (
                        points == best and popcount(some | laid) < popcount(chosen | best_jokers)
                    ):
                        best, chosen, best_jokers = points, some, laid
                if laid == 0:
                    break
                laid = (laid - 1) & jokers
        if some == 0:
            break
        some = (some - 1) & fit
    _lay_off(chosen, best_jokers, m, melds, count)
    return best
