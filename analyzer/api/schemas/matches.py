"""Reading hand records that a person or a program gives, in whichever form they come."""

from __future__ import annotations

import json
from enum import StrEnum

from analyzer.api.schemas.record import match_from_json, record_from_json
from analyzer.errors import InputError
from analyzer.notation.records import (
    Match,
    looks_like_history,
    looks_like_log,
    match_of,
    parse_match,
    read_eaai,
    read_openspiel,
)
from analyzer.notation.records.tags import NAMED


class RecordForm(StrEnum):
    """The forms of a record."""

    TEXT = "text"
    JSON = "json"
    OPENSPIEL = "openspiel"
    """A history of OpenSpiel's gin_rummy."""
    EAAI = "eaai"
    """The log of a game in the framework of the EAAI-21 challenge."""


def record_form(text: str) -> RecordForm | None:
    """The form of the record that a text is; None for a text that is none, such as a view.

    >>> record_form('[Dealer "2"]'), record_form("hand: 7h 8h 9h")
    (<RecordForm.TEXT: 'text'>, None)
    """
    if looks_like_history(text):
        return RecordForm.OPENSPIEL
    if looks_like_log(text):
        return RecordForm.EAAI
    if text.lstrip().startswith("{") and _is_document(text):
        return RecordForm.JSON
    return RecordForm.TEXT if NAMED.search(text) else None


def _is_document(text: str) -> bool:
    """Whether a text is the JSON of a record or a match; broken JSON is none."""
    try:
        document = json.loads(text)
    except (ValueError, RecursionError):
        return False
    return isinstance(document, dict) and ("hands" in document or "turns" in document)


def read_match(text: str, form: RecordForm | None = None) -> Match:
    """The match in a text of any form; a single hand is a match of one.

    Raises InputError; also for a text that is not of the `form` given.

    >>> read_match('[Dealer "2"] [Upcard "9h"] 1. ^9h -Kd').hands[0].dealer
    1
    """
    found = form or record_form(text) or RecordForm.TEXT
    if found is RecordForm.OPENSPIEL:
        return match_of([read_openspiel(text)])
    if found is RecordForm.EAAI:
        return read_eaai(text)
    return _read_json(text) if found is RecordForm.JSON else parse_match(text)


def _read_json(text: str) -> Match:
    try:
        document = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise InputError(
            f"this is not JSON: {error}", where="JSON", hint="give one document"
        ) from None
    if not isinstance(document, dict):
        raise InputError("a record is an object", where="JSON", hint='begin with {"dealer": 2')
    hands = document.get("hands")
    several = isinstance(hands, list) and any(isinstance(hand, dict) for hand in hands)
    return match_from_json(document) if several else match_of([record_from_json(document)])
