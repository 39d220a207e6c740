"""The readable face of the exact solver: melds, deadwood, discards, knocks, lay-offs, outs.

Everything here is exact.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations
from typing import Literal

from analyzer.errors import InputError
from analyzer.game.arrangement import Arrangement, Defense, Meld, in_order
from analyzer.game.cards import DECK, NO_CARDS, Card, CardSet, Rank, counted_cards
from analyzer.game.rules import GameKind, Rules
from analyzer.kernel import bits
from analyzer.kernel.jit import plain
from analyzer.kernel.jokers import ACE_LOW, CORNER

KnockKind = Literal["knock", "gin", "big gin"]

_ANY_POINTS = 10_000

_above, _below = plain(bits.above), plain(bits.below)
_column, _set_ranks = plain(bits.column), plain(bits.set_ranks)


@dataclass(frozen=True, slots=True)
class Discard:
    """One discard from eleven cards."""

    card: Card
    """The card discarded."""
    deadwood: int
    """Least deadwood of the ten cards that stay."""
    knock: KnockKind | None
    """The ending that this discard allows; `big gin` where all eleven cards are melded."""


@dataclass(frozen=True, slots=True)
class Knock:
    """One way to knock: the discard and what is spread."""

    discard: Card | None
    """The card discarded; None for ten cards, of which the discard is gone, and for big gin."""
    arrangement: Arrangement
    """The ten cards as they are laid down, or all eleven."""
    is_big: bool = False
    """True if every card is melded and none discarded."""


@dataclass(frozen=True, slots=True)
class Outs:
    """Live cards by what they do for a hand when they come."""

    meld: CardSet
    """Those that make or lengthen a meld with cards of the hand."""
    knock: CardSet
    """Those with which ten cards can knock; gin included."""
    gin: CardSet
    """Those with which ten cards go gin."""
    big_gin: CardSet
    """Those that meld all eleven cards, where the rules play big gin."""
    live: CardSet
    """Every card that may still come."""


def is_meld(cards: CardSet, rules: Rules) -> bool:
    """True if the cards are one meld under these rules; a joker among them has to name its card.

    >>> from analyzer.game.rules import PRESETS
    >>> corner = CardSet.of("Qs Ks As")
    >>> [is_meld(corner, PRESETS[name]) for name in ("standard", "tedesco", "mahjong")]
    [False, True, True]
    >>> is_meld(Meld.of("7h X1=8h 9h"), PRESETS["one-joker"])
    True
    """
    filled = cards.filled if isinstance(cards, Meld) else cards
    size = len(filled)
    if not 3 <= size <= (rules.meld_cap or 13) or size != len(cards) or not filled <= DECK:
        return False
    if size <= 4 and len({card.rank for card in filled}) == 1:
        return True
    return len({card.suit for card in filled}) == 1 and _in_order(filled, rules.ace)


def _in_order(cards: CardSet, ace: int) -> bool:
    """True if cards of a suit follow one another; a high ace does not lead on to a two."""
    size, mask = len(cards), cards.mask
    low, around = (mask & ~_below(mask, wrap) for wrap in (0, 1))
    if low.bit_count() == 1 or ace == ACE_LOW:
        return low.bit_count() == 1
    whole = around.bit_count() == 1 or size == 13
    return whole and (ace == CORNER or not any(card.rank == Rank.TWO for card in cards))


def melds_through(card: Card, among: CardSet, rules: Rules, size: int = 3) -> tuple[Meld, ...]:
    """The melds of one size that hold `card` and otherwise cards of `among`.

    >>> from analyzer.game.rules import PRESETS
    >>> len(melds_through(Card.of("7h"), DECK, PRESETS["standard"]))
    6
    """
    others = [
        other
        for other in among
        if other != card and (other.rank == card.rank or other.suit == card.suit)
    ]
    melds = (Meld.from_cards((card, *rest)) for rest in combinations(others, size - 1))
    return in_order(meld for meld in melds if is_meld(meld, rules))


def deadwood(cards: CardSet, rules: Rules) -> int:
    """The least points that the cards can leave unmelded.

    >>> from analyzer.game.arrangement import pack_cards
    >>> from analyzer.game.rules import PRESETS
    >>> deadwood(CardSet.of("7c 7d 7s 8d 9d"), PRESETS["standard"])
    14
    >>> deadwood(pack_cards("7h 8h X1 Kd"), PRESETS["one-joker"])
    10
    """
    return rules.solver.least(cards.mask)


def arrangements(cards: CardSet, rules: Rules, limit: int) -> tuple[Arrangement, ...]:
    """Every arrangement that leaves at most `limit` points, the most natural first.

    Also those that hold a meld back or split a run: in a knock such a one can be worth more.
    Order: fewest points, fewest places to lay off, fewest cards left, fewest melds.
    At most eleven cards.
    """
    if len(cards) > 11:
        raise InputError(f"{len(cards)} cards are more than a hand", hint="give at most eleven")
    return _arrangements(cards.mask, rules, limit)


@lru_cache(maxsize=256)
def _arrangements(mask: int, rules: Rules, limit: int) -> tuple[Arrangement, ...]:
    wrap = int(rules.ace_both_ways)
    arrangements = []
    for points, runs, missing, *melds in rules.solver.spread(mask, limit):
        places = _open(mask, runs, missing, wrap).bit_count()
        left = CardSet(mask & ~(melds[0] | melds[1] | melds[2]))
        spread = in_order(Meld(meld) for meld in melds if meld)
        order = (points, places, len(left), len(spread), [tuple(meld) for meld in spread])
        arrangements.append((order, Arrangement(spread, left, points)))
    return tuple(arrangement for _, arrangement in sorted(arrangements, key=lambda pair: pair[0]))


def open_places(arrangement: Arrangement, rules: Rules) -> CardSet:
    """The cards not in the hand that can be laid off at once, the first of each chain.

    >>> from analyzer.game.rules import PRESETS
    >>> rules = PRESETS["standard"]
    >>> knock = best_arrangements(CardSet.of("3c 7d 7h 7s 8d 8h 8s 9d 9h 9s"), rules)[0]
    >>> str(open_places(knock, rules))
    '7c 8c 9c'
    """
    if not arrangement.deadwood:
        return NO_CARDS
    fits = _fits(DECK, arrangement.melds, rules)
    return CardSet.from_cards(card for card, _ in fits) - arrangement.cards


def _open(hand: int, runs: int, missing: int, wrap: int) -> int:
    """Cards outside the hand that can be laid off at once."""
    return (_above(runs, wrap) | _below(runs, wrap) | missing) & ~hand


@lru_cache(maxsize=1024)
def best_arrangements(cards: CardSet, rules: Rules) -> tuple[Arrangement, ...]:
    """Every arrangement with the least deadwood, the most natural first (see `arrangements`).

    >>> from analyzer.game.rules import PRESETS
    >>> hand = CardSet.of("Ad 2c 3c 4c 9c 9d 9h 9s Ts Js")
    >>> [str(best) for best in best_arrangements(hand, PRESETS["standard"])]
    ['2c 3c 4c / 9c 9d 9h / 9s Ts Js | Ad']
    """
    return arrangements(cards, rules, deadwood(cards, rules))


@lru_cache(maxsize=1024)
def discards(cards: CardSet, rules: Rules, limit: int | None = None) -> tuple[Discard, ...]:
    """All discards of a hand after the draw, least deadwood first, then the costliest card.

    `limit` is the most deadwood to knock with; without it, that of the rules.

    >>> from analyzer.game.rules import PRESETS
    >>> hand = CardSet.of("7h 8h 9h 4c 4d 4s Jc Qc Kc Ad Kh")
    >>> discards(hand, PRESETS["standard"])[0]
    Discard(card=Card.of('Kh'), deadwood=1, knock='knock')
    """
    _want(cards, rules.cards + 1)
    most = rules.limit_for(None) if limit is None else limit
    big = rules.big_gin_bonus is not None and deadwood(cards, rules) == 0
    arrangements = []
    for card in cards:
        left = deadwood(cards.remove(card), rules)
        kind = None if rules.play is GameKind.MAHJONG else _kind(left, most, big)
        arrangements.append(Discard(card, left, kind))
    return tuple(
        sorted(arrangements, key=lambda each: (each.deadwood, -rules.value(each.card), each.card))
    )


def _want(cards: CardSet, number: int) -> None:
    if len(cards) != number:
        raise InputError(f"the hand has {counted_cards(len(cards))}", hint=f"give {number}")


def _kind(points: int, limit: int, big: bool) -> KnockKind | None:
    if points == 0:
        return "big gin" if big else "gin"
    return "knock" if points <= limit else None


def knocks(cards: CardSet, rules: Rules, limit: int | None = None) -> tuple[Knock, ...]:
    """Every discard and arrangement that is a legal knock; of ten cards, every arrangement.

    Ordered by points, then as `arrangements` are. The many that cannot be better than another
    are left out by `useful_knocks`.
    """
    most = rules.limit_for(None) if limit is None else limit
    if len(cards) == 10:
        return tuple(Knock(None, spread) for spread in arrangements(cards, rules, most))
    _want(cards, 11)
    knocks = (
        Knock(discard, spread)
        for discard in cards
        for spread in arrangements(cards.remove(discard), rules, most)
    )
    return tuple(sorted(knocks, key=lambda knock: knock.arrangement.points))


def useful_knocks(cards: CardSet, rules: Rules, limit: int | None = None) -> tuple[Knock, ...]:
    """The knocks that could be best: for each discard, none that another surely equals or betters.

    One is as good as another with the same discard if it leaves no more deadwood and every card
    that could be laid off on it could also be on the other. A gin is as good as any.

    >>> from analyzer.game.rules import PRESETS
    >>> hand = CardSet.of("3c 3h 3s 4c 5c 6c Ac As 2h 2s Kh")
    >>> found = useful_knocks(hand, PRESETS["standard"])
    >>> [str(knock.arrangement) for knock in found if knock.arrangement.points == 6]
    ['3c 3h 3s / 4c 5c 6c | Ac 2h As 2s', '3c 4c 5c 6c / As 2s 3s | Ac 2h 3h']
    """
    kept: list[tuple[Knock, int, int]] = []
    for knock in knocks(cards, rules, limit):
        runs, missing = spread_shape(knock.arrangement)
        places = (_open(cards.mask, runs, 0, int(rules.ace_both_ways)), missing & ~cards.mask)
        if not any(_as_good(other, (knock, *places), rules) for other in kept):
            kept.append((knock, *places))
    return tuple(knock for knock, *_ in kept)


def _as_good(kept: tuple[Knock, int, int], knock: tuple[Knock, int, int], rules: Rules) -> bool:
    """True if `kept`, which has no more deadwood, leaves the defender no more than `knock`."""
    if kept[0].discard != knock[0].discard:
        return False
    if kept[0].arrangement.points == 0:
        return True
    if rules.meld_cap is not None:  # how far a run can grow depends on where it was cut
        return set(kept[0].arrangement.melds) <= set(knock[0].arrangement.melds)
    return kept[1] & ~knock[1] == 0 and kept[2] & ~(knock[1] | knock[2]) == 0


def spread_shape(arrangement: Arrangement) -> tuple[int, int]:
    """(cards in runs, missing fourths of sets of three) of a spread, as the kernel wants them."""
    runs = missing = 0
    for meld in arrangement.melds:
        if _is_run(meld):
            runs |= meld.mask
        elif len(meld) == 3:
            missing |= _column(_set_ranks(meld.mask)) & ~meld.mask
    return runs, missing


def _is_run(meld: CardSet) -> bool:
    first, second, *_ = meld
    return first.suit == second.suit


def spread_runs(arrangement: Arrangement) -> tuple[int, int, int]:
    """The runs of a spread one by one, 0 for none: what a capped defense has to know."""
    first, second, third, *_ = [
        *(meld.mask for meld in arrangement.melds if _is_run(meld)), 0, 0, 0
    ]  # fmt: skip
    return first, second, third


def defense_points(knocker: Arrangement, defender: CardSet, rules: Rules) -> int:
    """The least points the defender keeps, melds and lay-offs chosen together (none on gin)."""
    if not knocker.deadwood:
        return deadwood(defender, rules)
    runs, missing = spread_shape(knocker)
    if rules.meld_cap is None:
        return rules.solver.kept(defender.mask, runs, missing)
    return rules.solver.kept_capped(defender.mask, spread_runs(knocker), missing)


def lay_off(knocker: Arrangement, defender: CardSet, rules: Rules) -> Defense:
    """The defender's best answer: own melds and lay-offs together. Nothing is laid off on gin.

    >>> from analyzer.game.rules import PRESETS
    >>> rules = PRESETS["standard"]
    >>> spread = tuple(map(CardSet.of, ("7c 7d 7s", "8h 9h Th")))
    >>> knocker = Arrangement(spread, CardSet.of("Ad 3s"), 4)
    >>> best = lay_off(knocker, CardSet.of("Ac 2c 2d 2s 6h 7h Kc Kd Kh Ks"), rules)
    >>> [str(card) for card, _ in best.laid_off], str(best.deadwood)
    (['7h', '6h'], 'Ac')
    """
    if both := knocker.cards & defender:
        raise InputError(
            f"{both} is in both hands", where="defender", hint="every card exists once"
        )
    target = defense_points(knocker, defender, rules)
    onto = knocker.melds if knocker.deadwood else ()
    for own in arrangements(defender, rules, _ANY_POINTS):
        for moves in _lay_offs(own.deadwood, onto, rules):
            left = own.deadwood - CardSet.from_cards(card for card, _ in moves)
            points = sum(map(rules.value, left))
            if points == target:
                return Defense(own.melds, moves, left, points)
    raise AssertionError("the kernel's defense is reached by some arrangement")


Moves = tuple[tuple[Card, Meld], ...]


def _lay_offs(cards: CardSet, melds: tuple[Meld, ...], rules: Rules) -> Iterator[Moves]:
    """Lay-offs worth a try. Runs first, as long as anything fits: a chain takes all it meets.

    Where melds are capped a card on one run may be missed on another: then every way.
    """
    if rules.meld_cap is None:
        yield _lay_all(cards, melds, rules)
        return
    seen: set[tuple[int, tuple[Meld, ...]]] = set()
    stack: list[tuple[CardSet, tuple[Meld, ...], Moves]] = [(cards, melds, ())]
    while stack:
        left, lying, moves = stack.pop()
        if (left.mask, lying) in seen:
            continue
        seen.add((left.mask, lying))
        yield moves
        for card, at in _fits(left, lying, rules):
            grown = (*lying[:at], lying[at].add(card), *lying[at + 1 :])
            stack.append((left.remove(card), grown, (*moves, (card, lying[at]))))


def _lay_all(cards: CardSet, melds: tuple[Meld, ...], rules: Rules) -> Moves:
    lying, moves = list(melds), []
    while fits := _fits(cards, tuple(lying), rules):
        card, at = fits[0]
        moves.append((card, lying[at]))
        lying[at] = lying[at].add(card)
        cards = cards.remove(card)
    return tuple(moves)


def _fits(cards: CardSet, melds: tuple[Meld, ...], rules: Rules) -> list[tuple[Card, int]]:
    """Each card that fits a meld, and which: runs before sets."""
    wrap = int(rules.ace_both_ways)
    layoffs = []
    for at, meld in enumerate(melds):
        run = meld.mask if _is_run(meld) else 0
        missing = 0 if run else _column(_set_ranks(meld.mask))
        if rules.meld_cap is None or len(meld) < rules.meld_cap:
            near = CardSet(_open(meld.mask, run, missing, wrap)) & cards
            layoffs += [(not run, at, card) for card in near]
    return [(card, at) for _, at, card in sorted(layoffs)]


@lru_cache(maxsize=1_024)
def outs(
    cards: CardSet, rules: Rules, limit: int | None = None, live: CardSet | None = None
) -> Outs:
    """Live cards by what they do: to a meld; with ten cards also to a knock, gin or big gin.

    `live` are the cards that may still come, all those outside the hand if not given.

    >>> from analyzer.game.rules import PRESETS
    >>> str(outs(CardSet.of("5d 6d 6h"), PRESETS["standard"]).meld)
    '6c 4d 7d 6s'
    """
    may_come = (DECK if live is None else live) - cards
    solver = rules.solver
    meld = may_come & CardSet(solver.helping(cards.mask))
    if len(cards) != 10:
        return Outs(meld, NO_CARDS, NO_CARDS, NO_CARDS, may_come)
    most = rules.limit_for(None) if limit is None else limit
    gin = CardSet(solver.gin_outs(cards.mask, may_come.mask))
    knock = CardSet.from_cards(
        card for card in may_come if solver.best_discard(cards.add(card).mask)[0] <= most
    )
    big = NO_CARDS
    if rules.big_gin_bonus is not None:
        big = CardSet.from_cards(card for card in gin if deadwood(cards.add(card), rules) == 0)
    return Outs(meld, knock, gin, big, may_come)
