"""How figures are put into sentences, tables and charts, and these into a file."""

from __future__ import annotations

import os
import platform
from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime
from math import ceil, floor
from pathlib import Path
from typing import Any, TypeAlias

import msgspec

from analyzer.api.evidence import Axis, Bars, Evidence, Figures
from analyzer.notation.numbers import MINUS, estimate, signed_estimate
from analyzer.resources import write_whole

Data: TypeAlias = Mapping[str, Any]
"""Raw figures, as a file keeps them."""
Bar: TypeAlias = tuple[float, float, float, float, float]


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


def ahead(rows: Iterable[Data]) -> int:
    """In how many rows the points are above 0 by more than their error."""
    return sum(row["points"]["mean"] > half(row["points"]) > 0 for row in rows)


def bar(interval: Data, start: float = 0.0) -> Bar:
    """An interval, with a band from `start` to its mean."""
    mean = interval["mean"]
    low, high = (mean if interval[end] is None else interval[end] for end in ("low", "high"))
    return mean, low, high, min(start, mean), max(start, mean)


def spread(mean: float, error: float) -> dict[str, float]:
    """A mean with both ends of its interval."""
    return {"mean": mean, "low": mean - error, "high": mean + error}


def bars_of_points(rows: Sequence[Bar]) -> Bars:
    """Bars on an axis with whole ends that has 0 and all intervals.

    >>> bars_of_points([(0.5, -0.2, 1.2, 0.0, 0.5), (3.0, 3.0, 3.0, 0.0, 3.0)]).head
    '−1 to 3 points'
    """
    low = floor(min(0.0, *(row[1] for row in rows)))
    high = ceil(max(1.0, *(row[2] for row in rows)))
    return Bars(f"{low} to {high} points".replace("-", MINUS), low, high, list(rows))


def bars_of_shares(rows: Sequence[Bar]) -> Bars:
    """Bars from nothing to all."""
    return Bars("0 to 100%", 0.0, 1.0, list(rows))


def axis_up(
    name: str, values: Iterable[float], step: float, unit: str = "", low: float = 0.0
) -> Axis:
    """An axis from `low` to the least multiple of a step, a step at least, that has all values.

    >>> axis_up("", [3.0, 41.0], 20).ticks
    [0.0, 20.0, 40.0, 60.0]
    """
    top = step * max(1, ceil(max(values) / step))
    ticks = [low + step * k for k in range(round((top - low) / step) + 1)]
    return Axis(name, low, top, ticks, unit)


def table(
    caption: str, columns: Sequence[str], rows: Iterable[Sequence[str]], bars: Bars | None = None
) -> Figures:
    """A table of printed figures."""
    return Figures(caption, list(columns), [list(row) for row in rows], bars)


def publish(found: Evidence, out: Path | None) -> Evidence:
    """The document with its day and machine, written into a file where one is named."""
    today = datetime.now(UTC).date()
    where = f"{os.cpu_count()} cores, {platform.system()} {platform.machine()}"
    found = msgspec.structs.replace(found, measured=f"{today}, {where}")
    if out is not None:
        out.parent.mkdir(parents=True, exist_ok=True)
        write_whole(out, msgspec.json.format(msgspec.json.encode(found), indent=1) + b"\n")
    return found
