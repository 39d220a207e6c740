"""A `View` as JSON; the two are inverse to each other."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any

import msgspec

from analyzer.api.schemas.text import CardText, card_from, cards_from, decode, set_from
from analyzer.api.schemas.written import read, written
from analyzer.game.cards import Card
from analyzer.game.rules import parse_rules
from analyzer.game.view import HAND, Event, Question, Side, Turn, View

Count = Annotated[int, msgspec.Meta(ge=0, le=1000)]
Points = Annotated[int, msgspec.Meta(ge=0, le=1_000_000)]
RulesText = Annotated[
    str,
    msgspec.Meta(
        max_length=1000,
        description="A preset's name, with overrides behind commas.",
        examples=["classic", "standard,gin_bonus=20"],
    ),
]


class EventJson(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One turn as the player saw it; `card` is the card taken, or drawn by the player."""

    who: Side
    turn: Turn
    card: CardText | None = None
    discarded: CardText | None = None


class ViewJson(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What one player knows. Only `hand` is needed; null is unknown.

    Without `question` a hand of eleven discards and a hand of ten draws; without `stock`
    all cards that are not in sight or with the opponent lie there.
    """

    hand: list[CardText]
    rules: RulesText = "standard"
    pile: list[CardText] = []
    """Oldest first, the top last."""
    stock: Count | None = None
    question: Question | None = None
    opponent: list[CardText] = []
    shown: list[CardText] = []
    taken: CardText | None = None
    drawn: CardText | None = None
    upcard: CardText | None = None
    dealer: Side | None = None
    score: tuple[Points, Points] | None = None
    my_discards: Count = 0
    their_discards: Count = 0
    their_takes: Count = 0
    they_passed: bool = False
    history: list[EventJson] | None = None


def view_to_json(view: View) -> ViewJson:
    """Write a view, every field of it.

    >>> from analyzer.game.cards import CardSet
    >>> from analyzer.game.rules import PRESETS
    >>> view = View(PRESETS["classic"], CardSet.of("7h 8h 9h 4c 4d 4s Kd Qd 2c Ac 3s"), (), 31,
    ...             Question.DISCARD)
    >>> view_to_json(view).hand[:3], view_from_json(view_to_json(view)) == view
    (['Ac', '2c', '4c'], True)
    """
    return written(ViewJson, view)


def view_from_json(data: ViewJson | bytes | str | Mapping[str, Any]) -> View:
    """Read a view; raises InputError that names the path of what is wrong.

    >>> view_from_json('{"hand": ["7h", "8x"]}')
    Traceback (most recent call last):
    ...
    analyzer.errors.InputError: hand[1]: `8x` is not a card; write rank and suit, such as 7h or Tc
    """
    doc = data if isinstance(data, ViewJson) else decode(data, ViewJson)
    hand = set_from(doc.hand, "hand")
    pile = cards_from(doc.pile, "pile")
    opponent = set_from(doc.opponent, "opponent")
    rest = 52 - len(hand) - len(pile) - HAND
    return read(
        View,
        doc,
        rules=parse_rules(doc.rules),
        hand=hand,
        pile=pile,
        stock=rest if doc.stock is None else doc.stock,
        question=doc.question or (Question.DISCARD if len(hand) > HAND else Question.DRAW),
        opponent=opponent,
        shown=set_from(doc.shown, "shown"),
        taken=_card(doc.taken, "taken"),
        drawn=_card(doc.drawn, "drawn"),
        upcard=_card(doc.upcard, "upcard"),
        history=None if doc.history is None else events_from(doc.history),
    )


def _card(text: str | None, where: str) -> Card | None:
    return None if text is None else card_from(text, where)


def events_from(docs: list[EventJson]) -> tuple[Event, ...]:
    """Read the turns of a history; InputError for one with a card that is none."""
    return tuple(
        Event(
            doc.who,
            doc.turn,
            _card(doc.card, f"history[{index}].card"),
            _card(doc.discarded, f"history[{index}].discarded"),
        )
        for index, doc in enumerate(docs)
    )
