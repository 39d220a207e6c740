"""The defender's best answer to a knock, and the ways to spread a knock.

What the defender can lay off depends on two masks: `runs`, all cards in the knocker's runs, and
`missing`, the fourth cards of his sets of three. The defender chooses melds and lay-offs
together; his least-deadwood arrangement alone is not always part of his best answer.

Why the whole chain goes at each leaf. Fix which cards are in the defender's sets. Of the others,
call a card *chained* if it is next to a knocker's run or to a chained card. The chained cards
are whole stretches of neighbouring cards, and a run of the defender's is a stretch too, so it
lies wholly inside a chain or wholly outside. Inside, laying off the whole chain leaves nothing,
which no run can better; outside, the chain takes nothing from it. So laying off all chained
cards and melding the best runs of the rest is exact. Round the corner it is the same on a circle.

A missing fourth goes on its set whenever it is in no meld and no chain, at no cost. Where it
could also serve in a run or carry a chain on, both are tried.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from analyzer.kernel.bits import (
    RANKS,
    above,
    below,
    column,
    in_runs,
    lowest,
    popcount,
    set_ranks,
)
from analyzer.kernel.deadwood import deadwood, sets_without, suit_sum, tokens_of
from analyzer.kernel.jit import compiled, inlined, jit, zeros
from analyzer.kernel.tables import LEFT, Ints, MeldTables


@inlined
def chained(cards: int, runs: int, wrap: int) -> int:
    """The cards that can be laid off on runs, one after another, ends growing as they go."""
    laid = (above(runs, wrap) | below(runs, wrap)) & cards
    while True:
        more = laid | ((above(laid, wrap) | below(laid, wrap)) & cards)
        if more == laid:
            return laid
        laid = more


@inlined
def defend(hand: int, runs: int, missing: int, t: MeldTables) -> int:
    """The least points a defender keeps, melds and lay-offs chosen together.

    `runs` and `missing` are 0 against gin, where nothing may be laid off. Where the rules cap
    melds, ask `defend_capped`, or `defend_by_rules` where they may or may not.
    """
    touching = (above(runs, t.wrap) | below(runs, t.wrap) | missing) & hand
    if touching == 0:
        return deadwood(hand, t)
    return _defend(hand, runs, missing, t.flat, t.wrap)


@inlined
def defend_by_rules(hand: int, runs: int, missing: int, t: MeldTables) -> int:
    """As `defend`; where the rules cap melds, `cut` says which runs the knocker laid down.

    The question alone costs a twelfth of an answer, so loops over hands ask it once, before.
    """
    if t.cap == 0:
        return defend(hand, runs, missing, t)
    first, more = cut(runs, t)
    second, more = cut(more, t)
    return defend_capped(hand, first, second, more, missing, t)


@jit
def _defend(hand: int, runs: int, missing: int, flat: Ints, wrap: int) -> int:
    single = hand & missing
    useful = in_runs(hand, wrap) | chained(hand, runs, wrap)
    choice = single & useful
    hand ^= single ^ choice  # the others go on their sets
    meldable = hand ^ choice  # no set holds a card whose other three the knocker has
    sets = column(set_ranks(meldable)) & meldable
    tokens = tokens_of(meldable, sets & useful) | choice
    best = 1 << 30
    withheld = tokens
    while True:
        rest = hand ^ sets_without(meldable, withheld) ^ (withheld & choice)
        rest ^= chained(rest, runs, wrap)
        best = min(best, suit_sum(rest, flat, LEFT))
        if withheld == 0:
            return best
        withheld = (withheld - 1) & tokens


@jit
def _grow(hand: int, run: int, low: int, high: int, wrap: int) -> int:
    """The cards of the hand that lengthen a run by `low` below and `high` above, or -1."""
    laid = 0
    for _ in range(low):
        card = below(run | laid, wrap) & ~(run | laid)
        if card == 0 or (card & hand) != card:
            return -1
        laid |= card
    upper = run
    for _ in range(high):
        card = above(upper, wrap) & ~upper
        if card == 0 or (card & hand) != card or (card & laid) != 0:
            return -1
        upper |= card
    return laid | (upper ^ run)


@jit
def cut(runs: int, t: MeldTables) -> tuple[int, int]:
    """(the first run, the others) of cards in runs: the longest that the cap and the rest allow."""
    if runs == 0:
        return 0, 0
    starts = runs & ~above(runs, t.wrap)
    card = 1 << lowest(starts if starts != 0 else runs)
    stretch = card
    while (above(stretch, t.wrap) & runs & ~stretch) != 0:
        stretch |= above(stretch, t.wrap) & runs
    size = popcount(stretch)
    length = min(t.cap, size)
    while length > 3 and (size - length + t.cap - 1) // t.cap * 3 > size - length:
        length -= 1
    run = card
    for _ in range(length - 1):
        run |= above(run, t.wrap) & stretch
    return run, runs & ~run


@jit
def defend_capped(
    hand: int, first: int, second: int, third: int, missing: int, t: MeldTables
) -> int:
    """As `defend` where no meld may grow beyond `t.cap` cards; the runs one by one, 0 for none.

    A chain must stop at the cap, so which cards go where matters: every way is tried. With the
    cap in use, five, a run has room for two cards at most, which makes six ways a run.
    """
    wide = t.cap - 2
    best = 1 << 30
    for way_a in range(wide * wide):
        laid_a = capped_way(hand, first, way_a, t)
        if laid_a < 0:
            continue
        hand_a = hand ^ laid_a
        for way_b in range(wide * wide):
            laid_b = capped_way(hand_a, second, way_b, t)
            if laid_b < 0:
                continue
            hand_b = hand_a ^ laid_b
            for way_c in range(wide * wide):
                laid_c = capped_way(hand_b, third, way_c, t)
                if laid_c < 0:
                    continue
                best = min(best, _with_singles(hand_b ^ laid_c, missing, t))
    return best


@jit
def capped_way(hand: int, run: int, way: int, t: MeldTables) -> int:
    """The cards of a hand laid off on a run in one of its ways, or −1 where that cannot be."""
    low, high = way // (t.cap - 2), way % (t.cap - 2)
    if run == 0:
        return 0 if way == 0 else -1
    if popcount(run) + low + high > t.cap:
        return -1
    return _grow(hand, run, low, high, t.wrap)


@jit
def _with_singles(hand: int, missing: int, t: MeldTables) -> int:
    """Least deadwood when any of the missing fourths may go on their sets."""
    single = hand & missing
    gone = single
    best = 1 << 30
    while True:
        best = min(best, deadwood(hand ^ gone, t))
        if gone == 0:
            return best
        gone = (gone - 1) & single


POINTS, RUNS, MISSING, MELD_A, MELD_B, MELD_C = range(6)
"""Columns of what `spread` returns."""
COLUMNS: Final = 6
ROWS: Final = 512
"""Rows for which there is room at first."""


@jit
def _melds_of(hand: int, t: MeldTables, out: Ints) -> int:
    """Write every meld within the hand (sets, then runs, long ones first); say how many."""
    count = 0
    ranks = set_ranks(hand)
    for rank in range(13):
        if (ranks >> rank) & 1 == 0:
            continue
        held = column(1 << rank) & hand
        out[count] = held
        count += 1
        if held == column(1 << rank):
            for suit in range(4):
                out[count] = held ^ (1 << (16 * suit + rank))
                count += 1
    longest = 13 if t.cap == 0 else t.cap
    for length in range(longest, 2, -1):
        for suit in range(4):
            for low in range(13):
                if low + length > 13 and (t.wrap == 0 or (length == 13 and low > 0)):
                    break
                ranks = ((1 << length) - 1) << low
                ranks = (ranks | (ranks >> 13)) & RANKS
                run = ranks << (16 * suit)
                if run & hand == run:
                    out[count] = run
                    count += 1
    return count


@jit
def _points_of(mask: int, t: MeldTables) -> int:
    total = 0
    while mask != 0:
        total += t.points[lowest(mask)]
        mask &= mask - 1
    return total


@jit
def _note(hand: int, a: int, b: int, c: int, limit: int, t: MeldTables, out: Ints, at: int) -> int:
    """Write one arrangement if it is within the limit and there is room; say how many now."""
    left = _points_of(hand & ~(a | b | c), t)
    if left > limit:
        return at
    place = at * COLUMNS
    if place < len(out):
        sets = _set_or_none(a) | _set_or_none(b) | _set_or_none(c)
        melded = a | b | c
        out[place] = left
        out[place + 1] = melded & ~sets
        out[place + 2] = column(set_ranks(sets)) & ~sets
        out[place + 3] = a
        out[place + 4] = b
        out[place + 5] = c
    return at + 1


@jit
def _set_or_none(meld: int) -> int:
    return meld if set_ranks(meld) != 0 else 0


@jit
def _fill(hand: int, limit: int, t: MeldTables, melds: Ints, out: Ints) -> int:
    count = _melds_of(hand, t, melds)
    at = _note(hand, 0, 0, 0, limit, t, out, 0)
    for i in range(count):
        a = melds[i]
        at = _note(hand, a, 0, 0, limit, t, out, at)
        for j in range(i + 1, count):
            b = melds[j]
            if a & b != 0:
                continue
            at = _note(hand, a, b, 0, limit, t, out, at)
            for k in range(j + 1, count):
                c = melds[k]
                if (a | b) & c == 0:
                    at = _note(hand, a, b, c, limit, t, out, at)
    return at


def melds_in(cards: int, t: MeldTables) -> Ints:
    """Every meld within a set of cards: sets, then runs, long before short."""
    melds: Ints = zeros(1024)
    return melds[: int(_melds_of(cards, t, melds))]


def spread(
    hand: int, limit: int, t: MeldTables, run: Callable[[Any], Any] = compiled
) -> list[list[int]]:
    """Every way to lay out melds of a hand of at most eleven cards within a deadwood limit.

    One row an arrangement, columns `POINTS, RUNS, MISSING, MELD_A, MELD_B, MELD_C` (unused
    melds are 0). Also those that hold a meld back or split a run, for such a knock can leave
    the defender more; a four may be shown as a three. Sets come before runs, long before short.
    `run` is `jit.plain` where the tables are of plain Python.

    >>> from analyzer.kernel.tables import MeldValues, build_tables
    >>> t = build_tables(MeldValues((1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10)))
    >>> [row[POINTS] for row in spread(0b1111, 4, t)]  # A 2 3 4 of clubs: A234, A23, 234
    [0, 4, 1]
    """
    if hand.bit_count() > 11:
        raise ValueError("a hand has at most eleven cards")
    room, fill = run(zeros), run(_fill)
    melds, out = room(128), room(ROWS * COLUMNS)
    count = int(fill(hand, limit, t, melds, out))
    if count > ROWS:
        out = room(count * COLUMNS)
        fill(hand, limit, t, melds, out)
    flat = out if isinstance(out, list) else out.tolist()
    return [flat[at : at + COLUMNS] for at in range(0, count * COLUMNS, COLUMNS)]
