"""What a review says in words: themes, and explanations made from an entry's numbers."""

from analyzer.coach.explain import Depth, Explanation, Picture, explain
from analyzer.coach.leaks import Leak, leaks
from analyzer.coach.phrases import Text
from analyzer.coach.reasons import LEAST_SHARE, Reason, reasons_of
from analyzer.coach.themes import THEMES, Theme, themes_of

__all__ = [
    "LEAST_SHARE",
    "THEMES",
    "Depth",
    "Explanation",
    "Leak",
    "Picture",
    "Reason",
    "Text",
    "Theme",
    "explain",
    "leaks",
    "reasons_of",
    "themes_of",
]
