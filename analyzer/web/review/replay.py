"""A review as a replay: one player's decisions at the table, step by step."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from dataclasses import replace as changed
from typing import Any, Final

from flask import url_for

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
from analyzer.notation.records.stepping import steps
from analyzer.review import Choice, Entry, LayOff, Report
from analyzer.service.jobs import Job
from analyzer.web.review.select import Selection
from analyzer.web.review.stepping import steps_from
from analyzer.web.train.words import LEVELS

ON_THE_TABLE: Final[dict[str, Any]] = {
    "ident": "now", "position": None, "felt": None, "spreads": (), "before": None, "after": None,
}  # fmt: skip
"""The difference of an entry where the table stands above it, and the steps beside it."""


def replay_of(
    job: Job, report: Report, seat: int, asked: Selection, to: Addresses
) -> dict[str, Any] | None:
    """The replay of a seat's decisions (`review/_replay.html`), at the one that is asked for or at
    the dearest; None where nothing of it has been judged."""
    places = tuple(place for place, entry in enumerate(report.entries) if entry.seat == seat)
    if not places:
        return None
    at = asked.step if asked.step in places else _dearest(report, places)
    return _Replay(job, report, seat, places, places.index(at), asked.opened).shown(to)


def _dearest(report: Report, places: Sequence[int]) -> int:
    """The decision that lost the most; the first where none lost anything."""
    errors = [place for place in places if is_error(report.entries[place])]
    return max(errors, key=lambda place: report.entries[place].verdict.loss, default=places[0])


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

    def address(self, at: int, *, opened: bool | None = None) -> str:
        """Return where a decision lies on the table."""
        opened = self.opened if opened is None else opened
        more: dict[str, Any] = {"open": 1} if opened else {}
        return url_for("review.show", ident=self.job.id, step=at, _anchor="replay", **more)

    def shown(self, to: Addresses) -> dict[str, Any]:
        """The replay at its decision (`review/_replay.html`)."""
        report, at = self.report, self.places[self.index]
        entry = report.entries[at]
        to = changed(to, entry=self.address)
        hidden = _other_hand(report, entry)
        card = entry_card(report, at, to)
        return {
            "felt": _felt(report, entry, hidden if self.opened else None),
            "entry": card | ON_THE_TABLE,
            "timeline": self._timeline(to, at),
            "counted": f"Decision {self.index + 1} of {len(self.places)}",
            "steps": self._steps(),
            "open_url": self.address(at, opened=not self.opened) if hidden is not None else None,
            "opened": self.opened,
            "play_from": card["ident_of_position"] if card["belief"] else None,
            "levels": LEVELS,
            "retry_url": self._retry_url(),
        }

    def _retry_url(self) -> str | None:
        if not any(is_error(self.report.entries[at]) for at in self.places):
            return None
        return url_for("retry.show", ident=self.job.id, seat=self.seat + 1)

    def _timeline(self, to: Addresses, at: int) -> dict[str, Any] | None:
        places = [mark.entry for mark in self.report.timeline[self.seat]]
        here = places.index(at) if at in places else None
        return timeline_of(self.report, self.seat, to, here=here)

    def _steps(self) -> dict[str, str | None]:
        """The decisions and the errors before and after, as far as there are any."""
        errors = [
            index for index, at in enumerate(self.places) if is_error(self.report.entries[at])
        ]
        return steps_from(
            self.index, len(self.places), errors, lambda index: self.address(self.places[index])
        )


def _other_hand(report: Report, entry: Entry) -> CardSet | None:
    """The opponent's cards at a decision; None where the record does not know them."""
    if isinstance(entry, LayOff) or not entry.view.rules.two_handed:
        return None
    for step in steps(report.hands[entry.hand].record):
        here = step.table
        if (step.turn, here.turn, here.question) == (entry.turn, entry.seat, entry.view.question):
            return here.hands[1 - entry.seat]
    return None


def _felt(report: Report, entry: Entry, hidden: CardSet | None) -> CardTable:
    """The table before a decision, with what each choice loses."""
    if isinstance(entry, LayOff):
        names = player(report, entry.seat), player(report, 1 - entry.seat)
        return CardTable(
            laid=spreads_of(entry), across=(AcrossTable(names[1], backs=0),), mine=names[0]
        )
    felt = felt_of(report, entry)
    if hidden is None:
        return felt
    shown = pictures(_known_last(hidden, entry))
    return changed(felt, across=(changed(felt.across[0], backs=0, known=shown),))


def _known_last(hidden: CardSet, entry: Choice) -> Sequence[Any]:
    """The other hand, what the player knew of it at the end."""
    return [*(hidden - entry.view.opponent), *(hidden & entry.view.opponent)]
