"""A server that is told to end answers what it was asked, and refuses as briefly as possible."""

from __future__ import annotations

import http.client
import json
import os
import signal
import socket
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from analyzer.service.sockets import listening, turn_away
from analyzer.web.serve import Server
from analyzer.web.state import web_app
from tests.web.conftest import MakeApp
from tests.web.scripted import Script
from tests.web.test_pages import ELEVEN
from tests.web.test_server import P, connect, events_of, get, until

SLOW = 12
CLIENTS = 6


@dataclass
class Crowd:
    """Clients that ask one thing after another, and what became of each."""

    address: tuple[str, int]
    path: str = "/livez"
    ends: Counter[str] = field(default_factory=Counter)
    refused: list[float] = field(default_factory=list)
    longest: float = 0.0
    _over: threading.Event = field(default_factory=threading.Event)

    def run(self) -> None:
        """Ask on a new connection each time, until it is over."""
        while not self._over.is_set():
            began = time.monotonic()
            end = self._ask()
            self.ends[end] += 1
            if end == "refused":
                self.refused.append(time.monotonic())
                time.sleep(0.005)
            else:
                self.longest = max(self.longest, time.monotonic() - began)

    def _ask(self) -> str:
        try:
            client = socket.create_connection(self.address, timeout=60)
        except OSError:
            return "refused"
        with client:
            try:
                client.sendall(f"GET {self.path} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
                answer = http.client.HTTPResponse(client)
                answer.begin()
                whole = len(answer.read()) == int(answer.headers["Content-Length"])
            except (OSError, http.client.HTTPException):
                return "lost"
            return str(answer.status) if whole else "lost"

    @contextmanager
    def asking(self) -> Iterator[Crowd]:
        """Ask while this is held."""
        threads = [threading.Thread(target=self.run) for _ in range(CLIENTS)]
        for thread in threads:
            thread.start()
        try:
            yield self
        finally:
            self._over.set()
            for thread in threads:
                thread.join()

    @property
    def closed_for(self) -> float:
        """Seconds from the first refusal to the last."""
        return self.refused[-1] - self.refused[0] if self.refused else 0.0


def post_analysis(server: Server) -> tuple[int, dict[str, object]]:
    connection = connect(server)
    body = json.dumps({"view": ELEVEN})
    connection.request("POST", "/api/v1/analyze", body, {"Content-Type": "application/json"})
    answer = connection.getresponse()
    found = answer.status, json.loads(answer.read())
    connection.close()
    return found


def test_no_request_that_was_begun_is_lost(make_app: MakeApp, script: Script) -> None:
    app, begun = make_app(), threading.Semaphore(0)

    def slow() -> str:
        begun.release()
        time.sleep(1.5)
        return "x" * 300_000

    app.add_url_rule("/slow", "slow", slow)
    server = Server(app, port=0).start()
    answers: list[str] = []
    asked = [
        threading.Thread(target=lambda: answers.append(get(server, "/slow"))) for _ in range(SLOW)
    ]
    with Crowd(server.address).asking() as crowd:
        for thread in asked:
            thread.start()
        for _ in asked:
            assert begun.acquire(timeout=60)
        server.leave()
        until(lambda: '"leaving"' in get(server, "/readyz"))
        assert "<html" in get(server, "/learn/rules"), "newcomers are answered meanwhile"
        for thread in asked:
            thread.join(60)
        until(lambda: crowd.ends["refused"] > 0)
    server.close()
    assert answers == ["x" * 300_000] * SLOW
    assert crowd.ends["lost"] == 0 and crowd.ends["200"] > 0


def test_streams_end_with_a_last_message_and_searches_do_not_begin(
    make_app: MakeApp, script: Script
) -> None:
    script.held = True
    server = Server(make_app(first_wait=0.05, drain_seconds=3), port=0).start()
    stream, page = connect(server), connect(server)
    stream.request("GET", events_of(server))
    answer = stream.getresponse()
    assert answer.readline() == b": hello\n"
    waiting = threading.Thread(target=post_analysis, args=(server,))
    waiting.start()
    until(lambda: script.active == 2)
    server.leave()
    last = answer.read().decode()
    assert last.count('id="stream"') == 1 and 'hx-trigger="every 1s"' in last
    page.request("GET", f"/analyze?p={P}&opponent=waiter&limit=longest")
    refusal = page.getresponse()
    assert refusal.status == 503 and int(refusal.headers["Retry-After"]) >= 1
    refusal.read()
    waiting.join(60)
    server.close()
    assert page.sock is not None and page.sock.recv(1) == b"", "the connection is closed"
    stream.close()
    page.close()


def test_who_waits_for_a_search_gets_what_it_has_found(make_app: MakeApp, script: Script) -> None:
    script.held = True
    server = Server(make_app(drain_seconds=0.5), port=0).start()
    found: list[tuple[int, dict[str, object]]] = []
    asked = threading.Thread(target=lambda: found.append(post_analysis(server)))
    asked.start()
    script.step()
    until(lambda: script.active == 1)
    search = next(iter(web_app(server.app).searches.all()))
    until(lambda: search.snapshot.evaluation is not None)
    server.leave()
    asked.join(60)
    server.close()
    ((status, document),) = found
    assert status == 200 and document["worlds"] == 64


def test_a_second_end_is_no_harm(make_app: MakeApp) -> None:
    server = Server(make_app(), port=0).start()
    server.leave()
    until(lambda: is_refused(server))
    server.close()
    server.close()


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux filters what comes in")
def test_who_has_begun_comes_in_and_nobody_else() -> None:
    (made,) = listening("127.0.0.1", 0)
    with made, socket.create_connection(made.getsockname(), timeout=5) as early:
        turn_away(made)
        with pytest.raises(TimeoutError):
            socket.create_connection(made.getsockname(), timeout=0.2)
        taken, _ = made.accept()
        with taken:
            early.sendall(b"x")
            assert taken.recv(1) == b"x"


def is_refused(server: Server) -> bool:
    with suppress(OSError), socket.create_connection(server.address, timeout=5):
        return False
    return True


SERVE = [sys.executable, "-m", "analyzer", "serve", "--json"]


@pytest.mark.nightly
@pytest.mark.skipif(os.name == "nt", reason="signals are sent otherwise there")
@pytest.mark.parametrize("socket_is_held", [False, True])
def test_a_restart_loses_nothing(
    tmp_path: Path, socket_is_held: bool, capsys: pytest.CaptureFixture[str]
) -> None:
    (made,) = listening("127.0.0.1", 0)
    port = made.getsockname()[1]
    arguments, more = ["--port", str(port)], {}
    if socket_is_held:
        program = f"import os, sys; os.dup2({made.fileno()}, 3); os.environ.update(" + (
            "LISTEN_PID=str(os.getpid()), LISTEN_FDS='1'); os.execv(sys.executable, sys.argv[1:])"
        )
        arguments, more = [], {"pass_fds": (made.fileno(), 3)}
        command = [sys.executable, "-c", program, *SERVE]
    else:
        made.close()
        command = [*SERVE, *arguments]
    given = {"GINSIGHT_DATA": str(tmp_path), "GINSIGHT_RATE_LIMIT": "none"}
    environment = {**os.environ, **given, "GINSIGHT_LOG": "quiet"}

    def start() -> subprocess.Popen[str]:
        return subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment, **more)  # type: ignore[call-overload]

    first = start()
    servers = [first]
    try:
        assert first.stdout is not None and first.stdout.readline()
        with Crowd(("127.0.0.1", port)).asking() as crowd:
            until(lambda: crowd.ends["200"] > 50)
            first.send_signal(signal.SIGTERM)
            assert first.wait(60) == 0
            servers.append(start())
            answered = crowd.ends["200"]
            until(lambda: crowd.ends["200"] > answered + 50)
        servers[-1].send_signal(signal.SIGTERM)
        assert servers[-1].wait(60) == 0
    finally:
        for each in servers:
            each.kill()
            each.communicate()
        made.close()
    with capsys.disabled():
        sys.stderr.write(
            f"\nrestart, socket held {socket_is_held}: {dict(crowd.ends)}, refused for "
            f"{crowd.closed_for:.2f} s, longest answer {crowd.longest:.2f} s\n"
        )
    assert crowd.ends["lost"] == 0
    assert not socket_is_held or crowd.ends["refused"] == 0
