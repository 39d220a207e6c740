"""What the opponent's hand is shown with: the heat map, the deadwood, and turn by turn."""

from __future__ import annotations

from dataclasses import dataclass

from analyzer.game.cards import Card, Suit
from analyzer.web.contexts.board import HandFragment


@dataclass(frozen=True, slots=True)
class HeatCell:
    """One card of the heat map."""

    card: Card
    level: str
    """Darkness, "0" to "5"; "held" and "seen" for cards that are no guess."""
    text: str
    """The chance in percent, without the sign; a mark for cards that are no guess."""
    words: str
    """What the mark stands for: "they hold it", "in your hand"; empty for a number."""
    title: str
    """"seven of hearts: 24% ±3"."""


@dataclass(frozen=True, slots=True)
class HeatRow:
    """One suit, ace to king."""

    suit: Suit
    cells: tuple[HeatCell, ...]


@dataclass(frozen=True, slots=True)
class SpreadRow:
    """A span of their deadwood."""

    label: str
    """"11–20"."""
    chance: float
    width: float
    """The chance in parts of a hundred, for the bar."""


@dataclass(frozen=True, slots=True)
class BeliefFragment:
    """What they may hold (`analyze/_belief.html`, inside ``#belief``)."""

    method: str
    """How the hand was read, in a sentence."""
    rows: tuple[HeatRow, ...]
    """Spades, hearts, diamonds, clubs."""
    deadwood: str
    """"About 18.2 ±0.5 points; they can knock (10 or fewer) in 31%."."""
    spread: tuple[SpreadRow, ...]
    footnote: str
    types: tuple[SpreadRow, ...] = ()
    """How likely each kind of player is, the likeliest first; empty where no turn was read."""
    turns_url: str | None = None
    """Where their turns are told one by one; None where there are none to look at, and on the
    page that tells them."""


@dataclass(frozen=True, slots=True)
class MoveRow:
    """A card whose chance a turn has changed."""

    card: Card
    before: float
    after: float
    change: str
    """"+22", in percentage points."""
    low: float
    """Where the change begins, in parts of a hundred, for the bar."""
    width: float
    rises: bool


@dataclass(frozen=True, slots=True)
class TurnRow:
    """One turn of theirs and what it told."""

    number: int
    did: str
    """"Takes K♦, discards 10♣"."""
    moved: tuple[MoveRow, ...]
    """The greatest change first; empty where nothing changed for sure."""
    first: tuple[MoveRow, ...]
    """Those of them that the line shows before it is opened."""
    before: float
    """Their expected deadwood before the turn, in points."""
    after: float
    before_width: float
    """The same in parts of a hundred, for the bars."""
    after_width: float
    knock_before: float
    """Chance that they could knock."""
    knock_after: float


@dataclass(frozen=True, slots=True)
class InferenceFragment:
    """What each of their turns revealed (`analyze/_inference.html`, inside ``#told``)."""

    turns: tuple[TurnRow, ...]
    note: str = ""
    """Why there is nothing to show, or not every turn."""
    fresh: bool = False
    """Whether it comes into a page that is open, and takes the focus of the link it replaces."""


@dataclass(frozen=True, slots=True)
class GettingReady:
    """Stands in the place of a reading until the engine is compiled."""

    again_url: str


@dataclass(frozen=True, slots=True)
class BeliefPage:
    """`analyze/belief.html`: the same as a page of its own, where scripts are off or wanted."""

    title: str
    description: str
    back_url: str
    hand: HandFragment
    belief: BeliefFragment | None = None
    inference: InferenceFragment | None = None
    waiting: GettingReady | None = None
    canonical_url: str | None = None
