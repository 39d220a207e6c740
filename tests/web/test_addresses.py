"""Addresses that are remembered: the same as Flask's own, and only as many as there are pages."""

from __future__ import annotations

from typing import Any

import pytest
from flask import Flask

from analyzer.web.addresses import Application

ASKED: list[tuple[str, dict[str, Any]]] = [
    ("static", {"filename": "site.css"}),
    ("static", {"filename": "site.css", "_external": True}),
    ("home", {}),
    ("page", {"number": 7}),
    ("page", {"number": 7, "kind": ["a", "b"]}),
    ("page", {"number": 7, "_anchor": "top"}),
]


def with_pages(kind: type[Flask]) -> Flask:
    """An application with two pages and files."""
    app = kind("pages", static_folder="files")
    app.add_url_rule("/", "home", lambda: "")
    app.add_url_rule("/page/<int:number>", "page", str)
    return app


def address(app: Flask, mounted_at: str, endpoint: str, values: dict[str, Any]) -> str:
    """The address as a request to `app`, mounted at a path, would be given it."""
    with app.test_request_context("/", environ_overrides={"SCRIPT_NAME": mounted_at}):
        return app.url_for(endpoint, **values)


@pytest.mark.parametrize(("endpoint", "values"), ASKED)
def test_addresses_are_those_of_flask_wherever_it_is_mounted(
    endpoint: str, values: dict[str, Any]
) -> None:
    ours, plain = with_pages(Application), with_pages(Flask)
    for mounted_at in ("", "/gin", ""):
        wanted = address(plain, mounted_at, endpoint, values)
        assert address(ours, mounted_at, endpoint, values) == wanted


def test_visitors_fill_no_memory() -> None:
    ours = with_pages(Application)
    for number in range(50):
        for endpoint, values in [*ASKED[:3], ("page", {"number": number})]:
            address(ours, "", endpoint, values)
    remembered = ours._remembered.cache_info()
    assert remembered.currsize == 2 and remembered.hits == 98
