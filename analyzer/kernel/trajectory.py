"""Sampling how the opponent got to the hand they hold: the belief over whole trajectories.

What is hidden is not a bag of cards but a history: the ten cards dealt to them and each card
they drew from the stock. A *slot* is one of these, with the turn from which it is in the hand
(0 for the deal). Each card they threw that they had not taken from the pile lies in a slot no
later than its throw; the other slots hold cards that nobody has seen.

A Markov chain changes one thing at a time (a hidden card for an unseen one, or the cards of two
slots) and accepts by how likely a softened policy was to take, pass, throw and not knock as
they did.
"""

from __future__ import annotations

from math import exp, log
from typing import Any, Final

import numpy as np

from analyzer.kernel.bits import FULL, lowest
from analyzer.kernel.deadwood import arrange, best_discard
from analyzer.kernel.jit import inlined, jit
from analyzer.kernel.policy import Floats, hand_cost, throw_cost, wants_knock, wish_for
from analyzer.kernel.rng import below, seeded, step
from analyzer.kernel.tables import KEY, Ints, MeldTables

# Columns of a timeline: int64[turns, 6], one row a turn of the opponent, oldest first.
ACT: Final = 0
"""0 passed, 1 took, 2 drew after an offer, 3 drew without one."""
OFFERED: Final = 1
"""Index of the card on top before the turn, or −1."""
THROWN: Final = 2
"""Index of the card thrown, or −1 after a pass."""
PILE: Final = 3
"""The pile before the turn, the offered card included, as a mask."""
SHOWN: Final = 4
"""My cards that they had seen me take, as a mask."""
THROWS: Final = 5
"""Cards thrown by both before the turn."""
COLUMNS: Final = 6

PASSED: Final = 0
TOOK: Final = 1
DREW: Final = 2
MUST: Final = 3

# Columns of the softness: float64[4].
HEAT: Final = 0
"""Temperature of the throw, in units of the policy's cost."""
SLIP: Final = 1
"""Chance of a throw that the policy would not understand."""
WISH: Final = 2
"""Temperature of taking, in units of the wish."""
DOUBT: Final = 3
"""Least chance of either answer to an offer, and of a knock that the policy would not make."""

# Rows of the slots.
CARD: Final = 0
DATE: Final = 1
"""Turn in which the card came from the stock, −1 for the deal."""
DUE: Final = 2
"""Turn in which the card was thrown, `LATER` for one that is still held."""

LATER: Final = 1 << 20
"""The turn of a throw that has not come."""
MOST_SLOTS: Final = 64


@inlined
def _log_offer(wish: float, taken: bool, soft: Any) -> float:
    chance = 1.0 / (1.0 + exp(-wish / soft[WISH]))
    if not taken:
        chance = 1.0 - chance
    return log(soft[DOUBT] + (1.0 - 2.0 * soft[DOUBT]) * chance)


@jit
def _log_throw(
    hand: int, thrown: int, forbidden: int, live: int, known: int, stage: float,
    soft: Any, t: MeldTables, w: Floats,
) -> float:  # fmt: skip
    """Log chance that eleven cards throw this one."""
    key, loose = arrange(hand, t)
    rest = loose & ~(1 << forbidden) if forbidden >= 0 else loose
    if not rest >> thrown & 1:
        if rest == 0:
            return log(0.25)
        return log(soft[SLIP] / 11.0)
    mine, least = 0.0, 1e18
    total = 0.0
    # Costs of a few points each: the sum needs no care about overflow once it is shifted.
    while rest != 0:
        card = lowest(rest)
        rest &= rest - 1
        cost = hand_cost(key - KEY * t.points[card] - 1, loose & ~(1 << card), live, stage, w, 1)
        cost = (cost + throw_cost(card, live, known, stage, t, w, 1)) / soft[HEAT]
        if card == thrown:
            mine = cost
        if cost < least:
            total = total * exp(cost - least) + 1.0 if total > 0.0 else 1.0
            least = cost
        else:
            total += exp(least - cost)
    return log(soft[SLIP] / 11.0 + (1.0 - soft[SLIP]) * exp(least - mine) / total)


@jit
def log_turn(
    hand: int, drawn: int, timeline: Ints, turn: int, limit: int,
    soft: Any, t: MeldTables, w: Floats,
) -> tuple[float, int]:  # fmt: skip
    """(log chance of what they did in a turn, their hand after it).

    `hand` is the ten cards before the turn, `drawn` the card they drew from the stock (any
    number where they did not draw).
    """
    act, offered = timeline[turn, ACT], timeline[turn, OFFERED]
    pile, shown = timeline[turn, PILE], timeline[turn, SHOWN]
    throws = timeline[turn, THROWS]
    stage = min(throws // 2, 12) * 0.1
    value = 0.0
    if act != MUST:
        live = FULL & ~(hand | pile | shown)
        wish = wish_for(hand, offered, live, limit, stage, t, w, 1)
        value += _log_offer(wish, act == TOOK, soft)
        if act == PASSED:
            return value, hand
    forbidden = -1
    if act == TOOK:
        forbidden = offered
        pile &= ~(1 << offered)
        hand |= 1 << offered
    else:
        hand |= 1 << drawn
    thrown = timeline[turn, THROWN]
    live = FULL & ~(hand | pile | shown)
    value += _log_throw(hand, thrown, forbidden, live, shown, stage, soft, t, w)
    dead, _ = best_discard(hand, forbidden, t)
    after = hand & ~(1 << thrown)
    if dead <= limit:
        if dead == 0:
            value += log(soft[DOUBT]) - 2.0
        elif wants_knock(after, dead, live, throws // 2, t, w, 1):
            value += log(2.0 * soft[DOUBT])
        else:
            value += log(1.0 - soft[DOUBT])
    return value, after


@jit
def _lay_out(
    timeline: Ints, pool: Ints, state: int, slots: Any, slot_of: Any, row: Any
) -> tuple[int, int, int]:
    """Put every card somewhere it may have been: (slots, cards of the row left free, state).

    `slots` is int64[3, 64]: card, date and due turn of each slot; `slot_of` becomes the slot
    drawn in each turn, −1 for none; `row` the pool in random order, of which the first so many
    are free. A card thrown that never lay in the pile goes into the slot drawn in that turn, or
    into one dealt, or into any that is early enough.
    """
    size = 10
    for turn in range(len(timeline)):
        slot_of[turn] = -1
        if timeline[turn, ACT] >= DREW:
            slot_of[turn] = size
            size += 1
    for slot in range(size):
        slots[CARD, slot], slots[DATE, slot], slots[DUE, slot] = -1, -1, LATER
    for turn in range(len(timeline)):
        if slot_of[turn] >= 0:
            slots[DATE, slot_of[turn]] = turn
    taken = 0
    for turn in range(len(timeline)):
        if timeline[turn, ACT] == TOOK:
            taken |= 1 << timeline[turn, OFFERED]
        thrown = timeline[turn, THROWN]
        if thrown < 0:
            continue
        if taken >> thrown & 1:
            taken &= ~(1 << thrown)
            continue
        state = step(state)
        place = _place_for(turn, slots, slot_of[turn], size, state)
        slots[CARD, place], slots[DUE, place] = thrown, turn
    free = len(pool)
    for place in range(free):
        row[place] = pool[place]
    for last in range(free - 1, 0, -1):
        state = step(state)
        other = below(state, last + 1)
        row[last], row[other] = row[other], row[last]
    for slot in range(size):
        if slots[CARD, slot] < 0:
            free -= 1
            slots[CARD, slot] = row[free]
    return size, free, state


@jit
def _place_for(turn: int, slots: Any, own: int, size: int, state: int) -> int:
    """An empty slot that a card thrown in this turn may have come from."""
    if own >= 0 and state & 1:
        return own
    begin = below(state, 10)
    for offset in range(10):
        slot = (begin + offset) % 10
        if slots[CARD, slot] < 0:
            return slot
    if own >= 0:
        return own
    found = -1
    for slot in range(10, size):
        if slots[CARD, slot] < 0 and slots[DATE, slot] <= turn:
            found = slot
    return found


@jit
def _recount(
    start: int, hand: int, level: float, a: int, b: int, slots: Any, slot_of: Any,
    timeline: Ints, limit: int, past: Any, befores: Any, next_past: Any, next_befores: Any,
    soft: Any, t: MeldTables, w: Floats,
) -> tuple[float, int]:  # fmt: skip
    """(gain in log chance, turn at which the recount ended) of a change from turn `start` on.

    Ends early where the hands are the same again, or where even certainty in all later turns
    would not bring the gain to `level`. `past` holds the log chance of each turn and, in row 1,
    of all turns from there on.
    """
    gain = 0.0
    turn = start
    turns = len(timeline)
    last = max(_turn_of(a, slots), _turn_of(b, slots) if b >= 0 else -1)
    while turn < turns:
        if turn > last and hand == befores[turn]:
            break
        next_befores[turn] = hand
        slot = slot_of[turn]
        drawn = slots[CARD, slot] if slot >= 0 else 0
        value, hand = log_turn(hand, drawn, timeline, turn, limit, soft, t, w)
        next_past[turn] = value
        gain += value - past[0, turn]
        turn += 1
        if turn < turns and gain - past[1, turn] < level:
            return -1e18, turn
    return gain, turn


@inlined
def _turn_of(slot: int, slots: Any) -> int:
    date: int = slots[DATE, slot]
    return date


@jit
def _sum_up(past: Any, turns: int) -> None:
    total = 0.0
    for turn in range(turns - 1, -1, -1):
        total += past[0, turn]
        past[1, turn] = total


@jit
def sample_chain(
    timeline: Ints, pool: Ints, limit: int, held: int, seed: int, index: int, warm: int, apart: int,
    soft: Any, t: MeldTables, w: Floats, hands: Any,
) -> None:  # fmt: skip
    """Fill `hands` (int64[n]) with the opponent's hands from chain `index` of a seed.

    `pool` are the unseen cards (indices), `held` the cards known to be held (a mask). `warm`
    steps come before the first hand, the first of them at a high temperature, and `apart`
    between two.
    """
    turns = len(timeline)
    slots = np.zeros((3, MOST_SLOTS), np.int64)
    slot_of = np.zeros(max(1, turns), np.int64)
    row = np.zeros(max(1, len(pool)), np.int64)
    size, free, state = _lay_out(timeline, pool, seeded(seed, index), slots, slot_of, row)
    past = np.zeros((2, max(1, turns)))
    next_past = np.zeros(max(1, turns))
    befores = np.zeros(max(1, turns), np.int64)
    next_befores = np.zeros(max(1, turns), np.int64)
    hand = 0
    for slot in range(10):
        hand |= 1 << slots[CARD, slot]
    for turn in range(turns):
        befores[turn] = hand
        drawn = slots[CARD, slot_of[turn]] if slot_of[turn] >= 0 else 0
        past[0, turn], hand = log_turn(hand, drawn, timeline, turn, limit, soft, t, w)
    _sum_up(past, turns)
    for found in range(len(hands)):
        steps = warm if found == 0 else apart
        for number in range(steps):
            cool = 1.0 if found > 0 else min(1.0, 0.1 + 1.2 * number / steps)
            state = step(state)
            a = below(state, size)
            state = step(state)
            swaps_slots = below(state, 10) >= 7
            state = step(state)
            b, place = -1, -1
            if swaps_slots:
                b = below(state, size)
                if not _may_swap(a, b, slots):
                    continue
                start = max(0, min(slots[DATE, a], slots[DATE, b]))
                coming = slots[CARD, b]
            else:
                if slots[DUE, a] != LATER or free == 0:
                    continue
                place = below(state, free)
                start = max(0, slots[DATE, a])
                coming = row[place]
            leaving = slots[CARD, a]
            _exchange(a, b, coming, slots)
            state = step(state)
            level = log((below(state, 1 << 24) + 0.5) / (1 << 24)) / cool
            hand = befores[start] if turns > 0 else 0
            if a < 10:
                hand = (hand & ~(1 << leaving)) | (1 << coming)
            elif 0 <= b < 10:
                hand = (hand & ~(1 << coming)) | (1 << leaving)
            gain, end = _recount(
                start, hand, level, a, b, slots, slot_of, timeline, limit,
                past, befores, next_past, next_befores, soft, t, w,
            )  # fmt: skip
            if gain < level:
                _exchange(a, b, leaving, slots)
                continue
            for turn in range(start, end):
                past[0, turn] = next_past[turn]
                befores[turn] = next_befores[turn]
            _sum_up(past, turns)
            if place >= 0:
                row[place] = leaving
        hand = held
        for slot in range(size):
            if slots[DUE, slot] == LATER:
                hand |= 1 << slots[CARD, slot]
        hands[found] = hand


@jit
def sample_chains(
    timeline: Ints, pool: Ints, limit: int, held: int, seed: int, first: int, warm: int, apart: int,
    soft: Any, t: MeldTables, w: Floats, hands: Any,
) -> None:  # fmt: skip
    """Fill each row of `hands` (int64[chains, n]) from a chain of its own, `first` onwards."""
    for chain in range(len(hands)):
        sample_chain(
            timeline, pool, limit, held, seed, first + chain, warm, apart, soft, t, w, hands[chain]
        )


@inlined
def _may_swap(a: int, b: int, slots: Any) -> bool:
    """Whether two slots may exchange cards: of other dates, and neither card thrown too early."""
    in_time: bool = slots[DATE, b] <= slots[DUE, a] and slots[DATE, a] <= slots[DUE, b]
    return in_time and slots[DATE, a] != slots[DATE, b]


@inlined
def _exchange(a: int, b: int, coming: int, slots: Any) -> None:
    """Put a card into slot a, and the card and due turn that were there into slot b, if any."""
    if b >= 0:
        slots[CARD, b] = slots[CARD, a]
        slots[DUE, a], slots[DUE, b] = slots[DUE, b], slots[DUE, a]
    slots[CARD, a] = coming


@jit
def deal_rest(hands: Any, unseen: int, seed: int, first: int, rows: Any) -> None:
    """For each hand a row (int8[n, m]) of the unseen cards left, in an order of its own."""
    for world in range(len(hands)):
        state = step(seeded(seed, first + world))
        rest = unseen & ~hands[world]
        count = 0
        while rest != 0:
            rows[world, count] = lowest(rest)
            rest &= rest - 1
            count += 1
        for last in range(count - 1, 0, -1):
            state = step(state)
            other = below(state, last + 1)
            rows[world, last], rows[world, other] = rows[world, other], rows[world, last]
