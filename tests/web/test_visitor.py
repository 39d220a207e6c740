"""The anonymous id: made only where something is kept; signed, long-lived, hidden from scripts."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from email.utils import parsedate_to_datetime
from http.cookies import SimpleCookie

import pytest
from flask import Flask

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
