"""Records that a click fills in; their reviews say nothing of whoever looks at them."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import Final

from analyzer.notation.records import format_match, parse_match
from analyzer.service.jobs import Job

EXAMPLES: Final = {
    "own": ("At a table", "You know only your own cards: the rest stays a question mark."),
    "hand": ("One hand, both known", "Every card is known, so luck can be told from error."),
    "match": ("A short match", "Three hands to a hundred points, judged by the match score."),
}
"""What they show, by the names of their files."""


def example(name: str) -> str:
    """The text of an example."""
    return (files("analyzer.notation.records") / "examples" / f"{name}.txt").read_text(
        encoding="utf-8"
    )


@cache
def _stored() -> frozenset[str]:
    """The examples as they are stored."""
    return frozenset(format_match(parse_match(example(name))) for name in EXAMPLES)


def is_own(job: Job) -> bool:
    """True if a review is of a hand of the visitor's own."""
    return job.record not in _stored()
