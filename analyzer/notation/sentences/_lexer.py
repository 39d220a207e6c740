"""A text as words, numbers, marks and what may be cards, each with its place."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from itertools import pairwise

from analyzer.game.cards import Card, Rank
from analyzer.notation._source import Source
from analyzer.notation._tokens import (
    INVISIBLE,
    RANK_LETTERS,
    SUIT_LETTERS,
    SUIT_SYMBOLS,
    Token,
    TokenKind,
    cure_of,
    split_words,
    tokenize,
)
from analyzer.notation.cards import BETWEEN_DOTS
from analyzer.notation.sentences._spelling import respelled, respelled_rank
from analyzer.notation.sentences._vocabulary import EITHER, NEVER, PLURALS, RANKS, SUIT_OF


class Sort(Enum):
    """The sort of a lexeme, as far as it shows by itself."""

    WORD = "word"
    """Perhaps also a card: `as`, `seven`, `k`."""
    NUMBER = "number"
    """Perhaps also ranks: `789`."""
    CARDS = "cards"
    """Nothing but cards, or ranks and suits: `7h`, `KQd`."""
    SLIP = "slip"
    """Meant as a card, but none: `1c`, `11h`."""
    MARK = "mark"
    END = "end"
    """The end of a clause: a full stop, a line's end."""


@dataclass(frozen=True, slots=True)
class Lexeme:
    """A word, number or mark."""

    sort: Sort
    text: str
    """In small letters, without apostrophes."""
    start: int
    end: int
    tokens: tuple[Token, ...] = ()
    """The ranks, suits and cards it may stand for."""
    plural: bool = False
    """`kings`, `4's`: a rank, but no single card."""
    written: str = ""

    @property
    def ranks(self) -> bool:
        """True if it may be ranks alone."""
        return bool(self.tokens) and all(token.kind is TokenKind.RANK for token in self.tokens)

    @property
    def suits(self) -> bool:
        """True if it may be suits alone."""
        return bool(self.tokens) and all(token.kind is TokenKind.SUIT for token in self.tokens)


_NUMBERS = tuple(map(str, range(1, 12)))
_LABELS = ((_NUMBERS, ")", 2), (tuple("abcdefghijk"), ")", 2), (_NUMBERS, ".", 3))
"""The labels of a list of cards, the sign behind them, and the fewest that are a list."""
_JOKERS = frozenset("\U0001f0cf\U0001f0df\U0001f0bf\U0001f0a0")
_SHOWN = "♣♧♦♢♥♡❤♠♤"
_HIDDEN = "\ufe0e\ufe0f\u200b-\u200d\u2060\ufeff\u20e3\xad"
_PICTURE = "\U0001f0a0-\U0001f0ff"
DOTTED = r"(?<![\w.])[atjqkATJQK0-9]*(?:\.[atjqkATJQK0-9]*){3}(?![\w.])"
"""The suits of a hand with dots between them."""
_LEXEME = re.compile(
    rf"(?P<dotted>{DOTTED})"
    rf"|(?P<picture>[{_PICTURE}])"
    rf"|(?P<chunk>(?:[^\W_]|[{_SHOWN}{_HIDDEN}])+(?:['’´`](?:s|m|d|t|re|ve|ll)(?![^\W_]))?)"
    r"|(?P<end>[\n\r\v\f\x1c-\x1e\x85\u2028\u2029]|[.;!?](?![\w]))"
    r"|(?P<mark>[^\w\s]|_)",
    re.IGNORECASE,
)
_WHOLE = re.compile(r"(\d+)([a-z]{2,})")
_ORDINAL = {"st", "nd", "rd", "th"}
_NEAR = re.compile(r"\d{1,2}[a-z]|[a-z]\d{1,2}|1o[cdhs]|[cdhs]1o")
_PLURAL = {
    **{rank.noun + ("es" if rank.noun == "six" else "s"): rank.noun for rank in Rank},
    **{f"{word}s": noun for word, noun in RANKS.items() if word != "one"},
    **PLURALS,
}
_OTHER_NAMES = {word: noun for word, noun in RANKS.items() if word != "one"}
_RANK_OF = {rank.noun: int(rank) for rank in Rank}
_NAMES = frozenset({*_RANK_OF, *SUIT_OF, *_PLURAL, *_OTHER_NAMES})
"""Names of ranks and suits; some, such as `jack`, are spelled with letters of cards."""


def lexemes(source: Source) -> list[Lexeme]:
    """Everything that stands in a text, in order; never fails."""
    found = [_lexeme(source, number, match) for number, match in enumerate(_pieces(source.text))]
    for _ in range(2):  # a rank is respelled before a suit, which may have been respelled itself
        for at, lexeme in enumerate(found):
            if lexeme.sort is Sort.WORD and not lexeme.tokens and lexeme.text.isalpha():
                found[at] = _respelled(found, at)
    return _without_decoration(_without_numbering(found))


def _without_numbering(found: list[Lexeme]) -> list[Lexeme]:
    """`1) 5c 2) 6c`, `A) Js B) 4d`: what numbers the cards is none of them."""
    for labels, mark, least in _LABELS:
        places = list[int]()
        for at, (lexeme, behind) in enumerate(pairwise(found)):
            label = labels[len(places)] if len(places) < len(labels) else None
            if behind.text == mark and lexeme.text == label:
                places.append(at)
        for at in places if len(places) >= least else ():
            for part in (at, at + 1):
                found[part] = replace(found[part], sort=Sort.MARK, text=",", tokens=())
    return found


def _without_decoration(found: list[Lexeme]) -> list[Lexeme]:
    """A joker that stands among words, and behind no card, is a picture and no card."""
    for at, lexeme in enumerate(found):
        if lexeme.written in _JOKERS and (not at or found[at - 1].sort is not Sort.CARDS):
            found[at] = replace(lexeme, sort=Sort.MARK)
    return found


def _respelled(found: Sequence[Lexeme], at: int) -> Lexeme:
    """A word of which one letter is wrong, as it is meant; others as they are."""
    lexeme, before = found[at], found[at - 1].text if at else ""
    right = respelled(lexeme.text, before=before, is_ranked=at > 1 and found[at - 2].ranks)
    behind = [each.text for each in found[at + 1 : at + 3]]
    if right is None and behind[:1] == ["of"] and behind[-1] in SUIT_OF:
        right = respelled_rank(lexeme.text)
    if right is None:
        return lexeme
    return replace(lexeme, text=right, tokens=_named(right, lexeme.start, lexeme.end, at))


def _pieces(text: str) -> Iterator[re.Match[str]]:
    for match in _LEXEME.finditer(text):
        if match.group().strip(".") or not match["dotted"]:
            yield match


def _lexeme(source: Source, number: int, match: re.Match[str]) -> Lexeme:
    start, end = match.span()
    written = match.group()
    if match["end"]:
        return Lexeme(Sort.END, written, start, end, written=written)
    if match["mark"]:
        return Lexeme(Sort.MARK, written, start, end, written=written)
    if match["dotted"]:
        return Lexeme(Sort.CARDS, written, start, end, _dotted(number, match), written=written)
    if match["picture"]:
        return _picture(source, number, start, end)
    return _chunk(number, start, written)


def _picture(source: Source, number: int, start: int, end: int) -> Lexeme:
    try:
        tokens = tuple(tokenize(source, start, end))
    except ValueError:
        tokens = ()
    tokens = tuple(Token(token.kind, token.value, start, end, number, 0) for token in tokens)
    sort = Sort.CARDS if tokens else Sort.SLIP
    return Lexeme(sort, "", start, end, tokens, written=source.text[start:end])


def _dotted(number: int, match: re.Match[str]) -> tuple[Token, ...]:
    """Spades, hearts, diamonds and clubs between dots: `T.789.456.A23`."""
    tokens: list[Token] = []
    at = match.start()
    for suit, group in zip(BETWEEN_DOTS, match.group().split("."), strict=True):
        for rank in _letters(group.lower(), at, number) or ():
            card = Card.make(rank.value, suit)
            tokens.append(Token(TokenKind.CARD, card, rank.start, rank.end, number, 0))
        at += len(group) + 1
    return tuple(tokens)


def _chunk(number: int, start: int, written: str) -> Lexeme:
    """A word, a number or cards written together."""
    end = start + len(written)
    body, apostrophe, tail = _without_apostrophe(written)
    plain = _plain(body)
    text = plain.replace("\x00", "") + tail
    if text in _NAMES:
        return _of_words(text, start, end, number, written)
    if named := _of_name(plain, start, number):
        return Lexeme(Sort.CARDS, text, start, end, named, written=written)
    tokens = _letters(plain, start, number)
    plural = apostrophe and tail == "s" and tokens is not None
    if tokens and not tail and not plural:
        return _of_letters(text, start, end, tokens, written)
    if tokens and plural and all(token.kind is TokenKind.RANK for token in tokens):
        return Lexeme(Sort.WORD, text, start, end, tokens, True, written)
    return _of_words(text, start, end, number, written)


def _of_name(plain: str, start: int, number: int) -> tuple[Token, ...]:
    """The rank and the suit of `ace♣` or `♥queen`; nothing for anything else."""
    name = plain.strip(_SHOWN)
    rank = _RANK_OF.get(_OTHER_NAMES.get(name, name))
    if rank is None or len(plain) != len(name) + 1:
        return ()
    at = start + plain.index(name)
    suit = start if at > start else at + len(name)
    value = SUIT_SYMBOLS[plain[suit - start]]
    tokens = (
        Token(TokenKind.RANK, rank, at, at + len(name), number, 0),
        Token(TokenKind.SUIT, value, suit, suit + 1, number, 0),
    )
    return tokens if at == start else tokens[::-1]


def _without_apostrophe(written: str) -> tuple[str, bool, str]:
    match = re.search(r"['’´`]([A-Za-z]{1,2})$", written)
    return (written[: match.start()], True, match[1].lower()) if match else (written, False, "")


def _plain(written: str) -> str:
    """As many characters as before, in small letters; what does not show is zero."""
    return "".join("\x00" if char in INVISIBLE else _folded(char) for char in written)


def _folded(char: str) -> str:
    folded = char.lower() if char.isascii() else unicodedata.normalize("NFKC", char).lower()
    return folded if len(folded) == 1 else char


def _letters(plain: str, start: int, number: int) -> tuple[Token, ...] | None:
    """The ranks and suits that letters and digits spell; None where one is neither."""
    tokens: list[Token] = []
    at = 0
    while at < len(plain):
        char, length = plain[at], 1
        if char == "\x00":
            at += 1
            continue
        if plain.startswith("10", at):
            kind, value, length = TokenKind.RANK, int(Rank.TEN), 2
        elif char in RANK_LETTERS:
            kind, value = TokenKind.RANK, RANK_LETTERS[char]
        elif char in SUIT_SYMBOLS:
            kind, value = TokenKind.SUIT, SUIT_SYMBOLS[char]
        elif char in SUIT_LETTERS:
            kind, value = TokenKind.SUIT, SUIT_LETTERS[char]
        else:
            return None
        tokens.append(Token(kind, value, start + at, start + at + length, number, 0))
        at += length
    return tuple(tokens)


def _of_letters(text: str, start: int, end: int, tokens: tuple[Token, ...], written: str) -> Lexeme:
    """A chunk whose every character is a rank or a suit."""
    ranks = [token.kind is TokenKind.RANK for token in tokens]
    if text.isdigit():
        return Lexeme(Sort.NUMBER, text, start, end, tokens, written=written)
    if all(ranks) or not any(ranks):
        sort = Sort.WORD if text.isalpha() else Sort.CARDS
        return Lexeme(sort, text, start, end, tokens, written=written)
    if text in NEVER:
        return Lexeme(Sort.WORD, text, start, end, written=written)
    if text in EITHER or (text.isalpha() and ranks[0] is ranks[-1]):
        closed = tokens if ranks[0] is not ranks[-1] else ()
        return Lexeme(Sort.WORD, text, start, end, closed, written=written)
    if len(text) == 3 and text.endswith("th") and text[0].isdigit():
        return Lexeme(Sort.WORD, text, start, end, written=written)
    return Lexeme(Sort.CARDS, text, start, end, tokens, written=written)


def _of_words(text: str, start: int, end: int, number: int, written: str) -> Lexeme:
    """A chunk with something in it that is neither rank nor suit."""
    if text.isdigit():
        return Lexeme(Sort.NUMBER, text, start, end, written=written)
    if _NEAR.fullmatch(text) and text[:2] == "1o":
        return Lexeme(Sort.SLIP, text, start, end, written=written)
    if counted := _WHOLE.fullmatch(text):
        sort = Sort.WORD if counted[2] in _ORDINAL else Sort.NUMBER
        return Lexeme(sort, counted[1], start, end, written=written)
    if text in _PLURAL:
        rank = Token(TokenKind.RANK, _RANK_OF[_PLURAL[text]], start, end, number, 0)
        return Lexeme(Sort.WORD, text, start, end, (rank,), True, written)
    if _NEAR.fullmatch(text) or (any(c in SUIT_SYMBOLS for c in text)):
        return Lexeme(Sort.SLIP, text, start, end, written=written)
    name = _OTHER_NAMES.get(text, text)
    words = [name] if name != text else split_words(text)
    tokens: list[Token] = []
    at = start
    for word in words:
        stop = end if name != text else at + len(word)
        tokens += _named(word, at, stop, number)
        at += len(word)
    return Lexeme(Sort.WORD, text, start, end, tuple(tokens), written=written)


def _named(word: str, start: int, end: int, number: int) -> tuple[Token, ...]:
    """The rank or the suit that a word names, if it does."""
    if word in _RANK_OF:
        return (Token(TokenKind.RANK, _RANK_OF[word], start, end, number, 0),)
    if word in SUIT_OF:
        return (Token(TokenKind.SUIT, int(SUIT_OF[word]), start, end, number, 0),)
    return ()


def cure(lexeme: Lexeme) -> str | None:
    """The card that a slip stands for, if that is plain."""
    return cure_of(lexeme.written)
