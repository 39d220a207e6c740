"""An application on a scripted engine, with a browser's headers on its client."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path
from random import Random
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from analyzer.practice.puzzles.book import PuzzleBook
from analyzer.web import create_app
from analyzer.web.state import web_app
from tests.web.puzzle_samples import book
from tests.web.scripted import Script, database_at, settings_in

FROM_HERE = {"Sec-Fetch-Site": "same-origin"}
"""What a browser says of a form on our own page."""

MakeApp = Callable[..., Flask]


@pytest.fixture(autouse=True)
def _same_deals(monkeypatch: pytest.MonkeyPatch) -> None:
    """Deal the same cards in each run: in one game of some thousands a bot knocks at once."""
    monkeypatch.setattr("secrets.randbits", Random(3).getrandbits)


@pytest.fixture
def script() -> Script:
    """How the engine behaves."""
    return Script()


@pytest.fixture
def make_app(script: Script, tmp_path: Path) -> Iterator[MakeApp]:
    """Make an application, with a book of puzzles and some settings changed; closed at the end."""
    made: list[Flask] = []

    def make(puzzles: PuzzleBook | None = None, **changes: Any) -> Flask:
        settings = settings_in(tmp_path / "test.db", **changes)
        app = create_app(settings, engine=script.engine(), book=puzzles)
        made.append(app)
        return app

    yield make
    for app in made:
        script.held = False
        web_app(app).close()


@pytest.fixture
def app(make_app: MakeApp) -> Flask:
    """An application with the settings of the tests."""
    return make_app()


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    """A browser without scripts."""
    return browser(app)


def browser(app: Flask) -> FlaskClient:
    """A client of `app` that sends what browsers send with a form."""
    client = app.test_client()
    client.environ_base["HTTP_SEC_FETCH_SITE"] = "same-origin"
    return client


@pytest.fixture
def make_book(make_app: MakeApp, tmp_path: Path) -> MakeApp:
    """Make an application on a book of puzzles, each with a database of its own."""
    numbers = count()

    def make(puzzles: PuzzleBook | None = None, **changes: Any) -> Flask:
        database = database_at(tmp_path / f"{next(numbers)}.db")
        given = {"database_url": database, "reviews": 0, **changes}
        return make_app(puzzles=puzzles or book(), **given)

    return make
