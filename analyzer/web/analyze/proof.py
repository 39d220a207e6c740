"""The proof of reading beside the chips: the text with each word tied to what it became."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from analyzer.notation.cards import read_cards
from analyzer.notation.reading import Reading, ReadPart

_LABELS: Final = {
    "hand": "your hand", "upcard": "upcard", "top": "top of the pile", "pile": "discarded",
    "seen": "discarded", "first upcard": "first upcard", "opponent": "they hold",
    "opp took": "they took", "shown": "you took", "drew": "you drew", "took": "you took",
    "passed": "they passed",
}  # fmt: skip
_CARDS: Final = frozenset(_LABELS) - {"passed"}
"""Keys whose values are cards."""


@dataclass(frozen=True, slots=True)
class ProofPart:
    """A stretch of a text, and what it is part of."""

    pieces: tuple[tuple[str, str], ...]
    """The words, each with the card it became; empty for those that became none."""
    label: str = ""
    """"your hand", "score 40-65"; empty for words."""
    is_used: bool = True


def proof_of(reading: Reading) -> tuple[ProofPart, ...]:
    """The whole text of sentences in order; nothing of lines, which are their own proof."""
    if reading.formal or not reading.parts:
        return ()
    return tuple(_proof(reading.written, reading.parts))


def _proof(text: str, parts: tuple[ReadPart, ...]) -> Iterator[ProofPart]:
    pieces, label, at = list[tuple[str, str]](), "", 0
    for part in parts:
        between, here = text[at : part.start], _label(part)
        joined = here and here == label and not any(map(str.isalnum, between))
        if joined:
            pieces.append((between, ""))
        else:
            if pieces:
                yield ProofPart(tuple(pieces), label)
            if between:
                yield ProofPart(((between, ""),), is_used=not any(map(str.isalnum, between)))
            pieces, label = [], here
        pieces.append((text[part.start : part.end], _shown(part)))
        at = part.end
    yield ProofPart(tuple(pieces), label)
    if rest := text[at:]:
        yield ProofPart(((rest, ""),), is_used=not any(map(str.isalnum, rest)))


def _label(part: ReadPart) -> str:
    return _LABELS.get(part.key) or " ".join(filter(None, (part.key, part.what)))


def _shown(part: ReadPart) -> str:
    if part.key not in _CARDS:
        return ""
    return " ".join(read.card.symbol for read in read_cards(part.what))
