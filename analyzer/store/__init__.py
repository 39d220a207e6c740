"""What the program keeps: a database by URL, and the only place that speaks to it.

SQLite in write-ahead mode by default, PostgreSQL by URL, one code path. The tables are
made and changed by the migrations that travel inside this package.
"""

from analyzer.store.drafts import SavedDraft
from analyzer.store.keys import analysis_key
from analyzer.store.puzzles import Finish, SavedAnswer, SavedTry
from analyzer.store.reviews import Asked, SavedReview, Status
from analyzer.store.store import Analysis, Store

__all__ = [
    "Analysis",
    "Asked",
    "Finish",
    "SavedAnswer",
    "SavedDraft",
    "SavedReview",
    "SavedTry",
    "Status",
    "Store",
    "analysis_key",
]
