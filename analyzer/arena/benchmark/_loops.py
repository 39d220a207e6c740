"""The compiled loops of the benchmark: mid-game hands, and the functions that are timed."""

from __future__ import annotations

from typing import Any, Final

from analyzer.kernel.deadwood import best_discard, deadwood, layout
from analyzer.kernel.deals import UPCARD, deal
from analyzer.kernel.decide import chosen
from analyzer.kernel.defend import defend, defend_by_rules
from analyzer.kernel.inplay import (
    DISCARD,
    DRAW,
    LAY_DOWN,
    TAKE,
    TO_DRAW,
    Floats,
    HandRules,
    KernelTurn,
    advance,
    dealt,
    seen,
)
from analyzer.kernel.jit import jit
from analyzer.kernel.tables import MeldTables

# Places of a spot: the player to act is called the actor.
HAND: Final = 0
"""The actor's eleven cards."""
OTHER: Final = 1
"""The other player's ten cards."""
SHOWN: Final = 2
"""Cards of the actor that the other saw taken."""
KNOWN: Final = 3
"""Cards of the other that the actor saw taken."""
STOCK: Final = 4
TAKEN: Final = 5
"""The card just taken from the pile, or −1."""
DRAWN: Final = 6
"""The card just drawn from the stock, or −1."""
PILE: Final = 7
"""Cards in the pile."""
RUNS: Final = 8
"""The place of the actor's knock: cards in runs, missing fourths of sets."""
MISSING: Final = 9
SPOT: Final = 10
"""Places of a spot in all."""

REACHED: Final = 0
KNOCKED: Final = 1
ENDED: Final = 2


@jit
def _put_down(spot: Any, turn: KernelTurn, t: MeldTables) -> None:
    """Fill a spot with what the actor holds and knows, but for the card drawn and the pile."""
    here = seen(turn)
    spot[HAND], spot[OTHER], spot[SHOWN] = here.hand, turn.table.other, here.shown
    spot[KNOWN], spot[STOCK], spot[TAKEN] = here.known, here.stock, turn.taken
    shed = best_discard(here.hand, turn.taken, t)[1]
    _, spot[RUNS], spot[MISSING] = layout(here.hand & ~(1 << shed), t)


@jit
def reach(
    seed: int,
    number: int,
    discards: int,
    row: Any,
    spot: Any,
    pile: Any,
    t: MeldTables,
    r: HandRules,
    w: Floats,
) -> int:
    """Play deal `number` of a seed until so many cards are discarded, and say who stands where.

    Returns REACHED with the spot of the next player, who holds eleven cards; KNOCKED with
    that of a player who knocks with deadwood before; or ENDED. `row` is scratch (int8[52]);
    `spot` and `pile` (oldest first) are the answer. Both draw from the back of the stock, so
    the actor is always player 1.
    """
    deal(row, seed, number)
    turn = KernelTurn(dealt(row, 0, 0).table, 1, TO_DRAW, -1)
    pile[0] = row[UPCARD]
    size = 1
    while True:
        kind, _, _ = chosen(seen(turn), -1, t, r, w, 0)
        turn = advance(turn, kind, -1, row, r)
        size -= kind == TAKE
        here = seen(turn)
        act, card, dead = chosen(here, turn.taken, t, r, w, 0)
        if act == LAY_DOWN or here.discards == discards:
            spot[DRAWN], spot[PILE] = row[turn.table.back] if kind == DRAW else -1, size
            _put_down(spot, turn, t)
            if act == LAY_DOWN:
                return KNOCKED if dead != 0 else ENDED
            return REACHED
        if here.stock <= 2:
            return ENDED
        pile[size] = card
        size += 1
        turn = advance(turn, DISCARD, card, row, r)
        turn = KernelTurn(turn.table, 1, TO_DRAW, -1)


@jit
def deadwoods(hands: Any, rounds: int, t: MeldTables) -> int:
    """The least deadwood of every hand, all added up."""
    total = 0
    for _ in range(rounds):
        for hand in hands:
            total += deadwood(hand, t)
    return total


@jit
def discards(hands: Any, rounds: int, t: MeldTables) -> int:
    """The best discard of every hand, the deadwood left added up."""
    total = 0
    for _ in range(rounds):
        for hand in hands:
            total += best_discard(hand, -1, t)[0]
    return total


@jit
def defences(defenders: Any, runs: Any, missing: Any, rounds: int, t: MeldTables) -> int:
    """The exact answer to every knock, the points kept added up."""
    total = 0
    if t.cap != 0:
        for _ in range(rounds):
            for place in range(len(defenders)):
                total += defend_by_rules(defenders[place], runs[place], missing[place], t)
        return total
    for _ in range(rounds):
        for place in range(len(defenders)):
            total += defend(defenders[place], runs[place], missing[place], t)
    return total
