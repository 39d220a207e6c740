"""Melds as they lie, a hand split into them, and the answer to a knock: in every game.

A *meld* is a set of cards: three or four of a rank, or a run of three or more in a suit; a joker
in it stands for one card. An *arrangement* is a hand split into melds and deadwood.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import chain
from typing import Any, Final

from analyzer.errors import InputError
from analyzer.game.cards import JOKERS, Card, CardSet
from analyzer.game.rules import Rules


class Meld(CardSet):
    """The cards of a meld; a joker among them stands for the card that it names.

    >>> meld = Meld.of("7h X1=8h 9h")
    >>> str(meld), str(meld.stands), str(meld.filled)
    ('7h X1=8h 9h', '8h', '7h 8h 9h')
    """

    __slots__ = ("stands",)

    stands: Card | None
    """The card that the joker stands for; None where there is none."""

    def __init__(self, cards: CardSet | int = 0, stands: Card | None = None) -> None:
        super().__init__(cards.mask if isinstance(cards, CardSet) else cards)
        _put_stands(self, stands)

    @classmethod
    def of(cls, text: str) -> Meld:
        """Read a meld as `str` prints it; raises InputError for anything else."""
        cards, stands = [], None
        for token in text.split():
            name, equals, meant = token.partition("=")
            cards.append(pack_card(name))
            if cards[-1].is_joker != bool(equals) or (equals and stands is not None):
                raise InputError(
                    f"`{token}` does not say what a joker stands for",
                    where="meld",
                    hint="write one joker as X1=8h, and other cards as 8h",
                )
            stands = pack_card(meant) if equals else stands
        return cls(_each_once(cards).mask, stands)

    @property
    def joker(self) -> Card | None:
        """The joker in it."""
        return next((card for card in JOKERS if card in self), None)

    @property
    def filled(self) -> CardSet:
        """The cards with the one that a joker stands for in its place."""
        if self.stands is None or self.joker is None:
            return self
        return self.remove(self.joker).add(self.stands)

    def add(self, card: Card, stands: Card | None = None) -> Meld:
        """The meld with a card more; a joker stands for another one."""
        return Meld(self.mask | card.mask, stands if card.is_joker else self.stands)

    def __eq__(self, other: object) -> bool:
        return super().__eq__(other) and self.stands == getattr(other, "stands", None)

    __hash__ = CardSet.__hash__

    def __str__(self) -> str:
        if self.stands is None:
            return " ".join(map(str, cards_in_order(self)))
        shown = (
            f"{self.joker}={card}" if card == self.stands else str(card)
            for card in cards_in_order(self.filled)
        )
        return " ".join(shown)

    def __repr__(self) -> str:
        return f"Meld.of({str(self)!r})"

    def __reduce__(self) -> tuple[type[Meld], tuple[Any, ...]]:
        return Meld, (self.mask, self.stands)


_put_stands: Final = Meld.__dict__["stands"].__set__
"""Sets the slot that `__setattr__` refuses, as in :mod:`analyzer.game.cards`."""

_JOKER_NAMES: Final = {str(joker).lower(): joker for joker in JOKERS}


def pack_card(text: str) -> Card:
    """Read one card in the canonical form: as `Card.of` does, or X1 or X2 for a joker."""
    joker = _JOKER_NAMES.get(text.lower())
    return Card.of(text[:1].upper() + text[1:].lower()) if joker is None else joker


def pack_cards(text: str) -> CardSet:
    """Read a hand in the canonical form, each card once, jokers too.

    >>> str(pack_cards("X1 7h 8h"))
    'X1 7h 8h'
    """
    return _each_once([pack_card(token) for token in text.replace(",", " ").split()])


def _each_once(cards: list[Card]) -> CardSet:
    if len(set(cards)) != len(cards):
        raise InputError("a card appears twice", hint="every card exists once")
    return CardSet.from_cards(cards)


def cards_in_order(meld: CardSet) -> tuple[Card, ...]:
    """The cards of a meld as they are laid down: a run round the corner begins at its low end.

    >>> [str(card) for card in cards_in_order(CardSet.of("Ac 2c Kc"))]
    ['Kc', 'Ac', '2c']
    """
    cards = tuple(meld)
    if len(cards) < 3 or cards[0].suit != cards[1].suit or len(cards) == 13:
        return cards
    gaps = (i for i in range(1, len(cards)) if cards[i] - cards[i - 1] > 1)
    start = next(gaps, 0)
    return cards[start:] + cards[:start]


@dataclass(frozen=True, slots=True)
class Arrangement:
    """A hand split into melds and deadwood."""

    melds: tuple[Meld, ...]
    """Disjoint melds, in canonical order."""
    deadwood: CardSet
    """The cards in no meld."""
    points: int
    """Points of the deadwood."""

    @classmethod
    def of(cls, melds: Iterable[CardSet], deadwood: CardSet, rules: Rules) -> Arrangement:
        """The arrangement of these melds, put in order, and the cards that are left."""
        named = (meld if isinstance(meld, Meld) else Meld(meld) for meld in melds)
        return cls(in_order(named), deadwood, rules.points(deadwood))

    @property
    def cards(self) -> CardSet:
        """All cards of the hand."""
        return CardSet.from_cards(chain(self.deadwood, *self.melds))

    def __str__(self) -> str:
        drawn = " / ".join(map(str, self.melds))
        return f"{drawn} | {self.deadwood}".strip() if self.deadwood else drawn


def in_order(melds: Iterable[Meld]) -> tuple[Meld, ...]:
    """Melds in canonical order: by their first cards, a joker as the card that it stands for."""
    return tuple(sorted(melds, key=lambda meld: tuple(meld.filled)))


@dataclass(frozen=True, slots=True)
class Defense:
    """A defender's answer to a knock: own melds, lay-offs, and what is left."""

    melds: tuple[Meld, ...]
    """The defender's own melds."""
    laid_off: tuple[tuple[Card, Meld], ...]
    """Cards laid off, in an order that can be played, each with the knocker's meld as it lies
    by then."""
    deadwood: CardSet
    """The cards the defender is left with."""
    points: int
    """Points of these cards."""
    table: tuple[Meld, ...] = ()
    """The knocker's melds afterwards, where another defender may lay off on them too."""

    @property
    def layout(self) -> Arrangement:
        """Own melds and what is left."""
        return Arrangement(self.melds, self.deadwood, self.points)
