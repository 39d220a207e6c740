"""What a chair sees, and whole hands of the other games, as JSON; read in whichever form they come.

The documents say what the texts say, move by move (see :mod:`analyzer.notation.general`), and are
read through them: the round is the only referee.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import groupby
from typing import Annotated, Any

import msgspec

from analyzer.api.documents import decode
from analyzer.errors import InputError
from analyzer.game.chair import Chair, Step
from analyzer.notation.general import (
    TableRecord,
    encode_chair,
    format_chair,
    format_table_record,
    is_chair_text,
    is_table_record,
    parse_chair,
    parse_table_record,
    result_of,
)
from analyzer.resources import read_json

LONGEST = 20_000
"""Characters of a hand, or of what a chair sees."""
MOST_WORLDS = 1_000
_Card = Annotated[
    str,
    msgspec.Meta(
        title="Card of a pack with jokers",
        description="A card as elsewhere, or X1 or X2 for a joker.",
        examples=["7h", "X1"],
        max_length=8,
        pattern=r"^\w+$",
    ),
]
_Text = Annotated[str, msgspec.Meta(max_length=LONGEST)]
Seat = Annotated[int, msgspec.Meta(ge=1, le=4)]
_Line = Annotated[str, msgspec.Meta(max_length=200, pattern=r"^[^\n\r,]*$")]
_Cards = Annotated[list[_Card], msgspec.Meta(max_length=60)]
_Name = Annotated[str, msgspec.Meta(max_length=200, pattern=r'^[^"\n\r]*$')]
_Game = Annotated[str, msgspec.Meta(max_length=200, pattern=r'^[^"\n\r]*$')]


class SeatTurnJson(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The moves of one player in a row: `draw 4s`, `take`, `discard Kd`, `meld 7h 8h 9h`."""

    seat: Seat
    moves: Annotated[list[_Line], msgspec.Meta(max_length=60)]


_Turns = Annotated[list[SeatTurnJson], msgspec.Meta(max_length=500)]


class SeatViewJson(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What one chair of one of the other games sees; draws of others have no card."""

    game: _Game
    seat: Seat
    dealer: Seat
    hand: _Cards
    """As it is held now."""
    upcard: _Card
    turns: _Turns = []


class TableRecordJson(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A hand of one of the other games from the deal on; a hand that was not seen is empty."""

    game: _Game
    dealer: Seat
    hands: Annotated[list[_Cards], msgspec.Meta(max_length=4)]
    """As dealt to each seat."""
    upcard: _Card
    turns: _Turns = []
    players: Annotated[list[_Name], msgspec.Meta(max_length=4)] = []
    points: list[int] | None = None
    """Of each seat; null while the hand goes on, and where cards that decide were not shown. Where
    they are given they must be right."""
    shown: Annotated[list[_Cards], msgspec.Meta(max_length=4)] = []
    """What hidden hands held at the end, where they were shown; empty elsewhere."""


class TableRecordsJson(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The hands of a match in order."""

    records: list[TableRecordJson]


# ---------------------------------------------------------------- written


def seat_view(chair: Chair) -> SeatViewJson:
    """The document of what a chair sees.

    >>> from analyzer.game.round import deal_round
    >>> from analyzer.game.rules import parse_rules
    >>> chair = deal_round(parse_rules("mahjong"), seed=1).chair(0)
    >>> chair_of(seat_view(chair)) == chair
    True
    """
    return SeatViewJson(
        chair.rules.name, chair.player + 1, chair.dealer + 1, list(map(str, chair.hand)),
        str(chair.upcard), _turns(chair.steps),
    )  # fmt: skip


def table_record(record: TableRecord) -> TableRecordJson:
    """The document of a hand."""
    result = result_of(record)
    return TableRecordJson(
        record.rules.name, record.dealer + 1, [list(map(str, hand)) for hand in record.hands],
        str(record.upcard), _turns(record.steps), list(record.players),
        None if result is None else list(result.points),
        [list(map(str, hand)) for hand in record.shown],
    )  # fmt: skip


def _turns(steps: Sequence[Step]) -> list[SeatTurnJson]:
    return [
        SeatTurnJson(player + 1, [_move(step) for step in turn])
        for player, turn in groupby(steps, key=lambda step: step.player)
    ]


def _move(step: Step) -> str:
    return step.move.full if step.drawn is None else f"draw {step.drawn}"


# ---------------------------------------------------------------- read


def chair_of(document: SeatViewJson) -> Chair:
    """What a chair sees; raises InputError for what cannot be."""
    return parse_chair(_view_text(document))


def record_of(document: TableRecordJson) -> TableRecord:
    """A hand; raises InputError for what cannot have been played."""
    return parse_table_record(_record_text(document))


def _view_text(document: SeatViewJson) -> str:
    return "\n".join((
        f"game: {document.game}", f"seat: {document.seat}", f"dealer: {document.dealer}",
        f"hand: {' '.join(document.hand)}", "history:", f"  upcard {document.upcard}",
        *_lines(document.turns, ":"),
    ))  # fmt: skip


def _record_text(document: TableRecordJson) -> str:
    names = " ".join(f'"{name}"' for name in document.players)
    hands = enumerate(document.hands, start=1)
    points = " ".join(map(str, document.points or ()))
    return "\n".join((
        f'[Game "{document.game}"]', *([f"[Players {names}]"] if names else []),
        f'[Dealer "{document.dealer}"]',
        *(f'[Hand{seat} "{" ".join(hand) or "?"}"]' for seat, hand in hands),
        *(f'[Shown{seat} "{" ".join(hand)}"]' for seat, hand in enumerate(document.shown, 1)),
        f'[Upcard "{document.upcard}"]', "", *_lines(document.turns, "."),
        *(["", f'[Points "{points}"]'] if document.points is not None else []),
    ))  # fmt: skip


def _lines(turns: Sequence[SeatTurnJson], sign: str) -> list[str]:
    return [f"{turn.seat}{sign} {', '.join(turn.moves)}" for turn in turns if turn.moves]


def as_text(text: str) -> str:
    """The text of a document of one of the other games; any other text as it is.

    >>> as_text('{"game": "mahjong", "seat": 1, "dealer": 2, "hand": ["7h"], "upcard": "9c"}')
    'game: mahjong\\nseat: 1\\ndealer: 2\\nhand: 7h\\nhistory:\\n  upcard 9c'
    """
    if not text.lstrip().startswith("{"):
        return text
    try:
        raw = read_json(text, dict[str, Any])
    except msgspec.MsgspecError:
        return text
    if "records" in raw:
        document = decode(raw, TableRecordsJson)
        return "\n\n".join(map(_record_text, document.records))
    if "game" not in raw:
        return text
    if "hands" in raw:
        return _record_text(decode(raw, TableRecordJson))
    return _view_text(decode(raw, SeatViewJson))


def is_other_view(text: str) -> bool:
    """Whether a text or document says, perhaps badly, what a chair of the other games sees."""
    try:
        return is_chair_text(as_text(text))
    except InputError:
        return True


def is_other_record(text: str) -> bool:
    """Whether a text or document is, perhaps badly, of hands of one of the other games."""
    try:
        return is_table_record(as_text(text))
    except InputError:
        return '"hands"' in text or '"records"' in text


def read_one_record(text: str) -> TableRecord:
    """The one hand of a text or document; raises InputError where there are several."""
    records = read_records(text)
    if len(records) > 1:
        raise InputError(f"{len(records)} hands are given", where="record", hint="review one")
    return records[0]


def read_records(text: str) -> list[TableRecord]:
    """The hands of a text or document, each text from its line [Game "…"] on.

    Raises InputError where there is none, and where they are of several games.
    """
    plain = as_text(text)
    if not is_table_record(plain):
        raise InputError(
            'there is no line [Game "…"]',
            where="record",
            hint='begin with such as [Game "three-hand"]',
        )
    parts = re.split(r'(?mi)^(?=\s*\[game\s+")', plain)
    records = [parse_table_record(part) for part in parts if part.strip()]
    if len({record.rules for record in records}) > 1:
        raise InputError(
            "the hands are of several games",
            where="record",
            hint="give those of each game by themselves",
        )
    return records


class SeatViewForms(msgspec.Struct, frozen=True):
    """What a chair sees in its forms."""

    game: str
    view: SeatViewJson
    text: str
    id: str
    moves: list[str]
    """What may be done, if it is this player's turn."""


class TableRecordForms(msgspec.Struct, frozen=True):
    """Hands in their forms."""

    records: list[TableRecordJson]
    text: str

    @property
    def document(self) -> TableRecordJson | TableRecordsJson:
        """One document of all of them."""
        return self.records[0] if len(self.records) == 1 else TableRecordsJson(self.records)


def record_forms(records: Sequence[TableRecord]) -> TableRecordForms:
    """Hands as document and text."""
    return TableRecordForms(
        list(map(table_record, records)), "\n\n".join(map(format_table_record, records))
    )


def view_forms(chair: Chair) -> SeatViewForms:
    """What a chair sees as document and text, beside its id."""
    legal = chair.legal_moves() if chair.turn == chair.player else ()
    return SeatViewForms(
        chair.rules.name, seat_view(chair), format_chair(chair), encode_chair(chair),
        list(map(str, legal)),
    )  # fmt: skip


# ---------------------------------------------------------------- asked


class SeatViewRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a chair of one of the other games sees, to be written in the other forms."""

    view: SeatViewJson | _Text

    @property
    def chair(self) -> Chair:
        """What is given; raises InputError for what cannot be."""
        return (
            parse_chair(as_text(self.view)) if isinstance(self.view, str) else chair_of(self.view)
        )


class SeatAdviceRequest(SeatViewRequest, frozen=True, forbid_unknown_fields=True):
    """What is best for a chair? Every move is played out in so many worlds."""

    worlds: Annotated[int, msgspec.Meta(ge=2, le=MOST_WORLDS)] = 200
    seed: Annotated[int, msgspec.Meta(ge=0, le=2**62)] = 1


class TableRecordRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A hand, or the hands of a match, of one of the other games."""

    record: TableRecordJson | _Text


def convert_view(asked: SeatViewRequest) -> SeatViewForms:
    """What a chair sees, in its forms."""
    return view_forms(asked.chair)


def convert_record(asked: TableRecordRequest) -> TableRecordForms:
    """Hands in their forms, checked by the referee."""
    given = asked.record
    return record_forms(read_records(given) if isinstance(given, str) else [record_of(given)])
