"""Rows about a server: its first start, its memory at rest, and what a page costs.

A server is asked over HTTP only, as another revision may hold anything inside.
"""

from __future__ import annotations

import http.client
import json
import os
import random
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from threading import Event, Thread
from urllib.parse import urlencode, urlsplit
from urllib.request import HTTPCookieProcessor, OpenerDirector, build_opener

from analyzer.game.cards import DECK, CardSet
from tests.first_start import family

ROOT = Path(__file__).parents[2]
TEN = "7h 8h 9h 4c 4d 4s Kd Qd 2c Ac"
PLAYED = f"""hand: {TEN}
history:
  upcard 5s
  opp: takes 5s, discards Kh"""
"""A question with a turn to read: everything that an answer can need."""
STANDARD = {"rules": "standard"}
ANALYSES = 100
ROUNDS = 25
"""How often each page is asked for, after the first times."""
PATIENCE = 600.0
LOOKED_SECONDS = 0.1
SCRIPTED = {"HX-Request": "true"}
WORLDS = re.compile(r"[1-9][\d,]* worlds")
STREAM = re.compile(r'"(/(?:searches|review)/[^/"]+)/events')
TICK = os.sysconf("SC_CLK_TCK")


@dataclass
class Served:
    """A server that runs, and one visitor of it."""

    pid: int
    url: str
    visitor: OpenerDirector
    begun: float

    def ask(self, path: str, given: dict[str, str] | None = None, **headers: str) -> str:
        """The text of an answer, redirects followed."""
        body = None if given is None else urlencode(given).encode()
        self.visitor.addheaders = [("Sec-Fetch-Site", "same-origin"), *headers.items()]
        with self.visitor.open(self.url + path, body, PATIENCE) as answer:
            self.at = urlsplit(answer.url)._replace(scheme="", netloc="").geturl()
            text: str = answer.read().decode()
            return text

    def until(self, happened: Callable[[], object]) -> float:
        """Seconds from the start to something that comes true."""
        while not happened():
            assert time.monotonic() - self.begun < PATIENCE, "it never happens"
            time.sleep(LOOKED_SECONDS)
        return time.monotonic() - self.begun

    def is_ready(self) -> bool:
        """True if everything is compiled or loaded."""
        with suppress(OSError):
            self.ask("/readyz")
            return True
        return False

    def cpu(self) -> float:
        """Seconds of the processor that the server itself has used."""
        fields = Path(f"/proc/{self.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / TICK


@contextmanager
def served(folder: Path, bytecode: str, kernel: str | None = None) -> Iterator[Served]:
    """A server of a revision on an empty database, with nothing compiled if `kernel` is empty."""
    begun = time.monotonic()
    with tempfile.TemporaryDirectory() as kept:
        given = {
            "PYTHONPATH": str(folder), "PYTHONPYCACHEPREFIX": bytecode, "GINSIGHT_DATA": kept,
            "GINSIGHT_LOG": "quiet", "GINSIGHT_RATE_LIMIT": "none", "GINSIGHT_WORK_LIMIT": "none",
        } | ({"NUMBA_CACHE_DIR": kernel} if kernel else {})  # fmt: skip
        kept_environ = {k: v for k, v in os.environ.items() if k != "PYTHONDONTWRITEBYTECODE"}
        process = subprocess.Popen(
            [sys.executable, "-m", "analyzer", "serve", "--port", "0", "--json"],
            cwd=folder, env=kept_environ | given, stdout=subprocess.PIPE,
        )  # fmt: skip
        try:
            assert process.stdout is not None
            url = json.loads(process.stdout.readline())["url"].rstrip("/")
            yield Served(process.pid, url, build_opener(HTTPCookieProcessor()), begun)
        finally:
            process.terminate()
            process.wait()


def _megabytes(pid: int, field: str, file: str = "status") -> float:
    """What the system says of a process: its most (VmHWM), or its own part (Pss)."""
    with suppress(OSError):
        found = re.search(rf"^{field}:\s+(\d+)", Path(f"/proc/{pid}/{file}").read_text(), re.M)
        return int(found[1]) / 1024 if found else 0.0
    return 0.0


@contextmanager
def watched(pid: int) -> Iterator[list[float]]:
    """The most megabytes that any process of a server held, as the last of a list."""
    most, ended = [0.0], Event()

    def look() -> None:
        while not ended.wait(LOOKED_SECONDS):
            most.append(max(most[-1], *(_megabytes(each, "VmHWM") for each in family(pid))))

    thread = Thread(target=look)
    thread.start()
    try:
        yield most
    finally:
        ended.set()
        thread.join()


def first_start(folder: Path, bytecode: str) -> dict[str, float]:
    """A server that has nothing compiled: to its page, its deal, its answer; its peak."""
    with (
        tempfile.TemporaryDirectory() as kernel,
        served(folder, bytecode, kernel) as server,
        watched(server.pid) as most,
    ):
        page = server.ask("/analyze", {"view": PLAYED})
        rows = {"first page, s": time.monotonic() - server.begun, "first page, CPU s": server.cpu()}
        awaited: dict[str, Callable[[], object]] = {
            "first deal, s": lambda: (
                "play-table" in server.ask("/train/play/new", {"rules": "standard"})
            ),
            "first answer, s": lambda: WORLDS.search(_news(server, page)),
            "all compiled, s": server.is_ready,
        }
        while awaited:
            for name in [name for name, happens in awaited.items() if happens()]:
                del awaited[name]
                rows[name] = time.monotonic() - server.begun
            assert time.monotonic() - server.begun < PATIENCE, awaited
            time.sleep(LOOKED_SECONDS)
    return rows | {"first start, MB of any": most[-1]}


def _news(server: Served, page: str) -> str:
    """What a page that waits for an answer would show now."""
    search = STREAM.search(page)
    return page if search is None else server.ask(search[1], None, **SCRIPTED)


def at_rest(folder: Path, bytecode: str) -> dict[str, float]:
    """Megabytes of a server and all below it, a while after a hundred hands were analyzed."""
    rng = random.Random(1)
    with served(folder, bytecode) as server:
        server.until(server.is_ready)
        for _ in range(ANALYSES):
            hand = CardSet.from_cards(rng.sample(list(DECK), 10))
            up = min(set(DECK) - set(hand))
            page = server.ask("/analyze", {"view": f"hand: {hand}\npile: {up}\nstock: 31"})
            server.until(lambda page=page: WORLDS.search(_news(server, page)))
            if search := STREAM.search(page):
                server.ask(f"{search[1]}/stop", {})
        time.sleep(5)
        held = [_megabytes(each, "Pss", "smaps_rollup") for each in family(server.pid)]
    return {"at rest, MB": sum(held)}


def pages(folder: Path, bytecode: str) -> dict[str, float]:
    """Milliseconds of a core for each kind of page, asked for again and again, and for all."""
    record = (ROOT / "analyzer/arena/benchmark/hand.txt").read_text()
    with served(folder, bytecode) as server:
        server.until(server.is_ready)
        paths = {"home": "/", "puzzle": f"/puzzles/{_puzzle(folder)}", "train": "/train"}
        for name, path, given in (
            ("answer", "/analyze", {"view": PLAYED}),
            ("review", "/review", {"record": record, "depth": "quick"}),
        ):
            server.ask(path, given)
            paths[name] = server.at
            server.until(lambda name=name: not STREAM.search(server.ask(paths[name])))
        return _costs(server, paths)


def _costs(server: Served, paths: dict[str, str]) -> dict[str, float]:
    """The processor's milliseconds of a page of each kind; first rounds are not counted."""
    cookies = "; ".join(
        f"{each.name}={each.value}"
        for handler in server.visitor.handlers
        if isinstance(handler, HTTPCookieProcessor)
        for each in handler.cookiejar
    )
    connection = http.client.HTTPConnection(urlsplit(server.url).netloc, timeout=PATIENCE)
    rows = {}
    for name, path in paths.items():
        for number in range(-ROUNDS // 4, ROUNDS):
            if number == 0:
                before = server.cpu()
            connection.request("GET", path, headers={"Cookie": cookies})
            answer = connection.getresponse()
            assert answer.status == 200 and answer.read(), name
        rows[f"page {name}, CPU ms"] = 1000 * (server.cpu() - before) / ROUNDS
    connection.close()
    return rows | {"page of the mix, CPU ms": sum(rows.values()) / len(rows)}


def _puzzle(folder: Path) -> str:
    """The first puzzle that both revisions are sure to have."""
    pack = max((folder / "puzzles").glob("*/puzzles.jsonl"))
    ident: str = json.loads(pack.read_text().partition("\n")[0])["id"]
    return ident
