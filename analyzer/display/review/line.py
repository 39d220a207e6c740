"""The standing from decision to decision, as a line with the errors on it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from analyzer.display.charts import Axes, Frame, Tick, grid
from analyzer.display.parts import GRADE_MARKS, GradeMark
from analyzer.display.review.entries import Addresses
from analyzer.display.review.words import lost_in_words, place, player
from analyzer.engine.types import Grade
from analyzer.notation.numbers import counted, match_chance, signed
from analyzer.review import GraphPoint, Report

MOST_NUMBERED: Final = 12
"""Hands whose beginnings are numbered on a narrow screen."""

Row = tuple[str, str, GradeMark, str, str]
"""A point in the table: place, address, class, how it stood, what was lost."""

SIZES: Final = {
    "wide": Frame(960, 260, 52, 944, 16, 228, ticks_end=46, ticks_base=244),
    "narrow": Frame(320, 200, 40, 308, 14, 172, ticks_end=34, ticks_base=188),
}


def timeline_of(
    report: Report, seat: int, to: Addresses, *, here: int | None = None
) -> dict[str, Any] | None:
    """The line of a seat (`review/_timeline.html`); None without a decision.

    `here` is the place on it of the decision that is being looked at.
    """
    marks = report.timeline[seat]
    if not marks:
        return None
    match = all(mark.match is not None for mark in marks)
    values = [_value(mark, match=match) for mark in marks]
    name = player(report, seat)
    end = None if match else _end(report, seat)
    errors = counted(sum(mark.grade is not Grade.BEST for mark in marks), "error")
    rows = [_row(report, mark, value, to, match) for mark, value in zip(marks, values, strict=True)]
    ends = f"from {_said(values[0], match)} to {_said(values[-1], match)}"
    if end is not None:
        ends += f", and ended with {_said(end, match)}"
        values.append(end)
    what = (
        f"{name}’s chance to win the match" if match else f"What it was worth to {name}, in points,"
    )
    return {
        "seat": seat + 1,
        "title": f"{name}: {'the chance to win the match' if match else 'what the hand was worth'}",
        "says": f"{what} at {_each(len(marks))}, {ends}; {errors} marked",
        "frames": [
            _frame(report, marks, values, size, to, match=match, here=here) for size in SIZES
        ],
        "rows": rows,
    }


def _end(report: Report, seat: int) -> float | None:
    """Return what a single hand came to; a line of several is not one line."""
    balance = report.hands[0].balances.get(seat)
    return None if balance is None or len(report.hands) > 1 else balance.result


def _value(mark: GraphPoint, *, match: bool) -> float:
    return 100 * mark.match if match and mark.match is not None else mark.value


def _each(decisions: int) -> str:
    return "one decision" if decisions == 1 else f"each of {decisions} decisions"


def _said(value: float, match: bool) -> str:
    return match_chance(value / 100) if match else signed(value)


def _row(report: Report, mark: GraphPoint, value: float, to: Addresses, match: bool) -> Row:
    entry = report.entries[mark.entry]
    lost = lost_in_words(entry)
    return (
        place(report, entry), to.entry(mark.entry), GRADE_MARKS[mark.grade], _said(value, match),
        lost,
    )  # fmt: skip


def _frame(
    report: Report,
    marks: Sequence[GraphPoint],
    values: Sequence[float],
    size: str,
    to: Addresses,
    *,
    match: bool,
    here: int | None,
) -> dict[str, Any]:
    """The line drawn for one width of the screen, with the errors on it."""
    low, high, step = (0, 100, 25) if match else grid(min(0.0, *values), max(0.0, *values))
    axes = Axes(0, len(values) - 1, high, SIZES[size], low)
    places = [(axes.x(index), axes.y(value)) for index, value in enumerate(values)]
    return {
        "name": size,
        "frame": axes.frame,
        "path": axes.line(enumerate(values)),
        "here": None if here is None else places[here],
        "up": axes.ticks(step, "%") if match else axes.ticks(step, plus=True),
        "hands": _hands(marks, places, size),
        "marks": [
            (across, up, GRADE_MARKS[mark.grade], to.entry(mark.entry), _title(report, mark))
            for mark, (across, up) in zip(marks, places, strict=False)
            if mark.grade is not Grade.BEST
        ],
    }


def _title(report: Report, mark: GraphPoint) -> str:
    entry = report.entries[mark.entry]
    return f"{place(report, entry)}: {mark.grade}, {lost_in_words(entry)} {entry.unit.short} lost"


def _hands(
    marks: Sequence[GraphPoint], places: Sequence[tuple[float, float]], size: str
) -> tuple[Tick, ...]:
    """Return where each hand begins, if there are several."""
    points: dict[int, float] = {}
    for mark, (across, _) in zip(marks, places, strict=False):
        points.setdefault(mark.hand, across)
    if len(points) < 2:
        return ()
    crowded = size == "narrow" and len(points) > MOST_NUMBERED
    return tuple(Tick(across, "" if crowded else str(hand + 1)) for hand, across in points.items())
