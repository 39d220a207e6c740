"""Probing a policy: single decisions of a hand, each played to the end both ways.

A learner plays a hand against an opponent. Of its decisions of each kind (which card to throw,
whether to take the pile, whether to knock) one is picked at random, and both of two actions are
played to the end from the true cards with the same stock. How the difference depends on what
the learner sees is what the weights of a policy are fitted to (`analyzer.lab.tuning`).

The learner is player 0 and draws from the front of the stock; it deals every other hand. What
happens at the wall leaves no choice and is not probed.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

import numpy as np

from analyzer.kernel.bits import lowest, popcount
from analyzer.kernel.deadwood import arrange, best_discard, layout
from analyzer.kernel.deals import UPCARD, deal
from analyzer.kernel.inplay import (
    DRAW,
    LAST_OFFER,
    LAY_DOWN,
    MUST_DRAW,
    OFFER,
    PASS,
    TAKE,
    THROW,
    TO_DRAW,
    TO_THROW,
    Choice,
    HandRules,
    Root,
    Table,
    dealt,
    draw_card,
    facing,
    held,
    left,
    stage,
    take_top,
    throw_card,
    under,
    unseen,
)
from analyzer.kernel.jit import inlined, jit
from analyzer.kernel.playout import MOST_THROWS, evaluate
from analyzer.kernel.policy import (
    SURE,
    Floats,
    choose_throw,
    hand_cost,
    meld_outs,
    pairs_through,
    prospects,
    throw_cost,
    wants,
    wants_knock,
    wish_for,
)
from analyzer.kernel.rng import below, step
from analyzer.kernel.tables import KEY, MeldTables

# What each row of probes begins with.
KIND: Final = 0
"""THROWN, TAKEN or KNOCKED."""
STAGE: Final = 1
GAIN: Final = 2
"""Points of the first action less those of the second."""
LEAD: Final = 3
"""By how much the learner prefers the first action, in points of cost or wish."""
CHOICES: Final = 4
"""Decisions of this kind in the hand, of which this is one."""
FEATURES: Final = 5
"""Where the features begin; their places are named below, relative to this."""
ROW: Final = FEATURES + 12
"""Places in a row."""

THROWN: Final = 0
"""The learner's own throw against another."""
PRICES: Final = 0
"""Points of the card thrown: of the first, and behind it of the second; so are the next four."""
OUTS: Final = 2
DANGERS: Final = 4
FEEDS: Final = 6
GIFTS: Final = 8
KEPT: Final = 10
"""Loose cards kept, the same with either throw."""

TAKEN: Final = 1
"""Taking the pile against drawing or passing."""
MELDS: Final = 0
LIMIT: Final = 1
"""1 where it brings the hand under the knock limit."""
DEAD: Final = 2
"""Deadwood before, and behind it after taking and throwing; so are the next two."""
LOOSE: Final = 4
OUTS_OF: Final = 6

KNOCKED: Final = 2
"""Knocking against waiting."""
OWN: Final = 0
"""Own throws, at most 15."""
OUTS_KEPT: Final = 1
"""Gin outs of the hand kept, at most 4."""
DEADWOOD: Final = 2

MARGIN: Final = 12.0
"""Cost above the learner's own throw at which another is no longer worth a probe."""


class Spot(NamedTuple):
    """A decision of the learner: all cards, also those that nobody sees."""

    table: Table
    state: int
    taken: int
    """The card that may not be thrown, or −1."""


@inlined
def _value(
    spot: Spot,
    choice: Choice,
    row: Any,
    scratch: Any,
    t: MeldTables,
    r: HandRules,
    w: Floats,
) -> int:
    """Points for the learner of one action, from the true cards."""
    table = spot.table
    stock = left(table)
    for place in range(stock):
        scratch[place] = row[table.front + place]
    root = Root(
        table.mine, table.pile, table.top, table.shown, table.known, stock, table.throws, spot.state
    )
    points: int = evaluate(root, choice, table.theirs, scratch, scratch[:0], t, r, w, 1)[0]
    return points


@jit
def _another(spot: Spot, own: int, chance: int, t: MeldTables, w: Floats) -> tuple[int, float]:
    """(another throw, its cost above that of the learner's own): by the toss of a coin the next
    cheapest, or any that is not too dear; −1 where there is none."""
    table = spot.table
    live, now = unseen(table, 0), stage(table.throws)
    key, loose = arrange(table.mine, t)
    base = hand_cost(key - KEY * t.points[own] - 1, loose & ~(1 << own), live, now, w, 0)
    base += throw_cost(own, live, table.known, now, t, w, 0)
    rest = loose & ~(1 << own)
    if spot.taken >= 0:
        rest &= ~(1 << spot.taken)
    cheapest = chance & 1
    other, best, count = -1, 1e18, 0
    while rest != 0:
        card = lowest(rest)
        rest &= rest - 1
        cost = hand_cost(key - KEY * t.points[card] - 1, loose & ~(1 << card), live, now, w, 0)
        cost += throw_cost(card, live, table.known, now, t, w, 0)
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
def _probe_throw(
    spot: Spot,
    row: Any,
    scratch: Any,
    chance: int,
    t: MeldTables,
    r: HandRules,
    w: Floats,
    out: Any,
) -> bool:
    table = spot.table
    live, now = unseen(table, 0), stage(table.throws)
    key, loose = arrange(table.mine, t)
    own = choose_throw(table.mine, key, loose, spot.taken, live, table.known, now, t, w, 0)
    if not (loose >> own) & 1:
        return False
    other, lead = _another(spot, own, chance, t, w)
    if other < 0:
        return False
    gain = _value(spot, Choice(THROW, own, 0, 0, 0), row, scratch, t, r, w)
    gain -= _value(spot, Choice(THROW, other, 0, 0, 0), row, scratch, t, r, w)
    out[KIND], out[STAGE], out[GAIN], out[LEAD] = THROWN, now, gain, lead
    for place in range(2):
        card = own if place == 0 else other
        at = FEATURES + place
        free = pairs_through(card, live)
        given = pairs_through(card, table.known)
        out[at + PRICES] = t.points[card]
        out[at + OUTS] = popcount(meld_outs(loose & ~(1 << card), live))
        out[at + DANGERS] = free
        out[at + FEEDS] = pairs_through(card, live | table.known) - free - given
        out[at + GIFTS] = given
    out[FEATURES + KEPT] = (key & 63) - 1
    return True


@jit
def _probe_take(
    spot: Spot, row: Any, scratch: Any, t: MeldTables, r: HandRules, w: Floats, out: Any
) -> bool:
    table = spot.table
    live, now = unseen(table, 0), stage(table.throws)
    key, left = arrange(table.mine | (1 << table.top), t)
    rest = left & ~(1 << table.top)
    cost, shed, price = 1e18, -1, 0
    while rest != 0:
        card = lowest(rest)
        rest &= rest - 1
        price = max(price, t.points[card])
        one = hand_cost(key - KEY * t.points[card] - 1, left & ~(1 << card), live, now, w, 0)
        if one < cost:
            cost, shed = one, card
    if shed < 0:
        return False
    key_before, before = arrange(table.mine, t)
    kept = left & ~(1 << shed)
    leave = PASS if spot.state in (OFFER, LAST_OFFER) else DRAW
    gain = _value(spot, Choice(TAKE, -1, 0, 0, 0), row, scratch, t, r, w)
    gain -= _value(spot, Choice(leave, -1, 0, 0, 0), row, scratch, t, r, w)
    out[KIND], out[STAGE], out[GAIN] = TAKEN, now, gain
    out[LEAD] = wish_for(table.mine, table.top, live, r.limit, now, t, w, 0)
    out[FEATURES + MELDS] = 1 - ((left >> table.top) & 1)
    out[FEATURES + LIMIT] = 1 if (key_before >> 6) > r.limit >= (key >> 6) - price else 0
    out[FEATURES + DEAD] = key_before >> 6
    out[FEATURES + DEAD + 1] = (key >> 6) - t.points[shed]
    out[FEATURES + LOOSE] = popcount(before)
    out[FEATURES + LOOSE + 1] = popcount(kept)
    out[FEATURES + OUTS_OF] = popcount(meld_outs(before, live))
    out[FEATURES + OUTS_OF + 1] = popcount(meld_outs(kept, live))
    return True


@jit
def _probe_knock(
    spot: Spot, row: Any, scratch: Any, t: MeldTables, r: HandRules, w: Floats, out: Any
) -> bool:
    table = spot.table
    live, now = unseen(table, 0), stage(table.throws)
    key, loose = arrange(table.mine, t)
    thrown = choose_throw(table.mine, key, loose, spot.taken, live, table.known, now, t, w, 0)
    kept = table.mine & ~(1 << thrown)
    left = arrange(kept, t)[1]
    dead, shed = best_discard(table.mine, spot.taken, t)
    _, runs, missing = layout(table.mine & ~(1 << shed), t)
    gain = _value(spot, Choice(LAY_DOWN, shed, runs, missing, dead), row, scratch, t, r, w)
    gain -= _value(spot, Choice(THROW, thrown, 0, 0, 0), row, scratch, t, r, w)
    out[KIND], out[STAGE], out[GAIN], out[LEAD] = KNOCKED, now, gain, 0.0
    out[FEATURES + OWN] = min(table.throws // 2, 15)
    out[FEATURES + OUTS_KEPT] = min(4, prospects(left, kept ^ left, live))
    out[FEATURES + DEADWOOD] = dead
    return True


@jit
def _walk(
    row: Any,
    eleven: int,
    begins: int,
    chance: int,
    t: MeldTables,
    r: HandRules,
    w: Floats,
) -> tuple[Spot, Spot, Spot, int, int, int, int]:
    """Play the hand in `row`: (a throw, an offer, a knock to probe, how many of each, chance)."""
    table, state = dealt(row, eleven, begins)
    player, taken = begins, -1
    throw_spot = Spot(table, state, taken)
    take_spot = throw_spot
    knock_spot = throw_spot
    seen_throws, seen_takes, seen_knocks = 0, 0, 0
    while table.throws < MOST_THROWS and left(table) > 2:
        hand, live, now = held(table, player), unseen(table, player), stage(table.throws)
        if state != TO_THROW:
            wanted = False
            if state != MUST_DRAW:
                wanted = wants(hand, table.top, live, r.limit, now, t, w, player)
                wish = wish_for(hand, table.top, live, r.limit, now, t, w, 0)
                if player == 0 and abs(wish) < SURE:
                    seen_takes += 1
                    chance = step(chance)
                    if below(chance, seen_takes) == 0:
                        take_spot = Spot(table, state, -1)
            if wanted:
                table = take_top(table, player)
                taken = -1 if r.may_return != 0 else table.top
            elif state in (OFFER, LAST_OFFER):
                state = LAST_OFFER if state == OFFER else MUST_DRAW
                player = 1 - player
                continue
            else:
                table = draw_card(table, player, row)
                taken = -1
            hand, live = held(table, player), unseen(table, player)
        key, loose = arrange(hand, t)
        dead = best_discard(hand, taken, t)[0]
        if key == 0 or dead == 0:
            break
        thrown = choose_throw(
            hand, key, loose, taken, live, facing(table, player), now, t, w, player
        )
        spot = Spot(table, TO_THROW, taken)
        if dead <= r.limit:
            if left(table) <= 2:
                break
            if player == 0:
                seen_knocks += 1
                chance = step(chance)
                if below(chance, seen_knocks) == 0:
                    knock_spot = spot
            if wants_knock(hand & ~(1 << thrown), dead, live, table.throws // 2, t, w, player):
                break
        if player == 0:
            seen_throws += 1
            chance = step(chance)
            if below(chance, seen_throws) == 0:
                throw_spot = spot
        table = throw_card(table, player, thrown)
        state = TO_DRAW
        player = 1 - player
    return throw_spot, take_spot, knock_spot, seen_throws, seen_takes, seen_knocks, chance


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
    w[0] = learner
    filled = 0
    for game in range(first, first + count):
        chance = step(deal(row, seed, game))
        left, versus = below(chance, 1_000_000) * 1e-6, 0
        while versus < len(others) - 1 and left >= shares[versus]:
            left -= shares[versus]
            versus += 1
        w[1] = others[versus]
        rules = under(r, limits[int(row[UPCARD])])
        throw_spot, take_spot, knock_spot, throws, takes, knocks, chance = _walk(
            row, eleven, game & 1, chance, t, rules, w
        )
        if throws != 0 and _probe_throw(
            throw_spot, row, scratch, step(chance), t, rules, w, out[filled]
        ):
            out[filled, CHOICES] = throws
            filled += 1
        if takes != 0 and _probe_take(take_spot, row, scratch, t, rules, w, out[filled]):
            out[filled, CHOICES] = takes
            filled += 1
        if knocks != 0 and _probe_knock(knock_spot, row, scratch, t, rules, w, out[filled]):
            out[filled, CHOICES] = knocks
            filled += 1
    return filled
