"""Turning a text over word by word, by the dictionary of one language."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, TypeAlias

from analyzer.game.cards import Rank

_TOKEN: Final = re.compile(r"[^\W\d_]+|\d+|[♠♥♦♣♤♡♢♧]\ufe0f?|\S")
_LETTERS: Final = re.compile(r"[^\W\d_]+")
_SYMBOLS: Final = {"♠": "s", "♤": "s", "♥": "h", "♡": "h", "♦": "d", "♢": "d", "♣": "c", "♧": "c"}
_SUITS: Final = {"spades": "s", "hearts": "h", "diamonds": "d", "clubs": "c"}
_ENGLISH: Final = {"A": "ace", "J": "jack", "Q": "queen", "K": "king"}
_NUMBERS: Final = frozenset(map(str, range(2, 11)))
_ENGLISH_LETTERS: Final = frozenset("AJQK")
_NO_PARTS: Final = str.maketrans("łøđœæıŁØ", "lodoaiLO")


def fold(text: str) -> str:
    """The text in small letters without accents, character for character where that goes.

    >>> fold("Trèfle"), fold("Król"), fold("пятёрка")
    ('trefle', 'krol', 'пятерка')
    """
    plain = unicodedata.normalize("NFKD", text.translate(_NO_PARTS))
    return "".join(char for char in plain if not unicodedata.combining(char)).casefold()


def words_of(text: str) -> set[str]:
    """The words of a text, folded."""
    return {fold(word) for word in _LETTERS.findall(text)}


@dataclass(frozen=True, slots=True)
class Dictionary:
    """The cards and cues of one language, its words folded."""

    name: str
    suit_first: bool
    """True if the suit is said before the rank."""
    of: frozenset[str]
    """The words between a rank and its suit."""
    suits: Mapping[str, str]
    ranks: Mapping[str, str]
    suit_letters: Mapping[str, str]
    rank_letters: Mapping[str, str]
    cues: Mapping[tuple[str, ...], str]
    """The English of a phrase, by its words."""
    groups: Mapping[tuple[str, ...], str]
    """The English of words among ranks and suits that are put together later."""
    plurals: Mapping[str, str]
    """The ranks of words in the plural."""
    suit_words: tuple[str, ...]
    begin: frozenset[str]
    """The first words of cues and groups."""


@dataclass(frozen=True, slots=True)
class Piece:
    """A part of the English text, and the stretch of the original that it came from."""

    at: int
    end: int
    begin: int
    until: int


@dataclass(frozen=True, slots=True)
class TurnedOver:
    """A text turned over."""

    text: str
    pieces: tuple[Piece, ...]
    cards: int
    """The number of cards that English does not have."""
    cues: int


@dataclass(frozen=True, slots=True)
class _Token:
    text: str
    small: str
    folded: str
    begin: int
    until: int

    @property
    def symbol(self) -> str:
        """The suit of a symbol; nothing for other tokens."""
        return _SYMBOLS.get(self.text[0], "")


_Tokens: TypeAlias = tuple[_Token, ...]


@dataclass(frozen=True, slots=True)
class _Match:
    """The English of some tokens."""

    english: str
    size: int
    """The number of tokens."""
    cards: int = 0
    cues: int = 0


@lru_cache(maxsize=4)
def _tokens(text: str) -> tuple[_Token, ...]:
    """The tokens of a text, which every dictionary looks at."""
    return tuple(
        _Token(found[0], found[0].lower(), fold(found[0]), *found.span())
        for found in _TOKEN.finditer(text)
    )


def turn_over(text: str, dictionary: Dictionary) -> TurnedOver:
    """The text in English: cards as `7h`, known words turned over, unknown words left out."""
    tokens = _tokens(text)
    out, pieces, cards, cues, end = "", [], 0, 0, 0
    at = 0
    while at < len(tokens):
        match = _match(tokens, at, dictionary)
        first, last = tokens[at], tokens[at + match.size - 1]
        between = text[end : first.begin]
        if match.english:
            out += between
            pieces.append(Piece(len(out), len(out) + len(match.english), first.begin, last.until))
            out += match.english
        else:
            out += "".join(char for char in between if char == "\n") or (" " if between else "")
        cards, cues, end = cards + match.cards, cues + match.cues, last.until
        at += match.size
    return TurnedOver(out + text[end:], tuple(pieces), cards, cues)


def _match(tokens: _Tokens, at: int, dictionary: Dictionary) -> _Match:
    """The longest thing that begins at a token."""
    for find in _AS_CARDS:
        if match := find(tokens, at, dictionary):
            return match
    token = tokens[at]
    unknown = UNKNOWN if len(token.text) >= _LEAST_LETTERS else ""
    return _Match(unknown if token.text.isalpha() else token.text, 1)


def _rank(token: _Token, dictionary: Dictionary, *, letters: bool) -> tuple[str, bool] | None:
    """The rank that a token names, and if only this language calls it so."""
    if token.text in _NUMBERS:
        return token.text, False
    if rank := dictionary.ranks.get(token.folded):
        return rank, True
    if letters and (letter := dictionary.rank_letters.get(token.text)):
        return letter, letter != token.text or token.text not in _ENGLISH_LETTERS
    return None


def _suit(token: _Token, dictionary: Dictionary) -> tuple[str, bool] | None:
    """The suit that a token names, and if only this language calls it so."""
    if token.symbol:
        return token.symbol, False
    name = dictionary.suits.get(token.folded)
    return (_SUITS[name], True) if name else None


def _card(tokens: _Tokens, at: int, dictionary: Dictionary) -> _Match | None:
    """A card with its suit as a word or a symbol, before or behind the rank."""
    return _rank_then_suit(tokens, at, dictionary) or _suit_then_ranks(tokens, at, dictionary)


_WORDS_BETWEEN: Final = 4
"""The most between a rank and its suit."""


def _rank_then_suit(tokens: _Tokens, at: int, dictionary: Dictionary) -> _Match | None:
    rank = _rank(tokens[at], dictionary, letters=True)
    if rank is None:
        return None
    behind = at + 1
    if shared := _shared_suit(tokens, behind, dictionary):
        return _Match(f"{rank[0]}{shared}", 1, cards=1)
    between = dictionary.of | _MARKS
    while behind < len(tokens) and tokens[behind].folded in between:
        behind += 1
        if behind > at + _WORDS_BETWEEN:
            return None
    if behind >= len(tokens):
        return None
    suit = _suit(tokens[behind], dictionary)
    if suit is None or (tokens[behind].symbol and tokens[behind].begin != tokens[at].until):
        return None
    if suit[1] and dictionary.suit_first:
        return None
    return _Match(f"{rank[0]}{suit[0]}", behind - at + 1, cards=rank[1] or suit[1])


def _shared_suit(tokens: _Tokens, at: int, dictionary: Dictionary) -> str:
    """The suit that is said once for two ranks: `A y 2 de diamantes`; nothing elsewhere."""
    if at >= len(tokens) or dictionary.cues.get((tokens[at].folded,)) != "and":
        return ""
    at += 1 + (at + 1 < len(tokens) and tokens[at + 1].folded in _ARTICLES)
    second = (
        at < len(tokens)
        and not dictionary.suit_first
        and _rank(tokens[at], dictionary, letters=True)
    )
    if not second or at + 2 >= len(tokens) or tokens[at + 1].folded not in dictionary.of:
        return ""
    suit = _suit(tokens[at + 2], dictionary)
    return suit[0] if suit is not None else ""


_ARTICLES: Final = frozenset({"el", "la", "le", "il", "lo", "o", "a", "de"})


def _suit_then_ranks(tokens: _Tokens, at: int, dictionary: Dictionary) -> _Match | None:
    suit = _suit(tokens[at], dictionary)
    if suit is None or at + 1 >= len(tokens):
        return None
    if tokens[at].symbol:
        rank = _rank(tokens[at + 1], dictionary, letters=True)
        if rank is None or tokens[at + 1].begin != tokens[at].until:
            return None
        return _Match(f"{rank[0]}{suit[0]}", 2, cards=rank[1])
    if not dictionary.suit_first:
        return None
    cards = list(_ranks_behind(tokens, at + 1, dictionary))
    if not cards:
        return None
    english = " ".join(f"{rank}{suit[0]}" for rank, _ in cards)
    return _Match(english, cards[-1][1] - at + 1, cards=len(cards))


def _ranks_behind(tokens: _Tokens, at: int, dictionary: Dictionary) -> Iterator[tuple[str, int]]:
    """The ranks of a suit that was said before them, each with the place of its token."""
    while at < len(tokens):
        rank = _rank(tokens[at], dictionary, letters=True)
        if rank is None:
            return
        yield rank[0], at
        at += 1
        if at + 1 < len(tokens) and tokens[at].text in {",", "-", "/"}:
            at += 1


def _compact(tokens: _Tokens, at: int, dictionary: Dictionary) -> _Match | None:
    """A card in two letters, or a number and a letter, where the language has letters of suits."""
    token = tokens[at]
    if len(token.text) == 2 and token.text.isalpha() and token.text.isupper():
        rank, suit = dictionary.rank_letters.get(token.text[0]), token.text[1]
        if rank and (letter := dictionary.suit_letters.get(suit)):
            return _Match(f"{rank}{letter}", 1, cards=1)
    if token.text in _NUMBERS and at + 1 < len(tokens):
        behind = tokens[at + 1]
        letter = dictionary.suit_letters.get(behind.text)
        if letter and behind.begin == token.until:
            return _Match(f"{token.text}{letter}", 2, cards=letter != behind.text.lower())
    return None


UNKNOWN: Final = "øø"
"""The stand-in for a longer word that no file has: what it says of a card is not known."""
_LEAST_LETTERS: Final = 5
_LONGEST: Final = 6
"""Tokens of the longest phrase."""
_MARKS: Final = frozenset("'’")


def _cue(tokens: _Tokens, at: int, dictionary: Dictionary) -> _Match | None:
    """The longest phrase that the language has a cue for."""
    return _phrase(tokens, at, dictionary, dictionary.cues)


def _phrase(
    tokens: _Tokens, at: int, dictionary: Dictionary, phrases: Mapping[tuple[str, ...], str]
) -> _Match | None:
    """The longest of some phrases; accents count where they tell two words apart."""
    if dictionary.begin.isdisjoint((tokens[at].small, tokens[at].folded)):
        return None
    for size in range(min(_LONGEST, len(tokens) - at), 0, -1):
        if tokens[at + size - 1].text in _MARKS:
            continue
        here = [token for token in tokens[at : at + size] if token.text not in _MARKS]
        for words in (tuple(t.small for t in here), tuple(t.folded for t in here)):
            if words in phrases:
                return _Match(phrases[words], size, cues=bool(phrases[words]))
    return None


def _compound(tokens: _Tokens, at: int, dictionary: Dictionary) -> _Match | None:
    """A suit and a rank in one word: `hartenboer`, `Herzbube`."""
    word = tokens[at].folded
    if not word.startswith(dictionary.suit_words):
        return None
    for name, suit in dictionary.suits.items():
        if word.startswith(name) and (rank := dictionary.ranks.get(word[len(name) :])):
            return _Match(rank + _SUITS[suit], 1, cards=1)
    return None


def _word(tokens: _Tokens, at: int, dictionary: Dictionary) -> _Match | None:
    """A rank or a suit that stands alone."""
    token = tokens[at]
    many, rank = dictionary.plurals.get(token.folded), dictionary.ranks.get(token.folded)
    before = _rank(tokens[at - 1], dictionary, letters=False) if at else None
    if many and (rank is None or (before and before[0] in "234")):
        return _Match(_MANY[many], 1)  # `drie vrouwen`
    if rank and token.text.isalpha():
        return _Match(_ENGLISH.get(rank, rank), 1)
    name = dictionary.suits.get(token.folded)
    return _Match(name, 1) if name else None


_NOUNS: Final = {rank.letter: rank.noun for rank in Rank} | {"10": "ten"}


def _letter(tokens: _Tokens, at: int, dictionary: Dictionary) -> _Match | None:
    """A letter that is a rank beside another rank or a suit."""
    token = tokens[at]
    rank = dictionary.rank_letters.get(token.text)
    near = [tokens[to] for to in (at - 2, at - 1, at + 1, at + 2) if 0 <= to < len(tokens)]
    if rank and any(
        _suit(each, dictionary) or _rank(each, dictionary, letters=True) for each in near
    ):
        return _Match(_ENGLISH.get(rank, rank), 1)
    return None


_MANY: Final = {rank: f"{noun}es" if noun == "six" else f"{noun}s" for rank, noun in _NOUNS.items()}
_AS_CARDS: Final = (_card, _compound, _compact, _cue, _letter, _word)
