"""The context of the evidence page: sections of figures, each with its table."""

from __future__ import annotations

from dataclasses import dataclass

from analyzer.web.contexts.beside import Tick
from analyzer.web.contexts.pages import Link, RulesColumn


@dataclass(frozen=True, slots=True)
class Line:
    """A line of a chart."""

    label: str
    style: str
    """Class of the stroke: true, sampled or uniform."""
    path: str
    """Path data in the chart's units."""


@dataclass(frozen=True, slots=True)
class LineChart:
    """Lines over one horizontal axis."""

    says: str
    """What the picture shows, for those who do not see it; the table has the numbers."""
    across: str
    """Name of the horizontal axis."""
    up: str
    """Name of the vertical axis."""
    lines: tuple[Line, ...]
    x_ticks: tuple[Tick, ...]
    y_ticks: tuple[Tick, ...]


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
    """A table, and a chart of it or bars in its rows."""

    name: str
    """Also the id of its caption; single on the page."""
    caption: str
    columns: tuple[RulesColumn, ...]
    """The first heads the rows' labels."""
    rows: tuple[FigureRow, ...]
    chart: LineChart | None = None
    range_head: str = ""
    """Heads the column of bars, where the rows have them."""


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
    file: str
    """Address of the data."""
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
