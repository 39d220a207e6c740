"""A server whose engine is still being compiled answers at once, and leads back by itself."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from analyzer.practice.puzzles.run import PuzzleRun
from analyzer.practice.puzzles.types import PuzzleKind
from analyzer.resources import resource_root
from analyzer.store.training import RUN
from analyzer.web import api, waiting
from analyzer.web.state import web_app
from analyzer.web.waiting import COMPILES
from tests.web.conftest import MakeApp, browser
from tests.web.puzzle_samples import first_of
from tests.web.puzzle_visits import ME, visitor

SCRIPT = {"HX-Request": "true"}
GAME = {"level": "engine", "rules": "standard", "coach": "1"}


@pytest.fixture
def app(make_book: MakeApp, monkeypatch: pytest.MonkeyPatch) -> Iterator[Flask]:
    """An application that is ready, until `cool` says otherwise."""
    app = make_book()
    web_app(app).engine_ready.wait(60)
    monkeypatch.setattr(waiting, "READY_WAIT", 0.0)
    yield app
    web_app(app).engine_ready.set()


def cool(app: Flask) -> None:
    web_app(app).engine_ready.clear()


def leads_back(app: Flask, client: FlaskClient, address: str) -> str:
    """Where one comes to from the page that waits, once the engine is ready."""
    page = client.get(address)
    assert page.status_code == 200 and COMPILES in page.text
    again = re.search(r'<meta http-equiv="refresh" content="2; url=([^"]+)"', page.text)
    assert again and "<noscript><meta" not in page.text, "with scripts and without"
    assert again[1].replace("&amp;", "&") == address
    web_app(app).engine_ready.set()
    return client.get(address).location


@pytest.mark.parametrize(
    ("form", "fields", "back"),
    [
        ("/train/play/new", GAME, "/train?rules=standard&level=engine&coach=1#play"),
        ("/train/play/from", {"p": "g1.x", "level": "club"}, "/analyze?p=g1.x"),
        ("/train/daily/begin", {}, "/train/daily"),
        ("/puzzles/run/begin", {}, "/puzzles/run"),
    ],
)
def test_what_begins_says_that_it_waits_and_leads_back(
    app: Flask, form: str, fields: dict[str, str], back: str
) -> None:
    cool(app)
    client = browser(app)
    assert leads_back(app, client, client.post(form, data=fields).location) == back


def test_what_was_chosen_for_a_game_is_chosen_again(app: Flask) -> None:
    page = browser(app).get("/train?level=novice&rules=classic&coach=off").text
    assert 'value="novice" checked' in page and 'value="club" checked' not in page
    assert (
        re.search('<option value="classic"[^>]* selected>', page)
        and '<option value="off" selected>' in page
    )


@pytest.mark.parametrize("what", ["", "/hint", "/next", "/defend"])
def test_a_move_and_a_hint_lead_back_to_the_table(app: Flask, what: str) -> None:
    client = browser(app)
    client.post("/train/play/new", data=GAME)
    turn = re.search(r'name="turn" value="(\d+)"', client.get("/train/play").text)
    assert turn
    cool(app)
    assert client.get("/train/play").status_code == 200, "to look needs no engine"
    form = {"turn": turn[1]}
    scripted = client.post(f"/train/play{what}", data=form, headers=SCRIPT)
    assert scripted.status_code == 200 and not scripted.text
    address = client.post(f"/train/play{what}", data=form).location
    assert scripted.headers["HX-Redirect"] == address
    assert leads_back(app, client, address) == "/train/play#table"


@pytest.mark.parametrize(
    "path", ["/train/melds/1200/5", "/train/play", "/train/daily", "/train/mistakes"]
)
def test_what_shows_a_hand_needs_no_engine(app: Flask, path: str) -> None:
    cool(app)
    page = browser(app).get(path)
    assert COMPILES not in page.text and "/getting-ready" not in page.headers.get("Location", "")
    assert page.status_code == (303 if path == "/train/play" else 200)


def test_the_page_of_the_api_compiles_nothing(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    def compiling(_: object) -> None:
        raise AssertionError("the engine was asked")

    api._response.cache_clear()
    with monkeypatch.context() as patched:
        patched.setitem(api._EXACT, "equity", compiling)
        cool(app)
        page = browser(app).get("/api")
        assert page.status_code == 200 and "deadwood" in page.text and "slope" not in page.text
    web_app(app).engine_ready.set()
    assert "slope" in browser(app).get("/api").text


def test_an_opponent_who_does_not_search_plays_at_once(app: Flask) -> None:
    """The coach, who would speak before a costly move, joins when the engine is compiled."""
    cool(app)
    client = browser(app)
    begun = client.post("/train/play/new", data={**GAME, "level": "club", "coach": "1"})
    assert begun.location == "/train/play#table"
    moved = 0
    while moved < 4:
        page = client.get("/train/play").text
        turn = re.search(r'name="turn" value="(\d+)"', page)
        actions = re.findall(r'name="action" value="(pass|draw|discard)"', page)
        if turn is None or not actions:
            break
        card = re.findall(r'name="card" value="(\w\w)"', page)
        form = {"turn": turn[1], "action": actions[0], "card": card[-1] if card else ""}
        assert client.post("/train/play", data=form).location == "/train/play#table"
        moved += 1
    turn = re.search(r'name="turn" value="(\d+)"', client.get("/train/play").text)
    assert moved and turn
    hint = client.post("/train/play/hint", data={"turn": turn[1]})
    assert hint.location.startswith("/getting-ready")


def laying_off(app: Flask, client: FlaskClient) -> TestResponse:
    """Cards laid off in a run against the clock."""
    puzzle = first_of(PuzzleKind.LAY_OFF)
    client.post("/puzzles/run/begin")
    training = web_app(app).store.training
    kept = training.load(ME, RUN)
    run = PuzzleRun.kept(kept.text if kept else None)
    assert run is not None
    training.change(ME, RUN, lambda _: run.again((puzzle.id,), run.began).text)
    cool(app)
    best = next(one for one in puzzle.steps[0].options if not one.loss)
    form = {"puzzle": puzzle.id, "answer": "arranged", "cards": " ".join(best.off).split()}
    return client.post("/puzzles/run", data=form)


def test_in_a_run_cards_laid_off_are_not_waited_for(app: Flask) -> None:
    refused = laying_off(app, visitor(app))
    assert refused.status_code == 422
    assert 'role="alert"' in refused.text and f"{COMPILES} Then answer again." in refused.text
    assert '<details class="more spreads" open>' in refused.text, "these are marked as they are"


@pytest.mark.parametrize("to", ["//elsewhere.example", "https://elsewhere.example", "/\\x", ""])
def test_it_leads_to_pages_of_ours_only(app: Flask, to: str) -> None:
    assert browser(app).get("/getting-ready", query_string={"to": to}).location == "/"


def test_it_is_said_in_one_place() -> None:
    root = resource_root()
    files = [*(root / "templates").rglob("*.html"), *(root / "analyzer/web").rglob("*.py")]
    said = [one.name for one in files if re.search("engine compiles\\s+itself", one.read_text())]
    assert said == ["waiting.py"]
