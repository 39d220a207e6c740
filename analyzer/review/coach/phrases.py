"""Pieces of sentences: actions, chances, lists. Cards stay cards."""

from __future__ import annotations

from collections.abc import Sequence

from analyzer.game.actions import Action, Kind
from analyzer.game.cards import Card
from analyzer.game.view import View

Text = tuple["str | Card", ...]
"""A text in pieces; each door draws the cards its way."""

_WITH_CARD = {
    Kind.TAKE: "taking ",
    Kind.DISCARD: "discarding ",
    Kind.KNOCK: "knocking and discarding ",
    Kind.GIN: "going gin and discarding ",
}
_ALONE = {
    Kind.DRAW: "drawing from the stock",
    Kind.PASS: "passing",
    Kind.BIG_GIN: "going big gin",
}


def phrase(action: Action, view: View) -> Text:
    """What is done with an action, as the subject of a sentence.

    >>> from analyzer.notation import parse_view
    >>> view = parse_view("hand: 7h 8h 9h 4c 4d 4s Kd Qd 2c Ac\\npile: 9c Kh")
    >>> phrase(Action(Kind.TAKE), view)
    ('taking ', Card.of('Kh'))
    """
    if action.kind in _ALONE:
        return (_ALONE[action.kind],)
    card = view.top if action.kind is Kind.TAKE else action.card
    assert card is not None
    return _WITH_CARD[action.kind], card


def percent(chance: float) -> str:
    """A chance as a whole percentage.

    >>> percent(0.316), percent(0.001), percent(0.0), percent(0.998)
    ('32%', '<1%', '0%', '>99%')
    """
    if 0 < chance < 0.005:
        return "<1%"
    return ">99%" if 0.995 <= chance < 1 else f"{100 * chance:.0f}%"


def told_apart(first: float, second: float) -> tuple[str, str] | None:
    """Two chances as percentages that differ, with a decimal where they need it; else None.

    >>> told_apart(0.571, 0.548), told_apart(0.571, 0.568), told_apart(0.571, 0.5712)
    (('57%', '55%'), ('57.1%', '56.8%'), None)
    """
    whole = percent(first), percent(second)
    if whole[0] != whole[1]:
        return whole
    fine = f"{100 * first:.1f}%", f"{100 * second:.1f}%"
    return None if fine[0] == fine[1] else fine


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
