"""Playing a hand to its end, many times: the rollouts of the search.

Two players, each with a policy that sees only that player's own side. Player 0 is "me", whose
view the search works for; points are signed for player 0. The stock is a row of cards: player
0 draws from its front, player 1 from its back, so that one player's choice does not change
which cards the other will draw (this is what pairs the worlds of two actions).

The hand follows the rules of `HandRules`; the cases of the stock's end are those of
`analyzer.rules.Wall`.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

import numpy as np

from analyzer.kernel.bits import FULL, lowest, popcount
from analyzer.kernel.deadwood import arrange, best_discard, deadwood, discard_from, layout
from analyzer.kernel.deals import FIRST, SECOND, UPCARD, cards_in, deal, shuffle
from analyzer.kernel.defend import defend
from analyzer.kernel.jit import inlined, jit
from analyzer.kernel.policy import Floats, choose_throw, wants, wants_knock
from analyzer.kernel.rng import seeded
from analyzer.kernel.tables import MeldTables

# How a hand ends, for player 0. Kept in step with `analyzer.engine.types.Ending`.
GIN: Final = 0
KNOCK: Final = 1
UNDERCUT: Final = 2
THEIR_GIN: Final = 3
THEIR_KNOCK: Final = 4
THEIR_UNDERCUT: Final = 5
VOID: Final = 6

# Actions at the root.
TAKE: Final = 0
DRAW: Final = 1
PASS: Final = 2
THROW: Final = 3
LAY_DOWN: Final = 4

# Where a hand stands when the policies take over.
TO_DRAW: Final = 0
TO_THROW: Final = 1
OFFER: Final = 2
LAST_OFFER: Final = 3
MUST_DRAW: Final = 4
LAST_CHANCE: Final = 5

MOST_THROWS: Final = 60
"""Throws after which a playout is given up as void, counted from where it began: two odd
policies could go on for ever."""


class HandRules(NamedTuple):
    """The rules of one hand, as ints."""

    limit: int
    gin: int
    undercut: int
    tie: int
    """0 a tie is an undercut, 1 nobody scores, 2 the knocker wins nothing."""
    big_gin: int
    """The bonus, or −1 where big gin is not played."""
    may_return: int
    last_throw: int
    """1 where the last throw may be taken to knock."""
    reshuffle: int
    dearest: int
    """Points of the dearest card; a hand further than this above the limit cannot knock."""


class Root(NamedTuple):
    """The decision to be evaluated, as player 0 sees it."""

    hand: int
    pile: int
    """All known cards of the pile, as a mask."""
    top: int
    """Index of the top card, or −1."""
    shown: int
    """Cards of player 0 that player 1 saw taken."""
    known: int
    """Cards of player 1 that player 0 saw taken."""
    stock: int
    throws: int
    """Cards thrown so far by both."""
    state: int
    """TO_DRAW, TO_THROW, OFFER, LAST_OFFER (they have passed), LAST_CHANCE."""


class Choice(NamedTuple):
    """One action at the root."""

    kind: int
    card: int
    """The card thrown, or −1."""
    runs: int
    """For LAY_DOWN: the cards in runs, the missing fourths of sets, the deadwood."""
    missing: int
    dead: int


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


@inlined
def _for_me(points: int, ending: int, player: int) -> tuple[int, int]:
    return (points, ending) if player == 0 else (-points, ending + 3)


@jit
def _new_stock(pile: int, top: int, row: Any, front: int, back: int, seed: int) -> int:
    """Shuffle the pile without its top into the row; returns how many cards the row has then.

    The one or two cards left of the old stock come first: one at each end, for either player.
    """
    ahead, behind = int(row[front]), int(row[back - 1])
    begin = min(1, back - front)
    row[0] = ahead
    count = begin
    rest = pile & ~(1 << top)
    while rest != 0:
        row[count] = lowest(rest)
        rest &= rest - 1
        count += 1
    shuffle(row, begin, count, seeded(seed, count))
    if back - front > 1:
        row[count] = behind
        count += 1
    return count


@jit
def play(
    mine: int,
    theirs: int,
    pile: int,
    top: int,
    shown: int,
    known: int,
    row: Any,
    stock: int,
    throws: int,
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
    used up where the pile is reshuffled. `mine` and `shown` belong to player 0, `theirs` and
    `known` to player 1. Where `trace` has any length, entry n of it becomes the deadwood that
    the throw number n leaves its player with.
    """
    front, back = 0, stock
    enough = throws + MOST_THROWS
    accepted, first = False, True
    while throws < enough:
        hand = mine if player == 0 else theirs
        facing = known if player == 0 else shown
        stage = min(throws // 2, 12) * 0.1
        policy = 0 if player == 0 else rival
        if state != TO_THROW:
            live = FULL & ~(hand | pile | facing)
            wanted = False
            if state == LAST_CHANCE:
                dead = best_discard(hand | (1 << top), -1 if r.may_return != 0 else top, t)[0]
                wanted = dead <= r.limit
            elif state != MUST_DRAW:
                wanted = wants(hand, top, live, r.limit, stage, t, w, policy)
            if first and player == 1:
                accepted = wanted
                first = False
            if wanted:
                hand |= 1 << top
                pile &= ~(1 << top)
                if player == 0:
                    shown |= 1 << top
                else:
                    known |= 1 << top
                taken = -1 if r.may_return != 0 else top
            elif state == LAST_CHANCE:
                return 0, VOID, accepted
            elif state in (OFFER, LAST_OFFER):
                state = LAST_OFFER if state == OFFER else MUST_DRAW
                player = 1 - player
                continue
            else:
                if front == back:
                    return 0, VOID, accepted
                if player == 0:
                    card = int(row[front])
                    front += 1
                else:
                    back -= 1
                    card = int(row[back])
                hand |= 1 << card
                taken = -1
        # Eleven cards: lay down, or throw.
        live = FULL & ~(hand | pile | facing)
        key, loose = arrange(hand, t)
        if r.big_gin >= 0 and key == 0:
            other = theirs if player == 0 else mine
            points, ending = lay_down(0, 11, 0, 0, other, t, r)
            points, ending = _for_me(points, ending, player)
            return points, ending, accepted
        thrown = choose_throw(hand, key, loose, taken, live, facing, stage, t, w, policy)
        if (key >> 6) - r.dearest <= r.limit:
            dead, shed = discard_from(hand, key, loose, taken, t)
            last = state == LAST_CHANCE or (back - front <= 2 and r.reshuffle == 0)
            if dead <= r.limit and (
                last or wants_knock(hand & ~(1 << thrown), dead, live, throws // 2, t, w, policy)
            ):
                _, runs, missing = layout(hand & ~(1 << shed), t)
                other = theirs if player == 0 else mine
                points, ending = lay_down(dead, 10, runs, missing, other, t, r)
                points, ending = _for_me(points, ending, player)
                return points, ending, accepted
        hand &= ~(1 << thrown)
        pile |= 1 << thrown
        top = thrown
        if len(trace) > throws:
            trace[throws] = deadwood(hand, t)
        throws += 1
        if player == 0:
            mine = hand
            shown &= ~(1 << thrown)
        else:
            theirs = hand
            known &= ~(1 << thrown)
        state = TO_DRAW
        player = 1 - player
        if back - front <= 2:
            if r.reshuffle != 0 and pile & (pile - 1):
                front, back = 0, _new_stock(pile, top, row, front, back, mine)
                pile = 1 << top
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
    hand, pile, shown, top = root.hand, root.pile, root.shown, root.top
    state, player, taken = root.state, 0, -1
    throws, stock = root.throws, root.stock
    if choice.kind == LAY_DOWN:
        melded = 11 if choice.card < 0 else 10
        points, ending = lay_down(choice.dead, melded, choice.runs, choice.missing, theirs, t, r)
        return points, ending, False
    if choice.kind == THROW:
        hand &= ~(1 << choice.card)
        shown &= ~(1 << choice.card)
        pile |= 1 << choice.card
        top = choice.card
        throws += 1
        player, state = 1, TO_DRAW
        if root.stock <= 2:
            if r.last_throw != 0:
                state = LAST_CHANCE
            elif r.reshuffle == 0:
                return 0, VOID, False
            else:
                stock = _new_stock(pile, top, row, 0, stock, hand)
                pile = 1 << top
    elif choice.kind == PASS:
        if root.state == LAST_CHANCE:
            return 0, VOID, False
        player, state = 1, LAST_OFFER if root.state == OFFER else MUST_DRAW
    elif choice.kind == TAKE:
        hand |= 1 << top
        shown |= 1 << top
        pile &= ~(1 << top)
        taken = -1 if r.may_return != 0 else top
        state = LAST_CHANCE if root.state == LAST_CHANCE else TO_THROW
        if state == LAST_CHANCE:
            return _compelled(hand, taken, theirs, t, r)
    else:
        state = MUST_DRAW
    return play(
        hand, theirs, pile, top, shown, root.known, row, stock, throws,
        player, state, taken, no_trace, t, r, w, rival,
    )  # fmt: skip


@jit
def _compelled(
    hand: int, taken: int, theirs: int, t: MeldTables, r: HandRules
) -> tuple[int, int, bool]:
    """The knock that taking the last throw obliges to."""
    if r.big_gin >= 0 and arrange(hand, t)[0] == 0:
        points, ending = lay_down(0, 11, 0, 0, theirs, t, r)
        return points, ending, False
    dead, shed = best_discard(hand, taken, t)
    _, runs, missing = layout(hand & ~(1 << shed), t)
    points, ending = lay_down(dead, 10, runs, missing, theirs, t, r)
    return points, ending, False


@jit
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


@jit
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
        mine = cards_in(row, FIRST, SECOND)
        theirs = cards_in(row, SECOND, UPCARD)
        top = int(row[UPCARD])
        for throw in range(traces.shape[1]):
            traces[game, throw] = -1
        limit, factor = limits[top], factors[top]
        hand_rules = HandRules(
            limit, r.gin, r.undercut, r.tie, r.big_gin, r.may_return, r.last_throw, r.reshuffle,
            r.dearest,
        )  # fmt: skip
        pile, begin = 1 << top, OFFER
        if eleven != 0:
            mine |= pile
            pile, begin = 0, TO_THROW
        value, ending, _ = play(
            mine, theirs, pile, top, 0, 0, row, FIRST, 0,
            0, begin, -1, traces[game], t, hand_rules, w, 1,
        )  # fmt: skip
        points[game] = value * factor
        endings[game] = ending
