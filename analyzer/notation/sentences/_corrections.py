"""Corrections while writing: `… Kc, no wait, Kd`, `2s is the 3s`, `4s, not the 2s`.

A correction is carried out in the text before it is read: the right card stands where the wrong one
stood, and blanks where it was corrected, so that all else keeps its place.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from analyzer.errors import InputError
from analyzer.game.cards import Card
from analyzer.notation._source import Source
from analyzer.notation.cards import ReadCard, read_cards
from analyzer.notation.sentences._heard import Heard
from analyzer.notation.sentences._items import CardsSaid, Clauses
from analyzer.notation.sentences._lexer import lexemes
from analyzer.notation.sentences._sorry import (
    AGAIN,
    ARTICLE,
    BREAK,
    SORRIES,
    SORRY,
    TAKES_BACK,
    pattern,
)
from analyzer.notation.sentences._vocabulary import SUIT_OF

_BEHIND_SORRY = pattern(rf"{SORRIES}{AGAIN}")
_SAID_AGAIN = pattern(rf"{SORRIES}(?P<again>[a-z' ]{{3,40}})")
_NO = pattern(rf"{BREAK}no{BREAK}")
_SORRY_BEFORE = pattern(rf"\b{SORRY}\b{BREAK}{ARTICLE}$")
_NOT = pattern(rf"(?: on top| on the pile| face up| up)?{BREAK}(?:and |but )?not {ARTICLE}")
_IS_REALLY = pattern(
    rf"{BREAK}(?P<verb>is|was|should be|should say|should read|should have been)"
    rf"(?: actually| really)? {ARTICLE}"
)
_SAID_OF_IT = pattern(r"\s*(?:is|was|on|in|lies|came|face|up|not|or|should)\b")
_NAME = r"(?P<suit>club|diamond|heart|spade)s?\b"
_SUIT_ALONE = pattern(rf"(?:of )?{_NAME}(?!\s*(?:[:=]|(?:10|[2-9atjqk])\b))")
_OF_SUIT = pattern(rf"\s*(?:of (?:the )?)?(?:{_NAME}|[♣♦♥♠])")


class _SaidCard(NamedTuple):
    card: Card
    start: int
    end: int
    is_alone: bool
    """True if it is written by itself, not as one of `2 3 4 of spades`."""


class _Correction(NamedTuple):
    wrong: _SaidCard
    right: Card
    start: int
    """The place where one is said to be wrong, …"""
    end: int
    """… and where that ends."""


def corrected(source: Source) -> Source:
    """The text as whoever wrote it wants it read, each word where it was.

    Raises InputError where a card is taken back that is not written by itself.

    >>> corrected(Source("Upcard 5s, sorry, 5d. Kc Qc, no wait, the Kc is the Ks")).text.split()
    ['Upcard', '5d', '.', 'Ks', 'Qc,']
    """
    if not TAKES_BACK.search(source.text):
        return source
    try:
        reads = [
            read
            for clause in Clauses(source, lexemes(source), Heard(source))
            for item in clause.items
            if isinstance(item, CardsSaid)
            for read in item.reads
        ]
    except InputError:
        return source  # told where the text is read
    text = source.text
    for correction in _corrections(source, list(_said(text, reads))):
        text = _carried_out(text, correction)
    return source if text == source.text else Source(text)


def _carried_out(text: str, correction: _Correction) -> str:
    wrong, name = correction.wrong, str(correction.right)
    for start, end in ((correction.start, correction.end), (wrong.start, wrong.end)):
        text = text[:start] + re.sub(r"[^\r\n]", " ", text[start:end]) + text[end:]
    return text[: wrong.start] + name + text[wrong.start + len(name) :]


def _said(text: str, reads: Sequence[ReadCard]) -> Iterator[_SaidCard]:
    """Each card with all that names it; a rank that waits for the suit of the next is not alone."""
    waits = False
    for read in reads:
        start, end = read.span
        of_suit = None if _names(text[start:end], read.card) else _OF_SUIT.match(text, end)
        end = of_suit.end() if of_suit else end
        is_whole = _names(text[start:end], read.card)
        yield _SaidCard(read.card, start, end, is_whole and not waits)
        waits = not is_whole and not _OF_SUIT.fullmatch(text[start:end])


def _names(text: str, card: Card) -> bool:
    try:
        return [read.card for read in read_cards(text)] == [card]
    except InputError:
        return False


def _corrections(source: Source, said: Sequence[_SaidCard]) -> Iterator[_Correction]:
    """The corrections of a text in which these cards are said, in their order."""
    text = source.text
    for place, card in enumerate(said):
        if (suit := _other_suit(text, card)) is not None:
            yield suit
        if place + 1 == len(said):
            return
        before, behind = said[:place], said[place + 1]
        between = text[card.end : behind.start]
        if _takes_back(text, card, between) and _is_meant(text, said[: place + 1], behind):
            yield _Correction(card, behind.card, card.end, behind.end)
        elif _NOT.fullmatch(between):
            yield from _instead(source, before, behind, card)
        elif (verb := _IS_REALLY.fullmatch(between)) and (
            "should" in verb["verb"].lower() or _SORRY_BEFORE.search(text[: card.start])
        ):
            yield from _instead(source, before, card, behind)


def _takes_back(text: str, card: _SaidCard, between: str) -> bool:
    """True if a card is taken back behind it, perhaps in the same words: `he took 5s, no, took`."""
    again = _SAID_AGAIN.fullmatch(between)
    words = again["again"].strip().lower() if again else ""
    same = bool(words) and text[: card.start].rstrip().lower().endswith(words)
    return same or _BEHIND_SORRY.fullmatch(between) is not None


def _is_meant(text: str, before: Sequence[_SaidCard], behind: _SaidCard) -> bool:
    """True if a card behind `sorry` is meant for the one before, not told of by itself."""
    wrong = before[-1]
    is_new = behind.card not in {card.card for card in before}
    told = _SAID_OF_IT.match(text, behind.end)
    return is_new and wrong.is_alone and _alike(wrong.card, behind.card) and not told


def _instead(
    source: Source, before: Sequence[_SaidCard], wrong: _SaidCard, right: _SaidCard
) -> Iterator[_Correction]:
    """A card said before is another one: `2s is the 3s`, `3s, not 2s`."""
    meant = [card for card in before if card.card == wrong.card]
    if not meant or right.card in {card.card for card in before}:
        return
    start, end = min(wrong.start, right.start), max(wrong.end, right.end)
    sorry = _SORRY_BEFORE.search(source.text[:start])
    if sorry is None and not _alike(wrong.card, right.card):
        return
    if not meant[-1].is_alone:
        raise source.error(
            start, end, f"it is not clear which {wrong.card} is taken back",
            hint="write the cards as they are",
        )  # fmt: skip
    yield _Correction(meant[-1], right.card, start if sorry is None else sorry.start(), end)


def _other_suit(text: str, card: _SaidCard) -> _Correction | None:
    """`9 of clubs, no wait, spades`: the same rank."""
    sorry = _BEHIND_SORRY.match(text, card.end)
    suit = _SUIT_ALONE.match(text, sorry.end()) if sorry else None
    if sorry is None or suit is None or _NO.fullmatch(sorry.group()):
        return None  # `QQQ (no spade)`
    right = Card.make(card.card.rank, SUIT_OF[suit["suit"].lower()])
    return _Correction(card, right, card.end, suit.end())


def _alike(one: Card, other: Card) -> bool:
    return one != other and (one.rank == other.rank or one.suit == other.suit)
