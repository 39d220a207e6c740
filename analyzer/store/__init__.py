"""The store: a database by URL, and the only place that speaks SQL.

SQLite in write-ahead mode by default, PostgreSQL by URL, one code path; the tables are made and
changed by the migrations that travel inside this package. It imports the documents and values
that its rows hold. What to keep and for how long is not decided here.
"""

from analyzer.store.daily import DailyTry
from analyzer.store.drafts import SavedDraft
from analyzer.store.errors import FullError, UnavailableError
from analyzer.store.pairs import SavedPair
from analyzer.store.puzzles import Finish, SavedAnswer, SavedTry
from analyzer.store.reviews import Crowd, SavedReview, Status, StoredRequest
from analyzer.store.store import Analysis, Store, analysis_key

__all__ = [
    "Analysis",
    "Crowd",
    "DailyTry",
    "Finish",
    "FullError",
    "SavedAnswer",
    "SavedDraft",
    "SavedPair",
    "SavedReview",
    "SavedTry",
    "Status",
    "Store",
    "StoredRequest",
    "UnavailableError",
    "analysis_key",
]
