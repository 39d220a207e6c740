"""Many hands in play at once: each is given one action, and tells what its player sees and may do.

A *lane* is a row of ints that holds one hand in play from the side of whoever is to act; a hand
that ends is followed by the next deal of its lane. Actions are numbered, and the rows that are
written have a fixed form, so that they can be learned from: `analyzer.rl.actions` and
`analyzer.rl.observations` say what each number means. Cards are numbered there from the ace of
spades on, then clubs, diamonds, hearts.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from analyzer.kernel.bits import above, below, lowest, popcount
from analyzer.kernel.deadwood import best_discard, deadwood, layout
from analyzer.kernel.deals import deal, knock_card
from analyzer.kernel.defend import capped_way, chained, cut
from analyzer.kernel.inplay import (
    DISCARD,
    DRAW,
    LAST_CHANCE,
    LAST_OFFER,
    MUST_DRAW,
    MUST_KNOCK,
    OFFER,
    OVER,
    PASS,
    TAKE,
    TO_DISCARD,
    TO_DRAW,
    CardPlaces,
    HandRules,
    KernelTurn,
    advance,
    dealt,
    under,
)
from analyzer.kernel.jit import inlined, jit
from analyzer.kernel.playout import knock_points
from analyzer.kernel.tables import MeldTables

# The numbers of the actions; below `TAKES` a card is discarded.
TAKES, DRAWS, PASSES, KNOCKS = range(52, 56)
GINS: Final = KNOCKS + 52
BIG_GINS: Final = GINS + 52
LAYS_OFF: Final = BIG_GINS + 1
ACTIONS: Final = LAYS_OFF + 52

PLANES: Final = 6
"""Planes of 52 cards in what a player sees; numbers are behind them."""
NUMBERS: Final = 8
WIDTH: Final = PLANES * 52 + NUMBERS
SEES_HAND, SEES_TOP, SEES_PILE, SEES_THEIRS, SEES_TAKEN, SEES_LAID = range(0, PLANES * 52, 52)
(
    SEES_QUESTION, SEES_STOCK, SEES_LIMIT, SEES_FACTOR, SEES_DEALER, SEES_DISCARDS,
    SEES_DEADWOOD, SEES_KNOCK,
) = range(PLANES * 52, WIDTH)  # fmt: skip
"""The places where the planes begin, and those of the numbers."""
MOST: Final = 100
"""Discards after which a hand is cut off, for two may take and discard for ever."""

LAYING_OFF: Final = 8
"""The question after a knock, behind those of `inplay`."""

(
    HAND, OTHER, PILE, TOP, SHOWN, KNOWN, FRONT, BACK, DISCARDS, PLAYER, STATE, TAKEN,
    LIMIT, FACTOR, NUMBER, OFF, DEAD, LAID, MISSING, RUN_A, RUN_B, RUN_C, POINTS,
) = range(23)  # fmt: skip
"""The columns of a lane: the places of the cards, the turn, the hand's limit and factor, its
number, and after a knock what the knocker laid down and the other one laid off."""
COLUMNS: Final = 23


class BatchRules(NamedTuple):
    """The rules of every hand, as ints."""

    hand: HandRules
    must_gin: int
    eleven: int
    misdeal: int
    """1 where a hand that could be knocked with as dealt is dealt again."""


@inlined
def number_of(card: int) -> int:
    """The number of a card's bit.

    >>> number_of(48), number_of(0)
    (0, 13)
    """
    return (((card >> 4) + 1) & 3) * 13 + (card & 15)


@inlined
def card_of(number: int) -> int:
    """The bit of a card's number.

    >>> [number_of(card_of(number)) for number in (0, 12, 13, 51)]
    [0, 12, 13, 51]
    """
    return ((number // 13 + 3) & 3) * 16 + number % 13


@inlined
def turn_of(lane: Any) -> KernelTurn:
    """The turn that a lane holds."""
    table = CardPlaces(
        int(lane[HAND]), int(lane[OTHER]), int(lane[PILE]), int(lane[TOP]), int(lane[SHOWN]),
        int(lane[KNOWN]), int(lane[FRONT]), int(lane[BACK]), int(lane[DISCARDS]),
    )  # fmt: skip
    return KernelTurn(table, int(lane[PLAYER]), int(lane[STATE]), int(lane[TAKEN]))


@inlined
def _keep(lane: Any, turn: KernelTurn) -> None:
    table = turn.table
    lane[HAND], lane[OTHER], lane[PILE], lane[TOP] = table.hand, table.other, table.pile, table.top
    lane[SHOWN], lane[KNOWN], lane[FRONT] = table.shown, table.known, table.front
    lane[BACK], lane[DISCARDS] = table.back, table.discards
    lane[PLAYER], lane[STATE], lane[TAKEN] = turn.player, turn.state, turn.taken


# ---------------------------------------------------------------- a knock and its answer


@jit
def laid_down(hand: int, t: MeldTables) -> tuple[int, int, int, int, int]:
    """(cards in no meld, missing fourths of sets, up to three runs) as a knock is laid down.

    With the least deadwood, then the fewest cards left; on ties sets before runs.
    """
    loose, runs, missing = layout(hand, t)
    room = MeldTables(t.points, t.flat, t.wrap, t.cap if t.cap != 0 else 13)
    first, more = cut(runs, room)
    second, more = cut(more, room)
    return loose, missing, first, second, more


@jit
def _fits(off: int, lane: Any, t: MeldTables) -> bool:
    """True if cards can all be laid off where melds are capped."""
    missing, wide = int(lane[MISSING]), t.cap - 2
    for way_a in range(wide * wide):
        laid_a = capped_way(off, int(lane[RUN_A]), way_a, t)
        if laid_a < 0:
            continue
        for way_b in range(wide * wide):
            laid_b = capped_way(off ^ laid_a, int(lane[RUN_B]), way_b, t)
            if laid_b < 0:
                continue
            for way_c in range(wide * wide):
                laid_c = capped_way(off ^ laid_a ^ laid_b, int(lane[RUN_C]), way_c, t)
                if laid_c >= 0 and (off ^ laid_a ^ laid_b ^ laid_c) & ~missing == 0:
                    return True
    return False


@inlined
def grown(lane: Any, t: MeldTables) -> int:
    """The knocker's runs with what has been laid off on them."""
    runs = int(lane[RUN_A]) | int(lane[RUN_B]) | int(lane[RUN_C])
    return runs | chained(int(lane[OFF]), runs, t.wrap)


@jit
def fitting(lane: Any, t: MeldTables) -> int:
    """The cards of the hand that may be laid off next, as a mask."""
    off, runs = int(lane[OFF]), grown(lane, t)
    ends = (above(runs, t.wrap) | below(runs, t.wrap)) & ~runs
    cards = (ends | int(lane[MISSING])) & int(lane[HAND]) & ~off
    if t.cap == 0:
        return cards
    fit, rest = 0, cards
    while rest != 0:
        card = rest & -rest
        rest ^= card
        if _fits(off | card, lane, t):
            fit |= card
    return fit


@inlined
def _end(lane: Any, points: int, player: int) -> None:
    """End a hand with these points for a player."""
    lane[STATE] = OVER
    lane[POINTS] = (points if player == 0 else -points) * int(lane[FACTOR])


@jit
def _settle(lane: Any, t: MeldTables, r: HandRules) -> None:
    kept = deadwood(int(lane[HAND]) & ~int(lane[OFF]), t)
    points, _ = knock_points(int(lane[DEAD]), kept, r)
    _end(lane, points, 1 - int(lane[PLAYER]))


@jit
def _lay_down(lane: Any, card: int, t: MeldTables, r: HandRules) -> None:
    """Knock, or go gin; `card` is the one discarded, or −1 for big gin."""
    hand, other, player = int(lane[HAND]), int(lane[OTHER]), int(lane[PLAYER])
    if card >= 0:
        hand &= ~(1 << card)
        lane[PILE] |= 1 << card
        lane[TOP] = card
    dead = deadwood(hand, t)
    if dead == 0:
        _end(lane, deadwood(other, t) + (r.gin if card >= 0 else r.big_gin), player)
        return
    loose, missing, first, second, third = laid_down(hand, t)
    lane[HAND], lane[OTHER], lane[SHOWN], lane[KNOWN] = other, hand, lane[KNOWN], hand
    lane[PLAYER], lane[STATE], lane[TAKEN] = 1 - player, LAYING_OFF, -1
    lane[OFF], lane[DEAD], lane[LAID], lane[MISSING] = 0, dead, hand & ~loose, missing
    lane[RUN_A], lane[RUN_B], lane[RUN_C] = first, second, third
    if fitting(lane, t) == 0:
        _settle(lane, t, r)


@inlined
def _lay_off(lane: Any, action: int, t: MeldTables, r: HandRules) -> None:
    """Lay a card off, or be done; where nothing more fits the hand is over."""
    if action >= LAYS_OFF:
        lane[OFF] |= 1 << card_of(action - LAYS_OFF)
    if action == PASSES or fitting(lane, t) == 0:
        _settle(lane, t, r)


# ---------------------------------------------------------------- dealing and moving


@jit
def _can_knock(hand: int, forbidden: int, limit: int, t: MeldTables, r: HandRules) -> bool:
    """True if eleven cards can be laid down."""
    dead = best_discard(hand, forbidden, t)[0]
    return dead <= limit or (r.big_gin >= 0 and deadwood(hand, t) == 0)


@jit
def _misdealt(turn: KernelTurn, limit: int, t: MeldTables, r: HandRules) -> bool:
    hand = turn.table.hand
    if popcount(hand) > 10 and _can_knock(hand, -1, limit, t, r):
        return True
    ten = popcount(hand) == 10 and deadwood(hand, t) <= limit
    return ten or deadwood(turn.table.other, t) <= limit


@jit
def _begin(
    lane: Any, row: Any, seed: int, number: int, stride: int, limits: Any, factors: Any,
    t: MeldTables, b: BatchRules,
) -> None:  # fmt: skip
    """Deal a lane a number of a seed; where it is a misdeal the lane's next one."""
    while True:
        state = deal(row, seed, number)
        turn = dealt(row, b.eleven, 0)
        top = knock_card(row, state, b.eleven)
        if b.misdeal == 0 or not _misdealt(turn, int(limits[top]), t, b.hand):
            break
        number += stride
    _keep(lane, turn)
    lane[LIMIT], lane[FACTOR], lane[NUMBER] = limits[top], factors[top], number
    lane[OFF], lane[DEAD], lane[LAID], lane[POINTS] = 0, 0, 0, 0


@inlined
def _act(lane: Any, row: Any, action: int, t: MeldTables, r: HandRules) -> None:
    """Do what is known to be legal."""
    if lane[STATE] == LAYING_OFF:
        _lay_off(lane, action, t, r)
        return
    if action >= KNOCKS:
        card = -1 if action == BIG_GINS else card_of((action - KNOCKS) % 52)
        _lay_down(lane, card, t, r)
        return
    kind, card = DISCARD, -1
    if action < TAKES:
        card = card_of(action)
    elif action == TAKES:
        kind = TAKE
    else:
        kind = DRAW if action == DRAWS else PASS
    _keep(lane, advance(turn_of(lane), kind, card, row, r))
    if lane[DISCARDS] >= MOST:
        _end(lane, 0, 0)


@jit
def begin(
    lanes: Any, rows: Any, masks: Any, views: Any, seed: int, first: int, limits: Any, factors: Any,
    t: MeldTables, b: BatchRules,
) -> None:  # fmt: skip
    """Deal every lane its first hand: of a seed the numbers from `first` on.

    What each player to act may do is written to `masks`, what they see to `views`.
    """
    for at in range(len(lanes)):
        _begin(lanes[at], rows[at], seed, first + at, len(lanes), limits, factors, t, b)
        _show(lanes[at], masks[at], views[at], t, b)


@jit
def move(
    lanes: Any, rows: Any, masks: Any, views: Any, actions: Any, points: Any, ended: Any,
    seed: int, limits: Any, factors: Any, t: MeldTables, b: BatchRules,
) -> int:  # fmt: skip
    """Do an action in each lane; where a hand ended the lane's next one is dealt.

    Returns −1, or the first lane whose action is not legal, and then nothing was done. What both
    players score is written to `points`, 1 to `ended` where a hand ended, the rest as in `begin`.
    """
    for at in range(len(lanes)):
        action = int(actions[at])
        if action < 0 or action >= ACTIONS or masks[at, action] == 0:
            return at
    for at in range(len(lanes)):
        lane = lanes[at]
        _act(lane, rows[at], int(actions[at]), t, under(b.hand, int(lane[LIMIT])))
        points[at, 0] = points[at, 1] = ended[at] = 0
        if lane[STATE] == OVER:
            points[at, 0], points[at, 1], ended[at] = lane[POINTS], -lane[POINTS], 1
            number = int(lane[NUMBER]) + len(lanes)
            _begin(lane, rows[at], seed, number, len(lanes), limits, factors, t, b)
        _show(lane, masks[at], views[at], t, b)
    return -1


# ---------------------------------------------------------------- what a player sees


@jit
def _show(lane: Any, mask: Any, view: Any, t: MeldTables, b: BatchRules) -> None:
    _show_actions(lane, mask, t, b)
    _show_cards(lane, view, t)


@jit
def _show_actions(lane: Any, mask: Any, t: MeldTables, b: BatchRules) -> None:
    for at in range(ACTIONS):
        mask[at] = 0
    state = int(lane[STATE])
    if state in (TO_DISCARD, MUST_KNOCK):
        _show_eleven(lane, mask, t, b)
    elif state == LAYING_OFF:
        mask[PASSES] = 1
        _mark(fitting(lane, t), mask, LAYS_OFF)
    elif state == LAST_CHANCE:
        mask[PASSES] = 1
        hand, top = int(lane[HAND]), int(lane[TOP])
        forbidden = -1 if b.hand.may_return != 0 else top
        if _can_knock(hand | 1 << top, forbidden, int(lane[LIMIT]), t, b.hand):
            mask[TAKES] = 1
    elif state == MUST_DRAW:
        mask[DRAWS] = 1
    else:
        mask[TAKES] = 1
        mask[DRAWS if state == TO_DRAW else PASSES] = 1


@inlined
def _mark(cards: int, row: Any, begin_at: int) -> None:
    while cards != 0:
        row[begin_at + number_of(lowest(cards))] = 1
        cards &= cards - 1


@jit
def _show_eleven(lane: Any, mask: Any, t: MeldTables, b: BatchRules) -> None:
    hand, taken, limit = int(lane[HAND]), int(lane[TAKEN]), int(lane[LIMIT])
    free = hand if taken < 0 else hand & ~(1 << taken)
    least, gins, knocks = deadwood(hand, t), 0, 0
    big = b.hand.big_gin >= 0 and least == 0
    rest = free if least - b.hand.most_points <= limit else 0
    while rest != 0:
        card = rest & -rest
        rest ^= card
        dead = deadwood(hand ^ card, t)
        if dead == 0:
            gins |= card
        elif dead <= limit:
            knocks |= card
    forced = b.must_gin != 0 and (gins != 0 or big)
    if lane[STATE] == TO_DISCARD and not forced:
        _mark(free, mask, 0)
    if not forced:
        _mark(knocks, mask, KNOCKS)
    _mark(gins, mask, GINS)
    if big:
        mask[BIG_GINS] = 1


@inlined
def _question(state: int) -> int:
    if state in (OFFER, LAST_OFFER):
        return 1
    if state in (TO_DRAW, MUST_DRAW):
        return 2
    if state in (TO_DISCARD, MUST_KNOCK):
        return 3
    return 4 if state == LAST_CHANCE else 5


@jit
def _show_cards(lane: Any, view: Any, t: MeldTables) -> None:
    for at in range(WIDTH):
        view[at] = 0
    hand, pile, state = int(lane[HAND]), int(lane[PILE]), int(lane[STATE])
    top = pile & (1 << int(lane[TOP]))
    _mark(hand, view, SEES_HAND)
    _mark(top, view, SEES_TOP)
    _mark(pile & ~top, view, SEES_PILE)
    _mark(int(lane[KNOWN]), view, SEES_THEIRS)
    _mark(int(lane[SHOWN]), view, SEES_TAKEN)
    laying = state == LAYING_OFF
    if laying:
        _mark(int(lane[LAID]) | int(lane[OFF]), view, SEES_LAID)
        hand &= ~int(lane[OFF])
    view[SEES_QUESTION] = _question(state)
    view[SEES_STOCK] = int(lane[BACK]) - int(lane[FRONT])
    view[SEES_LIMIT] = min(int(lane[LIMIT]), 127)
    view[SEES_FACTOR] = int(lane[FACTOR])
    view[SEES_DEALER] = int(lane[PLAYER])
    view[SEES_DISCARDS] = int(lane[DISCARDS])
    view[SEES_DEADWOOD] = min(deadwood(hand, t), 127)
    view[SEES_KNOCK] = int(lane[DEAD]) if laying else 0
