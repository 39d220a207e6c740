"""Playing a hand of the other games to its end by one simple policy, many times.

Players are seats 0 … n − 1, in turn. A row of cards is taken from its end: the top of the pile and
the next card of the stock are the last ones. Everybody is greedy: takes a card that makes a meld
and lowers the deadwood, keeps the least deadwood, knocks with no more than `knock_at` of the seat;
in mahjong gin lays down all that melds, adds all that fits, and takes from the pile what raises
the cards on the table less those in the hand. What a cap on melds forbids to lay off is not seen.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

import numpy as np

from analyzer.kernel.bits import FULL, column, lowest, popcount
from analyzer.kernel.deadwood import arrange
from analyzer.kernel.deals import shuffle
from analyzer.kernel.jit import inlined, jit
from analyzer.kernel.jokers import (
    ACE_HIGH,
    ACE_LOW,
    CORNER,
    JOKER,
    MeldRules,
    answer_of,
    discard_of,
    fitting,
    lay_down,
    least_of,
    spread_of,
)
from analyzer.kernel.rng import seeded, step

__all__ = [
    "ACE_HIGH",
    "ACE_LOW",
    "CORNER",
    "JOKER",
    "MeldRules",
    "Seats",
    "TableRules",
    "discard_of",
    "fitting",
    "from_pile",
    "least_of",
    "loosest",
    "play_hands",
    "play_knocking",
    "play_mahjong",
    "settle",
    "wants",
]

MOST_DISCARDS: Final = 100
MOST_MELDS: Final = 24

# What the player to act is asked.
OFFER: Final = 0
TO_DRAW: Final = 1
MUST_DRAW: Final = 2
TO_DISCARD: Final = 3

# How a hand ends.
VOID: Final = 0
KNOCKED: Final = 1
WENT_GIN: Final = 2


class TableRules(NamedTuple):
    """The rules of one hand, as ints."""

    players: int
    limit: int
    gin: int
    undercut: int
    tie: int
    """0 a tie is an undercut, 1 nobody scores, 2 the knocker wins nothing."""
    big_gin: int
    """The bonus, or −1 where big gin is not played."""
    may_return: int
    reshuffle: int
    """1 where the pile becomes the stock, 0 where the hand is void with two cards left."""
    factor: int
    """The factor on the points."""


class Seats(NamedTuple):
    """A hand in play; the arrays are used up by playing it on."""

    hands: Any
    """int64[n]."""
    pile: Any
    """int64[54], of which the first `piled` are there."""
    stock: Any
    laid: Any
    """int64[n]: points that each has on the table, in mahjong gin."""
    melds: Any
    """int64[MOST_MELDS]: what lies on the table, of which the first `melded` are there."""
    piled: int
    stocked: int
    melded: int
    turn: int
    state: int
    passes: int
    taken: int
    """The card that may not be discarded, or −1."""
    discards: int


@inlined
def _worth(card: int, m: MeldRules) -> int:
    return JOKER if card & 15 > 12 else int(m.tables.points[card])


@jit(allocates=True)
def _total(cards: int, m: MeldRules) -> int:
    points = 0
    while cards != 0:
        points += _worth(lowest(cards), m)
        cards &= cards - 1
    return points


@jit(allocates=True)
def wants(hand: int, top: int, r: TableRules, m: MeldRules) -> bool:
    """True if a card makes a meld and leaves less deadwood."""
    now, with_it = least_of(hand, m), hand | 1 << top
    if least_of(with_it, m) >= now + _worth(top, m):
        return False
    return discard_of(with_it, -1 if r.may_return else top, m)[0] < now


@inlined
def _settled(knocker: int, defender: int, bonus: int, r: TableRules) -> int:
    """Return what the knocker has from one defender; `bonus` is that of a gin, −1 for a knock."""
    if bonus >= 0:
        return (defender - knocker + bonus) * r.factor
    if defender > knocker or (defender == knocker and r.tie == 2):
        return (defender - knocker) * r.factor
    if defender == knocker and r.tie == 1:
        return 0
    return (defender - knocker - r.undercut) * r.factor


@jit(allocates=True)
def settle(hands: Any, turn: int, bonus: int, r: TableRules, m: MeldRules, out: Any) -> None:
    """Settle a knock with everybody in turn: signed points to `out`."""
    melds = np.empty(MOST_MELDS, np.int64)
    _, count, points = spread_of(hands[turn], m, melds)
    bonus = bonus if points == 0 else -1
    for after in range(1, r.players):
        seat = (turn + after) % r.players
        if points == 0:
            theirs = least_of(hands[seat], m)
        else:
            theirs = answer_of(hands[seat], m, melds, count)
        gained = _settled(points, theirs, bonus, r)
        out[turn] += gained
        out[seat] -= gained


@jit(allocates=True)
def _new_stock(s: Seats, piled: int, chance: int) -> tuple[int, int]:
    """Make the pile without its top the stock: (cards in it, state of the random numbers)."""
    for place in range(piled - 1):
        s.stock[place] = s.pile[place]
    s.pile[0] = s.pile[piled - 1]
    return piled - 1, shuffle(s.stock, 0, piled - 1, chance)


@jit(allocates=True)
def play_knocking(
    s: Seats, chance: int, knock_at: Any, r: TableRules, m: MeldRules, out: Any
) -> int:
    """Play a hand with knocking to its end: how it ended, and signed points to `out` (zeros)."""
    hands, piled, stocked = s.hands, s.piled, s.stocked
    turn, state, passes, taken = s.turn, s.state, s.passes, s.taken
    for _ in range(MOST_DISCARDS * 4):
        hand = hands[turn]
        if state != TO_DISCARD:
            top = s.pile[piled - 1] if piled else -1
            if state != MUST_DRAW and top >= 0 and wants(hand, top, r, m):
                hands[turn] = hand | 1 << top
                piled -= 1
                taken, state = -1 if r.may_return else top, TO_DISCARD
            elif state == OFFER:
                passes += 1
                turn = (turn + 1) % r.players
                state = MUST_DRAW if passes == r.players else OFFER
            elif stocked == 0:
                return VOID
            else:
                stocked -= 1
                hands[turn] = hand | 1 << s.stock[stocked]
                taken, state = -1, TO_DISCARD
            continue
        if r.big_gin >= 0 and least_of(hand, m) == 0:
            settle(hands, turn, r.big_gin, r, m, out)
            return WENT_GIN
        dead, card = discard_of(hand, taken, m)
        hands[turn] = hand & ~(1 << card)
        if dead <= r.limit and (dead <= knock_at[turn] or dead == 0):
            settle(hands, turn, r.gin, r, m, out)
            return KNOCKED if dead else WENT_GIN
        s.pile[piled] = card
        piled += 1
        turn, state = (turn + 1) % r.players, TO_DRAW
        if r.reshuffle == 0 and stocked <= 2:
            return VOID
        if stocked == 0:
            if piled < 2:
                return VOID
            stocked, chance = _new_stock(s, piled, chance)
            piled = 1
    return VOID


# ---------------------------------------------------------------- mahjong gin


@jit(allocates=True)
def _net(hand: int, m: MeldRules) -> int:
    """Points on the table less those held, were all melds of a hand laid down."""
    return _total(hand, m) - 2 * least_of(hand, m)


@jit(allocates=True)
def _fits_table(card: int, s: Seats, melded: int, m: MeldRules) -> bool:
    fits = 0
    for place in range(melded):
        fits |= fitting(s.melds[place], m.ace)
    return bool(fits >> card & 1)


@jit(allocates=True)
def from_pile(s: Seats, hand: int, piled: int, melded: int, m: MeldRules) -> int:
    """Return how many cards of the pile are worth taking, or 0."""
    best, count, cards = _net(hand, m), 0, 0
    for number in range(1, piled + 1):
        deepest = int(s.pile[piled - number])
        cards |= 1 << deepest
        left = arrange(hand | cards, m.tables)[1]
        fits = _fits_table(deepest, s, melded, m)
        if left >> deepest & 1 and not fits:
            continue
        net = _net(hand | cards, m) + 2 * fits * _worth(deepest, m)
        if net > best:
            best, count = net, number
    return count


@jit(allocates=True)
def _bring_down(s: Seats, turn: int, melded: int, taken: int, m: MeldRules) -> int:
    """Lay down what melds and add what fits; returns how many melds lie there then."""
    hand = s.hands[turn]
    if melded + 5 < MOST_MELDS:
        left, melded = lay_down(hand, m, s.melds, melded)
    else:
        left = hand
    added = True
    while added:
        added = False
        for place in range(melded):
            near = fitting(s.melds[place], m.ace) & left
            if near != 0 and left & ~near != (1 << taken if taken >= 0 else -1):
                s.melds[place] |= near & -near
                left ^= near & -near
                added = True
    s.laid[turn] += _total(hand, m) - _total(left, m)
    s.hands[turn] = left
    return melded


@jit(allocates=True)
def loosest(hand: int, taken: int, m: MeldRules) -> int:
    """The card to discard: expensive, and with few others beside it."""
    best, card = -1_000, taken
    free = hand if taken < 0 else hand & ~(1 << taken)
    while free != 0:
        other = lowest(free)
        free &= free - 1
        bit = 1 << other
        near = (
            (bit << 1) | (bit >> 1) | (bit << 2) | (bit >> 2) | column(1 << (other & 15))
        ) & FULL
        score = 2 * _worth(other, m) - 7 * popcount(near & hand & ~bit)
        if score > best:
            best, card = score, other
    return card


@jit(allocates=True)
def play_mahjong(s: Seats, r: TableRules, m: MeldRules, out: Any) -> int:
    """Play a hand of mahjong gin to its end: how it ended, and the points to `out` (zeros)."""
    piled, stocked, melded = s.piled, s.stocked, s.melded
    turn, state, taken, discards = s.turn, s.state, s.taken, s.discards
    out_of_cards = -1
    while out_of_cards < 0 and discards < MOST_DISCARDS:
        if state != TO_DISCARD:
            count = from_pile(s, s.hands[turn], piled, melded, m)
            if count == 0 and stocked == 0:
                break
            taken = int(s.pile[piled - 1]) if count == 1 else -1
            for _ in range(count):
                piled -= 1
                s.hands[turn] |= 1 << s.pile[piled]
            if count == 0:
                stocked -= 1
                s.hands[turn] |= 1 << s.stock[stocked]
            state = TO_DISCARD
        melded = _bring_down(s, turn, melded, taken, m)
        if s.hands[turn] != 0:
            card = loosest(s.hands[turn], taken, m)
            s.hands[turn] &= ~(1 << card)
            s.pile[piled] = card
            piled += 1
            discards += 1
        if s.hands[turn] == 0:
            out_of_cards = turn
        turn, state = (turn + 1) % r.players, TO_DRAW
    for seat in range(r.players):
        out[seat] = s.laid[seat] - _total(s.hands[seat], m) + r.gin * (seat == out_of_cards)
    return VOID if out_of_cards < 0 else WENT_GIN


# ---------------------------------------------------------------- whole hands


@jit(allocates=True)
def play_hands(
    seed: int, first: int, cards: int, jokers: int, mahjong: int, knock_at: Any, limits: Any,
    factors: Any, r: TableRules, m: MeldRules, points: Any, endings: Any,
) -> None:  # fmt: skip
    """Deal and play whole hands: signed points to `points` (int64[n, seats], zeros).

    Hand number i is dealt by generator `first` + i of the seed; `limits` and `factors` (int64[64])
    are by the first upcard, seat 0 has the first turn, and `cards` are dealt to each.
    """
    size = 52 + jokers
    row, pile, stock = np.zeros(54, np.int64), np.zeros(54, np.int64), np.zeros(54, np.int64)
    hands, laid = np.zeros(r.players, np.int64), np.zeros(r.players, np.int64)
    melds = np.zeros(MOST_MELDS, np.int64)
    for game in range(len(points)):
        for place in range(52):
            row[place] = place // 13 * 16 + place % 13
        row[52], row[53] = 13, 29
        chance = shuffle(row, 0, size, seeded(seed, first + game))
        place = 0
        for seat in range(r.players):
            hands[seat], laid[seat] = 0, 0
            for _ in range(cards):
                hands[seat] |= 1 << row[place]
                place += 1
        pile[0] = row[place]
        stocked = size - place - 1
        stock[:stocked] = row[place + 1 : size]
        state = TO_DRAW if mahjong else OFFER
        seats = Seats(hands, pile, stock, laid, melds, 1, stocked, 0, 0, state, 0, -1, 0)
        if mahjong:
            endings[game] = play_mahjong(seats, r, m, points[game])
        else:
            top = row[place]
            rules = TableRules(
                r.players, limits[top], r.gin, r.undercut, r.tie, r.big_gin, r.may_return,
                r.reshuffle, factors[top],
            )  # fmt: skip
            endings[game] = play_knocking(seats, step(chance), knock_at, rules, m, points[game])
