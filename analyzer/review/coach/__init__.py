"""What a review says in words: themes, and explanations made from an entry's numbers."""

from analyzer.review.coach._reasons import LEAST_SHARE, Reason, reasons_of
from analyzer.review.coach.explain import Detail, Explanation, Picture, explain
from analyzer.review.coach.leaks import LeakRow, LeakTable, Stage, leak_table, stage_of
from analyzer.review.coach.themes import THEMES, Theme, themes_of

__all__ = [
    "LEAST_SHARE",
    "THEMES",
    "Detail",
    "Explanation",
    "LeakRow",
    "LeakTable",
    "Picture",
    "Reason",
    "Stage",
    "Theme",
    "explain",
    "leak_table",
    "reasons_of",
    "stage_of",
    "themes_of",
]
