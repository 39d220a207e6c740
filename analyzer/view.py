"""What one player knows of a hand in play: own cards, pile, who took what, the counts.

A `View` is what everything that thinks takes; the full truth is a
:class:`analyzer.position.Position`, which only referees and recorders hold. "I" and "me"
are the player whose view it is.

Cards are in one of these places::

    hand       mine, ten before the draw, eleven after it
    pile       thrown and not taken, oldest first, the top last
    opponent   taken from the pile by the opponent and not thrown again
    unseen     all others: the opponent's hidden cards, the stock, and pile cards that
               nobody told us (`buried`, where only the top of the pile is known)
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from analyzer.actions import Question, Turn
from analyzer.cards import DECK, NO_CARDS, Card, CardSet
from analyzer.errors import InputError
from analyzer.rules import Rules

__all__ = ["HAND", "Event", "Question", "Side", "Turn", "View"]

HAND = 10
"""Cards in a hand between turns."""


class Side(StrEnum):
    """One of the two players, as seen by the one who asks."""

    ME = "me"
    OPPONENT = "opp"

    @property
    def other(self) -> Side:
        """The other player."""
        return Side.OPPONENT if self is Side.ME else Side.ME


@dataclass(frozen=True, slots=True)
class Event:
    """One turn as this player saw it: pass, take or draw, and the card thrown after it."""

    who: Side
    turn: Turn
    card: Card | None = None
    """The card taken from the pile, or the card I drew; None for a draw of theirs."""
    thrown: Card | None = None
    """The card thrown; None after a pass, and for a turn still going on."""


@dataclass(frozen=True, slots=True)
class View:
    """One player's knowledge at the moment of a decision; raises InputError if impossible.

    >>> from analyzer.rules import PRESETS
    >>> view = View(rules=PRESETS["classic"], hand=CardSet.of("7h 8h 9h 4c 4d 4s Kd Qd 2c Ac"),
    ...             pile=(Card.of("9c"),), stock=31, question=Question.UPCARD)
    >>> len(view.unseen), view.hidden, view.top
    (41, 10, Card.of('9c'))
    """

    rules: Rules
    hand: CardSet
    pile: tuple[Card, ...]
    """Known cards of the pile, oldest first, the top last."""
    stock: int
    """Cards left in the stock."""
    question: Question
    opponent: CardSet = NO_CARDS
    """Cards the opponent is known to hold."""
    shown: CardSet = NO_CARDS
    """Cards of mine that the opponent saw me take."""
    taken: Card | None = None
    """The card I took from the pile in this turn, which most rules forbid to throw."""
    drawn: Card | None = None
    """The card I drew from the stock in this turn, if it is known."""
    upcard: Card | None = None
    """The first upcard, if it is known; Oklahoma reads the knock limit off it."""
    dealer: Side | None = None
    score: tuple[int, int] | None = None
    """Match points, mine first; None outside a match."""
    my_throws: int = 0
    their_throws: int = 0
    their_takes: int = 0
    they_passed: bool = False
    """Whether the opponent has passed the first upcard."""
    history: tuple[Event, ...] | None = None
    """Every turn so far, oldest first; None where the turns are not known."""

    def __post_init__(self) -> None:
        self._check_cards()
        self._check_counts()

    def _check_cards(self) -> None:
        places = {
            "your hand": self.hand,
            "the pile": CardSet.from_cards(self.pile),
            "the opponent's cards": self.opponent,
        }
        names = list(places)
        if len(places["the pile"]) != len(self.pile):
            raise InputError("the pile holds a card twice", hint="every card exists once")
        for index, first in enumerate(names):
            for second in names[index + 1 :]:
                if both := places[first] & places[second]:
                    raise InputError(
                        f"{both} stands in {first} and in {second}", hint="keep it in one of them"
                    )
        if self.taken is not None and self.taken not in self.hand:
            raise InputError(f"{self.taken} was taken but is not in your hand")
        if not self.shown <= self.hand:
            raise InputError(f"{self.shown - self.hand} was taken but is not in your hand")

    def _check_counts(self) -> None:
        wanted = HAND + 1 if self.question is Question.THROW else HAND
        if len(self.hand) != wanted:
            raise InputError(
                f"your hand has {len(self.hand)} cards",
                hint=f"a hand that is to {self.question} has {wanted}",
            )
        if len(self.opponent) > HAND:
            raise InputError(f"the opponent is given {len(self.opponent)} cards", hint="at most 10")
        if self.question is not Question.THROW and not self.pile:
            raise InputError("no card lies on the pile", hint="say what the upcard is")
        if self.stock < 0 or self.buried < 0:
            raise InputError(
                f"{self.stock} cards in the stock cannot be",
                hint=f"{len(self.unseen)} are unseen, {self.hidden} of them with the opponent",
            )

    @property
    def top(self) -> Card | None:
        """The card on top of the pile, if one lies there."""
        return self.pile[-1] if self.pile else None

    @property
    def unseen(self) -> CardSet:
        """Cards whose place this player does not know."""
        return DECK - self.hand - CardSet.from_cards(self.pile) - self.opponent

    @property
    def hidden(self) -> int:
        """How many of the opponent's ten cards are unseen."""
        return HAND - len(self.opponent)

    @property
    def buried(self) -> int:
        """How many cards lie in the pile without our knowing them."""
        return len(self.unseen) - self.hidden - self.stock

    @property
    def limit(self) -> int:
        """Most deadwood to knock with in this hand."""
        return self.rules.limit_for(self.upcard)

    @property
    def multiplier(self) -> int:
        """What this hand's score is multiplied by."""
        return self.rules.multiplier_for(self.upcard)

    @property
    def forbidden(self) -> Card | None:
        """The card that may not be thrown in this turn."""
        return None if self.rules.may_return_upcard else self.taken
