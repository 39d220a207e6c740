"""A report as the parts of its page: whose it is, what is shown of it, what can be done with it."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final

from flask import url_for

from analyzer.display.parts import Select, options
from analyzer.display.review.entries import Addresses, entry_card
from analyzer.display.review.summary import basis, summary_of
from analyzer.display.review.words import KINDS, gaps_of, player
from analyzer.engine.search import ENGINE_VERSION
from analyzer.engine.types import Grade
from analyzer.game.view import View
from analyzer.notation import encode
from analyzer.notation.numbers import counted
from analyzer.review import DecisionKind, Report
from analyzer.review.coach import leak_table, themes_of
from analyzer.service.jobs import Job
from analyzer.web.analyze import belief
from analyzer.web.chrome import Link
from analyzer.web.embed import EmbedLink, embed_of
from analyzer.web.review.leaks import practice_of
from analyzer.web.review.ownerrors import whose_mistakes
from analyzer.web.review.replay import replay_of
from analyzer.web.review.select import ALL, BOTH, ERRORS, LOOKS, Selected, Selection, select
from analyzer.web.visitor import is_mine

ANY: Final = ("", "All")
KIND_CHOICES: Final = tuple((str(kind), KINDS[kind]) for kind in DecisionKind)
GRADE_CHOICES: Final = (
    ("", "Errors"), (ALL, "All"), *((str(grade), str(grade).capitalize()) for grade in Grade)
)  # fmt: skip
LUCK_CHOICES: Final = (("", "Any"), ("good", "Lucky draws"), ("bad", "Unlucky draws"))
STOPPED = "This review was stopped: what follows covers the decisions judged by then."


def fragment(job: Job, report: Report, selection: Selection) -> dict[str, Any]:
    """The report of a job, with the entries that were asked for (`review/_report.html`)."""
    seat = _side_of(report, selection)
    lines = ",".join(map(str, selection.lines)) or None
    to = addresses(job)

    def step(place: int) -> str:
        return url_for("review.show", ident=job.id, step=place, lines=lines, _anchor="replay")

    return {
        "job": job,
        "mine": is_mine(job),
        "link": url_for("review.show", ident=job.id, _external=True),
        "embed": _embed(job, selection) if job.shared else None,
        "sides": [
            Link(
                player(report, other),
                url_for("review.show", ident=job.id, seat=other + 1, lines=lines),
                other == seat,
            )
            for other in report.seats
        ],
        "whose": whose_mistakes(job, report) if is_mine(job) else None,
        "looks": tuple(LOOKS.items()),
        "look": selection.looks_at,
        "summary": summary_of(report, seat, replace(to, entry=step)),
        "replay": replay(job, report, selection),
        "practice": _practice(report, seat),
        "gaps": gaps_of(report, (seat,)),
        "entries": entries(job, report, selection),
        "basis": basis(report),
        "note": _note(report),
    }


def _embed(job: Job, selection: Selection) -> EmbedLink:
    """The way to show a review in another page, at the decision that is on the table here."""
    here = {} if selection.step is None else {"step": selection.step}
    return embed_of("review.show", f"{job.title} · gin rummy", ident=job.id, **here)


def _note(report: Report) -> tuple[str, str] | None:
    """Return what a report lacks, and the button that cures it; None of one that is as it would be
    now."""
    if report.stopped:
        return STOPPED, "Continue"
    if report.engine != ENGINE_VERSION:
        made = f"This review was made by engine {report.engine}; the present one is"
        return f"{made} {ENGINE_VERSION}, and may judge otherwise.", "Make it again"
    return None


def _practice(report: Report, seat: int) -> tuple[str, tuple[Link, ...]] | None:
    """The theme that cost a player most, and what to do about it; None where no error shows one."""
    theme = leak_table([(report, seat)]).worst
    return None if theme is None else (str(theme), practice_of(theme))


def replay(
    job: Job, report: Report, selection: Selection, endpoint: str = "review.show"
) -> dict[str, Any] | None:
    """The decision on the table, with its steps (`review/_replay.html`), which lead to the page of
    `endpoint`."""
    return replay_of(job, report, _side_of(report, selection), selection, addresses(job), endpoint)


def _side_of(report: Report, selection: Selection) -> int:
    """From whose side a report is looked at: as asked, of the decision asked for, or the first."""
    if selection.step is not None and selection.step < len(report.entries):
        return report.entries[selection.step].seat
    return selection.seat if selection.seat in report.seats else report.seats[0]


def addresses(job: Job) -> Addresses:
    """Return where the links of a report lead."""

    def entry(place: int) -> str:
        return url_for("review.show", ident=job.id, at=place, _anchor=f"e{place}")

    def analyze(view: View) -> str:
        return url_for("analyze.show", p=encode(view))

    def theme(name: str) -> str:
        return url_for("review.show", ident=job.id, theme=name, _anchor="entries")

    return Addresses(entry, analyze, theme, belief.address)


def entries(job: Job, report: Report, selection: Selection) -> dict[str, Any]:
    """The entries that were asked for, with the filters as set (`review/_entries.html`)."""
    anybody = selection.both or selection.at is not None or selection.theme
    seat = selection.seat if anybody else _side_of(report, selection)
    selected = select(report, replace(selection, seat=seat))
    to = addresses(job)
    opened = () if selected.selection.at is None else (selected.selection.at,)
    return {
        "url": url_for("review.show", ident=job.id),
        "options": _options(report, selected),
        "cards": [entry_card(report, place, to, opened=opened) for place in selected.places],
        "counted": f"{selected.all} of {counted(len(report.entries), 'decision')}",
        "before": _page(job, selected, -1),
        "after": _page(job, selected, 1),
    }


def _page(job: Job, selected: Selected, by: int) -> str | None:
    page = selected.page + by
    if not 0 <= page < selected.pages:
        return None
    query: dict[str, Any] = {**selected.selection.asked(page=page + 1)}
    return url_for("review.show", ident=job.id, _anchor="entries", **query)


def _options(report: Report, selected: Selected) -> list[Select]:
    """The filters that make sense for the report, as they are set."""
    selection = selected.selection
    everybody = "Both" if len(report.seats) < 3 else "Everyone"
    seats = [(BOTH, everybody), *((str(seat + 1), player(report, seat)) for seat in report.seats)]
    hands = [(str(number + 1), f"Hand {number + 1}") for number in range(len(report.hands))]
    themes = {(theme.slug, str(theme)) for entry in report.entries for theme in themes_of(entry)}
    grade = "" if selection.grade == ERRORS else selection.grade or (ALL if selection.luck else "")
    filters = [
        ("seat", "Player", seats, BOTH if selection.seat is None else str(selection.seat + 1)),
        ("hand", "Hand", [ANY, *hands], "" if selection.hand is None else str(selection.hand + 1)),
        ("kind", "Decision", [ANY, *KIND_CHOICES], selection.kind),
        ("grade", "Class", GRADE_CHOICES, grade),
        ("theme", "Theme", [ANY, *sorted(themes)], selection.theme),
        ("luck", "Luck", LUCK_CHOICES, selection.luck),
    ]
    idle = {"seat": len(report.seats) < 2, "hand": len(hands) < 2, "theme": not themes}
    return [
        Select(name, label, options(choices, chosen))
        for name, label, choices, chosen in filters
        if not idle.get(name)
    ]
