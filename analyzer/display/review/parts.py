"""What the fragments of a review are given, on its page and in its file alike.

Every length is a part of a hundred of the bar's width, every text is ready to be shown; a
template computes nothing.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from analyzer.display.charts import Frame, Tick
from analyzer.display.parts import ActionTable, CardGroup, Fact, GradeMark
from analyzer.game.cards import Card
from analyzer.game.view import View


def _nowhere(_: View) -> str | None:
    """No address."""
    return None


@dataclass(frozen=True, slots=True)
class Addresses:
    """Where links of a review lead: on a site to pages, in a file to places in it."""

    entry: Callable[[int], str]
    """Of the entry at a place of the report."""
    analyze: Callable[[View], str | None]
    """Of a position on the analyze page; None where there is no such page."""
    theme: Callable[[str], str | None]
    """Of the entries with a theme; None where they cannot be asked for."""
    belief: Callable[[View], str | None] = _nowhere
    """Of what the opponent may hold, by what was known then."""


@dataclass(frozen=True, slots=True)
class SumRow:
    """One step of a sum: a bar from what came before it to what comes after."""

    label: str
    points: float
    x: float
    width: float
    kind: str
    """"plus", "minus" or "sum": what it all comes to."""
    says: str
    """What is counted here."""


@dataclass(frozen=True, slots=True)
class Sum:
    """Parts that add up to a result, as steps of one bar (`review/_sum.html`)."""

    caption: str
    rows: tuple[SumRow, ...]
    zero: float
    """Where zero lies."""


@dataclass(frozen=True, slots=True)
class RateRow:
    """Points lost in a hundred decisions of a kind."""

    label: str
    rate: float | None
    """None where there was no choice."""
    half: float
    lost: float
    decisions: int


@dataclass(frozen=True, slots=True)
class GradeCount:
    """How many decisions are of a class."""

    mark: GradeMark
    name: str
    """In the number: "mistakes", "blunder"."""
    count: int


@dataclass(frozen=True, slots=True)
class MomentCard:
    """A key moment, in the coach's words."""

    place: str
    text: str
    href: str
    points: str
    """Lost, without a sign; or luck, with one."""
    mark: GradeMark | None
    """None for a moment of luck."""


@dataclass(frozen=True, slots=True)
class HandStory:
    """Where the result of one hand came from."""

    title: str
    """"Hand 3: lost 23"."""
    words: str
    sum: Sum
    lost: bool


@dataclass(frozen=True, slots=True)
class Summary:
    """The review of one player at a glance (`review/_summary.html`)."""

    seat: int
    """1 or 2."""
    player: str
    headline: str
    counted: str
    """"34 decisions, 18 with a choice"."""
    accuracy: float | None
    rate: RateRow
    rates: tuple[RateRow, ...]
    """By kind, and all of them last."""
    grades: tuple[GradeCount, ...]
    moments: tuple[MomentCard, ...]
    balance: Sum | None
    luck: Sum | None
    """The parts of the luck."""
    unit: str
    """What a point is here."""
    stories: tuple[HandStory, ...]
    closeness: str | None
    """How many classes are not settled."""


@dataclass(frozen=True, slots=True)
class LineMark:
    """An error on the line, its shape that of its class."""

    x: float
    y: float
    mark: GradeMark
    href: str
    title: str


@dataclass(frozen=True, slots=True)
class LineFrame:
    """The line drawn for one width of the screen."""

    name: str
    """"wide" or "narrow"."""
    frame: Frame
    path: str
    up: tuple[Tick, ...]
    hands: tuple[Tick, ...]
    """Where a hand begins."""
    marks: tuple[LineMark, ...]


@dataclass(frozen=True, slots=True)
class LineRow:
    """A point of the line in the table."""

    place: str
    stood: str
    lost: str
    mark: GradeMark
    href: str


@dataclass(frozen=True, slots=True)
class Timeline:
    """How it stood for one player from decision to decision (`review/_timeline.html`)."""

    seat: int
    title: str
    says: str
    frames: tuple[LineFrame, ...]
    rows: tuple[LineRow, ...]


@dataclass(frozen=True, slots=True)
class TableMoment:
    """The table at one moment (`review/_position.html`)."""

    groups: tuple[CardGroup, ...]
    pile: tuple[Card, ...]
    """As far as it is known, the top last."""
    opponent: tuple[Card, ...]
    facts: tuple[Fact, ...]


@dataclass(frozen=True, slots=True)
class LaidDown:
    """Cards laid down, under a title."""

    title: str
    groups: tuple[CardGroup, ...]


@dataclass(frozen=True, slots=True)
class Shown:
    """Cards to look at: a title, and groups of cards."""

    title: str
    groups: tuple[tuple[Card, ...], ...]


@dataclass(frozen=True, slots=True)
class CounterRow:
    """One thing that is different after the two actions."""

    label: str
    best: str
    played: str


@dataclass(frozen=True, slots=True)
class Counter:
    """What happens after the best action, and after the one that was played."""

    best: str
    played: str
    rows: tuple[CounterRow, ...]


@dataclass(frozen=True, slots=True)
class ThemeLink:
    """A theme, linked to the other entries with it."""

    label: str
    href: str | None


@dataclass(frozen=True, slots=True)
class EntryCard:
    """One decision judged (`review/_entry.html`)."""

    ident: str
    """"e17": the place in the report."""
    place: str
    player: str
    seat: int
    """1 or 2."""
    kind: str
    played: str
    """"Discarded 3♥"."""
    better: str | None
    """"Discard 3♦"; None where the best was played, or what is tied with it."""
    mark: GradeMark
    lost: str
    """"2.3", "about equal", "–"; never with a sign."""
    half: str
    notes: tuple[str, ...]
    """"no choice", "too close for a worse class"."""
    sentence: str
    paragraph: str | None
    """What there is to say beyond the sentence; None where there is no more."""
    pictures: tuple[Shown, ...]
    tags: tuple[ThemeLink, ...]
    before: str | None
    """Link to the error before this one."""
    after: str | None
    """Link to the next error."""
    error: bool
    open: bool
    position: TableMoment | None = None
    """None for a lay-off, which has `spreads`."""
    spreads: tuple[LaidDown, ...] = ()
    table: ActionTable | None = None
    actions: int = 0
    """How many there were; a brief table has only the first few."""
    brief: bool = False
    """Whether it is told in few words, the cards as text."""
    counter: Counter | None = None
    luck: str | None = None
    """What luck the card from the stock was."""
    lucky: str = ""
    """"good", "bad" or nothing: whether that luck is beyond its interval."""
    ident_of_position: str | None = None
    analyze: str | None = None
    belief: str | None = None
