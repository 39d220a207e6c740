"""The compiled loops of the benchmark: mid-game hands, and the functions that are timed."""

from __future__ import annotations

from typing import Any, Final

from analyzer.kernel.bits import FULL
from analyzer.kernel.deadwood import arrange, best_discard, deadwood, layout
from analyzer.kernel.deals import FIRST, SECOND, UPCARD, cards_in, deal
from analyzer.kernel.defend import defend
from analyzer.kernel.jit import jit
from analyzer.kernel.policy import Floats, choose_throw, wants, wants_knock
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
"""Where the actor knocks: cards in runs, missing fourths of sets."""
MISSING: Final = 9
SPOT: Final = 10
"""Places of a spot in all."""

REACHED: Final = 0
KNOCKED: Final = 1
ENDED: Final = 2


@jit
def reach(
    seed: int,
    number: int,
    throws: int,
    limit: int,
    row: Any,
    spot: Any,
    pile: Any,
    t: MeldTables,
    w: Floats,
) -> int:
    """Play deal `number` of a seed until so many cards are thrown, and tell who stands where.

    Returns REACHED with the spot of the next player, who holds eleven cards; KNOCKED with
    that of a player who knocks with deadwood before; or ENDED. `row` is scratch (int8[52]);
    `spot` and `pile` (oldest first) are the answer.
    """
    deal(row, seed, number)
    hand = cards_in(row, FIRST, SECOND)
    facing_hand = cards_in(row, SECOND, UPCARD)
    pile[0] = row[UPCARD]
    size, stock, thrown = 1, FIRST, 0
    shown, known, seen = 0, 0, 1 << int(row[UPCARD])
    while stock > 2:
        stage = min(thrown // 2, 12) * 0.1
        top = int(pile[size - 1])
        taken, drawn = -1, -1
        if wants(hand, top, FULL & ~(hand | seen | known), limit, stage, t, w, 0):
            hand |= 1 << top
            shown |= 1 << top
            seen &= ~(1 << top)
            size -= 1
            taken = top
        else:
            stock -= 1
            drawn = int(row[stock])
            hand |= 1 << drawn
        live = FULL & ~(hand | seen | known)
        key, loose = arrange(hand, t)
        shed = choose_throw(hand, key, loose, taken, live, known, stage, t, w, 0)
        dead, knocked = best_discard(hand, taken, t)
        kept = hand & ~(1 << shed)
        ends = dead <= limit and wants_knock(kept, dead, live, thrown // 2, t, w, 0)
        if ends or thrown == throws:
            spot[HAND], spot[OTHER], spot[SHOWN], spot[KNOWN] = hand, facing_hand, shown, known
            spot[STOCK], spot[TAKEN], spot[DRAWN], spot[PILE] = stock, taken, drawn, size
            _, spot[RUNS], spot[MISSING] = layout(hand & ~(1 << knocked), t)
            if ends:
                return KNOCKED if dead != 0 else ENDED
            return REACHED
        hand = kept
        shown &= ~(1 << shed)
        seen |= 1 << shed
        pile[size] = shed
        size += 1
        thrown += 1
        hand, facing_hand = facing_hand, hand
        shown, known = known, shown
    return ENDED


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
    for _ in range(rounds):
        for place in range(len(defenders)):
            total += defend(defenders[place], runs[place], missing[place], t)
    return total
