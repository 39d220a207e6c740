"""`serve`, `doctor`, `db`: the commands that look after the installation."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import urllib.request
import webbrowser

import pytest

from analyzer import resources
from analyzer.cli import doctor
from analyzer.engine import selfplay, warming
from analyzer.kernel import cache, jit
from analyzer.store import Store, migrate
from tests.unit.test_cli import document, error_of, run


@pytest.fixture
def data(monkeypatch, tmp_path):
    monkeypatch.setenv("GINSIGHT_DATA", str(tmp_path))
    return tmp_path


def checks(found) -> dict[str, dict[str, object]]:
    return {one["check"]: one for one in found["checks"]}


@pytest.mark.parametrize(
    ("free", "said"),
    [(100, "100 MB are free, which may be too little"), (4_000, "4,000 MB are free: ")],
)
def test_doctor_names_the_memory_of_a_first_start(monkeypatch, free, said):
    monkeypatch.setattr(warming, "free_memory", lambda: free << 20)
    note = doctor._memory()
    assert note.startswith(said) and f"up to {doctor.FIRST_START} MB" in note


@pytest.mark.parametrize(
    ("begun", "free", "said"),
    [
        ("1", 300, "has begun and not ended 1 time; the next start tries again"),
        ("2", 300, "has begun and not ended 2 times, for want of memory it seems"),
        ("2", 4_000, "has begun and not ended 2 times; the next start tries again"),
        ("none", 300, "Compiled by numba"),
    ],
)
@pytest.mark.skipif(not jit.COMPILED, reason="nothing is compiled")
def test_doctor_says_that_compiling_never_ended(monkeypatch, tmp_path, begun, free, said):
    monkeypatch.setattr(warming, "free_memory", lambda: free << 20)
    monkeypatch.setattr(cache, "mark", lambda: tmp_path / cache.DONE)
    (tmp_path / "begun").write_text(begun)
    assert said in doctor._kernel()
    assert ("searches run in plain Python" in doctor._kernel()) == (begun == "2" and free == 300)


def test_doctor_finds_this_installation_sound(data):
    found = document("doctor")
    assert found["ok"] is True
    assert set(checks(found)) == {name for name, _ in doctor.CHECKS}
    assert "is not there yet" in checks(found)["database"]["note"]
    assert not (data / "ginsight.db").exists()
    assert "Everything is in order." in run("doctor").stdout


def test_doctor_after_an_upgrade(data):
    newest = migrate.head()
    assert document("db", "upgrade") == {"revision": newest}
    assert f"is at revision {newest}" in checks(document("doctor"))["database"]["note"]
    assert f"revision {newest}" in run("db", "upgrade").stdout
    with Store.open(resources.database_url()) as store:
        assert store.ping()


def test_doctor_says_what_is_broken(data, monkeypatch):
    monkeypatch.setenv("GINSIGHT_DATABASE_URL", "sqlite:////nonexistent/folder/gin.db")
    (data / "secret.key").write_text("short")
    monkeypatch.setattr(selfplay, "shipped", dict)

    def lost():
        raise RuntimeError("templates are missing")

    monkeypatch.setattr(resources, "resource_root", lost)
    done = run("doctor", "--json")
    assert done.exit_code == 1
    broken = {name for name, one in checks(json.loads(done.stdout)).items() if not one["ok"]}
    assert broken == {"secret key", "data files", "assets"}
    assert "templates are missing" in run("doctor").stdout
    assert "Something is broken." in run("doctor").stdout


def test_doctor_and_a_database_that_cannot_be_used(data, monkeypatch):
    (data / "ginsight.db").write_bytes(b"no database at all" * 100)
    assert checks(json.loads(run("doctor", "--json").stdout))["database"]["ok"] is False
    monkeypatch.setenv("GINSIGHT_DATABASE_URL", "mysql://localhost/gin")
    assert run("doctor").exit_code == 1
    assert error_of("db", "upgrade")["message"] == "`mysql` is not supported"


def start(*arguments: str, **environment: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-m", "analyzer", "serve", *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        stdin=subprocess.DEVNULL,
        encoding="utf-8",
        env={**os.environ, **environment},
    )


@pytest.mark.slow
@pytest.mark.parametrize(
    "end", [signal.SIGINT, pytest.param(signal.SIGTERM, marks=pytest.mark.nightly)]
)
def test_serve_tells_its_address_and_ends_when_told(data, end):
    server = start("--port", "0", "--json")
    try:
        line = server.stdout.readline()
        url = json.loads(line)["url"]
        assert urllib.request.urlopen(f"{url}/healthz").status == 200
        second = start("--port", re.search(r"\d+$", url)[0], "--json")
        try:
            told, _ = second.communicate(timeout=300)
        finally:
            second.kill()  # else it takes the port that the first leaves
        assert second.returncode == 2
        assert json.loads(told)["error"]["message"] == "this port is taken"
    finally:
        server.send_signal(end)
        rest, _ = server.communicate(timeout=300)
    assert (server.returncode, rest) == (0, "")


def test_serve_opens_a_browser_if_asked(data, monkeypatch):
    from analyzer.web import serve

    opened: list[str] = []
    monkeypatch.setattr(webbrowser, "open", opened.append)
    monkeypatch.setattr(serve.Server, "run", lambda server: server.close())
    done = run("serve", "--port", "0", "--open", "--threads", "1")
    assert done.exit_code == 0, done.stderr
    assert opened == [done.stdout.split()[-1]]
    assert re.fullmatch(r"http://127\.0\.0\.1:\d+", opened[0])


def test_serve_for_other_machines_says_what_they_need(data, monkeypatch):
    from analyzer.web import serve

    monkeypatch.setattr(serve.Server, "run", lambda server: server.close())
    done = run("serve", "--port", "0", "--host", "0.0.0.0")
    assert "GINSIGHT_TRUSTED_HOSTS" in done.stderr
    assert "http://localhost:" in done.stdout
