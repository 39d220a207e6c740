"""Reviews in the API: from a record to its report, its table and its end."""

from __future__ import annotations

import csv
import io
import json
import time
from collections.abc import Iterator
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from analyzer.api.documents import encode, written
from analyzer.api.openapi import PREFIX
from analyzer.api.records import RecordJson, RecordsJson
from analyzer.api.reviews import COLUMNS, report_to_json
from analyzer.notation.records import match_of, parse_match
from analyzer.review import ReviewSettings, review
from analyzer.service.jobs import Fair
from analyzer.store import Status
from analyzer.web.state import web_app
from tests.unit.test_review import match
from tests.unit.test_reviewing import HAND
from tests.web.conftest import MakeApp

FEW = {"worlds": 64}


@pytest.fixture
def client(app: Flask) -> Iterator[FlaskClient]:
    """A program: it sends no headers of a browser's and keeps no cookie."""
    yield app.test_client(use_cookies=False)


def asked(client: FlaskClient, **document: Any) -> dict[str, Any]:
    answer = client.post(f"{PREFIX}/review", json={**FEW, **document})
    assert answer.status_code == 202, answer.text
    assert answer.headers["Location"].endswith(answer.json["url"])
    assert "Set-Cookie" not in answer.headers
    found: dict[str, Any] = answer.json
    return found


def ended(client: FlaskClient, job: dict[str, Any]) -> dict[str, Any]:
    deadline = time.monotonic() + 60
    while (found := client.get(job["url"]).json)["status"] in {"queued", "running"}:
        assert time.monotonic() < deadline
        time.sleep(0.02)
    return dict(found)


def test_from_a_record_to_its_report(client: FlaskClient) -> None:
    job = asked(client, record=HAND, seed=3)
    assert (job["title"], job["done"], job["all"]) == ("Ann and Bob, a hand", 0, 8)
    assert (job["worlds"], job["seed"], job["players"]) == (64, 3, [1, 2])
    done = ended(client, job)
    assert (done["status"], done["done"], done["ahead"], done["problem"]) == ("done", 8, 0, None)
    report = client.get(job["report"])
    expected = review(parse_match(HAND), settings=ReviewSettings(worlds=64, luck_worlds=64, seed=3))
    assert report.get_data() == encode(report_to_json(expected))
    assert asked(client, record=HAND, seed=3)["id"] == job["id"], "asked for again, it is there"


def test_its_entries_are_a_table(client: FlaskClient) -> None:
    job = asked(client, record=HAND)
    ended(client, job)
    answer = client.get(job["csv"])
    assert answer.mimetype == "text/csv" and "attachment" in answer.headers["Content-Disposition"]
    lines = list(csv.DictReader(io.StringIO(answer.text)))
    assert answer.text.splitlines()[0] == ",".join(COLUMNS)
    entries = client.get(job["report"]).json["entries"]
    assert len(lines) == len(entries) == 9
    for line, entry in zip(lines, entries, strict=True):
        assert (int(line["player"]), line["played"]) == (entry["player"], entry["played"])
        assert float(line["loss"]) == entry["verdict"]["loss"]
        assert line["class"] == entry["verdict"]["class"]
        drawn = entry["drawn"]
        assert (line["drawn"], line["luck"]) == (
            (drawn["card"], str(drawn["luck"])) if drawn else ("", "")
        )


@pytest.mark.parametrize("form", ["text", "JSON text", "record", "match"])
def test_a_record_may_come_in_every_form(client: FlaskClient, form: str) -> None:
    whole = match(2) if form == "match" else parse_match(HAND)
    document = {
        "text": HAND,
        "JSON text": encode(written(RecordsJson, whole)).decode(),
        "record": json.loads(encode(written(RecordJson, whole.hands[0]))),
        "match": json.loads(encode(written(RecordsJson, whole))),
    }[form]
    job = asked(client, record=document)
    kept = web_app(client.application).reviews.job(job["id"])
    assert kept is not None and parse_match(kept.record) == whole


@pytest.mark.parametrize(
    ("document", "where", "words"),
    [
        ({"record": "7h 8h"}, None, ""),
        ({"record": HAND.replace("-Ks!", "-Kh!")}, None, "Kh"),
        ({"record": HAND, "worlds": 1}, "worlds", ">="),
        ({"record": HAND, "worlds": 1_000_000}, "worlds", "1,000,000 worlds"),
        ({"record": HAND, "opponent": "nobody"}, None, "nobody"),
        ({"record": HAND, "players": []}, "players", ""),
        ({"record": HAND, "players": [3]}, "players[0]", ""),
        ({"record": HAND, "rules": "classic"}, "rules", "eaai"),
        ({"record": {"turns": 3}}, "turns", ""),
        ({"record": {"a": 1}}, None, ""),
        ({"record": HAND.replace("Hand2", "Note"), "players": [2]}, "seat", "player 2"),
    ],
)
def test_errors_say_where(
    client: FlaskClient, document: dict[str, Any], where: str | None, words: str
) -> None:
    answer = client.post(f"{PREFIX}/review", json=document)
    assert answer.status_code == 422, answer.text
    error = answer.json["error"]
    assert words in error["message"] + str(error["hint"])
    assert where is None or error["where"] == where


def test_one_player_may_be_asked_for(client: FlaskClient) -> None:
    job = asked(client, record=HAND, players=[2])
    ended(client, job)
    assert client.get(job["report"]).json["players"] == [2]


def test_what_is_not_done_has_no_report_yet(make_app: MakeApp) -> None:
    client = make_app(reviews=0).test_client()
    first, second = asked(client, record=HAND), asked(client, record=HAND, seed=2)
    assert (first["status"], first["ahead"], second["ahead"]) == ("queued", 0, 1)
    for address in (first["report"], first["csv"]):
        answer = client.get(address)
        assert answer.status_code == 409
        assert answer.json["error"]["message"] == "that is not ready yet"


def test_deleting_ends_it(make_app: MakeApp) -> None:
    app = make_app(reviews=0)
    client = app.test_client()
    job = asked(client, record=HAND)
    for headers in ({"Sec-Fetch-Site": "cross-site"}, {"Origin": "https://evil.example"}):
        assert client.delete(job["url"], headers=headers).status_code == 403
    assert client.delete(job["url"]).status_code == 204
    assert client.delete(job["url"]).status_code == 404
    assert client.get(job["url"]).json["error"]["message"]
    assert web_app(app).reviews.claim("w", 30) is None


def test_a_review_of_a_page_is_no_business_of_the_api_until_it_is_shared(make_app: MakeApp) -> None:
    app = make_app(reviews=0)
    client, reviews = app.test_client(), web_app(app).reviews
    job = reviews.submit("a visitor", match_of([parse_match(HAND).hands[0]]))
    url = f"{PREFIX}/review/{job.id}"
    assert [client.get(url + end).status_code for end in ("", "/report", "/entries.csv")] == [
        404
    ] * 3
    reviews.share(job.id, True)
    assert [client.get(url + end).status_code for end in ("", "/report")] == [200, 409]
    assert client.delete(url).status_code == 404, "to read is not to delete"
    assert reviews.job(job.id) is not None


def test_nobody_fills_the_queue(make_app: MakeApp) -> None:
    app = make_app(reviews=0)
    reviews = web_app(app).reviews
    reviews.fair = Fair(each=1, all=2)
    client = app.test_client()
    asked(client, record=HAND)
    answer = client.post(f"{PREFIX}/review", json={"record": HAND, "worlds": 64, "seed": 2})
    assert answer.status_code == 429 and int(answer.headers["Retry-After"]) > 0
    assert "1 of your reviews" in answer.json["error"]["hint"]
    other = {"environ_base": {"REMOTE_ADDR": "192.0.2.7"}}
    more = {"record": HAND, "worlds": 64}
    assert client.post(f"{PREFIX}/review", json=more, **other).status_code == 202
    third = {"environ_base": {"REMOTE_ADDR": "192.0.2.8"}}
    assert client.post(f"{PREFIX}/review", json=more, **third).status_code == 429


def test_the_address_is_not_kept(make_app: MakeApp) -> None:
    app = make_app(reviews=0)
    job = asked(app.test_client(), record=HAND)
    kept = web_app(app).reviews.job(job["id"])
    assert kept is not None and kept.owner.startswith("api:") and "127" not in kept.owner[:8]
    assert job.keys() & {"owner"} == set()


def test_closing_the_application_lets_go_of_what_it_worked_on(make_app: MakeApp) -> None:
    app = make_app()
    job = asked(
        app.test_client(), record=encode(written(RecordsJson, match(2))).decode(), worlds=4096
    )
    parts = web_app(app)
    deadline = time.monotonic() + 60
    while not parts.worker.running:
        assert time.monotonic() < deadline
        time.sleep(0.01)
    parts.worker.close()
    left = parts.reviews.job(job["id"])
    assert left is not None and left.status is Status.QUEUED
