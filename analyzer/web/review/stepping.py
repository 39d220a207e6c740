"""From moment to moment of a review, from error to error, and on by itself."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from analyzer.display.review.entries import beside, is_error
from analyzer.review import Report

BEAT_SECONDS: Final = 3
"""The time for which a step is shown, where they follow each other by themselves."""


def dearest(report: Report, places: Sequence[int | None]) -> int:
    """Find the decision that lost the most among moments; the first one where none lost anything.

    `places` are those of the decisions in the report, and None of a turn of somebody else's.
    """
    entries = [None if place is None else report.entries[place] for place in places]
    lost = [-1.0 if own is None else is_error(own) * own.verdict.loss for own in entries]
    return lost.index(max(lost))


def steps_from(
    at: int,
    number: int,
    errors: Sequence[int],
    address: Callable[[int, bool], str],
    *,
    plays: bool = False,
) -> dict[str, str | None]:
    """Return where the steps from one of so many moments lead; None where there is nothing.

    `address` is that of a moment, and whether it plays on from there: "play" begins that, "pause"
    ends it, and "then" is what follows by itself, after "beat" seconds.

    >>> found = steps_from(2, 4, [0, 2], "{} {}".format)
    >>> found["first"], found["before"], found["after"], found["last"], found["play"]
    ('0 False', '1 False', '3 False', '3 False', '2 True')
    >>> found["error-before"], found["error-after"], found["then"]
    ('0 False', None, None)
    """
    before, after = beside(range(number), at)
    error_before, error_after = beside(errors, at)
    places = {
        "first": None if before is None else 0,
        "before": before,
        "after": after,
        "last": None if after is None else number - 1,
        "error-before": error_before,
        "error-after": error_after,
    }
    steps = {
        name: None if place is None else address(place, False) for name, place in places.items()
    }
    return steps | _playing(at, number, address, plays=plays)


def _playing(
    at: int, number: int, address: Callable[[int, bool], str], *, plays: bool
) -> dict[str, str | None]:
    """Return how it is made to play on from a moment, or to stop; from the last, from the first on.

    >>> _playing(2, 4, "{} {}".format, plays=True)
    {'play': None, 'pause': '2 False', 'then': '3 True', 'beat': '3'}
    >>> _playing(3, 4, "{} {}".format, plays=True)
    {'play': '0 True', 'pause': None, 'then': None}
    """
    after = at + 1
    if plays and after < number:
        then = {"then": address(after, True), "beat": str(BEAT_SECONDS)}
        return {"play": None, "pause": address(at, False), **then}
    begins = address(at if after < number else 0, True) if number > 1 else None
    return {"play": begins, "pause": None, "then": None}
