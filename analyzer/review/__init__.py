"""The review of hands and matches: what each decision cost, what was luck, and why, in words.

It imports the engine and what is beneath it. Documents, rows and pages do not belong here:
`review` takes a record or a match and gives a `Report`, and `coach` puts its entries into words.
"""

import sys

from analyzer.review.journal import FileJournal
from analyzer.review.judge import judge, judge_costly, kind_of
from analyzer.review.report_file import OldFormError, read_report, write_report
from analyzer.review.room import Room
from analyzer.review.run import ReviewProgress, review, seats_of
from analyzer.review.types import (
    LEAST_FOR_RATE,
    Balance,
    Choice,
    DecisionKind,
    Drawn,
    Entry,
    Finding,
    GapPart,
    GraphPoint,
    HandReport,
    KeyMoment,
    LayOff,
    Luck,
    MomentKind,
    NotJudged,
    Rate,
    Report,
    ReviewSettings,
    Totals,
    Verdict,
)

__all__ = [
    "LEAST_FOR_RATE",
    "Balance",
    "Choice",
    "DecisionKind",
    "Drawn",
    "Entry",
    "FileJournal",
    "Finding",
    "GapPart",
    "GraphPoint",
    "HandReport",
    "KeyMoment",
    "LayOff",
    "Luck",
    "MomentKind",
    "NotJudged",
    "OldFormError",
    "Rate",
    "Report",
    "ReviewProgress",
    "ReviewSettings",
    "Totals",
    "Verdict",
    "judge",
    "judge_costly",
    "kind_of",
    "read_report",
    "review",
    "seats_of",
    "write_report",
]

sys.modules[__name__].__class__ = Room  # so that `analyzer.review(record)` works
