"""Addresses of pages and files, each made once: a page has a hundred of them."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from flask import Flask, has_request_context, request

REMEMBERED = 1024
"""More than there are files and endpoints without values."""


class Application(Flask):
    """A Flask application that remembers the addresses of its files and of its plain pages.

    Those with a value from a request in them are made anew: anybody may ask for any number.
    """

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self._remembered = lru_cache(REMEMBERED)(self._made)

    def url_for(self, /, endpoint: str, **values: Any) -> str:
        """The address of an endpoint; see :meth:`flask.Flask.url_for`."""
        file = endpoint == "static" and "_external" not in values
        plain = not values and not endpoint.startswith(".")
        if has_request_context() and (file or plain):
            return self._remembered(request.script_root, endpoint, **values)
        return super().url_for(endpoint, **values)

    def _made(self, _mounted_at: str, endpoint: str, **values: Any) -> str:
        return super().url_for(endpoint, **values)
