"""The probability that a policy, softened, does what an opponent did in a turn.

A *timeline* holds the turns as the other player saw them; a *row* of weights (see
`analyzer.kernel._policy`) says what a type of player does, and a row of *softness* how far
it may stray from that.
"""

from __future__ import annotations

from math import log
from typing import Any, Final, NamedTuple

import numpy as np

from analyzer.kernel._policy import (
    DEAD,
    NEAR,
    OUTS,
    PRICE,
    Dangers,
    at,
    dangers_at,
    discard_cost,
    knock_row,
    meld_outs,
    wants_knock,
    wish_for,
)
from analyzer.kernel.bits import FULL, lowest, popcount
from analyzer.kernel.deadwood import arrange, discard_from
from analyzer.kernel.inplay import Floats, stage_of
from analyzer.kernel.jit import inlined, jit
from analyzer.kernel.tables import Ints, MeldTables

# Columns of a timeline: int64[turns, 8], one row a turn of the opponent, oldest first.
ACT: Final = 0
"""0 passed, 1 took, 2 drew after an offer, 3 drew without one."""
OFFERED: Final = 1
"""Index of the card on top before the turn, or −1."""
DISCARDED: Final = 2
"""Index of the card discarded, or −1 after a pass."""
PILE: Final = 3
"""The pile before the turn, the offered card included, as a mask."""
SHOWN: Final = 4
"""My cards that they had seen me take, as a mask."""
DISCARDS: Final = 5
"""Cards discarded by both before the turn."""
ENDED: Final = 6
"""1 where they knocked or went gin with that discard."""
LAST: Final = 7
"""1 where that discard was the last before the wall."""
COLUMNS: Final = 8

PASSED: Final = 0
TOOK: Final = 1
DREW: Final = 2
MUST: Final = 3

# Columns of the softness: float64[types, 8].
HEAT: Final = 0
"""Temperature of the discard, in units of the policy's cost."""
SLIP: Final = 1
"""Chance of a discard that the policy would not understand."""
WISH: Final = 2
"""Temperature of taking, in units of the wish."""
DOUBT: Final = 3
"""Least chance of either answer to an offer."""
KNOCK: Final = 4
"""Chance not to knock where the policy would, and to knock where it would not."""
LEAN: Final = 5
"""Log odds a turn against each point of deadwood: what strays lets too many bad hands pass.
Of two places, as the weights of the policy are: at stage 0, and its change a stage."""
EAGER: Final = 7
"""By what the odds that an offered card is taken are multiplied: 1 where nothing is known of how
much this player takes."""

_MOST_POINTS: Final = 15
"""No card is worth more; saves looking for a knock where none can be."""
RARE: Final = 0.02
"""A discard as unlikely as this may settle the matter before the offer is looked at."""
FAR: Final = 12.0
"""In units of a temperature: what is so far off has no chance."""
FINE: Final = 64
"""Steps of the table of powers within one unit."""
POWERS: Final = np.exp(np.arange(-FAR * FINE, FAR * FINE + 1) / FINE)
"""e to the power of −`FAR` … `FAR` in steps of 1/`FINE`: a call of exp costs as much as all
else that is done for a card."""


@inlined
def _power(gap: float) -> float:
    """e to the power of a gap between −`FAR` and `FAR`, to within 1 in 100.

    >>> round(_power(0.0), 4), round(_power(-2.0), 4)
    (1.0, 0.1353)
    """
    value: float = POWERS[int((gap + FAR) * FINE + 0.5)]
    return value


@inlined
def usual_chance(wish: float, taken: bool, soft: Any, p: int) -> float:
    """Chance of an answer to an offer by how much the card is wanted, of who takes as usual."""
    lean = wish / soft[p, WISH]
    if not taken:
        lean = -lean
    sure = 1.0 - 2.0 * soft[p, DOUBT]
    if lean > FAR:
        return soft[p, DOUBT] + sure  # type: ignore[no-any-return]
    if lean < -FAR:
        return soft[p, DOUBT]  # type: ignore[no-any-return]
    return soft[p, DOUBT] + sure / (1.0 + _power(-lean))  # type: ignore[no-any-return]


@inlined
def with_odds(chance: float, odds: float, taken: bool) -> float:
    """The chance of an answer where the odds of a take are multiplied.

    >>> round(with_odds(0.5, 3.0, True), 6), round(with_odds(0.5, 3.0, False), 6)
    (0.75, 0.25)
    """
    if not taken:
        odds = 1.0 / odds
    return chance * odds / (chance * odds + 1.0 - chance)


@inlined
def offer_chance(wish: float, taken: bool, soft: Any, p: int) -> float:
    """Chance of an answer to an offer by how much the card is wanted."""
    usual, odds = usual_chance(wish, taken, soft, p), soft[p, EAGER]
    return usual if odds == 1.0 else with_odds(usual, odds, taken)


class _Weights(NamedTuple):
    """The cost of a discard to a type of player at a stage: those of `analyzer.kernel._policy`."""

    point: float
    out: float
    dangers: Dangers


@inlined
def _weights_at(few: bool, stage: float, w: Floats, p: int) -> _Weights:
    """The weights at a stage; `few` says that at most three loose cards would be kept."""
    point, out = at(w, p, PRICE, stage) - at(w, p, DEAD, stage), 0.0
    if w[p, OUTS] != 0.0:
        out = at(w, p, OUTS, stage)
        if few:
            out += at(w, p, NEAR, stage)
    return _Weights(point, out, dangers_at(w, p, stage))


@inlined
def _discard_worth(
    card: int, loose: int, live: int, known: int, t: MeldTables, weights: _Weights
) -> float:
    """Return what discarding a loose card costs, less what all discards cost."""
    outs = popcount(meld_outs(loose & ~(1 << card), live))
    price = weights.point * t.points[card] - weights.out * outs
    return discard_cost(card, price, live, known, weights.dangers)


@inlined
def _discard_chance(
    loose: int, discard: int, forbidden: int, live: int, known: int, stage: float,
    soft: Any, t: MeldTables, w: Floats, p: int
) -> float:  # fmt: skip
    """Chance that eleven cards, of which these are left over, discard this one.

    The costs are those of `analyzer.kernel._policy`, less what all discards have in common.
    """
    rest = loose & ~(1 << forbidden) if forbidden >= 0 else loose
    slip: float = soft[p, SLIP] / 11.0
    if not rest >> discard & 1:
        return 0.25 if rest == 0 else slip
    weights = _weights_at(popcount(loose) <= 4, stage, w, p)
    mine = _discard_worth(discard, loose, live, known, t, weights)
    scale, total = 1.0 / soft[p, HEAT], 1.0
    rest &= ~(1 << discard)
    while rest != 0:
        card = lowest(rest)
        rest &= rest - 1
        gap = (mine - _discard_worth(card, loose, live, known, t, weights)) * scale
        if gap > FAR:
            return slip
        total += _power(max(gap, -FAR))
    return slip + (1.0 - soft[p, SLIP]) / total  # type: ignore[no-any-return]


@inlined
def _stay_chance(
    kept: int, dead: int, live: int, row: int, soft: Any, t: MeldTables, w: Floats, p: int
) -> float:
    """Chance not to knock with `dead`, which is within the limit."""
    unlike: float = soft[p, KNOCK]
    if dead == 0:
        return 0.1 * unlike
    return unlike if wants_knock(kept, dead, live, row, t, w, p) else 1.0 - unlike


@inlined
def _discard_or_end(
    eleven: int, forbidden: int, timeline: Ints, turn: int, limit: int, stage: float, p: int,
    soft: Any, t: MeldTables, w: Floats
) -> tuple[float, float]:  # fmt: skip
    """(chance of what was done with eleven cards, log odds against so much deadwood)."""
    discard, known = timeline[turn, DISCARDED], timeline[turn, SHOWN]
    live = FULL & ~(eleven | timeline[turn, PILE] | known)
    key, loose = arrange(eleven, t)
    ended = timeline[turn, ENDED] != 0
    chance = 1.0
    if not ended:
        chance = _discard_chance(loose, discard, forbidden, live, known, stage, soft, t, w, p)
    if (key >> 6) - _MOST_POINTS <= limit:
        dead, _ = discard_from(eleven, key, loose, forbidden, t)
        if dead <= limit:
            row = knock_row(timeline[turn, DISCARDS], timeline[turn, LAST] != 0)
            stay = _stay_chance(eleven & ~(1 << discard), dead, live, row, soft, t, w, p)
            chance *= 1.0 - stay if ended else stay
    return chance, at(soft, p, LEAN, stage) * (key >> 6)


@inlined
def wish_at(
    hand: int, timeline: Ints, turn: int, limit: int, p: int, t: MeldTables, w: Floats
) -> float:  # fmt: skip
    """Return how much ten cards want what they were offered in a turn."""
    live = FULL & ~(hand | timeline[turn, PILE] | timeline[turn, SHOWN])
    stage = stage_of(timeline[turn, DISCARDS])
    return wish_for(hand, timeline[turn, OFFERED], live, limit, stage, t, w, p)


@inlined
def log_turn(
    hand: int, drawn: int, timeline: Ints, turn: int, limit: int, least: float, p: int,
    soft: Any, t: MeldTables, w: Floats
) -> float:  # fmt: skip
    """Log chance of what they did in a turn, playing as type `p`.

    `hand` is the ten cards before the turn, `drawn` the card they drew from the stock (any
    card where they did not draw). Where the log chance is below `least`, the answer may be
    anything from it to `least`.
    """
    act, offered = timeline[turn, ACT], timeline[turn, OFFERED]
    stage = stage_of(timeline[turn, DISCARDS])
    chance, lean = 1.0, 0.0
    if act != PASSED:
        got = offered if act == TOOK else drawn
        chance, lean = _discard_or_end(
            hand | 1 << got, offered if act == TOOK else -1, timeline, turn, limit, stage, p,
            soft, t, w,
        )  # fmt: skip
        if chance < RARE:
            sofar = log(chance) - lean
            if sofar < least or act == MUST:
                return sofar
    if act != MUST:
        wish = wish_at(hand, timeline, turn, limit, p, t, w)
        chance *= offer_chance(wish, act == TOOK, soft, p)
    return log(chance) - lean


@jit
def log_trails(
    timeline: Ints, before: Ints, drawn: Ints, start: Ints, limit: int,
    soft: Any, t: MeldTables, w: Floats, logs: Any
) -> None:  # fmt: skip
    """Log chance of all turns of each hand for each type, where nothing was hidden.

    The turns of hand h are `start[h]` … `start[h + 1]` − 1 of the timeline; `before` and `drawn`
    say what was held before each and what was drawn. Fills `logs`: float64[hands, types].
    """
    for hand in range(len(start) - 1):
        for p in range(len(soft)):
            total = 0.0
            for turn in range(start[hand], start[hand + 1]):
                total += log_turn(
                    before[turn], drawn[turn], timeline, turn, limit, -1e18, p, soft, t, w
                )
            logs[hand, p] = total
