"""Playing a hand to its end, many times: the rollouts of the search.

Two players, each with a policy that sees only that player's own side; points are signed for
player 0. The hand follows the rules of `HandRules`; the cases of the stock's end are those of
`analyzer.game.rules.Wall`.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from analyzer.kernel.bits import lowest, popcount
from analyzer.kernel.deadwood import arrange, best_discard, deadwood, discard_from, layout
from analyzer.kernel.deals import deal, shuffle
from analyzer.kernel.defend import defend
from analyzer.kernel.inplay import (
    GIN,
    KNOCK,
    LAST_CHANCE,
    LAST_OFFER,
    LAY_DOWN,
    MUST_DRAW,
    OFFER,
    PASS,
    TAKE,
    THROW,
    TO_DRAW,
    TO_THROW,
    UNDERCUT,
    VOID,
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
from analyzer.kernel.policy import Floats, choose_throw, wants, wants_knock
from analyzer.kernel.rng import seeded
from analyzer.kernel.tables import MeldTables

MOST_THROWS: Final = 60
"""Throws after which a playout is given up as void, counted from where it began: two odd
policies could go on for ever."""


@inlined
def knock_points(dead: int, theirs: int, r: HandRules) -> tuple[int, bool]:
    """(points for the knocker, whether undercut) of a knock with deadwood against deadwood."""
    if theirs > dead or (theirs == dead and r.tie == 2):
        return theirs - dead, False
    if theirs == dead and r.tie == 1:
        return 0, True
    return theirs - dead - r.undercut, True


@inlined
def lay_down(
    dead: int, melded: int, runs: int, missing: int, other: int, t: MeldTables, r: HandRules
) -> tuple[int, int]:
    """(points, ending) for the player who lays down ten or eleven cards against a hand.

    `melded` is 11 for big gin. Against gin there is no lay-off.
    """
    if dead == 0:
        bonus = r.big_gin if melded == 11 else r.gin
        return deadwood(other, t) + bonus, GIN
    points, undercut = knock_points(dead, defend(other, runs, missing, t), r)
    return points, UNDERCUT if undercut else KNOCK


@jit
def _reshuffled(table: Table, row: Any) -> Table:
    """The table after the pile without its top has been shuffled into the row, as the new stock.

    The one or two cards left of the old stock come first: one at each end, for either player.
    """
    ahead, behind = int(row[table.front]), int(row[table.back - 1])
    begin = min(1, left(table))
    row[0] = ahead
    count = begin
    rest = table.pile & ~(1 << table.top)
    while rest != 0:
        row[count] = lowest(rest)
        rest &= rest - 1
        count += 1
    shuffle(row, begin, count, seeded(table.mine, count))
    if left(table) > 1:
        row[count] = behind
        count += 1
    return Table(
        table.mine, table.theirs, 1 << table.top, table.top, table.shown, table.known,
        0, count, table.throws,
    )  # fmt: skip


@jit
def _knocks(
    hand: int, card: int, dead: int, other: int, player: int, t: MeldTables, r: HandRules
) -> tuple[int, int]:
    """(points for player 0, ending) where a player lays down as `sheds` says, against a hand."""
    if card < 0:
        points, ending = lay_down(0, 11, 0, 0, other, t, r)
    else:
        _, runs, missing = layout(hand & ~(1 << card), t)
        points, ending = lay_down(dead, 10, runs, missing, other, t, r)
    return (points, ending) if player == 0 else (-points, ending + 3)


@jit
def play(
    table: Table,
    row: Any,
    player: int,
    state: int,
    taken: int,
    trace: Any,
    t: MeldTables,
    r: HandRules,
    w: Floats,
    rival: int,
) -> tuple[int, int, bool]:
    """Play on to the end: (points for player 0, ending, whether the first offer was taken).

    Player 0 plays by row 0 of the weights, player 1 by row `rival`.

    `player` is to act in `state`; `taken` is the card that may not be thrown, or −1. The row is
    used up where the pile is reshuffled. Where `trace` has any length, entry n of it becomes the
    deadwood that the throw number n leaves its player with.
    """
    enough = table.throws + MOST_THROWS
    accepted, first = False, True
    while table.throws < enough:
        policy, now = 0 if player == 0 else rival, stage(table.throws)
        if state != TO_THROW:
            hand, live = held(table, player), unseen(table, player)
            wanted = False
            if state == LAST_CHANCE:
                forbidden = -1 if r.may_return != 0 else table.top
                wanted = best_discard(hand | (1 << table.top), forbidden, t)[0] <= r.limit
            elif state != MUST_DRAW:
                wanted = wants(hand, table.top, live, r.limit, now, t, w, policy)
            if first and player == 1:
                accepted = wanted
                first = False
            if wanted:
                table = take_top(table, player)
                taken = -1 if r.may_return != 0 else table.top
            elif state in (OFFER, LAST_OFFER):
                state = LAST_OFFER if state == OFFER else MUST_DRAW
                player = 1 - player
                continue
            elif state == LAST_CHANCE or left(table) == 0:
                return 0, VOID, accepted
            else:
                table = draw_card(table, player, row)
                taken = -1
        hand, live = held(table, player), unseen(table, player)
        key, loose = arrange(hand, t)
        if r.big_gin >= 0 and key == 0:
            points, ending = _knocks(hand, -1, 0, held(table, 1 - player), player, t, r)
            return points, ending, accepted
        known = facing(table, player)
        card = choose_throw(hand, key, loose, taken, live, known, now, t, w, policy)
        if (key >> 6) - r.dearest <= r.limit:
            dead, shed = discard_from(hand, key, loose, taken, t)
            last = state == LAST_CHANCE or (left(table) <= 2 and r.reshuffle == 0)
            kept, turns = hand & ~(1 << card), table.throws // 2
            if dead <= r.limit and (last or wants_knock(kept, dead, live, turns, t, w, policy)):
                other = held(table, 1 - player)
                points, ending = _knocks(hand, shed, dead, other, player, t, r)
                return points, ending, accepted
        if len(trace) > table.throws:
            trace[table.throws] = deadwood(hand & ~(1 << card), t)
        table = throw_card(table, player, card)
        state = TO_DRAW
        player = 1 - player
        if left(table) <= 2:
            if r.reshuffle != 0 and table.pile & (table.pile - 1):
                table = _reshuffled(table, row)
            elif r.last_throw != 0:
                state = LAST_CHANCE
            else:
                return 0, VOID, accepted
    return 0, VOID, accepted


@jit
def evaluate(
    root: Root,
    choice: Choice,
    theirs: int,
    row: Any,
    no_trace: Any,
    t: MeldTables,
    r: HandRules,
    w: Floats,
    rival: int,
) -> tuple[int, int, bool]:
    """One world of one action: (points for player 0, ending, whether they take the card)."""
    table = Table(
        root.hand, theirs, root.pile, root.top, root.shown, root.known, 0, root.stock, root.throws
    )
    state, player, taken = MUST_DRAW, 0, -1
    if choice.kind == LAY_DOWN:
        melded = 11 if choice.card < 0 else 10
        points, ending = lay_down(choice.dead, melded, choice.runs, choice.missing, theirs, t, r)
        return points, ending, False
    if choice.kind == THROW:
        table = throw_card(table, 0, choice.card)
        player, state = 1, TO_DRAW
        if root.stock <= 2:
            if r.last_throw != 0:
                state = LAST_CHANCE
            elif r.reshuffle == 0:
                return 0, VOID, False
            else:
                table = _reshuffled(table, row)
    elif choice.kind == PASS:
        if root.state == LAST_CHANCE:
            return 0, VOID, False
        player, state = 1, LAST_OFFER if root.state == OFFER else MUST_DRAW
    elif choice.kind == TAKE:
        table = take_top(table, 0)
        taken = -1 if r.may_return != 0 else table.top
        state = TO_THROW
        if root.state == LAST_CHANCE:
            return _compelled(table.mine, taken, theirs, t, r)
    return play(table, row, player, state, taken, no_trace, t, r, w, rival)


@jit
def _compelled(
    hand: int, taken: int, theirs: int, t: MeldTables, r: HandRules
) -> tuple[int, int, bool]:
    """The knock that taking the last throw obliges to."""
    if r.big_gin >= 0 and arrange(hand, t)[0] == 0:
        points, ending = _knocks(hand, -1, 0, theirs, 0, t, r)
    else:
        dead, shed = best_discard(hand, taken, t)
        points, ending = _knocks(hand, shed, dead, theirs, 0, t, r)
    return points, ending, False


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
) -> None:
    """Play every world with every action.

    `choices` is int64[A, 5] (fields of `Choice`); `hands` int64[W] and `rows` int8[W, …] are the
    worlds, and int8[W] `types` says by which row of the weights after the first the other player
    plays there; results go to `points` (int16[W, A]), `endings` and `taken` (int8[W, A]). Each
    world is played under one of four relabellings of the suits, which changes ties only.
    """
    row = np.zeros(52, rows.dtype)
    no_trace = row[:0]
    for world in range(len(hands)):
        turn = _some_turn(hands[world])
        shown = _turned_root(root, turn)
        theirs = turned(hands[world], turn)
        for index in range(len(choices)):
            if index == 0 or r.reshuffle != 0:  # only a reshuffle writes to the row
                for place in range(rows.shape[1]):
                    row[place] = rows[world, place] ^ (turn << 4)
            card = choices[index, 1]
            choice = Choice(
                choices[index, 0],
                card ^ (turn << 4) if card >= 0 else card,
                turned(choices[index, 2], turn),
                turned(choices[index, 3], turn),
                choices[index, 4],
            )
            value, ending, accepted = evaluate(
                shown, choice, theirs, row, no_trace, t, r, w, 1 + types[world]
            )
            points[world, index] = value
            endings[world, index] = ending
            taken[world, index] = accepted


@inlined
def turned(mask: int, turn: int) -> int:
    """The cards with their suits relabelled: suit number s becomes s xor `turn` (0 to 3)."""
    if turn & 1:
        mask = ((mask & 0x1FFF_0000_1FFF) << 16) | ((mask >> 16) & 0x1FFF_0000_1FFF)
    if turn & 2:
        mask = ((mask & 0x1FFF_1FFF) << 32) | (mask >> 32)
    return mask


@inlined
def _turned_root(root: Root, turn: int) -> Root:
    return Root(
        turned(root.hand, turn),
        turned(root.pile, turn),
        root.top ^ (turn << 4) if root.top >= 0 else root.top,
        turned(root.shown, turn),
        turned(root.known, turn),
        root.stock,
        root.throws,
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
    is dealt eleven cards and throws first. `limits` and `factors` (64 ints) give the knock limit
    and the multiplier by the first upcard. Results: `points` (int16[n], for player 0),
    `endings` (int8[n]), and in `traces` (int16[n, m]) the deadwood after each throw, −1 where
    the hand had ended.
    """
    row = np.zeros(64, np.int8)
    for game in range(len(points)):
        deal(row, seed, first + game)
        table, state = dealt(row, eleven, 0)
        for throw in range(traces.shape[1]):
            traces[game, throw] = -1
        rules = under(r, limits[table.top])
        trace = traces[game]
        value, ending, _ = play(table, row, 0, state, -1, trace, t, rules, w, 1)
        points[game] = value * factors[table.top]
        endings[game] = ending
