"""Melds with jokers and with the table's melds: exact, by trying everything that can matter."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from analyzer.errors import InputError
from analyzer.game.arrangement import Arrangement, Defense, Meld
from analyzer.game.cards import JOKERS, NO_CARDS, Card, CardSet
from analyzer.game.melds import deadwood
from analyzer.game.rules import Rules
from analyzer.kernel import bits
from analyzer.kernel.jit import plain
from analyzer.kernel.jokers import ACE_HIGH, CORNER, MeldRules, fitting

_fitting = plain(fitting)

MOST_LAYOUTS = 100
"""Best layouts that are listed; with jokers there can be thousands that differ in a name."""


@lru_cache(maxsize=64)
def meld_rules(rules: Rules) -> MeldRules:
    """The melds of a game as the kernel takes them."""
    return MeldRules(rules.tables, rules.ace, min(rules.meld_cap or 5, 5))


@lru_cache(maxsize=16)
def _filled(ace: int, cap: int) -> tuple[CardSet, ...]:
    """Every set and run there is, without a joker."""
    sets = [
        CardSet(some)
        for rank in range(13)
        for some in _subsets(bits.COLUMN << rank)
        if some.bit_count() >= 3
    ]
    runs = []
    for suit in range(4):
        for start in range(13):
            for length in range(3, min(cap, 13) + 1):
                end = start + length
                if end <= 13 or ace == CORNER or (ace == ACE_HIGH and end == 14):
                    ranks = {(start + step) % 13 for step in range(length)}
                    runs.append(CardSet.from_cards(Card.make(rank, suit) for rank in ranks))
    return tuple(dict.fromkeys((*sets, *runs)))


def _subsets(mask: int) -> Iterator[int]:
    some = mask
    while some:
        yield some
        some = (some - 1) & mask


def _cap(rules: Rules) -> int:
    return rules.meld_cap or 13


@lru_cache(maxsize=1024)
def melds_in(cards: CardSet, rules: Rules) -> tuple[Meld, ...]:
    """Every meld that can be made of some cards, in canonical order."""
    jokers = [joker for joker in JOKERS if joker in cards]
    lacking = [(meld, meld.mask & ~cards.mask) for meld in _filled(rules.ace, _cap(rules))]
    made = [Meld(filled.mask) for filled, missing in lacking if not missing]
    for filled in (meld for meld, missing in lacking if jokers and not missing & (missing - 1)):
        made += [
            Meld(filled.remove(stands).add(joker).mask, stands)
            for stands in filled - cards or filled
            for joker in jokers
        ]
    return tuple(sorted(made, key=lambda meld: (tuple(meld), meld.stands or -1)))


def table_fits(
    cards: CardSet, table: tuple[Meld, ...], rules: Rules
) -> tuple[tuple[Card, int, Card | None], ...]:
    """Every card that can be added to a meld on the table: the card, which meld, what it names."""
    layoffs: list[tuple[Card, int, Card | None]] = []
    for at, meld in enumerate(table):
        if len(meld) == _cap(rules):
            continue
        jokers = [joker for joker in JOKERS if joker in cards] if meld.joker is None else []
        for card in CardSet(_fitting(meld.filled.mask, rules.ace)):
            if card in cards:
                layoffs.append((card, at, None))
            layoffs += [(joker, at, card) for joker in jokers]
    return tuple(layoffs)


@lru_cache(maxsize=256)
def best_layouts(cards: CardSet, rules: Rules, most: int = MOST_LAYOUTS) -> tuple[Arrangement, ...]:
    """The layouts with the least deadwood, those with the fewest cards left first.

    >>> from analyzer.game.arrangement import pack_cards
    >>> from analyzer.game.rules import parse_rules
    >>> str(best_layouts(pack_cards("7h 8h X1 Kd"), parse_rules("one-joker"))[0])
    '7h 8h X1=9h | Kd'
    """
    target = deadwood(cards, rules)
    melds = melds_in(cards, rules)
    splits: dict[frozenset[Meld], Arrangement] = {}
    for chosen, left in _choices(cards, NO_CARDS, melds, target, rules):
        layout = Arrangement(
            tuple(sorted(chosen, key=lambda meld: tuple(meld.filled))), left, target
        )
        splits.setdefault(frozenset(chosen), layout)
        if len(splits) >= most:
            break
    order = sorted(splits.values(), key=lambda own: (len(own.deadwood), len(own.melds), str(own)))
    return tuple(order)


def _choices(
    cards: CardSet, left: CardSet, melds: tuple[Meld, ...], target: int, rules: Rules
) -> Iterator[tuple[tuple[Meld, ...], CardSet]]:
    """Every choice of disjoint melds that leaves as many points as `target`, with what it leaves.

    The first card is in a meld or is left; a branch ends where the rest cannot be good enough.
    """
    if not cards:
        yield (), left
        return
    if rules.points(left) + deadwood(cards, rules) > target:
        return
    first = max(cards, key=lambda card: (card.is_joker, rules.value(card)))
    for meld in melds:
        if first in meld and meld <= cards:
            inside = tuple(other for other in melds if not other & meld)
            for others, rest in _choices(cards - meld, left, inside, target, rules):
                yield (meld, *others), rest
    without = tuple(other for other in melds if first not in other)
    yield from _choices(cards.remove(first), left.add(first), without, target, rules)


# ---------------------------------------------------------------- laying off


class _LaidOff(NamedTuple):
    """Some cards laid off: those that are left, the melds by then, and each card with its meld."""

    left: CardSet
    lying: tuple[Meld, ...]
    moves: tuple[tuple[Card, Meld], ...]

    def answer(self, own: Arrangement) -> Defense:
        """As a defense, of which the rest of the hand lies so."""
        return Defense(own.melds, self.moves, own.deadwood, own.points, self.lying)


def _ways_off(cards: CardSet, table: tuple[Meld, ...], rules: Rules) -> Iterator[_LaidOff]:
    """Every way to lay off some of the cards, those to the same cards and melds once."""
    stack = [_LaidOff(cards, table, ())]
    seen: set[tuple[CardSet, tuple[Meld, ...]]] = set()
    while stack:
        left, lying, moves = way = stack.pop()
        if (left, lying) in seen:
            continue
        seen.add((left, lying))
        yield way
        for card, at, stands in reversed(table_fits(left, lying, rules)):
            after = (*lying[:at], lying[at].add(card, stands), *lying[at + 1 :])
            stack.append(_LaidOff(left.remove(card), after, (*moves, (card, lying[at]))))


def answer(table: tuple[Meld, ...], hand: CardSet, rules: Rules) -> Defense:
    """The defender's best answer: least points, then fewest cards laid off.

    >>> from analyzer.game.arrangement import pack_cards
    >>> from analyzer.game.rules import parse_rules
    >>> table = (Meld.of("7c 7d 7s"), Meld.of("8h X1=9h Th"))
    >>> best = answer(table, pack_cards("7h 6h Kd 2c"), parse_rules("two-jokers"))
    >>> [str(card) for card, _ in best.laid_off], best.points
    (['7h', '6h'], 12)
    """
    best = min(
        _ways_off(hand, table, rules),
        key=lambda way: (deadwood(way.left, rules), len(way.moves)),
    )
    return best.answer(best_layouts(best.left, rules)[0])


def laid_off(table: tuple[Meld, ...], hand: CardSet, off: CardSet, rules: Rules) -> Defense:
    """The defender's answer that lays off just these cards; the rest melds as well as it can.

    Raises InputError for cards that are not in the hand, or do not all fit.

    >>> from analyzer.game.arrangement import pack_cards
    >>> from analyzer.game.rules import parse_rules
    >>> table, hand = (Meld.of("7c 7d 7s"), Meld.of("8h 9h Th")), pack_cards("7h 6h Kd")
    >>> found = laid_off(table, hand, pack_cards("6h 7h"), parse_rules("three-hand"))
    >>> [str(card) for card, _ in found.laid_off], found.points
    (['7h', '6h'], 10)
    """
    if off - hand:
        raise InputError(
            f"{_named(off - hand)} {'is' if len(off - hand) == 1 else 'are'} not in your hand",
            where="the answer to the knock",
            hint="choose among your cards",
        )
    nearest = off
    for way in _ways_off(off, table, rules):
        if not way.left:
            return way.answer(best_layouts(hand - off, rules)[0])
        nearest = min(nearest, way.left, key=len)
    raise InputError(
        f"{_named(nearest)} {'fits' if len(nearest) == 1 else 'fit'} none of their melds",
        where="the answer to the knock",
        hint="leave it out" if len(nearest) == 1 else "leave them out",
    )


def _named(cards: CardSet) -> str:
    return " and ".join(card.symbol for card in cards)


def useful_layouts(cards: CardSet, rules: Rules, most: int = 6) -> tuple[Arrangement, ...]:
    """The best layouts that differ in what is left or in what can be laid off on the melds.

    The usual one, as `best_layouts` has it, comes first; where there are more than `most`, those
    are kept on which the fewest cards fit.

    >>> from analyzer.game.arrangement import pack_cards
    >>> from analyzer.game.rules import parse_rules
    >>> hand = pack_cards("7c 7d 7h 8h 9h Th 2s")
    >>> [str(layout) for layout in useful_layouts(hand, parse_rules("three-hand"))]
    ['7c 7d 7h / 8h 9h Th | 2s']
    """
    different: dict[tuple[CardSet, CardSet], Arrangement] = {}
    for layout in best_layouts(cards, rules):
        fits = CardSet.from_cards(
            {card for card, _, _ in table_fits(rules.pack - cards, layout.melds, rules)}
        )
        different.setdefault((layout.deadwood, fits), layout)
    usual, *others = different.items()
    others.sort(key=lambda item: len(item[0][1]))
    kept = sorted((layout for _, layout in others[: most - 1]), key=str)
    return (usual[1], *kept)
