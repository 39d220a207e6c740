"""The difficulty of a drill, read off its cards; the scale is that of the ratings.

What makes a hand hard to see: cards that a set and a run both want, taking the largest meld
first when that is wrong, many loose cards to add up. The weights are judgment, not measurement.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from analyzer.game.arrangement import Arrangement
from analyzer.game.cards import Card, CardSet
from analyzer.game.melds import best_arrangements, deadwood, defense_points, is_meld, open_places
from analyzer.game.rules import Rules


@dataclass(frozen=True, slots=True)
class _Shape:
    """A meld as a mask, for many quick looks."""

    mask: int
    run: bool
    points: int


@lru_cache(maxsize=8)
def all_melds(rules: Rules) -> tuple[_Shape, ...]:
    """Every set, and every run of three to five cards.

    >>> from analyzer.game.rules import PRESETS
    >>> len(all_melds(PRESETS["standard"]))
    185
    """
    return tuple(
        _Shape(meld.mask, run, _points(meld, rules))
        for meld, run in _shapes()
        if is_meld(meld, rules)
    )


def _shapes() -> Iterator[tuple[CardSet, bool]]:
    for rank in range(13):
        four = CardSet.from_cards(Card.make(rank, suit) for suit in range(4))
        yield four, False
        yield from ((four.remove(card), False) for card in four)
    for suit in range(4):
        for size in (3, 4, 5):
            for low in range(14 - size):
                cards = (Card.make(low + more, suit) for more in range(size))
                yield CardSet.from_cards(cards), True


def melds_in(cards: CardSet, rules: Rules) -> list[_Shape]:
    """The melds that some cards hold."""
    outside = ~cards.mask
    return [meld for meld in all_melds(rules) if not meld.mask & outside]


def _contested(cards: CardSet, rules: Rules) -> int:
    """Return how many cards both a set and a run want.

    >>> from analyzer.game.rules import PRESETS
    >>> _contested(CardSet.of("7c 7d 7s 8s 9s"), PRESETS["standard"])
    1
    """
    sets = runs = 0
    for meld in melds_in(cards, rules):
        if meld.run:
            runs |= meld.mask
        else:
            sets |= meld.mask
    return len(CardSet(sets & runs))


def _at_a_glance(cards: CardSet, rules: Rules) -> int:
    """The deadwood of one who always lays down the costliest meld there is first.

    >>> from analyzer.game.rules import PRESETS
    >>> hand = CardSet.of("6c 6d 6s 7s 8s 9s 9c 9d Kd Qh")
    >>> _at_a_glance(hand, PRESETS["standard"]), deadwood(hand, PRESETS["standard"])
    (50, 32)
    """
    while shapes := melds_in(cards, rules):
        cards -= CardSet(max(shapes, key=lambda meld: (meld.points, meld.mask)).mask)
    return _points(cards, rules)


def _points(cards: CardSet, rules: Rules) -> int:
    return sum(map(rules.value, cards))


def of_hand(cards: CardSet, rules: Rules) -> float:
    """Return how hard it is to see the best melds of a hand."""
    best = best_arrangements(cards, rules)[0]
    fooled = _at_a_glance(cards, rules) > best.points
    return (
        700.0
        + 70 * len(best.melds)
        + 30 * len(best.deadwood)
        + 120 * _contested(cards, rules)
        + 250 * fooled
    )


def of_lay_off(knock: Arrangement, cards: CardSet, rules: Rules) -> float:
    """Return how hard a lay-off is: cards to place, chains, and melds to give up for it."""
    own = best_arrangements(cards, rules)[0].deadwood
    fits = open_places(knock, rules) & own
    at_once = _points(own - fits, rules)
    melds_first = defense_points(knock, own, rules)
    least = defense_points(knock, cards, rules)
    chain, fooled = melds_first < at_once, least < melds_first
    return of_hand(cards, rules) + 100 * len(fits) + 150 * chain + 350 * fooled


def of_outs(cards: CardSet, count: int, gone: int, rules: Rules, *, whole: bool) -> float:
    """Return how hard it is to count outs: their number, those that are gone, and looking for
    gin."""
    return of_hand(cards, rules) + 45 * count + 60 * gone + 150 * whole


def of_limit(cards: CardSet, limit: int, rules: Rules) -> float:
    """Return how hard it is to see whether eleven cards may knock: the nearer the limit the
    harder."""
    least = min(deadwood(cards.remove(card), rules) for card in cards)
    return of_hand(cards, rules) + 300 / (1 + abs(least - limit - 0.5)) - 100


EASIEST_TURNS, A_TURN = 600.0, 60.0


def of_turns(number: int) -> float:
    """Return how hard it is to remember so many turns."""
    return EASIEST_TURNS + A_TURN * number


def turns_for(level: int) -> int:
    """The number of turns that is as hard as a level asks.

    >>> turns_for(1_200), of_turns(turns_for(1_200))
    (10, 1200.0)
    """
    return round((level - EASIEST_TURNS) / A_TURN)
