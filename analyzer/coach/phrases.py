"""Pieces of sentences: actions, chances, lists. Cards stay cards."""

from __future__ import annotations

from collections.abc import Sequence

from analyzer.actions import Action, Kind
from analyzer.cards import Card
from analyzer.view import View

Text = tuple["str | Card", ...]
"""A text in pieces; each door draws the cards its way."""


def phrase(action: Action, view: View) -> Text:
    """An action in the imperative.

    >>> from analyzer.notation import parse_view
    >>> view = parse_view("hand: 7h 8h 9h 4c 4d 4s Kd Qd 2c Ac\\npile: 9c Kh")
    >>> phrase(Action(Kind.TAKE), view)
    ('take ', Card.of('Kh'))
    """
    if action.kind is Kind.TAKE and view.top is not None:
        return "take ", view.top
    if action.card is None:
        return ({Kind.DRAW: "draw from the stock", Kind.BIG_GIN: "go big gin"}.get(
            action.kind, str(action.kind)
        ),)  # fmt: skip
    words = {Kind.THROW: "throw ", Kind.KNOCK: "knock with ", Kind.GIN: "go gin with "}
    return words[action.kind], action.card


def percent(chance: float) -> str:
    """A chance as a whole percentage.

    >>> percent(0.316), percent(0.001), percent(0.0)
    ('32%', '<1%', '0%')
    """
    return "<1%" if 0 < chance < 0.005 else f"{100 * chance:.0f}%"


def listed(texts: Sequence[Text], word: str) -> Text:
    """Texts as a list in a sentence.

    >>> listed([("a",), ("b",), ("c",)], "and")
    ('a', ', ', 'b', ' and ', 'c')
    """
    found: list[str | Card] = []
    for place, text in enumerate(texts):
        if place:
            found.append(f" {word} " if place == len(texts) - 1 else ", ")
        found += text
    return tuple(found)


def cards_listed(cards: Sequence[Card], word: str = "and") -> Text:
    """Cards as a list in a sentence."""
    return listed([(card,) for card in cards], word)
