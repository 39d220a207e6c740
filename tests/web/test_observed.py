"""What is seen from outside: a line for each request and job, and figures for Prometheus."""

from __future__ import annotations

import io
import json
import logging
import re
from collections.abc import Iterator

import pytest
from flask import Flask
from flask.testing import FlaskClient

from analyzer.notation import encode, parse_view
from analyzer.service import logs
from analyzer.service.logs import JsonLines, TextLines
from analyzer.web import metrics
from analyzer.web.state import web_app
from tests.web.conftest import MakeApp, browser
from tests.web.scripted import Script
from tests.web.test_pages import ELEVEN
from tests.web.test_server import until

P = encode(parse_view(ELEVEN))
SAMPLE = re.compile(r"^(\w+)(?:\{(.*)\})? (\S+)$", re.M)
LABEL = re.compile(r'(\w+)="([^"]*)"')


class Lines:
    """What was logged so far."""

    def __init__(self) -> None:
        self.stream = io.StringIO()

    @property
    def text(self) -> str:
        return self.stream.getvalue()

    def of(self, event: str) -> list[dict[str, object]]:
        found = [json.loads(line) for line in self.text.splitlines()]
        return [line for line in found if line["event"] == event]


@pytest.fixture
def lines() -> Iterator[Lines]:
    """The log as JSON, for as long as a test runs."""
    root, ours = logging.getLogger(), logging.getLogger("analyzer")
    before = root.handlers[:], root.level, ours.level
    root.handlers.clear()
    written = Lines()
    logs.set_up("json", written.stream)
    yield written
    root.handlers[:], level, our_level = before
    root.setLevel(level)
    ours.setLevel(our_level)


def ask(client: FlaskClient, path: str) -> bytes:
    """A whole answer, as a server sends it: to its end, and closed."""
    with client.get(path) as answer:
        return answer.data


def figures(app: Flask) -> dict[tuple[str, str], float]:
    """The samples of /metrics, by name and labels."""
    answer = app.test_client().get("/metrics")
    assert answer.status_code == 200, answer.text
    return {(name, labels): float(value) for name, labels, value in SAMPLE.findall(answer.text)}


def test_a_request_is_one_line_without_what_was_asked(make_app: MakeApp, lines: Lines) -> None:
    client = browser(make_app())
    ask(client, f"/analyze?p={P}")
    sent = ask(client, "/learn/rules")
    ask(client, "/nowhere/secret?q=1")
    ask(client, "/review/abcdefghijkl")
    ask(client, "/static/shared/base.css")  # comes along with a page
    ask(client, "/static/gone.css")
    seen = [{k: line[k] for k in ("method", "route", "status")} for line in lines.of("request")]
    assert seen[1:] == [
        {"method": "GET", "route": "/learn/rules", "status": 200},
        {"method": "GET", "route": "-", "status": 404},
        {"method": "GET", "route": "/review/<ident>", "status": 404},
        {"method": "GET", "route": "/static/<path:filename>", "status": 404},
    ]
    assert seen[0]["route"] == "/analyze"
    rules = lines.of("request")[1]
    assert rules["bytes"] == len(sent) and 0 < float(str(rules["ms"])) < 60_000
    assert not any(word in lines.text for word in (P, "secret", "abcdefghijkl", ".css"))


def test_a_search_is_one_line_and_names_no_card(
    make_app: MakeApp, script: Script, lines: Lines
) -> None:
    app = make_app()
    browser(app).get(f"/analyze?p={P}")
    until(lambda: not web_app(app).searches.running)
    (job,) = lines.of("job")
    assert (job["kind"], job["outcome"]) == ("search", "done")
    assert P not in lines.text


def test_what_fails_is_logged_under_its_route(make_app: MakeApp, lines: Lines) -> None:
    app = make_app(metrics=True)
    app.add_url_rule("/fails/<ident>", "fails", lambda ident: 1 // 0)
    assert browser(app).get("/fails/secret?x=private").status_code == 500
    (failed,) = lines.of("message")
    assert failed["message"] == "GET /fails/<ident> failed"
    assert "ZeroDivisionError" in str(failed["exception"])
    assert "secret" not in lines.text and "private" not in lines.text
    assert figures(app)["ginsight_errors_total", 'kind="request"'] == 1


def test_a_line_of_text_can_be_split_at_its_spaces() -> None:
    record = logging.makeLogRecord(
        {"name": "here", "levelname": "WARNING", "created": 0, "msg": 'two words and a "quote"\n'}
    )
    assert TextLines().format(record) == (
        "time=1970-01-01T00:00:00.000Z level=warning event=message from=here "
        r'message="two words and a \"quote\"\n"'
    )
    assert json.loads(JsonLines().format(record))["message"] == 'two words and a "quote"\n'


def test_quiet_writes_only_what_went_wrong(lines: Lines, make_app: MakeApp) -> None:
    logs.set_up("quiet", lines.stream)
    ask(browser(make_app()), "/learn/rules")
    logging.getLogger("analyzer.here").warning("beware")
    assert lines.text.count("\n") == 1 and "message=beware" in lines.text


def test_metrics_count_requests_searches_and_reviews(make_app: MakeApp, script: Script) -> None:
    script.held = True
    app = make_app(metrics=True, searches=1, reviews=0, first_wait=0.0)
    client = browser(app)
    until(web_app(app).engine_ready.is_set)
    ask(client, f"/analyze?p={P}")
    ask(client, f"/analyze?p={P}&opponent=waiter")
    ask(client, "/nowhere")
    until(lambda: script.active == 1)
    now = figures(app)
    assert now["ginsight_searches", 'state="computing"'] == 1
    assert now["ginsight_searches", 'state="waiting"'] == 1
    assert now["ginsight_reviews", 'state="waiting"'] == 0
    asked = 'method="GET",route="/analyze",status="200"'
    assert now["ginsight_requests_total", asked] == 2
    assert now["ginsight_requests_total", 'method="GET",route="-",status="404"'] == 1
    assert now["ginsight_request_seconds_count", 'route="/analyze"'] == 2
    script.held = False
    until(lambda: not web_app(app).searches.running)
    assert figures(app)["ginsight_jobs_total", 'kind="search",outcome="done"'] == 2


def test_labels_name_neither_addresses_nor_ids(make_app: MakeApp) -> None:
    app = make_app(metrics=True)
    client = browser(app)
    for path in (
        "/review/abcdefghijkl",
        "/puzzles/xyzxyzxyz",
        "/a/strange/path",
        f"/analyze?p={P}",
    ):
        ask(client, path)
    client.open("/learn/rules", method="STRANGE", buffered=True)
    labels = {(name, value) for _, held in figures(app) for name, value in LABEL.findall(held)}
    known = {rule.rule for rule in app.url_map.iter_rules()} | {"-"}
    assert {name for name, _ in labels} <= {"method", "route", "status", "kind", "outcome"} | {
        "state",
        "le",
    }
    assert {value for name, value in labels if name == "route"} <= known
    assert {value for name, value in labels if name == "method"} == {"GET", "other"}


@pytest.mark.parametrize(
    ("switched_on", "installed", "word"),
    [(False, True, "GINSIGHT_METRICS=1"), (True, False, "ginsight[metrics]")],
)
def test_without_metrics_a_sentence_says_why(
    make_app: MakeApp,
    monkeypatch: pytest.MonkeyPatch,
    switched_on: bool,
    installed: bool,
    word: str,
) -> None:
    monkeypatch.setattr(metrics, "is_installed", lambda: installed)
    monkeypatch.setattr("analyzer.web.app.is_installed", lambda: installed)
    answer = browser(make_app(metrics=switched_on)).get("/metrics")
    assert answer.status_code == 404 and word in answer.text


def test_without_a_database_the_rest_is_counted(
    make_app: MakeApp, monkeypatch: pytest.MonkeyPatch
) -> None:
    app = make_app(metrics=True)

    def gone(*_: object) -> int:
        raise OSError("gone")

    monkeypatch.setattr(type(web_app(app).store.reviews), "active", gone)
    now = figures(app)
    assert ("ginsight_searches", 'state="computing"') in now
    assert not any(name == "ginsight_reviews" for name, _ in now)
