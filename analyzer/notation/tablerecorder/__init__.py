"""Entering a hand of the other games, tap by tap: what comes next, what can be tapped, the record.

A draft is what was set up and its taps, nothing else: `TableDraft.tap` gives the next, `undo` the
one before, and `entry_of` says what a draft waits for, what may be tapped, and what the record is
by now. Hands that were not seen are hidden in the record until they are shown at the end.
"""

from analyzer.notation.tablerecorder._asked import TapsAsked, asked_by, other_spreads
from analyzer.notation.tablerecorder._draft import TableDraft, entry_of, is_table_draft
from analyzer.notation.tablerecorder._entry import Asks, TableEntry

__all__ = [
    "Asks",
    "TableDraft",
    "TableEntry",
    "TapsAsked",
    "asked_by",
    "entry_of",
    "is_table_draft",
    "other_spreads",
]
