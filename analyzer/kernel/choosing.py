"""Choosing an action in each of many hands: any legal one, a policy's, or by what a card leaves."""

from __future__ import annotations

from typing import Any

from analyzer.kernel.batch import (
    ACTIONS,
    BIG_GINS,
    DRAWS,
    GINS,
    HAND,
    KNOCKS,
    LAYING_OFF,
    LAYS_OFF,
    LIMIT,
    MISSING,
    OFF,
    PASSES,
    STATE,
    TAKES,
    TOP,
    BatchRules,
    fitting,
    grown,
    number_of,
    turn_of,
)
from analyzer.kernel.bits import above, below, lowest, popcount
from analyzer.kernel.deadwood import best_discard, deadwood
from analyzer.kernel.decide import chosen
from analyzer.kernel.defend import defend
from analyzer.kernel.inplay import DISCARD, DRAW, LAY_DOWN, TAKE, HandRules, seen, under
from analyzer.kernel.jit import inlined, jit
from analyzer.kernel.rng import below as drawn
from analyzer.kernel.rng import seeded, step
from analyzer.kernel.tables import MeldTables


@jit
def choose_any(masks: Any, seed: int, actions: Any) -> None:
    """Write a legal action of each lane, each as likely as any other."""
    for at in range(len(masks)):
        count = 0
        for action in range(ACTIONS):
            count += int(masks[at, action])
        wanted = drawn(step(seeded(seed, at)), count)
        for action in range(ACTIONS):
            if masks[at, action] != 0:
                if wanted == 0:
                    actions[at] = action
                    break
                wanted -= 1


@jit
def choose(
    lanes: Any, masks: Any, t: MeldTables, b: BatchRules, w: Any, actions: Any
) -> None:  # fmt: skip
    """Write what the policy in row 0 of the weights does in each lane.

    It lays off as well as can be; where melds are capped, card by card what saves most.
    """
    for at in range(len(lanes)):
        lane = lanes[at]
        if lane[STATE] == LAYING_OFF:
            action = _best_lay_off(lane, t)
        else:
            action = _chosen(lane, t, under(b.hand, int(lane[LIMIT])), w)
        if masks[at, action] == 0:  # under must_gin nothing but gin is left
            action = GINS
            while masks[at, action] == 0:
                action += 1
        actions[at] = action


@inlined
def _chosen(lane: Any, t: MeldTables, r: HandRules, w: Any) -> int:
    turn = turn_of(lane)
    kind, card, dead = chosen(seen(turn), turn.taken, t, r, w, 0)
    if kind == LAY_DOWN:
        if card < 0:
            return BIG_GINS
        return (GINS if dead == 0 else KNOCKS) + number_of(card)
    if kind == DISCARD:
        return number_of(card)
    if kind == TAKE:
        return TAKES
    return DRAWS if kind == DRAW else PASSES


@jit
def _best_lay_off(lane: Any, t: MeldTables) -> int:
    hand, runs = int(lane[HAND]) & ~int(lane[OFF]), grown(lane, t)
    missing = int(lane[MISSING]) & ~int(lane[OFF])
    best, action = deadwood(hand, t), PASSES
    rest = fitting(lane, t)
    while rest != 0:
        card = rest & -rest
        rest ^= card
        ends = (above(runs, t.wrap) | below(runs, t.wrap)) & card
        kept = deadwood(hand ^ card, t)
        if t.cap == 0:
            kept = defend(hand ^ card, runs | ends, missing & ~card, t)
        if kept < best:
            best, action = kept, LAYS_OFF + number_of(lowest(card))
    return action


@jit
def leave(lanes: Any, t: MeldTables, b: BatchRules, left: Any) -> None:
    """Write the deadwood that is left without each card of a hand, by the card's number.

    Before the draw only the top of the pile has one: what is left with it and a discard. All
    others are 0, and so are those of a hand that may lay off.
    """
    for at in range(len(lanes)):
        lane = lanes[at]
        for number in range(TAKES):
            left[at, number] = 0
        hand, top = int(lane[HAND]), int(lane[TOP])
        if lane[STATE] == LAYING_OFF:
            continue
        if popcount(hand) == 10:
            forbidden = -1 if b.hand.may_return != 0 else top
            left[at, number_of(top)] = best_discard(hand | 1 << top, forbidden, t)[0]
            continue
        rest = hand
        while rest != 0:
            card = rest & -rest
            rest ^= card
            left[at, number_of(lowest(card))] = deadwood(hand ^ card, t)
