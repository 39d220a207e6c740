"""The letters of card texts: ranks, suits and whole cards, each with its place.

No letter is both a rank (``A 2-9 T J Q K``) and a suit (``c d h s``), so a text falls into
ranks and suits without guessing; which rank goes with which suit is settled in
:mod:`analyzer.notation.cards`.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from enum import Enum

from analyzer.errors import InputError
from analyzer.game.cards import Card, Rank, Suit
from analyzer.game.words import closest
from analyzer.notation._source import Source, shortened


class TokenKind(Enum):
    """The kinds of token."""

    RANK = "rank"
    SUIT = "suit"
    CARD = "card"


@dataclass(frozen=True, slots=True)
class Token:
    """A rank, a suit or a whole card, as it stands in the text."""

    kind: TokenKind
    value: int
    """The rank (0 to 12), the suit (0 to 3) or the card."""
    start: int
    end: int
    chunk: int
    """Tokens written together, with nothing between them, have the same number."""
    row: int
    """Tokens of one line have the same number."""


RANK_LETTERS = {letter: rank for rank, letter in enumerate("a23456789tjqk")}
SUIT_LETTERS = {letter: suit for suit, letter in enumerate("cdhs")}
SUIT_SYMBOLS = {
    symbol: suit
    for suit, symbols in enumerate(("♣♧", "♦♢", "♥♡❤", "♠♤"))
    for symbol in symbols
}  # fmt: skip
_RANK_WORDS = {rank.noun: int(rank) for rank in Rank}
_SUIT_WORDS = {word: int(suit) for suit in Suit for word in (suit.noun, suit.noun[:-1])}
_FILLERS = {"of", "and", "the"}
_MANY = {noun + ("es" if noun == "six" else "s") for noun in _RANK_WORDS}
_WORDS = (*_RANK_WORDS, *_SUIT_WORDS, *_FILLERS)

_SEPARATORS = frozenset(",;:|/\\-–—−_+*&.()[]{}<>=~\"'`´“”„‘’‚«»•·…")
# Variation selectors, zero-width characters and the keycap: they do not show.
INVISIBLE = frozenset("\ufe0e\ufe0f\u200b\u200c\u200d\u2060\ufeff\u20e3\xad")
_NEWLINES = frozenset("\n\r\v\f\x1c\x1d\x1e\x85\u2028\u2029")
_MISREAD = {
    "1": "A", "14": "A", "l": "A", "i": "A", "11": "J", "12": "Q", "13": "K",
    "0": "T", "o": "T", "1o": "T", "io": "T", "lo": "T", "x": "T",
}  # fmt: skip
_NO_SLIPS = {"is", "id"}  # words of sentences
_LETTERS = re.compile(r"[A-Za-z]+")
_PLAYING_CARDS = range(0x1F0A0, 0x1F100)
_TEN_KEY = "\N{KEYCAP TEN}"


def _is_separator(char: str) -> bool:
    """True if a character only keeps cards apart.

    >>> _is_separator("|"), _is_separator("7")
    (True, False)
    """
    return char in _SEPARATORS or char.isspace()


def tokenize(source: Source, start: int, end: int) -> list[Token]:
    """The ranks, suits and cards between two offsets; raises InputError at anything else."""
    return _Lexer(source, start, end).run()


class _Lexer:
    def __init__(self, source: Source, start: int, end: int) -> None:
        self.source, self.text = source, source.text
        self.start, self.at, self.end = start, start, end
        self.chunk = self.row = 0
        self.tokens: list[Token] = []

    def run(self) -> list[Token]:
        while self.at < self.end:
            self._step(self.text[self.at])
        return self.tokens

    def _step(self, char: str) -> None:
        plain = char if char.isascii() else unicodedata.normalize("NFKC", char)
        if char in INVISIBLE:
            self.at += 1
        elif _is_separator(char):
            self.row += char in _NEWLINES
            self.chunk += 1
            self.at += 1
        elif char in SUIT_SYMBOLS:
            self._add(TokenKind.SUIT, SUIT_SYMBOLS[char], 1)
        elif self.text.startswith("10", self.at) or char == _TEN_KEY:
            self._add(TokenKind.RANK, Rank.TEN, 1 if char == _TEN_KEY else 2)
        elif ord(char) in _PLAYING_CARDS:
            self._picture(ord(char))
        elif char.isascii() and char.isalpha():
            self._letters()
        else:
            self._letter(plain)

    def _add(self, kind: TokenKind, value: int, length: int) -> None:
        self.tokens.append(Token(kind, value, self.at, self.at + length, self.chunk, self.row))
        self.at += length

    def _picture(self, code: int) -> None:
        """A Unicode playing card: U+1F0A1 is the ace of spades, a row of 16 a suit."""
        suits, number = (Suit.SPADES, Suit.HEARTS, Suit.DIAMONDS, Suit.CLUBS), code % 16
        if code >= 0x1F0E0 or number in {0, 12, 15}:
            name = unicodedata.name(chr(code), "this picture").lower()
            raise self._error(
                f"`{chr(code)}` ({name}) is not one of the 52 cards",
                "there are no jokers, knights, trumps or backs in gin rummy",
            )
        rank = number - 1 if number < 12 else number - 2
        self.chunk += 1
        self._add(TokenKind.CARD, Card.make(rank, suits[(code - 0x1F0A0) // 16]), 1)
        self.chunk += 1

    def _letters(self) -> None:
        match = _LETTERS.match(self.text, self.at, self.end)
        run = match.group().lower() if match else ""
        if run in _MANY:
            raise self._error(f"`{run}` names no single card", "write rank and suit, such as Ah")
        if words := split_words(run):
            for word in words:
                self._word(word)
        else:
            for letter in run:
                self._letter(letter)

    def _word(self, word: str) -> None:
        if word in _RANK_WORDS:
            self._add(TokenKind.RANK, _RANK_WORDS[word], len(word))
        elif word in _SUIT_WORDS:
            self._add(TokenKind.SUIT, _SUIT_WORDS[word], len(word))
        else:
            self.at += len(word)
        self.chunk += 1

    def _letter(self, char: str) -> None:
        letter = char.lower()
        if letter in RANK_LETTERS:
            self._add(TokenKind.RANK, RANK_LETTERS[letter], 1)
        elif letter in SUIT_LETTERS:
            self._add(TokenKind.SUIT, SUIT_LETTERS[letter], 1)
        else:
            raise self._stranger()

    def _stranger(self) -> InputError:
        """The error for a character that belongs to no card, with a cure for common slips."""
        first, last = self.at, self.at + 1
        while first > self.start and not _is_separator(self.text[first - 1]):
            first -= 1
        while last < self.end and not _is_separator(self.text[last]):
            last += 1
        token = self.text[first:last]
        fix = cure_of(token)
        hint = f"did you mean {fix}?" if fix else general_hint(token)
        return self.source.error(first, last, f"`{shortened(token)}` is not a card", hint, fix)

    def _error(self, message: str, hint: str) -> InputError:
        return self.source.error(self.at, self.at + 1, message, hint)


def cure_of(token: str) -> str | None:
    """The card that a mistyped token stands for, if that is plain.

    >>> cure_of("11h"), cure_of("s0"), cure_of("7x")
    ('Jh', 'Ts', None)
    """
    if len(token) > 12 or token.lower() in _NO_SLIPS:
        return None
    plain = "".join(
        "cdhs"[SUIT_SYMBOLS[char]] if char in SUIT_SYMBOLS else char.lower()
        for char in token
        if char not in INVISIBLE
    )
    for rank, suit in ((plain[:-1], plain[-1:]), (plain[1:], plain[:1])):
        if suit in SUIT_LETTERS and rank in _MISREAD:
            return _MISREAD[rank] + suit
    return closest(plain, _WORDS, 0.75) if len(plain) > 3 else None


def general_hint(token: str) -> str:
    if len(token) == 2 and token[0].lower() in RANK_LETTERS:
        return "the suits are c, d, h and s"
    if len(token) == 2 and token[1].lower() in SUIT_LETTERS:
        return "the ranks are A, 2 to 9, T, J, Q and K"
    return "write rank and suit, such as 7h or Tc"


def split_words(run: str) -> list[str]:
    """The card words that a run of letters is made of, or nothing.

    >>> split_words("aceofspades"), split_words("KsQs".lower())
    (['ace', 'of', 'spades'], [])
    """
    words: list[str] = []
    at = 0
    while at < len(run):
        fitting = [word for word in _WORDS if run.startswith(word, at)]
        if not fitting:
            return []
        words.append(max(fitting, key=len))
        at += len(words[-1])
    return words


_SHORT = 5


def is_slip(word: str, right: str) -> bool:
    """True if one letter is wrong, missing, too many or in another place, but not the first."""
    if len(word) > _SHORT and word[-1:] == right[-1:] and sorted(word) == sorted(right):
        return word != right and word[:1] == right[:1]
    if word == right or word[:1] != right[:1] or abs(len(word) - len(right)) > 1:
        return False
    at = next((at for at, (a, b) in enumerate(zip(word, right, strict=False)) if a != b), -1)
    if at < 0:  # one goes on where the other ends
        return True
    rest, wanted = word[at:], right[at:]
    swapped = rest[:2] == wanted[:2][::-1] and rest[2:] == wanted[2:]
    return swapped or rest[1:] == wanted[1:] or rest == wanted[1:] or rest[1:] == wanted
