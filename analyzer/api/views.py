"""A `View` as JSON, and reading one in whichever form a person or a program gives it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Annotated, Any

import msgspec

from analyzer.api.documents import (
    CardText,
    card_from,
    cards_from,
    decode,
    read,
    set_from,
)
from analyzer.api.seats import as_text
from analyzer.errors import InputError, placed
from analyzer.game.chair import Chair
from analyzer.game.rules import Rules, rules_for_two
from analyzer.game.view import HAND, Event, Question, Side, Turn, View
from analyzer.notation import check_view, view_of_turns
from analyzer.notation import decode as view_of_id
from analyzer.notation.general import decode_chair, is_chair_text, parse_chair
from analyzer.notation.sentences import Reading, read_text

Count = Annotated[int, msgspec.Meta(ge=0, le=1000)]
Points = Annotated[int, msgspec.Meta(ge=0, le=1_000_000)]
Seed = Annotated[int, msgspec.Meta(ge=0, le=2**63 - 1)]
Worlds = Annotated[int, msgspec.Meta(ge=1, le=10_000_000)]
Seconds = Annotated[float, msgspec.Meta(gt=0, le=3600)]
HalfWidth = Annotated[float, msgspec.Meta(gt=0, le=1000)]
Name = Annotated[str, msgspec.Meta(max_length=100)]
RulesText = Annotated[
    str,
    msgspec.Meta(
        max_length=1000,
        description="A preset's name, with overrides behind commas.",
        examples=["classic", "standard,gin_bonus=20"],
    ),
]
ViewText = Annotated[
    str, msgspec.Meta(max_length=20_000, description="A view's text, or a position id.")
]

_IDENT = re.compile(r"[A-Za-z0-9_-]{16,}")
_RUN_TOGETHER = re.compile(r"(?:(?:10|[2-9atjqk])[cdhs]){3}", re.IGNORECASE)
"""Cards without a space between them, which could be the letters of an id too."""


class EventJson(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One turn as the player saw it; `card` is the card taken, or drawn by the player."""

    who: Side
    turn: Turn
    card: CardText | None = None
    discarded: CardText | None = None


class ViewJson(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What one player knows. Only `hand` is needed; null is unknown.

    With a `history` the pile, the card drawn and all else that follows from the turns may be left
    out. Without `question` a hand of eleven discards, and one of ten draws, or decides on the
    `upcard` where there is no pile; without `stock` all cards that are not in sight or with the
    opponent lie there.
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


class ViewRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A view to be written in the other forms."""

    view: ViewJson | ViewText


def view_from_json(data: ViewJson | bytes | str | Mapping[str, Any]) -> View:
    """Read a view; raises InputError that names the path of what is wrong.

    >>> view_from_json('{"hand": ["7h", "8x"]}')
    Traceback (most recent call last):
    ...
    analyzer.errors.InputError: hand[1]: `8x` is not a card; write rank and suit, such as 7h or Tc
    >>> from analyzer.api.documents import written
    >>> from analyzer.game.cards import CardSet
    >>> from analyzer.game.rules import PRESETS
    >>> view = View(PRESETS["classic"], CardSet.of("7h 8h 9h 4c 4d 4s Kd Qd 2c Ac 3s"), (), 31,
    ...             Question.DISCARD)
    >>> view_from_json(written(ViewJson, view)) == view
    True
    """
    doc = data if isinstance(data, ViewJson) else decode(data, ViewJson)
    if doc.upcard is not None and doc.question is None and not doc.pile and len(doc.hand) == HAND:
        doc = msgspec.structs.replace(doc, pile=[doc.upcard], question=Question.UPCARD)
    rest = 52 - len(doc.hand) - len(doc.pile) - HAND
    with placed("view", if_nowhere=True):  # what contradicts itself is not one field's fault
        return read(
            View,
            doc,
            stock=rest if doc.stock is None else doc.stock,
            question=doc.question or (Question.DISCARD if len(doc.hand) > HAND else Question.DRAW),
        )


def read_view(given: ViewJson | str) -> View:
    """The view in a JSON document, a view's text, sentences or a position id.

    What a document leaves out follows from its history, if it has one. Raises InputError; also
    for a document whose history contradicts its other fields.

    >>> from analyzer.notation import encode
    >>> view = read_view("hand: 7h 8h 9h 4c 4d 4s Kd Qd 2c Ac 3s")
    >>> read_view(encode(view)) == view
    True
    """
    if isinstance(given, str) and not given.lstrip().startswith("{"):
        return read_or_decode(given).whole
    document = given if isinstance(given, ViewJson) else decode(given, ViewJson)
    if document.history is not None:
        return _followed(document)
    view = view_from_json(document)
    check_view(view)
    return view


def read_seen(given: ViewJson | str) -> View | Chair:
    """What a player sees in a game of any rules, in any form; raises InputError as `read_view`.

    >>> from analyzer.notation.general import format_chair
    >>> text = "game: three-hand\\nseat: 1\\ndealer: 3\\nhand: 7h 8h 4c 4d 4s 2c Kd\\n"
    >>> seen = read_seen(f"{text}history:\\n  upcard 9h")
    >>> played_by(seen).name, len(seen.hand)
    ('three-hand', 7)
    """
    text = as_text(given) if isinstance(given, str) else ""
    return parse_chair(text) if is_chair_text(text) else read_view(given)


def decode_seen(ident: str) -> View | Chair:
    """What a position id stands for, in a game of any rules; raises InputError for none."""
    return decode_chair(ident) if is_chair_text(ident) else view_of_id(ident)


def played_by(seen: View | Chair) -> Rules:
    """The rules of what a player sees."""
    return seen.rules


_DERIVED: Mapping[str, Callable[[Any, str], Any]] = {
    "pile": cards_from, "opponent": set_from, "shown": set_from,
    "taken": card_from, "drawn": card_from, "upcard": card_from,
}  # fmt: skip
"""How the cards are read that follow from a history; the other fields are what they are."""


def _followed(document: ViewJson) -> View:
    """The view that follows from a history and agrees with whatever else is given."""
    hand, rules = set_from(document.hand, "hand"), rules_for_two(document.rules)
    history = tuple(
        read(Event, event, f"history[{i}]") for i, event in enumerate(document.history or ())
    )
    try:
        return view_of_turns(rules, hand, history, dict(_beside(document)))
    except InputError as error:
        place = error.where or "history"
        raise InputError(error.message, where=place, hint=error.hint) from None


def _beside(document: ViewJson) -> Iterator[tuple[str, Any]]:
    """What a document says besides hand, rules and turns: the fields that are not as by default."""
    for field in msgspec.structs.fields(ViewJson):
        value = getattr(document, field.name)
        if field.name in {"hand", "rules", "history"} or value in ([], None, field.default):
            continue
        reader = _DERIVED.get(field.name)
        yield field.name, value if reader is None else reader(value, field.name)


def read_or_decode(text: str, usual: Rules | None = None) -> Reading:
    """How a text reads, in lines or in sentences, or the view of a position id.

    `usual` are the rules where the text names none.
    """
    try:
        return read_text(text, usual)
    except InputError:
        token = text.strip()
        if not _IDENT.fullmatch(token) or _RUN_TOGETHER.match(token):
            raise
    return Reading.of(view_of_id(text))
