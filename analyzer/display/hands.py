"""A hand as it is held: melds under their brackets, the deadwood last."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Final

from analyzer.display.parts import CardGroup, Fact, HandCard
from analyzer.game.arrangement import Arrangement, Defense, Meld, cards_in_order
from analyzer.game.cards import Card, CardSet
from analyzer.game.rules import Rules
from analyzer.game.solving import best_ways
from analyzer.game.table import Table
from analyzer.game.view import Side, View
from analyzer.notation.numbers import score
from analyzer.notation.phrases import limit_words, meld_kind

Marks = Mapping[Card, str]
"""Cards that stand out, each with the word beside it: "drawn" or "taken"."""

NO_MARKS: Final[Marks] = MappingProxyType({})


def marks_of(state: View | Table) -> Marks:
    """The cards just drawn or taken."""
    marks = dict.fromkeys(state.together, "taken")
    return marks or ({} if state.drawn is None else {state.drawn: "drawn"})


def held(seen: View) -> tuple[CardGroup, ...]:
    """The hand that a player holds, the cards just drawn or taken marked in it."""
    return groups(seen.hand, seen.rules, marks_of(seen))


def facts_of(view: View) -> tuple[Fact, ...]:
    """Stock, knock limit, and where they are known score and dealer of a view."""
    facts = [Fact("Stock", str(view.stock)), Fact("Knock with", limit_words(view))]
    if view.score is not None:
        facts.append(Fact("Score", score(*view.score)))
    if view.dealer is not None:
        facts.append(Fact("Dealer", "you" if view.dealer == Side.ME else "opponent"))
    return tuple(facts)


def groups(hand: CardSet, rules: Rules, marks: Marks = NO_MARKS) -> tuple[CardGroup, ...]:
    """The melds of the first best layout, then the deadwood.

    >>> from analyzer.game.rules import PRESETS
    >>> [group.label for group in groups(CardSet.of("7h 8h 9h Kd 2c"), PRESETS["classic"])]
    ['run', 'deadwood 12']
    """
    return laid_out(best_ways(hand, rules)[0], rules, marks)


def laid_out(
    layout: Arrangement | Defense, rules: Rules, marks: Marks = NO_MARKS
) -> tuple[CardGroup, ...]:
    """Melds and deadwood as they are laid out."""
    return spread(layout.melds, layout.deadwood, rules, marks)


def spread(
    melds: Iterable[CardSet], deadwood: CardSet, rules: Rules, marks: Marks = NO_MARKS
) -> tuple[CardGroup, ...]:
    """Cards as they are laid out: these melds, then the deadwood, the costliest card first."""
    card_groups = [meld_group(meld, marks) for meld in melds]
    if deadwood:
        label = f"deadwood {rules.points(deadwood)}"
        costliest = sorted(deadwood, key=lambda card: (-rules.value(card), *_place(card)))
        card_groups.append(CardGroup("deadwood", label, pictures(costliest, "deadwood", marks)))
    return tuple(card_groups)


def _place(card: Card) -> tuple[int, int]:
    return (0, int(card)) if card.is_joker else (-card.rank, card.suit)


def meld_group(meld: CardSet, marks: Marks = NO_MARKS) -> CardGroup:
    """A meld, and the card that a joker in it stands for."""
    named = meld if isinstance(meld, Meld) else Meld(meld)
    kind = meld_kind(named.filled)
    cards = [named.joker if card == named.stands else card for card in cards_in_order(named.filled)]
    stands = "" if named.stands is None else f", ★ is {named.stands.symbol}"
    shown = pictures((card for card in cards if card is not None), f"in a {kind}", marks)
    return CardGroup(kind, f"{kind}{stands}", shown)


def defended(answer: Defense, rules: Rules) -> tuple[CardGroup, ...]:
    """The answer to a knock: melds, deadwood, and the cards laid off."""
    shown = laid_out(answer, rules)
    off = [card for card, _ in answer.laid_off]
    return (*shown, CardGroup("run", "laid off", pictures(off, "laid off"))) if off else shown


def pictures(
    cards: Iterable[Card], words: str = "", marks: Marks = NO_MARKS
) -> tuple[HandCard, ...]:
    """Cards with what is said of each; those that stand out keep their places among them."""
    more = f", {words}" if words else ""
    return tuple(
        HandCard(card, f"{card.name}{more}", card in marks, marks.get(card)) for card in cards
    )


def in_hand_order(cards: CardSet) -> tuple[Card, ...]:
    """A hand by suits, black and red in turn, so that nothing is said of melds."""
    order = {"s": 0, "h": 1, "c": 2, "d": 3}
    jokers = [card for card in cards if card.is_joker]
    rest = [card for card in cards if not card.is_joker]
    return (*jokers, *sorted(rest, key=lambda card: (order[card.suit.letter], card.rank)))
