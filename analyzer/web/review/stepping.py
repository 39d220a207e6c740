"""From moment to moment of a review, and from error to error."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from analyzer.display.review.entries import beside


def steps_from(
    at: int, number: int, errors: Sequence[int], address: Callable[[int], str]
) -> dict[str, str | None]:
    """Return where the steps from one of so many moments lead; None where there is nothing.

    >>> found = steps_from(2, 4, [0, 2], str)
    >>> found["first"], found["before"], found["after"], found["last"]
    ('0', '1', '3', '3')
    >>> found["error-before"], found["error-after"], steps_from(0, 1, [], str)["last"]
    ('0', None, None)
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
    return {name: None if place is None else address(place) for name, place in places.items()}
