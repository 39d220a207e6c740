"""The door at which newcomers wait in a crowd."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterable, Iterator
from typing import Any

import pytest
from flask import Flask

from analyzer.web import entrance
from analyzer.web.entrance import BEGINS, FIRST_PAGE, FOLLOWS_SECONDS, Entrance
from tests.unit.test_reviewing import until
from tests.web.conftest import MakeApp


class Opened:
    """An entrance, and who was let in by it; who asks for something held waits inside."""

    def __init__(self, app: Flask) -> None:
        self.entrance, self.inside = Entrance(app, places=8), list[str]()
        self.held = {name: threading.Event() for name in ("ann", "bob")}
        self.threads: list[threading.Thread] = []
        app.wsgi_app = self._answer  # type: ignore[assignment,method-assign]

    def _answer(self, environ: dict[str, Any], start: Any) -> Iterable[bytes]:
        self.inside.append(environ["QUERY_STRING"])
        self.held[environ["QUERY_STRING"]].wait(60)
        start("200 OK", [])
        return [b""]

    def ask(self, who: str, what: tuple[str, str] = BEGINS) -> threading.Thread:
        """Come, and wait for an answer."""
        environ = {"REQUEST_METHOD": what[0], "PATH_INFO": what[1], "QUERY_STRING": who}

        def asked() -> None:
            body: Any = self.entrance(environ, lambda *_: None)
            list(body)
            body.close()

        thread = threading.Thread(target=asked)
        thread.start()
        self.threads.append(thread)
        return thread


@pytest.fixture
def opened(make_app: MakeApp) -> Iterator[Opened]:
    """An entrance that everybody has left in the end."""
    made = Opened(make_app())
    yield made
    for event in made.held.values():
        event.set()
    for thread in made.threads:
        thread.join(60)


def test_a_newcomer_waits_until_the_one_before_has_their_page(opened: Opened) -> None:
    first = opened.ask("ann")
    until(lambda: opened.inside == ["ann"])
    opened.ask("bob")
    until(lambda: opened.entrance.door.waiting == 1)
    page = opened.ask("ann", FIRST_PAGE)
    until(lambda: opened.inside == ["ann", "ann"])
    opened.held["ann"].set()
    first.join(60)
    page.join(60)
    until(lambda: opened.inside == ["ann", "ann", "bob"])


def test_whoever_asks_for_a_page_keeps_newcomers_at_the_door(opened: Opened) -> None:
    page = opened.ask("ann", FIRST_PAGE)
    until(lambda: opened.inside == ["ann"])
    opened.ask("bob")
    until(lambda: opened.entrance.door.waiting == 1)
    time.sleep(3 * FOLLOWS_SECONDS)
    assert opened.inside == ["ann"], "her page is not made yet"
    opened.held["ann"].set()
    page.join(60)
    until(lambda: opened.inside == ["ann", "bob"])


def test_nobody_waits_for_one_who_does_not_ask_for_it(opened: Opened) -> None:
    opened.held["ann"].set()
    opened.ask("ann").join(60)
    opened.ask("bob")
    until(lambda: opened.inside == ["ann", "bob"])


def test_nobody_waits_for_ever(opened: Opened, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(entrance, "LONGEST_BEHIND", 0.05)
    opened.ask("ann")
    until(lambda: opened.inside == ["ann"])
    opened.ask("bob")
    until(lambda: opened.inside == ["ann", "bob"])


def test_nobody_is_remembered_who_has_their_page(opened: Opened) -> None:
    opened.held["ann"].set()
    opened.ask("ann").join(60)
    opened.ask("ann", FIRST_PAGE).join(60)
    time.sleep(2 * FOLLOWS_SECONDS)
    opened.entrance.door.enter().leave()
    assert not opened.entrance.door.tickets and not opened.entrance.line.tickets
