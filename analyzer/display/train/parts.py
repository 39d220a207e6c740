"""The table of a game in play: nothing here that the player is not to know."""

from __future__ import annotations

from dataclasses import dataclass

from analyzer.display.parts import Fact, SelectOption
from analyzer.display.review.parts import LaidDown
from analyzer.game.cards import Card


@dataclass(frozen=True, slots=True)
class TableCard:
    """A card of the hand, perhaps a button."""

    card: Card
    label: str
    """"Discard king of diamonds, deadwood"."""
    value: str | None
    """What it sends: a button's action, or the card that is ticked; None where it cannot be
    discarded now."""
    apart: bool = False
    ticked: bool = False


@dataclass(frozen=True, slots=True)
class TableGroup:
    """Cards under one bracket."""

    kind: str
    label: str
    cards: tuple[TableCard, ...]


@dataclass(frozen=True, slots=True)
class PlayButton:
    """An action as a button."""

    value: str
    label: str
    detail: str = ""
    card: Card | None = None
    main: bool = False
    groups: tuple[tuple[str, tuple[Card, ...]], ...] = ()


@dataclass(frozen=True, slots=True)
class CoachNote:
    """What the coach says of the decision before."""

    words: str
    loss: float
    half: float
    analyze_url: str | None
    """None of an answer to a knock."""


@dataclass(frozen=True, slots=True)
class SheetRow:
    """A line of the score sheet."""

    label: str
    mine: int | None
    theirs: int | None
    note: str


@dataclass(frozen=True, slots=True)
class HandOver:
    """A hand that is over."""

    headline: str
    """"You knock with 4 and win 16."."""
    spreads: tuple[LaidDown, ...]
    """What both laid down, or held."""
    sheet: tuple[SheetRow, ...]
    them: str
    coach: str
    """"The coach spoke twice." or that it was silent."""
    next_label: str | None
    """None at the end of the game."""
    again_url: str
    many: bool
    """Whether the game has more than one hand by now."""
    end: str | None = None
    """"You win the game, 310 to 96.", at its end."""


@dataclass(frozen=True, slots=True)
class PlayTable:
    """The table as the player sees it."""

    heading: str
    """What is due: "Take the 9♣, or draw?"."""
    them: str
    """"Ginsight, strong"."""
    score: tuple[tuple[str, int], ...]
    place: str
    """"Hand 3, you deal, to 100"."""
    turn: int
    play_url: str
    defend_url: str
    next_url: str
    review_url: str
    coach_url: str
    coach: tuple[SelectOption, ...]
    last: tuple[str, ...] = ()
    """What happened since the player's last move."""
    known: tuple[Card, ...] = ()
    """Cards that they hold for sure."""
    pile: tuple[Card, ...] = ()
    stock: int = 0
    facts: tuple[Fact, ...] = ()
    hand: tuple[TableGroup, ...] = ()
    may_discard: bool = False
    offers: tuple[PlayButton, ...] = ()
    """Take, draw, pass."""
    knocks: tuple[PlayButton, ...] = ()
    knock: LaidDown | None = None
    """The bot's knock that is to be answered: the cards of the hand are ticked then."""
    history: tuple[str, ...] = ()
    note: CoachNote | None = None
    over: HandOver | None = None
    error: str | None = None
    swapped: bool = False
