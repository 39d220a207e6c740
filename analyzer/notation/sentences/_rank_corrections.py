"""Ranks of one suit that people take back: `spades 4 4? Sorry, 4 and 5`, `hearts 3 6 no wait 7`.

What is said again stands for the end of the list before it, or for all of it. It is clear what is
meant where that is one rank, or where some of the ranks are the same as before.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from analyzer.game.cards import Rank
from analyzer.notation._source import Source
from analyzer.notation._tokens import Token, TokenKind
from analyzer.notation.sentences._extents import is_card
from analyzer.notation.sentences._lexer import Lexeme, Sort, lexemes
from analyzer.notation.sentences._meanings import HAVING
from analyzer.notation.sentences._sorry import AGAIN, BREAK, SORRIES, pattern

_SAID_AGAIN: Final = pattern(rf"\??{SORRIES}{AGAIN}")
_HAS_NONE: Final = pattern(rf"\??{BREAK}no\s+")
"""Perhaps no correction: `hearts 7 8 9 no 10`."""
_JOINTS: Final = frozenset({",", "and", "the", "a", "-", "–", "&", "+", "/", "(", ")"})
_OF: Final = frozenset({"of", "the", "in"})
_HEADS: Final = HAVING | {"=", "(", "of", "-", "–"}
"""The words that may stand between a suit and its ranks."""
_AFTER: Final = frozenset({
    ",", "/", "|", ")", "(", "—", "–", "-", "and", "then", "so", "he", "she", "they", "i", "im",
    "my", "opp", "opponent", "upcard", "up", "actually", "instead", "sorry",
})  # fmt: skip
"""The signs that may follow ranks that are said again; before another word they may be a number."""
_FOR: Final = frozenset({"not", "instead of", "rather than"})
_IS: Final = frozenset({"is", "was", "should be", "should have been"})
"""The words between the right rank and the wrong one, and between the wrong and the right."""
_MOST: Final = 8
"""So many corrections of one text are carried out."""


class _Word(NamedTuple):
    """A word that stands for no card."""

    text: str
    start: int
    end: int
    sort: Sort


_Piece = Token | _Word


class _List(NamedTuple):
    """Ranks of one suit where they are."""

    ranks: tuple[Token, ...]
    start: int
    """The beginning in the text, or that of the suit before."""
    end: int
    """The piece behind them, and behind their suit."""
    suit: int | None
    is_headed: bool = False
    """True if the suit stands before them."""

    @property
    def values(self) -> list[int]:
        """The ranks as numbers."""
        return [rank.value for rank in self.ranks]


def ranks_corrected(source: Source) -> Source:
    """The text with the ranks that are meant, each word where it was.

    Raises InputError where it is not clear which of several are meant.

    >>> ranks_corrected(Source("clubs 2 3 5, I mean 2 3 4, hearts 7 no wait 8")).text.split()
    ['clubs', '2', '3', '4', ',', 'hearts', '8']
    """
    for _ in range(_MOST):
        text = _corrected_once(source)
        if text is None:
            break
        source = Source(text)
    return source


def _corrected_once(source: Source) -> str | None:
    """The text with the first of its corrections that are clear; None for none."""
    sorries = list(_SAID_AGAIN.finditer(source.text))
    pieces = list(_pieces(lexemes(source))) if sorries else []
    for sorry in sorries:
        before = next((at for at, one in enumerate(pieces) if one.start >= sorry.start()), 0)
        behind = next((at for at, one in enumerate(pieces) if one.start >= sorry.end()), 0)
        said = _list_before(pieces, before)
        if said is None or not behind:
            continue
        if (restated := _restated(pieces, behind, said)) is not None:
            return _blanked(source.text, said.start, restated.start)
        if (text := _exchanged(source.text, pieces, said, behind, sorry)) is not None:
            return text
        for again in _lists_behind(pieces, behind, said):
            text = _carried_out(source.text, pieces, said, again, sorry)
            if text is not None:
                return text
            _refuse_unclear(source, pieces, said, again, sorry)
    return None


def _refuse_unclear(
    source: Source, pieces: Sequence[_Piece], said: _List, again: _List, sorry: re.Match[str]
) -> None:
    """Raise InputError where several ranks are said again, some of them for the first time."""
    values = {*again.values}
    is_new = 1 < len(values) == len(again.ranks) and not values <= {*said.values}
    other = said.suit is None or again.suit not in {None, said.suit}
    if is_new and not other and _ends(pieces, again.end) and not _HAS_NONE.fullmatch(sorry.group()):
        end = pieces[again.end - 1].end
        raise source.error(
            said.start, end, "it is not clear which of these ranks are taken back",
            "write the cards as they are",
        )  # fmt: skip


def _pieces(words: Sequence[Lexeme]) -> Iterator[_Piece]:
    for at, word in enumerate(words):
        if is_card(words, at) and not word.plural:
            yield from word.tokens
        else:
            yield _Word(word.text, word.start, word.end, word.sort)


# ---------------------------------------------------------------- the two lists


def _list_before(pieces: Sequence[_Piece], end: int) -> _List | None:
    """The ranks that end before a piece, with the suit that is told before or behind them."""
    at, suit = end - 1, None
    if _is(pieces, at, TokenKind.SUIT):
        suit = _token(pieces, at).value
        at -= 1
        while _text(pieces, at) in _OF:
            at -= 1
    ranks = list[Token]()
    while _is(pieces, at, TokenKind.RANK) or (ranks and _text(pieces, at) in _JOINTS):
        if _is(pieces, at, TokenKind.RANK):
            ranks.insert(0, _token(pieces, at))
        at -= 1
    if not ranks:
        return None
    while _text(pieces, at) in _HEADS:
        at -= 1
    headed = _is(pieces, at, TokenKind.SUIT) and not _is_of_others(pieces, at)
    if headed and suit is not None:
        return None
    suit = _token(pieces, at).value if headed else suit
    start = _token(pieces, at).start if headed else ranks[0].start
    return _List(tuple(ranks), start, end, suit, headed)


def _is_of_others(pieces: Sequence[_Piece], at: int) -> bool:
    """True if a suit is that of the ranks before it: `7 8 9 of hearts`."""
    return _is(pieces, at - 1, TokenKind.RANK) or _text(pieces, at - 1) in _OF


def _lists_behind(pieces: Sequence[_Piece], start: int, said: _List) -> Iterator[_List]:
    """The ranks that are said again: all that follow, or those up to the first comma."""
    places = list(_ranks_from(pieces, start))
    if not places:
        return
    at = end = places[-1] + 1
    while _text(pieces, at) in _OF:
        at += 1
    heads = said.is_headed and (
        _is(pieces, at + 1, TokenKind.RANK) or _text(pieces, at + 1) in _HEADS - {","}
    )
    of_suit = _is(pieces, at, TokenKind.SUIT) and not heads
    suit, end = (_token(pieces, at).value, at + 1) if of_suit else (None, end)
    ranks = tuple(_token(pieces, place) for place in places)
    yield _List(ranks, ranks[0].start, end, suit)
    number = len(said.ranks)
    if 1 < number < len(ranks) and _text(pieces, places[number - 1] + 1) == ",":
        yield _List(ranks[:number], ranks[0].start, places[number - 1] + 1, None)


def _restated(pieces: Sequence[_Piece], start: int, said: _List) -> _List | None:
    """All the ranks of a suit that is named again: `D A A? no: D A 4`."""
    if not _is(pieces, start, TokenKind.SUIT) or _token(pieces, start).value != said.suit:
        return None
    at = start + 1
    while _text(pieces, at) in _HEADS:
        at += 1
    places = list(_ranks_from(pieces, at))
    ranks = tuple(_token(pieces, place) for place in places)
    one_each = len(ranks) == len(said.ranks) == 1  # which is a correction of cards
    if not ranks or one_each or not _ends(pieces, places[-1] + 1):
        return None
    again = _List(ranks, _token(pieces, start).start, places[-1] + 1, said.suit, True)
    whole = len(ranks) == len(said.ranks) or {*said.values} & {*again.values}
    return again if whole and len({*again.values}) == len(ranks) else None


def _ranks_from(pieces: Sequence[_Piece], at: int) -> Iterator[int]:
    """The places of the ranks that follow one another from a piece on."""
    begin = at
    while _is(pieces, at, TokenKind.RANK) or (at > begin and _text(pieces, at) in _JOINTS):
        if _is(pieces, at, TokenKind.RANK):
            yield at
        at += 1


def _ends(pieces: Sequence[_Piece], at: int) -> bool:
    """True if nothing follows that makes ranks a number: `sorry, 7 turns ago`."""
    if at >= len(pieces) or _is(pieces, at, TokenKind.SUIT):
        return True
    piece = pieces[at]
    return isinstance(piece, _Word) and (piece.sort is Sort.END or piece.text in _AFTER)


def _is(pieces: Sequence[_Piece], at: int, kind: TokenKind) -> bool:
    piece = pieces[at] if 0 <= at < len(pieces) else None
    return isinstance(piece, Token) and piece.kind is kind


def _token(pieces: Sequence[_Piece], at: int) -> Token:
    piece = pieces[at]
    assert isinstance(piece, Token)
    return piece


def _text(pieces: Sequence[_Piece], at: int) -> str:
    piece = pieces[at] if 0 <= at < len(pieces) else None
    return piece.text if isinstance(piece, _Word) else ""


# ---------------------------------------------------------------- what is meant


def _carried_out(
    text: str, pieces: Sequence[_Piece], said: _List, again: _List, sorry: re.Match[str]
) -> str | None:
    """The text with the ranks that are meant, where that is clear; else None."""
    suit = said.suit if said.suit is not None else again.suit
    other = again.suit is not None and again.suit != suit
    one_each = len(said.ranks) == 1 and again.suit is not None
    unclear = not _ends(pieces, again.end) or _may_have_none(sorry, again)
    if suit is None or other or one_each or unclear:
        return None
    meant = _meant(said.values, again.values)
    if meant is None:
        return None
    if said.suit is None or len(meant) > len(said.ranks):
        if said.suit is not None and (again.suit is None) is not said.is_headed:
            return None
        kept = max(0, len(said.ranks) - len(again.ranks))
        return _blanked(text, said.ranks[kept].start, again.ranks[0].start)
    return _put(text, said, meant, sorry, pieces[again.end - 1].end)


def _exchanged(
    text: str, pieces: Sequence[_Piece], said: _List, start: int, sorry: re.Match[str]
) -> str | None:
    """The text where one rank is named for another: `sorry, 7 not 8`, `oops, the 8 is a 7`."""
    at = start + 1
    while isinstance(piece := pieces[at] if at < len(pieces) else None, _Word) and (
        piece.sort is Sort.WORD or piece.text == ","
    ):
        at += 1
    ranks = [here for here in (start, at) if _is(pieces, here, TokenKind.RANK)]
    between = [_text(pieces, here) for here in range(start + 1, at)]
    words = " ".join(word for word in between if word not in {"a", "the", ","})
    if len(ranks) < 2 or words not in _FOR | _IS or not _ends(pieces, at + 1):
        return None
    first, second = (_token(pieces, here).value for here in ranks)
    wrong, right = (second, first) if words in _FOR else (first, second)
    if said.suit is None or said.values.count(wrong) != 1 or right in said.values:
        return None
    meant = [right if value == wrong else value for value in said.values]
    return _put(text, said, meant, sorry, pieces[at].end)


def _put(text: str, said: _List, meant: Sequence[int], sorry: re.Match[str], end: int) -> str:
    """The text with these ranks in their places, and nothing where they were corrected."""
    end += "(" in sorry.group() and text[end : end + 1] == ")"
    text = _blanked(text, sorry.start(), end)
    for rank, value in zip(said.ranks, meant, strict=True):
        if rank.value != value:
            text = _blanked(text, rank.start, rank.end)
            text = text[: rank.start] + Rank(value).letter + text[rank.start + 1 :]
    return text


def _may_have_none(sorry: re.Match[str], again: _List) -> bool:
    """`hearts 7 8 9 no 10`: perhaps there is none."""
    return len(again.ranks) == 1 and _HAS_NONE.fullmatch(sorry.group()) is not None


def _meant(said: Sequence[int], again: Sequence[int]) -> Sequence[int] | None:
    """The ranks that are meant; None where that is not clear."""
    kept = len(said) - len(again)
    meant = [*said[: max(0, kept)], *again]
    same = any(one == other for one, other in zip(said[kept:], again, strict=False))
    if kept < 0:
        clear = {*said} <= {*again}
    elif kept == 0:
        clear = len(again) == 1 or bool({*said} & {*again})
    else:
        clear = len(again) == 1 or same
    return meant if clear and meant != [*said] and len({*meant}) == len(meant) else None


def _blanked(text: str, start: int, end: int) -> str:
    return text[:start] + re.sub(r"[^\r\n]", " ", text[start:end]) + text[end:]
