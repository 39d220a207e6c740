"""A review as a replay: one player's decisions and the others' turns at the table, step by step."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from dataclasses import replace as changed
from typing import Any, Final

from flask import url_for

from analyzer.display.hands import pictures
from analyzer.display.parts import ActionTable
from analyzer.display.review.entries import (
    Addresses,
    caption_of,
    entry_card,
    is_error,
    spreads_of,
)
from analyzer.display.review.line import timeline_of
from analyzer.display.review.words import player
from analyzer.display.table import AcrossTable, CardTable
from analyzer.game.cards import CardSet
from analyzer.review import Choice, Entry, LayOff, Report
from analyzer.service.jobs import Job
from analyzer.web.review.lines import KeptLine, branch_of, kept_lines
from analyzer.web.review.select import MOST_LINES, Selection, WhatIf
from analyzer.web.review.stepping import dearest, steps_from
from analyzer.web.review.theirs import hidden_hand, table_at, their_turn
from analyzer.web.train.words import LEVELS

ON_THE_TABLE: Final[dict[str, Any]] = {
    "ident": "now", "position": None, "felt": None, "spreads": (), "before": None, "after": None,
}  # fmt: skip
"""The difference of an entry where the table stands above it, and the steps beside it."""


@dataclass(frozen=True, slots=True)
class _Moment:
    """A step of the replay: a decision of the player's, or a turn of somebody else's."""

    hand: int
    turn: int
    place: int | None = None
    """Of the decision in the report; None of a turn."""
    number: int = field(default=0, compare=False)
    """Which of the player's decisions it is, from 1."""


def _moments(report: Report, seat: int) -> list[_Moment]:
    """Every step of a player's replay in the order of play; a knock stands before its answer.

    Empty where nothing of the player's has been judged.
    """
    moments: list[_Moment] = []
    for place, entry in enumerate(report.entries):
        if entry.seat == seat:
            moments.append(_Moment(entry.hand, entry.turn, place, len(moments) + 1))
    if moments:
        moments += [
            _Moment(hand, turn)
            for hand, reviewed in enumerate(report.hands)
            for turn, played in enumerate(reviewed.record.turns)
            if played.player != seat
        ]
    return sorted(moments, key=lambda moment: (moment.hand, moment.turn, moment.place is not None))


def replay_of(
    job: Job,
    report: Report,
    seat: int,
    selection: Selection,
    to: Addresses,
    endpoint: str = "review.show",
) -> dict[str, Any] | None:
    """The replay of a seat (`review/_replay.html`), at the decision or the turn that is asked for,
    at its beginning if it is to play itself, or at the dearest decision; None where nothing of the
    seat has been judged. Its steps lead to the page of `endpoint`."""
    moments = _moments(report, seat)
    if not moments:
        return None
    errors, own = [], 0
    for index, moment in enumerate(moments):
        own += moment.place is not None
        if moment.place is not None and is_error(report.entries[moment.place]):
            errors.append(index)
    wanted = None if selection.turn is None else _Moment(*selection.turn)
    if selection.step is not None and selection.step < len(report.entries):
        entry = report.entries[selection.step]
        wanted = _Moment(entry.hand, entry.turn, selection.step)
    if wanted in moments:
        index = moments.index(wanted)
    else:
        index = 0 if selection.plays else dearest(report, [moment.place for moment in moments])
    return _Replay(job, report, seat, moments, errors, index, selection, own, endpoint).shown(to)


@dataclass(frozen=True, slots=True)
class _Replay:
    """A report as it was asked for: whose steps, which of them, and how open."""

    job: Job
    report: Report
    seat: int
    moments: Sequence[_Moment]
    errors: Sequence[int]
    """Which of the moments are errors of the player's."""
    index: int
    """Which of them is shown."""
    selection: Selection
    own: int
    """Decisions of the player's."""
    endpoint: str

    @property
    def _last(self) -> _Moment | None:
        """The decision that is shown, or the last one before a turn."""
        for moment in reversed(self.moments[: self.index + 1]):
            if moment.place is not None:
                return moment
        return None

    def _address(
        self,
        to: _Moment | WhatIf | int,
        *,
        opened: bool | None = None,
        without: WhatIf | None = None,
        plays: bool = False,
    ) -> str:
        """Return where a moment lies on the table, the decision at a place, or another line."""
        if isinstance(to, WhatIf):
            at: dict[str, Any] = {"try": to}
        elif isinstance(to, _Moment) and to.place is None:
            at = {"seat": self.seat + 1, "turn": f"{to.hand + 1}-{to.turn + 1}"}
        else:
            at = {"step": to.place if isinstance(to, _Moment) else to}
        if self.selection.opened if opened is None else opened:
            at["open"] = 1
        if plays:
            at["play"] = 1
        if self.selection.lines:
            kept = [str(line) for line in self.selection.lines if line != without]
            at["lines"] = ",".join(kept) or None
        return url_for(self.endpoint, ident=self.job.id, _anchor="replay", **at)

    def shown(self, to: Addresses) -> dict[str, Any]:
        """The replay at its moment (`review/_replay.html`)."""
        to, moment = changed(to, entry=self._address), self.moments[self.index]
        if moment.place is None:
            hidden, there = self._their_turn(moment)
        else:
            hidden, there = self._decision(moment.place, to)
        retry = url_for("retry.show", ident=self.job.id, seat=self.seat + 1)
        places = [mark.entry for mark in self.report.timeline[self.seat]]
        here = self._last and self._last.place
        here = places.index(here) if here in places else None
        return {
            "timeline": timeline_of(self.report, self.seat, to, here=here),
            "counted": self._counted(moment),
            "steps": self._steps(),
            "open_url": hidden and self._address(moment, opened=not self.selection.opened),
            "opened": self.selection.opened,
            "levels": LEVELS,
            "retry_url": retry if self.errors else None,
            "lines": self._lines() if self.selection.lines else (),
            **there,
        }

    def _lines(self) -> list[KeptLine]:
        """The lines that are kept, each with the address of this moment without it."""
        moment = self.moments[self.index]
        return kept_lines(
            self.report, self.seat, self.selection.lines, self.selection.tried, self._address,
            lambda line: self._address(moment, without=line),
        )  # fmt: skip

    def _their_turn(self, moment: _Moment) -> tuple[CardSet | None, dict[str, Any]]:
        """The other hand, where it is known, and what is shown of another's turn."""
        theirs = their_turn(
            self.report, self.seat, moment.hand, moment.turn, self._address,
            opened=self.selection.opened,
        )  # fmt: skip
        shown = dict.fromkeys(("entry", "branch", "what_if", "play_from"))
        return theirs.hidden, shown | {"felt": theirs.felt, "theirs": theirs}

    def _decision(self, at: int, to: Addresses) -> tuple[CardSet | None, dict[str, Any]]:
        """The other hand, where it is known, and what is shown of a decision."""
        entry = self.report.entries[at]
        hidden, card = _other_hand(self.report, entry), entry_card(self.report, at, to)
        shown = hidden if self.selection.opened else None
        felt = _felt(self.report, entry, card["felt"], shown)
        felt, branch = changed(felt, caption=caption_of(card)), None
        if self.selection.tried is not None and isinstance(entry, Choice) and card["table"]:
            branch = branch_of(self.report, entry, self.selection.tried, card["table"], felt)
        return hidden, {
            "felt": felt if branch is None else branch.felt,
            "entry": card | ON_THE_TABLE,
            "theirs": None,
            "branch": branch,
            "what_if": card["table"] and self._what_if(at, card["table"], card["key"]),
            "play_from": card["ident_of_position"] if card["belief"] else None,
        }

    def _what_if(self, at: int, table: ActionTable, played: str) -> dict[str, Any]:
        """The other actions at a decision, and where they are tried (`review/_what_if.html`)."""
        lines = self.selection.lines
        there = [line.key for line in lines if line.place == at] if lines else []
        return {
            "url": url_for("review.show", ident=self.job.id, _anchor="replay"),
            "at": at,
            "rows": table.rows,
            "there": (played, *there),
            "lines": ",".join(map(str, lines)),
            "full": len(lines) >= MOST_LINES,
            "played_url": self._address(at) if there else None,
        }

    def _counted(self, moment: _Moment) -> str:
        """Return which moment it is: "Decision 2 of 14", "Bob’s turn, after decision 2"."""
        number = self._last.number if self._last else 0
        if moment.place is not None:
            return f"Decision {number} of {self.own}"
        who = self.report.hands[moment.hand].record.turns[moment.turn].player
        where = f"after decision {number}" if number else "before decision 1"
        return f"{player(self.report, who)}’s turn, {where}"

    def _steps(self) -> dict[str, str | None]:
        """The moments and the errors before and after, as far as there are any."""
        return steps_from(
            self.index, len(self.moments), self.errors,
            lambda index, plays: self._address(self.moments[index], plays=plays),
            plays=self.selection.plays,
        )  # fmt: skip


def _other_hand(report: Report, entry: Entry) -> CardSet | None:
    """The opponent's cards at a decision; None where the record does not know them."""
    if isinstance(entry, LayOff) or not entry.view.rules.two_handed:
        return None
    record = report.hands[entry.hand].record
    here = table_at(record, entry.turn, entry.view.question)
    return None if here is None else hidden_hand(record, here, 1 - entry.seat)


def _felt(report: Report, entry: Entry, felt: CardTable, hidden: CardSet | None) -> CardTable:
    """The table before a decision, with what each choice loses, the other hand open if given."""
    if isinstance(entry, LayOff):
        names = player(report, entry.seat), player(report, 1 - entry.seat)
        return CardTable(
            laid=spreads_of(entry), across=(AcrossTable(names[1], backs=0),), mine=names[0]
        )
    if hidden is None:
        return felt
    shown = pictures(_known_last(hidden, entry))
    return changed(felt, across=(changed(felt.across[0], backs=0, known=shown),))


def _known_last(hidden: CardSet, entry: Choice) -> Sequence[Any]:
    """The other hand, what the player knew of it at the end."""
    return [*(hidden - entry.view.opponent), *(hidden & entry.view.opponent)]
