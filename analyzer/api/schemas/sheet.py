"""The entries of a report as a table: comma-separated values, for a spreadsheet."""

from __future__ import annotations

import csv
import io
from typing import Final

from analyzer.api.schemas.review import EntryJson, entry_to_json
from analyzer.review import Choice, Entry, Report

COLUMNS: Final = (
    "hand", "turn", "player", "kind", "played", "best", "loss", "loss_se", "class", "close",
    "forced", "obvious", "decided", "value", "match", "drawn", "luck", "luck_se", "worlds",
)  # fmt: skip
"""Loss, value and luck are in points, at a score in normalized ones; hands, turns and players
count from 1; `drawn` is the card that a draw brought, and luck what it was worth."""


def entries_csv(report: Report) -> str:
    """The entries, one a line under a line of names; what is not known is left empty.

    The numbers are those of the JSON report, so that the two can be laid side by side.

    >>> from analyzer.notation.records import parse_record
    >>> from analyzer.review import ReviewSettings, review
    >>> record = parse_record('''
    ... [Hand1 "Ac 2c 3c 4d 5d 6d 9h 9s 9c Kd"] [Hand2 "?"] [Dealer "2"] [Upcard "9d"]
    ... 1. ^9d -Kd!
    ... 1= Ac 2c 3c / 4d 5d 6d / 9d 9h 9s 9c
    ... ''')
    >>> report = review(record, settings=ReviewSettings(worlds=64, luck_worlds=64))
    >>> [line.split(",")[:6] for line in entries_csv(report).splitlines()[1:]]
    [['1', '1', '1', 'upcard', 'take', 'take'], ['1', '1', '1', 'knock', 'gin Kd', 'gin Kd']]
    """
    page = io.StringIO(newline="")
    lines = csv.writer(page, lineterminator="\n")
    lines.writerow(COLUMNS)
    lines.writerows(_line(entry) for entry in report.entries)
    return page.getvalue()


def _line(entry: Entry) -> list[object]:
    told: EntryJson = entry_to_json(entry)
    verdict, drawn = told.verdict, told.drawn
    flags = (verdict.close, verdict.forced, verdict.obvious, verdict.decided)
    return [
        told.hand, told.turn, told.player, told.kind.value, told.played, told.best,
        verdict.loss, verdict.loss_se, verdict.grade.value, *(int(flag) for flag in flags),
        told.value, told.match,
        *((None, None, None) if drawn is None else (drawn.card, drawn.luck, drawn.se)),
        told.worlds if isinstance(entry, Choice) else None,
    ]  # fmt: skip
