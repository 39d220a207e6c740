"""A report as a notebook draws it, and as a session tells it in a line for each player."""

from __future__ import annotations

from typing import Final

from markupsafe import Markup

from analyzer.display.notebook import show, table
from analyzer.display.review.summary import basis
from analyzer.display.review.words import lost_in_words, place, player, totals_in_words
from analyzer.notation.numbers import DASH
from analyzer.review import Entry, LayOff, Report

_COLUMNS: Final = {
    "where": "left", "player": "left", "played": "left", "best": "left", "lost": "right",
    "class": "left",
}  # fmt: skip
"""The heads of the table, and the side on which a column is set."""


def _players(report: Report) -> list[str]:
    """A line for each player: the decisions by class, and what they lost."""
    return [
        f"{player(report, seat)}: {totals_in_words(report.totals[seat])}" for seat in report.seats
    ]


def _entry(report: Report, entry: Entry) -> tuple[object, ...]:
    ends = lost_in_words(entry), entry.verdict.grade
    begins = place(report, entry), player(report, entry.seat)
    if isinstance(entry, LayOff):
        return *begins, "lay off", f"{entry.best.points} left", *ends
    best = DASH if entry.found.played in entry.tied else entry.best.action
    return *begins, entry.found.played, best, *ends


def _report_html(report: Report) -> str:
    lines = Markup("").join(map(Markup("<div>{}</div>").format, _players(report)))
    entries = (entry for entry in report.entries if not entry.verdict.forced)
    rows = table(_COLUMNS, (_entry(report, entry) for entry in entries))
    return str(Markup("{}{}<small>{}</small>").format(lines, rows, basis(report)))


def _report_line(report: Report) -> str:
    return f"<Report: {'; '.join(_players(report))}>"


show(Report, _report_html, _report_line)
