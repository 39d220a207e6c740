"""What a policy does at one decision: a single step of a playout, for one who asks by itself.

And by how much it prefers that. Kept in step with `analyzer.kernel.playout.play`, which has the
same choices unrolled in its loop; a test plays hands both ways and compares them.
"""

from __future__ import annotations

from analyzer.kernel.bits import FULL, lowest
from analyzer.kernel.deadwood import arrange, best_discard, layout
from analyzer.kernel.inplay import (
    DRAW,
    LAST_CHANCE,
    LAST_OFFER,
    LAY_DOWN,
    OFFER,
    PASS,
    TAKE,
    THROW,
    TO_THROW,
    HandRules,
    Root,
)
from analyzer.kernel.jit import jit
from analyzer.kernel.policy import (
    Floats,
    choose_throw,
    hand_cost,
    throw_cost,
    wants,
    wants_knock,
    wish_for,
)
from analyzer.kernel.tables import MeldTables


@jit
def decide(
    root: Root, taken: int, t: MeldTables, r: HandRules, w: Floats
) -> tuple[int, int, int, int]:
    """(kind, card, cards in runs, missing fourths of sets) of what the policy in row 0 does.

    `taken` is the card that may not be thrown, or −1. The card is −1 for an action without
    one, as big gin is; the last two say how a hand is laid down.
    """
    hand, facing = root.hand, root.known
    live = FULL & ~(hand | root.pile | facing)
    stage = min(root.throws // 2, 12) * 0.1
    if root.state == LAST_CHANCE:
        forbidden = -1 if r.may_return != 0 else root.top
        dead = best_discard(hand | (1 << root.top), forbidden, t)[0]
        return (TAKE if dead <= r.limit else PASS), -1, 0, 0
    if root.state != TO_THROW:
        if wants(hand, root.top, live, r.limit, stage, t, w, 0):
            return TAKE, -1, 0, 0
        offered = root.state in (OFFER, LAST_OFFER)
        return (PASS if offered else DRAW), -1, 0, 0
    key, loose = arrange(hand, t)
    if r.big_gin >= 0 and key == 0:
        _, runs, missing = layout(hand, t)
        return LAY_DOWN, -1, runs, missing
    thrown = choose_throw(hand, key, loose, taken, live, facing, stage, t, w, 0)
    dead, shed = best_discard(hand, taken, t)
    if dead <= r.limit:
        kept = hand & ~(1 << thrown)
        last = root.stock <= 2 and r.reshuffle == 0
        if last or wants_knock(kept, dead, live, root.throws // 2, t, w, 0):
            _, runs, missing = layout(hand & ~(1 << shed), t)
            return LAY_DOWN, shed, runs, missing
    return THROW, thrown, 0, 0


@jit
def wish(root: Root, t: MeldTables, r: HandRules, w: Floats) -> float:
    """How much the policy in row 0 wants the top of the pile: taken if above 0."""
    live = FULL & ~(root.hand | root.pile | root.known)
    stage = min(root.throws // 2, 12) * 0.1
    return wish_for(root.hand, root.top, live, r.limit, stage, t, w, 0)


@jit
def throw_costs(root: Root, t: MeldTables, w: Floats, costs: Floats) -> None:
    """Fill `costs` (float64[64]) with what each throw from eleven costs by the policy in row 0.

    Of the cards in the hand alone; a meld may be broken.
    """
    hand, facing = root.hand, root.known
    live = FULL & ~(hand | root.pile | facing)
    stage = min(root.throws // 2, 12) * 0.1
    rest = hand
    while rest != 0:
        card = lowest(rest)
        rest &= rest - 1
        key, loose = arrange(hand & ~(1 << card), t)
        costs[card] = hand_cost(key, loose, live, stage, w, 0)
        costs[card] += throw_cost(card, live, facing, stage, t, w, 0)
