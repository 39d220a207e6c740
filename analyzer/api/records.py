"""Hand records, matches and score sheets as JSON; a record is read in whichever form it comes.

Players are 1 and 2 here, as in the texts. Null is unknown.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping, Sequence
from enum import StrEnum
from typing import Annotated, Any, Final

import msgspec

from analyzer import notation
from analyzer.api.answers import ArrangementJson, LaidOffJson
from analyzer.api.documents import At, CardText, Counted, MeldCards, PlayerNumber, decode, read
from analyzer.api.refusals import JUST_BEFORE
from analyzer.api.views import (
    FewCards,
    Points,
    RulesText,
    Seat,
    SeatTurns,
    check_rules,
    seat_turns,
    text_of_view,
    turn_lines,
)
from analyzer.errors import InputError
from analyzer.game.rules import Rules, parse_rules
from analyzer.game.scoring import Ended
from analyzer.game.sheets import Column, Series
from analyzer.game.view import Turn, View, seen_by, view_of
from analyzer.notation import records
from analyzer.notation.records import Match, Record
from analyzer.notation.records.files import (
    LONGEST_MATCH,
    NAMED,
    READERS,
    UNSEEN,
    file_kind,
    is_game_text,
    read_file,
)
from analyzer.resources import read_json

_LongName = Annotated[str, msgspec.Meta(max_length=200)]
_Kept = Annotated[dict[_LongName, _LongName], msgspec.Meta(max_length=100)]


def _said_of(name: str) -> Callable[[object], Any]:
    """Return what a value has of a field that is left out where there is nothing to say."""
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
    """True if a card that is null here was forgotten."""


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
    """The cards laid down after the last turn; `spread` is the knocker's."""

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
    """True if an upcard was turned, but nobody remembers which."""
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
    return records.check_record(
        _said(data if isinstance(data, RecordJson) else decode(data, RecordJson))
    )


def match_from_json(data: RecordsJson | bytes | str | Mapping[str, Any]) -> Match:
    """Read a match; raises InputError that names the path of what is wrong."""
    doc = data if isinstance(data, RecordsJson) else decode(data, RecordsJson)
    return records.match_of([_said(hand, f"hands[{at}]") for at, hand in enumerate(doc.hands)])


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
    """Histories of OpenSpiel's gin_rummy, also in a playthrough or a replay of Kaggle's."""
    RLCARD = "rlcard"
    """A move sheet of RLCard's, or a list of its actions or of PettingZoo's."""
    EAAI = "eaai"
    """The log of games in the framework of the EAAI-21 challenge."""
    TALE = "tale"
    """A game as somebody tells it, in sentences."""


def record_form(text: str) -> RecordForm | None:
    """The form of the record that a text is; None for a text that is none, such as a view.

    Raises InputError for a text that is too long to be either.

    >>> record_form('[Dealer "2"]'), record_form("hand: 7h 8h 9h")
    (<RecordForm.TEXT: 'text'>, None)
    """
    kind = file_kind(text)
    if kind is not None:
        return RecordForm(kind)
    if len(text) > LONGEST_MATCH:
        raise InputError(
            f"the text is too long: {len(text)} characters", where="record",
            hint=f"at most {LONGEST_MATCH:,} are read, of a replay or a playthrough more",
        )  # fmt: skip
    views = notation.is_view, notation.is_seat_text, notation.read_formal
    if any(reads(text) for reads in views):
        return None
    if text.lstrip().startswith("{") and _is_document(text):
        return RecordForm.JSON
    if NAMED.search(text):
        return RecordForm.TEXT
    return RecordForm.TALE if notation.is_tale(text) or notation.is_told(text) else None


def _is_document(text: str) -> bool:
    """True if a text is the JSON of a record or a match, perhaps with a slip in it."""
    try:
        document = json.loads(text)
    except (ValueError, RecursionError):
        return _BROKEN.match(text) is not None and _KEYS.search(text) is not None
    named = document.keys() if isinstance(document, dict) else set[str]()
    return "hand" not in named and not named.isdisjoint(_DOCUMENTS)


_DOCUMENTS: Final = ("hands", "turns", "report", "records")
"""Keys that a record has, a match, and an answer of ours about one."""
_BROKEN: Final = re.compile(r"""\s*\{\s*["']\w+["']?\s*:""")
"""The beginning of JSON: a comment of a record in text, in braces too, is no name with a colon."""
_KEYS: Final = re.compile(r"""["'](?:hands|turns|records)\b""")


def read_match(text: str, form: RecordForm | None = None, usual: Rules | None = None) -> Match:
    """The match in a text of any form; a single hand is a match of one.

    `usual` are the rules of a tale that names none. Raises InputError; also for a text that is
    not of the `form` given.

    >>> read_match('[Dealer "2"] [Upcard "9h"] 1. ^9h -Kd').hands[0].dealer
    1
    """
    read_as = form or record_form(text)
    if read_as in {None, RecordForm.TALE}:
        return notation.with_end(text, usual, lambda: _read_told(text, read_as, usual))
    if read_as in READERS:
        return read_file(read_as, text)
    return _read_json(text) if read_as is RecordForm.JSON else records.parse_match(text)


def _read_told(text: str, read_as: RecordForm | None, usual: Rules | None) -> Match:
    """The match in a text that is no document."""
    if read_as is RecordForm.TALE:
        return notation.read_tale(text, usual)
    if notation.sounds_told(text):
        return notation.read_likely_tale(text, usual)
    return records.parse_match(text)


def match_under(
    text: str, rules: str | None, form: RecordForm | None = None, where: str = "rules"
) -> Match:
    """As `read_match`, under `rules`; InputError that names `where` if the text names others."""
    usual = None if rules is None else parse_rules(rules)
    match = read_match(text, form, usual if usual is not None and usual.two_handed else None)
    check_rules(match.rules, rules, "record", where)
    return match


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
    if record.in_moves:
        here = records.replay(record)[-1]
        return None if here.over or here.turn in record.hidden else seen_by(here, here.turn)
    table = records.table_after(record)
    if table.over or record.result is not None or table.hands[table.turn] is None:
        return None
    view, net = view_of(table), notation.place(text)
    sure = net is not None and net.is_sure and net.top is not None
    hands = {view.hand, record.hands[table.turn]}  # the net may leave it as it was dealt
    return None if sure and net and (net.hand not in hands or net.top != view.top) else view


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
    if "records" in document or document.keys() >= {"game", "hands"}:
        return records.parse_match(as_text(text))
    report = document.get("report")
    hands = (report if isinstance(report, dict) else document).get("hands")
    if isinstance(hands, list) and hands and all(map(_is_reviewed, hands)):
        return records.parse_match("\n\n".join(hand["record"] for hand in hands))
    several = isinstance(hands, list) and any(isinstance(hand, dict) for hand in hands)
    return match_from_json(document) if several else records.match_of([record_from_json(document)])


def _is_reviewed(hand: object) -> bool:
    """True for a hand of a report, which has the text of its record."""
    return isinstance(hand, dict) and isinstance(hand.get("record"), str)


# ---------------------------------------------------------------- the score sheet


class _LineJson(msgspec.Struct, frozen=True):
    """One line of a column as it is printed; null where a player has nothing in it."""

    label: str
    amounts: tuple[int | None, int | None]
    note: str


def _totals(column: Column) -> tuple[int, int]:
    return column.total(0), column.total(1)


class _ColumnJson(msgspec.Struct, frozen=True):
    """One game on the sheet, from its first hand to its total."""

    lines: Annotated[list[_LineJson], Column.lines]
    totals: Annotated[tuple[int, int], _totals]
    """All that is written down: boxes that come at the end once the column is won, not before."""
    winner: Counted | None
    """Player 1 or 2; null while the column is open."""
    shutout: bool


class _MatchJson(msgspec.Struct, frozen=True):
    """One match: its hands, its columns (three in Hollywood), its totals."""

    hands: list[ScoredHandJson]
    columns: list[_ColumnJson]
    score: tuple[int, int]
    """Points toward the target, as they stand before the next hand."""
    totals: tuple[int, int]
    """All that is written down, over all columns; boxes of the end and bonuses once it has come."""
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


# ---------------------------------------------------------------- where several play, with jokers

TagText = Annotated[str, msgspec.Meta(max_length=200, pattern=r'^[^"\n\r]*$')]


class TableRecordJson(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A hand of one of the other games from the deal on; a hand that was not seen is empty."""

    game: TagText
    dealer: Seat
    hands: Annotated[list[FewCards], msgspec.Meta(max_length=4)]
    """As dealt to each seat."""
    upcard: CardText
    turns: SeatTurns = []
    players: Annotated[list[TagText], msgspec.Meta(max_length=4)] = []
    points: list[int] | None = None
    """Of each seat; null while the hand goes on, and where cards that decide were not shown. Where
    they are given they must be right."""
    shown: Annotated[list[FewCards], msgspec.Meta(max_length=4)] = []
    """The hidden hands at the end, where they were shown; empty elsewhere."""


class TableRecordsJson(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The hands of a match in order."""

    records: list[TableRecordJson]


def table_record(record: Record) -> TableRecordJson:
    """The document of a hand."""
    result = records.outcome_of(record)
    return TableRecordJson(
        record.rules.name, record.dealer + 1, [list(map(str, hand or ())) for hand in record.hands],
        str(record.upcard), seat_turns(record.steps),
        [name or UNSEEN for name in record.players] if any(record.players) else [],
        None if result is None else list(result.points),
        [list(map(str, hand)) for hand in record.shown],
    )  # fmt: skip


def record_of(document: TableRecordJson) -> Record:
    """A hand; raises InputError for what cannot have been played."""
    return records.parse_record(_record_text(document))


def _record_text(document: TableRecordJson) -> str:
    names = " ".join(f'"{name}"' for name in document.players)
    hands = enumerate(document.hands, start=1)
    points = " ".join(map(str, document.points or ()))
    return "\n".join((
        f'[Game "{document.game}"]', *([f"[Players {names}]"] if names else []),
        f'[Dealer "{document.dealer}"]',
        *(f'[Hand{seat} "{" ".join(hand) or "?"}"]' for seat, hand in hands),
        *(f'[Shown{seat} "{" ".join(hand)}"]' for seat, hand in enumerate(document.shown, 1)),
        f'[Upcard "{document.upcard}"]', "", *turn_lines(document.turns, "."),
        *(["", f'[Points "{points}"]'] if document.points is not None else []),
    ))  # fmt: skip


def as_text(text: str) -> str:
    """The text of a document of a view or of hands where several play; any other as it is."""
    if not text.lstrip().startswith("{"):
        return text
    try:
        raw = read_json(text, dict[str, Any])
    except msgspec.MsgspecError:
        return text
    if "records" in raw:
        return "\n\n".join(map(_record_text, decode(raw, TableRecordsJson).records))
    if "hands" in raw and "game" in raw:
        return _record_text(decode(raw, TableRecordJson))
    return text_of_view(raw) or text


def read_records(text: str) -> list[Record]:
    """The hands of a text or document, each text from its line [Game "…"] on.

    Raises InputError where there is none, and where they are of several games.
    """
    plain = as_text(text)
    if not is_game_text(plain):
        raise InputError(
            'there is no line [Game "…"]',
            where="record",
            hint='begin with such as [Game "three-hand"]',
        )
    return list(records.parse_match(plain).hands)


class TableRecordForms(msgspec.Struct, frozen=True):
    """Hands in their forms."""

    records: list[TableRecordJson]
    text: str

    @property
    def document(self) -> TableRecordJson | TableRecordsJson:
        """One document of all of them."""
        return self.records[0] if len(self.records) == 1 else TableRecordsJson(self.records)


def record_forms(hands: Sequence[Record]) -> TableRecordForms:
    """Hands as document and text."""
    return TableRecordForms(
        list(map(table_record, hands)), "\n\n".join(map(records.format_record, hands))
    )


class TableRecordRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A hand, or the hands of a match, of one of the other games."""

    record: TableRecordJson | Annotated[str, msgspec.Meta(max_length=20_000)]


def convert_record(request: TableRecordRequest) -> TableRecordForms:
    """Hands in their forms, checked by the referee."""
    given = request.record
    return record_forms(read_records(given) if isinstance(given, str) else [record_of(given)])
