"""The common form of what was measured: `workshop measure` writes it, one page draws it."""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from analyzer.resources import read_json


class Bars(msgspec.Struct, frozen=True):
    """A bar for each row of a table: a mean with its interval, and a band from … to."""

    head: str
    low: float
    """The meaning of the left end of the axis, …"""
    high: float
    """… and the right."""
    rows: list[tuple[float, float, float, float, float]]
    """(mean, low, high, band from, band to)."""


class Figures(msgspec.Struct, frozen=True, omit_defaults=True):
    """Figures as they are printed."""

    caption: str
    columns: list[str]
    """The first heads the labels of the rows."""
    rows: list[list[str]]
    bars: Bars | None = None


class Axis(msgspec.Struct, frozen=True, omit_defaults=True):
    """One edge of a chart."""

    name: str
    low: float
    high: float
    ticks: list[float]
    unit: str = ""


class Curve(msgspec.Struct, frozen=True):
    """The curves of one style: a line in one of three styles, error bars, or dots."""

    label: str
    kind: Literal["true", "sampled", "uniform", "error", "dots"]
    points: list[tuple[float, ...]]
    """(across, up), for error bars with half of the interval behind."""


class Panel(msgspec.Struct, frozen=True, omit_defaults=True):
    """One picture."""

    description: str
    """For those who cannot see it."""
    series: list[Curve]
    title: str = ""


class Chart(msgspec.Struct, frozen=True):
    """A picture, or several small ones on the same axes with one legend."""

    caption: str
    across: Axis
    up: Axis
    panels: list[Panel]


class Evidence(msgspec.Struct, frozen=True, omit_defaults=True):
    """One measurement: a question, its answer in sentences, and the figures it rests on."""

    section: str
    """The name of its place on the page."""
    title: str
    command: str
    """The command that measures it again."""
    finding: list[str]
    method: str
    """The meaning of the numbers."""
    limits: str
    """The limits of the numbers."""
    engine: str = ""
    """Version of the engine that was measured, where one was."""
    measured: str = ""
    """The date, and the machine."""
    tables: list[Figures] = []
    charts: list[Chart] = []
    data: dict[str, Any] = {}
    """The raw result, from which the rest is made."""


def read_evidence(raw: bytes) -> Evidence:
    """A document of the common form; raises `msgspec.ValidationError` for another one."""
    return read_json(raw, Evidence)
