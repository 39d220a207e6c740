"""Sampling how the opponent got to the hand they hold: the belief over whole trajectories.

What is hidden is not a bag of cards but a history: the ten cards dealt to them and each card
they drew from the stock; and who they are, one of a few *types* of player. A *slot* is a card
dealt or drawn, with the turn from which it is in the hand. Each card they discarded that they had
not taken from the pile lies in a slot no later than its discard; the other slots hold cards that
nobody has seen.

A Markov chain changes a few slots at a time, or the type (:mod:`analyzer.kernel._moves`), and
accepts by how likely the type was to take, pass, discard and not knock as they did
(:mod:`analyzer.kernel.likelihood`).
"""

from __future__ import annotations

from math import exp, log
from typing import Any, Final

import numpy as np

from analyzer.kernel._moves import (
    AS,
    BEFORE,
    CARD,
    CHANGES,
    COMING,
    DATE,
    DUE,
    FREE,
    FROM,
    HELD,
    HIDDEN,
    HOME,
    IN,
    LATER,
    LEAVING,
    LEFT,
    MOST_SLOTS,
    NEXT,
    NOW,
    ORDER,
    OUT,
    PLACE,
    PLAN,
    REFUSED,
    ROWS,
    SIZE,
    SLOT,
    STATE,
    TO,
    TURNS,
    TYPE,
    UNTIL,
    WHEN,
    draw,
    drawn_type,
    propose,
    settle,
)
from analyzer.kernel._policy import wish_for
from analyzer.kernel.bits import FULL, popcount
from analyzer.kernel.deals import lay, shuffle
from analyzer.kernel.inplay import Floats, stage_of
from analyzer.kernel.jit import giving_way, jit
from analyzer.kernel.likelihood import (
    ACT,
    DISCARDED,
    DREW,
    EAGER,
    MUST,
    OFFERED,
    TOOK,
    log_turn,
    offer_chance,
    usual_chance,
    wish_at,
    with_odds,
)
from analyzer.kernel.rng import seeded, step
from analyzer.kernel.tables import Ints, MeldTables

# Rows of the logs of a chain: float64[3, turns + 1].
PAST: Final = 0
"""Log chance of each turn."""
AHEAD: Final = 1
"""The same of the state that is tried."""
SUM: Final = 2
"""Log chance of all turns before this one."""

STRETCHES: Final = 2
"""Rows of hands that come from one chain, which walks far before it has forgotten where it began.
Of more than two, what they have in common would be missing in the errors of their means."""

TURNED: Final = 4
"""Worlds in a row that share a shuffle: the variance of a difference of two actions is a tenth less
than by shuffles of their own; with two or eight it is a twentieth less, with sixteen more."""

NEGLIGIBLE: Final = 1e-6
"""A type with so small a chance tells nothing of how much is taken."""

SPELL: Final = 1024
"""Steps between two looks whether others wait for the processor: half a millisecond."""

UNKNOWN: Final = -1000.0
"""Log chance of a turn that was never computed: anything is better."""


@jit
def _lay_out(timeline: Ints, pool: Ints, chain: Any) -> None:
    """Put every card somewhere it may have been.

    A discard that never lay in the pile goes into the slot drawn in that turn, or into one
    dealt, or into any that is early enough.
    """
    _lay_slots(timeline, chain)
    taken = 0
    for turn in range(len(timeline)):
        if timeline[turn, ACT] == TOOK:
            taken |= 1 << timeline[turn, OFFERED]
        discard = timeline[turn, DISCARDED]
        if discard < 0:
            continue
        if taken >> discard & 1:
            taken &= ~(1 << discard)
            continue
        place = _place_for(turn, chain)
        chain[CARD, place], chain[DUE, place] = discard, turn
        chain[PLACE, discard], chain[HOME, turn] = place, discard
    _lay_rest(pool, chain)
    _lay_hands(timeline, chain)


@jit
def _lay_slots(timeline: Ints, chain: Any) -> None:
    """Slots for the deal and for each draw, all empty."""
    size = 10
    for slot in range(MOST_SLOTS):
        chain[CARD, slot], chain[DATE, slot], chain[DUE, slot] = -1, -1, LATER
    for turn in range(len(timeline)):
        chain[SLOT, turn], chain[HOME, turn] = -1, -1
        chain[ORDER, turn] = turn
        if timeline[turn, ACT] >= DREW:
            chain[SLOT, turn] = size
            chain[DATE, size] = turn
            size += 1
    chain[NOW, SIZE], chain[NOW, TURNS] = size, len(timeline)


@jit
def _place_for(turn: int, chain: Any) -> int:
    """An empty slot that a card discarded in this turn may have come from."""
    own = chain[SLOT, turn]
    if own >= 0 and draw(chain, 20) < 19:
        return int(own)
    begin = draw(chain, 10)
    for offset in range(10):
        slot = (begin + offset) % 10
        if chain[CARD, slot] < 0:
            return slot
    if own >= 0:
        return int(own)
    last = -1
    for slot in range(10, chain[NOW, SIZE]):
        if chain[CARD, slot] < 0 and chain[DATE, slot] <= turn:
            last = slot
    return last


@jit
def _lay_rest(pool: Ints, chain: Any) -> None:
    """Fill the empty slots from the pool, at random."""
    free = len(pool)
    for place in range(free):
        chain[FREE, place] = pool[place]
    chain[NOW, STATE] = shuffle(chain[FREE], 0, free, chain[NOW, STATE])
    hidden, left = 0, 0
    for slot in range(chain[NOW, SIZE]):
        if chain[CARD, slot] < 0:
            free -= 1
            card = chain[FREE, free]
            chain[CARD, slot], chain[PLACE, card] = card, slot
            hidden |= 1 << card
    for place in range(free):
        chain[PLACE, chain[FREE, place]] = place
        left |= 1 << chain[FREE, place]
    chain[NOW, HIDDEN], chain[NOW, LEFT] = hidden, left


@jit
def _lay_hands(timeline: Ints, chain: Any) -> None:
    """Their ten cards before each turn, by what lies in the slots."""
    taken = 0
    for turn in range(len(timeline)):
        hand = taken
        for slot in range(chain[NOW, SIZE]):
            if chain[DATE, slot] < turn <= chain[DUE, slot]:
                hand |= 1 << chain[CARD, slot]
        chain[BEFORE, turn] = hand
        if timeline[turn, ACT] == TOOK:
            taken |= 1 << timeline[turn, OFFERED]
        if timeline[turn, DISCARDED] >= 0:
            taken &= ~(1 << timeline[turn, DISCARDED])


@jit
def _gain(
    chain: Any, logs: Any, timeline: Ints, limit: int, level: float,
    soft: Any, t: MeldTables, w: Floats
) -> float:  # fmt: skip
    """Gain in log chance of what is planned, or `REFUSED` where it is below `level`.

    The turns that refuse most come first, and a change is refused as soon as even certainty in
    all turns to come would not save it.
    """
    begin, end = chain[PLAN, FROM], chain[PLAN, TO]
    ahead = logs[SUM, end] - logs[SUM, begin]
    gain = 0.0
    for place in range(len(timeline)):
        turn = chain[ORDER, place]
        if turn < begin or turn >= end:
            continue
        hand, slot = chain[BEFORE, turn], chain[SLOT, turn]
        drawn = chain[CARD, slot] if slot >= 0 else 0
        gone, come = 0, 0
        for change in range(chain[PLAN, CHANGES]):
            when = chain[WHEN, change]
            if when < turn:
                gone |= 1 << chain[LEAVING, change]
                come |= (turn <= chain[UNTIL, change]) << chain[COMING, change]
            elif when == turn:
                drawn = chain[COMING, change]
        hand = hand & ~gone | come
        chain[NEXT, turn] = hand
        ahead -= logs[PAST, turn]
        gain -= logs[PAST, turn]
        value = log_turn(
            hand, drawn, timeline, turn, limit, level - gain + ahead, chain[PLAN, AS], soft, t, w
        )
        logs[AHEAD, turn] = value
        gain += value
        if gain - ahead < level:
            if place > 0:
                chain[ORDER, place] = chain[ORDER, place - 1]
                chain[ORDER, place - 1] = turn
            return REFUSED
    return gain


@jit
def _accept(chain: Any, logs: Any) -> None:
    for turn in range(chain[PLAN, FROM], chain[PLAN, TO]):
        logs[PAST, turn] = logs[AHEAD, turn]
    for turn in range(chain[PLAN, FROM], chain[NOW, TURNS]):
        logs[SUM, turn + 1] = logs[SUM, turn] + logs[PAST, turn]
    settle(chain)


@jit
def _walk(
    chain: Any, logs: Any, timeline: Ints, limit: int, steps: int,
    prior: Any, soft: Any, t: MeldTables, w: Floats
) -> None:  # fmt: skip
    """So many steps."""
    for _ in range(steps):
        odds = propose(chain, prior)
        if odds == REFUSED:
            continue
        chance = (draw(chain, 1 << 24) + 0.5) / (1 << 24)
        level = log(chance) - odds
        if _gain(chain, logs, timeline, limit, level, soft, t, w) >= level:
            _accept(chain, logs)


@jit
def _begin(
    chain: Any, logs: Any, timeline: Ints, pool: Ints, limit: int,
    prior: Any, soft: Any, t: MeldTables, w: Floats
) -> None:  # fmt: skip
    """A first state: cards anywhere they may be, a type from the prior."""
    _lay_out(timeline, pool, chain)
    kind = drawn_type(chain, prior)
    chain[PLAN, FROM], chain[PLAN, TO], chain[PLAN, CHANGES] = 0, len(timeline), 0
    chain[PLAN, OUT], chain[PLAN, IN], chain[PLAN, AS] = 0, 0, kind
    logs[PAST, :] = UNKNOWN
    _gain(chain, logs, timeline, limit, REFUSED, soft, t, w)
    _accept(chain, logs)


@jit(allocates=True)
def _type_chances(
    chain: Any, logs: Any, timeline: Ints, limit: int,
    prior: Any, soft: Any, t: MeldTables, w: Floats, shares: Any, odds: Any, takes: Any
) -> None:  # fmt: skip
    """Add to `shares` the chance of each type given all else in the state, and to `takes`."""
    values, ratios = np.zeros(len(prior)), np.zeros(len(odds))
    chain[PLAN, FROM], chain[PLAN, TO], chain[PLAN, CHANGES] = 0, len(timeline), 0
    now = logs[SUM, len(timeline)]
    for kind in range(len(prior)):
        chain[PLAN, AS] = kind
        gain = _gain(chain, logs, timeline, limit, REFUSED, soft, t, w)
        values[kind] = prior[kind] * exp(min(500.0, gain)) if now > REFUSED else 0.0
    total = values.sum()
    for kind in range(len(prior)):
        share = values[kind] / total
        shares[kind] += share
        if share > NEGLIGIBLE:
            ratios[:] = share
            _times_takes(chain, timeline, limit, kind, soft, t, w, odds, ratios)
            takes += ratios


@jit
def _times_takes(
    chain: Any, timeline: Ints, limit: int, kind: int,
    soft: Any, t: MeldTables, w: Floats, odds: Any, ratios: Any
) -> None:  # fmt: skip
    """Multiply `ratios` by how much likelier all answers are by each of the odds than by `soft`."""
    for turn in range(len(timeline)):
        if timeline[turn, ACT] == MUST:
            continue
        taken = timeline[turn, ACT] == TOOK
        wish = wish_at(chain[BEFORE, turn], timeline, turn, limit, kind, t, w)
        usual = usual_chance(wish, taken, soft, kind)
        now = with_odds(usual, soft[kind, EAGER], taken)
        for degree in range(len(odds)):
            ratios[degree] *= with_odds(usual, odds[degree], taken) / now


@jit(allocates=True)
def sample_chains(
    timeline: Ints, pool: Ints, limit: int, held: int, seed: int, first: int,
    warm: int, between: int, apart: int,
    prior: Any, soft: Any, t: MeldTables, w: Floats, hands: Any, types: Any,
    shares: Any, odds: Any, takes: Any
) -> None:  # fmt: skip
    """Fill the rows of `hands` (int64[rows, n]) and `types`, each `STRETCHES` from one chain.

    `pool` are the unseen cards (indices), `held` the cards known to be held (a mask); `prior`
    (float64[T]), `soft` (float64[T, 8]) and `w` (float64[T, SIZE]) describe the types. `warm`
    steps come before the first hand of a chain, `between` before the first of its other rows,
    and `apart` between two of a row. The first row is number `first` of the seed, a multiple of
    `STRETCHES`; a row is the same in whichever call. Where `shares` (float64[T]) has any length,
    the mean chance of each type over all hands is added to it, and to `takes` (float64[D]) by how
    much likelier each of `odds` (float64[D]) makes what they took and left than those of `soft` do.
    """
    turns = len(timeline)
    chain = np.zeros((ROWS, max(MOST_SLOTS, turns + 1)), np.int64)
    logs, walked = np.zeros((3, turns + 1)), 0
    for row in range(len(hands)):
        steps = between
        if row % STRETCHES == 0:
            chain[NOW, STATE], chain[NOW, HELD] = seeded(seed, first + row), held
            _begin(chain, logs, timeline, pool, limit, prior, soft, t, w)
            steps = warm
        for number in range(hands.shape[1]):
            _walk(chain, logs, timeline, limit, steps, prior, soft, t, w)
            walked = giving_way(walked + steps, SPELL)
            steps = apart
            hands[row, number] = held | chain[NOW, HIDDEN]
            types[row, number] = chain[NOW, TYPE]
            if len(shares) > 0:
                _type_chances(chain, logs, timeline, limit, prior, soft, t, w, shares, odds, takes)


@jit
def mean_take(
    hands: Ints, types: Ints, card: int, pile: int, shown: int, discards: int, limit: int,
    soft: Any, t: MeldTables, w: Floats
) -> float:  # fmt: skip
    """Mean chance over hands (and types) that the top card of the pile is taken.

    `pile` has the card in it; `shown` are the cards that they saw the other player take.
    """
    stage, total = stage_of(discards), 0.0
    for world in range(len(hands)):
        hand, p = hands[world], types[world]
        live = FULL & ~(hand | pile | shown)
        wish = wish_for(hand, card, live, limit, stage, t, w, p)
        total += offer_chance(wish, True, soft, p)
    return total / len(hands)


@jit(allocates=True)
def deal_rest(hands: Any, unseen: int, seed: int, first: int, rows: Any) -> None:
    """For each hand a row (int8[n, m]) of the unseen cards left, in a random order.

    Those of `TURNED` worlds in a row are one shuffle of all unseen cards that begins a part
    further on each time, so that no card comes early, or late, in all of them.
    """
    shuffled, size = np.zeros(64, rows.dtype), popcount(unseen)
    for world in range(len(hands)):
        number = first + world
        if world == 0 or number % TURNED == 0:
            lay(unseen, shuffled, 0)
            shuffle(shuffled, 0, size, step(seeded(seed, number // TURNED)))
        begin, place = number % TURNED * size // TURNED, 0
        for offset in range(size):
            card = shuffled[(begin + offset) % size]
            if not hands[world] >> card & 1:
                rows[world, place] = card
                place += 1
