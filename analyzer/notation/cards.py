"""Cards as people write them: a tolerant reader.

Read are, in any case and with any separators or none: ``7h 10H Th``, ``h10``, ``10♥``,
``♥10``, Unicode playing cards, ``[7h, 8h]``, ``7h8h9h``, grouped by suit (``A23c 456d``,
``7-8-9 hearts``, ``♠ A K Q``), by rank (``4cds``, ``444cds``), as runs from
card to card (``4h-7h``, ``6-9 of hearts``), in words (``queen of hearts``),
and as dotted suits (``T.789.456.A23``: spades, hearts, diamonds, clubs, as in
bridge; a group may be empty).

Which rank goes with which suit, in this order:

1. What is written together belongs together. A chunk that begins with a rank and ends with
   a suit is rank first (``7h8h``, ``A23c``, ``4cds``); one that begins with a suit and ends
   with a rank is suit first (``h10``, ``c4d5``).
2. Lone ranks and lone suits that follow each other are read in the same way
   (``7 8 9 hearts``, ``4 c d s``, ``♠ A K Q``).
3. Lone ranks left over join the chunk they lead to (``7 8 9h``) or come from (``♠A K Q``).

Anything else is an error that names the token and its place.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby

from analyzer.errors import InputError
from analyzer.game.cards import JOKERS, Card, CardSet, Suit
from analyzer.notation._source import Source, shortened
from analyzer.notation._tokens import Token, TokenKind, tokenize


@dataclass(frozen=True, slots=True)
class ReadCard:
    """A card and where it stands in the text it was read from."""

    card: Card
    span: tuple[int, int]
    """Character offsets, start and end."""


def read_cards(text: str) -> tuple[ReadCard, ...]:
    """Read cards in any of the forms above, in the order in which they stand.

    Raises InputError for anything that is no card and for a card that appears twice.

    >>> [str(read.card) for read in read_cards("7-8-9 hearts, 4cds")]
    ['7h', '8h', '9h', '4c', '4d', '4s']
    >>> read_cards("7h 11h")
    Traceback (most recent call last):
    ...
    analyzer.errors.InputError: line 1, column 4: `11h` is not a card; did you mean Jh?
    """
    source = Source(text)
    return read_part(source, 0, len(text))


def read_card_set(text: str) -> CardSet:
    """Read cards as `read_cards` does, as a set.

    >>> read_card_set("T..45.A23")
    CardSet.of('Ac 2c 3c 4d 5d Ts')
    """
    return CardSet.from_cards(read.card for read in read_cards(text))


_JOKER = re.compile(r"(?<!\w)(?:x([12])|joker\s*([12]?)|jk\b|★|🃏)(?!\w)", re.IGNORECASE)


def read_pack(text: str) -> CardSet:
    """Read cards and jokers in any usual form; a joker is `X1`, `X2` or `joker`.

    >>> str(read_pack("789h, joker, Kd"))
    'X1 Kd 7h 8h 9h'
    """
    return CardSet.from_cards(read_pack_in_order(text))


def read_pack_in_order(text: str) -> tuple[Card, ...]:
    """Read the same in the order in which they stand."""
    jokers: dict[Card, int] = {}
    for match in _JOKER.finditer(text):
        number = match[1] or match[2]
        free = [joker for joker in JOKERS if joker not in jokers]
        joker = JOKERS[int(number) - 1] if number else next(iter(free), JOKERS[0])
        if joker in jokers:
            raise InputError(
                f"{joker} appears twice", where="cards", hint="there are at most two jokers"
            )
        jokers[joker] = match.start()
    rest = _JOKER.sub(lambda match: " " * len(match[0]), text)
    cards = {read.card: read.span[0] for read in read_cards(rest)} if rest.strip(" ,;") else {}
    places = jokers | cards
    return tuple(sorted(places, key=places.__getitem__))


def format_cards(cards: Iterable[Card]) -> str:
    """The canonical text of cards, in the order given: ``7h 8h Tc``."""
    return " ".join(map(str, cards))


def read_part(source: Source, start: int, end: int) -> tuple[ReadCard, ...]:
    """Read the cards between two offsets of a text; spans count from its beginning."""
    reads: list[ReadCard] = []
    at = start
    for line in source.text[start:end].splitlines(keepends=True):
        reads += _read_line(source, at, at + len(line))
        at += len(line)
    _refuse_twice(source, reads)
    return tuple(reads)


_CARD_WORD = re.compile(r"[2-9TJQKA][cdhs]")
_PLAIN = re.compile(rf"\s*(?:{_CARD_WORD.pattern}\s+)*{_CARD_WORD.pattern}\s*")
"""Cards as they are printed, of which nothing need be found out."""
BETWEEN_DOTS = (Suit.SPADES, Suit.HEARTS, Suit.DIAMONDS, Suit.CLUBS)
"""The suits of a hand with dots between them, in the order of bridge."""
_DOTTED = re.compile(r"[atjqk0-9]*(?:\.[atjqk0-9]*){3}", re.IGNORECASE)


def _read_line(source: Source, start: int, end: int) -> list[ReadCard]:
    if _PLAIN.fullmatch(source.text, start, end):
        words = _CARD_WORD.finditer(source.text, start, end)
        return [ReadCard(Card.of(word[0]), word.span()) for word in words]
    line = source.text[start:end].strip(" \t\r\n[](){}'\"`,;")
    if len(line) > 3 and _DOTTED.fullmatch(line):
        return _read_dotted(source, start + source.text[start:end].index(line), line)
    return Pairing(source, tokenize(source, start, end)).run()


def _read_dotted(source: Source, start: int, line: str) -> list[ReadCard]:
    reads = []
    for suit, group in zip(BETWEEN_DOTS, line.split("."), strict=True):
        reads += [
            ReadCard(Card.make(token.value, suit), (token.start, token.end))
            for token in tokenize(source, start, start + len(group))
        ]
        start += len(group) + 1
    return reads


def _refuse_twice(source: Source, reads: Sequence[ReadCard]) -> None:
    first: dict[Card, ReadCard] = {}
    for read in reads:
        if read.card in first:
            places = [source.place(each.span[0]) for each in (first[read.card], read)]
            raise InputError(
                f"{read.card} appears twice",
                where=" and ".join(places),
                hint="every card exists once",
                span=read.span,
            )
        first[read.card] = read


class Pairing:
    """Gives each rank of one line its suit, by the order of the module's head."""

    def __init__(self, source: Source, tokens: list[Token]) -> None:
        self.source = source
        self.tokens = list(_runs_spelled_out(source.text, tokens))

    def run(self) -> list[ReadCard]:
        """The cards; raises InputError where a rank or a suit is left over."""
        pieces = list(self._pieces())
        if not all(_closed(piece) for piece in pieces):
            pieces = self._joined(pieces)
        return [read for piece in pieces for read in self._cards(piece)]

    def _pieces(self) -> Iterable[list[Token]]:
        """Chunks that are whole by themselves, and runs of lone ranks and lone suits."""
        run: list[Token] = []
        for _, group in groupby(self.tokens, key=lambda token: token.chunk):
            chunk = list(group)
            if len({token.kind for token in chunk}) == 1 and chunk[0].kind is not TokenKind.CARD:
                run += chunk
                continue
            if run:
                yield run
                run = []
            yield chunk
        if run:
            yield run

    def _joined(self, pieces: list[list[Token]]) -> list[list[Token]]:
        """Let ranks that have no suit join the piece behind them or the one before."""
        joined: list[list[Token]] = []
        for index, piece in enumerate(pieces):
            behind = pieces[index + 1] if index + 1 < len(pieces) else []
            before = joined[-1] if joined else []
            lone = not _closed(piece) and piece[0].kind is TokenKind.RANK
            if lone and _suit_first(before) and _rank_first(behind):
                raise self._unclear(piece)
            if (lone and _suit_first(before)) or (_wants_suit(before) and _rank_first(piece)):
                joined[-1] = before + piece
            else:
                joined.append(piece)
        return joined

    def _cards(self, piece: list[Token]) -> Iterable[ReadCard]:
        if piece[0].kind is TokenKind.CARD:
            return [ReadCard(Card(token.value), (token.start, token.end)) for token in piece]
        groups = [list(group) for _, group in groupby(piece, key=lambda token: token.kind)]
        if len(groups) % 2:
            raise self._lonely(groups[0] if piece[0].kind is TokenKind.SUIT else groups[-1])
        reads: list[ReadCard] = []
        for first, second in zip(groups[::2], groups[1::2], strict=True):
            reads += self._group(first, second)
        return reads

    def _group(self, first: list[Token], second: list[Token]) -> list[ReadCard]:
        """Ranks and their one suit, or suits and their one rank."""
        if first[0].kind is TokenKind.SUIT and len(first) > 1:
            raise self._lonely(first)
        if len(first) > 1 and len(second) > 1:
            if len({rank.value for rank in first}) > 1 or len(first) != len(second):
                raise self._unclear(first + second)
            return [_card(rank, suit, True) for rank, suit in zip(first, second, strict=True)]
        ranks, suits = (second, first) if first[0].kind is TokenKind.SUIT else (first, second)
        return [_card(rank, suit, len(suits) > 1) for rank in ranks for suit in suits]

    def _unclear(self, tokens: list[Token]) -> InputError:
        return self._error(
            tokens,
            "it is not clear which rank goes with which suit",
            "write each card with its suit, such as 4c 5d",
        )

    def _lonely(self, tokens: list[Token]) -> InputError:
        missing = "suit" if tokens[0].kind is TokenKind.RANK else "rank"
        written = self.source.text[tokens[0].start : tokens[-1].end]
        return self._error(
            tokens,
            f"`{shortened(written)}` has no {missing}",
            "write rank and suit, such as 7h or Tc",
        )

    def _error(self, tokens: list[Token], message: str, hint: str) -> InputError:
        return self.source.error(tokens[0].start, tokens[-1].end, message, hint)


_REACHES = re.compile(r"\s*(?:[-–—−]|\.\.\.?|…)\s*")
_DASH = re.compile(r"[-–—−]|\.\.|…")
_LISTED = re.compile(rf"(?:{_DASH.pattern})\s*$"), re.compile(rf"\s*(?:{_DASH.pattern})")
_OF = re.compile(r"\s*(?:(?:of|in) (?:the )?)?\s*", re.IGNORECASE)


def _runs_spelled_out(text: str, tokens: list[Token]) -> Iterable[Token]:
    """The tokens with all cards of a run between the two that are its ends.

    A run is two cards of one suit, or two ranks and their suit, with a dash between them and
    none beside them: `2-3-4` is a list.
    """
    at = 0
    if not (tokens and _DASH.search(text, tokens[0].start, tokens[-1].end)):
        yield from tokens
        return
    while at < len(tokens):
        run, used = _run_at(text, tokens, at)
        yield from run or tokens[at : at + 1]
        at += used if run else 1


def _run_at(text: str, tokens: list[Token], at: int) -> tuple[list[Token], int]:
    """The cards of the run that begins at a token, and its number of tokens; none without one."""
    for ranks, suits, cut in _SHAPES:
        used = len(ranks) + len(suits)
        part = tokens[at : at + used]
        if len(part) < used or any(part[i].kind is not TokenKind.RANK for i in ranks):
            continue
        if any(part[i].kind is not TokenKind.SUIT for i in suits):
            continue
        low, high = (part[i].value for i in ranks)
        suit, start, end = part[suits[0]], part[0].start, part[used - 1].end
        apart = _REACHES.fullmatch(text, part[cut - 1].end, part[cut].start)
        of_suit = len(suits) == 2 or (
            _OF.fullmatch(text, part[1].end, suit.start)
            if suits[0]
            else _is_head(text, tokens, at) and not text[suit.end : part[1].start].strip()
        )
        one_suit = len({part[i].value for i in suits}) == 1
        listed = _LISTED[0].search(text, max(0, start - 4), start) or _LISTED[1].match(text, end)
        if apart and of_suit and one_suit and not listed and low + 1 < high:
            cards = [Card.make(rank, suit.value) for rank in range(low, high + 1)]
            return [Token(TokenKind.CARD, c, start, end, -start - 1, 0) for c in cards], used
    return [], 0


def _is_head(text: str, tokens: list[Token], at: int) -> bool:
    """True if a suit is no suit of the ranks before it, and the two behind it have no other."""
    before = tokens[at - 1] if at else None
    own = before is not None and before.kind is TokenKind.RANK and before.end == tokens[at].start
    last, *behind = tokens[at + 2 : at + 5]
    if own or not behind or behind[0].kind is not TokenKind.SUIT:
        return not own
    heads_next = len(behind) > 1 and behind[0].end == behind[1].start and last.end < behind[0].start
    return heads_next or bool(text[last.end : behind[0].start].strip())


_SHAPES = (
    ((0, 2), (1, 3), 2), ((1, 3), (0, 2), 2), ((0, 1), (2,), 1), ((1, 2), (0,), 2),
)  # fmt: skip
"""Places of the ranks and the suits of a run, and of its second end.

These are `4h-7h`, `♥4-♥7`, `4-7h`, `♥ 4-7`.
"""


def _rank_first(piece: list[Token]) -> bool:
    return bool(piece) and piece[0].kind is TokenKind.RANK and piece[-1].kind is TokenKind.SUIT


def _suit_first(piece: list[Token]) -> bool:
    return bool(piece) and piece[0].kind is TokenKind.SUIT and piece[-1].kind is TokenKind.RANK


def _closed(piece: list[Token]) -> bool:
    return piece[0].kind is TokenKind.CARD or _rank_first(piece) or _suit_first(piece)


def _wants_suit(piece: list[Token]) -> bool:
    return bool(piece) and not _closed(piece) and piece[-1].kind is TokenKind.RANK


def _card(rank: Token, suit: Token, by_rank: bool) -> ReadCard:
    first, last = sorted((rank, suit), key=lambda token: token.start)
    alone = suit if by_rank else rank
    span = (first.start, last.end) if first.end == last.start else (alone.start, alone.end)
    return ReadCard(Card.make(rank.value, suit.value), span)
