"""The words of a review: themes, and explanations made from an entry's numbers."""

from analyzer.review.coach._reasons import reasons_of
from analyzer.review.coach.explain import Detail, Explanation, explain
from analyzer.review.coach.leaks import LeakRow, LeakTable, leak_table
from analyzer.review.coach.themes import Theme, themes_of

__all__ = [
    "Detail",
    "Explanation",
    "LeakRow",
    "LeakTable",
    "Theme",
    "explain",
    "leak_table",
    "reasons_of",
    "themes_of",
]
