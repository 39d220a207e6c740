"""The server while it thinks: a long search, forty readers of it, and pings.

Starts the real server in a process of its own, on a free port with an empty database: how long
`/healthz` took beside the search (milliseconds), how soon the search ended after a stop and after
everybody had left, how much the process still computed then, and how soon it ended after SIGTERM.
"""

from __future__ import annotations

import http.client
import json
import os
import re
import selectors
import signal
import socket
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import urlencode, urlsplit

from tests.workshop.measure.words import Data, evidence_from

HANDS = (
    "hand: 7h 8h 9h 4c 4d Kd Ks Qd 2c Ac 6s\npile: 5s Kh 9c",
    "hand: 7h 8h 9h 4c 4d Kd Ks Qd 2c Ac 6d\npile: 5s Kh 9c",
    "hand: 7h 8h 9h 4c 4d Kd Ks Qd 2c Ac 6c\npile: 5s Kh 9c",
)
PATIENCE = 120.0
"""Seconds to wait for anything; the first start compiles."""
IDLE = 3.0
"""Seconds after which the server under test gives up a search that nobody watches."""


@dataclass
class _Target:
    """A running server, asked over HTTP only."""

    process: subprocess.Popen[str]
    netloc: str

    def get(
        self, path: str, method: str = "GET", body: str | None = None, **headers: str
    ) -> tuple[int, str]:
        """Status and text of one request on a connection of its own; of a redirect its target."""
        connection = http.client.HTTPConnection(self.netloc, timeout=PATIENCE)
        headers = {"Sec-Fetch-Site": "same-origin", **headers}
        if body is not None:
            headers["Content-Type"] = "application/x-www-form-urlencoded"
        try:
            connection.request(method, path, body, headers)
            answer = connection.getresponse()
            text = answer.read().decode()
            return answer.status, answer.headers.get("Location") or text
        finally:
            connection.close()

    def health(self) -> dict[str, Any]:
        """Return what `/healthz` says."""
        found: dict[str, Any] = json.loads(self.get("/healthz")[1])
        return found

    def cpu_seconds(self) -> float | None:
        """Processor time that the server has used so far; None where the system has no /proc."""
        try:
            fields = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        except OSError:
            return None
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def threads(self) -> int | None:
        """Threads of the server; None where the system has no /proc."""
        try:
            return len(list(Path(f"/proc/{self.process.pid}/task").iterdir()))
        except OSError:
            return None


@contextmanager
def _target(folder: Path, **more: str) -> Iterator[_Target]:
    """Start the command `serve` on an empty database and a free port, with `more` settings."""
    given = {
        "GINSIGHT_DATA": str(folder),
        "GINSIGHT_DATABASE_URL": f"sqlite:///{(folder / 'load.db').as_posix()}",
        "GINSIGHT_RATE_LIMIT": "none",
        "GINSIGHT_WORK_LIMIT": "none",
        "GINSIGHT_IDLE_SECONDS": str(IDLE),
        "GINSIGHT_LOG": "quiet",
    }
    process = subprocess.Popen(
        [sys.executable, "-m", "analyzer", "serve", "--port", "0", "--json"],
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, **given, **more},
    )
    try:
        assert process.stdout is not None
        yield _Target(process, urlsplit(json.loads(process.stdout.readline())["url"]).netloc)
    finally:
        process.kill()
        process.wait()
        if process.stdout is not None:
            process.stdout.close()


def _begin(server: _Target, hand: str) -> tuple[str, str]:
    """Start a search that takes a minute, and wait for its first answer; its id, its events."""
    status, page = server.get("/analyze", "POST", urlencode({"view": hand}))
    assert status == 303, page
    _, page = server.get(f"{page}&limit=longest")
    match = re.search(r'sse-connect="(/searches/([^/"]+)/events[^"]*)"', page)
    assert match is not None, "the search runs"
    news = f"/searches/{match[2]}"
    _until(lambda: re.search(r"[1-9][\d,]* worlds", server.get(news, **{"HX-Request": "true"})[1]))
    return match[2], match[1].replace("&amp;", "&")


def _until(happened: Callable[[], object]) -> float:
    """Wait until something is true; answers the seconds it took."""
    start = time.monotonic()
    while not happened():
        assert time.monotonic() - start < PATIENCE, "it never happens"
        time.sleep(0.02)
    return time.monotonic() - start


@dataclass
class _Readers:
    """Many clients of one event stream, read on one thread."""

    server: _Target
    path: str
    count: int
    events: int = 0
    sockets: list[socket.socket] = field(default_factory=list)
    _stop: threading.Event = field(default_factory=threading.Event)

    def __enter__(self) -> _Readers:
        host, port = self.server.netloc.split(":")
        ask = f"GET {self.path} HTTP/1.1\r\nHost: {self.server.netloc}\r\n\r\n".encode()
        for _ in range(self.count):
            client = socket.create_connection((host, int(port)), timeout=PATIENCE)
            client.sendall(ask)
            assert client.recv(64).startswith(b"HTTP/1.1 200"), "the stream is refused"
            client.setblocking(False)
            self.sockets.append(client)
        self._thread = threading.Thread(target=self._read)
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._stop.set()
        self._thread.join()
        for client in self.sockets:
            client.close()

    def _read(self) -> None:
        with selectors.DefaultSelector() as ready:
            for client in self.sockets:
                ready.register(client, selectors.EVENT_READ)
            while not self._stop.is_set():
                for key, _ in ready.select(timeout=0.1):
                    data = key.fileobj.recv(1 << 16)  # type: ignore[union-attr]
                    self.events += data.count(b"data: <section id=")
                    if not data:
                        ready.unregister(key.fileobj)


def _pings(server: _Target, seconds: float) -> dict[str, float]:
    """Ask `/healthz` again and again on one connection; milliseconds."""
    connection = http.client.HTTPConnection(server.netloc, timeout=PATIENCE)
    took: list[float] = []
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        start = time.perf_counter()
        connection.request("GET", "/healthz")
        connection.getresponse().read()
        took.append((time.perf_counter() - start) * 1000)
        time.sleep(0.01)
    connection.close()
    parts = statistics.quantiles(took, n=100)
    figures = {"median": parts[49], "p95": parts[94], "p99": parts[98], "worst": max(took)}
    return {"count": len(took)} | {name: round(value, 2) for name, value in figures.items()}


def _spent(server: _Target, seconds: float) -> float | None:
    """Processor seconds that the server uses in a while."""
    before = server.cpu_seconds()
    time.sleep(seconds)
    after = server.cpu_seconds()
    return None if before is None or after is None else round(after - before, 2)


def measured(seconds: float = 10.0, readers: int = 40) -> Data:
    """Return how the server answers while it thinks."""
    with tempfile.TemporaryDirectory() as folder, _target(Path(folder)) as server:
        quiet = server.threads()
        _, events = _begin(server, HANDS[0])
        idle = _pings(server, min(seconds, 3.0))
        with _Readers(server, events, readers) as crowd:
            busy = _pings(server, seconds)
            assert server.health()["searches"] >= 1, "it still runs"
        unwatched = _until(lambda: server.health()["searches"] == 0)
        ident, _ = _begin(server, HANDS[1])
        start = time.monotonic()
        server.get(f"/searches/{ident}/stop", "POST", "")
        _until(lambda: server.health()["searches"] == 0)
        stopped = time.monotonic() - start
        after = {"cpu_s_in_2_s": _spent(server, 2.0), "threads": server.threads()}
        _begin(server, HANDS[2])
        start = time.monotonic()
        server.process.send_signal(signal.SIGTERM)
        status = server.process.wait(timeout=PATIENCE)
        ended = time.monotonic() - start
    return {
        "cores": os.cpu_count(),
        "readers": readers,
        "events": crowd.events,
        "ping_ms_beside_search": idle,
        "ping_ms_beside_search_and_readers": busy,
        "left_search_ends_after_s": round(unwatched, 2),
        "left_search_may_idle_s": IDLE,
        "stopped_search_ends_after_s": round(stopped, 2),
        "after_stop": after | {"threads_at_start": quiet},
        "sigterm_ends_after_s": round(ended, 2),
        "exit_status": status,
    }


evidence = evidence_from("load.toml")
