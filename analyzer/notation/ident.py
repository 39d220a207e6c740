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
from dataclasses import dataclass
from functools import lru_cache
from typing import TypeVar

from analyzer.errors import InputError
from analyzer.game.cards import DECK, NO_CARDS, Card, CardSet
from analyzer.game.rules import FirstUpcard, Rules, parse_rules
from analyzer.game.view import Event, Question, Side, Turn, View
from analyzer.notation._complete import complete, followed
from analyzer.notation.facts import Facts, Said, SaidCards
from analyzer.notation.referee import SaidTurn
from analyzer.notation.view import rules_text

VERSION = 1
"""The form written here; another one is refused."""
LONGEST_ID = 4_000
"""Most characters of an id that is read."""

# The order is part of version 1: add at the end, never move.
_PRESETS = (
    "standard", "classic", "modern-50", "strict-nine", "hoyle-20", "palace", "eaai",
    "openspiel", "straight", "oklahoma", "tournament", "tedesco", "hollywood",
)  # fmt: skip
_NAMED = 31
"""Stands for rules written out as text."""
_QUESTIONS = (Question.UPCARD, Question.DRAW, Question.DISCARD, Question.LAST)
_TURNS = (Turn.PASS, Turn.TAKE, Turn.DRAW)
_SIDES = (None, Side.ME, Side.OPPONENT)
_CARDS = tuple(DECK)

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class _Common:
    """What is stored of every view."""

    rules: Rules
    score: tuple[int, int] | None
    dealer: Side | None
    hand: CardSet
    upcard: Card | None
    history: tuple[Event, ...] | None

    def facts(self) -> Facts:
        """As said in a text with nothing beside the history."""
        return Facts(
            hand=SaidCards(tuple(self.hand)),
            rules=Said(self.rules),
            score=Said(self.score),
            dealer=Said(self.dealer),
            upcard=Said(self.upcard),
            opening=Said(self.upcard) if self.upcard is not None else None,
            turns=[SaidTurn.of(event) for event in self.history or ()],
        )


@lru_cache(maxsize=256)
def encode(view: View) -> str:
    """The id of a view; `decode` gives the same view back.

    >>> from analyzer.notation.view import parse_view
    >>> encode(parse_view("7h 8h 9h 4c 4d 4s Kd Qd 2c Ac upcard 9c"))
    'AQBoAEBgcBAEgEg-EAAADg'
    """
    short = _follows(view)
    bits = _Writer()
    bits.flag(short)
    _put_rules(bits, view.rules)
    _put_common(bits, view)
    if not short:
        _put_fields(bits, view)
    body = bytes([VERSION]) + bits.bytes()
    return _text(body + bytes([crc8(body)]))


def decode(text: str) -> View:
    """The view of an id; raises InputError if it was cut, altered or made by another version.

    >>> decode("AQ")
    Traceback (most recent call last):
    ...
    analyzer.errors.InputError: this position id is cut or altered; copy the whole address again
    """
    body = _body(text.strip())
    if body[0] != VERSION:
        raise InputError(
            f"this position id is of version {body[0]}",
            hint=f"this program reads version {VERSION}",
        )
    bits = _Reader(body[1:])
    by_history = bits.flag()
    rules = _get_rules(bits)
    common = _get_common(bits, rules)
    view = _derived(common) if by_history else _get_fields(bits, common)
    bits.finish()
    return view


def crc8(body: bytes) -> int:
    """The check byte of some bytes.

    >>> hex(crc8(b"123456789"))
    '0xfb'
    """
    check = 0xFF
    for byte in body:
        check ^= byte
        for _ in range(8):
            check = (check << 1 ^ (0x107 if check & 0x80 else 0)) & 0x1FF
    return check


def _text(body: bytes) -> str:
    return base64.urlsafe_b64encode(body).rstrip(b"=").decode("ascii")


def _body(text: str) -> bytes:
    """The bytes of an id without their check; only the exact form that `_text` writes."""
    if len(text) > LONGEST_ID or not text.isascii():
        raise _spoilt()
    try:
        body = base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)
    except (binascii.Error, ValueError):
        raise _spoilt() from None
    if len(body) < 3 or _text(body) != text or crc8(body[:-1]) != body[-1]:
        raise _spoilt()
    return body[:-1]


def _spoilt() -> InputError:
    return InputError("this position id is cut or altered", hint="copy the whole address again")


# ---------------------------------------------------------------- what a view is made of


def _follows(view: View) -> bool:
    """Whether all else in a view follows from its history."""
    if view.history is None:
        return False
    common = _Common(view.rules, view.score, view.dealer, view.hand, view.upcard, view.history)
    try:
        return _derived(common) == view
    except InputError:
        return False


def _derived(common: _Common) -> View:
    """The view that follows from what is stored, its dealer and first upcard as they are told."""
    if common.history is not None and common.rules.first_upcard is not FirstUpcard.ELEVEN:
        view = _followed(common, common.history)
        if view and (view.dealer, view.upcard) == (common.dealer, common.upcard):
            return view
    return complete(common.facts())


def _followed(common: _Common, history: tuple[Event, ...]) -> View | None:
    try:
        return followed(common.rules, common.score, common.hand, common.upcard, history)
    except InputError:
        return None


def _put_rules(bits: _Writer, rules: Rules) -> None:
    text = rules_text(rules)
    if text in _PRESETS and parse_rules(text) == rules:
        bits.number(_PRESETS.index(text), 5)
        return
    bits.number(_NAMED, 5)
    raw = text.encode("utf-8")
    bits.any(len(raw))
    for byte in raw:
        bits.number(byte, 8)


def _get_rules(bits: _Reader) -> Rules:
    index = bits.number(5)
    if index < len(_PRESETS):
        return parse_rules(_PRESETS[index])
    if index != _NAMED:
        raise _spoilt()
    try:
        return parse_rules(bytes(bits.number(8) for _ in range(bits.any())).decode("utf-8"))
    except UnicodeDecodeError:
        raise _spoilt() from None


def _put_common(bits: _Writer, view: View) -> None:
    """Score, dealer, hand, first upcard, history: what is stored in either form."""
    bits.flag(view.score is not None)
    for points in view.score or ():
        bits.any(points * 2 if points >= 0 else -points * 2 - 1)
    bits.number(_SIDES.index(view.dealer), 2)
    bits.card_set(view.hand)
    bits.card(view.upcard)
    bits.flag(view.history is not None)
    if view.history is not None:
        bits.any(len(view.history))
        for event in view.history:
            bits.flag(event.who is Side.ME)
            bits.number(_TURNS.index(event.turn), 2)
            bits.card(event.card)
            bits.card(event.discarded)


def _get_common(bits: _Reader, rules: Rules) -> _Common:
    score = (_signed(bits.any()), _signed(bits.any())) if bits.flag() else None
    dealer = _pick(_SIDES, bits.number(2))
    hand, upcard = bits.card_set(), bits.card()
    history = tuple(_event(bits) for _ in range(bits.any())) if bits.flag() else None
    return _Common(rules, score, dealer, hand, upcard, history)


def _event(bits: _Reader) -> Event:
    who = Side.ME if bits.flag() else Side.OPPONENT
    return Event(who, _pick(_TURNS, bits.number(2)), bits.card(), bits.card())


def _signed(number: int) -> int:
    return -(number + 1) // 2 if number % 2 else number // 2


def _pick(values: tuple[T, ...], index: int) -> T:
    if index >= len(values):
        raise _spoilt()
    return values[index]


def _put_fields(bits: _Writer, view: View) -> None:
    """All that is not in the common part, each field by itself."""
    bits.any(len(view.pile))
    for card in view.pile:
        bits.number(_CARDS.index(card), 6)
    bits.number(_QUESTIONS.index(view.question), 2)
    bits.any(view.stock)
    for cards in (view.opponent, view.shown):
        bits.flag(bool(cards))
        if cards:
            bits.card_set(cards)
    bits.card(view.taken)
    bits.card(view.drawn)
    for count in (view.my_discards, view.their_discards, view.their_takes):
        bits.any(count)
    bits.flag(view.they_passed)


def _get_fields(bits: _Reader, common: _Common) -> View:
    pile = tuple(_pick(_CARDS, bits.number(6)) for _ in range(bits.any()))
    question = _QUESTIONS[bits.number(2)]
    stock = bits.any()
    opponent, shown = (bits.card_set() if bits.flag() else NO_CARDS for _ in range(2))
    taken, drawn = bits.card(), bits.card()
    mine, theirs, takes = bits.any(), bits.any(), bits.any()
    return View(
        rules=common.rules,
        hand=common.hand,
        pile=pile,
        stock=stock,
        question=question,
        opponent=opponent,
        shown=shown,
        taken=taken,
        drawn=drawn,
        upcard=common.upcard,
        dealer=common.dealer,
        score=common.score,
        my_discards=mine,
        their_discards=theirs,
        their_takes=takes,
        they_passed=bits.flag(),
        history=common.history,
    )


# ---------------------------------------------------------------- bits


class _Writer:
    """Numbers as a stream of bits, highest first."""

    def __init__(self) -> None:
        self.stream = 0
        self.length = 0

    def number(self, number: int, width: int) -> None:
        self.stream = self.stream << width | number
        self.length += width

    def flag(self, yes: bool) -> None:
        self.number(int(yes), 1)

    def any(self, number: int) -> None:
        """A number of any size, lowest four bits first; raises InputError if below zero."""
        if number < 0:
            raise InputError(f"{number} cannot be a count")
        while number > 15:
            self.number(16 | number & 15, 5)
            number >>= 4
        self.number(number, 5)

    def card(self, card: Card | None) -> None:
        self.flag(card is not None)
        if card is not None:
            self.number(_CARDS.index(card), 6)

    def card_set(self, cards: CardSet) -> None:
        for card in _CARDS:
            self.flag(card in cards)

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

    def flag(self) -> bool:
        return bool(self.number(1))

    def any(self) -> int:
        number = shift = 0
        while True:
            group = self.number(5)
            number |= (group & 15) << shift
            shift += 4
            if group < 16:
                return number

    def card(self) -> Card | None:
        return _pick(_CARDS, self.number(6)) if self.flag() else None

    def card_set(self) -> CardSet:
        return CardSet.from_cards(card for card in _CARDS if self.flag())

    def finish(self) -> None:
        """See that nothing but the zeros of the last byte is left."""
        if self.left > 7 or self.number(self.left):
            raise _spoilt()
