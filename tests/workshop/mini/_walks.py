"""The loops over a tree: how often each hand gets where, and what that comes to.

A way to play is two arrays of *weights*: `takes`, float64[nodes, held, 2], to leave the card on top
or to take it; `plays`, float64[slots, 2 · places], to discard the card of each place of a
full hand or to knock with it. What is done has the share of its weight among those above 0; where
none is, all that may be done is as likely.

The chance of a pair of hands is the product of what the two players do for theirs and of a share
of the stock a draw, the same for all: so *reach*, [nodes, held], is kept for each player apart.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from analyzer.kernel.jit import jit
from tests.workshop.mini.game import DRAWN, NONE, TAKEN, MiniHands, Tree, compiled, has

allocating = jit(allocates=True, cache=False)

MEAN: Final = 0
"""The mean of a way to play."""
BEST: Final = 1
"""The value of the best answer."""
LEARN: Final = 2
"""The mean; weights are regrets, and each grows by what it would have won more, never below 0."""
ASK: Final = 3
"""The mean; what each answer at the first node comes to is added to the sums, −∞ for what may not
be done."""


@compiled
def lacks(cards: int, must: int, gone: int) -> bool:
    """True if a hand cannot be held: it has not all that it must, or something that is gone."""
    return cards & gone != 0 or cards & must != must


@compiled
def _add(row: Any, times: float, to: Any, kept: float) -> None:
    """A row so many times, added to what is kept of another."""
    for k in range(len(row)):
        to[k] = kept * to[k] + times * row[k]


@compiled
def _share(row: Any, legal: Any, shares: Any) -> None:
    """Fill the shares of what may be done from a row of weights."""
    total, count = 0.0, 0
    for k in range(len(legal)):
        shares[k] = 0.0
        if legal[k]:
            count += 1
            if row[k] > 0:
                shares[k] = row[k]
                total += row[k]
    for k in range(len(legal)):
        if total > 0.0:
            shares[k] /= total
        elif legal[k]:
            shares[k] = 1.0 / count


@compiled
def _may(hands: MiniHands, full: int, forbidden: int, legal: Any) -> None:
    """Fill what may be done with a full hand; `forbidden` is a card's number or `NONE`."""
    places = hands.shed.shape[1]
    for place in range(places):
        free = hands.card_at[full, place] != forbidden
        legal[place] = free
        legal[places + place] = free and hands.knocks[hands.shed[full, place]]


@compiled
def bounds(tree: Tree, hands: MiniHands, node: int, way: int) -> tuple[int, int, int]:
    """(cards that the full hand of who is to act must have, may not have, a forbidden discard)."""
    actor, top = tree.actor[node], 1 << hands.cards[tree.top[node]]
    mine, gone = tree.known[node, actor], tree.pile[node] | tree.known[node, 1 - actor]
    if way == TAKEN:
        return mine | top, gone & ~top, tree.top[node]
    return mine, gone, NONE


@compiled
def _arrives(
    hands: MiniHands, tree: Tree, node: int, way: int, full: int, reach: Any, go: Any
) -> float:  # fmt: skip
    """Return how often a full hand is held after a take or a draw; `go` are the shares of both."""
    total = 0.0
    for place in range(hands.shed.shape[1]):
        card, held = hands.card_at[full, place], hands.shed[full, place]
        if way == TAKEN:
            if card == tree.top[node]:
                return reach[node, held] * go[held, 1]  # type: ignore[no-any-return]
        elif not tree.known[node, tree.actor[node]] >> hands.cards[card] & 1:
            total += reach[node, held] * go[held, 0] / tree.stock[node]
    return total


@allocating
def spread(
    hands: MiniHands, tree: Tree, player: int, first: int, takes: Any, plays: Any, reach: Any,
    knocked: Any, weight: float, sum_takes: Any, sum_plays: Any,
) -> None:  # fmt: skip
    """Fill how often the player gets to each node after `first`, and knocks there with what.

    `reach` is float64[nodes, held], with the row of `first` given, `knocked` float64[nodes, held,
    cards], for the card that is discarded with a knock cannot be the other's. Where
    `weight` is above 0, so much of what is done, as often as it is, is added to the sums.
    """
    actions = 2 * hands.shed.shape[1]
    go, shares, legal = (
        np.zeros((len(hands.held), 2)),
        np.zeros(actions),
        np.zeros(actions, np.bool_),
    )
    for node in range(first, tree.end[first]):
        if tree.actor[node] != player:
            copied(hands, tree, node, reach)
            continue
        _empty(tree, node, reach, knocked)
        _chosen(hands, tree, node, takes, legal[:2], go, reach, weight, sum_takes)
        for way in range(2):
            if has(tree.asked[node], way):
                _played(
                    hands, tree, node, way, go, plays, legal, shares, reach, knocked, weight,
                    sum_plays,
                )  # fmt: skip


@compiled
def _empty(tree: Tree, node: int, reach: Any, knocked: Any) -> None:
    """Nothing has come to the knocks of a node, or to those after its discards."""
    knocked[node, :, :] = 0.0
    for way in range(2):
        for after in tree.after[node, way]:
            if after != NONE:
                reach[after, :] = 0.0


@compiled
def _chosen(
    hands: MiniHands, tree: Tree, node: int, takes: Any, legal: Any, go: Any, reach: Any,
    weight: float, sum_takes: Any,
) -> None:  # fmt: skip
    """Fill the shares of leaving and taking the card on top, and the node after a pass."""
    passed = tree.passed[node]
    legal[0] = has(tree.asked[node], DRAWN) or passed != NONE
    legal[1] = has(tree.asked[node], TAKEN)
    for held in range(len(hands.held)):
        _share(takes[node, held], legal, go[held])
        if weight > 0.0:
            _add(go[held], weight * reach[node, held], sum_takes[node, held], 1.0)
        if passed != NONE:
            reach[passed, held] = reach[node, held] * go[held, 0]


@compiled
def _played(
    hands: MiniHands, tree: Tree, node: int, way: int, go: Any, plays: Any, legal: Any, shares: Any,
    reach: Any, knocked: Any, weight: float, sum_plays: Any,
) -> None:  # fmt: skip
    """Play full hands that are held after a take or a draw: discards and knocks."""
    must, gone, forbidden = bounds(tree, hands, node, way)
    slot = tree.start[node, way] - 1
    for full in range(len(hands.full)):
        if lacks(hands.full[full], must, gone):
            continue
        slot += 1
        here = _arrives(hands, tree, node, way, full, reach, go)
        if here == 0.0:
            continue
        _may(hands, full, forbidden, legal)
        _share(plays[slot], legal, shares)
        _leaves(hands, tree, node, way, full, here, shares, reach, knocked)
        if weight > 0.0:
            _add(shares, weight * here, sum_plays[slot], 1.0)


@compiled
def _leaves(
    hands: MiniHands, tree: Tree, node: int, way: int, full: int, here: float, shares: Any,
    reach: Any, knocked: Any,
) -> None:  # fmt: skip
    """Add what a full hand does to the nodes that come of it, and to the knocks."""
    places = hands.shed.shape[1]
    for place in range(places):
        held = hands.shed[full, place]
        after = tree.after[node, way, hands.card_at[full, place]]
        if after != NONE:
            reach[after, held] += here * shares[place]
        knocked[node, held, hands.card_at[full, place]] += here * shares[places + place]


@compiled
def copied(hands: MiniHands, tree: Tree, node: int, reach: Any) -> None:
    """Copy the hands of who is not to act, but for cards that were seen."""
    if tree.passed[node] != NONE:
        _add(reach[node], 1.0, reach[tree.passed[node]], 0.0)
    for way in range(2):
        for card in range(len(hands.cards)):
            after = tree.after[node, way, card]
            if after == NONE:
                continue
            _add(reach[node], 1.0, reach[after], 0.0)
            for held in range(len(hands.held)):
                if hands.held[held] >> hands.cards[card] & 1:
                    reach[after, held] = 0.0


@allocating
def collect(
    hands: MiniHands, tree: Tree, player: int, first: int, takes: Any, plays: Any, theirs: Any,
    knocked: Any, won: Any, lost: Any, values: Any, aim: int, sum_takes: Any, sum_plays: Any,
) -> None:  # fmt: skip
    """Fill what each hand of the player comes to from `first` on: values, float64[nodes, held].

    A value is summed over the hands of the other, each as often as it gets there (`theirs`, and
    `knocked` for its knocks). `won` and `lost` are points by the knocker's hand and the other's:
    to the player where the player knocks, and where the other does. `aim` says what for.
    """
    many, places = len(hands.held), hands.shed.shape[1]
    worth, whole = np.zeros((many, len(hands.cards))), np.zeros((2, len(hands.full)))
    answers, shares = np.zeros(2 * places), np.zeros(2 * places)
    legal, legal_go = np.zeros(2 * places, np.bool_), np.ones(2, np.bool_)
    for node in range(tree.end[first] - 1, first - 1, -1):
        if tree.actor[node] != player:
            _waits(hands, tree, node, player, knocked, lost, values)
            continue
        asks = aim != ASK or node == first
        _worth(hands, won, theirs[node], worth)
        for way in range(2):
            whole[way, :] = 0.0
            if not has(tree.asked[node], way):
                continue
            must, gone, forbidden = bounds(tree, hands, node, way)
            slot = tree.start[node, way] - 1
            for full in range(len(hands.full)):
                if lacks(hands.full[full], must, gone):
                    continue
                slot += 1
                for place in range(places):
                    held = hands.shed[full, place]
                    card = hands.card_at[full, place]
                    after = tree.after[node, way, card]
                    answers[place] = 0.0 if after == NONE else values[after, held]
                    answers[places + place] = worth[held, card]
                _may(hands, full, forbidden, legal)
                whole[way, full] = _answer(
                    answers, legal, plays[slot], sum_plays[slot if asks else 0], shares,
                    aim if asks else MEAN,
                )  # fmt: skip
        _goes(
            hands, tree, node, whole, takes, values, answers[:2], legal_go, shares[:2],
            aim if asks else MEAN, sum_takes,
        )  # fmt: skip


@compiled
def _worth(hands: MiniHands, won: Any, theirs: Any, worth: Any) -> None:
    """Fill what a knock with each hand and each discard comes to, against who lacks that card."""
    for held in range(len(hands.held)):
        if not hands.knocks[held]:
            continue
        worth[held, :] = 0.0
        total = 0.0
        for other in range(len(hands.held)):
            points = won[held, other] * theirs[other]
            if points != 0.0:
                total += points
                for card in hands.cards_of[other]:
                    worth[held, card] -= points
        for card in range(len(hands.cards)):
            worth[held, card] += total


@compiled
def _goes(
    hands: MiniHands, tree: Tree, node: int, whole: Any, takes: Any, values: Any, answers: Any,
    legal: Any, shares: Any, aim: int, sum_takes: Any,
) -> None:  # fmt: skip
    """Fill the values of a node from those of the full hands, by card taken or drawn."""
    must, gone, _ = bounds(tree, hands, node, DRAWN)
    passed, top = tree.passed[node], tree.top[node]
    legal[0] = has(tree.asked[node], DRAWN) or passed != NONE
    legal[1] = has(tree.asked[node], TAKEN)
    for held in range(len(hands.held)):
        values[node, held] = 0.0
        if lacks(hands.held[held], must, gone):
            continue
        answers[0], answers[1] = 0.0, whole[TAKEN, hands.joined[held, top]]
        if passed != NONE:
            answers[0] = values[passed, held]
        else:
            for card in range(len(hands.cards)):
                full = hands.joined[held, card]
                if full != NONE and not gone >> hands.cards[card] & 1:
                    answers[0] += whole[DRAWN, full] / tree.stock[node]
        row = sum_takes[node if aim == ASK else 0, held]
        values[node, held] = _answer(answers, legal, takes[node, held], row, shares, aim)


@compiled
def _answer(answers: Any, legal: Any, row: Any, sums: Any, shares: Any, aim: int) -> float:
    """Return what a decision comes to, by what its answers do."""
    if aim == BEST:
        best = -1e300
        for k in range(len(answers)):
            if legal[k]:
                best = max(best, answers[k])
        return best
    _share(row, legal, shares)
    mean = 0.0
    for k in range(len(answers)):
        mean += shares[k] * answers[k]
    for k in range(len(answers)):
        if aim == LEARN and legal[k]:
            row[k] = max(row[k] + answers[k] - mean, 0.0)
        elif aim == ASK:
            sums[k] += answers[k] if legal[k] else -np.inf
    return mean


@compiled
def _waits(
    hands: MiniHands, tree: Tree, node: int, player: int, knocked: Any, lost: Any, values: Any
) -> None:
    """Fill the values of the player where the other is to act."""
    gone, must = tree.pile[node] | tree.known[node, 1 - player], tree.known[node, player]
    values[node, :] = 0.0
    if tree.passed[node] != NONE:
        _add(values[tree.passed[node]], 1.0, values[node], 1.0)
    for way in range(2):
        for card in range(len(hands.cards)):
            if tree.after[node, way, card] != NONE:
                _add(values[tree.after[node, way, card]], 1.0, values[node], 1.0)
    for theirs in range(len(hands.held)):
        if not hands.knocks[theirs]:
            continue
        total = knocked[node, theirs].sum()
        if total == 0.0:
            continue
        for held in range(len(hands.held)):
            if lost[theirs, held] != 0.0:
                often = total
                for card in hands.cards_of[held]:
                    often -= knocked[node, theirs, card]
                values[node, held] += often * lost[theirs, held]
    for held in range(len(hands.held)):
        if lacks(hands.held[held], must, gone):
            values[node, held] = 0.0


@allocating
def ask(
    hands: MiniHands, tree: Tree, takes: Any, plays: Any, their_takes: Any, their_plays: Any,
    beliefs: Any, won: Any, lost: Any, sum_takes: Any, sum_plays: Any,
) -> None:  # fmt: skip
    """Add what each answer comes to at every node, by playouts from there.

    Who is to act plays on in the first way, the other in the second; `beliefs`, float64[2, nodes,
    held], say how likely each hand of either player is to the other.
    """
    shape = len(tree.actor), len(hands.held)
    reach, values = np.zeros(shape), np.zeros(shape)
    knocked = np.zeros((*shape, len(hands.cards)))
    for node in range(len(tree.actor)):
        actor = tree.actor[node]
        _add(beliefs[1 - actor, node], 1.0, reach[node], 0.0)
        spread(
            hands, tree, 1 - actor, node, their_takes, their_plays, reach, knocked, 0.0, sum_takes,
            sum_plays,
        )  # fmt: skip
        collect(
            hands, tree, actor, node, takes, plays, reach, knocked, won, lost, values, ASK,
            sum_takes, sum_plays,
        )  # fmt: skip


@allocating
def weigh(hands: MiniHands, tree: Tree, beliefs: Any, takes: Any, plays: Any) -> None:
    """Fill how likely the hands of the other are, together, beside each of who is to act.

    `takes` is float64[nodes, held], for the hands before a draw, `plays` float64[slots], for the
    full ones; `beliefs` as `ask` takes them. What an answer comes to on average is what `ask` adds
    up, divided by this.
    """
    for node in range(len(tree.actor)):
        theirs = beliefs[1 - tree.actor[node], node]
        for held in range(len(hands.held)):
            takes[node, held] = _beside(hands, hands.held[held], theirs)
        for way in range(2):
            if not has(tree.asked[node], way):
                continue
            must, gone, _ = bounds(tree, hands, node, way)
            slot = tree.start[node, way] - 1
            for full in range(len(hands.full)):
                if not lacks(hands.full[full], must, gone):
                    slot += 1
                    plays[slot] = _beside(hands, hands.full[full], theirs)


@compiled
def _beside(hands: MiniHands, cards: int, theirs: Any) -> float:
    """Return how likely the hands of the other are that share no card with these."""
    total = 0.0
    for held in range(len(hands.held)):
        if not cards & hands.held[held]:
            total += theirs[held]
    return total
