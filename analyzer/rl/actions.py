"""The actions of every environment here: one table of numbers.

A card counts as in OpenSpiel: from the ace of spades on, then clubs, diamonds and hearts, so that
the first 55 numbers mean the same there. A knock lays its melds down with the least deadwood, then
the fewest cards left, on ties sets before runs; after it the other player lays off card by card.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from analyzer.errors import InputError
from analyzer.game.actions import Action, Kind
from analyzer.game.cards import Card, CardSet
from analyzer.kernel import jit
from analyzer.kernel.batch import (
    ACTIONS,
    BIG_GINS,
    DRAWS,
    GINS,
    KNOCKS,
    LAYS_OFF,
    PASSES,
    TAKES,
    card_of,
    number_of,
)

__all__ = [
    "ACTIONS",
    "BIG_GINS",
    "DRAWS",
    "GINS",
    "KNOCKS",
    "LAYS_OFF",
    "PASSES",
    "TABLE",
    "TAKES",
    "NumberRange",
    "action_of",
    "card_number",
    "number_of_action",
]

_number_of, _card_of = jit.plain(number_of), jit.plain(card_of)


class NumberRange(NamedTuple):
    """Numbers that follow each other and mean the same, of actions or of what is shown."""

    first: int
    meaning: str
    size: int = 1
    """52 where each is of a card, and 1 where it is of none."""

    @property
    def numbers(self) -> str:
        """The numbers as a table shows them."""
        return str(self.first) if self.size == 1 else f"{self.first}–{self.first + self.size - 1}"


OF_KIND: Final = {
    Kind.DISCARD: NumberRange(0, "discard the card", 52),
    Kind.TAKE: NumberRange(TAKES, "take the upcard, or the top of the pile"),
    Kind.DRAW: NumberRange(DRAWS, "draw from the stock"),
    Kind.PASS: NumberRange(
        PASSES, "pass the upcard or the last discard, or lay off nothing (more)"
    ),
    Kind.KNOCK: NumberRange(KNOCKS, "knock with the card", 52),
    Kind.GIN: NumberRange(GINS, "go gin with the card", 52),
    Kind.BIG_GIN: NumberRange(BIG_GINS, "go big gin"),
    Kind.LAY_OFF: NumberRange(LAYS_OFF, "lay the card off", 52),
}
"""The numbers of each kind of action."""

TABLE: Final = (*OF_KIND.values(),)
"""Every action, by number."""


def card_number(card: Card) -> int:
    """The number of a card.

    >>> card_number(Card.of("As")), card_number(Card.of("Ac")), card_number(Card.of("Kh"))
    (0, 13, 51)
    """
    return int(_number_of(card))


def number_of_action(action: Action) -> int:
    """The number of an action, whose melds it does not say; of a lay-off with one card.

    >>> number_of_action(Action.of("knock Ac")), number_of_action(Action.of("lay off Ac"))
    (68, 173)
    """
    row = OF_KIND[action.kind]
    if row.size == 1:
        return row.first
    (card,) = action.off if action.kind is Kind.LAY_OFF else (action.card,)
    assert card is not None
    return row.first + card_number(card)


def action_of(number: int) -> Action:
    """The action of a number; raises InputError for one that is none.

    >>> str(action_of(52)), str(action_of(107)), str(action_of(211))
    ('take', 'gin As', 'lay off Kh')
    """
    if not 0 <= number < ACTIONS:
        raise InputError(f"{number} is not an action", hint=f"give one from 0 to {ACTIONS - 1}")
    kind, row = next(each for each in reversed(OF_KIND.items()) if each[1].first <= number)
    if row.size == 1:
        return Action(kind)
    card = Card(_card_of(number - row.first))
    if kind is Kind.LAY_OFF:
        return Action(kind, off=CardSet.from_cards((card,)))
    return Action(kind, card)
