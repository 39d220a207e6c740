"""What a player is not to learn of a hand in play, in whatever form a document may have it.

A hand has a *twin*: the same in everything that the player has seen, but with other cards where
they cannot look, and of another seed. What differs between the two tells something; besides, each
document is searched for the hidden cards themselves.
"""

from __future__ import annotations

import base64
import html
import re
import zlib
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, fields, replace
from functools import cache, lru_cache
from itertools import takewhile
from random import Random
from typing import Any, Final
from urllib.parse import unquote

import pytest

from analyzer.engine.bots.tables import dealt
from analyzer.errors import InputError
from analyzer.game.cards import JOKERS, Card, CardSet
from analyzer.game.position import Position, deal
from analyzer.game.rules import Rules
from analyzer.game.view import seen_by
from analyzer.notation import decode, format_view
from analyzer.notation.records import decode_record, format_record
from analyzer.practice import play
from analyzer.practice.games import GameStage
from analyzer.practice.play import BOT, PLAYER, Game
from analyzer.practice.seat import Seat

FEWEST: Final = 6
"""Hidden cards in a hand that is searched for: a few together may stand anywhere by chance."""
IN_ORDER: Final = 4
"""Cards of the stock one after another that give its order away."""
BETWEEN: Final = 2
"""Other cards that may stand among those of a hand."""


@dataclass(frozen=True, slots=True)
class Truth:
    """What is hidden from the player."""

    seeds: tuple[int, ...]
    hands: tuple[CardSet, ...]
    """Of each other player, the cards that nobody has seen."""
    whole: tuple[CardSet, ...]
    stock: tuple[Card, ...]
    game: Game
    stock_dealt: tuple[Card, ...]
    """As it was before the first move."""

    @classmethod
    def of(cls, game: Game) -> Truth:
        """What is hidden in the hand that is played now."""
        here = game.position
        others = [seat for seat in range(len(here.hands)) if seat not in shown_in(game)]
        return cls(
            (game.seed, here.seed),
            tuple(here.hands[seat] - here.known[seat] for seat in others),
            tuple(here.hands[seat] for seat in others),
            here.stock,
            game,
            _opening(game).stock,
        )

    def dealt_by(self, number: int) -> bool:
        """True if a number deals these cards, wherever a seed is taken."""
        first = self.stock_dealt[:IN_ORDER]
        return any(deal.stock[:IN_ORDER] == first for deal in _deals_of(self.game, number))

    def dealt_alike(self, other: Game) -> bool:
        """True if another game has the same opening, or the hidden cards of this one."""
        here, cards = other.position, self.hands[0]
        return here.stock[:IN_ORDER] == self.stock[:IN_ORDER] or here.hands[BOT] >= cards


def _opening(game: Game) -> Position:
    """The last hand as it was dealt."""
    return replace(game, hands=(*game.hands[:-1], ())).position


def _deals_of(game: Game, number: int) -> Iterator[Position]:
    with suppress(InputError):  # where the hands before cannot have been played so
        yield _opening(replace(game, seed=number))
    yield from _tables_of(game.rules if game.for_two else game.table_rules, number, game.for_two)


@lru_cache(maxsize=16)
def _tables_of(rules: Rules, number: int, for_two: bool) -> tuple[Position, ...]:
    """What a number deals at a new table, wherever it is the seed."""
    if not for_two:
        return (deal(rules, number),)
    here = number % 2**62
    return deal(rules, number), dealt(rules, here, 0), dealt(rules, 1, here)


def shown_in(game: Game) -> set[int]:
    """Seats whose hands the player sees: their own, and of those who have laid down."""
    result = game.position.outcome
    if game.stage is not GameStage.DEFEND or result is None or result.knocker is None:
        return {PLAYER}
    earlier = takewhile(lambda pair: pair.defender != PLAYER, result.pairs)
    return {PLAYER, result.knocker, *(pair.defender for pair in earlier)}


# ---------------------------------------------------------------- the twin


_SWAPS: dict[int, tuple[int, int, dict[Card, Card]]] = {}
"""By a twin's seed: the game's, in which of its hands they differ, and the card instead."""


def swap_deals(patch: pytest.MonkeyPatch) -> None:
    """Deal the hands of twins; all others are dealt as ever."""
    patch.setattr(play, "_dealt", _swapped(play._dealt))
    dealer = play._dealer
    patch.setattr(play, "_dealer", lambda game: dealer(replace(game, seed=_first(game.seed))))


def _first(seed: int) -> int:
    return _SWAPS[seed][0] if seed in _SWAPS else seed


def _swapped(deal: Callable[[Game], Any]) -> Callable[[Game], Any]:
    def swapped(game: Game) -> Any:
        if game.seed not in _SWAPS:
            return deal(game)
        seed, number, cards = _SWAPS[game.seed]
        here = deal(replace(game, seed=seed))
        if len(game.hands) != number:
            return here
        hands = tuple(
            hand if seat == PLAYER else CardSet.from_cards(cards.get(card, card) for card in hand)
            for seat, hand in enumerate(here.hands)
        )
        stock = tuple(cards.get(card, card) for card in here.stock)
        return replace(here, hands=hands, stock=stock, seed=here.seed ^ 0x5A5A5A)

    return swapped


def twin_of(seat: Seat) -> Seat:
    """A seat that looks the same to the player, whose hidden cards are others."""
    game, seen = seat.game, _seen(seat.game)
    truth = Truth.of(game)
    hidden = [card for hand in truth.hands for card in hand] + list(truth.stock)
    for chance in map(Random, range(200)):
        other = chance.sample(hidden, len(hidden))
        seed = game.seed ^ (1 + len(_SWAPS) << 64) ^ chance.getrandbits(60)
        _SWAPS[seed] = game.seed, len(game.hands), dict(zip(hidden, other, strict=True))
        twin = replace(game, seed=seed)
        with suppress(InputError):
            if _seen(twin) == seen and Truth.of(twin).hands != truth.hands:
                return replace(seat, game=twin)
    raise AssertionError("this hand has no twin")


def _seen(game: Game) -> object:
    here = game.position
    result = here.outcome  # of a knock that is to be answered only the knock is seen
    knock = None if result is None else (result.knocker, result.knock)
    whole = seen_by(here, PLAYER)
    view = [getattr(whole, each.name) for each in fields(whole) if each.name != "outcome"]
    return view, knock, here.over, game.stage, game.lying, here.dealer, here.upcard


# ---------------------------------------------------------------- looking for it


_SUITS: Final = dict(zip("♣♧♦♢♥♡♠♤", "ccddhhss", strict=True))
_NAMES: Final = (
    "ace", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen",
    "king",
)  # fmt: skip
_WORDS: Final = "|".join(_NAMES)
_CARD: Final = re.compile(
    rf"(?<![a-z0-9])(?:(?P<rank>10|[2-9tjqka])[ _]?(?P<suit>[cdhs])"
    rf"|(?P<suit2>[cdhs])(?P<rank2>10|[2-9tjqka])|x(?P<joker>[12]))(?![a-z0-9])"
    rf"|(?P<name>{_WORDS}|10|[2-9]) of (?P<suit3>[cdhs])(?:lub|iamond|eart|pade)s"
)
"""In small letters, as the next: neither has to heed the case at every place of a text."""
_RUN_TOGETHER: Final = re.compile(r"(?:(?:10|[2-9tjqka])[cdhs]){4,}")
_TOKEN: Final = re.compile(r"[A-Za-z0-9_+/=-]{16,}|(?<=[.])[A-Za-z0-9_-]{16,}")
_SMALL: Final = re.compile(r"(?<![\d.])\d{1,2}(?![\d.])")
ONCE: Final = 512
"""Texts of which is kept what they name: each is held against every truth in turn."""


def cards_in(text: str) -> list[int]:
    """The cards that a text names, one after another."""
    text = text.lower()
    for sign, letter in _SUITS.items():
        text = text.replace(sign, letter)
    text = _RUN_TOGETHER.sub(lambda run: re.sub(r"([cdhs])", r"\1 ", run[0]), text)
    return [_card(match) for match in _CARD.finditer(text)]


def _card(match: re.Match[str]) -> int:
    if match["joker"]:
        return int(JOKERS[int(match["joker"]) - 1])
    word = match["rank"] or match["rank2"] or match["name"]
    suit = match["suit"] or match["suit2"] or match["suit3"]
    letter = "a23456789tjqk"[_NAMES.index(word)] if word in _NAMES else word.replace("10", "t")
    return int(Card.of(letter.upper() + suit))


def leak_in(text: str, truth: Truth, known: set[str], depth: int = 2) -> str | None:
    """What a text tells of the truth, in whatever form; None where that is nothing.

    Tokens that are `known` were looked into already; those of the text join them.
    """
    for reading in _readings(text):
        if found := _seed_in(reading, truth) or _cards_told(reading, truth):
            return found
    if depth:
        tokens = set(_TOKEN.findall(text)) - known
        known |= tokens
        for token in tokens:
            for inside in _opened(token):
                if found := leak_in(inside, truth, known, depth - 1):
                    return f"{found}, in {token[:60]}"
    return None


@lru_cache(maxsize=ONCE)
def _readings(text: str) -> set[str]:
    plain = html.unescape(unquote(text))
    return {text, plain, re.sub(r"<[^>]+>", " ", plain)}


def _seed_in(text: str, truth: Truth) -> str | None:
    lower = text.lower()
    for number in (*truth.seeds, *(hand.mask for hand in (*truth.hands, *truth.whole) if hand)):
        for form in (str(number), f"{number:x}"):
            if len(form) > 8 and form in lower:
                return f"the number {form}"
    return None


@lru_cache(maxsize=ONCE)
def _named_in(text: str) -> tuple[bytes, bytes]:
    """The cards and the small numbers of a text, each as one byte."""
    return bytes(cards_in(text)), bytes(int(number) for number in _SMALL.findall(text))


_SERIES: Final[dict[str, tuple[int, Callable[[Card], int]]]] = {
    "cards": (0, int),
    "numbers": (1, int),
    "numbers by suit": (1, lambda card: 13 * (card // 16) + card % 16),
    "numbers by suit from 1": (1, lambda card: 13 * (card // 16) + card % 16 + 1),
    "numbers by rank": (1, lambda card: 4 * (card % 16) + card // 16),
    "numbers by rank from 1": (1, lambda card: 4 * (card % 16) + card // 16 + 1),
}
"""The ways to write cards: among the cards of a text or its small numbers, and as which."""


@cache
def _wanted(
    hands: tuple[CardSet, ...], stock: tuple[Card, ...]
) -> list[tuple[str, int, list[tuple[CardSet, set[int]]], list[bytes]]]:
    """Of each way to write cards those of the hands that are long enough, and the stock's order."""
    long = [hand for hand in hands if len(hand) >= FEWEST]
    return [
        (
            name,
            which,
            [(hand, {number_of(card) for card in hand}) for hand in long],
            [bytes(map(number_of, way)) for way in (stock, stock[::-1]) if len(way) == IN_ORDER],
        )
        for name, (which, number_of) in _SERIES.items()
    ]


def _cards_told(text: str, truth: Truth) -> str | None:
    named = _named_in(text)
    for name, which, hands, orders in _wanted(truth.hands, truth.stock[:IN_ORDER]):
        told = named[which]
        for hand, wanted in hands:
            if len(told) >= len(wanted) and _together(told, wanted):
                return f"{hand} in {name}"
        if any(order in told for order in orders):
            return f"the stock in {name}"
    return None


def _together(told: bytes, wanted: set[int]) -> bool:
    """True if some stretch, little longer than the wanted, has all of them."""
    size = len(wanted) + BETWEEN
    if not wanted <= set(told):
        return False
    inside: Counter[int] = Counter()
    have = 0
    for at, number in enumerate(told):
        if number in wanted:
            inside[number] += 1
            have += inside[number] == 1
        if at >= size and (gone := told[at - size]) in wanted:
            inside[gone] -= 1
            have -= inside[gone] == 0
        if have == len(wanted):
            return True
    return False


@lru_cache(maxsize=ONCE)
def _opened(token: str) -> tuple[str, ...]:
    """What a token may stand for: an id of ours, base64, packed or not."""
    return tuple(_insides(token))


def _insides(token: str) -> Iterator[str]:
    for read in (
        lambda: format_view(decode(token)),
        lambda: format_record(decode_record(token)),
    ):
        with suppress(InputError):
            yield read()
    with suppress(ValueError):
        raw = base64.b64decode(token + "=" * (-len(token) % 4), altchars=b"-_", validate=False)
        yield raw.hex()
        yield raw[::-1].hex()
        yield " ".join(map(str, raw))
        yield raw.decode("latin-1")
        with suppress(zlib.error):
            yield zlib.decompressobj().decompress(raw, 100_000).decode("latin-1")
