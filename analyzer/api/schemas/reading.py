"""Reading a view that a person or a program gives, in whichever form it comes."""

from __future__ import annotations

import re

from analyzer.api.schemas.view import ViewJson, view_from_json
from analyzer.errors import InputError
from analyzer.game.view import View
from analyzer.notation import check_view, decode, parse_view

_IDENT = re.compile(r"[A-Za-z0-9_-]{16,}")
_RUN_TOGETHER = re.compile(r"(?:(?:10|[2-9atjqk])[cdhs]){3}", re.IGNORECASE)
"""Cards without a space between them, which could be the letters of an id too."""


def read_view(given: ViewJson | str) -> View:
    """The view in a JSON document, a view's text or a position id.

    Raises InputError; also for a document whose history contradicts its other fields.

    >>> from analyzer.notation import encode
    >>> view = read_view("hand: 7h 8h 9h 4c 4d 4s Kd Qd 2c Ac 3s")
    >>> read_view(encode(view)) == view
    True
    """
    if isinstance(given, str) and given.lstrip().startswith("{"):
        return _checked(view_from_json(given))
    if isinstance(given, str):
        return _read_text(given)
    return _checked(view_from_json(given))


def _checked(view: View) -> View:
    check_view(view)
    return view


def _read_text(text: str) -> View:
    try:
        return parse_view(text)
    except InputError:
        token = text.strip()
        if not _IDENT.fullmatch(token) or _RUN_TOGETHER.match(token):
            raise
    return decode(text)
