"""What the trainer's pages are given.

=========================  ==========================  =================================
template                   context                     answers
=========================  ==========================  =================================
train/start.html           ``page`` TrainPage          GET /train
train/drill.html           ``page`` DrillPage          GET /train/<drill>/<level>/<seed>
train/_drill.html          ``drill`` DrillFragment     the same with htmx, and POST
train/table.html           ``page`` TablePage          GET /train/play
train/_table.html          ``table`` TableFragment     POST /train/play/… with htmx; part of
                                                       the page
=========================  ==========================  =================================

A `DrillFragment` without ``marked`` and a `TableFragment` hold nothing that the player is not to
know: the answer of the drill, the bot's cards, the stock, the seed of the game.
"""

from __future__ import annotations

from dataclasses import dataclass

from analyzer.display.parts import CardGroup, Fact, HandCard
from analyzer.display.review.parts import Spread
from analyzer.game.cards import Card
from analyzer.web.contexts.answer import Choice
from analyzer.web.contexts.pages import Link


@dataclass(frozen=True, slots=True)
class DrillRow:
    """A kind of drill on the first page."""

    title: str
    asks: str
    href: str
    standing: str
    """"1240, 31 of 40 right"; nothing before the first."""


@dataclass(frozen=True, slots=True)
class LevelChoice:
    """An opponent to choose."""

    value: str
    label: str
    says: str
    chosen: bool


@dataclass(frozen=True, slots=True)
class TrainPage:
    """`train/start.html`."""

    title: str
    description: str
    drills: tuple[DrillRow, ...]
    levels: tuple[LevelChoice, ...]
    rules: tuple[Choice, ...]
    coach: tuple[Choice, ...]
    begin_url: str
    game: str | None = None
    """How a game in play stands."""
    game_url: str | None = None


# ---------------------------------------------------------------- drills


@dataclass(frozen=True, slots=True)
class CheckCard:
    """A card to tick."""

    card: Card
    value: str
    name: str
    key: str
    """The digit that ticks it."""
    ticked: bool = False


@dataclass(frozen=True, slots=True)
class Marking:
    """How an answer was."""

    right: bool
    title: str
    """What the arrangement is: "Melded at best"."""
    headline: str
    """"Right: 12." or "Not quite: 12, not 14."."""
    why: tuple[str, ...]
    groups: tuple[CardGroup, ...]
    """The best arrangement."""
    shown: tuple[Spread, ...]
    """More cards with their titles: the outs, the knock with what was laid off."""
    rating: str | None
    """"1143, up 23"; None where nothing was rated."""
    next_url: str
    again_url: str


@dataclass(frozen=True, slots=True)
class DrillFragment:
    """One drill, asked or answered."""

    asks: str
    standing: str
    """"Rating 1143, 3 of 4 right"."""
    how: str
    """How to answer by keyboard."""
    form: str
    """"number", "cards" or "yes-no"."""
    hand: tuple[HandCard, ...]
    knock: Spread | None
    gone: tuple[Card, ...]
    facts: tuple[Fact, ...]
    checks: tuple[CheckCard, ...]
    form_url: str
    error: str | None = None
    typed: str = ""
    marked: Marking | None = None
    swapped: bool = False


@dataclass(frozen=True, slots=True)
class DrillPage:
    """`train/drill.html`."""

    title: str
    description: str
    heading: str
    tabs: tuple[Link, ...]
    drill: DrillFragment


# ---------------------------------------------------------------- the table


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
class ScoreRow:
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
    spreads: tuple[Spread, ...]
    """What both laid down, or held."""
    sheet: tuple[ScoreRow, ...]
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
class TableFragment:
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
    coach: tuple[Choice, ...]
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
    knock: Spread | None = None
    """The bot's knock that is to be answered: the cards of the hand are ticked then."""
    history: tuple[str, ...] = ()
    note: CoachNote | None = None
    over: HandOver | None = None
    error: str | None = None
    swapped: bool = False


@dataclass(frozen=True, slots=True)
class TablePage:
    """`train/table.html`."""

    title: str
    description: str
    back_url: str
    table: TableFragment
