"""Cards and sets of cards: one number inside, a drawn hand outside.

A card is the index of a bit, ``suit * 16 + rank``, and a set of cards is the integer
with those bits set (the kernel's layout: four 16-bit lanes, one a suit, so that a shift
along the ranks never leaks into the next suit). Suits are in the order clubs, diamonds,
hearts, spades; ranks run from the ace to the king.

This file reads and writes the canonical form only (``7h``, ``Tc``, ``As``); the tolerant
reader for what people paste is in :mod:`analyzer.notation`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from enum import IntEnum
from operator import index
from typing import Any, Final, Self

from analyzer.errors import InputError


class Suit(IntEnum):
    """The four suits, in the order in which hands are printed."""

    CLUBS = 0
    DIAMONDS = 1
    HEARTS = 2
    SPADES = 3

    @property
    def letter(self) -> str:
        """The suit's letter: c, d, h or s."""
        return "cdhs"[self]

    @property
    def symbol(self) -> str:
        """The suit's symbol: ♣, ♦, ♥ or ♠."""
        return "♣♦♥♠"[self]

    @property
    def noun(self) -> str:
        """The suit's name in the plural, as in "seven of clubs"."""
        return ("clubs", "diamonds", "hearts", "spades")[self]


class Rank(IntEnum):
    """The thirteen ranks, from the ace (0) to the king (12)."""

    ACE = 0
    TWO = 1
    THREE = 2
    FOUR = 3
    FIVE = 4
    SIX = 5
    SEVEN = 6
    EIGHT = 7
    NINE = 8
    TEN = 9
    JACK = 10
    QUEEN = 11
    KING = 12

    @property
    def letter(self) -> str:
        """One character: A, 2 to 9, T, J, Q or K."""
        return "A23456789TJQK"[self]

    @property
    def label(self) -> str:
        """The index printed on a card: as `letter`, but 10 for the ten."""
        return "10" if self is Rank.TEN else self.letter

    @property
    def noun(self) -> str:
        """The rank's name, as in "seven of clubs"."""
        return self.name.lower()


_RANKS: Final = tuple(Rank)
_SUITS: Final = tuple(Suit)


class Card(int):
    """One card; an integer (the index of its bit) with a face.

    >>> Card.of("Th"), Card.of("Th").name, Card.of("Th").symbol
    (Card.of('Th'), 'ten of hearts', '10♥')
    """

    __slots__ = ()

    @classmethod
    def make(cls, rank: int, suit: int) -> Card:
        """The card of a rank (0 ace to 12 king) and a suit (0 clubs to 3 spades)."""
        return cls(suit * 16 + rank)

    @classmethod
    def of(cls, text: str) -> Card:
        """Read one card in the canonical form; raises InputError for anything else."""
        rank, suit = "A23456789TJQK".find(text[:1]), "cdhs".find(text[1:])
        if len(text) != 2 or rank < 0 or suit < 0:
            raise InputError(
                f"`{text}` is not a card", hint="write rank and suit, such as 7h or Tc"
            )
        return cls.make(rank, suit)

    @property
    def rank(self) -> Rank:
        """The card's rank."""
        return _RANKS[self % 16]

    @property
    def suit(self) -> Suit:
        """The card's suit."""
        return _SUITS[self // 16]

    @property
    def mask(self) -> int:
        """The set that holds just this card, as the kernel wants it."""
        return 1 << self

    @property
    def is_joker(self) -> bool:
        """True if it is one of the `JOKERS`, which have neither rank nor suit."""
        return self % 16 > Rank.KING

    @property
    def name(self) -> str:
        """In words, for labels and screen readers."""
        return _NAMES[self]

    @property
    def symbol(self) -> str:
        """As a card player writes it: 10♥."""
        return _SYMBOLS[self]

    def __bool__(self) -> bool:
        """True: the ace of clubs, whose number is 0, is a card like any other."""
        return True

    def __str__(self) -> str:
        return _FACES[self]

    def __repr__(self) -> str:
        return f"Card.of({str(self)!r})"


_FACES: Final = tuple(
    f"X{number // 16 + 1}" if card.is_joker else f"{card.rank.letter}{card.suit.letter}"
    for number, card in enumerate(map(Card, range(64)))
)
"""Each card as text, the jokers too."""
_NAMES: Final = tuple(
    "joker" if card.is_joker else f"{card.rank.noun} of {card.suit.noun}"
    for card in map(Card, range(64))
)
_SYMBOLS: Final = tuple(
    "★" if card.is_joker else f"{card.rank.label}{card.suit.symbol}"
    for card in map(Card, range(64))
)


class CardSet:
    """An immutable set of cards; prints in canonical order and reads back what it prints.

    >>> hand = CardSet.of("7h 8h 9h Kd")
    >>> len(hand), Card.of("8h") in hand, hand - CardSet.of("Kd")
    (4, True, CardSet.of('7h 8h 9h'))
    """

    __slots__ = ("mask",)

    mask: int

    def __init__(self, mask: int = 0) -> None:
        if type(mask) is not int:
            mask = _whole(mask)
        _put(self, mask)

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError("a CardSet is immutable; make another one")

    @classmethod
    def of(cls, text: str) -> Self:
        """Read cards in the canonical form, separated by spaces; bars are passed over.

        Raises InputError for a token that is no card and for a card given twice.
        """
        mask = 0
        for token in text.replace("|", " ").split():
            card = Card.of(token)
            if mask & card.mask:
                raise InputError(f"{token} appears twice", hint="every card exists once")
            mask |= card.mask
        return cls(mask)

    @classmethod
    def from_cards(cls, cards: Iterable[int]) -> Self:
        """The set of the given cards; a card given twice counts once."""
        mask = 0
        for card in cards:
            mask |= 1 << card
        return cls(mask)

    def __contains__(self, card: object) -> bool:
        return isinstance(card, int) and bool(self.mask >> card & 1)

    def __iter__(self) -> Iterator[Card]:
        mask = self.mask
        while mask:
            low = mask & -mask
            yield Card(low.bit_length() - 1)
            mask ^= low

    def __len__(self) -> int:
        return self.mask.bit_count()

    def __bool__(self) -> bool:
        return self.mask != 0

    def __eq__(self, other: object) -> bool:
        return isinstance(other, CardSet) and self.mask == other.mask

    def __hash__(self) -> int:
        return hash(self.mask)

    def __or__(self, other: CardSet) -> CardSet:
        return CardSet(self.mask | other.mask)

    def __and__(self, other: CardSet) -> CardSet:
        return CardSet(self.mask & other.mask)

    def __sub__(self, other: CardSet) -> CardSet:
        return CardSet(self.mask & ~other.mask)

    def __le__(self, other: CardSet) -> bool:
        return self.mask & ~other.mask == 0

    def add(self, card: Card) -> CardSet:
        """This set and one card more."""
        return CardSet(self.mask | card.mask)

    def remove(self, card: Card) -> CardSet:
        """This set without one card."""
        return CardSet(self.mask & ~card.mask)

    def by_rank(self) -> tuple[Card, ...]:
        """The cards ordered by rank, then suit."""
        return tuple(sorted(self, key=lambda card: (card.rank, card.suit)))

    def __str__(self) -> str:
        return " ".join(str(card) for card in self)

    def __repr__(self) -> str:
        return f"CardSet.of({str(self)!r})"

    def __reduce__(self) -> tuple[type[CardSet], tuple[Any, ...]]:
        return CardSet, (self.mask,)


_put: Final = CardSet.__dict__["mask"].__set__
"""Sets the slot that `__setattr__` refuses; quicker than by way of `object`."""


def _whole(mask: object) -> int:
    try:
        return index(mask)  # type: ignore[arg-type]
    except TypeError:
        kind = type(mask).__name__
        raise InputError(
            f"a CardSet is made from a mask, not from a value of type {kind}",
            hint='read cards with CardSet.of("7h 8h 9h")',
        ) from None


DECK = CardSet.from_cards(Card.make(rank, suit) for suit in Suit for rank in Rank)
"""All fifty-two cards."""

JOKERS = (Card(13), Card(29))
"""X1 and X2, beside the clubs and the diamonds; only games with jokers have them."""

NO_CARDS = CardSet()
"""The empty set."""


def counted_cards(number: int) -> str:
    """A number of cards, for a sentence.

    >>> counted_cards(1), counted_cards(3)
    ('1 card', '3 cards')
    """
    return f"{number} card{'' if number == 1 else 's'}"
