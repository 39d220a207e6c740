"""Probing a policy: single decisions of a hand, each played to the end both ways.

A learner plays a hand against an opponent. Of its decisions of each kind (which card to discard,
whether to take the pile, whether to knock) one is picked at random, and both of two actions are
played to the end from the true cards with the same stock. How the difference depends on what
the learner sees is what the weights of a policy are fitted to (`tests.workshop.tuning`).

The learner is player 0 and draws from the front of the stock; it deals every other hand.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from analyzer.kernel._policy import (
    cheapest,
    choose_discard,
    dangers_at,
    knock_row,
    loose_cost,
    meld_outs,
    most_points,
    outs_of,
    pairs_through,
)
from analyzer.kernel.bits import lowest, popcount
from analyzer.kernel.deadwood import arrange, best_discard, layout
from analyzer.kernel.deals import deal, knock_card
from analyzer.kernel.decide import chosen, wish
from analyzer.kernel.inplay import (
    DISCARD,
    DRAW,
    LAST_OFFER,
    LAY_DOWN,
    MUST_DRAW,
    OFFER,
    PASS,
    SURE,
    TAKE,
    TO_DISCARD,
    Floats,
    HandRules,
    KernelTurn,
    RootAction,
    advance,
    at_wall,
    dealt,
    left,
    seen,
    stage_of,
    under,
    unseen,
)
from analyzer.kernel.jit import inlined, jit
from analyzer.kernel.playout import MOST_DISCARDS, evaluate
from analyzer.kernel.rng import below, step
from analyzer.kernel.tables import MeldTables

# What each row of probes begins with.
KIND: Final = 0
"""DISCARDED, TAKEN or KNOCKED."""
STAGE: Final = 1
GAIN: Final = 2
"""Points of the first action less those of the second."""
LEAD: Final = 3
"""By how much the learner prefers the first action, in points of cost or wish."""
CHOICES: Final = 4
"""Decisions of this kind in the hand, of which this is one."""
FEATURES: Final = 5
"""The beginning of the features; their places are named below, relative to this."""
ROW: Final = FEATURES + 12
"""Places in a row."""

DISCARDED: Final = 0
"""The learner's own discard against another."""
PRICES: Final = 0
"""Points of the first card, and behind it of the second; so are the next four."""
OUTS: Final = 2
DANGERS: Final = 4
FEEDS: Final = 6
GIFTS: Final = 8
KEPT: Final = 10
"""Loose cards kept, the same with either discard."""

TAKEN: Final = 1
"""Taking the pile against drawing or passing."""
MELDS: Final = 0
LIMIT: Final = 1
"""1 where it brings the hand under the knock limit."""
DEAD: Final = 2
"""Deadwood before, and behind it after taking and discarding; so are the next two."""
LOOSE: Final = 4
OUTS_OF: Final = 6

KNOCKED: Final = 2
"""Knocking against waiting."""
OWN: Final = 0
"""The row of the knock table: own discards, at most 15, or `WALL_ROW`."""
OUTS_KEPT: Final = 1
"""Gin outs of the hand kept, at most 4."""
DEADWOOD: Final = 2

MARGIN: Final = 12.0
"""Cost above the learner's own discard at which another is no longer worth a probe."""


@jit
def _value(
    turn: KernelTurn,
    choice: RootAction,
    row: Any,
    scratch: Any,
    t: MeldTables,
    r: HandRules,
    w: Floats,
) -> int:
    """Points for the learner of one action, from the true cards."""
    table = turn.table
    for place in range(left(table)):
        scratch[place] = row[table.front + place]
    root, none = seen(turn), scratch[:0]
    points: int = evaluate(root, choice, table.other, scratch, none, t, r, w, 1, None)[0]
    return points


@jit
def _another(
    turn: KernelTurn, own: int, chance: int, t: MeldTables, w: Floats
) -> tuple[int, float]:
    """(another discard, its cost above that of the learner's own): by the toss of a coin the next
    cheapest, or any that is not too expensive; −1 where there is none."""
    root = seen(turn)
    live, now = unseen(root), stage_of(root.discards)
    key, loose = arrange(root.hand, t)
    dangers = dangers_at(w, 0, now)
    base = loose_cost(own, key, loose, live, root.known, now, dangers, t, w, 0)
    rest = loose & ~(1 << own)
    if turn.taken >= 0:
        rest &= ~(1 << turn.taken)
    cheapest = chance & 1
    other, best, count = -1, 1e18, 0
    while rest != 0:
        card = lowest(rest)
        rest &= rest - 1
        cost = loose_cost(card, key, loose, live, root.known, now, dangers, t, w, 0)
        if cheapest != 0:
            if cost < best:
                best, other = cost, card
        elif cost < base + MARGIN:
            count += 1
            chance = step(chance)
            if below(chance, count) == 0:
                best, other = cost, card
    return other, best - base


@jit
def _probe_discard(
    turn: KernelTurn,
    row: Any,
    scratch: Any,
    chance: int,
    t: MeldTables,
    r: HandRules,
    w: Floats,
    out: Any,
) -> bool:
    root = seen(turn)
    live, now = unseen(root), stage_of(root.discards)
    key, loose = arrange(root.hand, t)
    own = choose_discard(root.hand, key, loose, turn.taken, live, root.known, now, t, w, 0)
    if not (loose >> own) & 1:
        return False
    other, lead = _another(turn, own, chance, t, w)
    if other < 0:
        return False
    gain = _value(turn, RootAction(DISCARD, own, 0, 0, 0), row, scratch, t, r, w)
    gain -= _value(turn, RootAction(DISCARD, other, 0, 0, 0), row, scratch, t, r, w)
    out[KIND], out[STAGE], out[GAIN], out[LEAD] = DISCARDED, now, gain, lead
    for place in range(2):
        card = own if place == 0 else other
        at = FEATURES + place
        free = pairs_through(card, live)
        given = pairs_through(card, root.known)
        out[at + PRICES] = t.points[card]
        out[at + OUTS] = popcount(meld_outs(loose & ~(1 << card), live))
        out[at + DANGERS] = free
        out[at + FEEDS] = pairs_through(card, live | root.known) - free - given
        out[at + GIFTS] = given
    out[FEATURES + KEPT] = (key & 63) - 1
    return True


@jit
def _probe_take(
    turn: KernelTurn, row: Any, scratch: Any, t: MeldTables, r: HandRules, w: Floats, out: Any
) -> bool:
    root = seen(turn)
    live, now = unseen(root), stage_of(root.discards)
    key, left = arrange(root.hand | (1 << root.top), t)
    others = left & ~(1 << root.top)
    _, shed = cheapest(others, key, left, live, now, t, w, 0)
    if shed < 0:
        return False
    after = (key >> 6) - most_points(others, t)
    key_before, before = arrange(root.hand, t)
    kept = left & ~(1 << shed)
    leave = PASS if root.state in (OFFER, LAST_OFFER) else DRAW
    gain = _value(turn, RootAction(TAKE, -1, 0, 0, 0), row, scratch, t, r, w)
    gain -= _value(turn, RootAction(leave, -1, 0, 0, 0), row, scratch, t, r, w)
    out[KIND], out[STAGE], out[GAIN] = TAKEN, now, gain
    out[LEAD] = wish(root, t, r, w)
    out[FEATURES + MELDS] = 1 - ((left >> root.top) & 1)
    out[FEATURES + LIMIT] = 1 if (key_before >> 6) > r.limit >= after else 0
    out[FEATURES + DEAD] = key_before >> 6
    out[FEATURES + DEAD + 1] = (key >> 6) - t.points[shed]
    out[FEATURES + LOOSE] = popcount(before)
    out[FEATURES + LOOSE + 1] = popcount(kept)
    out[FEATURES + OUTS_OF] = popcount(meld_outs(before, live))
    out[FEATURES + OUTS_OF + 1] = popcount(meld_outs(kept, live))
    return True


@jit
def _probe_knock(
    turn: KernelTurn, row: Any, scratch: Any, t: MeldTables, r: HandRules, w: Floats, out: Any
) -> bool:
    root = seen(turn)
    live, now = unseen(root), stage_of(root.discards)
    key, loose = arrange(root.hand, t)
    card = choose_discard(root.hand, key, loose, turn.taken, live, root.known, now, t, w, 0)
    dead, shed = best_discard(root.hand, turn.taken, t)
    _, runs, missing = layout(root.hand & ~(1 << shed), t)
    gain = _value(turn, RootAction(LAY_DOWN, shed, runs, missing, dead), row, scratch, t, r, w)
    gain -= _value(turn, RootAction(DISCARD, card, 0, 0, 0), row, scratch, t, r, w)
    out[KIND], out[STAGE], out[GAIN], out[LEAD] = KNOCKED, now, gain, 0.0
    out[FEATURES + OWN] = knock_row(root.discards, at_wall(root.stock, r))
    out[FEATURES + OUTS_KEPT] = outs_of(root.hand & ~(1 << card), live, t)
    out[FEATURES + DEADWOOD] = dead
    return True


@inlined
def _pick(
    turn: KernelTurn, picked: KernelTurn, count: int, chance: int
) -> tuple[KernelTurn, int, int]:
    """(one of `count` + 1 turns, each as likely, how many now, chance), as they come by."""
    count, chance = count + 1, step(chance)
    return (turn if below(chance, count) == 0 else picked), count, chance


@jit
def _walk(
    row: Any, eleven: int, begins: int, chance: int, t: MeldTables, r: HandRules, w: Floats
) -> tuple[KernelTurn, KernelTurn, KernelTurn, int, int, int, int]:
    """Play the hand in `row`: (a discard, an offer, a knock to probe, how many of each, chance)."""
    turn = dealt(row, eleven, begins)
    discard, take, knock = turn, turn, turn
    discards, takes, knocks = 0, 0, 0
    while turn.table.discards < MOST_DISCARDS:
        root = seen(turn)
        kind, card, dead = chosen(root, turn.taken, t, r, w, turn.player)
        if turn.state == TO_DISCARD:
            if dead <= r.limit:
                if dead == 0 or (root.stock <= 2 and not at_wall(root.stock, r)):
                    break
                if turn.player == 0:
                    knock, knocks, chance = _pick(turn, knock, knocks, chance)
                if kind == LAY_DOWN or root.stock <= 2:
                    break
            if turn.player == 0:
                discard, discards, chance = _pick(turn, discard, discards, chance)
            if root.stock <= 2:
                break
        elif turn.player == 0 and turn.state != MUST_DRAW and abs(wish(root, t, r, w)) < SURE:
            take, takes, chance = _pick(turn, take, takes, chance)
        turn = advance(turn, kind, card, row, r)
    return discard, take, knock, discards, takes, knocks, chance


@jit(allocates=True)
def probe(
    seed: int,
    first: int,
    count: int,
    eleven: int,
    limits: Any,
    t: MeldTables,
    r: HandRules,
    learner: Any,
    others: Any,
    shares: Any,
    out: Any,
) -> int:
    """Play `count` hands from number `first` on; returns how many rows of `out` it filled.

    `limits` is as for `playout.self_play`. `learner` is a row of weights, `others` (float64
    [K, SIZE]) those of the opponents, of whom number k is met with the chance `shares[k]`.
    `out` is float64[3 * count, ROW].
    """
    row, scratch = np.zeros(64, np.int8), np.zeros(64, np.int8)
    w = np.zeros((2, len(learner)))
    for place in range(len(learner)):  # assigned at once, numba would compile its error, too
        w[0, place] = learner[place]
    filled = 0
    for game in range(first, first + count):
        chance = deal(row, seed, game)
        rules = under(r, limits[knock_card(row, chance, eleven)])
        chance = step(chance)
        left, versus = below(chance, 1_000_000) * 1e-6, 0
        while versus < len(others) - 1 and left >= shares[versus]:
            left -= shares[versus]
            versus += 1
        for place in range(len(learner)):
            w[1, place] = others[versus, place]
        discard, take, knock, discards, takes, knocks, chance = _walk(
            row, eleven, game & 1, chance, t, rules, w
        )
        if discards != 0 and _probe_discard(
            discard, row, scratch, step(chance), t, rules, w, out[filled]
        ):
            out[filled, CHOICES] = discards
            filled += 1
        if takes != 0 and _probe_take(take, row, scratch, t, rules, w, out[filled]):
            out[filled, CHOICES] = takes
            filled += 1
        if knocks != 0 and _probe_knock(knock, row, scratch, t, rules, w, out[filled]):
            out[filled, CHOICES] = knocks
            filled += 1
    return filled
