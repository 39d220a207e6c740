"""A report as the parts of its page: whose it is, what is shown of it, what can be done with it."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from flask import url_for

from analyzer.display.parts import Select
from analyzer.display.parts import SelectOption as OptionChoice
from analyzer.display.review.entries import entry_card, is_error, name_of
from analyzer.display.review.line import timeline_of
from analyzer.display.review.parts import Addresses
from analyzer.display.review.select import ALL, BOTH, ERRORS, Found, Selection, select
from analyzer.display.review.summary import basis, summary_of
from analyzer.display.review.words import KINDS, player
from analyzer.engine.types import Grade
from analyzer.game.view import View
from analyzer.notation import encode
from analyzer.notation.numbers import counted
from analyzer.review import DecisionKind, Report
from analyzer.review.coach import themes_of
from analyzer.service.jobs import Job
from analyzer.web.analyze import belief
from analyzer.web.review.contexts import EntriesFragment, Keep, ReportFragment, SideLink
from analyzer.web.visitor import is_mine

STOPPED = "This review was stopped: what follows covers the decisions judged by then."


def fragment(job: Job, report: Report, asked: Selection) -> ReportFragment:
    """The report of a job, with the entries that were asked for."""
    seat = _side_of(report, asked)
    to = addresses(job)
    return ReportFragment(
        sides=_sides(job, report, seat),
        summary=summary_of(report, seat, to),
        timeline=timeline_of(report, seat, to),
        entries=entries(job, report, asked),
        keep=_keep(job, report, seat),
        basis=basis(report),
        note=STOPPED if report.stopped else None,
    )


def _side_of(report: Report, asked: Selection) -> int:
    """From whose side a report is looked at: as asked, of the entry asked for, or the first."""
    if asked.at is not None and asked.at < len(report.entries):
        return report.entries[asked.at].seat
    return asked.seat if asked.seat in report.seats else report.seats[0]


def addresses(job: Job) -> Addresses:
    """Where the links of a report lead."""

    def entry(place: int) -> str:
        return url_for("review.show", ident=job.id, at=place, _anchor=f"e{place}")

    def analyze(view: View) -> str:
        return url_for("analyze.show", p=encode(view))

    def theme(name: str) -> str:
        return url_for("review.show", ident=job.id, theme=name, _anchor="entries")

    return Addresses(entry, analyze, theme, belief.address)


def entries(job: Job, report: Report, asked: Selection) -> EntriesFragment:
    """The entries that were asked for, with the filters as they are set."""
    anybody = asked.both or asked.at is not None or asked.theme
    seat = asked.seat if anybody else _side_of(report, asked)
    found = select(report, replace(asked, seat=seat))
    to = addresses(job)
    opened = () if found.selection.at is None else (found.selection.at,)
    return EntriesFragment(
        url=url_for("review.show", ident=job.id),
        options=_options(report, found),
        cards=tuple(entry_card(report, place, to, opened=opened) for place in found.places),
        counted=f"{found.all} of {counted(len(report.entries), 'decision')}",
        before=_page(job, found, -1),
        after=_page(job, found, 1),
        reset=url_for("review.show", ident=job.id, _anchor="entries"),
    )


def _page(job: Job, found: Found, by: int) -> str | None:
    page = found.page + by
    if not 0 <= page < found.pages:
        return None
    asked: dict[str, Any] = {**found.selection.asked(page=page + 1)}
    return url_for("review.show", ident=job.id, _anchor="entries", **asked)


def _sides(job: Job, report: Report, seat: int) -> tuple[SideLink, ...]:
    if len(report.seats) < 2:
        return ()
    return tuple(
        SideLink(
            player(report, one), url_for("review.show", ident=job.id, seat=one + 1), one == seat
        )
        for one in report.seats
    )


def _options(report: Report, found: Found) -> tuple[Select, ...]:
    asked = found.selection
    options = []
    if len(report.seats) > 1:
        seats = [(BOTH, "Both"), *((str(one + 1), player(report, one)) for one in report.seats)]
        chosen = BOTH if asked.seat is None else str(asked.seat + 1)
        options.append(_option("seat", "Player", seats, chosen))
    if len(report.hands) > 1:
        hands = [
            ("", "All"),
            *((str(one + 1), f"Hand {one + 1}") for one in range(len(report.hands))),
        ]
        options.append(
            _option("hand", "Hand", hands, "" if asked.hand is None else str(asked.hand + 1))
        )
    kinds = [("", "All"), *((str(kind), KINDS[kind]) for kind in DecisionKind)]
    grades = [
        ("", "Errors"),
        (ALL, "All"),
        *((str(one), str(one).capitalize()) for one in Grade),
    ]
    grade = "" if asked.grade == ERRORS else asked.grade or (ALL if asked.luck else "")
    options += [
        _option("kind", "Decision", kinds, asked.kind),
        _option("grade", "Class", grades, grade),
    ]
    seen = {theme for entry in report.entries for theme in themes_of(entry)}
    if seen:
        themes = [("", "All"), *sorted((name_of(one), str(one)) for one in seen)]
        options.append(_option("theme", "Theme", themes, asked.theme))
    luck = [("", "Any"), ("good", "Lucky draws"), ("bad", "Unlucky draws")]
    return (*options, _option("luck", "Luck", luck, asked.luck))


def _option(name: str, label: str, values: list[tuple[str, str]], chosen: str) -> Select:
    return Select(
        name, label, tuple(OptionChoice(value, text, value == chosen) for value, text in values)
    )


def _keep(job: Job, report: Report, seat: int) -> Keep:
    """What can be done with a review."""
    mine = is_mine(job)

    def url(name: str) -> str:
        return url_for(f"review.{name}", ident=job.id)

    errors = any(one.seat == seat and is_error(one) for one in report.entries)
    return Keep(
        share_url=url("share") if mine else None,
        shared=job.shared,
        link=url_for("review.show", ident=job.id, _external=True),
        forget_url=url("forget") if mine else None,
        again_url=url("again") if mine and report.stopped else None,
        file_url=url("file"),
        json_url=url("document"),
        csv_url=url("rows"),
        record_url=url("record"),
        retry_url=url_for("retry.show", ident=job.id, seat=seat + 1) if errors else None,
    )
