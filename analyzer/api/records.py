"""Hand records, matches and score sheets as JSON; a record is read in whichever form it comes.

Players are 1 and 2 here, as in the texts. Null is unknown.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from enum import StrEnum
from typing import Annotated, Any, Final

import msgspec

from analyzer.api.answers import ArrangementJson, LaidOffJson
from analyzer.api.documents import At, CardText, Counted, MeldCards, PlayerNumber, decode, read
from analyzer.api.refusals import JUST_BEFORE
from analyzer.api.views import Points, RulesText
from analyzer.errors import InputError
from analyzer.game.rules import Rules
from analyzer.game.scoring import Ended
from analyzer.game.sheets import Column, Series
from analyzer.game.view import Turn, View, view_of
from analyzer.notation.lines import is_view
from analyzer.notation.records import (
    Match,
    Record,
    check_record,
    looks_like_history,
    looks_like_log,
    match_of,
    parse_match,
    read_eaai,
    read_openspiel,
)
from analyzer.notation.records.replay import table_after
from analyzer.notation.records.tags import NAMED
from analyzer.notation.tales import is_tale, read_likely_tale, read_tale, sounds_told

_LongName = Annotated[str, msgspec.Meta(max_length=200)]
_Kept = Annotated[dict[_LongName, _LongName], msgspec.Meta(max_length=100)]


def _said_of(name: str) -> Callable[[object], Any]:
    """What a value has of a field that is left out where there is nothing to say."""
    return lambda value: getattr(value, name) or None


class ScoredHandJson(msgspec.Struct, frozen=True):
    """One hand on the sheet; `winner` is player 1 or 2, null where nobody scores."""

    kind: Ended
    winner: Counted | None
    points: int


# ---------------------------------------------------------------- records


class _TurnJson(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One turn: `card` is the card taken or drawn, `discarded` the card discarded after it."""

    player: PlayerNumber
    turn: Turn
    card: CardText | None = None
    discarded: CardText | None = None
    gap: Annotated[bool | msgspec.UnsetType, _said_of("gap")] = msgspec.UNSET
    """Whether a card that is null here was forgotten."""


class _LaterJson(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A hand said once more, before a turn."""

    turn: Counted
    player: PlayerNumber
    cards: list[CardText]


class DefenceJson(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The defender's melds, what was laid off in order, and what is left."""

    melds: list[MeldCards] = []
    laid_off: list[LaidOffJson] = []
    deadwood: list[CardText] = []
    points: int | None = None


class _ShowdownJson(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What was laid down after the last turn; `spread` is the knocker's."""

    spread: ArrangementJson | None = None
    defence: DefenceJson | None = None
    big_gin: Annotated[bool, At("big")] = False


def _tags(record: Record) -> dict[str, str]:
    return dict(record.tags)


class RecordJson(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One hand from the deal to its result; `result` is null for a hand broken off."""

    dealer: PlayerNumber
    hands: tuple[list[CardText] | None, list[CardText] | None] = (None, None)
    """As dealt to players 1 and 2."""
    upcard: CardText | None = None
    """Null where the rules deal eleven cards."""
    turns: list[_TurnJson] = []
    showdown: _ShowdownJson | None = None
    result: ScoredHandJson | None = None
    rules: RulesText = "standard"
    players: tuple[_LongName | None, _LongName | None] = (None, None)
    score: tuple[Points, Points] | None = None
    """Before the hand, player 1's first; null outside a match."""
    tags: Annotated[_Kept, _tags] = {}
    forgot_upcard: Annotated[bool | msgspec.UnsetType, _said_of("forgot_upcard")] = msgspec.UNSET
    """Whether an upcard was turned, but nobody remembers which."""
    later: Annotated[list[_LaterJson] | msgspec.UnsetType, _said_of("later")] = msgspec.UNSET
    """Hands said once more after something was forgotten."""


class RecordsJson(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The hands of a match in order."""

    hands: list[RecordJson]


def record_from_json(data: RecordJson | bytes | str | Mapping[str, Any]) -> Record:
    """Read a record; raises InputError that names the path of what is wrong.

    >>> record_from_json({"dealer": 2, "upcard": "9h", "turns": [
    ...     {"player": 1, "turn": "take", "card": "9h", "discarded": "9h"}]})
    Traceback (most recent call last):
    ...
    analyzer.errors.InputError: turns[0]: 9h is taken and discarded in the same turn; these rules \
forbid that
    """
    return check_record(_said(data if isinstance(data, RecordJson) else decode(data, RecordJson)))


def match_from_json(data: RecordsJson | bytes | str | Mapping[str, Any]) -> Match:
    """Read a match; raises InputError that names the path of what is wrong."""
    doc = data if isinstance(data, RecordsJson) else decode(data, RecordsJson)
    return match_of([_said(hand, f"hands[{at}]") for at, hand in enumerate(doc.hands)])


def _said(doc: RecordJson, path: str = "") -> Record:
    """The record as a document says it, whether or not it can be."""
    shown = doc.showdown
    if shown is not None and shown.spread is None and shown.defence is not None:
        raise InputError(
            "the defender's answer is given, but not the knocker's spread",
            where=f"{path}.showdown.defence".lstrip("."),
            hint="give both, or leave the defence out",
        )  # fmt: skip
    return read(Record, doc, path, tags=tuple(doc.tags.items()))


# ---------------------------------------------------------------- a record in any form


class RecordForm(StrEnum):
    """The forms of a record."""

    TEXT = "text"
    JSON = "json"
    OPENSPIEL = "openspiel"
    """A history of OpenSpiel's gin_rummy."""
    EAAI = "eaai"
    """The log of a game in the framework of the EAAI-21 challenge."""
    TALE = "tale"
    """A game as somebody tells it, in sentences."""


def record_form(text: str) -> RecordForm | None:
    """The form of the record that a text is; None for a text that is none, such as a view.

    >>> record_form('[Dealer "2"]'), record_form("hand: 7h 8h 9h")
    (<RecordForm.TEXT: 'text'>, None)
    """
    if is_view(text):
        return None
    if looks_like_history(text):
        return RecordForm.OPENSPIEL
    if looks_like_log(text):
        return RecordForm.EAAI
    if text.lstrip().startswith("{") and _is_document(text):
        return RecordForm.JSON
    if NAMED.search(text):
        return RecordForm.TEXT
    return RecordForm.TALE if is_tale(text) else None


def _is_document(text: str) -> bool:
    """Whether a text is the JSON of a record or a match, perhaps with a slip in it."""
    try:
        document = json.loads(text)
    except (ValueError, RecursionError):
        return _BROKEN.match(text) is not None and _KEYS.search(text) is not None
    return isinstance(document, dict) and ("hands" in document or "turns" in document)


_BROKEN: Final = re.compile(r"""\s*\{\s*["']\w+["']?\s*:""")
"""How JSON begins: a comment of a record in text, in braces too, is no name with a colon."""
_KEYS: Final = re.compile(r"""["'](?:hands|turns)\b""")


def read_match(text: str, form: RecordForm | None = None, usual: Rules | None = None) -> Match:
    """The match in a text of any form; a single hand is a match of one.

    `usual` are the rules of a tale that names none. Raises InputError; also for a text that is
    not of the `form` given.

    >>> read_match('[Dealer "2"] [Upcard "9h"] 1. ^9h -Kd').hands[0].dealer
    1
    """
    read_as = form or record_form(text)
    if read_as is None and sounds_told(text):
        return read_likely_tale(text, usual)
    if read_as is RecordForm.OPENSPIEL:
        return match_of([read_openspiel(text)])
    if read_as is RecordForm.EAAI:
        return read_eaai(text)
    if read_as is RecordForm.TALE:
        return read_tale(text, usual)
    return _read_json(text) if read_as is RecordForm.JSON else parse_match(text)


def open_position(text: str, usual: Rules | None = None) -> View | None:
    """The view of the player to act where a game breaks off; None of any other text.

    Only a player whose hand is known has one. Raises InputError for a game that cannot be read.

    >>> game = "I was dealt 2c 3c 4c 7h 8h Kd Qd Js 9s 5h. Upcard 9h. I took it, threw Kd."
    >>> view = open_position(f"{game} He drew and threw the 4d. What now?")
    >>> str(view.top), view.question, len(view.history)
    ('4d', <Question.DRAW: 'draw'>, 2)
    """
    if record_form(text) is None:
        return None
    record = read_match(text, usual=usual).hands[-1]
    table = table_after(record)
    if table.over or record.result is not None or table.hands[table.turn] is None:
        return None
    return view_of(table)


def _read_json(text: str) -> Match:
    try:
        document = json.loads(text)
    except json.JSONDecodeError as error:
        raise InputError(
            f"this is not JSON: {error.msg[:1].lower()}{error.msg[1:]}",
            where=f"line {error.lineno}, column {error.colno}",
            hint=JUST_BEFORE,
        ) from None
    except (ValueError, RecursionError) as error:
        raise InputError(
            f"this is not JSON: {error}", where="JSON", hint="give one document"
        ) from None
    if not isinstance(document, dict):
        raise InputError("a record is an object", where="JSON", hint='begin with {"dealer": 2')
    hands = document.get("hands")
    several = isinstance(hands, list) and any(isinstance(hand, dict) for hand in hands)
    return match_from_json(document) if several else match_of([record_from_json(document)])


# ---------------------------------------------------------------- the score sheet


class _LineJson(msgspec.Struct, frozen=True):
    """One line of a column as it is printed; null where a player has nothing in it."""

    label: str
    amounts: tuple[int | None, int | None]
    note: str


def _totals(column: Column) -> tuple[int, int]:
    return column.final(0), column.final(1)


class _ColumnJson(msgspec.Struct, frozen=True):
    """One game on the sheet, from its first hand to its total."""

    lines: Annotated[list[_LineJson], Column.lines]
    totals: Annotated[tuple[int, int], _totals]
    winner: Counted | None
    """Player 1 or 2; null while the column is open."""
    shutout: bool


class _MatchJson(msgspec.Struct, frozen=True):
    """One match: its hands, its columns (three in Hollywood), its totals with all bonuses."""

    hands: list[ScoredHandJson]
    columns: list[_ColumnJson]
    score: tuple[int, int]
    """Points toward the target, as they stand before the next hand."""
    totals: Annotated[tuple[int, int], At("finals")]
    winner: Counted | None
    margin: int
    finished: bool


def _won(series: Series) -> tuple[int, int]:
    return series.won(0), series.won(1)


class ScoreJson(msgspec.Struct, frozen=True):
    """All matches; `credited` and `winner` are those of the set or the game they make."""

    matches: list[_MatchJson]
    won: Annotated[tuple[int, int], _won]
    """Matches won by each player."""
    credited: tuple[int, int]
    winner: Counted | None
    finished: bool
