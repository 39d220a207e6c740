"""The document of raw figures: the words, tables and bars are in a file beside what measures.

Its texts are Jinja templates over the raw figures and what the module's summary adds to them;
`rows`, `each` and `bars` are expressions over the same. A finding is a sentence a line.
"""

from __future__ import annotations

import os
import platform
import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping
from datetime import UTC, datetime
from math import ceil, floor
from pathlib import Path
from typing import Any, Final, Literal, TypeAlias

import msgspec
from jinja2 import Environment, StrictUndefined

from analyzer.api.evidence import Axis, Bars, Evidence, Figures
from analyzer.engine.thresholds import half_width
from analyzer.notation.numbers import MINUS, estimate, percent, signed, signed_estimate
from analyzer.resources import read_value, write_whole

Data: TypeAlias = Mapping[str, Any]
"""Raw figures, as a file keeps them."""

_FOLDER: Final = Path(__file__).parent


class _Table(msgspec.Struct, frozen=True):
    """A table of a document."""

    caption: str
    rows: str
    """The rows; the names of a row are known to its cells. Without rows no table."""
    columns: list[list[str]]
    """Head and cell; with a third entry such a column for each that it gives, known as `column`."""
    each: str = "[{}]"
    """For what such a table is made each."""
    bars: str = "none"


class CommandOption(msgspec.Struct, frozen=True):
    """An option of the command that measures."""

    default: str | int | float | list[str] | None = None
    help: str = ""
    choice: Literal["rules", "opponents", "files", ""] = ""
    """The choices."""


class Words(msgspec.Struct, frozen=True):
    """A document but for its figures, and the command that makes it."""

    section: str
    title: str
    finding: str
    method: str
    limits: str
    engine: str = "{{ engine }}"
    tables: list[_Table] = []
    help: str = ""
    options: dict[str, CommandOption] = {}
    in_chunks: bool = False
    """True if the work is shared out, to processes or a cluster."""


def words_of(file: str | Path) -> Words:
    """The words in a file of this folder, or of another."""
    return read_value(tomllib.loads((_FOLDER / file).read_text(encoding="utf-8")), Words)


def evidence_from(
    file: str | Path, summary: Callable[[Data], Data] = dict
) -> Callable[[str, str, Data], Evidence]:
    """Return what makes a document of (command, engine, raw figures), by the words of a file.

    `summary` gives what the words need beside the raw figures, and the `charts`.
    """

    def evidence(command: str, engine: str, data: Data) -> Evidence:
        words, known = words_of(file), {"engine": engine, **data, **summary(data)}
        sentences = _filled(words.finding, known).splitlines()
        return Evidence(
            section=_filled(words.section, known),
            title=_filled(words.title, known),
            command=command,
            finding=[sentence.strip() for sentence in sentences if sentence.strip()],
            method=_filled(words.method, known),
            limits=_filled(words.limits, known),
            engine=_filled(words.engine, known),
            tables=[made for table in words.tables for made in _tables(table, known)],
            charts=list(known.get("charts", ())),
            data=dict(data),
        )

    return evidence


def _tables(table: _Table, known: Data) -> Iterator[Figures]:
    for each in _value(table.each, known):
        here = {**known, **each}
        here["rows"] = list(_value(table.rows, here))
        columns = [
            (_filled(head, here | {"column": column}), _JINJA.from_string(cell), column)
            for head, cell, *some in table.columns
            for column in (_value(some[0], here) if some else (None,))
        ]
        rows = [
            [cell.render(here | row, row=row, column=column) for _, cell, column in columns]
            for row in here["rows"]
        ]
        if rows:
            heads = [head for head, _, _ in columns]
            bars_ = _value(table.bars, here)
            yield Figures(_filled(table.caption, here), heads, rows, bars_)


def _filled(text: str, known: Data) -> str:
    return _JINJA.from_string(text).render(known)


def _value(expression: str, known: Data) -> Any:
    return _JINJA.compile_expression(expression, undefined_to_none=False)(known)


def half(interval: Data) -> float:
    """Half the width of an interval, 0 where it is unknown."""
    low, high = interval["low"], interval["high"]
    return 0.0 if low is None or high is None else float(high - low) / 2


def points(interval: Data) -> str:
    """Points a hand with their interval, where it is known.

    >>> points({"mean": 2.0, "low": None, "high": None})
    '+2.00'
    """
    return signed_estimate(interval["mean"], half(interval), 2)


def share(interval: Data) -> str:
    """A share of cases in percent with its interval, where it is known.

    >>> share({"mean": 0.6, "low": 0.5, "high": 0.7})
    '60.0 ±10.0%'
    """
    return f"{estimate(100 * interval['mean'], 100 * half(interval))}%"


def _of_one(interval: Data) -> str:
    """A ratio with its interval, where it is known.

    >>> _of_one({"mean": 1.04, "low": 0.8, "high": 1.28})
    '1.04 ±0.24'
    """
    return estimate(interval["mean"], half(interval), 2)


def _ahead(rows: Iterable[Data]) -> int:
    """In how many rows the points are above 0 by more than their error."""
    return sum(row["points"]["mean"] > half(row["points"]) > 0 for row in rows)


def _named(pairs: Any) -> list[Data]:
    """Rows of a mapping, or of pairs: the key is the name, the value the row."""
    items = pairs.items() if isinstance(pairs, Mapping) else pairs
    return [
        {"name": name, **(value if isinstance(value, Mapping) else {"value": value})}
        for name, value in items
    ]


def spread(mean: float, error: float) -> dict[str, float]:
    """A mean with both ends of its interval."""
    return {"mean": mean, "low": mean - error, "high": mean + error}


def bars(
    intervals: Iterable[Data], head: str = "0 to 100%", high: float = 1.0, start: float = 0.0
) -> Bars:
    """Intervals on an axis from 0, with a band from `start` to the mean."""
    rows = []
    for interval in intervals:
        mean = interval["mean"]
        ends = (mean if interval[end] is None else interval[end] for end in ("low", "high"))
        rows.append((mean, *ends, min(start, mean), max(start, mean)))
    return Bars(head, 0.0, high, rows)


def bars_of_points(intervals: Iterable[Data]) -> Bars:
    """Intervals on an axis with whole ends that has 0 and all of them.

    >>> bars_of_points([spread(0.5, 0.7), spread(3.0, 0.0)]).head
    '−1 to 3 points'
    """
    found = bars(intervals)
    low = floor(min(0.0, *(row[1] for row in found.rows)))
    high = ceil(max(1.0, *(row[2] for row in found.rows)))
    return Bars(f"{low} to {high} points".replace("-", MINUS), low, high, found.rows)


def axis_up(name: str, values: Iterable[float], step: float, unit: str = "") -> Axis:
    """An axis from 0 to the least multiple of a step, a step at least, that has all values.

    >>> axis_up("", [3.0, 41.0], 20).ticks
    [0.0, 20.0, 40.0, 60.0]
    """
    count = max(1, ceil(max(values) / step))
    return Axis(name, 0.0, step * count, [float(step * k) for k in range(count + 1)], unit)


_JINJA: Final = Environment(undefined=StrictUndefined, autoescape=False)
_JINJA.filters |= {
    "signed": signed,
    "estimate": estimate,
    "signed_estimate": signed_estimate,
    "percent": percent,
    "count": "{:,}".format,
    "fixed": lambda value, digits=0: f"{value:.{digits}f}",
    "interval": points,
    "share": share,
    "half": half,
    "half_width": half_width,
    "of_one": _of_one,
    "ahead": _ahead,
    "named": _named,
    "bars": bars,
    "bars_of_points": bars_of_points,
}


def publish(evidence: Evidence, out: Path | None) -> Evidence:
    """The document with its day and machine, written into a file where one is named."""
    today = datetime.now(UTC).date()
    where = f"{os.cpu_count()} cores, {platform.system()} {platform.machine()}"
    evidence = msgspec.structs.replace(evidence, measured=f"{today}, {where}")
    if out is not None:
        out.parent.mkdir(parents=True, exist_ok=True)
        write_whole(out, msgspec.json.format(msgspec.json.encode(evidence), indent=1) + b"\n")
    return evidence
