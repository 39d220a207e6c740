"""A policy at one decision: its choice, and by how much it prefers that.

Every hand that a policy plays in the kernel asks `chosen` and then `inplay.advance`, in turn.
"""

from __future__ import annotations

from typing import Final

from analyzer.kernel._policy import (
    choose_discard,
    dangers_at,
    discard_cost,
    hand_cost,
    knock_row,
    price_of,
    wants,
    wants_knock,
    wants_last,
    wish_for,
)
from analyzer.kernel.bits import lowest
from analyzer.kernel.deadwood import arrange, best_discard, discard_from, layout
from analyzer.kernel.inplay import (
    DISCARD,
    DRAW,
    LAST_CHANCE,
    LAY_DOWN,
    MUST_DRAW,
    MUST_KNOCK,
    PASS,
    TAKE,
    TO_DISCARD,
    TO_DRAW,
    Floats,
    HandRules,
    Root,
    at_wall,
    stage_of,
    unseen,
)
from analyzer.kernel.jit import inlined, jit
from analyzer.kernel.tables import MeldTables

UNCOUNTED: Final = 1 << 30
"""Deadwood that was not counted: of ten cards, or too far above the limit."""


@inlined
def chosen(
    root: Root, taken: int, t: MeldTables, r: HandRules, w: Floats, p: int
) -> tuple[int, int, int]:
    """(kind, card, deadwood) of what the policy in row `p` does.

    `taken` is the card that may not be discarded, or −1. The card is the one discarded, with a
    knock too; −1 for none, as with big gin. The deadwood is that after the best discard from
    eleven cards, or `UNCOUNTED`.
    """
    if root.state in (TO_DISCARD, MUST_KNOCK):
        return _with_eleven(root, taken, t, r, w, p)
    if root.state == MUST_DRAW:
        return DRAW, -1, UNCOUNTED
    if root.state == LAST_CHANCE:
        forbidden = -1 if r.may_return != 0 else root.top
        dead = best_discard(root.hand | 1 << root.top, forbidden, t)[0]
        knocks = dead <= r.limit and wants_last(dead, w, p)
        return (TAKE if knocks else PASS), -1, UNCOUNTED
    if wants(root.hand, root.top, unseen(root), r.limit, stage_of(root.discards), t, w, p):
        return TAKE, -1, UNCOUNTED
    return (DRAW if root.state == TO_DRAW else PASS), -1, UNCOUNTED


@inlined
def _with_eleven(
    root: Root, taken: int, t: MeldTables, r: HandRules, w: Floats, p: int
) -> tuple[int, int, int]:
    hand, live = root.hand, unseen(root)
    key, loose = arrange(hand, t)
    if r.big_gin >= 0 and key == 0:
        return LAY_DOWN, -1, 0
    card = choose_discard(
        hand, key, loose, taken, live, root.known, stage_of(root.discards), t, w, p
    )
    if (key >> 6) - r.most_points > r.limit:
        return DISCARD, card, UNCOUNTED
    dead, shed = discard_from(hand, key, loose, taken, t)
    if dead <= r.limit:
        row = knock_row(root.discards, at_wall(root.stock, r))
        must = root.state == MUST_KNOCK
        if must or wants_knock(hand & ~(1 << card), dead, live, row, t, w, p):
            return LAY_DOWN, shed, dead
    return DISCARD, card, dead


@jit
def decide(
    root: Root, taken: int, t: MeldTables, r: HandRules, w: Floats
) -> tuple[int, int, int, int]:
    """(kind, card, cards in runs, missing fourths of sets) of what the policy in row 0 does.

    As `chosen`; the last two say how a hand is laid down.
    """
    kind, card, _ = chosen(root, taken, t, r, w, 0)
    if kind != LAY_DOWN:
        return kind, card, 0, 0
    _, runs, missing = layout(root.hand if card < 0 else root.hand & ~(1 << card), t)
    return kind, card, runs, missing


@jit
def wish(root: Root, t: MeldTables, r: HandRules, w: Floats) -> float:
    """Return how much the policy in row 0 wants the top of the pile: taken if above 0."""
    return wish_for(root.hand, root.top, unseen(root), r.limit, stage_of(root.discards), t, w, 0)


@jit
def discard_costs(root: Root, t: MeldTables, w: Floats, costs: Floats) -> None:
    """Fill `costs` (float64[64]) with what each discard from eleven costs by the policy in row 0.

    Of the cards in the hand alone; a meld may be broken.
    """
    live, stage = unseen(root), stage_of(root.discards)
    dangers = dangers_at(w, 0, stage)
    rest = root.hand
    while rest != 0:
        card = lowest(rest)
        rest &= rest - 1
        key, loose = arrange(root.hand & ~(1 << card), t)
        price = price_of(card, stage, t, w, 0)
        costs[card] = hand_cost(key, loose, live, stage, w, 0)
        costs[card] += discard_cost(card, price, live, root.known, dangers)
