"""A hand as it is held: melds under their brackets, the deadwood last."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from analyzer.display.parts import CardGroup, Fact, HandCard
from analyzer.game.arrangement import Defense, cards_in_order
from analyzer.game.cards import Card, CardSet
from analyzer.game.melds import best_arrangements
from analyzer.game.rules import Rules
from analyzer.game.table import Table
from analyzer.game.view import Side, View
from analyzer.notation.numbers import score
from analyzer.notation.phrases import limit_words, meld_kind


@dataclass(frozen=True, slots=True)
class Apart:
    """The card that stands out, and the word beside it."""

    card: Card | None = None
    note: str | None = None
    """"drawn" or "taken"."""

    @classmethod
    def of(cls, state: View | Table) -> Apart:
        """The card just drawn or taken."""
        if state.taken is not None:
            return cls(state.taken, "taken")
        return cls() if state.drawn is None else cls(state.drawn, "drawn")


NOTHING: Final = Apart()


def held(view: View) -> tuple[CardGroup, ...]:
    """The hand of a view, the card just drawn or taken marked in it."""
    return groups(view.hand, view.rules, Apart.of(view))


def facts_of(view: View) -> tuple[Fact, ...]:
    """Stock, knock limit, and where they are known score and dealer of a view."""
    facts = [Fact("Stock", str(view.stock)), Fact("Knock with", limit_words(view))]
    if view.score is not None:
        facts.append(Fact("Score", score(*view.score)))
    if view.dealer is not None:
        facts.append(Fact("Dealer", "you" if view.dealer is Side.ME else "opponent"))
    return tuple(facts)


def groups(hand: CardSet, rules: Rules, apart: Apart = NOTHING) -> tuple[CardGroup, ...]:
    """The melds of the first best arrangement, then the deadwood.

    >>> from analyzer.game.rules import PRESETS
    >>> [group.label for group in groups(CardSet.of("7h 8h 9h Kd 2c"), PRESETS["classic"])]
    ['run', 'deadwood 12']
    """
    best = best_arrangements(hand, rules)[0]
    return spread(best.melds, best.deadwood, rules, apart)


def spread(
    melds: Iterable[CardSet], deadwood: CardSet, rules: Rules, apart: Apart = NOTHING
) -> tuple[CardGroup, ...]:
    """Cards as they are laid out: these melds, then the deadwood."""
    card_groups = [
        CardGroup(kind, kind, pictures(cards_in_order(meld), f"in a {kind}", apart))
        for meld, kind in ((meld, meld_kind(meld)) for meld in melds)
    ]
    if deadwood:
        label = f"deadwood {sum(map(rules.value, deadwood))}"
        costliest = sorted(deadwood, key=lambda one: (-rules.value(one), -one.rank, one.suit))
        card_groups.append(CardGroup("deadwood", label, pictures(costliest, "deadwood", apart)))
    return tuple(card_groups)


def defended(defence: Defense, rules: Rules) -> tuple[CardGroup, ...]:
    """The answer to a knock: melds, deadwood, and what was laid off."""
    off = CardSet.from_cards(card for card, _ in defence.laid_off)
    shown = spread(defence.melds, defence.deadwood, rules)
    return (*shown, CardGroup("run", "laid off", pictures(off, "laid off"))) if off else shown


def pictures(
    cards: Iterable[Card], words: str = "", apart: Apart = NOTHING
) -> tuple[HandCard, ...]:
    """Cards with what is said of each; the one that stands out keeps its place among them."""
    more = f", {words}" if words else ""
    return tuple(
        HandCard(card, f"{card.name}{more}", *((True, apart.note) if card == apart.card else ()))
        for card in cards
    )
