"""The page of evidence, drawn from the documents that `ginsight measure` wrote.

Nothing here is a figure: each is read from ``static/evidence``. A document that is missing is left
out; one that cannot be read is our fault and an error.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Final

from analyzer.api.evidence import Axis, Bars, Chart, Curve, Evidence, Figures, Panel, read_evidence
from analyzer.display.charts import (
    SMALL,
    WIDE,
    Axes,
    ChartLine,
    Frame,
    LineChart,
    Tick,
    dots_line,
    error_line,
)
from analyzer.resources import resource_root

_ORDER: Final = (
    "coverage", "coverage-reader", "regret", "belief", "reader", "equity", "strength", "policy",
    "ablation", "fits", "exploit", "luck", "rates", "reviews", "themes", "explanations",
    "puzzles", "load",
)  # fmt: skip
"""The sections as the page has them; new ones come last."""


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


def sections(version: str, folder: Path | None = None) -> tuple[EvidenceSection, ...]:
    """The sections for which `folder` (that of the installation if None) has documents.

    `version` is that of the engine in use; a measurement of another one is marked.

    >>> sections("0.1.0+abc")[0].document.section
    'coverage'
    """
    folder = folder or resource_root() / "static" / "evidence"
    found = [_section(path, version) for path in sorted(folder.glob("*.json"))]
    return tuple(sorted(found, key=lambda section: _place(section.document)))


def _place(document: Evidence) -> int:
    return _ORDER.index(document.section) if document.section in _ORDER else len(_ORDER)


def _section(path: Path, version: str) -> EvidenceSection:
    document = read_evidence(path.read_bytes())
    return EvidenceSection(
        document=document,
        file=f"/static/evidence/{path.name}",
        older=document.engine not in {"", version},
        charts=tuple(map(_chart, document.charts)),
        tables=tuple(map(_table, document.tables)),
    )


# --- charts --------------------------------------------------------------------------------


def _chart(chart: Chart) -> EvidenceChart:
    frame = WIDE if len(chart.panels) == 1 else SMALL
    pictures = tuple(_picture(panel, chart, frame) for panel in chart.panels)
    return EvidenceChart(chart.caption, chart.up.name, pictures)


def _picture(panel: Panel, chart: Chart, frame: Frame) -> LineChart:
    across, up = chart.across, chart.up
    axes = Axes(across.low, across.high, up.high, frame, up.low)
    return LineChart(
        panel.description,
        across.name,
        up.name,
        lines=tuple(_line(series, axes) for series in panel.series),
        x_ticks=axes.across(across.ticks, across.unit),
        y_ticks=_ticks_up(up, axes),
        title=panel.title,
        frame=frame,
    )


def _ticks_up(up: Axis, axes: Axes) -> tuple[Tick, ...]:
    return axes.ticks(up.ticks[1] - up.ticks[0], up.unit)


def _line(series: Curve, axes: Axes) -> ChartLine:
    if series.kind == "error":
        return error_line(axes, series.label, ((x, y, half) for x, y, half in series.points))
    points = [(x, y) for x, y in series.points]
    if series.kind == "dots":
        return dots_line(axes, series.label, points)
    return ChartLine(series.label, series.kind, axes.line(points))


# --- tables --------------------------------------------------------------------------------


def _table(table: Figures) -> EvidenceTable:
    ranges = _ranges(table.bars) if table.bars else (None,) * len(table.rows)
    return EvidenceTable(
        caption=table.caption,
        columns=tuple(table.columns),
        rows=tuple(
            EvidenceRow(row[0], tuple(row[1:]), bar)
            for row, bar in zip(table.rows, ranges, strict=True)
        ),
        range_head=table.bars.head if table.bars else "",
    )


def _ranges(bars: Bars) -> tuple[Range, ...]:
    return tuple(Range(*(_part(end, bars) for end in row)) for row in bars.rows)


def _part(value: float, bars: Bars) -> float:
    """Where a value lies on the axis, in percent; beyond its ends, at them."""
    return round(100 * min(1.0, max(0.0, (value - bars.low) / (bars.high - bars.low))), 2)
