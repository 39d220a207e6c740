"""A hand in play, as ints: its rules, the actions, and the table from step to step.

Player 0 is "me", whose view the search works for. The stock is a row of cards: player 0 draws
from its front, player 1 from its back, so that one player's choice does not change which cards
the other will draw (this is what pairs the worlds of two actions).
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from analyzer.kernel.bits import FULL
from analyzer.kernel.deals import FIRST, SECOND, UPCARD, cards_in
from analyzer.kernel.jit import inlined

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


@inlined
def under(r: HandRules, limit: int) -> HandRules:
    """The same rules with another knock limit."""
    return HandRules(
        limit, r.gin, r.undercut, r.tie, r.big_gin, r.may_return, r.last_throw, r.reshuffle,
        r.dearest,
    )  # fmt: skip


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


class Table(NamedTuple):
    """Where all cards lie between two steps of a turn, those of the stock by their place in a row.

    Whoever holds eleven cards is to throw one.
    """

    mine: int
    """The cards of player 0."""
    theirs: int
    """The cards of player 1."""
    pile: int
    top: int
    """Index of the card thrown last; what lies on top unless it has just been taken."""
    shown: int
    """Cards of player 0 that player 1 saw taken."""
    known: int
    """Cards of player 1 that player 0 saw taken."""
    front: int
    """Place of the next card that player 0 would draw."""
    back: int
    """Place after the next card that player 1 would draw."""
    throws: int
    """Cards thrown so far by both."""


@inlined
def dealt(row: Any, eleven: int, begins: int) -> tuple[Table, int]:
    """(the table, where it stands) of a deal; `eleven` is 1 where who begins holds the upcard."""
    mine, theirs = cards_in(row, FIRST, SECOND), cards_in(row, SECOND, UPCARD)
    top = int(row[UPCARD]) + 0  # an int64 with numba, too
    table = Table(mine, theirs, 1 << top, top, 0, 0, 0, FIRST, 0)
    if eleven == 0:
        return table, OFFER
    if begins == 0:
        return Table(mine | 1 << top, theirs, 0, top, 0, 0, 0, FIRST, 0), TO_THROW
    return Table(mine, theirs | 1 << top, 0, top, 0, 0, 0, FIRST, 0), TO_THROW


@inlined
def held(table: Table, player: int) -> int:
    """The cards of a player."""
    return table.mine if player == 0 else table.theirs


@inlined
def facing(table: Table, player: int) -> int:
    """The cards of the other one that a player saw taken."""
    return table.known if player == 0 else table.shown


@inlined
def unseen(table: Table, player: int) -> int:
    """The cards whose place a player does not know."""
    return FULL & ~(held(table, player) | table.pile | facing(table, player))


@inlined
def left(table: Table) -> int:
    """Cards in the stock."""
    return table.back - table.front


@inlined
def stage(throws: int) -> float:
    """How far a hand is for a policy: a tenth for each throw of a player's, at most 1.2."""
    return min(throws // 2, 12) * 0.1


@inlined
def take_top(table: Table, player: int) -> Table:
    """The table after a player has taken the top of the pile."""
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
def draw_card(table: Table, player: int, row: Any) -> Table:
    """The table after a player has drawn from the stock, which must not be empty."""
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
def throw_card(table: Table, player: int, card: int) -> Table:
    """The table after a player has thrown a card."""
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
