"""A review as a replay: one player's decisions at the table, step by step."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from dataclasses import replace as changed
from typing import Any, Final

from flask import Blueprint, make_response, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from analyzer.display.hands import pictures
from analyzer.display.review.entries import (
    Addresses,
    entry_card,
    felt_of,
    is_error,
    spreads_of,
)
from analyzer.display.review.line import timeline_of
from analyzer.display.review.words import player
from analyzer.display.table import AcrossTable, CardTable
from analyzer.game.cards import CardSet
from analyzer.notation import encode
from analyzer.notation.records.replay import steps
from analyzer.review import Choice, Entry, LayOff, Report
from analyzer.service.jobs import Job
from analyzer.web.chrome import Link, wants_fragment, whole_page
from analyzer.web.review import pages as review
from analyzer.web.review import report as reviewreport
from analyzer.web.train.words import LEVELS

replay = Blueprint("replay", __name__, url_prefix="/review/<ident>/replay")

WITHOUT_TABLE: Final[dict[str, Any]] = {"position": None, "felt": None, "spreads": ()}
"""What an entry lacks where the table stands above it."""
DESCRIPTION: Final = "A gin rummy game, stepped through decision by decision."


@replay.get("")
def show(ident: str) -> Response:
    """The decisions of player ``seat`` at the table, one after another; ``at`` is the one shown.

    With ``open=1`` the other hand lies open where the record knows it.
    """
    job, report = review.finished(ident)
    replayed = _Replay.asked(job, report)
    if replayed is None:
        return redirect(url_for("review.show", ident=ident), 303)
    if wants_fragment():
        return make_response(render_template("review/_replay.html", replay=replayed.shown()))
    return whole_page(
        "review/replay.html",
        f"{job.title} · replay",
        DESCRIPTION,
        heading=job.title,
        replay=replayed.shown(),
    )


@dataclass(frozen=True, slots=True)
class _Replay:
    """A report as it was asked for: whose decisions, which of them, and how open."""

    job: Job
    report: Report
    seat: int
    places: tuple[int, ...]
    """Of the player's decisions in the report."""
    index: int
    """Which of them is shown."""
    opened: bool

    @classmethod
    def asked(cls, job: Job, report: Report) -> _Replay | None:
        """What the address asks for; None where nothing has been judged."""
        if not report.entries:
            return None
        at = request.args.get("at", type=int)
        seat = request.args.get("seat", 0, type=int) - 1
        if at is not None and 0 <= at < len(report.entries):
            seat = report.entries[at].seat
        if not any(entry.seat == seat for entry in report.entries):
            seat = report.entries[0].seat
        places = tuple(place for place, choice in enumerate(report.entries) if choice.seat == seat)
        index = places.index(at) if at in places else 0
        return cls(job, report, seat, places, index, request.args.get("open") == "1")

    def address(self, at: int | None = None, *, opened: bool | None = None, seat: int = 0) -> str:
        """Where a decision is shown."""
        opened = self.opened if opened is None else opened
        more: dict[str, Any] = {"seat": seat} if seat else {"at": at}
        if opened:
            more["open"] = 1
        return url_for("replay.show", ident=self.job.id, **more)

    def shown(self) -> dict[str, Any]:
        """The replay at its decision (`review/_replay.html`)."""
        report, at = self.report, self.places[self.index]
        entry = report.entries[at]
        to = changed(reviewreport.addresses(self.job), entry=self.address)
        hidden = _other_hand(report, entry)
        return {
            "felt": _felt(report, entry, hidden if self.opened else None),
            "entry": entry_card(report, at, to, opened=(at,)) | WITHOUT_TABLE,
            "timeline": self._timeline(to, at),
            "counted": f"Decision {self.index + 1} of {len(self.places)}",
            "steps": self._steps(),
            "open_url": self.address(at, opened=not self.opened) if hidden is not None else None,
            "opened": self.opened,
            "play_from": None if isinstance(entry, LayOff) else encode(entry.view),
            "levels": LEVELS,
            "sides": [
                Link(player(report, seat), self.address(seat=seat + 1), seat == self.seat)
                for seat in report.seats
                if any(entry.seat == seat for entry in report.entries)
            ],
            "report_url": url_for("review.show", ident=self.job.id, at=at, _anchor=f"e{at}"),
        }

    def _timeline(self, to: Addresses, at: int) -> dict[str, Any] | None:
        places = [mark.entry for mark in self.report.timeline[self.seat]]
        here = places.index(at) if at in places else None
        return timeline_of(self.report, self.seat, to, here=here)

    def _steps(self) -> dict[str, str | None]:
        """The decisions and the errors before and after, as far as there are any."""
        errors = [
            index for index, at in enumerate(self.places) if is_error(self.report.entries[at])
        ]
        before = [index for index in errors if index < self.index]
        after = [index for index in errors if index > self.index]
        wanted = {
            "before": self.index - 1 if self.index else None,
            "after": self.index + 1 if self.index + 1 < len(self.places) else None,
            "error_before": before[-1] if before else None,
            "error_after": after[0] if after else None,
        }
        return {
            name: None if index is None else self.address(self.places[index])
            for name, index in wanted.items()
        }


def _other_hand(report: Report, entry: Entry) -> CardSet | None:
    """The opponent's cards at a decision; None where the record does not know them."""
    if isinstance(entry, LayOff):
        return None
    for step in steps(report.hands[entry.hand].record):
        here = step.table
        if (step.turn, here.turn, here.question) == (entry.turn, entry.seat, entry.view.question):
            return here.hands[1 - entry.seat]
    return None


def _felt(report: Report, entry: Entry, hidden: CardSet | None) -> CardTable:
    """The table before a decision, with what each choice loses."""
    names = player(report, entry.seat), player(report, 1 - entry.seat)
    if isinstance(entry, LayOff):
        return CardTable(
            laid=spreads_of(entry), across=AcrossTable(names[1], backs=0), mine=names[0]
        )
    felt = felt_of(report, entry)
    if hidden is None:
        return felt
    assert felt.across is not None
    shown = pictures(_known_last(hidden, entry))
    return changed(felt, across=changed(felt.across, backs=0, known=shown))


def _known_last(hidden: CardSet, entry: Choice) -> Sequence[Any]:
    """The other hand, what the player knew of it at the end."""
    return [*(hidden - entry.view.opponent), *(hidden & entry.view.opponent)]
