"""Where points go: by kind of decision, stage and theme, over all reviews of a visitor."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from types import MappingProxyType
from typing import Final

from flask import Blueprint, request, url_for
from werkzeug.wrappers import Response

from analyzer.display.review.words import KINDS, player
from analyzer.notation.numbers import counted, plus_minus, points
from analyzer.notation.phrases import upper
from analyzer.practice.drills import Drill
from analyzer.review import DecisionKind, Report
from analyzer.review.coach import LeakRow, LeakTable, Theme, leak_table
from analyzer.store import Status
from analyzer.web.chrome import Link, whole_page
from analyzer.web.state import web_app
from analyzer.web.visitor import known_visitor

leaks = Blueprint("leaks", __name__, url_prefix="/review/leaks")

MOST: Final = 100
"""Reviews that are counted, the newest first."""

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
    """Where points go over all your reviews, for ``player`` or the name reviewed most."""
    tables = _tables(_finished())
    asked = request.args.get("player", "")
    name = asked if asked in tables else next(iter(tables), None)
    table = leak_table([]) if name is None else tables[name]
    return whole_page(
        "review/leaks.html",
        "Where your points go",
        "Points lost by kind of decision, stage and theme, over all your reviews.",
        players=[Link(text, url_for("leaks.show", player=text), text == name) for text in tables],
        headline=_headline(name, table),
        detail=_detail(table),
        groups=[
            (key, title, text, _lines(getattr(table, key)))
            for key, title, text in GROUPS
            if getattr(table, key)
        ],
    )


def _finished() -> tuple[tuple[str, int], ...]:
    """The visitor's finished reviews: their ids and versions."""
    owner, reviews = known_visitor(), web_app().reviews
    jobs = () if owner is None else reviews.mine(owner)
    return tuple((job.id, job.version) for job in jobs if job.status is Status.DONE)[:MOST]


@lru_cache(maxsize=64)
def _tables(finished: tuple[tuple[str, int], ...]) -> Mapping[str, LeakTable]:
    """The table of each player's name in these reviews, the name in most of them first.

    Reports are large, so tables are kept as long as the reviews are the same.
    """
    found: dict[str, list[tuple[Report, int]]] = {}
    for ident, _ in finished:
        report = web_app().reviews.report(ident)
        if report is None:
            continue
        for seat in report.seats:
            found.setdefault(player(report, seat), []).append((report, seat))
    most = sorted(found.items(), key=lambda pair: -len(pair[1]))
    return MappingProxyType({name: leak_table(reviewed) for name, reviewed in most})


def _headline(name: str | None, table: LeakTable) -> str:
    if name is None or not table.all.decisions:
        return "Nothing has been counted yet."
    return (
        f"{name} lost {points(max(0.0, table.all.lost))} points in {counted(table.hands, 'hand')}"
    )


def _detail(table: LeakTable) -> str:
    if not table.all.decisions:
        return "Review a hand or two, and this table will show where your points go."
    rate = 100 * max(0.0, table.all.lost) / table.all.decisions
    text = f"{counted(table.all.decisions, 'decision')}, {points(rate)} points lost per 100."
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
    Theme.BROKEN_MELD: Drill.MELDS,
}  # fmt: skip
"""The drill of what a theme asks for; the others have puzzles alone."""


def _practice(label: str) -> tuple[Link, ...]:
    """What to do about a theme: a puzzle of it, where there is one, and its drill."""
    theme = next((one for one in Theme if one == label), None)
    if theme is None:
        return ()
    slug, puzzles = theme.slug, web_app().puzzles.opened()
    links = []
    if any(slug in puzzle.themes for puzzle in puzzles):
        links.append(Link("Puzzles", url_for("puzzles.random_one", theme=slug)))
    if theme in DRILLS:
        links.append(Link("Drill", url_for("train.next_drill", kind=DRILLS[theme])))
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
