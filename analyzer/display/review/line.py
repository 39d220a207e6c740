"""How it stood from decision to decision, as a line with the errors on it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil, floor
from typing import Final

from analyzer.display.parts import GRADE_MARKS
from analyzer.display.review.parts import (
    Addresses,
    LineFrame,
    LineMark,
    LineRow,
    LineTick,
    Timeline,
)
from analyzer.display.review.words import lost_in_words, place, player
from analyzer.engine.types import Grade
from analyzer.notation.numbers import MINUS, counted, percent, signed
from analyzer.review import Mark, Report

STEPS: Final = (1, 2, 5, 10, 20, 50, 100, 200, 500)
"""Distances between lines of the grid, in points."""
MOST_TICKS: Final = 5
MOST_NUMBERED: Final = 12
"""Hands whose beginnings are numbered on a narrow screen."""


@dataclass(frozen=True, slots=True)
class _Size:
    """A drawing's outer size and the place of the line in it."""

    name: str
    width: int
    height: int
    left: int
    right: int
    top: int
    bottom: int


SIZES: Final = (
    _Size("wide", 960, 260, 52, 944, 16, 228),
    _Size("narrow", 320, 200, 40, 308, 14, 172),
)


def timeline_of(report: Report, seat: int, to: Addresses) -> Timeline | None:
    """The line of a seat; None without a decision."""
    marks = report.timeline[seat]
    if not marks:
        return None
    match = all(mark.match is not None for mark in marks)
    values = [_value(mark, match=match) for mark in marks]
    name = player(report, seat)
    end = None if match else _end(report, seat)
    errors = counted(sum(mark.grade is not Grade.BEST for mark in marks), "error")
    rows = [_row(report, mark, value, to, match) for mark, value in zip(marks, values, strict=True)]
    said = f"from {_said(values[0], match)} to {_said(values[-1], match)}"
    if end is not None:
        said += f", and ended with {_said(end, match)}"
        values.append(end)
    what = (
        f"{name}’s chance to win the match" if match else f"What it was worth to {name}, in points,"
    )
    return Timeline(
        seat=seat + 1,
        title=f"{name}: {'the chance to win the match' if match else 'what the hand was worth'}",
        says=f"{what} at each of {len(marks)} decisions, {said}; {errors} marked",
        frames=tuple(_frame(report, marks, values, size, to, match=match) for size in SIZES),
        rows=tuple(rows),
    )


def _end(report: Report, seat: int) -> float | None:
    """What a single hand came to; a line of several is not one line."""
    balance = report.hands[0].balances.get(seat)
    return None if balance is None or len(report.hands) > 1 else balance.result


def _value(mark: Mark, *, match: bool) -> float:
    return 100 * mark.match if match and mark.match is not None else mark.value


def _said(value: float, match: bool) -> str:
    return percent(value / 100) if match else signed(value)


def _row(report: Report, mark: Mark, value: float, to: Addresses, match: bool) -> LineRow:
    entry = report.entries[mark.entry]
    return LineRow(
        place=place(report, entry),
        stood=_said(value, match),
        lost=lost_in_words(entry.verdict),
        mark=GRADE_MARKS[mark.grade],
        href=to.entry(mark.entry),
    )


def _frame(
    report: Report,
    marks: Sequence[Mark],
    values: Sequence[float],
    size: _Size,
    to: Addresses,
    *,
    match: bool,
) -> LineFrame:
    low, high, ticks = (0.0, 100.0, (0, 25, 50, 75, 100)) if match else _grid(values)
    span = max(len(values) - 1, 1)

    def x(index: int) -> float:
        return round(size.left + (size.right - size.left) * index / span, 1)

    def y(value: float) -> float:
        return round(size.bottom - (size.bottom - size.top) * (value - low) / (high - low), 1)

    points = [(x(index), y(value)) for index, value in enumerate(values)]
    return LineFrame(
        name=size.name,
        width=size.width,
        height=size.height,
        left=size.left,
        right=size.right,
        bottom=size.bottom,
        path="M" + "L".join(f"{across:g} {up:g}" for across, up in points),
        up=tuple(LineTick(y(tick), _label(tick, match)) for tick in ticks),
        hands=_hands(marks, points, size),
        marks=tuple(
            LineMark(
                x=across,
                y=up,
                mark=GRADE_MARKS[mark.grade],
                href=to.entry(mark.entry),
                title=_title(report, mark),
            )
            for mark, (across, up) in zip(marks, points, strict=False)
            if mark.grade is not Grade.BEST
        ),
    )


def _title(report: Report, mark: Mark) -> str:
    entry = report.entries[mark.entry]
    return f"{place(report, entry)}: {mark.grade}, {lost_in_words(entry.verdict)} points lost"


def _label(tick: float, match: bool) -> str:
    if match:
        return f"{tick:g}%"
    return f"+{tick:g}" if tick > 0 else f"{MINUS}{-tick:g}" if tick < 0 else "0"


def _grid(values: Sequence[float]) -> tuple[float, float, tuple[float, ...]]:
    """Bounds and lines of a grid for points, zero among them."""
    low, high = min(0.0, *values), max(0.0, *values)
    step = next((one for one in STEPS if (high - low) / one <= MOST_TICKS), STEPS[-1])
    first, last = floor(low / step), max(ceil(high / step), floor(low / step) + 1)
    return first * step, last * step, tuple(step * at for at in range(first, last + 1))


def _hands(
    marks: Sequence[Mark], points: Sequence[tuple[float, float]], size: _Size
) -> tuple[LineTick, ...]:
    """Where each hand begins, if there are several."""
    found: dict[int, float] = {}
    for mark, (across, _) in zip(marks, points, strict=False):
        found.setdefault(mark.hand, across)
    if len(found) < 2:
        return ()
    crowded = size.name == "narrow" and len(found) > MOST_NUMBERED
    return tuple(
        LineTick(across, "" if crowded else str(hand + 1)) for hand, across in found.items()
    )
