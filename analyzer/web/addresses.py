"""Addresses of pages and files, each made once: a page has a hundred of them."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from flask import Flask, has_request_context, request

REMEMBERED = 4096
"""Addresses, of which those with a position in them are the longest: a few hundred bytes."""


class Application(Flask):
    """A Flask application that remembers the addresses that it has made.

    Those relative to a blueprint, those with a host, and those with a list in them are made anew.
    """

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)

        @lru_cache(REMEMBERED, typed=True)  # 1 and True are equal, but not on a page
        def made(_mounted_at: str, endpoint: str, **values: Any) -> str:
            return super(Application, self).url_for(endpoint, **values)

        self._made = made

    def url_for(self, /, endpoint: str, **values: Any) -> str:
        """The address of an endpoint; see :meth:`flask.Flask.url_for`."""
        depends = endpoint.startswith(".") or "_external" in values or not has_request_context()
        if depends or any(isinstance(value, list) for value in values.values()):
            return super().url_for(endpoint, **values)
        return self._made(request.script_root, endpoint, **values)
