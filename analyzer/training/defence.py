"""Laying off on a knock oneself: the player says which cards, the rest is melded at its best."""

from __future__ import annotations

from collections.abc import Iterator

from analyzer.cards import Card, CardSet
from analyzer.errors import InputError
from analyzer.melds import Arrangement, Defence, best_arrangements, is_meld
from analyzer.rendering.naming import listed
from analyzer.rules import Rules

Melds = tuple[CardSet, ...]
Moves = tuple[tuple[Card, CardSet], ...]


def may_lay_off(knock: Arrangement, cards: CardSet, rules: Rules) -> bool:
    """Whether any of the cards fits a knock; on gin none does."""
    return bool(knock.deadwood) and any(True for _ in _fits(cards, knock.melds, rules))


def laid_down(knock: Arrangement, cards: CardSet, off: CardSet, rules: Rules) -> Defence:
    """The defence that lays off just these cards, and melds the rest with the least deadwood.

    Raises InputError for cards that are not in the hand or do not fit.

    >>> from analyzer.rules import PRESETS
    >>> spread = CardSet.of("6h 7h 8h"), CardSet.of("Qc Qd Qs")
    >>> knock = Arrangement(spread, CardSet.of("Ad 3c 2s 2d"), 8)
    >>> cards = CardSet.of("9h Th Jh Kc Ks Kd 4c 5c 9c Qh")
    >>> found = laid_down(knock, cards, CardSet.of("Th 9h"), PRESETS["standard"])
    >>> [str(card) for card, _ in found.laid_off], str(found.deadwood), found.points
    (['9h', 'Th'], '4c 5c 9c Jh Qh', 38)
    """
    if wrong := off - cards:
        raise InputError(f"{_named(wrong)} {'is' if len(wrong) == 1 else 'are'} not in your hand")
    lying = knock.melds if knock.deadwood else ()
    moves = _moves(off, lying, rules, set())
    if moves is None:
        misfits = _misfits(off, lying, rules)
        verb = "fits" if len(misfits) == 1 else "fit"
        raise InputError(f"{_named(misfits)} {verb} none of their melds")
    rest = best_arrangements(cards - off, rules)[0]
    return Defence(rest.melds, moves, rest.deadwood, rest.points)


def _fits(cards: CardSet, lying: Melds, rules: Rules) -> Iterator[tuple[Card, CardSet, Melds]]:
    """(card, the meld it fits, the melds with it) for every way to lay one off."""
    for at, meld in enumerate(lying):
        for card in cards:
            if is_meld(grown := meld.add(card), rules):
                yield card, meld, (*lying[:at], grown, *lying[at + 1 :])


def _moves(off: CardSet, lying: Melds, rules: Rules, tried: set[Melds]) -> Moves | None:
    """An order in which all the cards can be laid off; None where there is none."""
    if not off:
        return ()
    if lying in tried:
        return None
    tried.add(lying)
    for card, meld, longer in _fits(off, lying, rules):
        after = _moves(off.remove(card), longer, rules, tried)
        if after is not None:
            return ((card, meld), *after)
    return None


def _misfits(off: CardSet, lying: Melds, rules: Rules) -> CardSet:
    """The cards that are left when every other one has been laid off."""
    left = off
    while (fit := next(_fits(left, lying, rules), None)) is not None:
        card, _, lying = fit
        left = left.remove(card)
    return left or off


def _named(cards: CardSet) -> str:
    return listed([card.symbol for card in cards], "and")
