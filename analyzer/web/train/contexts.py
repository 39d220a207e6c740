"""What the trainer's pages are given.

A `DrillFragment` without ``marked`` does not hold the answer of the drill.
"""

from __future__ import annotations

from dataclasses import dataclass

from analyzer.display.parts import CardGroup, Fact, HandCard, SelectOption
from analyzer.display.review.parts import LaidDown
from analyzer.display.train.parts import PlayTable
from analyzer.game.cards import Card
from analyzer.web.chrome import Link


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
    rules: tuple[SelectOption, ...]
    coach: tuple[SelectOption, ...]
    begin_url: str
    game: str | None = None
    """How a game in play stands."""
    game_url: str | None = None


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
    shown: tuple[LaidDown, ...]
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
    knock: LaidDown | None
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


@dataclass(frozen=True, slots=True)
class TablePage:
    """`train/table.html`."""

    title: str
    description: str
    back_url: str
    table: PlayTable
