"""A hand in play, as ints: its rules, the actions, and the one step from turn to turn.

Player 0 is "me", whose view the search works for. The stock is a row of cards: player 0 draws
from its front, player 1 from its back, so that one player's choice does not change which cards
the other will draw (this is what pairs the worlds of two actions).
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple, TypeAlias

from numpy.typing import NDArray

from analyzer.kernel.bits import FULL
from analyzer.kernel.deals import FIRST, SECOND, UPCARD, cards_in, lay, shuffle
from analyzer.kernel.jit import inlined, jit
from analyzer.kernel.rng import seeded

Floats: TypeAlias = NDArray[Any]
"""float64[n, 110]: the weights of player 0, then those of each type of player 1."""

SURE: Final = 50.0
"""A wish that settles the matter, either way."""

WALL_ROW: Final = 16
"""Row of a policy's knocks with the last discard before the wall, by which no outs are left; the
rows before it are for 0 … 15 discards of one's own."""

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
DISCARD: Final = 3
LAY_DOWN: Final = 4

# What the player to act is asked; a hand that is over asks nothing.
TO_DRAW: Final = 0
TO_DISCARD: Final = 1
OFFER: Final = 2
LAST_OFFER: Final = 3
MUST_DRAW: Final = 4
LAST_CHANCE: Final = 5
MUST_KNOCK: Final = 6
OVER: Final = 7


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
    last_discard: int
    """1 where the last discard may be taken to knock."""
    reshuffle: int
    most_points: int
    """Points of the most expensive card; a hand further than this above the limit cannot knock."""


@inlined
def under(r: HandRules, limit: int) -> HandRules:
    """The same rules with another knock limit."""
    return HandRules(
        limit, r.gin, r.undercut, r.tie, r.big_gin, r.may_return, r.last_discard, r.reshuffle,
        r.most_points,
    )  # fmt: skip


class Root(NamedTuple):
    """A decision, as the player who is to make it sees it."""

    hand: int
    pile: int
    """All known cards of the pile, as a mask."""
    top: int
    """Index of the top card, or −1."""
    shown: int
    """Own cards that the other one saw taken."""
    known: int
    """Cards of the other one that the player saw taken."""
    stock: int
    discards: int
    """Cards discarded so far by both."""
    state: int
    """TO_DRAW, TO_DISCARD, OFFER, LAST_OFFER (they have passed), MUST_DRAW, LAST_CHANCE, or
    MUST_KNOCK: the last discard was taken at the wall."""


class RootAction(NamedTuple):
    """One action at the root."""

    kind: int
    card: int
    """The card discarded, or −1."""
    runs: int
    """For LAY_DOWN: the cards in runs, the missing fourths of sets, the deadwood."""
    missing: int
    dead: int


class CardPlaces(NamedTuple):
    """The places of all cards, as the player to act sees them; those of the stock by place in a
    row.

    With eleven cards a player is to discard.
    """

    hand: int
    """The cards of the player to act."""
    other: int
    """The cards of the other one."""
    pile: int
    top: int
    """Index of the card discarded last; what lies on top unless it has just been taken."""
    shown: int
    """Cards of the player to act that the other one saw taken."""
    known: int
    """Cards of the other one that the player to act saw taken."""
    front: int
    """Place of the next card that player 0 would draw."""
    back: int
    """Place after the next card that player 1 would draw."""
    discards: int
    """Cards discarded so far by both."""


class KernelTurn(NamedTuple):
    """The standing of a hand: the table, who is to act, and the question."""

    table: CardPlaces
    player: int
    state: int
    taken: int
    """The card that may not be discarded, or −1."""


@inlined
def dealt(row: Any, eleven: int, begins: int) -> KernelTurn:
    """The first turn of a deal; `eleven` is 1 where the player who begins holds the upcard."""
    hand, other = cards_in(row, FIRST, SECOND), cards_in(row, SECOND, UPCARD)
    if begins != 0:
        hand, other = other, hand
    top = int(row[UPCARD]) + 0  # an int64 with numba, too
    if eleven == 0:
        return KernelTurn(
            CardPlaces(hand, other, 1 << top, top, 0, 0, 0, FIRST, 0), begins, OFFER, -1
        )
    return KernelTurn(
        CardPlaces(hand | 1 << top, other, 0, top, 0, 0, 0, FIRST, 0), begins, TO_DISCARD, -1
    )


@inlined
def left(table: CardPlaces) -> int:
    """Cards in the stock."""
    return table.back - table.front


@inlined
def seen(turn: KernelTurn) -> Root:
    """Return what the player to act knows."""
    hand, _, pile, top, shown, known, _, _, discards = turn.table
    return Root(hand, pile, top, shown, known, left(turn.table), discards, turn.state)


@inlined
def unseen(root: Root) -> int:
    """The cards whose place a player does not know."""
    return FULL & ~(root.hand | root.pile | root.known)


@inlined
def stage_of(discards: int) -> float:
    """Return how far a hand is for a policy, by the cards both have discarded: at most 1.2."""
    return min(discards // 2, 12) * 0.1


@inlined
def at_wall(stock: int, r: HandRules) -> bool:
    """True if a discard with so many cards left in the stock is the last of the hand."""
    return stock <= 2 and r.reshuffle == 0


@inlined
def advance(turn: KernelTurn, kind: int, card: int, row: Any, r: HandRules) -> KernelTurn:
    """The turn after an action that lays nothing down; `card` is the one discarded.

    The row is the stock, used up where the pile is reshuffled. A hand that ends so is `OVER`.
    """
    table, player = turn.table, turn.player
    if kind == TAKE:
        question = MUST_KNOCK if turn.state == LAST_CHANCE else TO_DISCARD
        return KernelTurn(
            _take_top(table), player, question, -1 if r.may_return != 0 else table.top
        )
    if kind == DRAW:
        if left(table) == 0:
            return KernelTurn(table, player, OVER, -1)
        return KernelTurn(_draw_card(table, player, row), player, TO_DISCARD, -1)
    if kind == DISCARD:
        table = _discard_card(table, card)
        if left(table) > 2:
            return KernelTurn(table, 1 - player, TO_DRAW, -1)
        if r.reshuffle != 0 and table.pile & (table.pile - 1):
            mine = table.other if player == 0 else table.hand
            return KernelTurn(_reshuffled(table, mine, row), 1 - player, TO_DRAW, -1)
        return KernelTurn(table, 1 - player, LAST_CHANCE if r.last_discard != 0 else OVER, -1)
    if turn.state == LAST_CHANCE:
        return KernelTurn(table, player, OVER, -1)
    return KernelTurn(
        _across(table), 1 - player, LAST_OFFER if turn.state == OFFER else MUST_DRAW, -1
    )


@inlined
def _take_top(table: CardPlaces) -> CardPlaces:
    hand, other, pile, top, shown, known, front, back, discards = table
    card = 1 << top
    return CardPlaces(
        hand | card, other, pile & ~card, top, shown | card, known, front, back, discards
    )


@inlined
def _draw_card(table: CardPlaces, player: int, row: Any) -> CardPlaces:
    hand, other, pile, top, shown, known, front, back, discards = table
    if player == 0:
        hand |= 1 << int(row[front])
        front += 1
    else:
        back -= 1
        hand |= 1 << int(row[back])
    return CardPlaces(hand, other, pile, top, shown, known, front, back, discards)


@inlined
def _discard_card(table: CardPlaces, card: int) -> CardPlaces:
    """The table after a discard, as the other player sees it."""
    hand, other, pile, _, shown, known, front, back, discards = table
    kept = ~(1 << card)
    return CardPlaces(
        other, hand & kept, pile | 1 << card, card, known, shown & kept, front, back, discards + 1
    )


@inlined
def _across(table: CardPlaces) -> CardPlaces:
    """The table as the other player sees it."""
    hand, other, pile, top, shown, known, front, back, discards = table
    return CardPlaces(other, hand, pile, top, known, shown, front, back, discards)


@jit
def _reshuffled(table: CardPlaces, mine: int, row: Any) -> CardPlaces:
    """The table after the pile without its top has been shuffled into the row, as the new stock.

    The one or two cards left of the old stock come first: one at each end, for either player.
    The order depends on the cards of player 0, `mine`.
    """
    hand, other, pile, top, shown, known, front, back, discards = table
    ahead, last = int(row[front]), int(row[back - 1])
    begin = min(1, left(table))
    row[0] = ahead
    count = lay(pile & ~(1 << top), row, begin)
    shuffle(row, begin, count, seeded(mine, count))
    if left(table) > 1:
        row[count] = last
        count += 1
    return CardPlaces(hand, other, 1 << top, top, shown, known, 0, count, discards)
