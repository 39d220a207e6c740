"""The context of the evidence page: sections of figures, each with its table."""

from __future__ import annotations

from dataclasses import dataclass

from analyzer.display.charts import LineChart
from analyzer.display.review.parts import EntryCard
from analyzer.web.chrome import Link
from analyzer.web.learn.contexts import RulesColumn


@dataclass(frozen=True, slots=True)
class Range:
    """A mean with its interval beside what is wanted, in parts of a hundred of the width."""

    at: float
    low: float
    high: float
    band_low: float
    band_high: float


@dataclass(frozen=True, slots=True)
class FigureRow:
    """A row of a figure's table."""

    label: str
    cells: tuple[str, ...]
    range: Range | None = None


@dataclass(frozen=True, slots=True)
class Figure:
    """A table, and charts of it or bars in its rows."""

    name: str
    """Also the id of its caption; single on the page."""
    caption: str
    columns: tuple[RulesColumn, ...]
    """The first heads the rows' labels."""
    rows: tuple[FigureRow, ...]
    chart: LineChart | None = None
    range_head: str = ""
    """Heads the column of bars, where the rows have them."""
    multiples: tuple[LineChart, ...] = ()
    """Charts beside each other on the same axes, with one legend: that of the first."""
    up: str = ""
    """Name of their vertical axis."""
    fold: str = ""
    """Words that open the table, where the charts stand for it until then."""


@dataclass(frozen=True, slots=True)
class EvidenceSection:
    """One question and its answer from data."""

    name: str
    title: str
    finding: str
    """The answer in a sentence, made from the data."""
    figures: tuple[Figure, ...]
    what: str
    """What the numbers are."""
    what_not: str
    """What they are not."""
    command: str
    """What wrote the data."""
    file: str = ""
    """Address of the data; set for every section alike, from the file that was read."""
    engine: str = ""
    """Version of the engine that was measured, where one was."""
    older: bool = False
    """Whether the program's engine has changed since."""


@dataclass(frozen=True, slots=True)
class EvidencePage:
    """`learn/evidence.html`: what was measured, and what it does not say."""

    title: str
    description: str
    sections: tuple[EvidenceSection, ...]
    tabs: tuple[Link, ...] = ()


@dataclass(frozen=True, slots=True)
class ExplainedGroup:
    """Decisions of one sort, each with what the coach says."""

    name: str
    """Also the id of its heading."""
    title: str
    cards: tuple[EntryCard, ...]


@dataclass(frozen=True, slots=True)
class ExplanationsPage:
    """`learn/explanations.html`: what the coach says on thirty decisions."""

    title: str
    description: str
    counted: str
    """"30 decisions, 25 of the 25 themes"."""
    groups: tuple[ExplainedGroup, ...]
    command: str
    """What wrote the data; nothing where there is none."""
    file: str = ""
    engine: str = ""
    tabs: tuple[Link, ...] = ()
