"""The review of hands and matches: what each decision cost, what was luck, and why, in words.

It imports the engine and what is beneath it. Documents, rows and pages do not belong here:
`review` takes a record or a match and gives a `Report`, and `coach` puts its entries into words.
The names below are loaded when they are asked for.
"""

import sys
from typing import TYPE_CHECKING

from analyzer.resources import named
from analyzer.review.room import Room

if TYPE_CHECKING:
    from analyzer.review.journal import FileJournal
    from analyzer.review.judging import judge, judge_costly
    from analyzer.review.kinds import kind_of
    from analyzer.review.report_file import OldFormError, read_report, write_report
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

_ELSEWHERE = {
    "FileJournal": "journal",
    "OldFormError": "report_file",
    "ReviewProgress": "run",
    "judge": "judging",
    "judge_costly": "judging",
    "kind_of": "kinds",
    "read_report": "report_file",
    "review": "run",
    "seats_of": "run",
    "write_report": "report_file",
}
"""The modules of the names that are not those of `types`."""

if not TYPE_CHECKING:  # a name that does not exist is an error to the type checker
    __getattr__ = named(__name__, _ELSEWHERE, "types")

sys.modules[__name__].__class__ = Room  # so that `analyzer.review(record)` works
