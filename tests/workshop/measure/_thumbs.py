"""Rules of thumb as compiled code: what each makes of a policy's decision, and whole hands.

A rule of thumb changes a decision only where it has something to say; everywhere else the policy
decides. It applies to player `seat` alone, and only from one of their own discards to another.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from analyzer.kernel.bits import column, lowest, popcount
from analyzer.kernel.deadwood import arrange, best_discard, deadwood, gin_outs, layout
from analyzer.kernel.deals import deal, knock_card
from analyzer.kernel.decide import chosen, discard_costs
from analyzer.kernel.defend import defend_by_rules
from analyzer.kernel.inplay import (
    DISCARD,
    DRAW,
    LAST_OFFER,
    LAY_DOWN,
    OFFER,
    OVER,
    PASS,
    TAKE,
    TO_DISCARD,
    TO_DRAW,
    CardPlaces,
    Floats,
    HandRules,
    KernelTurn,
    Root,
    advance,
    dealt,
    seen,
    under,
    unseen,
)
from analyzer.kernel.jit import inlined, jit
from analyzer.kernel.rng import below, seeded, step
from analyzer.kernel.tables import MeldTables

RULES: Final = (
    "knock-as-soon-as-you-can", "always-go-for-gin", "knock-only-with-five-or-fewer",
    "one-card-from-gin-wait", "take-only-what-melds", "take-every-meld", "pass-the-first-upcard",
    "take-low-cards", "do-not-lengthen-from-the-pile", "take-two-chances", "discard-high-first",
    "discard-loners-first", "keep-every-pair", "keep-every-sequence", "break-pairs-keep-sequences",
    "seven-is-the-best-card", "keep-middle-cards", "keep-low-cards", "nothing-next-to-a-take",
    "follow-their-discard", "safest-card-first", "kings-before-queens", "count-your-outs",
    "bait", "run-for-cover", "never-break-a-meld", "vary-your-discards", "hide-what-you-drew",
)  # fmt: skip
"""The rules by name; the place of one in this list is its number in the code below."""

TAKES: Final = 4
"""Number of the first rule about taking, …"""
DISCARDS: Final = 10
"""… and of the first about discarding."""

BREAKS: Final = 25
"""Number of: never to break a meld, which is what the policy does; what is played by its
number is the opposite, a discard from all eleven cards by the same weights."""
VARIES: Final = 26
NEARLY: Final = 0.5
"""Points by the policy's weights within which a discard is as good as the cheapest, to who varies
them: one of these by chance."""
SHOWS: Final = 27
"""Number of the last: to hide what one drew, which all do; what is played by its number is the
opposite, every card drawn from the stock seen by the other as one taken from the pile is."""

MOST_DISCARDS: Final = 120
"""Discards of both after which a hand is given up as void."""
LOW: Final = column(7)
"""Aces, twos and threes."""
MIDDLE: Final = column(0x1F0)
"""Fives to nines."""
SEVENS: Final = column(1 << 6)
COURT: Final = column(0x1E00)
"""Tens to kings: ten points each."""
SEEN_TAKES: Final = 2
"""Cards they took, from which on one runs for cover."""


@inlined
def _pairs(cards: int) -> int:
    """The cards that have one of their own rank beside them."""
    first, second = cards | cards >> 16, cards >> 32 | cards >> 48
    twice = (cards & cards >> 16) | (cards >> 32 & cards >> 48) | (first & second)
    return cards & column(twice & 0x1FFF)


@inlined
def _sequences(cards: int) -> int:
    """The cards that have a neighbor of their own suit beside them."""
    return cards & (cards << 1 | cards >> 1)


@inlined
def _mated(cards: int) -> int:
    """The cards that another one could make a meld with."""
    return cards & (_pairs(cards) | _sequences(cards) | cards << 2 | cards >> 2)


@inlined
def _near(cards: int) -> int:
    """The cards of the rank of some cards, or within two of them in their suit."""
    return _ranks(cards) | cards << 1 | cards >> 1 | cards << 2 | cards >> 2


@inlined
def _run_outs(cards: int) -> int:
    """The cards that would make a run with two of some cards."""
    beside, gap = cards & cards >> 1, cards & cards >> 2
    return beside << 2 | beside >> 1 | gap << 1


@inlined
def _cheapest(cards: int, costs: Floats) -> int:
    """The card of a mask that costs least by the policy."""
    least, card = 1e18, -1
    while cards != 0:
        one = lowest(cards)
        cards &= cards - 1
        if costs[one] < least:
            least, card = costs[one], one
    return card


@inlined
def _any_nearly(cards: int, costs: Floats, root: Root) -> int:
    """One of the cards of a mask that cost at most `NEARLY` more than the cheapest, by chance."""
    most = costs[_cheapest(cards, costs)] + NEARLY
    count, card, state = 0, -1, seeded(root.hand, root.discards)
    while cards != 0:
        one = lowest(cards)
        cards &= cards - 1
        if costs[one] <= most:
            count += 1
            state = step(state)
            if below(state, count) == 0:
                card = one
    return card


@inlined
def _highest(cards: int, t: MeldTables) -> int:
    """The cards of a mask with the most points."""
    most, found = -1, 0
    while cards != 0:
        one = lowest(cards)
        cards &= cards - 1
        if t.points[one] > most:
            most, found = t.points[one], 0
        if t.points[one] == most:
            found |= 1 << one
    return found


@inlined
def _ranked(cards: int) -> int:
    """The cards of the highest rank in a mask."""
    for rank in range(12, -1, -1):
        found = cards & column(1 << rank)
        if found != 0:
            return found
    return 0


@inlined
def _fewest_pairs(cards: int, live: int) -> int:
    """The cards of a mask that the fewest two-card holdings of live cards could use."""
    least, found = 99, 0
    while cards != 0:
        one = lowest(cards)
        cards &= cards - 1
        others = popcount(live & column(1 << (one & 15)))
        window = live >> (one & 48) & 0x1FFF
        there = window << 2 >> (one & 15)
        runs = (there & 1 and there >> 1 & 1) + (there >> 1 & 1 and there >> 3 & 1)
        runs += there >> 3 & 1 and there >> 4 & 1
        uses = others * (others - 1) // 2 + runs
        if uses < least:
            least, found = uses, 0
        if uses == least:
            found |= 1 << one
    return found


@inlined
def _most_outs(cards: int, loose: int, live: int) -> int:
    """The cards of a mask without which the others keep the most cards that would meld."""
    most, found = -1, 0
    while cards != 0:
        one = lowest(cards)
        cards &= cards - 1
        kept = loose & ~(1 << one)
        pairs = _pairs(kept)
        outs = popcount((_run_outs(kept) | _ranks(pairs)) & live)
        if outs > most:
            most, found = outs, 0
        if outs == most:
            found |= 1 << one
    return found


@inlined
def _ranks(cards: int) -> int:
    """All cards of the ranks of some cards."""
    ranks = (cards | cards >> 16 | cards >> 32 | cards >> 48) & 0x1FFF
    return column(ranks)


@inlined
def _wanted(rule: int, card: int, free: int, loose: int, root: Root, t: MeldTables) -> int:
    """The cards among which a rule about discards wants the discard; 0 where it is silent.

    The policy would discard `card`.
    """
    name = rule - DISCARDS
    if name == 0:
        return _highest(free, t)
    if name == 1:
        return _highest(free & ~_mated(loose), t)
    if name == 8:
        return free & ~_near(root.known) if root.known != 0 else 0
    if name == 9:
        return free & column(1 << (root.top & 15)) if root.top >= 0 else 0
    if name == 10:
        return _fewest_pairs(free, unseen(root))
    if name == 12:
        return _most_outs(free, loose, unseen(root))
    if name == 14:
        return _highest(free, t) if popcount(root.known) >= SEEN_TAKES else 0
    if name == 15:
        return root.hand
    return _wanted_by_shape(name, card, free, loose, unseen(root))


@inlined
def _wanted_by_shape(name: int, card: int, free: int, loose: int, live: int) -> int:
    """As `_wanted`, for rules that look at ranks and combinations alone."""
    if name == 2:
        return free & ~_pairs(loose)
    if name == 3:
        return free & ~_sequences(loose)
    if name == 4:
        pairs, runs = _pairs(loose), _sequences(loose)
        return free & pairs & ~runs if runs & ~pairs else 0
    if name == 5:
        return free & ~SEVENS
    if name == 6:
        return free & ~MIDDLE
    if name == 7:
        return free & ~LOW
    if name == 11:
        return _ranked(free & COURT) if COURT >> card & 1 else 0
    wanted = _run_outs(loose) & live
    return free & _ranks(wanted) & ~(_pairs(loose) | _sequences(loose))


@inlined
def _discarded(
    rule: int, root: Root, taken: int, card: int, t: MeldTables, w: Floats, costs: Floats
) -> int:  # fmt: skip
    """The card to discard by a rule, where the policy would discard `card`."""
    loose = arrange(root.hand, t)[1]
    forbidden = 1 << taken if taken >= 0 else 0
    free = loose & ~forbidden
    if free == 0:
        return card
    if rule == VARIES:
        discard_costs(root, t, w, costs)
        return _any_nearly(free, costs, root)
    wanted = _wanted(rule, card, free, loose, root, t) & ~forbidden
    if wanted == 0 or (wanted >> card & 1 and rule != BREAKS):
        return card
    discard_costs(root, t, w, costs)
    return _cheapest(wanted, costs)


@inlined
def _took(rule: int, root: Root, kind: int, t: MeldTables) -> int:
    """TAKE, or what is done instead, by a rule, where the policy would do `kind`."""
    other = DRAW if root.state == TO_DRAW else PASS
    card = 1 << root.top
    loose = arrange(root.hand, t)[1]
    after = arrange(root.hand | card, t)[1]
    melds = after & card == 0
    if rule == TAKES:
        return kind if melds else other
    if rule == TAKES + 1:
        return TAKE if melds else kind
    if rule == TAKES + 2:
        return PASS if root.state in (OFFER, LAST_OFFER) and not melds else kind
    if rule == TAKES + 3:
        return TAKE if card & LOW and popcount(loose & COURT) >= 2 else kind
    if rule == TAKES + 4:
        longer = melds and popcount(after) >= popcount(loose)
        return other if longer else kind
    outs = popcount((_run_outs(loose | card) | _ranks(_pairs(loose | card))) & unseen(root))
    before = popcount((_run_outs(loose) | _ranks(_pairs(loose))) & unseen(root))
    return TAKE if not melds and outs >= before + 3 else kind


@inlined
def _laid_down(
    rule: int, root: Root, taken: int, kind: int, card: int, t: MeldTables, r: HandRules,
    w: Floats, costs: Floats,
) -> tuple[int, int]:  # fmt: skip
    """(kind, card) by a rule about knocking, where the policy would do `kind`."""
    dead, shed = best_discard(root.hand, taken, t)
    if dead > r.limit or dead == 0 or (kind == LAY_DOWN and card < 0):
        return kind, card
    if rule == 0:
        return LAY_DOWN, shed
    if kind != LAY_DOWN:
        return kind, card
    kept = root.hand & ~(1 << shed)
    waits = rule == 1 or (rule == 2 and dead > 5)
    if rule == 3:
        waits = gin_outs(kept, unseen(root), t) != 0
    if not waits:
        return kind, card
    loose = arrange(root.hand, t)[1]
    free = loose & ~(1 << taken) if taken >= 0 else loose
    discard_costs(root, t, w, costs)
    return DISCARD, (_cheapest(free, costs) if free != 0 else shed)


@inlined
def _decided(
    rule: int, root: Root, taken: int, kind: int, card: int, t: MeldTables, r: HandRules,
    w: Floats, costs: Floats,
) -> tuple[int, int]:  # fmt: skip
    """(kind, card) by a rule, where the policy would do `kind` with `card`."""
    if root.state == TO_DISCARD:
        if rule < TAKES:
            return _laid_down(rule, root, taken, kind, card, t, r, w, costs)
        if DISCARDS <= rule < SHOWS and kind == DISCARD:
            return kind, _discarded(rule, root, taken, card, t, w, costs)
    elif root.state in (OFFER, LAST_OFFER, TO_DRAW) and TAKES <= rule < DISCARDS:
        return _took(rule, root, kind, t), card
    return kind, card


@inlined
def _points(cards: int, card: int, other: int, t: MeldTables, r: HandRules) -> int:
    """Return what a player wins who discards `card`, −1 for none, and lays the others down."""
    hand = cards & ~(1 << card) if card >= 0 else cards
    dead = deadwood(hand, t)
    if dead == 0:
        return deadwood(other, t) + (r.gin if card >= 0 else r.big_gin)
    _, runs, missing = layout(hand, t)
    theirs = defend_by_rules(other, runs, missing, t)
    if theirs > dead or (theirs == dead and r.tie == 2):
        return theirs - dead
    if theirs == dead and r.tie == 1:
        return 0
    return theirs - dead - r.undercut


@inlined
def _knowing(root: Root, known: int) -> Root:
    """A decision of who knows these cards of the other one."""
    return Root(
        root.hand, root.pile, root.top, root.shown, known, root.stock, root.discards, root.state
    )


@inlined
def _showing(turn: KernelTurn, cards: int) -> KernelTurn:
    """The turn where the other one has seen these cards of the player to act, too."""
    hand, other, pile, top, shown, known, front, back, discards = turn.table
    table = CardPlaces(hand, other, pile, top, shown | cards, known, front, back, discards)
    return KernelTurn(table, turn.player, turn.state, turn.taken)


@jit(allocates=True)
def play_by_thumb(
    rule: int, low: int, high: int, seat: int, seed: int, first: int, eleven: int, limits: Any,
    factors: Any, t: MeldTables, r: HandRules, w: Floats, points: Any, changed: Any,
) -> None:  # fmt: skip
    """Deal and play hands in which player `seat` keeps to a rule of thumb, −1 for none.

    The rule applies from `low` to below `high` own discards. Player 0, the non-dealer, plays by row
    0 of the weights, player 1 by row 1. Fills `points` (int16[n], for the non-dealer) and
    `changed` (int16[n]): how many decisions the rule made otherwise; of `SHOWS`, how many of the
    other player's.
    """
    row, costs = np.zeros(64, np.int8), np.zeros(64)
    swapped = np.zeros_like(w)
    swapped[0], swapped[1] = w[1], w[0]
    for game in range(len(points)):
        state = deal(row, seed, first + game)
        turn = dealt(row, eleven, 0)
        top = knock_card(row, state, eleven)
        here = under(r, limits[top])
        value, count, drawn = 0, 0, 0
        while turn.state != OVER and turn.table.discards < MOST_DISCARDS:
            root, player = seen(turn), turn.player
            mine = w if player == 0 else swapped
            kind, card, _ = chosen(root, turn.taken, t, here, mine, 0)
            own = root.discards // 2
            if player == seat and low <= own < high:
                was, which = kind, card
                kind, card = _decided(rule, root, turn.taken, kind, card, t, here, mine, costs)
                count += kind != was or card != which
            elif rule == SHOWS and player != seat and root.known & drawn:
                blind = _knowing(root, root.known & ~drawn)
                was, which, _ = chosen(blind, turn.taken, t, here, mine, 0)
                count += kind != was or card != which
            if kind == LAY_DOWN:
                value = _points(root.hand, card, turn.table.other, t, here)
                value = value if player == 0 else -value
                break
            turn = advance(turn, kind, card, row, here)
            if rule == SHOWS and player == seat and kind == DRAW and low <= own < high:
                new = turn.table.hand & ~root.hand
                drawn |= new
                turn = _showing(turn, new)
        points[game] = value * factors[top]
        changed[game] = count
