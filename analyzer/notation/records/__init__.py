"""Hand records and matches: the texts of whole hands, read, printed, checked and replayed.

A :class:`Record` is one hand from the deal to its result, with both hands known or only one;
a :class:`Match` is hands in order. Reading what was printed gives the same thing back. What
cannot have been played is an :class:`~analyzer.errors.InputError` that names the places.
"""

from analyzer.notation.records._results import format_result
from analyzer.notation.records.check import check_record, checked
from analyzer.notation.records.draft import RecordDraft, draft_of
from analyzer.notation.records.eaai import looks_like_log, read_eaai
from analyzer.notation.records.match import carry_on, drafts_to_match, match_of
from analyzer.notation.records.openspiel import looks_like_history, read_openspiel
from analyzer.notation.records.read import (
    LONGEST_MATCH,
    parse_match,
    parse_record,
    read_drafts,
    without_comments,
)
from analyzer.notation.records.replay import (
    Decision,
    ReplayStep,
    decisions,
    discard_action,
    record_of,
    replay,
    seen_by,
    steps,
    table_after,
    views,
)
from analyzer.notation.records.showdown import lay_offs, misfits
from analyzer.notation.records.types import Match, Record, Showdown
from analyzer.notation.records.write import (
    format_defence,
    format_match,
    format_record,
    format_spread,
    format_tag,
)

__all__ = [
    "LONGEST_MATCH",
    "Decision",
    "Match",
    "Record",
    "RecordDraft",
    "ReplayStep",
    "Showdown",
    "carry_on",
    "check_record",
    "checked",
    "decisions",
    "discard_action",
    "draft_of",
    "drafts_to_match",
    "format_defence",
    "format_match",
    "format_record",
    "format_result",
    "format_spread",
    "format_tag",
    "lay_offs",
    "looks_like_history",
    "looks_like_log",
    "match_of",
    "misfits",
    "parse_match",
    "parse_record",
    "read_drafts",
    "read_eaai",
    "read_openspiel",
    "record_of",
    "replay",
    "seen_by",
    "steps",
    "table_after",
    "views",
    "without_comments",
]
