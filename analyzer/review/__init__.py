"""The review of hands and matches: what each decision cost, and what was luck.

`review` takes a record or a match and gives a `Report`: an entry for each decision of a player,
judged by what the player knew, with its loss and the error of it; the luck of each draw; and
for each hand a balance, result = luck + skill + the opponent's errors.
"""

from analyzer.review.journal import FileJournal, Journal, MemoryJournal
from analyzer.review.judge import judge, kind_of
from analyzer.review.report_file import OldFormError, read_report, write_report
from analyzer.review.run import Progress, review, seats_of
from analyzer.review.totals import accuracy
from analyzer.review.types import (
    Balance,
    Choice,
    DecisionKind,
    Drawn,
    Entry,
    Finding,
    HandReport,
    LayOff,
    Luck,
    Mark,
    Moment,
    MomentKind,
    Part,
    Rate,
    Report,
    Settings,
    Totals,
    Verdict,
)

__all__ = [
    "Balance",
    "Choice",
    "DecisionKind",
    "Drawn",
    "Entry",
    "FileJournal",
    "Finding",
    "HandReport",
    "Journal",
    "LayOff",
    "Luck",
    "Mark",
    "MemoryJournal",
    "Moment",
    "MomentKind",
    "OldFormError",
    "Part",
    "Progress",
    "Rate",
    "Report",
    "Settings",
    "Totals",
    "Verdict",
    "accuracy",
    "judge",
    "kind_of",
    "read_report",
    "review",
    "seats_of",
    "write_report",
]
