"""From decision to decision of a review, and from error to error."""

from __future__ import annotations

from collections.abc import Callable, Sequence


def steps_from(
    at: int, number: int, errors: Sequence[int], address: Callable[[int], str]
) -> dict[str, str | None]:
    """Return where the steps from one of so many decisions lead; None where there is nothing.

    >>> steps_from(2, 4, [0, 2], str)
    {'before': '1', 'after': '3', 'error-before': '0', 'error-after': None}
    """
    places = {
        "before": at - 1 if at else None,
        "after": at + 1 if at + 1 < number else None,
        "error-before": max((error for error in errors if error < at), default=None),
        "error-after": min((error for error in errors if error > at), default=None),
    }
    return {name: None if place is None else address(place) for name, place in places.items()}
