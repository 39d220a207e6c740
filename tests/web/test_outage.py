"""A database that is gone, damaged or full: a sentence, one line in the log, and the rest works."""

from __future__ import annotations

import logging
import os
import signal
import sqlite3
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import event, make_url, text
from sqlalchemy.exc import DBAPIError

from analyzer.api.openapi import ROUTES
from analyzer.notation import encode, parse_view
from analyzer.service.worker import Worker
from analyzer.store import FullError, UnavailableError, _postgres
from analyzer.web.state import web_app
from tests.databases import schema_of_its_own
from tests.first_start import family
from tests.sizes import rest_at_night
from tests.unit.test_review import match
from tests.web.conftest import MakeApp
from tests.web.puzzle_visits import visitor
from tests.web.test_pages import ELEVEN

NEED_NONE = [
    "/", "/analyze", f"/analyze?p={encode(parse_view(ELEVEN))}", "/learn/rules", "/learn/evidence",
    "/learn", "/learn/course/deadwood", "/learn/tips",
    "/api", "/api/v1/rules", "/healthz", "/livez",
]  # fmt: skip
NEED_IT = ["/review", "/review/record", "/review/abc", "/puzzles/mine", "/mine", "/a/abcdefghijkl"]


def engine_of(app: Flask) -> Any:
    return web_app(app).store._engine


@pytest.fixture
def gone(make_app: MakeApp, url: str, request: pytest.FixtureRequest) -> Iterator[Flask]:
    """An application whose database has gone away since it started."""
    app = make_app(database_url=url, reviews=0)
    visitor(app).get("/mine")

    def elsewhere(dialect: Any, record: Any, args: list[Any], named: dict[str, Any]) -> None:
        if args:  # SQLite: a path in no folder
            args[0] = "/nowhere/at/all.db"
        named.update({} if args else {"host": "/nowhere"})

    event.listen(engine_of(app), "do_connect", elsewhere)
    engine_of(app).dispose()
    yield app
    event.remove(engine_of(app), "do_connect", elsewhere)


@rest_at_night("path", NEED_NONE, NEED_NONE[::2])
def test_pages_that_need_no_database_go_on_without_it(gone: Flask, path: str) -> None:
    assert visitor(gone).get(path).status_code == 200


def test_pages_that_need_it_say_when_to_come_back(
    gone: Flask, caplog: pytest.LogCaptureFixture
) -> None:
    client = visitor(gone)
    for path in (*NEED_IT, *NEED_IT):
        answer = client.get(path)
        assert answer.status_code == 503, path
        assert answer.headers["Retry-After"] == "10" and "out of reach" in answer.text
    answer = client.get("/api/v1/review/abc")
    assert answer.status_code == 503 and answer.json is not None
    assert answer.json["error"]["message"] == "what is kept here is out of reach"
    logged = [each for each in caplog.records if each.levelno >= logging.ERROR]
    assert len(logged) == 1 and logged[0].exc_info is None
    assert "cannot be used" in logged[0].getMessage() and "\n" not in logged[0].getMessage()


def test_when_it_is_back_all_goes_on(
    make_app: MakeApp, url: str, caplog: pytest.LogCaptureFixture
) -> None:
    app, away = make_app(database_url=url, reviews=0), [False]

    def refuse(dialect: Any, record: Any, args: Any, named: Any) -> None:
        if away[0]:
            error = dialect.loaded_dbapi.OperationalError("it went away\nfor a while")
            error.sqlite_errorcode = 14
            raise error

    event.listen(engine_of(app), "do_connect", refuse)
    client = visitor(app)
    for away[0] in (True, False, True, False):
        engine_of(app).dispose()
        assert client.get("/mine").status_code == (503 if away[0] else 200)
    said = [each.getMessage() for each in caplog.records if each.name == "analyzer.store"]
    down, up = "the database cannot be used: it went away", "the database can be used again"
    assert said == [down, up, down, up]


def test_a_worker_waits_quietly_and_its_review_is_not_lost(
    gone: Flask, caplog: pytest.LogCaptureFixture
) -> None:
    reviews = web_app(gone).reviews
    with pytest.raises(UnavailableError):
        reviews.submit("Ann", match(1))
    with Worker(reviews, at_once=2):
        visitor(gone).get("/mine")
    logged = [each for each in caplog.records if each.levelno >= logging.ERROR]
    assert len(logged) == 1 and logged[0].exc_info is None


@pytest.fixture
def frozen(
    make_app: MakeApp, postgres: str, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Callable[[signal.Signals], FlaskClient]]:
    """A visitor of an application whose PostgreSQL, of our own, stops and goes on by signals."""
    process = Path(str(make_url(postgres).query.get("host")), "data", "postmaster.pid")
    if not process.exists():
        pytest.skip("this PostgreSQL is not ours")
    for name in ("RESTING_SECONDS", "WORKING_SECONDS"):
        monkeypatch.setattr(_postgres, name, 0.3)
    with schema_of_its_own(postgres, f"frozen_{os.getpid()}") as within:
        client = visitor(make_app(database_url=f"{within}&connect_timeout=1", reviews=0))

        def send(number: signal.Signals) -> FlaskClient:
            for pid in family(int(process.read_text().split()[0])):
                os.kill(pid, number)
            return client

        try:
            yield send
        finally:
            send(signal.SIGCONT)


def test_a_frozen_server_ends_connections_that_are_open(
    frozen: Callable[[signal.Signals], FlaskClient], caplog: pytest.LogCaptureFixture
) -> None:
    store = web_app(frozen(signal.SIGCONT).application).store
    with store._engine.connect() as busy, ThreadPoolExecutor(1) as other:
        assert busy.execute(text("SELECT 1")).scalar() == 1
        client = frozen(signal.SIGSTOP)
        waits = other.submit(busy.execute, text("SELECT 2"))
        assert [client.get("/mine").status_code for _ in range(2)] == [503, 503]
        with pytest.raises(DBAPIError, match="said nothing for") as silent:
            waits.result(60)
        assert silent.value.connection_invalidated
    assert frozen(signal.SIGCONT).get("/mine").status_code == 200
    assert not any(each.exc_info for each in caplog.records)


@pytest.fixture
def full(make_app: MakeApp, sqlite_url: str) -> FlaskClient:
    """A visitor of an application whose disk is full."""
    app = make_app(database_url=sqlite_url, reviews=0)

    def no_more(connection: Any, record: Any) -> None:
        connection.execute("PRAGMA max_page_count = 1")  # SQLite takes what it has now

    event.listen(engine_of(app), "connect", no_more)
    engine_of(app).dispose()
    return visitor(app)


def no_room(*_: object) -> None:
    error = sqlite3.OperationalError("database or disk is full")
    error.sqlite_errorcode = sqlite3.SQLITE_FULL
    raise error


def test_a_full_disk_is_told_and_what_is_there_is_read(
    full: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(FullError):
        for _ in range(50):
            web_app(full.application).store.drafts.save("Ann", "x" * 60_000)
    with pytest.raises(FullError):
        for _ in range(50):
            web_app(full.application).store.drafts.save("Ann", "x" * 4_000)
    record = '[Dealer "2"]' + "\n" * 20_000 + '[Upcard "9h"]'
    answer = full.post("/review/record", data={"record": record})
    assert answer.status_code == 507 and "disk is full" in answer.text
    assert "still in the box" in answer.text and int(answer.headers["Retry-After"]) > 0
    (example,) = [route.example for route in ROUTES if route.name == "review"]
    with monkeypatch.context() as patch:
        patch.setattr(engine_of(full.application).dialect, "do_execute", no_room)
        refused = full.post("/api/v1/review", data=example, content_type="application/json")
    assert refused.status_code == 507 and "disk is full" in refused.text
    assert "box" not in refused.text and int(refused.headers["Retry-After"]) > 0
    assert full.get("/mine").status_code == full.get("/").status_code == 200


def test_a_damaged_database_is_no_traceback(
    make_app: MakeApp, sqlite_url: str, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    app = make_app(database_url=sqlite_url, reviews=0)
    engine_of(app).dispose()
    for each in tmp_path.glob("gin.db*"):
        each.write_bytes(b"this is no database at all" * 400)
    assert visitor(app).get("/mine").status_code == 503
    assert not any(each.exc_info for each in caplog.records)


def test_readyz_says_that_the_database_is_damaged_until_it_is_restored(
    make_app: MakeApp, sqlite_url: str, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    app = make_app(database_url=sqlite_url, reviews=0)
    web_app(app).engine_ready.set()
    store, client = web_app(app).store, app.test_client()
    for number in range(300):
        store.save(f"key {number}", view="{}", answer="x" * 999)
    file, saved = tmp_path / "gin.db", tmp_path / "saved"
    store.back_up(saved)
    assert client.get("/readyz").status_code == 200
    engine_of(app).dispose()
    whole = bytearray(saved.read_bytes())
    for page in range(2, len(whole) // 4096):
        whole[page * 4096 : page * 4096 + 512] = b"\xff" * 512
    file.write_bytes(whole)
    with pytest.raises(UnavailableError):
        for number in range(300):
            store.find(f"key {number}")
    for _ in range(2):
        answer = client.get("/readyz")
        assert answer.status_code == 503 and answer.json is not None
        assert answer.json["database"] is False and "db restore" in answer.json["problem"]
        assert str(tmp_path) not in answer.text
    logged = [each.getMessage() for each in caplog.records if each.levelno == logging.ERROR]
    assert len(logged) == 1 and "ginsight db restore FILE --replace" in logged[0]
    store.restore(saved, replace=True)
    assert client.get("/readyz").status_code == 200
    assert store.find("key 7") is not None
