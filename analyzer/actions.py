"""What a player can do at a decision."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from analyzer.cards import Card, CardSet


class Question(StrEnum):
    """What the player whose view it is has to decide."""

    UPCARD = "upcard"
    """Take the first upcard or pass."""
    DRAW = "draw"
    """Take the top of the pile or draw from the stock."""
    THROW = "throw"
    """Throw a card, or knock with it."""
    LAST = "last"
    """At the tournament wall: take the last throw to knock with it, or let the hand end."""


class Turn(StrEnum):
    """What a player did with an offer or a draw."""

    PASS = "pass"
    TAKE = "take"
    DRAW = "draw"


class Kind(StrEnum):
    """The kinds of action."""

    TAKE = "take"
    DRAW = "draw"
    PASS = "pass"
    THROW = "throw"
    KNOCK = "knock"
    GIN = "gin"
    BIG_GIN = "big gin"


@dataclass(frozen=True, slots=True)
class Action:
    """One thing to do; prints as the command's JSON names it.

    >>> str(Action(Kind.KNOCK, Card.of("Kd"))), str(Action(Kind.BIG_GIN))
    ('knock Kd', 'big gin')
    """

    kind: Kind
    card: Card | None = None
    """The card thrown with a throw, knock or gin."""
    melds: tuple[CardSet, ...] = ()
    """The spread of a knock, gin or big gin: the melds laid down."""

    @property
    def ends_hand(self) -> bool:
        """Whether the action lays the hand down."""
        return self.kind in {Kind.KNOCK, Kind.GIN, Kind.BIG_GIN}

    def __str__(self) -> str:
        return f"{self.kind} {self.card}" if self.card is not None else str(self.kind)
