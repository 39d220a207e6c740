"""The door at which newcomers wait in a crowd."""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import Any

import pytest

from analyzer.web import connections
from analyzer.web.connections import FOLLOWS_SECONDS
from tests.unit.test_reviewing import until


class Visitor:
    """A connection of which it is only known whether it was answered."""

    def service(self) -> None:
        """Be answered."""


class Opened:
    """A door, and who was let in by it."""

    def __init__(self) -> None:
        self.inside: list[Any] = []
        self.door = connections._Door(self.inside.append)

    def knock(self, *visitors: Any) -> None:
        """Come one after the other."""
        for visitor in visitors:
            self.door.knock(visitor, time.monotonic())

    @property
    def who(self) -> list[Any]:
        """Those let in so far; somebody with two requests is there twice."""
        return [asked.connection for asked in self.inside]


@pytest.fixture
def opened() -> Iterator[Opened]:
    """A door that is closed in the end."""
    made = Opened()
    yield made
    made.door.shutdown(True, 1)


def test_a_newcomer_waits_until_the_one_before_has_their_page(opened: Opened) -> None:
    ann, bob = Visitor(), Visitor()
    opened.knock(ann, bob)
    until(lambda: opened.who == [ann])
    opened.inside[0].service()
    opened.door.enter(ann, time.monotonic())
    time.sleep(3 * FOLLOWS_SECONDS)
    assert opened.who == [ann, ann], "she has asked for the page that she was sent to"
    opened.inside[1].service()
    until(lambda: opened.who == [ann, ann, bob])


def test_nobody_waits_for_one_who_does_not_ask_for_it(opened: Opened) -> None:
    ann, bob = Visitor(), Visitor()
    opened.knock(ann, bob)
    until(lambda: opened.who == [ann])
    opened.inside[0].service()
    until(lambda: opened.who == [ann, bob])


def test_nobody_waits_for_ever(opened: Opened, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections, "LONGEST_BEHIND", 0.05)
    ann, bob = Visitor(), Visitor()
    opened.knock(ann, bob)
    until(lambda: opened.who == [ann, bob])


def test_nobody_is_remembered_who_has_their_page(opened: Opened) -> None:
    ann = Visitor()
    opened.knock(ann)
    until(lambda: opened.who == [ann])
    opened.inside[0].service()
    opened.door.enter(ann, time.monotonic())
    opened.inside[1].service()
    assert not opened.door._inside
