"""Templates are rendered one at a time, and those within another do not wait for it."""

from __future__ import annotations

import time
from concurrent.futures import ThreadPoolExecutor

import pytest
from flask import Flask, render_template_string

from analyzer.web.rendering import compile_all
from tests.web.conftest import browser


def test_one_template_is_rendered_at_a_time(app: Flask) -> None:
    inside, most = 0, 0

    def look() -> str:
        nonlocal inside, most
        inside += 1
        most = max(most, inside)
        time.sleep(0.005)
        inside -= 1
        return "seen"

    def render(number: int) -> str:
        with app.test_request_context():
            return render_template_string("{{ look() }} {{ number }}", look=look, number=number)

    with ThreadPoolExecutor(8) as threads:
        assert list(threads.map(render, range(8))) == [f"seen {number}" for number in range(8)]
    assert most == 1


def test_a_template_may_be_rendered_within_another(app: Flask) -> None:
    with app.test_request_context():
        inner = "{{ 1 + 1 }}"
        text = render_template_string("{{ of(inner) }}", of=render_template_string, inner=inner)
    assert text == "2"


def test_no_visitor_waits_for_a_page_to_be_compiled(
    app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    compile_all(app.jinja_env)

    def load(*given: object, **named: object) -> None:
        raise AssertionError(given)

    monkeypatch.setattr(type(app.jinja_env.loader), "load", load)
    client = browser(app)
    for page in ("/", "/analyze", "/puzzles", "/train", "/learn/rules", "/review"):
        assert client.get(page).status_code == 200
