"""Laying off on a knock oneself: the player says which cards, the rest is melded at its best."""

from __future__ import annotations

from analyzer.errors import InputError
from analyzer.game.cards import CardSet
from analyzer.game.melds import Arrangement, Defence, best_arrangements
from analyzer.game.rules import Rules
from analyzer.notation.phrases import listed
from analyzer.notation.records import lay_offs, misfits


def may_lay_off(knock: Arrangement, cards: CardSet, rules: Rules) -> bool:
    """Whether any of the cards fits a knock; on gin none does."""
    return bool(knock.deadwood) and any(lay_offs([card], knock.melds, rules) for card in cards)


def laid_down(knock: Arrangement, cards: CardSet, off: CardSet, rules: Rules) -> Defence:
    """The defence that lays off just these cards, and melds the rest with the least deadwood.

    Raises InputError for cards that are not in the hand or do not fit.

    >>> from analyzer.game.rules import PRESETS
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
    moves = lay_offs(tuple(off), lying, rules)
    if moves is None:
        unfit = CardSet.from_cards(misfits(tuple(off), lying, rules))
        verb = "fits" if len(unfit) == 1 else "fit"
        raise InputError(f"{_named(unfit)} {verb} none of their melds")
    rest = best_arrangements(cards - off, rules)[0]
    return Defence(rest.melds, moves, rest.deadwood, rest.points)


def _named(cards: CardSet) -> str:
    return listed([card.symbol for card in cards], "and")
