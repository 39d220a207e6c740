"""One name for puzzles that differ only in the names of the suits.

The rules treat all suits alike, but for a spade as the upcard where that doubles the hand. So
each of the 24 ways (six there) to rename the suits gives the same puzzle, and the least of
their descriptions stands for all.
"""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Iterable, Sequence
from itertools import permutations
from typing import Any, Final

from analyzer.game.cards import Card, CardSet, Suit
from analyzer.game.view import Side, View
from analyzer.notation import rules_text

LENGTH: Final = 10
"""Characters of an id: 50 bits, so that two of 100,000 puzzles hardly ever share one."""

Permutation = tuple[int, ...]
"""A way to rename the suits: place i says what suit i becomes."""


def renamed(card: Card, way: Permutation) -> int:
    """A card's number once the suits are renamed.

    >>> Card(renamed(Card.of("7h"), (0, 1, 3, 2)))
    Card.of('7s')
    """
    return int(Card.make(card.rank, way[card.suit]))


def _before(word: str) -> str:
    """The word as it was when the first ids were made, so that a puzzle keeps its id."""
    return word.replace("discard", "throw")


def _set(cards: Iterable[Card], way: Permutation) -> tuple[int, ...]:
    return tuple(sorted(renamed(card, way) for card in cards))


def _one(card: Card | None, way: Permutation) -> int:
    return -1 if card is None else renamed(card, way)


def _described(view: View, way: Permutation) -> tuple[Any, ...]:
    """All that a view says, with the suits renamed; comparable with others."""
    history = tuple(
        (
            str(Side(event.player)),
            str(event.turn),
            _one(event.card, way),
            _one(event.discarded, way),
        )
        for event in view.history or ()
    )
    return (
        rules_text(view.rules), view.score or (-1, -1), str(view.dealer), _before(view.question),
        view.stock, _set(view.hand, way), tuple(renamed(card, way) for card in view.pile),
        _set(view.opponent, way), _set(view.shown, way), _one(view.taken, way),
        _one(view.drawn, way), _one(view.upcard, way), view.my_discards, view.their_discards,
        view.their_takes, view.they_passed, history,
    )  # fmt: skip


def identity(kind: str, views: Sequence[View], extra: Sequence[Sequence[CardSet]] = ()) -> str:
    """The id of a puzzle of a kind with these views, and with card sets that belong to it.

    >>> from analyzer.notation import parse_view
    >>> one = parse_view("hand: 7h 8h 9h 4c 4d 4s Kd Qd 2c Ac\\nupcard: 9c")
    >>> other = parse_view("hand: 7s 8s 9s 4c 4h 4d Kh Qh 2c Ac\\nupcard: 9c")
    >>> identity("upcard", [one]) == identity("upcard", [other])
    True
    >>> identity("upcard", [one]) == identity("draw", [one])
    False
    """
    doubles = any(view.rules.spade_doubles for view in views)
    least = min(
        (
            tuple(_described(view, way) for view in views),
            tuple(tuple(sorted(_set(cards, way) for cards in group)) for group in extra),
        )
        for way in permutations(range(4))
        if not doubles or way[Suit.SPADES] == Suit.SPADES
    )
    digest = hashlib.sha256(repr((_before(kind), least)).encode()).digest()
    return base64.b32encode(digest).decode().lower()[:LENGTH]
