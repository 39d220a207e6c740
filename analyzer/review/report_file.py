"""A report as it is stored: without loss, and no longer than what cannot be worked out again.

The text of the record, the findings and the balances are written down. The rest, views and
totals and moments, follows from these by the same functions that made it, so it need not be.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

import msgspec

from analyzer.errors import InputError
from analyzer.game.actions import Question
from analyzer.game.view import View
from analyzer.notation.records import Match, format_match, parse_match
from analyzer.resources import read_json
from analyzer.review.journal import decoded, encoded
from analyzer.review.run import report_of, seats_of, tasks_of
from analyzer.review.types import Balance, Choice, Finding, Report, ReviewSettings

FORM: Final = 1
"""Changes with the form of `_ReportFile`."""


class OldFormError(ValueError):
    """This is no report as this version makes them: the review has to be done again."""


class _ReportFile(msgspec.Struct, frozen=True):
    """The contents of a report's file."""

    form: int
    engine: str
    thresholds: str
    review: str
    settings: ReviewSettings
    seats: tuple[int, ...]
    record: str
    findings: list[Finding | None]
    """In order of play; None for a decision that was not judged."""
    balances: list[dict[int, Balance]]
    """By hand, then by seat."""


def write_report(report: Report) -> bytes:
    """A report as JSON, without loss.

    >>> from analyzer.notation.records import parse_record
    >>> from analyzer.review import review
    >>> record = parse_record('''
    ... [Hand1 "Ac 2c 3c 4d 5d 6d 9h 9s 9c Kd"] [Hand2 "?"] [Dealer "2"] [Upcard "9d"]
    ... 1. ^9d -Kd!
    ... 1= Ac 2c 3c / 4d 5d 6d / 9d 9h 9s 9c
    ... ''')
    >>> report = review(record, settings=ReviewSettings(worlds=64, luck_worlds=64))
    >>> read_report(write_report(report)) == report
    True
    """
    match = Match(tuple(hand.record for hand in report.hands))
    stored = _ReportFile(
        form=FORM,
        engine=report.engine,
        thresholds=report.thresholds,
        review=report.version,
        settings=report.settings,
        seats=report.seats,
        record=format_match(match),
        findings=_findings(report, match),
        balances=[dict(hand.balances) for hand in report.hands],
    )
    return msgspec.json.encode(stored, enc_hook=encoded)


def _findings(report: Report, match: Match) -> list[Finding | None]:
    judged = {
        _place(entry.hand, entry.turn, entry.view): entry.found
        for entry in report.entries
        if isinstance(entry, Choice)
    }
    tasks = tasks_of(match, report.seats)
    return [judged.get(_place(task.hand, task.decision.turn, task.decision.view)) for task in tasks]


def _place(hand: int, turn: int, view: View) -> tuple[int, int, Question, int]:
    """A turn has two decisions, what to take and what to discard, and more where melds are laid."""
    return hand, turn, view.question, view.hand.mask


def read_report(data: bytes) -> Report:
    """The inverse of `write_report`; raises OldFormError for what cannot be read as a report.

    A report stays what it was, whichever engine made it: its findings are those of that engine,
    with that engine's grades, and `engine`, `thresholds` and `version` say which.
    """
    try:
        stored = read_json(data, _ReportFile, decoded)
        if stored.form != FORM:
            raise OldFormError(f"this report is of form {stored.form}")
        return _report(stored)
    except (msgspec.MsgspecError, InputError) as error:
        raise OldFormError(str(error)) from error


def _report(stored: _ReportFile) -> Report:
    match = parse_match(stored.record)
    seats = seats_of(match, stored.seats)
    tasks = tasks_of(match, seats)
    if len(tasks) != len(stored.findings) or len(match.hands) != len(stored.balances):
        raise OldFormError("the record has other decisions")
    findings = {
        place: finding for place, finding in enumerate(stored.findings) if finding is not None
    }
    report = report_of(
        match.hands,
        seats,
        tasks,
        findings,
        stored.settings,
        lambda number, _: stored.balances[number],
    )
    return replace(
        report, engine=stored.engine, thresholds=stored.thresholds, version=stored.review
    )
