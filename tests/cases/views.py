"""The views that a text is read as."""

from __future__ import annotations

from analyzer.errors import UnclearError
from analyzer.game.view import View
from analyzer.notation import parse_view
from analyzer.notation.reading import read_text


def views_of(text: str) -> list[View]:
    """Give the view that is read, or those among which the user is asked to choose.

    >>> [str(view.top) for view in views_of("I hold 7h 8h 9h 4c 4d 4s Kd Qd 2c Ac, upcard 5s")]
    ['5s']
    """
    try:
        return [read_text(text).whole]
    except UnclearError as error:
        return [parse_view(way.text) for way in error.asks]
