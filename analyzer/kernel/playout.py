"""Playing a hand to its end, many times: the rollouts of the search.

Two players, each with a policy that sees only that player's own side; points are signed for
player 0. The hand follows the rules of `HandRules`; the cases of the stock's end are those of
`analyzer.game.rules.Wall`.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

import numpy as np

from analyzer.kernel.bits import popcount
from analyzer.kernel.deadwood import best_discard, deadwood, layout
from analyzer.kernel.deals import deal, knock_card
from analyzer.kernel.decide import chosen
from analyzer.kernel.defend import defend_by_rules
from analyzer.kernel.inplay import (
    DISCARD,
    DRAW,
    GIN,
    KNOCK,
    LAY_DOWN,
    OVER,
    PASS,
    TAKE,
    TO_DISCARD,
    TO_DRAW,
    UNDERCUT,
    VOID,
    CardPlaces,
    Floats,
    HandRules,
    KernelTurn,
    Root,
    RootAction,
    advance,
    dealt,
    seen,
    under,
)
from analyzer.kernel.jit import giving_way, inlined, jit
from analyzer.kernel.tables import MeldTables

MOST_DISCARDS: Final = 60
"""Discards after which a playout is given up as void, counted from where it began: two odd
policies could go on for ever."""

SPELL: Final = 512
"""Playouts between two looks whether others wait for the processor: half a millisecond."""
PLAYOUTS_IN_A_HAND: Final = 2
"""The cost of a whole hand there, in playouts."""


class Closed(NamedTuple):
    """The part that a playout leaves out, so that one can tell its worth.

    Where a playout is given None instead, all of this is compiled away.
    """

    feeding: int
    """1 where the other player may not take the card that they are offered first."""
    refused: int
    """Cards that they may not take later either, as a mask."""
    learning: int
    """1 where they do not see which card the first action takes."""
    laying_off: int
    """1 where nobody may lay off."""
    blocked: int
    """Cards that player 0 may not take from the pile, as a mask."""
    earliest: int
    """Cards discarded by both before which player 0 may not lay down, unless they must."""


OPEN: Final = Closed(feeding=0, refused=0, learning=0, laying_off=0, blocked=0, earliest=0)
"""Nothing is left out."""


@inlined
def knock_points(dead: int, theirs: int, r: HandRules) -> tuple[int, bool]:
    """(points for the knocker, whether undercut) of a knock with deadwood against deadwood."""
    if theirs > dead or (theirs == dead and r.tie == 2):
        return theirs - dead, False
    if theirs == dead and r.tie == 1:
        return 0, True
    return theirs - dead - r.undercut, True


@inlined
def _lay_down(
    dead: int, melded: int, runs: int, missing: int, other: int, t: MeldTables, r: HandRules
) -> tuple[int, int]:
    """(points, ending) for the player who lays down ten or eleven cards against a hand.

    `melded` is 11 for big gin. Against gin there is no lay-off.
    """
    if dead == 0:
        bonus = r.big_gin if melded == 11 else r.gin
        return deadwood(other, t) + bonus, GIN
    points, undercut = knock_points(dead, defend_by_rules(other, runs, missing, t), r)
    return points, UNDERCUT if undercut else KNOCK


@jit
def _knocks(
    hand: int, card: int, dead: int, other: int, player: int, t: MeldTables, r: HandRules,
    closed: Any,
) -> tuple[int, int]:  # fmt: skip
    """(points for player 0, ending) where a player lays down and discards `card`, −1 for none."""
    if card < 0:
        points, ending = _lay_down(0, 11, 0, 0, other, t, r)
    else:
        _, runs, missing = layout(hand & ~(1 << card), t)
        if closed is not None and closed.laying_off != 0:
            runs, missing = 0, 0
        points, ending = _lay_down(dead, 10, runs, missing, other, t, r)
    return (points, ending) if player == 0 else (-points, ending + 3)


@inlined
def _may_take(card: int, player: int, first: bool, closed: Closed) -> bool:
    """True if what is left out lets a player take a card; `first` until their first choice."""
    if player == 0:
        return closed.blocked >> card & 1 == 0
    return closed.refused >> card & 1 == 0 and (not first or closed.feeding == 0)


@jit
def _play(
    turn: KernelTurn, row: Any, trace: Any, t: MeldTables, r: HandRules, w: Floats, rival: int,
    closed: Any,
) -> tuple[int, int, bool, int]:  # fmt: skip
    """Play on to the end: (points for player 0, ending, whether the first offer was taken, ready).

    Player 0 plays by row 0 of the weights, player 1 by row `rival`. The row of cards is used up
    where the pile is reshuffled. Where `trace` has any length, entry n of it becomes the
    deadwood that discard number n leaves its player with. `closed` is None or what is left out;
    with it `ready` is how many cards had been discarded when player 0 could lay down first, or
    when the hand ended if that was earlier.
    """
    enough = turn.table.discards + MOST_DISCARDS
    accepted, first, ready = False, True, -1
    while turn.state != OVER and turn.table.discards < enough:
        root, player = seen(turn), turn.player
        kind, card, dead = chosen(root, turn.taken, t, r, w, 0 if player == 0 else rival)
        if closed is not None:
            if kind == TAKE and not _may_take(root.top, player, first, closed):
                kind = DRAW if turn.state == TO_DRAW else PASS
            if player == 0 and turn.state == TO_DISCARD and dead <= r.limit:
                ready = root.discards if ready < 0 else ready
                if kind == LAY_DOWN and root.discards < closed.earliest:
                    kind = DISCARD
                    card = best_discard(root.hand, turn.taken, t)[1]
        if kind == LAY_DOWN:
            points, ending = _knocks(root.hand, card, dead, turn.table.other, player, t, r, closed)
            return points, ending, accepted, root.discards if ready < 0 else ready
        if first and player == 1 and turn.state != TO_DISCARD:
            accepted, first = kind == TAKE, False
        if kind == DISCARD and len(trace) > root.discards:
            trace[root.discards] = deadwood(root.hand & ~(1 << card), t)
        turn = advance(turn, kind, card, row, r)
    return 0, VOID, accepted, turn.table.discards if ready < 0 else ready


@jit
def evaluate(
    root: Root,
    choice: RootAction,
    theirs: int,
    row: Any,
    no_trace: Any,
    t: MeldTables,
    r: HandRules,
    w: Floats,
    rival: int,
    closed: Any,
) -> tuple[int, int, bool, int]:
    """One world of one action: (points for player 0, ending, whether they take the card, ready).

    The last is what `_play` says; `closed` is None or what is left out.
    """
    if choice.kind == LAY_DOWN:
        melded, runs, missing = 11 if choice.card < 0 else 10, choice.runs, choice.missing
        if closed is not None and closed.laying_off != 0:
            runs, missing = 0, 0
        points, ending = _lay_down(choice.dead, melded, runs, missing, theirs, t, r)
        return points, ending, False, root.discards
    table = CardPlaces(
        root.hand, theirs, root.pile, root.top, root.shown, root.known, 0, root.stock, root.discards
    )
    turn = advance(KernelTurn(table, 0, root.state, -1), choice.kind, choice.card, row, r)
    if choice.kind == DISCARD and turn.state == OVER and r.reshuffle != 0:
        # Nothing is known of the pile beneath, so what is left of the stock has to do.
        turn = KernelTurn(turn.table, 1, TO_DRAW, -1)
    if closed is not None and closed.learning != 0 and choice.kind == TAKE:
        turn = KernelTurn(_unseen(turn.table, root.top), 0, turn.state, turn.taken)
    return _play(turn, row, no_trace, t, r, w, rival, closed)


@inlined
def _unseen(table: CardPlaces, card: int) -> CardPlaces:
    """The table where the other player has not seen a card taken by the player to act."""
    hand, other, pile, top, shown, known, front, back, discards = table
    return CardPlaces(hand, other, pile, top, shown & ~(1 << card), known, front, back, discards)


@jit(allocates=True)
def evaluate_worlds(
    root: Root,
    choices: Any,
    hands: Any,
    rows: Any,
    types: Any,
    t: MeldTables,
    r: HandRules,
    w: Floats,
    points: Any,
    endings: Any,
    taken: Any,
    closed: Any = None,
    earliest: Any = None,
    ready: Any = None,
) -> None:
    """Play every world with every action.

    `choices` is int64[A, 5] (fields of `RootAction`); `hands` int64[W] and `rows` int8[W, …] are
    the worlds, and int8[W] `types` says by which row of the weights after the first the other
    player plays there; results go to `points` (int16[W, A]), `endings` and `taken` (int8[W, A]).
    Each world is played under one of four relabellings of the suits, which changes ties only.
    With `closed`, which says what is left out, `earliest` (int16[W]) is its last field in each
    world, and `ready` (int16[W, A]) gets when player 0 could lay down first.
    """
    row = np.zeros(52, rows.dtype)
    no_trace, played = row[:0], 0
    for world in range(len(hands)):
        played = giving_way(played + len(choices), SPELL)
        turn = _some_turn(hands[world])
        shown = _turned_root(root, turn)
        theirs = _turned(hands[world], turn)
        apart = closed
        if closed is not None:
            apart = _closed_here(closed, turn, int(earliest[world]) + 0)  # an int64 with numba, too
        for index in range(len(choices)):
            if index == 0 or r.reshuffle != 0:  # only a reshuffle writes to the row
                for place in range(rows.shape[1]):
                    row[place] = rows[world, place] ^ (turn << 4)
            card = choices[index, 1]
            choice = RootAction(
                choices[index, 0],
                card ^ (turn << 4) if card >= 0 else card,
                _turned(choices[index, 2], turn),
                _turned(choices[index, 3], turn),
                choices[index, 4],
            )
            value, ending, accepted, lays = evaluate(
                shown, choice, theirs, row, no_trace, t, r, w, 1 + types[world], apart
            )
            points[world, index] = value
            endings[world, index] = ending
            taken[world, index] = accepted
            if closed is not None:
                ready[world, index] = lays


@inlined
def _closed_here(closed: Closed, turn: int, earliest: int) -> Closed:
    """Return what is left out in a world with its suits relabelled."""
    refused, blocked = _turned(closed.refused, turn), _turned(closed.blocked, turn)
    return Closed(closed.feeding, refused, closed.learning, closed.laying_off, blocked, earliest)


@inlined
def _turned(mask: int, turn: int) -> int:
    """The cards with their suits relabelled: suit number s becomes s xor `turn` (0 to 3)."""
    if turn & 1:
        mask = ((mask & 0x1FFF_0000_1FFF) << 16) | ((mask >> 16) & 0x1FFF_0000_1FFF)
    if turn & 2:
        mask = ((mask & 0x1FFF_1FFF) << 32) | (mask >> 32)
    return mask


@inlined
def _turned_root(root: Root, turn: int) -> Root:
    return Root(
        _turned(root.hand, turn),
        _turned(root.pile, turn),
        root.top ^ (turn << 4) if root.top >= 0 else root.top,
        _turned(root.shown, turn),
        _turned(root.known, turn),
        root.stock,
        root.discards,
        root.state,
    )


@inlined
def _some_turn(hand: int) -> int:
    """One of the four relabellings, by the cards of the hidden hand.

    The policies break ties by card number, and no suit should gain by that.
    """
    return (
        popcount(hand & 0x0A96_1659_0D2C_0B34) & 1
        | (popcount(hand & 0x1335_0CCA_0666_1A53) & 1) << 1
    )


@jit(allocates=True)
def self_play(
    seed: int,
    first: int,
    eleven: int,
    limits: Any,
    factors: Any,
    t: MeldTables,
    r: HandRules,
    w: Floats,
    points: Any,
    endings: Any,
    traces: Any,
) -> None:
    """Deal and play whole hands; player 0 is the non-dealer, who acts first.

    Hand number i of a seed is dealt by generator `first` + i. `eleven` is 1 where the non-dealer
    is dealt eleven cards and discards first. `limits` and `factors` (64 ints) give the knock limit
    and the multiplier by the first upcard, or by the card of a second deck. Results: `points`
    (int16[n], for player 0), `endings` (int8[n]), and in `traces` (int16[n, m]) the deadwood after
    each discard, −1 where the hand had ended.
    """
    row, dealt_out = np.zeros(64, np.int8), 0
    for game in range(len(points)):
        dealt_out = giving_way(dealt_out + PLAYOUTS_IN_A_HAND, SPELL)
        state = deal(row, seed, first + game)
        turn = dealt(row, eleven, 0)
        top = knock_card(row, state, eleven)
        for number in range(traces.shape[1]):
            traces[game, number] = -1
        rules = under(r, limits[top])
        value, ending, _, _ = _play(turn, row, traces[game], t, rules, w, 1, None)
        points[game] = value * factors[top]
        endings[game] = ending
