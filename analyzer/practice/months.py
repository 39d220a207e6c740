"""The play of somebody month by month: the level, and where the points went."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from analyzer.practice.level import HandLoss, PlayLevel, level_of, losses_of
from analyzer.review import DecisionKind, Report


@dataclass(frozen=True, slots=True)
class PlayMonth:
    """The findings of a month's reviews about a player."""

    month: date
    """Its first day."""
    level: PlayLevel | None
    """None with too few hands for an interval."""
    kinds: Mapping[DecisionKind, HandLoss]
    """Points lost, and decisions that count, by kind; only those that occurred."""
    engines: tuple[str, ...]
    """That judged it."""


ReviewedOn = tuple[date, Report, int]
"""(the day on which a game was reviewed, the report, the player's seat)."""


def play_months(reviewed: Iterable[ReviewedOn]) -> tuple[PlayMonth, ...]:
    """The months with a review, oldest first.

    >>> from analyzer.review import ReviewSettings
    >>> empty = Report((), (0,), {}, {}, {}, ReviewSettings(), "1", "1")
    >>> days = [date(2026, 3, 9), date(2026, 2, 28), date(2026, 3, 1)]
    >>> [str(found.month) for found in play_months((day, empty, 0) for day in days)]
    ['2026-02-01', '2026-03-01']
    """
    months: dict[date, list[tuple[Report, int]]] = {}
    for day, report, seat in reviewed:
        months.setdefault(day.replace(day=1), []).append((report, seat))
    return tuple(_month(month, months[month]) for month in sorted(months))


def _month(month: date, reports: Sequence[tuple[Report, int]]) -> PlayMonth:
    hands = [hand for report, seat in reports for hand in losses_of(report, seat)]
    engines = tuple(sorted({report.engine for report, _ in reports}))
    return PlayMonth(month, level_of(hands), _kinds(reports), engines)


def _kinds(reports: Sequence[tuple[Report, int]]) -> dict[DecisionKind, HandLoss]:
    verdicts = [
        (entry.kind, entry.verdict)
        for report, seat in reports
        for entry in report.entries
        if entry.seat == seat and entry.verdict.counts
    ]
    losses = {}
    for kind in DecisionKind:
        lost = [verdict.loss for which, verdict in verdicts if which is kind]
        if lost:
            losses[kind] = HandLoss(sum(lost), len(lost))
    return losses
