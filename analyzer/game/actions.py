"""The questions and the actions of a decision; :mod:`analyzer.game.legal` says which are legal."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Final

from analyzer.errors import InputError
from analyzer.game.arrangement import Meld, pack_card, pack_cards
from analyzer.game.cards import NO_CARDS, Card, CardSet
from analyzer.game.words import Word


class Question(Word):
    """The decision of the player whose view it is."""

    UPCARD = "upcard"
    """Take the first upcard or pass."""
    DRAW = "draw"
    """Take the top of the pile or draw from the stock."""
    DISCARD = "discard"
    """Discard a card, or knock with it."""
    LAST = "last"
    """At the tournament wall: take the last discard to knock with it, or let the hand end."""


class Turn(StrEnum):
    """A player's answer to an offer, or a draw."""

    PASS = "pass"
    TAKE = "take"
    DRAW = "draw"


class Kind(Word):
    """The kinds of action."""

    TAKE = "take"
    """The top of the pile, or several cards from it in mahjong gin."""
    DRAW = "draw"
    PASS = "pass"
    """The first upcard, or in mahjong gin the pile once the stock is used up."""
    DISCARD = "discard"
    KNOCK = "knock"
    GIN = "gin"
    BIG_GIN = "big gin"
    MELD = "meld"
    """Lay a meld on the table in mahjong gin."""
    ADD = "add"
    """Add a card to a meld on the table in mahjong gin."""
    LAY_OFF = "lay off"
    """A defender's answer to a knock: these cards and no others."""


_ENDINGS: Final = frozenset({Kind.KNOCK, Kind.GIN, Kind.BIG_GIN})
_ALONE: Final = frozenset({Kind.DRAW, Kind.PASS, Kind.BIG_GIN})
"""Kinds that are said without a card."""
_NOTHING: Final = "nothing"
_LAY_OFF: Final = f"{Kind.LAY_OFF} "


@dataclass(frozen=True, slots=True)
class Action:
    """One thing to do in any game; prints as texts and documents name it, and `of` reads that back.

    >>> str(Action(Kind.KNOCK, Card.of("Kd"))), str(Action.of("big gin"))
    ('knock Kd', 'big gin')
    >>> str(Action(Kind.TAKE, count=3)), str(Action.of("add 9h to 6h 7h 8h"))
    ('take 3', 'add 9h to 6h 7h 8h')
    >>> str(Action.of("lay off 9h Td")), str(Action.of("lay off nothing"))
    ('lay off Td 9h', 'lay off nothing')
    """

    kind: Kind
    card: Card | None = None
    """The card discarded with a discard, knock or gin, or the one added to a meld."""
    melds: tuple[Meld, ...] = ()
    """The spread of a knock, gin or big gin, the meld laid down, or the one that is added to."""
    count: int = 1
    """Cards taken from the pile."""
    off: CardSet = NO_CARDS
    """Cards laid off in answer to a knock."""

    @classmethod
    def of(cls, text: str, melds: tuple[Meld, ...] = ()) -> Action:
        """Read an action as `str` prints it, or with its spread as `full` does.

        Raises InputError for anything else.

        >>> Action.of("discard Kd") == Action.of("throw Kd") == Action(Kind.DISCARD, Card.of("Kd"))
        True
        >>> Action.of("knock Kd: 7h 8h X1=9h / 4c 4d 4s").full
        'knock Kd: 7h 8h X1=9h / 4c 4d 4s'
        """
        name, _, spread = text.partition(": ")
        melds = tuple(map(Meld.of, spread.split("/"))) if spread else melds
        if name == Kind.BIG_GIN:
            return cls(Kind.BIG_GIN, None, melds)
        if name.startswith(_LAY_OFF):
            cards = name.removeprefix(_LAY_OFF)
            return cls(Kind.LAY_OFF, off=NO_CARDS if cards == _NOTHING else pack_cards(cards))
        word, _, rest = name.partition(" ")
        try:
            kind = Kind(word)
        except ValueError:
            raise _unread(text) from None
        if (spread and kind not in _ENDINGS) or (rest and kind in _ALONE):
            raise _unread(text)
        return cls(kind) if kind in _ALONE else cls._read(kind, rest, melds)

    @classmethod
    def _read(cls, kind: Kind, rest: str, melds: tuple[Meld, ...]) -> Action:
        if kind is Kind.TAKE:
            if rest and not rest.isdecimal():
                raise _unread(f"{kind} {rest}")
            return cls(kind, count=int(rest[:4]) if rest else 1)
        if kind is Kind.MELD:
            return cls(kind, melds=(Meld.of(rest),))
        if kind is Kind.ADD:
            card, _, meld = rest.partition(" to ")
            return cls(kind, pack_card(card), (Meld.of(meld),))
        return cls(kind, pack_card(rest), melds)

    @property
    def plain(self) -> Action:
        """The action without its spread: two ways to lay out one knock are the same move."""
        return replace(self, melds=()) if self.melds and self.ends_hand else self

    @property
    def full(self) -> str:
        """The action with its spread behind it, melds as they are laid down."""
        spread = self.melds and self.ends_hand
        return f"{self}: {' / '.join(map(str, self.melds))}" if spread else str(self)

    @property
    def ends_hand(self) -> bool:
        """True if the action lays the hand down."""
        return self.kind in _ENDINGS

    def __str__(self) -> str:
        if self.kind is Kind.TAKE and self.count > 1:
            return f"take {self.count}"
        if self.kind is Kind.MELD:
            return f"meld {self.melds[0]}"
        if self.kind is Kind.LAY_OFF:
            return f"{_LAY_OFF}{self.off or _NOTHING}"
        if self.kind is Kind.ADD:
            return f"add {self.card} to {self.melds[0]}"
        return f"{self.kind} {self.card}" if self.card is not None else str(self.kind)


def _unread(text: str) -> InputError:
    return InputError(f"`{text[:60]}` is not an action", hint="such as draw, discard Kd or big gin")


TAKE, DRAW, PASS = Action(Kind.TAKE), Action(Kind.DRAW), Action(Kind.PASS)
"""The three actions that name no card."""
