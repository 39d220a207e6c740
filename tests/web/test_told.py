"""What programs and browsers are told beside the answer: hints, headers, and nothing of others."""

from __future__ import annotations

import os
import stat
import sys
from pathlib import Path

import pytest
from flask.testing import FlaskClient
from sqlalchemy.exc import IntegrityError

from analyzer.api.records import read_match
from analyzer.errors import InputError
from analyzer.store import Store
from analyzer.store._tables import TrainingRow
from tests.web.conftest import MakeApp, browser

MELDS = "/api/v1/melds"


@pytest.mark.parametrize(
    ("sent", "where", "hint"),
    [
        ({}, "JSON", "add it"),
        ({"cards": 7}, "cards", "give a text"),
        ({"cards": "7h", "card": 1}, "JSON", "the fields are cards, rules"),
        ([], "JSON", "give an object"),
        ({"cards": "7h", "rules": None}, "rules", "give a text"),
    ],
)
def test_a_wrong_shape_is_told_with_its_cure(
    client: FlaskClient, sent: object, where: str, hint: str
) -> None:
    answer = client.post(MELDS, json=sent)
    assert answer.status_code == 422 and answer.json is not None
    error = answer.json["error"]
    assert (error["where"], error["hint"]) == (where, hint)


def test_what_is_no_json_is_told_with_its_cure(client: FlaskClient) -> None:
    for raw in (b"", b"{", b"{'cards': 7}", b"\xff", b"[" * 100_000):
        answer = client.post(MELDS, data=raw, content_type="application/json")
        assert answer.status_code in {413, 422} and answer.json is not None
        assert answer.json["error"]["hint"], raw


DOCUMENT = '{"turns": [],\n "dealer": 2,\n "upcard": "9h"%s\n}'


@pytest.mark.parametrize(
    ("text", "where"),
    [
        (DOCUMENT % ",", "line 4, column 1"),
        (DOCUMENT.replace("2,", "2") % "", "line 3, column 2"),
        (DOCUMENT.replace('"dealer"', "dealer") % "", "line 2, column 2"),
        (DOCUMENT.replace('"', "'") % "", "line 1, column 2"),
        ((DOCUMENT % "")[:-1], "line 4, column 1"),
    ],
)
def test_a_slip_in_a_json_record_is_blamed_on_its_place(text: str, where: str) -> None:
    with pytest.raises(InputError, match="this is not JSON") as caught:
        read_match(text)
    assert caught.value.where == where and caught.value.hint


def test_a_comment_in_braces_is_no_json() -> None:
    assert read_match('{"A good one": no turns} [Dealer "2"] [Upcard "9h"] 1. ^9h -Kd').hands


def test_only_over_https_a_browser_is_told_to_stay_there(make_app: MakeApp) -> None:
    client = browser(make_app(proxies=1))
    assert "Strict-Transport-Security" not in client.get("/").headers
    for told in ({"base_url": "https://localhost"}, {"headers": {"X-Forwarded-Proto": "https"}}):
        answer = client.get("/", **told)  # type: ignore[arg-type]
        assert answer.headers["Strict-Transport-Security"] == "max-age=31536000"


def test_only_who_is_refused_is_told_when_to_come_back(make_app: MakeApp) -> None:
    client = browser(make_app(rate_limit="3 per minute", searches=1))
    answers = [client.get("/learn/rules") for _ in range(5)]
    assert [each.status_code for each in answers] == [200, 200, 200, 429, 429]
    assert ["Retry-After" in each.headers for each in answers] == [False] * 3 + [True] * 2
    assert 0 < int(answers[-1].headers["Retry-After"]) <= 60
    assert not [name for name, _ in answers[-1].headers if name.endswith("RateLimit-Retry-After")]


def test_a_shorter_wait_than_the_limiters_is_not_written_over(make_app: MakeApp) -> None:
    app = make_app(rate_limit="3 per minute", reviews=0)
    app.add_url_rule("/busy", "busy", lambda: ("busy", 503, {"Retry-After": "2"}))
    assert browser(app).get("/busy").headers["Retry-After"] == "2"


def test_errors_of_the_database_name_no_visitor(url: str) -> None:
    with Store.open(url) as store:
        store.upgrade()
        with pytest.raises(IntegrityError) as caught, store.training._writing() as session:
            for _ in range(2):
                row = TrainingRow(owner="the-visitors-id", kind="game", version=1, text="")
                row.updated = store.training._now()
                session.add(row)
                session.flush()
                session.expunge(row)
    assert "the-visitors-id" not in str(caught.value).replace(str(caught.value.orig), "")


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such rights")
def test_a_database_is_made_for_its_owner_alone(tmp_path: Path) -> None:
    before = os.umask(0o022)
    try:
        with Store.open(f"sqlite:///{(tmp_path / 'gin.db').as_posix()}") as store:
            store.upgrade()
            store.drafts.save("Ann", "a draft")
            files = {each.name: stat.S_IMODE(each.stat().st_mode) for each in tmp_path.iterdir()}
    finally:
        os.umask(before)
    assert files and set(files.values()) == {0o600}, files


def test_a_database_that_is_there_keeps_its_rights(tmp_path: Path) -> None:
    path = tmp_path / "gin.db"
    path.touch()
    path.chmod(0o660)
    with Store.open(f"sqlite:///{path.as_posix()}") as store:
        store.upgrade()
    assert stat.S_IMODE(path.stat().st_mode) == 0o660
