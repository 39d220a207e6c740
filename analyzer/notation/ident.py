"""A position id: a whole view in some sixty characters that may stand in an address.

Version 1. The bytes ``version, payload, check`` in base64url without padding; the check is
a CRC-8 (polynomial x^8 + x^2 + x + 1, begun with ones) of all before it, which finds every
change of a single character, since that touches at most six neighboring bits. The payload
is a stream of bits, highest first: unsigned numbers of fixed width, and numbers of any size
in groups of four bits, each behind a bit that says whether another group follows.

A view whose other fields all follow from its history is stored as the history; any other is
stored field by field. Both come back exactly as they were, except that rules which are
neither a preset nor made by overriding one get the name of the preset they differ from.
"""

from __future__ import annotations

import base64
import binascii
from collections.abc import Callable, Iterable
from contextlib import suppress
from functools import lru_cache
from itertools import compress
from operator import attrgetter
from typing import Any, Final, NamedTuple

from analyzer import notation
from analyzer.errors import InputError
from analyzer.game.cards import DECK, NO_CARDS, Card, CardSet
from analyzer.game.rules import ENTRIES, PRESETS, Rules, rules_for_two
from analyzer.game.table import Played
from analyzer.game.view import Question, Side, Turn, View
from analyzer.notation._complete import complete, followed
from analyzer.notation._packed import unpack
from analyzer.notation._referee import SaidTurn
from analyzer.notation._seats import VERSION as SEATS
from analyzer.notation._seats import encode_seat_view
from analyzer.notation.facts import Facts, Said, SaidCards
from analyzer.notation.ruletexts import rules_text

VERSION = 1
"""The form written here; another one is refused."""
LONGEST_ID = 4_000
"""Most characters of an id that is read."""

_PRESETS: Final = {
    entry.number: name for name, entry in ENTRIES.items() if entry.number is not None
}
_NAMED: Final = 31
"""Stands for rules written out as text."""


@lru_cache(maxsize=256)
def encode(view: View) -> str:
    """The id of a view; `decode` gives the same view back.

    >>> from analyzer.notation.view import parse_view
    >>> encode(parse_view("7h 8h 9h 4c 4d 4s Kd Qd 2c Ac upcard 9c"))
    'AQBoAEBgcBAEgEg-EAAADg'
    """
    if not view.rules.two_handed:
        return encode_seat_view(view)
    short = _follows(view)
    bits = _Writer()
    bits.number(short, 1)
    _put_rules(bits, view.rules)
    for name, code in (_COMMON if short else _WHOLE).items():
        code.put(bits, getattr(view, name))
    body = bytes([VERSION]) + bits.bytes()
    return base64.urlsafe_b64encode(body + bytes([_crc8(body)])).rstrip(b"=").decode("ascii")


def decode(text: str) -> View:
    """The view of an id; raises InputError if it was cut, altered or made by another version.

    >>> decode("AQ")
    Traceback (most recent call last):
    ...
    analyzer.errors.InputError: position id: this is cut or altered; copy the whole address again
    """
    if text.strip().startswith(f"{SEATS}."):
        return notation.parse_view(unpack(SEATS, text))
    body = _body(text.strip())
    if body[0] != VERSION:
        raise InputError(
            f"this is of version {body[0]}",
            where="position id",
            hint=f"this program reads version {VERSION}",
        )
    bits = _Reader(body[1:])
    by_history = bits.number(1)
    rules = _get_rules(bits)
    stored = _COMMON if by_history else _WHOLE
    parts: dict[str, Any] = {name: code.get(bits) for name, code in stored.items()}
    view = _derived(rules, **parts) if by_history else _whole(rules, **parts)
    bits.finish()
    return view


def _whole(rules: Rules, *, opponent: CardSet, shown: CardSet, **parts: Any) -> View:
    """The view of all that an id says."""
    return View(rules, known=(shown, opponent), **parts)


def _crc8(body: bytes) -> int:
    """The check byte of some bytes.

    >>> hex(_crc8(b"123456789"))
    '0xfb'
    """
    check = 0xFF
    for byte in body:
        check ^= byte
        for _ in range(8):
            check = (check << 1 ^ (0x107 if check & 0x80 else 0)) & 0x1FF
    return check


def _body(text: str) -> bytes:
    """The bytes of an id without their check; only the exact form that `encode` writes."""
    if len(text) > LONGEST_ID or not text.isascii():
        raise _spoilt()
    try:
        body = base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)
    except (binascii.Error, ValueError):
        raise _spoilt() from None
    if (
        len(body) < 3
        or base64.urlsafe_b64encode(body).rstrip(b"=") != text.encode()
        or _crc8(body[:-1]) != body[-1]
    ):
        raise _spoilt()
    return body[:-1]


def _spoilt() -> InputError:
    return InputError(
        "this is cut or altered", where="position id", hint="copy the whole address again"
    )


# ---------------------------------------------------------------- what a view is made of


def _follows(view: View) -> bool:
    """True if all else in a view follows from its history."""
    if view.history is None:
        return False
    try:
        common = {name: getattr(view, name) for name in _COMMON}
        return _derived(view.rules, **common) == view
    except InputError:
        return False


def _derived(
    rules: Rules,
    score: tuple[int, int] | None,
    dealer: Side | None,
    hand: CardSet,
    upcard: Card | None,
    history: tuple[Played, ...] | None,
) -> View:
    """The view that follows from what is stored, its dealer and first upcard as they are told."""
    if history is not None and not rules.deals_eleven:
        with suppress(InputError):
            view = followed(rules, score, hand, upcard, history)
            if (view.dealer, view.upcard) == (dealer, upcard):
                return view
    return complete(
        Facts(
            hand=SaidCards(tuple(hand)),
            rules=Said(rules),
            score=Said(score),
            dealer=Said(dealer),
            upcard=Said(upcard),
            opening=Said(upcard) if upcard is not None else None,
            turns=[SaidTurn.of(event) for event in history or ()],
        )
    )


def _put_rules(bits: _Writer, rules: Rules) -> None:
    text = rules_text(rules)
    number = ENTRIES[text].number if text in ENTRIES else None
    if number is not None and PRESETS[text] == rules:
        bits.number(number, 5)
        return
    bits.number(_NAMED, 5)
    raw = text.encode("utf-8")
    bits.any(len(raw))
    for byte in raw:
        bits.number(byte, 8)


def _get_rules(bits: _Reader) -> Rules:
    number = bits.number(5)
    if number in _PRESETS:
        return rules_for_two(_PRESETS[number])
    if number != _NAMED:
        raise _spoilt()
    try:
        return rules_for_two(bytes(bits.number(8) for _ in range(bits.any())).decode("utf-8"))
    except UnicodeDecodeError:
        raise _spoilt() from None


# ---------------------------------------------------------------- bits


class _Writer:
    """Numbers as a stream of bits, highest first."""

    def __init__(self) -> None:
        self.stream = 0
        self.length = 0

    def number(self, number: int, width: int) -> None:
        self.stream = self.stream << width | number
        self.length += width

    def any(self, number: int) -> None:
        """A number of any size, lowest four bits first; raises InputError if below zero."""
        if number < 0:
            raise InputError(f"{number} cannot be a count", hint="give 0 or more")
        while number > 15:
            self.number(16 | number & 15, 5)
            number >>= 4
        self.number(number, 5)

    def bytes(self) -> bytes:
        """All bits, with zeros up to a whole byte."""
        slack = -self.length % 8
        return (self.stream << slack).to_bytes((self.length + slack) // 8, "big")


class _Reader:
    """Reads what a `_Writer` wrote; raises InputError where the bits end too early."""

    def __init__(self, body: bytes) -> None:
        self.stream = int.from_bytes(body, "big")
        self.left = len(body) * 8

    def number(self, width: int) -> int:
        if width > self.left:
            raise _spoilt()
        self.left -= width
        return self.stream >> self.left & (1 << width) - 1

    def any(self) -> int:
        number = shift = 0
        while True:
            group = self.number(5)
            number |= (group & 15) << shift
            shift += 4
            if group < 16:
                return number

    def finish(self) -> None:
        """See that nothing but the zeros of the last byte is left."""
        if self.left > 7 or self.number(self.left):
            raise _spoilt()


# ---------------------------------------------------------------- codes


class _Code(NamedTuple):
    """The way one kind of value is written and read."""

    put: Callable[[_Writer, Any], None]
    get: Callable[[_Reader], Any]


def _one_of(*values: object) -> _Code:
    """One of a few values, by its place among them."""
    width = (len(values) - 1).bit_length()

    def get(bits: _Reader) -> object:
        index = bits.number(width)
        if index >= len(values):
            raise _spoilt()
        return values[index]

    return _Code(lambda bits, value: bits.number(values.index(value), width), get)


def _some(code: _Code, none: object = None) -> _Code:
    """A value, or none, behind a bit that says which."""

    def put(bits: _Writer, value: object) -> None:
        bits.number(value != none, 1)
        if value != none:
            code.put(bits, value)

    return _Code(put, lambda bits: code.get(bits) if bits.number(1) else none)


def _many(code: _Code) -> _Code:
    """Values of one kind behind their number."""

    def put(bits: _Writer, values: tuple[object, ...]) -> None:
        bits.any(len(values))
        for value in values:
            code.put(bits, value)

    return _Code(put, lambda bits: tuple(code.get(bits) for _ in range(bits.any())))


def _row(
    make: Callable[..., Any], split: Callable[[Any], Iterable[object]], *codes: _Code
) -> _Code:
    """A value that is made of others, and the others that it is split into."""

    def put(bits: _Writer, value: object) -> None:
        for code, part in zip(codes, split(value), strict=True):
            code.put(bits, part)

    return _Code(put, lambda bits: make(*[code.get(bits) for code in codes]))


_COUNT = _Code(_Writer.any, _Reader.any)
_FLAG = _one_of(False, True)
_CARD = _one_of(*DECK)
_CARDS = _row(
    lambda *held: CardSet.from_cards(compress(DECK, held)),
    lambda cards: (card in cards for card in DECK),
    *[_FLAG] * len(DECK),
)
_POINTS = _row(
    lambda number: -(number + 1) // 2 if number % 2 else number // 2,
    lambda points: (points * 2 if points >= 0 else -points * 2 - 1,),
    _COUNT,
)
_EVENT = _row(
    Played,
    attrgetter("player", "turn", "card", "discarded"),
    _one_of(Side.OPPONENT, Side.ME),
    _one_of(Turn.PASS, Turn.TAKE, Turn.DRAW),
    _some(_CARD),
    _some(_CARD),
)

_COMMON: Final = {
    "score": _some(_row(lambda *score: score, tuple, _POINTS, _POINTS)),
    "dealer": _one_of(None, Side.ME, Side.OPPONENT),
    "hand": _CARDS,
    "upcard": _some(_CARD),
    "history": _some(_many(_EVENT)),
}
"""The fields stored in either form, behind the rules."""

_WHOLE: Final = {
    **_COMMON,
    "pile": _many(_CARD),
    "question": _one_of(Question.UPCARD, Question.DRAW, Question.DISCARD, Question.LAST),
    "stock": _COUNT,
    "opponent": _some(_CARDS, NO_CARDS),
    "shown": _some(_CARDS, NO_CARDS),
    "taken": _some(_CARD),
    "drawn": _some(_CARD),
    "my_discards": _COUNT,
    "their_discards": _COUNT,
    "their_takes": _COUNT,
    "they_passed": _FLAG,
}
"""The fields stored where not all follows from the history."""
