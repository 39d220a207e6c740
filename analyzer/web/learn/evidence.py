"""The page of evidence, drawn from the documents that `workshop measure` wrote.

Nothing here is a figure: each is read from ``static/evidence``. A document that is missing is left
out; one that cannot be read is our fault and an error.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from analyzer.api.evidence import Bars, Chart, Evidence, Figures, read_evidence
from analyzer.display.charts import SMALL, WIDE, LineChart, line_chart
from analyzer.resources import resource_root

_ORDER: Final = (
    "coverage", "coverage-reader", "regret", "belief", "reader", "people", "partial", "equity",
    "strength", "policy", "ablation", "fits", "exploit", "mini", "wall", "late", "ceiling", "luck",
    "level", "reviews", "themes", "explanations", "puzzles", "load", "steps", "map", "tips",
    "atlas",
)  # fmt: skip
"""The sections as the page has them; new ones come last."""


Range = tuple[float, float, float, float, float]
"""A mean, the ends of its interval and of what is wanted, in percent of the width."""


@dataclass(frozen=True, slots=True)
class EvidenceSection:
    """One question and its answer from data."""

    document: Evidence
    file: str
    """Address of the document."""
    older: bool
    """True if the program's engine has changed since it was measured."""
    charts: Sequence[tuple[Chart, Sequence[LineChart]]] = ()
    """Each with its pictures: one, or several beside each other on the same axes."""
    tables: Sequence[tuple[Figures, Sequence[Range]]] = ()
    """Each with the bars of its rows, where it has any."""


def sections(version: str, folder: Path | None = None) -> tuple[EvidenceSection, ...]:
    """The sections for which `folder` (that of the installation if None) has documents.

    `version` is that of the engine in use; a measurement of another one is marked.

    >>> sections("0.1.0+abc")[0].document.section
    'coverage'
    """
    folder = folder or resource_root() / "static" / "evidence"
    evidence_sections = [_section(path, version) for path in sorted(folder.glob("*.json"))]
    return tuple(sorted(evidence_sections, key=lambda section: _place(section.document)))


def _place(document: Evidence) -> int:
    return _ORDER.index(document.section) if document.section in _ORDER else len(_ORDER)


def _section(path: Path, version: str) -> EvidenceSection:
    document = read_evidence(path.read_bytes())
    return EvidenceSection(
        document=document,
        file=f"/static/evidence/{path.name}",
        older=document.engine not in {"", version},
        charts=[(chart, _pictures(chart)) for chart in document.charts],
        tables=[(table, _ranges(table.bars)) for table in document.tables],
    )


def _pictures(chart: Chart) -> list[LineChart]:
    frame = WIDE if len(chart.panels) == 1 else SMALL
    return [line_chart(panel, chart.across, chart.up, frame) for panel in chart.panels]


def _ranges(bars: Bars | None) -> list[Range]:
    if bars is None:
        return []
    ends = ([_part(end, bars) for end in row] for row in bars.rows)
    return [(mean, low, high, begin, end) for mean, low, high, begin, end in ends]


def _part(value: float, bars: Bars) -> float:
    """Return where a value lies on the axis, in percent; beyond its ends, at them."""
    return round(100 * min(1.0, max(0.0, (value - bars.low) / (bars.high - bars.low))), 2)
