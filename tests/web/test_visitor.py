"""The anonymous id: made only where something is kept; signed, long-lived, hidden from scripts."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from email.utils import parsedate_to_datetime
from http.cookies import SimpleCookie

import pytest
from flask import Flask
from flask.testing import FlaskClient
from itsdangerous import TimestampSigner

from analyzer.web import visitor
from tests.web.conftest import MakeApp, browser


@pytest.fixture
def keeping(make_app: MakeApp) -> Flask:
    """An application with a page that keeps something, and one that only looks."""
    app = make_app(reviews=0)
    app.add_url_rule("/keep", "keep", visitor.visitor_id, methods=["POST"])
    app.add_url_rule("/look", "look", lambda: visitor.known_visitor() or "nobody")
    return app


def test_to_look_makes_nobody_known(keeping: Flask) -> None:
    client = browser(keeping)
    for path in ("/", "/analyze", "/look", "/learn/rules"):
        assert "Set-Cookie" not in client.get(path).headers
    assert client.get("/look").text == "nobody"


def test_who_keeps_something_is_known_from_then_on(keeping: Flask) -> None:
    ann, bob = browser(keeping), browser(keeping)
    known = ann.post("/keep").text
    assert len(known) >= 20
    assert ann.get("/look").text == known == ann.post("/keep").text
    assert bob.post("/keep").text != known
    assert "Set-Cookie" not in ann.get("/look").headers, "pages that keep nothing set nothing"


def test_the_cookie_is_long_lived_and_out_of_reach(keeping: Flask) -> None:
    for base, secure in (("http://localhost", False), ("https://localhost", True)):
        answer = browser(keeping).post("/keep", base_url=base)
        cookie = SimpleCookie(answer.headers["Set-Cookie"])["ginsight"]
        assert cookie["httponly"] and cookie["samesite"] == "Lax" and cookie["path"] == "/"
        assert bool(cookie["secure"]) is secure
        assert "Domain" not in answer.headers["Set-Cookie"]
        left = parsedate_to_datetime(cookie["expires"]) - datetime.now(UTC)
        assert timedelta(days=399) < left <= timedelta(days=400)


def test_a_cookie_that_we_did_not_sign_is_nobodys(keeping: Flask, make_app: MakeApp) -> None:
    another = make_app(secret_key="another key, of somebody who would like to be Ann", reviews=0)
    another.add_url_rule("/keep", "keep", visitor.visitor_id, methods=["POST"])
    forger = browser(another)
    known = forger.post("/keep").text
    forged = forger.get_cookie("ginsight")
    assert forged is not None
    mallory = browser(keeping)
    mallory.set_cookie("ginsight", forged.value)
    assert mallory.get("/look").text == "nobody" != known


@pytest.mark.parametrize("skew", [-86_400 * 2, -5, -1, 5, 86_400 * 2])
def test_a_clock_that_was_set_forgets_nobody(
    keeping: Flask, skew: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann = browser(keeping)
    known = ann.post("/keep").text
    usual = TimestampSigner.get_timestamp
    monkeypatch.setattr(TimestampSigner, "get_timestamp", lambda self: usual(self) + skew)
    assert ann.get("/look").text == ann.post("/keep").text == known
    monkeypatch.undo()
    assert ann.get("/look").text == ann.post("/keep").text == known


def test_two_servers_with_clocks_apart_know_the_same_visitors(
    keeping: Flask, make_app: MakeApp, monkeypatch: pytest.MonkeyPatch
) -> None:
    behind = make_app(reviews=0)
    behind.add_url_rule("/keep", "keep", visitor.visitor_id, methods=["POST"])
    ann, usual = browser(keeping), TimestampSigner.get_timestamp
    known = ann.post("/keep").text
    for _ in range(3):
        monkeypatch.setattr(TimestampSigner, "get_timestamp", lambda self: usual(self) - 5)
        there = browser(behind)
        there.set_cookie("ginsight", cookie_of(ann))
        assert there.post("/keep").text == known
        monkeypatch.undo()
        ann.set_cookie("ginsight", cookie_of(there))
        assert ann.post("/keep").text == known


@pytest.mark.parametrize("damage", [lambda text: text[:-3], lambda text: "x", lambda text: ""])
def test_a_cookie_that_cannot_be_verified_is_left_alone_and_counts_again_later(
    keeping: Flask, make_app: MakeApp, damage: Callable[[str], str]
) -> None:
    another = make_app(secret_key="the key of a server on another port of this machine", reviews=0)
    another.add_url_rule("/keep", "keep", visitor.visitor_id, methods=["POST"])
    ann = browser(keeping)
    known, signed = ann.post("/keep").text, cookie_of(ann)

    there = browser(another)
    there.set_cookie("ginsight", signed)
    second = there.post("/keep").text
    assert second != known and cookie_of(there) == signed, "nothing is written over it"
    assert there.post("/keep").text == second, "and who keeps things there is known there"
    assert cookie_of(there) == signed
    ann.set_cookie("ginsight", cookie_of(there))
    assert ann.get("/look").text == known

    damaged = damage(signed)
    ann.set_cookie("ginsight", damaged)
    assert ann.post("/keep").text != known and cookie_of(ann) == damaged
    ann.set_cookie("ginsight", signed)
    assert ann.get("/look").text == ann.post("/keep").text == known


def cookie_of(client: FlaskClient) -> str:
    """The visitor's cookie as it is sent."""
    cookie = client.get_cookie("ginsight")
    assert cookie is not None
    return cookie.value
