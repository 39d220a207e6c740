"""Pictures of a visitor's progress: level and leaks by month, the rating by puzzles."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Literal

from flask import Blueprint, request, url_for
from werkzeug.wrappers import Response

from analyzer.api.evidence import Axis, Curve, Panel
from analyzer.display.charts import LineChart, grid, line_chart
from analyzer.display.review.words import KINDS
from analyzer.notation.numbers import counted, points
from analyzer.notation.phrases import listed
from analyzer.practice.level import engine_note, level_in_words
from analyzer.practice.months import PlayMonth
from analyzer.review import LEAST_FOR_RATE, DecisionKind
from analyzer.web.chrome import Link, whole_page
from analyzer.web.puzzles.me import my_tries
from analyzer.web.puzzles.mine import rating_chart
from analyzer.web.review.players import PlayerReviews, reviewed_players

progress = Blueprint("progress", __name__, url_prefix="/train/progress")

KINDS_SHOWN: Final = 3
"""Kinds of decision of which a line is drawn: those that cost most."""
STYLES: Final[tuple[Literal["true", "sampled", "uniform"], ...]] = ("true", "sampled", "uniform")
"""Of the lines."""
MONTHS: Final = 12
"""That are shown, up to the last one."""
NONE: Final = "No level yet: it takes eight reviewed hands of yours."


@progress.get("")
def show() -> Response:
    """Your level, your leaks and your rating over time, for ``player`` or the name reviewed
    most."""
    players = reviewed_players()
    wanted = request.args.get("player", "")
    name = wanted if wanted in players else next(iter(players), None)
    reviews = None if name is None else players[name]
    months = () if reviews is None else reviews.months[-MONTHS:]
    rated = [attempt for attempt in my_tries() if attempt.rating is not None]
    return whole_page(
        "train/progress.html",
        "Your progress",
        "Your gin rummy level, leaks and puzzle rating over time.",
        players=[Link(text, url_for("progress.show", player=text), text == name)
                 for text in players],
        headline=_headline(reviews),
        engines=None if reviews is None else engine_note(reviews.engines),
        level=_level_chart(months),
        leaks=_leak_chart(months),
        months=[_row(month) for month in reversed(months)],
        rating=rating_chart(rated) if len(rated) > 1 else None,
    )  # fmt: skip


def _headline(reviews: PlayerReviews | None) -> str:
    level = None if reviews is None else reviews.level
    return NONE if level is None else level_in_words(level)


def _row(month: PlayMonth) -> tuple[str, str, str, str]:
    """(the month, its level, hands, the engine where it is told)."""
    level = month.level
    text = "too few hands" if level is None else level_in_words(level)
    hands = "" if level is None else counted(level.hands, "hand")
    return f"{month.month:%B %Y}", text, hands, listed(month.engines, "and")


def _level_chart(months: Sequence[PlayMonth]) -> LineChart | None:
    """Levels with their intervals; None for fewer than two."""
    known = [(place, month.level) for place, month in _placed(months) if month.level is not None]
    if len(known) < 2:
        return None
    first, last = known[0][1], known[-1][1]
    text = (
        f"Points lost in 100 decisions over {len(known)} months: "
        f"from {points(first.rate, 0)} to {points(last.rate, 0)}."
    )
    spread: list[tuple[float, ...]] = [
        (place, (level.low + level.high) / 2, (level.high - level.low) / 2)
        for place, level in known
    ]
    curves = [
        Curve("level", "true", [(place, level.rate) for place, level in known]),
        Curve("95% interval", "error", spread),
    ]
    return _chart(text, curves, months, max(level.high for _, level in known))


def _leak_chart(months: Sequence[PlayMonth]) -> LineChart | None:
    """Return what the costliest kinds of decision lost in 100 of them; None for fewer than two
    months."""
    if len(months) < 2:
        return None
    costly = sorted(DecisionKind, key=lambda kind: -_lost(months, kind))[:KINDS_SHOWN]
    curves = [
        Curve(KINDS[kind], style, line)
        for kind, style in zip(costly, STYLES, strict=False)
        if (line := _line(months, kind))
    ]
    if not curves:
        return None
    names = listed([KINDS[kind].lower() for kind in costly], "and")
    text = f"Points lost in 100 decisions of a kind, by month: {names}."
    return _chart(text, curves, months, max(up for curve in curves for _, up in curve.points))


def _lost(months: Sequence[PlayMonth], kind: DecisionKind) -> float:
    return sum(month.kinds[kind].lost for month in months if kind in month.kinds)


def _line(months: Sequence[PlayMonth], kind: DecisionKind) -> list[tuple[float, ...]]:
    placed = ((place, month.kinds.get(kind)) for place, month in _placed(months))
    return [
        (place, max(0.0, 100 * month.lost / month.decisions))
        for place, month in placed
        if month and month.decisions >= LEAST_FOR_RATE
    ]


def _placed(months: Sequence[PlayMonth]) -> list[tuple[float, PlayMonth]]:
    """Months by how many lie between them and the last one, as a negative number."""
    last = months[-1].month if months else None
    return [
        (float(12 * (month.month.year - last.year) + month.month.month - last.month), month)
        for month in months
        if last is not None
    ]


def _chart(
    text: str, curves: list[Curve], months: Sequence[PlayMonth], highest: float
) -> LineChart:
    first = _placed(months)[0][0]
    ticks = sorted({first, float(round(first / 2)), 0.0})
    low, high, step = grid(0.0, highest, 5)
    return line_chart(
        Panel(text, curves),
        Axis("months before the last", first, 0.0, ticks),
        Axis("points lost in 100 decisions", low, high, [low, low + step]),
    )
