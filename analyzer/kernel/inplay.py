"""A hand in play, as ints: its rules, the actions, and the one step from turn to turn.

Player 0 is "me", whose view the search works for. The stock is a row of cards: player 0 draws
from its front, player 1 from its back, so that one player's choice does not change which cards
the other will draw (this is what pairs the worlds of two actions).
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from analyzer.kernel.bits import FULL
from analyzer.kernel.deals import FIRST, SECOND, UPCARD, cards_in, lay, shuffle
from analyzer.kernel.jit import inlined, jit
from analyzer.kernel.rng import seeded

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

# What the player to act is asked; a hand that is over asks nothing.
TO_DRAW: Final = 0
TO_THROW: Final = 1
OFFER: Final = 2
LAST_OFFER: Final = 3
MUST_DRAW: Final = 4
LAST_CHANCE: Final = 5
OVER: Final = 6


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
    """1 where the last discard may be taken to knock."""
    reshuffle: int
    dearest: int
    """Points of the most expensive card; a hand further than this above the limit cannot knock."""


@inlined
def under(r: HandRules, limit: int) -> HandRules:
    """The same rules with another knock limit."""
    return HandRules(
        limit, r.gin, r.undercut, r.tie, r.big_gin, r.may_return, r.last_throw, r.reshuffle,
        r.dearest,
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
    throws: int
    """Cards discarded so far by both."""
    state: int
    """TO_DRAW, TO_THROW, OFFER, LAST_OFFER (they have passed), MUST_DRAW, LAST_CHANCE."""


class Choice(NamedTuple):
    """One action at the root."""

    kind: int
    card: int
    """The card discarded, or −1."""
    runs: int
    """For LAY_DOWN: the cards in runs, the missing fourths of sets, the deadwood."""
    missing: int
    dead: int


class Table(NamedTuple):
    """Where all cards lie between two steps of a turn, those of the stock by their place in a row.

    Whoever holds eleven cards is to discard one.
    """

    mine: int
    """The cards of player 0."""
    theirs: int
    """The cards of player 1."""
    pile: int
    top: int
    """Index of the card discarded last; what lies on top unless it has just been taken."""
    shown: int
    """Cards of player 0 that player 1 saw taken."""
    known: int
    """Cards of player 1 that player 0 saw taken."""
    front: int
    """Place of the next card that player 0 would draw."""
    back: int
    """Place after the next card that player 1 would draw."""
    throws: int
    """Cards discarded so far by both."""


class Turn(NamedTuple):
    """Where a hand stands: the table, and what the player to act is asked."""

    table: Table
    player: int
    state: int
    taken: int
    """The card that may not be discarded, or −1."""


@inlined
def dealt(row: Any, eleven: int, begins: int) -> Turn:
    """The first turn of a deal; `eleven` is 1 where the player who begins holds the upcard."""
    mine, theirs = cards_in(row, FIRST, SECOND), cards_in(row, SECOND, UPCARD)
    top = int(row[UPCARD]) + 0  # an int64 with numba, too
    if eleven == 0:
        table = Table(mine, theirs, 1 << top, top, 0, 0, 0, FIRST, 0)
        return Turn(table, begins, OFFER, -1)
    if begins == 0:
        return Turn(Table(mine | 1 << top, theirs, 0, top, 0, 0, 0, FIRST, 0), 0, TO_THROW, -1)
    return Turn(Table(mine, theirs | 1 << top, 0, top, 0, 0, 0, FIRST, 0), 1, TO_THROW, -1)


@inlined
def left(table: Table) -> int:
    """Cards in the stock."""
    return table.back - table.front


@inlined
def seen(turn: Turn) -> Root:
    """What the player to act knows."""
    table = turn.table
    if turn.player == 0:
        return Root(
            table.mine, table.pile, table.top, table.shown, table.known, left(table),
            table.throws, turn.state,
        )  # fmt: skip
    return Root(
        table.theirs, table.pile, table.top, table.known, table.shown, left(table),
        table.throws, turn.state,
    )  # fmt: skip


@inlined
def unseen(root: Root) -> int:
    """The cards whose place a player does not know."""
    return FULL & ~(root.hand | root.pile | root.known)


@inlined
def advance(turn: Turn, kind: int, card: int, row: Any, r: HandRules) -> Turn:
    """The turn after an action that lays nothing down; `card` is the one discarded.

    The row is the stock, used up where the pile is reshuffled. A hand that ends so is `OVER`.
    """
    table, player, state = turn.table, turn.player, turn.state
    if kind == TAKE:
        table = _take_top(table, player)
        return Turn(table, player, TO_THROW, -1 if r.may_return != 0 else table.top)
    if kind == DRAW:
        if left(table) == 0:
            return Turn(table, player, OVER, -1)
        return Turn(_draw_card(table, player, row), player, TO_THROW, -1)
    if kind == THROW:
        table = _discard_card(table, player, card)
        if left(table) > 2:
            return Turn(table, 1 - player, TO_DRAW, -1)
        if r.reshuffle != 0 and table.pile & (table.pile - 1):
            return Turn(_reshuffled(table, row), 1 - player, TO_DRAW, -1)
        return Turn(table, 1 - player, LAST_CHANCE if r.last_throw != 0 else OVER, -1)
    if state == LAST_CHANCE:
        return Turn(table, player, OVER, -1)
    return Turn(table, 1 - player, LAST_OFFER if state == OFFER else MUST_DRAW, -1)


@inlined
def _take_top(table: Table, player: int) -> Table:
    card = 1 << table.top
    pile = table.pile & ~card
    if player == 0:
        return Table(
            table.mine | card, table.theirs, pile, table.top, table.shown | card, table.known,
            table.front, table.back, table.throws,
        )  # fmt: skip
    return Table(
        table.mine, table.theirs | card, pile, table.top, table.shown, table.known | card,
        table.front, table.back, table.throws,
    )  # fmt: skip


@inlined
def _draw_card(table: Table, player: int, row: Any) -> Table:
    if player == 0:
        return Table(
            table.mine | 1 << int(row[table.front]), table.theirs, table.pile, table.top,
            table.shown, table.known, table.front + 1, table.back, table.throws,
        )  # fmt: skip
    return Table(
        table.mine, table.theirs | 1 << int(row[table.back - 1]), table.pile, table.top,
        table.shown, table.known, table.front, table.back - 1, table.throws,
    )  # fmt: skip


@inlined
def _discard_card(table: Table, player: int, card: int) -> Table:
    rest = ~(1 << card)
    pile = table.pile | 1 << card
    if player == 0:
        return Table(
            table.mine & rest, table.theirs, pile, card, table.shown & rest, table.known,
            table.front, table.back, table.throws + 1,
        )  # fmt: skip
    return Table(
        table.mine, table.theirs & rest, pile, card, table.shown, table.known & rest,
        table.front, table.back, table.throws + 1,
    )  # fmt: skip


@jit
def _reshuffled(table: Table, row: Any) -> Table:
    """The table after the pile without its top has been shuffled into the row, as the new stock.

    The one or two cards left of the old stock come first: one at each end, for either player.
    """
    ahead, behind = int(row[table.front]), int(row[table.back - 1])
    begin = min(1, left(table))
    row[0] = ahead
    count = lay(table.pile & ~(1 << table.top), row, begin)
    shuffle(row, begin, count, seeded(table.mine, count))
    if left(table) > 1:
        row[count] = behind
        count += 1
    return Table(
        table.mine, table.theirs, 1 << table.top, table.top, table.shown, table.known,
        0, count, table.throws,
    )  # fmt: skip
