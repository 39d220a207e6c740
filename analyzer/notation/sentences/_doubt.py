"""Denied or possible events: `he didn't take it`, `he might knock`."""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum
from typing import Final

from analyzer.notation.sentences._lexer import Lexeme, Sort
from analyzer.notation.sentences._meanings import BASE, PAST
from analyzer.notation.sentences._vocabulary import (
    AIMS,
    DENIED,
    GENERIC,
    I_WOULD,
    MODAL,
    THEY_WOULD,
    UNSURE,
    UNSURE_KNOCK,
    WOULD,
)

_REACH: Final = 3
"""So many words before a verb are looked at."""


class Doubt(Enum):
    """The certainty with which something happened."""

    NONE = "none"
    DENIED = "denied"
    UNSURE = "unsure"


def _is_past(verb: Lexeme) -> bool:
    """True if a verb is told by itself, behind an `and`: `without a word and threw the Qd`."""
    return verb.text in PAST or verb.text.endswith("ed")


def is_denied(lexemes: Sequence[Lexeme], verb: int) -> bool:
    """True if a verb is said not to have happened."""
    return doubt_before(lexemes, verb, knocks=False) is Doubt.DENIED


def doubt_before(lexemes: Sequence[Lexeme], verb: int, *, knocks: bool) -> Doubt:
    """Return what the words shortly before a verb make of it, back to the last comma or card."""
    for at in range(verb - 1, max(-1, verb - 1 - _REACH), -1):
        lexeme = lexemes[at]
        if lexeme.sort is not Sort.WORD or (lexeme.text == "and" and _is_past(lexemes[verb])):
            break
        if lexeme.text in DENIED and (not at or lexemes[at - 1].text != "why"):
            return Doubt.DENIED
        plain = lexemes[verb].text in BASE
        if plain and (lexeme.text in WOULD or (knocks and lexeme.text in GENERIC)):
            return Doubt.UNSURE
        if lexeme.text in UNSURE or (knocks and lexeme.text in UNSURE_KNOCK):
            return Doubt.UNSURE
    return Doubt.NONE


def planned_by(lexemes: Sequence[Lexeme], verb: int) -> str | None:
    """The word shortly before a verb by which it is planned, and not done; None for none.

    `I'd take it`, `he might well knock`, `I wanted to knock`; not `I'd taken it`, `would I`.
    """
    plain = not _is_past(lexemes[verb])
    for at in range(verb - 1, max(-1, verb - 1 - _REACH), -1):
        text = lexemes[at].text
        if lexemes[at].sort is not Sort.WORD or text == "and":
            break
        if text in MODAL or (plain and text in I_WOULD | THEY_WOULD):
            return text
        if text == "to":
            return text if at and lexemes[at - 1].text in AIMS else None
    return None
