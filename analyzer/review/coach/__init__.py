"""The words of a review: themes, and explanations made from an entry's numbers.

The names below are loaded when they are asked for.
"""

from typing import TYPE_CHECKING

from analyzer.resources import named

if TYPE_CHECKING:
    from analyzer.review.coach._reasons import reasons_of
    from analyzer.review.coach.explaining import Detail, Explanation, explain
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

_ELSEWHERE = {
    "LeakRow": "leaks",
    "LeakTable": "leaks",
    "Theme": "themes",
    "leak_table": "leaks",
    "reasons_of": "_reasons",
    "themes_of": "themes",
}
"""The modules of the names that are not those of `explaining`."""

if not TYPE_CHECKING:  # a name that does not exist is an error to the type checker
    __getattr__ = named(__name__, _ELSEWHERE, "explaining")
