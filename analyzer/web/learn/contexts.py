"""What the pages of Learn are given."""

from __future__ import annotations

from dataclasses import dataclass

from analyzer.api.evidence import Evidence
from analyzer.display.charts import LineChart
from analyzer.display.parts import Fact
from analyzer.display.review.entries import EntryCard
from analyzer.web.chrome import Link


@dataclass(frozen=True, slots=True)
class RulesColumn:
    """A column of the presets table."""

    label: str
    hint: str = ""
    """What the parameter means, for the list under the table."""
    number: bool = False


@dataclass(frozen=True, slots=True)
class RulesRow:
    """One preset."""

    name: str
    summary: str
    cells: tuple[str, ...]
    """One for each column, as text."""
    default: bool = False


@dataclass(frozen=True, slots=True)
class RulesPage:
    """`learn/rules.html`: the presets, generated from `Rules`."""

    title: str
    description: str
    columns: tuple[RulesColumn, ...]
    rows: tuple[RulesRow, ...]
    override_example: str
    """A rules line with overrides: "rules: standard,gin=20,undercut=10"."""
    tabs: tuple[Link, ...] = ()
    """The pages of Learn."""
    fields: tuple[Fact, ...] = ()
    """Every field of `Rules` that can be overridden, with its meaning."""
    glossary: tuple[Fact, ...] = ()
    """Terms, a sentence each."""


@dataclass(frozen=True, slots=True)
class Range:
    """A mean with its interval beside what is wanted, in percent of the width."""

    at: float
    low: float
    high: float
    band_low: float
    band_high: float


@dataclass(frozen=True, slots=True)
class EvidenceRow:
    """A row of a table."""

    label: str
    cells: tuple[str, ...]
    range: Range | None


@dataclass(frozen=True, slots=True)
class EvidenceTable:
    """Figures as they are printed, with a bar in each row where `range_head` heads them."""

    caption: str
    columns: tuple[str, ...]
    """The first heads the rows' labels."""
    rows: tuple[EvidenceRow, ...]
    range_head: str = ""


@dataclass(frozen=True, slots=True)
class EvidenceChart:
    """A picture, or several beside each other on the same axes with one legend."""

    caption: str
    up: str
    """Name of the vertical axis."""
    pictures: tuple[LineChart, ...]


@dataclass(frozen=True, slots=True)
class EvidenceSection:
    """One question and its answer from data."""

    document: Evidence
    file: str
    """Address of the document."""
    older: bool
    """Whether the program's engine has changed since it was measured."""
    charts: tuple[EvidenceChart, ...] = ()
    tables: tuple[EvidenceTable, ...] = ()


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
