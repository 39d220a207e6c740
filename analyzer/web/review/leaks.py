"""The points lost: by kind of decision, stage and theme, over all reviews of a visitor."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from flask import Blueprint, request, url_for
from werkzeug.wrappers import Response

from analyzer.display.review.words import KINDS
from analyzer.notation.numbers import counted, plus_minus, points
from analyzer.notation.phrases import upper
from analyzer.practice.drills import Drill
from analyzer.practice.level import engine_note, level_in_words
from analyzer.review import LEAST_FOR_RATE, DecisionKind
from analyzer.review.coach import LeakRow, LeakTable, Theme, leak_table
from analyzer.web.chrome import Link, whole_page
from analyzer.web.review.players import reviewed_players
from analyzer.web.state import web_app

leaks = Blueprint("leaks", __name__, url_prefix="/review/leaks")

GROUPS: Final = (
    (
        "kinds",
        "By decision",
        "Points lost in all decisions that were not forced or obvious. "
        "They are estimates: one below zero is shown as 0.0.",
    ),
    ("stages", "By stage", "One turn of each player counts as one turn."),
    (
        "themes",
        "By theme",
        "Points lost in the errors that show a theme; an error can show several.",
    ),
)


@leaks.get("")
def show() -> Response:
    """Return where points go over all your reviews, for ``player`` or the name reviewed most."""
    players = reviewed_players()
    wanted = request.args.get("player", "")
    name = wanted if wanted in players else next(iter(players), None)
    reviews = None if name is None else players[name]
    table = leak_table([]) if reviews is None else reviews.table
    level = None if reviews is None else reviews.level
    return whole_page(
        "review/leaks.html",
        "Where your points go",
        "Points lost by kind of decision, stage and theme, over all your reviews.",
        players=[Link(text, url_for("leaks.show", player=text), text == name) for text in players],
        headline=_headline(name, table),
        detail=_detail(table),
        level=None if level is None else level_in_words(level),
        engines=None if reviews is None else engine_note(reviews.engines),
        groups=[
            (key, title, text, _lines(getattr(table, key)))
            for key, title, text in GROUPS
            if getattr(table, key)
        ],
    )


def _headline(name: str | None, table: LeakTable) -> str:
    if name is None or not table.all.decisions:
        return "Nothing has been counted yet."
    return (
        f"{name} lost {points(max(0.0, table.all.lost))} points in {counted(table.hands, 'hand')}"
    )


def _detail(table: LeakTable) -> str:
    if not table.all.decisions:
        return "Review a hand or two, and this table will show where your points go."
    text = f"{counted(table.all.decisions, 'decision')}."
    if table.all.decisions >= LEAST_FOR_RATE:
        rate = 100 * max(0.0, table.all.lost) / table.all.decisions
        text = f"{text[:-1]}, {points(rate)} points lost per 100."
    if table.all.half is None:
        return f"{text} With so few hands no interval can be given."
    return (
        f"{text} {plus_minus(table.all.half)} on the total: the 95% interval over hands like these."
    )


DRILLS: Final = {
    Theme.LAY_OFF: Drill.LAY_OFF, Theme.UNDERCUT: Drill.LAY_OFF, Theme.KNOCK_LAYOUT: Drill.LAY_OFF,
    Theme.KEPT_TO_LAY_OFF: Drill.LAY_OFF, Theme.OUTS: Drill.OUTS, Theme.GIN_OUTS: Drill.OUTS,
    Theme.KNOCK_OUTS: Drill.OUTS, Theme.PAIR_KEPT: Drill.OUTS, Theme.LONE_CARD: Drill.OUTS,
    Theme.HIGH_CARD: Drill.DEADWOOD, Theme.KNOCK_NOW: Drill.KNOCK, Theme.KNOCK_LEFT: Drill.KNOCK,
    Theme.PLAY_ON: Drill.KNOCK, Theme.MISSED_GIN: Drill.KNOCK, Theme.MELD_LEFT: Drill.MELDS,
    Theme.BROKEN_MELD: Drill.MELDS, Theme.DANGER: Drill.GONE, Theme.LATE_LIVE_CARD: Drill.GONE,
    Theme.FEEDS: Drill.TAKEN, Theme.SAFE_CARD: Drill.TOLD, Theme.READ_DISCARDS: Drill.TOLD,
}  # fmt: skip
"""The exact drill of what a theme asks for; the others have puzzles of it, one after another."""
LESSONS: Final = {
    Theme.MELD_LEFT: "taking-from-the-pile", Theme.KNOCK_LEFT: "taking-from-the-pile",
    Theme.SPECULATIVE_TAKE: "taking-from-the-pile", Theme.NEEDLESS_TAKE: "taking-from-the-pile",
    Theme.COSTLY_MELD: "taking-from-the-pile", Theme.BROKEN_MELD: "arrange",
    Theme.OUTS: "outs", Theme.GIN_OUTS: "outs", Theme.KNOCK_OUTS: "outs",
    Theme.LONE_CARD: "combinations", Theme.HIGH_CARD: "high-cards",
    Theme.PAIR_KEPT: "breaking-pairs", Theme.DANGER: "safe-discards",
    Theme.FEEDS: "what-they-take", Theme.SAFE_CARD: "safe-discards",
    Theme.READ_DISCARDS: "what-they-discard", Theme.LATE_LIVE_CARD: "remember-the-pile",
    Theme.KEPT_TO_LAY_OFF: "keep-to-lay-off", Theme.KNOCK_NOW: "knock-or-wait",
    Theme.PLAY_ON: "knock-or-wait", Theme.UNDERCUT: "undercut-danger",
    Theme.MISSED_GIN: "knocking", Theme.KNOCK_LAYOUT: "layout", Theme.SCORE: "near-the-target",
    Theme.LAY_OFF: "laying-off",
}  # fmt: skip
"""The lesson of each theme."""


def _practice(label: str) -> tuple[Link, ...]:
    """Return what to do about a row; nothing where it is of no theme."""
    theme = next((each for each in Theme if each == label), None)
    return () if theme is None else practice_of(theme)


def practice_of(theme: Theme) -> tuple[Link, ...]:
    """Return what to do about a theme: puzzles of it, where there are any, its drill, its
    lesson."""
    links = []
    if web_app().puzzles.opened(theme.slug):
        links.append(Link("Puzzles", url_for("puzzles.random_one", theme=theme.slug)))
    if theme in DRILLS:
        links.append(Link("Drill", url_for("train.next_drill", kind=DRILLS[theme])))
    links.append(Link("Lesson", url_for("course.show", name=LESSONS[theme])))
    return tuple(links)


def _lines(
    rows: Sequence[LeakRow],
) -> list[tuple[str, LeakRow, float, float, tuple[Link, ...]]]:
    """(label, the row, points lost as they are shown, in percent of the longest bar, practice)."""
    longest = max([row.lost for row in rows] + [1e-9])
    lost = [max(0.0, row.lost) for row in rows]
    return [
        (_label(row.label), row, shown, round(100 * shown / longest, 1), _practice(row.label))
        for row, shown in zip(rows, lost, strict=True)
    ]


def _label(label: str) -> str:
    kinds = {str(kind): KINDS[kind] for kind in DecisionKind}
    return kinds.get(label, upper(label))
