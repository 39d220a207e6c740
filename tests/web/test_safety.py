"""Headers, foreign requests, sizes, rates, hosts, and junk of every kind."""

from __future__ import annotations

import os
import re
import socket
import subprocess
import sys
import time
from collections import Counter
from types import SimpleNamespace
from typing import Any, ClassVar

import limits.storage.memory
import pytest
from flask.testing import FlaskClient
from hypothesis import given, settings
from hypothesis import strategies as st
from limits.storage import MemoryStorage

from analyzer.errors import InputError
from analyzer.service.settings import SETTINGS, problems
from analyzer.web import ServerSettings
from analyzer.web.security import HEADERS
from tests.web.conftest import MakeApp, browser
from tests.web.test_pages import ELEVEN

CROSS = [
    {"Sec-Fetch-Site": "cross-site"},
    {"Sec-Fetch-Site": "same-site"},
    {"Origin": "https://evil.example"},
    {"Origin": "null"},
    {"Origin": "http://localhost.evil.example"},
    {"Origin": "http://localhost:81"},
    {},
]
OURS = [
    {"Sec-Fetch-Site": "same-origin"},
    {"Sec-Fetch-Site": "none"},
    {"Origin": "http://localhost"},
]


@pytest.mark.parametrize(
    "path", ["/", "/analyze", "/nowhere", "/static/shared/base.css", "/healthz", "/api/v1/nowhere"]
)
def test_every_response_carries_the_headers(client: FlaskClient, path: str) -> None:
    answer = client.get(path, buffered=True)
    assert {name: answer.headers.get(name) for name in HEADERS} == dict(HEADERS)
    assert "unsafe" not in answer.headers["Content-Security-Policy"]
    assert "Set-Cookie" not in answer.headers


def test_an_error_response_carries_the_headers_too(client: FlaskClient) -> None:
    for answer in (
        client.post("/analyze", data={"view": "x"}),
        client.post("/analyze", headers={"Sec-Fetch-Site": "cross-site"}),
        client.post("/analyze", data={"view": "x" * 100_000}),
    ):
        assert answer.status_code in {403, 413, 422}
        assert answer.headers["Content-Security-Policy"] == HEADERS["Content-Security-Policy"]


@pytest.mark.parametrize("headers", CROSS)
def test_a_foreign_form_is_refused(make_app: MakeApp, headers: dict[str, str]) -> None:
    client = make_app().test_client()
    answer = client.post("/analyze", data={"view": ELEVEN}, headers=headers)
    assert answer.status_code == 403
    assert "came from elsewhere" in answer.text


@pytest.mark.parametrize("headers", OURS)
def test_our_own_forms_are_taken(make_app: MakeApp, headers: dict[str, str]) -> None:
    client = make_app().test_client()
    assert client.post("/analyze", data={"view": ELEVEN}, headers=headers).status_code == 303


def test_the_api_takes_json_from_programs_but_not_from_other_sites(make_app: MakeApp) -> None:
    client = make_app().test_client()
    asked = {"cards": "7h 8h 9h"}
    assert client.post("/api/v1/melds", json=asked).status_code == 200
    for headers in CROSS[:-1]:
        assert client.post("/api/v1/melds", json=asked, headers=headers).status_code == 403
    plain = client.post("/api/v1/melds", data='{"cards": "7h"}', content_type="text/plain")
    assert plain.status_code == 415


def test_too_long_a_body_is_a_styled_413(client: FlaskClient) -> None:
    answer = client.post("/analyze", data={"view": "7h " * 40_000})
    assert answer.status_code == 413
    assert "That is too long." in answer.text
    asked = client.post("/api/v1/melds", data=b" " * 70_000, content_type="application/json")
    assert asked.status_code == 413
    assert asked.json["error"]["message"]


def test_hosts_that_are_not_ours_are_refused(make_app: MakeApp) -> None:
    client = make_app(trusted_hosts=("localhost", ".cards.example")).test_client()
    for host, status in [
        ("localhost:8000", 200),
        ("www.cards.example", 200),
        ("evil.example", 400),
        ("localhost.evil.example", 400),
    ]:
        answer = client.get("/", headers={"Host": host})
        assert answer.status_code == status, host
        assert "Content-Security-Policy" in answer.headers
    assert browser(make_app()).get("/", headers={"Host": "[::1]:8000"}).status_code == 200


def test_too_many_requests_are_told_when_to_come_back(make_app: MakeApp) -> None:
    client = browser(make_app(rate_limit="5 per minute"))
    answers = [client.get("/learn/rules") for _ in range(6)]
    assert [answer.status_code for answer in answers] == [200] * 5 + [429]
    assert int(answers[-1].headers["Retry-After"]) > 0
    assert "Slow down" in answers[-1].text
    assert client.get("/healthz").status_code == 200
    assert client.get("/static/shared/base.css", buffered=True).status_code == 200


def test_work_has_its_own_limit(make_app: MakeApp) -> None:
    client = browser(make_app(work_limit="2 per minute"))
    codes = [client.post("/api/v1/outs", json={"cards": "7h 8h"}).status_code for _ in range(3)]
    assert codes == [200, 200, 429]
    assert client.post("/api/v1/melds", json={"cards": "7h 8h"}).status_code == 200


class Together(MemoryStorage):
    """A storage that all who name it share, as a server of its own would be."""

    STORAGE_SCHEME: ClassVar = ["together"]
    counted: ClassVar[Counter[str]] = Counter()
    ends: ClassVar[dict[str, float]] = {}

    def __init__(self, *given: Any, **more: Any) -> None:
        super().__init__(*given, **more)
        self.storage, self.expirations = self.counted, self.ends


def test_a_count_that_expires_while_another_thread_lets_it_go_is_no_traceback(
    make_app: MakeApp, monkeypatch: pytest.MonkeyPatch
) -> None:
    app = make_app(rate_limit="50/second")
    (limiter,) = app.extensions["limiter"]
    for storage in (limiter.storage, limiter._fallback_storage):
        counts = storage.expirations
        counts |= {"first": 0.0, "second": 0.0}

        def now(counts: dict[str, float] = counts) -> float:
            counts.pop("second", None)  # as a request does that counts it anew
            return time.time()

        with monkeypatch.context() as patched:
            patched.setattr(limits.storage.memory, "time", SimpleNamespace(time=now))
            storage._MemoryStorage__expire_events()
        assert not counts
    assert app.test_client().get("/learn/rules").status_code == 200


def test_several_servers_count_together_where_a_storage_is_named(make_app: MakeApp) -> None:
    servers = [
        browser(make_app(rate_limit="4 per minute", rate_storage="together://")) for _ in range(2)
    ]
    codes = [servers[turn % 2].get("/learn/rules").status_code for turn in range(6)]
    assert codes == [200] * 4 + [429] * 2


def test_address_behind_a_proxy_counts_only_where_it_is_believed(make_app: MakeApp) -> None:
    def codes(client: FlaskClient) -> list[int]:
        return [
            client.get("/", headers={"X-Forwarded-For": f"192.0.2.{n}"}).status_code
            for n in range(3)
        ]

    assert codes(browser(make_app(rate_limit="2 per minute"))) == [200, 200, 429]
    assert codes(browser(make_app(rate_limit="2 per minute", proxies=1))) == [200, 200, 200]


def test_pages_that_depend_on_scripts_say_so_to_caches(client: FlaskClient) -> None:
    answer = client.get("/analyze")
    assert "HX-Request" in answer.headers["Vary"]
    assert "private" in answer.headers["Cache-Control"]
    pinned = client.get("/static/vendor/htmx.min.js", buffered=True)
    assert "max-age" in pinned.headers["Cache-Control"]


def test_settings_are_read_from_the_environment() -> None:
    read = ServerSettings.from_env(
        {
            "GINSIGHT_TRUSTED_HOSTS": "cards.example, .gin.example",
            "GINSIGHT_SEARCHES": "2",
            "GINSIGHT_MAX_SECONDS": "12.5",
            "GINSIGHT_RATE_LIMIT": "none",
        }
    )
    assert read.trusted_hosts[-2:] == ("cards.example", ".gin.example")
    assert "localhost" in read.trusted_hosts
    assert (read.searches, read.max_seconds, read.rate_limit) == (2, 12.5, "")
    fields = {setting.field for setting in SETTINGS.values()} - {None}
    assert fields <= set(ServerSettings.__dataclass_fields__)


@pytest.mark.parametrize("value", ["many", "0", "1e9", "nan", "-3"])
def test_a_bad_setting_is_named(value: str) -> None:
    with pytest.raises(InputError, match="GINSIGHT_SEARCHES"):
        ServerSettings.from_env({"GINSIGHT_SEARCHES": value})


@pytest.mark.parametrize(
    ("name", "value", "words"),
    [
        ("GINSIGHT_SECRET", "x", "the secret key has 1 character"),
        ("GINSIGHT_SECRET", "x" * 32, "the secret key is easily guessed"),
        ("GINSIGHT_PURE", "maybe", "`maybe` is neither 1 (on) nor 0 (off)"),
        ("GINSIGHT_CLUSTER", "somewhere", "`somewhere` is not an address"),
        ("GINSIGHT_CLUSTER", "tcp://127.0.0.1:9", "no cluster answers at tcp://127.0.0.1:9"),
        ("GINSIGHT_RATE_LIMIT", "often", "`often` is not a rate; write it as"),
        ("GINSIGHT_WORK_LIMIT", "-1 per minute", "is not a rate"),
        ("GINSIGHT_RATE_STORAGE", "file:///tmp", "requests cannot be counted there"),
        ("GINSIGHT_PUZZLES", "/nowhere/at/all", "there is no folder"),
        ("GINSIGHT_DATABASE_URL", "mysql://a", "`mysql` is not supported; use sqlite"),
        ("GINSIGHT_DATA", __file__, "is not a folder"),
        ("GINSIGHT_TRUSTED_HOSTS", "https://gin.example", "is not a host name"),
        ("GINSIGHT_SERCHES", "2", "there is no such setting; did you mean GINSIGHT_SEARCHES?"),
        ("GINSIGHT_ZZZ", "2", "there is no such setting; remove it"),
    ],
)
def test_a_wrong_setting_is_named_with_its_cure(name: str, value: str, words: str) -> None:
    (problem,) = problems({name: value})
    assert problem.where == name and words in str(problem) and problem.hint


def test_a_scheduler_that_answers_is_no_problem() -> None:
    with socket.create_server(("127.0.0.1", 0)) as scheduler:
        address = f"tcp://127.0.0.1:{scheduler.getsockname()[1]}"
        assert not problems({"GINSIGHT_CLUSTER": address, "GINSIGHT_PURE": "0"})


def test_all_wrong_settings_are_named_before_anything_starts() -> None:
    environ = os.environ | {"GINSIGHT_SECRET": "x", "GINSIGHT_RATE_LIMT": "none"}
    command = [sys.executable, "-m", "analyzer", "serve", "--port", "0"]
    ended = subprocess.run(
        command, check=False, env=environ, capture_output=True, text=True, timeout=60
    )
    lines = ended.stderr.splitlines()
    assert ended.returncode == 2 and len(lines) == 2
    assert "GINSIGHT_RATE_LIMIT" in lines[0] and "GINSIGHT_SECRET" in lines[1]


PASTED = st.text() | st.text("7h8 KdTc:\n/|,;.-histoyrpledk♥♠10", max_size=200)


@pytest.fixture(scope="module")
def anyone(tmp_path_factory: pytest.TempPathFactory) -> FlaskClient:
    """One browser for many examples."""
    from analyzer.web import create_app
    from tests.web.scripted import Script

    folder = tmp_path_factory.mktemp("junk")
    chosen = ServerSettings(
        database_url=f"sqlite:///{(folder / 'test.db').as_posix()}",
        secret_key="not a secret, but long enough to be one",
        rate_limit="",
        work_limit="",
        first_wait=0.0,
    )
    return browser(create_app(chosen, engine=Script(batches=1).engine()))


@settings(max_examples=40)
@given(text=PASTED, tap=st.sampled_from(["7h", "Kd", "", "zz", "7h 8h"]))
def test_nothing_pasted_gives_a_traceback(anyone: FlaskClient, text: str, tap: str) -> None:
    for path, data in [
        ("/analyze", {"view": text}),
        ("/analyze/preview", {"view": text}),
        ("/analyze/grid", {"view": text, "tap": tap}),
        ("/analyze/grid", {"cure": text}),
        ("/searches", {"p": text}),
    ]:
        answer = anyone.post(path, data=data)
        assert answer.status_code in {200, 303, 422}, (path, answer.status_code)
        assert "Traceback" not in answer.text
    assert anyone.get("/analyze", query_string={"p": text}).status_code in {200, 422}
    for path in ("/a/", "/searches/"):
        assert anyone.get(path + re.sub(r"[^\w-]", "", text)).status_code in {404, 405, 308}
