"""The application on a socket: many streams at once, and an end that leaves nothing."""

from __future__ import annotations

import http.client
import os
import re
import signal
import subprocess
import sys
import textwrap
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from analyzer.notation import encode, parse_view
from analyzer.review import ReviewSettings
from analyzer.service.reviews import Reviews
from analyzer.store import Status, Store
from analyzer.web.serve import Server
from analyzer.web.state import web_app
from tests.unit.test_review import match
from tests.web.conftest import MakeApp
from tests.web.scripted import Script
from tests.web.test_pages import ELEVEN

P = encode(parse_view(ELEVEN))
READERS = 40


@pytest.fixture
def server(make_app: MakeApp, script: Script) -> Iterator[Server]:
    """A server whose searches wait for `script.step`."""
    script.held = True
    with Server(make_app(first_wait=0.05), port=0) as running:
        yield running
    assert script.active == 0


def connect(server: Server) -> http.client.HTTPConnection:
    return http.client.HTTPConnection(urlsplit(server.url).netloc, timeout=60)


def get(server: Server, path: str) -> str:
    connection = connect(server)
    try:
        connection.request("GET", path)
        return connection.getresponse().read().decode()
    finally:
        connection.close()


def events_of(server: Server) -> str:
    found = re.search(r'sse-connect="([^"]+)"', get(server, f"/analyze?p={P}"))
    assert found is not None
    return found[1].replace("&amp;", "&")


def until(happened: object) -> None:
    assert callable(happened)
    deadline = time.monotonic() + 120
    while not happened():
        assert time.monotonic() < deadline, "it never happens"
        time.sleep(0.01)


def test_an_event_comes_through_at_once(server: Server, script: Script) -> None:
    connection = connect(server)
    connection.request("GET", events_of(server))
    answer = connection.getresponse()
    assert answer.readline() == b": hello\n"
    script.step()
    assert answer.readline() == b"\n"
    assert answer.readline().startswith(b"data: <section id=")
    connection.close()


def test_forty_readers_see_the_end_and_others_are_served(server: Server, script: Script) -> None:
    events = events_of(server)
    ended: list[str] = []
    threads = [
        threading.Thread(target=lambda: ended.append(get(server, events))) for _ in range(READERS)
    ]
    for thread in threads:
        thread.start()
    search = next(iter(web_app(server.app).searches.all()))
    until(lambda: search.watchers == READERS)
    assert '"ok"' in get(server, "/healthz"), "streams do not use up all threads"
    script.step(3)
    for thread in threads:
        thread.join(20)
    assert len(ended) == READERS
    assert all('<div id="stream" hidden hx-swap-oob="true"></div>' in one for one in ended)
    until(lambda: search.watchers == 0)


def test_a_reader_that_leaves_is_noticed(server: Server) -> None:
    connection = connect(server)
    connection.request("GET", events_of(server))
    connection.getresponse().readline()
    search = next(iter(web_app(server.app).searches.all()))
    assert search.watchers == 1
    connection.close()
    until(lambda: search.watchers == 0)


def test_closing_ends_streams_and_searches(make_app: MakeApp, script: Script) -> None:
    script.held = True
    server = Server(make_app(first_wait=0.05), port=0).start()
    connection = connect(server)
    connection.request("GET", events_of(server))
    answer = connection.getresponse()
    server.close()
    assert b"Stopped" in answer.read()
    connection.close()
    assert script.active == 0
    with pytest.raises(OSError):
        get(server, "/healthz")


PROGRAM = """
    import sys
    from analyzer.web import ServerSettings, create_app
    from analyzer.web.serve import Server
    from tests.web.scripted import Script

    chosen = ServerSettings(database_url="sqlite:///" + sys.argv[1], secret_key="x" * 40)
    server = Server(create_app(chosen, engine=Script(held=True).engine()), port=0)
    print(server.url, flush=True)
    server.run()
    print("bye", flush=True)
"""


@pytest.mark.slow
@pytest.mark.skipif(os.name == "nt", reason="signals are sent otherwise there")
@pytest.mark.parametrize("kind", [signal.SIGTERM, signal.SIGINT])
def test_a_signal_ends_the_process_while_a_search_runs(
    tmp_path_factory: pytest.TempPathFactory, kind: signal.Signals
) -> None:
    folder = tmp_path_factory.mktemp("process")
    process = subprocess.Popen(
        [sys.executable, "-c", textwrap.dedent(PROGRAM), str(folder / "test.db")],
        stdout=subprocess.PIPE,
        text=True,
        cwd=Path.cwd(),
    )
    try:
        assert process.stdout is not None
        netloc = urlsplit(process.stdout.readline().strip()).netloc
        connection = http.client.HTTPConnection(netloc, timeout=60)
        connection.request("GET", f"/analyze?p={P}")
        assert "sse-connect" in connection.getresponse().read().decode()
        process.send_signal(kind)
        assert process.wait(timeout=300) == 0
        assert process.stdout.read() == "bye\n"
        connection.close()
    finally:
        process.kill()
        process.communicate()


@pytest.mark.slow
@pytest.mark.skipif(os.name == "nt", reason="signals are sent otherwise there")
def test_a_signal_gives_a_review_that_runs_back_to_the_queue(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/test.db"
    with Store.open(url) as store:
        store.upgrade()
        reviews = Reviews(store)
        job = reviews.submit("Ann", match(2), ReviewSettings(worlds=8_192))
        process = subprocess.Popen(
            [sys.executable, "-c", textwrap.dedent(PROGRAM), str(tmp_path / "test.db")],
            stdout=subprocess.PIPE,
            text=True,
            cwd=Path.cwd(),
        )
        try:
            until(lambda: (found := reviews.job(job.id)) is not None and found.done >= 1)
            process.send_signal(signal.SIGTERM)
            assert process.wait(timeout=300) == 0
        finally:
            process.kill()
            process.communicate()
        left = reviews.job(job.id)
        assert left is not None and left.status is Status.QUEUED
        assert 1 <= len(reviews.so_far(job.id)) < job.all
