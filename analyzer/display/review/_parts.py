"""What the fragments of a review are given, on its page and in its file alike.

Every length is a part of a hundred of the bar's width, every text is ready to be shown; a
template computes nothing.
"""

from __future__ import annotations

from dataclasses import dataclass

from analyzer.display.charts import Frame, Tick
from analyzer.display.parts import GradeMark


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
    grades: tuple[tuple[GradeMark, str, int], ...]
    """Of each class its sign, its name in the number ("mistakes", "blunder"), and how many."""
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
