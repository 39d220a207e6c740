"""The engine's kernel at each node of a tree: its policies, and its reading of turns.

The same compiled functions answer that play and read a whole deck: cards that are not in the small
one lie in the pile.
"""

from __future__ import annotations

from math import exp
from typing import Any

import numpy as np

from analyzer.kernel import inplay
from analyzer.kernel.decide import decide
from analyzer.kernel.inplay import HandRules, Root
from analyzer.kernel.likelihood import COLUMNS, DREW, MUST, PASSED, TOOK, log_turn
from analyzer.kernel.tables import MeldTables
from tests.workshop.mini._walks import allocating, bounds, copied, lacks
from tests.workshop.mini.game import DRAWN, NONE, TAKEN, MiniHands, Tree, compiled, has

WALL = 2
"""Cards in the stock with which a discard is the last of a hand."""
FAR = 20
"""Cards in the stock with which it is not."""


@compiled
def _root(hands: MiniHands, tree: Tree, node: int, cards: int, way: int, turns: int) -> Root:
    """The decision of who is to act, by its cards; `way` is `NONE` before one has come."""
    actor, bit = tree.actor[node], hands.cards[tree.top[node]]
    pile, shown, known = tree.pile[node], tree.known[node, actor], tree.known[node, 1 - actor]
    state, made = tree.asked[node], tree.made[node]
    if way != NONE:
        state = inplay.TO_DISCARD
    if way == TAKEN:
        pile, shown = pile & ~(1 << bit), shown | 1 << bit
    stock = WALL if made + 1 == turns else FAR
    return Root(cards, pile, bit, shown, known, stock, made, state)


@compiled
def follow(
    hands: MiniHands, tree: Tree, turns: int, t: MeldTables, r: HandRules, w: Any,
    takes: Any, plays: Any,
) -> None:  # fmt: skip
    """Fill the weights of the way to play of the policy in row 0 of `w`."""
    places = hands.shed.shape[1]
    for node in range(len(tree.actor)):
        must, gone, _ = bounds(tree, hands, node, DRAWN)
        for held in range(len(hands.held)):
            cards = hands.held[held]
            if lacks(cards, must, gone):
                continue
            root = _root(hands, tree, node, cards, NONE, turns)
            kind, _, _, _ = decide(root, -1, t, r, w)
            takes[node, held, 1 if kind == inplay.TAKE else 0] = 1
        for way in range(2):
            if not has(tree.asked[node], way):
                continue
            must, gone, forbidden = bounds(tree, hands, node, way)
            taken = -1 if forbidden == NONE else hands.cards[forbidden]
            slot = tree.start[node, way] - 1
            for full in range(len(hands.full)):
                cards = hands.full[full]
                if lacks(cards, must, gone):
                    continue
                slot += 1
                root = _root(hands, tree, node, cards, way, turns)
                kind, card, _, _ = decide(root, taken, t, r, w)
                first = places if kind == inplay.LAY_DOWN else 0
                for place in range(places):
                    if hands.cards[hands.card_at[full, place]] == card:
                        plays[slot, first + place] = 1


@allocating
def read(
    hands: MiniHands, tree: Tree, player: int, turns: int, limit: int, t: MeldTables,
    w: Any, soft: Any, p: int, reach: Any,
) -> None:  # fmt: skip
    """Fill how likely each hand of a player is by what it did, had it played as type `p`.

    The likelihood that the engine reads turns by; `reach` is float64[nodes, held], with its first
    row given.
    """
    row = np.zeros((1, COLUMNS), np.int64)
    for node in range(len(tree.actor)):
        if tree.actor[node] != player:
            copied(hands, tree, node, reach)
            continue
        top, passed = tree.top[node], tree.passed[node]
        shown = tree.known[node, 1 - player]
        row[0, :] = 0
        row[0, 1], row[0, 3], row[0, 4] = hands.cards[top], tree.pile[node], shown
        row[0, 5], row[0, 7] = tree.made[node], tree.made[node] + 1 == turns
        for held in range(len(hands.held)):
            before = reach[node, held]
            if before == 0.0:
                continue
            if passed != NONE:
                row[0, 0], row[0, 2] = PASSED, -1
                cards = hands.held[held]
                reach[passed, held] = before * exp(
                    log_turn(cards, -1, row, 0, limit, -1e18, p, soft, t, w)
                )
            for way in range(2):
                if has(tree.asked[node], way):
                    _read_turn(hands, tree, node, way, held, row, limit, t, w, soft, p, reach)


@compiled
def _read_turn(
    hands: MiniHands, tree: Tree, node: int, way: int, held: int, row: Any, limit: int,
    t: MeldTables, w: Any, soft: Any, p: int, reach: Any,
) -> None:  # fmt: skip
    """Add what a hand comes to by a card taken or drawn and each discard."""
    must, gone, _ = bounds(tree, hands, node, way)
    row[0, 0] = TOOK if way == TAKEN else MUST if tree.asked[node] == inplay.MUST_DRAW else DREW
    for new in range(len(hands.cards)):
        full = hands.joined[held, new]
        if full == NONE or (way == TAKEN and new != tree.top[node]):
            continue
        if lacks(hands.full[full], must, gone):
            continue
        for place in range(hands.shed.shape[1]):
            card = hands.card_at[full, place]
            after = tree.after[node, way, card]
            if after == NONE:
                continue
            row[0, 2] = hands.cards[card]
            log = log_turn(hands.held[held], hands.cards[new], row, 0, limit, -1e18, p, soft, t, w)
            reach[after, hands.shed[full, place]] += reach[node, held] * exp(log)
