"""Hand records and matches as JSON; writing and reading are inverse to each other.

Players are 1 and 2 here, as in the texts. Null is unknown.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal

import msgspec

from analyzer.api.schemas.melds import ArrangementJson, LaidOffJson
from analyzer.api.schemas.score import ScoredHandJson, hand_to_json
from analyzer.api.schemas.text import CardText, card_from, cards_from, decode
from analyzer.api.schemas.view import Points, RulesText
from analyzer.api.schemas.written import Meld, written
from analyzer.errors import InputError
from analyzer.game.rules import parse_rules
from analyzer.game.scoring import Scored
from analyzer.game.view import Turn
from analyzer.notation.facts import Said, SaidCards
from analyzer.notation.records import Match, Record, RecordDraft, checked, drafts_to_match
from analyzer.notation.records.draft import SaidSpread
from analyzer.notation.referee import SaidTurn
from analyzer.notation.source import Mark

PlayerNumber = Literal[1, 2]
Name = Annotated[str, msgspec.Meta(max_length=200)]
Kept = Annotated[dict[Name, Name], msgspec.Meta(max_length=100)]


class _TurnJson(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One turn: `card` is the card taken or drawn, `discarded` the card discarded after it."""

    player: PlayerNumber
    turn: Turn
    card: CardText | None = None
    discarded: CardText | None = None


class DefenceJson(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The defender's melds, what was laid off in order, and what is left."""

    melds: list[Meld] = []
    laid_off: list[LaidOffJson] = []
    deadwood: list[CardText] = []
    points: int | None = None


class _ShowdownJson(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What was laid down after the last turn; `spread` is the knocker's."""

    spread: ArrangementJson | None = None
    defence: DefenceJson | None = None
    big_gin: bool = False


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
    players: tuple[Name | None, Name | None] = (None, None)
    score: tuple[Points, Points] | None = None
    """Before the hand, player 1's first; null outside a match."""
    tags: Kept = {}


class RecordsJson(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The hands of a match in order."""

    hands: list[RecordJson]


def record_to_json(record: Record) -> RecordJson:
    """Write a record, every field of it.

    >>> from analyzer.notation.records import parse_record
    >>> record = parse_record('[Dealer "2"] [Upcard "9h"] 1. ^9h -Kd')
    >>> record_to_json(record).turns
    [_TurnJson(player=1, turn=<Turn.TAKE: 'take'>, card='9h', discarded='Kd')]
    >>> record_from_json(record_to_json(record)) == record
    True
    """
    showdown = record.showdown
    return written(
        RecordJson,
        record,
        dealer=record.dealer + 1,
        turns=[written(_TurnJson, turn, player=turn.player + 1) for turn in record.turns],
        showdown=showdown and written(_ShowdownJson, showdown, big_gin=showdown.big),
        result=record.result and hand_to_json(record.result),
        tags=dict(record.tags),
    )


def match_to_json(match: Match) -> RecordsJson:
    """Write a match."""
    return RecordsJson([record_to_json(hand) for hand in match.hands])


def record_from_json(data: RecordJson | bytes | str | Mapping[str, Any]) -> Record:
    """Read a record; raises InputError that names the path of what is wrong.

    >>> record_from_json({"dealer": 2, "upcard": "9h", "turns": [
    ...     {"player": 1, "turn": "take", "card": "9h", "discarded": "9h"}]})
    Traceback (most recent call last):
    ...
    analyzer.errors.InputError: turns[0]: 9h is taken and discarded in the same turn; these rules \
forbid that
    """
    return checked(_draft(data if isinstance(data, RecordJson) else decode(data, RecordJson)))


def match_from_json(data: RecordsJson | bytes | str | Mapping[str, Any]) -> Match:
    """Read a match; raises InputError that names the path of what is wrong."""
    doc = data if isinstance(data, RecordsJson) else decode(data, RecordsJson)
    return drafts_to_match(
        [_draft(hand, f"hands[{number}].") for number, hand in enumerate(doc.hands)]
    )


# ---------------------------------------------------------------- reading


def _draft(doc: RecordJson, path: str = "") -> RecordDraft:
    """What a document says of a hand, each thing with its path."""
    draft = RecordDraft(
        mark=Mark(path=path.rstrip(".") or "the record"),
        rules=Said(parse_rules(doc.rules), Mark(path=f"{path}rules")),
        players=Said(doc.players, Mark(path=f"{path}players")),
        dealer=Said(doc.dealer - 1, Mark(path=f"{path}dealer")),
        score=Said(doc.score, Mark(path=f"{path}score")),
        tags=list(doc.tags.items()),
    )
    for player, hand in enumerate(doc.hands):
        if hand is not None:
            draft.hands[player] = _said(hand, f"{path}hands[{player}]")
    if doc.upcard is not None:
        upcard = card_from(doc.upcard, f"{path}upcard")
        draft.upcard = Said(upcard, Mark(path=f"{path}upcard"))
    draft.turns = [_play(doc, index, path) for index in range(len(doc.turns))]
    if doc.showdown is not None:
        draft.spreads = _spreads(doc.showdown, f"{path}showdown.")
    if doc.result is not None:
        winner = None if doc.result.winner is None else doc.result.winner - 1
        result = Scored(doc.result.kind, winner, doc.result.points)
        draft.result = Said(result, Mark(path=f"{path}result"))
    return draft


def _play(doc: RecordJson, index: int, path: str) -> SaidTurn:
    turn, path = doc.turns[index], f"{path}turns[{index}]"
    ends = doc.showdown is not None and index == len(doc.turns) - 1
    return SaidTurn(
        turn.turn,
        None if turn.card is None else card_from(turn.card, f"{path}.card"),
        None if turn.discarded is None else card_from(turn.discarded, f"{path}.discarded"),
        Mark(path=path),
        knocks=ends,
        big=ends and doc.showdown is not None and doc.showdown.big_gin,
        player=turn.player - 1,
    )


def _spreads(doc: _ShowdownJson, path: str) -> list[SaidSpread]:
    found = []
    if doc.spread is not None:
        found.append(_spread(doc.spread, [], f"{path}spread"))
    if doc.spread is None and doc.defence is not None:
        raise InputError(
            "the defender's answer is given, but not the knocker's spread",
            where=f"{path}defence", hint="give both, or leave the defence out",
        )  # fmt: skip
    if doc.defence is not None:
        off = [one.card for one in doc.defence.laid_off]
        found.append(_spread(doc.defence, off, f"{path}defence"))
    return found


def _spread(doc: ArrangementJson | DefenceJson, off: list[str], path: str) -> SaidSpread:
    return SaidSpread(
        tuple(_said(meld, f"{path}.melds[{at}]") for at, meld in enumerate(doc.melds)),
        _said(doc.deadwood, f"{path}.deadwood"),
        _said(off, f"{path}.laid_off"),
        Mark(path=path),
    )


def _said(cards: list[str], path: str) -> SaidCards:
    return SaidCards(tuple(cards_from(cards, path)), {}, Mark(path=path))
