"""Told ends of hands, and score sheets, learned from texts in which each word is marked.

A text is taken apart into tokens as `analyzer.notation.placing` has them, with marks of what each
number is of the others (`_marks`); a small net says of each what it tells, and of whom (`_net`,
`_heard`); and the likeliest end (`_one_end`), or the likeliest hands (`_many_ends`), is taken that
the numbers allow.
"""

from __future__ import annotations

from analyzer.notation.outcomes._many_ends import SheetHeard, draws, no_points, sheet_heard
from analyzer.notation.outcomes._one_end import End, EndHeard, disagreement, ends_heard

__all__ = [
    "End", "EndHeard", "SheetHeard", "disagreement", "draws", "ends_heard", "no_points",
    "sheet_heard",
]  # fmt: skip
