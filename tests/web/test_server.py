"""The application on a socket: many streams at once, and an end that leaves nothing."""

from __future__ import annotations

import gc
import http.client
import os
import re
import signal
import socket
import subprocess
import sys
import textwrap
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from flask import request

from analyzer.notation import encode, parse_view
from analyzer.review import ReviewSettings
from analyzer.service import admission
from analyzer.service.reviews import Reviews
from analyzer.store import Status, Store
from analyzer.web import entrance, errors
from analyzer.web.serve import Server
from analyzer.web.state import web_app
from tests.unit.test_review import match
from tests.unit.test_reviewing import until
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


@contextmanager
def crowd(server: Server, size: int, sent: bytes = b"") -> Iterator[list[socket.socket]]:
    """Connections that ask for nothing, or begin to."""
    address = urlsplit(server.url)
    with ExitStack() as opened:
        sockets = []
        for _ in range(size):
            made = socket.create_connection((address.hostname, address.port), timeout=30)
            sockets.append(opened.enter_context(made))
            made.sendall(sent)
        yield sockets


def is_open(connection: socket.socket) -> bool:
    connection.settimeout(0.05)
    try:
        return connection.recv(1) != b""
    except TimeoutError:
        return True
    except ConnectionError:
        return False


def test_connections_that_ask_nothing_are_closed_in_time(make_app: MakeApp, script: Script) -> None:
    script.held = True
    with (
        Server(make_app(first_wait=0.05), port=0, idle_seconds=1) as server,
        crowd(server, 100) as idle,
    ):
        connection = connect(server)
        connection.request("GET", events_of(server))
        answer = connection.getresponse()
        assert answer.readline() == b": hello\n"
        until(lambda: not any(map(is_open, idle)))
        assert '"ok"' in get(server, "/healthz")
        script.step(3)
        assert b"data: " in answer.read(), "who waits for an answer is not closed"
        connection.close()


def test_hundreds_of_idle_and_dripping_connections_cost_no_thread(
    make_app: MakeApp, script: Script
) -> None:
    head = b"GET /learn/rules HTTP/1.1\r\nHost: localhost\r\nX-Slow: "
    form = b"POST /analyze HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5000\r\n\r\nview="
    with (
        Server(make_app(threads=2), port=0) as server,
        crowd(server, 300),
        crowd(server, 100, head) as heads,
        crowd(server, 100, form) as forms,
    ):
        for _ in range(20):
            assert '"ok"' in get(server, "/healthz")
            assert "<html" in get(server, "/learn/rules")
            for each in (*heads, *forms):
                each.sendall(b"x")


def test_who_comes_when_there_is_no_connection_left_waits_for_one(
    make_app: MakeApp, script: Script
) -> None:
    with Server(make_app(), port=0, connections=64, idle_seconds=2) as server:
        with crowd(server, 100):
            assert '"ok"' in get(server, "/healthz")
        assert '"ok"' in get(server, "/healthz")


def test_who_comes_when_others_wait_for_long_is_told_when_to_come_back(
    make_app: MakeApp, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(admission, "SOON", 0.1)
    monkeypatch.setattr(entrance, "LONGEST_CROWD", 0.2)
    app, held = make_app(threads=2), threading.Event()
    app.add_url_rule("/wait", "wait", lambda: str(held.wait(60)))
    with Server(app, port=0) as server, ThreadPoolExecutor(3) as others:
        line = server.entrance.line
        waiting = [others.submit(get, server, "/wait") for _ in range(3)]
        until(lambda: line.waiting == 1)
        time.sleep(0.4)
        monkeypatch.setattr(errors, "render_template", None)  # the words are there already
        connection = connect(server)
        connection.request("GET", "/learn/rules")
        answer = connection.getresponse()
        assert (answer.status, answer.headers["Retry-After"]) == (503, "5")
        words = answer.read().decode()
        assert "Too much is asked at once." in words
        assert "3 others have waited already, and come first." in words
        assert "Set-Cookie" not in answer.headers
        monkeypatch.undo()
        held.set()
        assert [each.result() for each in waiting] == ["True"] * 3
        assert "<html" in get(server, "/learn/rules")
        connection.close()


def test_a_crowd_that_comes_at_once_is_served_whole(
    make_app: MakeApp, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(admission, "SOON", 0.0)
    app, held = make_app(threads=2), threading.Event()
    app.add_url_rule("/wait", "wait", lambda: str(held.wait(60)))
    with Server(app, port=0) as server, ThreadPoolExecutor(30) as others:
        waiting = [others.submit(get, server, "/wait") for _ in range(30)]
        until(lambda: server.entrance.line.waiting == 28)
        held.set()
        assert [each.result() for each in waiting] == ["True"] * 30


@pytest.mark.parametrize("inside", ["GET", "POST"])
@pytest.mark.parametrize("patience", [60.0, 0.0])
def test_in_a_crowd_nobody_begins_before_who_is_inside_has_the_page(
    make_app: MakeApp, monkeypatch: pytest.MonkeyPatch, patience: float, inside: str
) -> None:
    monkeypatch.setattr(entrance, "LONGEST_BEHIND", patience)
    app, held, begun = make_app(), threading.Event(), list[str]()

    @app.before_request
    def hold() -> None:
        begun.append(request.full_path)
        if "held" in request.full_path:
            held.wait(60)

    with Server(app, port=0) as server, ExitStack() as opened:
        crowd = [opened.enter_context(closing(connect(server))) for _ in range(3)]
        for number, newcomer in enumerate(crowd):
            method, path = ("POST", "/analyze?next") if number else (inside, "/analyze?held")
            newcomer.request(method, path, "" if method == "POST" else None, {"Origin": server.url})
            until(lambda: begun)
        door = server.entrance.door
        until(lambda: door.waiting == 2 if patience else begun.count("/analyze?next") == 2)
        assert "<html" in get(server, "/learn/rules")
        assert begun.count("/analyze?next") == (0 if patience else 2)
        held.set()
        assert all(newcomer.getresponse().read() for newcomer in crowd)
    assert begun.count("/analyze?next") == 2


def test_how_the_server_is_can_be_asked_while_all_threads_wait(
    make_app: MakeApp, script: Script
) -> None:
    app, held = make_app(threads=2), threading.Event()
    app.add_url_rule("/wait", "wait", lambda: str(held.wait(60)))
    with Server(app, port=0) as server:
        waiting = [threading.Thread(target=get, args=(server, "/wait")) for _ in range(6)]
        for thread in waiting:
            thread.start()
        try:
            assert '"ok"' in get(server, "/healthz") and '"ok"' in get(server, "/livez")
        finally:
            held.set()
            for thread in waiting:
                thread.join()


def test_requests_in_one_packet_are_answered_in_their_order(server: Server) -> None:
    asked = ["/healthz", *["/livez", "/learn/rules"] * 30]
    host, port = urlsplit(server.url).netloc.split(":")
    with socket.create_connection((host, int(port)), timeout=60) as client:
        packet = "".join(f"GET {path} HTTP/1.1\r\nHost: {host}:{port}\r\n\r\n" for path in asked)
        client.sendall(packet.encode())
        answers = client.makefile("rb")
        for path in asked:
            assert answers.readline().split()[1] == b"200"
            lines = iter(answers.readline, b"\r\n")
            heads = dict(line.decode().strip().lower().split(": ", 1) for line in lines)
            body = answers.read(int(heads["content-length"]))
            assert body.startswith(b"{") == (path != "/learn/rules")


def test_first_pages_look_through_nothing_that_was_loaded(
    make_app: MakeApp, monkeypatch: pytest.MonkeyPatch
) -> None:
    server, kept = Server(make_app(), port=0), list[int]()
    monkeypatch.setattr(server, "_settle_in", bool)
    monkeypatch.setattr(server, "_poll", lambda: kept.append(gc.get_freeze_count()))
    gc.unfreeze()
    server.run()
    gc.unfreeze()
    assert kept[0] > 100_000


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
@pytest.mark.parametrize(
    "kind", [signal.SIGTERM, pytest.param(signal.SIGINT, marks=pytest.mark.nightly)]
)
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
@pytest.mark.nightly
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
