"""How likely a policy, softened, was to do what an opponent did in a turn.

A *timeline* holds the turns as the other player saw them; a *row* of weights (see
`analyzer.kernel.policy`) says what a type of player does, and a row of *softness* how far
it may stray from that.
"""

from __future__ import annotations

from math import log
from typing import Any, Final

import numpy as np

from analyzer.kernel.bits import FULL, lowest
from analyzer.kernel.deadwood import arrange, discard_from
from analyzer.kernel.jit import inlined
from analyzer.kernel.policy import Floats, hand_cost, throw_cost, wants_knock, wish_for
from analyzer.kernel.tables import KEY, Ints, MeldTables

# Columns of a timeline: int64[turns, 7], one row a turn of the opponent, oldest first.
ACT: Final = 0
"""0 passed, 1 took, 2 drew after an offer, 3 drew without one."""
OFFERED: Final = 1
"""Index of the card on top before the turn, or −1."""
THROWN: Final = 2
"""Index of the card thrown, or −1 after a pass."""
PILE: Final = 3
"""The pile before the turn, the offered card included, as a mask."""
SHOWN: Final = 4
"""My cards that they had seen me take, as a mask."""
THROWS: Final = 5
"""Cards thrown by both before the turn."""
ENDED: Final = 6
"""1 where they knocked or went gin with that throw."""
COLUMNS: Final = 7

PASSED: Final = 0
TOOK: Final = 1
DREW: Final = 2
MUST: Final = 3

# Columns of the softness: float64[types, 5].
HEAT: Final = 0
"""Temperature of the throw, in units of the policy's cost."""
SLIP: Final = 1
"""Chance of a throw that the policy would not understand."""
WISH: Final = 2
"""Temperature of taking, in units of the wish."""
DOUBT: Final = 3
"""Least chance of either answer to an offer."""
KNOCK: Final = 4
"""Chance not to knock where the policy would, and to knock where it would not."""

DEAREST: Final = 15
"""No card is worth more; saves looking for a knock where none can be."""
FAR: Final = 12.0
"""In units of a temperature: what is so far off has no chance."""
FINE: Final = 64
"""Steps of the table of powers within one unit."""
POWERS: Final = np.exp(np.arange(-FAR * FINE, FAR * FINE + 1) / FINE)
"""e to the power of −`FAR` … `FAR` in steps of 1/`FINE`: a call of exp costs as much as all
else that is done for a card."""


@inlined
def power(gap: float) -> float:
    """e to the power of a gap between −`FAR` and `FAR`, to within 1 in 100.

    >>> round(power(0.0), 4), round(power(-2.0), 4)
    (1.0, 0.1353)
    """
    value: float = POWERS[int((gap + FAR) * FINE + 0.5)]
    return value


@inlined
def offer_chance(wish: float, taken: bool, soft: Any, p: int) -> float:
    """Chance of an answer to an offer by how much the card is wanted."""
    lean = wish / soft[p, WISH]
    if not taken:
        lean = -lean
    sure = 1.0 - 2.0 * soft[p, DOUBT]
    if lean > FAR:
        return soft[p, DOUBT] + sure  # type: ignore[no-any-return]
    if lean < -FAR:
        return soft[p, DOUBT]  # type: ignore[no-any-return]
    return soft[p, DOUBT] + sure / (1.0 + power(-lean))  # type: ignore[no-any-return]


@inlined
def throw_chance(
    key: int, loose: int, thrown: int, forbidden: int, live: int, known: int, stage: float,
    soft: Any, t: MeldTables, w: Floats, p: int,
) -> float:  # fmt: skip
    """Chance that eleven cards (their key and loose cards) throw this one."""
    rest = loose & ~(1 << forbidden) if forbidden >= 0 else loose
    slip: float = soft[p, SLIP] / 11.0
    if not rest >> thrown & 1:
        return 0.25 if rest == 0 else slip
    mine = hand_cost(key - KEY * t.points[thrown] - 1, loose & ~(1 << thrown), live, stage, w, p)
    mine += throw_cost(thrown, live, known, stage, t, w, p)
    scale = 1.0 / soft[p, HEAT]
    rest &= ~(1 << thrown)
    total = 1.0
    while rest != 0:
        card = lowest(rest)
        rest &= rest - 1
        cost = hand_cost(key - KEY * t.points[card] - 1, loose & ~(1 << card), live, stage, w, p)
        gap = (mine - cost - throw_cost(card, live, known, stage, t, w, p)) * scale
        if gap > FAR:
            return slip
        if gap > -FAR:
            total += power(gap)
    return slip + (1.0 - soft[p, SLIP]) / total  # type: ignore[no-any-return]


@inlined
def stay_chance(
    kept: int, dead: int, live: int, own: int, soft: Any, t: MeldTables, w: Floats, p: int
) -> float:
    """Chance not to knock with `dead`, which is within the limit."""
    unlike: float = soft[p, KNOCK]
    if dead == 0:
        return 0.1 * unlike
    return unlike if wants_knock(kept, dead, live, own, t, w, p) else 1.0 - unlike


@inlined
def log_turn(
    hand: int, drawn: int, timeline: Ints, turn: int, limit: int, p: int,
    soft: Any, t: MeldTables, w: Floats,
) -> float:  # fmt: skip
    """Log chance of what they did in a turn, playing as type `p`.

    `hand` is the ten cards before the turn, `drawn` the card they drew from the stock (any
    card where they did not draw).
    """
    act, offered = timeline[turn, ACT], timeline[turn, OFFERED]
    pile, shown = timeline[turn, PILE], timeline[turn, SHOWN]
    own = timeline[turn, THROWS] // 2
    stage = min(own, 12) * 0.1
    chance = 1.0
    if act != MUST:
        live = FULL & ~(hand | pile | shown)
        wish = wish_for(hand, offered, live, limit, stage, t, w, p)
        chance = offer_chance(wish, act == TOOK, soft, p)
    if act != PASSED:
        forbidden = -1
        if act == TOOK:
            forbidden = offered
            pile &= ~(1 << offered)
            hand |= 1 << offered
        else:
            hand |= 1 << drawn
        thrown = timeline[turn, THROWN]
        live = FULL & ~(hand | pile | shown)
        key, loose = arrange(hand, t)
        ended = timeline[turn, ENDED] != 0
        if not ended:
            chance *= throw_chance(key, loose, thrown, forbidden, live, shown, stage, soft, t, w, p)
        if (key >> 6) - DEAREST <= limit:
            dead, _ = discard_from(hand, key, loose, forbidden, t)
            if dead <= limit:
                stay = stay_chance(hand & ~(1 << thrown), dead, live, own, soft, t, w, p)
                chance *= 1.0 - stay if ended else stay
    return log(chance)
