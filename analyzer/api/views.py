"""A `View` as JSON, and reading one in whichever form a person or a program gives it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import groupby
from typing import Annotated, Any

import msgspec

from analyzer import notation
from analyzer.api.documents import (
    At,
    CardText,
    SideText,
    card_from,
    cards_from,
    decode,
    read,
    set_from,
    written,
)
from analyzer.errors import InputError, placed
from analyzer.game.cards import NO_CARDS
from analyzer.game.rules import Rules, parse_rules, rules_for_two
from analyzer.game.table import Played, Step
from analyzer.game.view import HAND, Question, Side, Turn, View
from analyzer.notation.boards import board_as_lines
from analyzer.notation.ruletexts import rules_text
from analyzer.resources import read_json

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

_IDENT = re.compile(r"(?:\w\d\.)?[A-Za-z0-9_-]{16,}")
_RUN_TOGETHER = re.compile(r"(?:(?:10|[2-9atjqk])[cdhs]){3}", re.IGNORECASE)
"""Cards without a space between them, which could be the letters of an id too."""


Seat = Annotated[int, msgspec.Meta(ge=1, le=4)]
SeatLine = Annotated[str, msgspec.Meta(max_length=200, pattern=r"^[^\n\r,]*$")]
FewCards = Annotated[list[CardText], msgspec.Meta(max_length=60)]


class SeatTurnJson(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The moves of one player in a row: `draw 4s`, `take`, `discard Kd`, `meld 7h 8h 9h`."""

    seat: Seat
    moves: Annotated[list[SeatLine], msgspec.Meta(max_length=60)]


SeatTurns = Annotated[list[SeatTurnJson], msgspec.Meta(max_length=500)]


class EventJson(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One turn as the player saw it; `card` is the card taken, or drawn by the player."""

    who: Annotated[SideText, At("player")]
    turn: Turn
    card: CardText | None = None
    discarded: CardText | None = None


def _of_seats(view: View) -> None:
    """Nothing: what only the views of several players say, `seat_document` writes."""


class ViewJson(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The knowledge of one player. Only `hand` is needed; null is unknown.

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
    dealer: SideText | Seat | None = None
    """Of several players the number of one."""
    score: tuple[Points, Points] | None = None
    my_discards: Count = 0
    their_discards: Count = 0
    their_takes: Count = 0
    they_passed: bool = False
    history: list[EventJson] | None = None
    seat: Seat | msgspec.UnsetType = msgspec.UNSET
    """Whose view it is, where several play, with jokers or in mahjong gin; so are all below."""
    turns: SeatTurns | msgspec.UnsetType = msgspec.UNSET
    """Every turn from the upcard on; draws of others have no card."""
    holds: list[Count] | msgspec.UnsetType = msgspec.UNSET
    """The number of cards that each player holds, from here on where the turns are left out."""
    known: Annotated[list[FewCards] | msgspec.UnsetType, _of_seats] = msgspec.UNSET
    """The cards that each player is known to hold."""
    laid: Annotated[list[list[SeatLine]] | msgspec.UnsetType, _of_seats] = msgspec.UNSET
    """The melds that each player has on the table."""
    took: FewCards | msgspec.UnsetType = msgspec.UNSET
    """The cards taken in this turn."""


class ViewRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A view to be written in the other forms."""

    view: ViewJson | ViewText


def check_rules(played: Rules, rules: str | None, what: str, where: str = "rules") -> None:
    """See that the rules asked for are those that a text names; InputError if they are not."""
    if rules is not None and parse_rules(rules).of_match != played.of_match:
        raise InputError(
            f"the {what} is played under {played.name}, {where} says {rules}",
            where=where, hint="leave one of the two out",
        )  # fmt: skip


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
    if isinstance(doc.dealer, int):
        raise InputError(
            "the dealer has a number", where="dealer", hint='write "me" or "opp" where two play'
        )
    if doc.upcard is not None and doc.question is None and not doc.pile and len(doc.hand) == HAND:
        doc = msgspec.structs.replace(doc, pile=[doc.upcard], question=Question.UPCARD)
    rest = 52 - len(doc.hand) - len(doc.pile) - HAND
    with placed("view", if_nowhere=True):  # what contradicts itself is not one field's fault
        return read(
            View,
            doc,
            known=(set_from(doc.shown, "shown"), set_from(doc.opponent, "opponent")),
            stock=rest if doc.stock is None else doc.stock,
            question=doc.question or (Question.DISCARD if len(doc.hand) > HAND else Question.DRAW),
        )


def read_view(given: ViewJson | str) -> View:
    """The view in a JSON document, a view's text, sentences or a position id, of any rules.

    What a document leaves out follows from its history, if it has one. Raises InputError; also
    for a document whose history contradicts its other fields.

    >>> from analyzer.notation import encode
    >>> view = read_view("rules: three-hand, seat: 1, hand: 7h 8h 4c 4d 4s 2c Kd, upcard: 9h")
    >>> read_view(encode(view)).hand == view.hand
    True
    """
    return read_any(given).whole


def read_any(given: ViewJson | str, usual: Rules | None = None) -> notation.Reading:
    """Return how a view in any form reads; `usual` are the rules where a text names none."""
    text = given if isinstance(given, ViewJson) else view_text(given)
    if isinstance(text, str) and not text.lstrip().startswith("{"):
        try:
            return notation.read_text(text, usual)
        except InputError:
            token = text.strip()
            if not _IDENT.fullmatch(token) or _RUN_TOGETHER.match(token):
                raise
        return notation.Reading.of(notation.decode(text))
    try:
        document = text if isinstance(text, ViewJson) else decode(text, ViewJson)
    except InputError:
        lines = notation.keyed_as_lines(text) if isinstance(text, str) else None
        if lines is None:
            with suppress(InputError):  # several documents
                return notation.read_text(str(text), usual)
            raise
        return notation.read_text(lines, usual)
    if not parse_rules(document.rules).two_handed:
        view = seat_view_of(document)
    elif document.history is not None:
        view = _followed(document)
    else:
        notation.check_view(view := view_from_json(document))
    return notation.Reading.of(view)


# ---------------------------------------------------------------- where several play, with jokers


def view_document(view: View) -> ViewJson:
    """The document of a view of a game of any rules."""
    return written(ViewJson, view) if view.rules.two_handed else seat_document(view)


def seat_document(view: View) -> ViewJson:
    """The document of what one of several players sees.

    >>> from analyzer.game.position import deal
    >>> from analyzer.game.view import seen_by
    >>> view = seen_by(deal(parse_rules("mahjong"), seed=1), 0)
    >>> seat_view_of(seat_document(view)) == view
    True
    """
    document = ViewJson(
        list(map(str, view.hand)),
        rules_text(view.rules),
        upcard=None if view.upcard is None else str(view.upcard),
        dealer=None if view.dealer is None else view.dealer + 1,
        seat=view.player + 1,
    )
    if notation.tells_all_turns(view):
        return msgspec.structs.replace(document, turns=seat_turns(view.steps))
    return msgspec.structs.replace(
        document,
        pile=list(map(str, view.pile)),
        stock=view.stock,
        question=view.question,
        drawn=None if view.drawn is None else str(view.drawn),
        holds=list(view.counts),
        known=[list(map(str, cards)) for cards in view.known],
        laid=[
            [str(meld) for meld in view.melds if meld <= cards]
            for cards in view.laid or [NO_CARDS] * view.rules.players
        ],
        took=list(map(str, view.together)),
    )


def seat_turns(steps: Sequence[Step]) -> list[SeatTurnJson]:
    """The turns of a hand, the moves of one player in a row together."""
    return [
        SeatTurnJson(
            player + 1,
            [step.move.full if step.drawn is None else f"draw {step.drawn}" for step in turn],
        )
        for player, turn in groupby(steps, key=lambda step: step.player)
    ]


def seat_view_of(document: ViewJson) -> View:
    """Return what one of several players sees; raises InputError for what cannot be."""
    return notation.parse_view("\n".join(_seat_lines(document)))


def turn_lines(turns: Sequence[SeatTurnJson], sign: str) -> list[str]:
    """The turns as texts have them, behind the player's number and a sign."""
    return [f"{turn.seat}{sign} {', '.join(turn.moves)}" for turn in turns if turn.moves]


def _seat_lines(doc: ViewJson) -> Iterator[str]:
    """The lines of the text that says the same."""
    yield f"rules: {doc.rules}"
    yield f"seat: {doc.seat or 1}"
    yield f"hand: {' '.join(doc.hand)}"
    if doc.dealer is not None:
        yield f"dealer: {doc.dealer}"
    if doc.turns is not msgspec.UNSET:
        yield from ("history:", f"  upcard {doc.upcard}", *turn_lines(doc.turns, ":"))
        return
    first = doc.question is Question.UPCARD or not doc.pile
    pile = doc.pile or ([] if doc.upcard is None else [doc.upcard])
    yield f"{'upcard' if first else 'pile'}: {' '.join(pile) or 'none'}"
    said = {
        "stock": doc.stock, "drew": doc.drawn, "took": " ".join(doc.took or ()) or doc.taken,
        "first upcard": None if first else doc.upcard, "opp has": " ".join(doc.opponent) or None,
    }  # fmt: skip
    yield from (f"{key}: {value}" for key, value in said.items() if value is not None)
    for number, count in enumerate(doc.holds or (), start=1):
        if number != (doc.seat or 1):
            yield f"{number} holds: {count}"
    for number, cards in enumerate(doc.known or (), start=1):
        if cards:
            yield f"{number} has: {' '.join(cards)}"
    for number, melds in enumerate(doc.laid or (), start=1):
        if melds:
            yield f"{number} laid: {' / '.join(melds)}"


def view_text(text: str) -> str:
    """The text of a document of such a view; any other text as it is.

    >>> view_text('{"game": "mahjong", "seat": 1, "dealer": 2, "hand": ["7h"], "pile": ["9c"]}')
    'rules: mahjong\\nseat: 1\\nhand: 7h\\ndealer: 2\\npile: 9c'
    """
    if not text.lstrip().startswith("{"):
        return text
    with suppress(msgspec.MsgspecError, InputError):  # of another program
        return text_of_view(read_json(text, dict[str, Any])) or text
    return text


def text_of_view(raw: dict[str, Any]) -> str | None:
    """The text of a decoded document of such a view; None for any other document.

    Version 0.3 called the rules `game`.
    """
    if state := board_as_lines(raw):
        return state
    if "hands" in raw or "records" in raw:
        return None
    named = {("rules" if key == "game" else key): value for key, value in raw.items()}
    rules = named.get("rules")
    if not raw.keys() >= {"game", "seat"} and not (isinstance(rules, str) and _is_for_seats(rules)):
        return None
    return "\n".join(_seat_lines(decode(named, ViewJson)))


def _is_for_seats(rules: str) -> bool:
    try:
        return not parse_rules(rules).two_handed
    except InputError:
        return False


_DERIVED: Mapping[str, Callable[[Any, str], Any]] = {
    "pile": cards_from, "opponent": set_from, "shown": set_from,
    "taken": card_from, "drawn": card_from, "upcard": card_from,
    "dealer": lambda name, _where: Side.named(name),
}  # fmt: skip
"""The readers of the cards that follow from a history; the other fields are what they are."""


def _followed(document: ViewJson) -> View:
    """The view that follows from a history and agrees with whatever else is given."""
    hand, rules = set_from(document.hand, "hand"), rules_for_two(document.rules)
    history = tuple(
        read(Played, event, f"history[{i}]") for i, event in enumerate(document.history or ())
    )
    try:
        return notation.view_of_turns(rules, hand, history, dict(_beside(document)))
    except InputError as error:
        place = error.where or "history"
        raise InputError(error.message, where=place, hint=error.hint) from None


def _beside(document: ViewJson) -> Iterator[tuple[str, Any]]:
    """Yield what a document says besides hand, rules and turns: the fields that are not as by
    default."""
    for field in msgspec.structs.fields(ViewJson):
        value = getattr(document, field.name)
        if field.name in {"hand", "rules", "history"} or value in ([], None, field.default):
            continue
        reader = _DERIVED.get(field.name)
        yield field.name, value if reader is None else reader(value, field.name)
