"""Tokens as numbers: the rows of tables that each looks up, and marks of its form and place."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

from analyzer.notation.encoder._marks import PLACED, Floats, marks_of
from analyzer.notation.encoder.tokens import TextToken

WORDS: Final = 8192
GRAMS: Final = 4096
_OF_FORM: Final = 34
MARKS: Final = _OF_FORM + PLACED
UNKNOWN_WORD: Final = 15
_CLASSES: Final = UNKNOWN_WORD + 1
"""Rows of the table of words that stand for forms of ranks, suits and numbers."""
_GRAM: Final = 3
_ANY: Final = "surrogatepass"
"""Half a character is a word that nobody knows, and no error."""
_SIZES: Final = (0, 10, 13, 31, 52, 100, 999)

Ints = NDArray[np.int64]


def features(
    tokens: Sequence[TextToken], text: str, groups: Mapping[int, int] | None = None
) -> tuple[Ints, list[list[int]], Floats]:
    """Give of each token its row in the table of words, those of its letters, and its marks."""
    rows = np.array([_row(token) for token in tokens], dtype=np.int64)
    grams = [_grams(token) for token in tokens]
    marks = np.zeros((len(tokens), MARKS), dtype=np.float32)
    for at, token in enumerate(tokens):
        marks[at, :_OF_FORM] = _marks(token)
    marks[:, _OF_FORM:] = marks_of(tokens, text, groups)
    return rows, grams, marks


def _row(token: TextToken) -> int:
    if token.text.isdigit():
        return min(len(token.text), 3)
    if _is_plain(token):
        if len(token.text) > 1 or not token.text.isalpha():
            kind = 4 if token.ranks else 6
            return kind + 2 * (len(token.text) == 1) + token.plural
        if token.glued:
            return 10 + bool(token.ranks)
    return _CLASSES + crc32(token.text.encode(errors=_ANY)) % (WORDS - _CLASSES)


def _is_plain(token: TextToken) -> bool:
    """Return True if a token is one rank or one suit, whatever it says."""
    return len(token.ranks) + len(token.suits) == 1 and not token.slip


def _grams(token: TextToken) -> list[int]:
    word = token.whole if token.whole and (token.glued or _is_plain(token)) else token.text
    if not word.isalpha() or (_is_plain(token) and len(token.text) > 1):
        return []
    word = f"<{word}>"
    return [
        crc32(word[at : at + size].encode(errors=_ANY)) % GRAMS
        for size in (_GRAM, _GRAM + 1) for at in range(len(word) - size + 1)
    ]  # fmt: skip


def _marks(token: TextToken) -> Floats:
    marks = np.zeros(_OF_FORM, dtype=np.float32)
    marks[:9] = (
        bool(token.ranks), bool(token.suits), token.is_color, token.number is not None,
        token.glued, token.capital, token.plural, len(token.ranks) > 1, len(token.suits) > 1,
    )  # fmt: skip
    if token.number is not None:
        marks[9:16] = [token.number <= size for size in _SIZES]
    if len(token.ranks) == 1:
        marks[16 + next(iter(token.ranks))] = 1
    marks[29:32] = token.text == "\n", token.text == "\n\n", token.text in {".", "!", "?", ";"}
    marks[32:34] = len(token.text) == 1, token.text.isalpha()
    return marks
