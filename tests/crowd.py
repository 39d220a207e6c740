"""How a server stands many visitors, and clients that mean no good; figures, not a test.

    python -m tests.crowd [hostile] [uploads] [visitors] [connections] [streams]

Starts `ginsight serve` on an empty database and prints one JSON document. Ratios compare with the
same requests while nothing else goes on, in the same run; nothing else should run on the machine.
"""

from __future__ import annotations

import argparse
import asyncio
import base64
import html
import http.client
import json
import multiprocessing
import random
import re
import socket
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from asyncio import StreamReader, StreamWriter
from collections import Counter
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import AsyncExitStack, ExitStack, asynccontextmanager, contextmanager, suppress
from http import HTTPStatus
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

from analyzer.game.cards import DECK, CardSet
from analyzer.service.admission import BEHIND
from tests.workshop.measure import load

SECONDS = 8.0
"""How long one kind of request is timed."""
SETTLED_SECONDS = 5.0
"""After this long a new server does nothing by itself any more."""
PATHS = ("/healthz", "/learn/rules")
PAGES = ("/", "/learn/rules", "/puzzles", "/train", "/analyze")
"""What is loaded beside long searches."""
RATES = (10, 20, 40, 80)
"""Pages a second."""
SCRIPTED = {"HX-Request": "true"}
FORM = {"Content-Type": "application/x-www-form-urlencoded"}
JSON = {"Content-Type": "application/json"}
SCREEN = Path(__file__).parent / "examples" / "screen.png"
NUMBER = re.compile(r"[1-9][\d,]* worlds")
"""What is beside a first answer."""
POLL_SECONDS = 1.0
"""How often a page asks that finds no free stream."""
KS = (1, 2, 3, 5, 8, 12, 16, 24, 32, 48, 64, 96, 120)
"""The visitors whose first numbers are printed, in the order of these."""
LONE = 9
"""Visitors who come one after the other before the crowd."""


def ask(
    netloc: str, path: str, method: str = "GET", body: str | None = None, **headers: str
) -> tuple[int, str, dict[str, str]]:
    """Status, text and headers of one request on a connection of its own."""
    connection = http.client.HTTPConnection(netloc, timeout=120)
    try:
        connection.request(method, path, body, {"Origin": f"http://{netloc}", **headers})
        answer = connection.getresponse()
        return answer.status, answer.read().decode(), dict(answer.headers)
    finally:
        connection.close()


def pings(netloc: str, path: str) -> dict[str, float]:
    """Milliseconds of one request after the other, by a process that does nothing else."""
    with ProcessPoolExecutor(1, mp_context=multiprocessing.get_context("spawn")) as alone:
        return alone.submit(_pinged, netloc, path).result()


def _pinged(netloc: str, path: str, seconds: float = SECONDS) -> dict[str, float]:
    took: list[float] = []
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        start = time.perf_counter()
        status, _, _ = ask(netloc, path)
        took.append(1000 * (time.perf_counter() - start))
        assert status == 200, (path, status)
        time.sleep(0.01)
    parts = statistics.quantiles(took, n=100)
    return {"median": round(parts[49], 1), "p99": round(parts[98], 1), "worst": round(max(took), 1)}


def all_pings(netloc: str) -> dict[str, dict[str, float]]:
    """The same for each of the paths, side by side."""
    with ThreadPoolExecutor(len(PATHS)) as threads:
        return dict(zip(PATHS, threads.map(lambda path: pings(netloc, path), PATHS), strict=True))


def beside(idle: dict[str, dict[str, float]], busy: dict[str, dict[str, float]]) -> dict[str, Any]:
    """Busy figures with their ratio to the idle ones."""
    return {
        path: busy[path] | {"p99_over_idle": round(busy[path]["p99"] / idle[path]["p99"], 2)}
        for path in PATHS
    }


@contextmanager
def repeated(workers: int, work: Callable[[int], object]) -> Iterator[None]:
    """Do something again and again on so many threads."""
    ended = threading.Event()

    def run(number: int) -> None:
        while not ended.is_set():
            with suppress(OSError):
                work(number)

    threads = [threading.Thread(target=run, args=(number,)) for number in range(workers)]
    for thread in threads:
        thread.start()
    try:
        yield
    finally:
        ended.set()
        for thread in threads:
            thread.join()


def hostile(netloc: str) -> dict[str, Any]:
    """64 clients that ask for the costliest match equities and rules, all different.

    Every other one has a hand analyzed under rules of its own, whose chances to win are found by
    self-play. One that is refused comes back when it was told to.
    """
    idle, statuses, rng = all_pings(netloc), Counter[str](), random.Random(1)

    def cost(number: int) -> None:
        rules = f"eaai,target={rng.randint(900, 1000)},gin_bonus={rng.randint(20, 40)}"
        path = "/api/v1/equity"
        document: dict[str, Any] = {"score": [0, 0], "rules": rules}
        if number % 2:
            rules = f"eaai,target={rng.randint(2, 1000)},gin_bonus={rng.randint(20, 400)}"
            view = f"{at_the_upcard(a_hand(rng))}\nrules: {rules}\nscore: 0-0"
            path, document = "/api/v1/analyze", {"view": view, "seconds": 2}
        kind = {"Content-Type": "application/json"}
        status, _, headers = ask(netloc, path, "POST", json.dumps(document), **kind)
        statuses[f"{path} {status}"] += 1
        time.sleep(float(headers.get("Retry-After", 0)))

    with repeated(64, cost):
        time.sleep(1)
        busy = all_pings(netloc)
    return {"idle": idle, "beside": beside(idle, busy), "answers": dict(statuses)}


def a_hand(rng: random.Random) -> CardSet:
    """Ten cards."""
    return CardSet.from_cards(rng.sample(list(DECK), 10))


def at_the_upcard(hand: CardSet) -> str:
    """A view of ten cards and an upcard."""
    return f"hand: {hand}\npile: {min(set(DECK) - set(hand))}\nstock: 31"


class Browser:
    """One connection, kept from one request to the next.

    All browsers are of one thread, so that those who wait keep nobody from seeing an answer.
    """

    def __init__(self, netloc: str, reader: StreamReader, writer: StreamWriter) -> None:
        self.netloc, self.reader, self.writer = netloc, reader, writer

    @classmethod
    @asynccontextmanager
    async def opened(cls, netloc: str) -> AsyncIterator[Browser]:
        """A browser until the end of the block."""
        host, port = netloc.split(":")
        reader, writer = await asyncio.open_connection(host, int(port))
        try:
            yield cls(netloc, reader, writer)
        finally:
            writer.close()

    async def ask(
        self, path: str, method: str = "GET", body: str = "", **headers: str
    ) -> tuple[int, dict[str, str]]:
        """Status and headers of an answer, which is still to be read."""
        own = {"Host": self.netloc, "Origin": f"http://{self.netloc}"}
        length = {"Content-Length": str(len(body))} if body else {}
        lines = [f"{name}: {text}" for name, text in (own | length | headers).items()]
        self.writer.write("\r\n".join([f"{method} {path} HTTP/1.1", *lines, "", body]).encode())
        status = int((await self.reader.readline()).split()[1])
        heads = (await self.reader.readuntil(b"\r\n\r\n")).decode().splitlines()
        return status, dict(line.split(": ", 1) for line in heads if line)

    async def read(self, headers: dict[str, str]) -> str:
        """The rest of an answer."""
        return (await self.reader.readexactly(int(headers["Content-Length"]))).decode()

    async def page(self, path: str, method: str = "GET", body: str = "", **headers: str) -> str:
        """An answer, read to where it leads; nothing where it is refused."""
        status, heads = await self.ask(path, method, body, **headers)
        text = await self.read(heads)
        if status == 303:
            return await self.page(heads["Location"])
        return text if status == 200 else ""

    async def streamed(self, path: str) -> bool:
        """Follow a stream to the first number; False where there was none."""
        status, _ = await self.ask(path)
        while status == 200 and (line := await self.reader.readline()):
            if NUMBER.search(line.decode()):
                return True
        return False


async def visit(browser: Browser, hand: CardSet) -> tuple[float, float, int]:
    """What one who sends the form sees: the page, a number, and how often it was refused."""
    start, refused = time.monotonic(), 0
    view = urlencode({"view": at_the_upcard(hand)})
    while not (page := await browser.page("/analyze", "POST", view, **FORM)):
        refused += 1
        await asyncio.sleep(1)
    seen = time.monotonic() - start
    if not NUMBER.search(page):
        events = re.search(r'"(/searches/[^/"]+)/events([^"]*)', page)
        assert events is not None, page
        if not await browser.streamed(f"{events[1]}/events{html.unescape(events[2])}"):
            await _polled(browser.netloc, events[1])
    return seen, time.monotonic() - start, refused


async def _polled(netloc: str, path: str) -> None:
    """Ask until there is a number."""
    page = ""
    while not NUMBER.search(page):
        await asyncio.sleep(POLL_SECONDS)
        async with Browser.opened(netloc) as browser:
            page = await browser.page(path, **SCRIPTED)


def visitors(netloc: str, number: int = 120) -> dict[str, Any]:
    """So many visitors at once: when each sees a place or a number, and when the number."""
    rng = random.Random(2)
    hands = [a_hand(rng) for _ in range(number + LONE)]
    lone, found = asyncio.run(_visited(netloc, hands[number:], hands[:number]))
    alone = statistics.median(lone)
    numbers = sorted(first for _, first, _ in found)
    ratios = [first / (alone * place) for place, first in enumerate(numbers, 1)]
    return {
        "visitors": number,
        "alone_s": {"median": round(alone, 3), "first": round(lone[0], 3)},
        "page_s": {"median": round(statistics.median(f[0] for f in found), 2),
                   "worst": round(max(f[0] for f in found), 2)},
        "first_number_s": {str(k): round(numbers[k - 1], 2) for k in KS if k <= number},
        "over_k_times_alone": {str(k): round(ratios[k - 1], 2) for k in KS if k <= number},
        "worst_from_12": round(max(ratios[11:], default=0.0), 2),
        "refused": sum(refused for *_, refused in found),
    }  # fmt: skip


async def _visited(
    netloc: str, lone: Sequence[CardSet], crowd: Sequence[CardSet]
) -> tuple[list[float], list[tuple[float, float, int]]]:
    """When those who come one by one have a number, and what the crowd sees.

    All of them have a page open, and send their forms from there.
    """
    async with AsyncExitStack() as opened:
        hands = [*lone, *crowd]
        browsers = [await opened.enter_async_context(Browser.opened(netloc)) for _ in hands]
        for browser in browsers:
            await browser.page("/livez")
        alone = [
            (await visit(browser, hand))[1] for browser, hand in zip(browsers, lone, strict=False)
        ]
        sent = zip(browsers[len(lone) :], crowd, strict=True)
        return alone, await asyncio.gather(*(visit(browser, hand) for browser, hand in sent))


def connections(netloc: str, idle: int = 1000, dripping: int = 200) -> dict[str, Any]:
    """Pages beside connections that ask nothing, and requests that come a byte at a time."""
    before = all_pings(netloc)
    host, port = netloc.split(":")
    with ExitStack() as opened:
        begun = b"GET /learn/rules HTTP/1.1\r\nHost: localhost\r\nX-Slow: "
        made = []
        for number in range(idle + dripping):
            client = socket.create_connection((host, int(port)), timeout=60)
            made.append(opened.enter_context(client))
            if number >= idle:
                client.sendall(begun)

        def drip(number: int) -> None:
            time.sleep(1)
            for client in made[idle:]:
                with suppress(OSError):
                    client.sendall(b"x")

        with repeated(1, drip):
            after = all_pings(netloc)
    return {"idle": before, "beside": beside(before, after)}


def begun(netloc: str, hand: CardSet) -> tuple[int, str, dict[str, str]]:
    """The answer to a form that asks about a hand."""
    return ask(netloc, "/analyze", "POST", urlencode({"view": at_the_upcard(hand)}), **FORM)


class Watchers:
    """Pages that watch a long search each: by a stream where there is one free, else by asking."""

    def __init__(self, netloc: str) -> None:
        self.netloc = netloc
        self.events = 0
        self.streams: dict[int, socket.socket] = {}
        self.left = threading.Event()
        self.paths: list[str] = []

    def begin(self, number: int) -> None:
        """Begin so many searches that take a minute."""
        rng = random.Random(3)
        with ThreadPoolExecutor(16) as threads:
            answers = threads.map(
                lambda hand: begun(self.netloc, hand), [a_hand(rng) for _ in range(number)]
            )
            pages = threads.map(
                lambda answer: ask(self.netloc, f"{answer[2]['Location']}&limit=longest"), answers
            )
            found = (re.search(r'"(/searches/[^/"]+)/events', page) for _, page, _ in pages)
            self.paths = [match[1] for match in found if match]

    def watch(self, number: int) -> None:
        """Read the stream until it ends, or ask once."""
        path = self.paths[number]
        connection = http.client.HTTPConnection(self.netloc, timeout=30)
        try:
            connection.connect()
            client = connection.sock  # which the connection forgets once it streams
            connection.request("GET", f"{path}/events")
            answer = connection.getresponse()
            if answer.status == 200:
                self.streams[number] = client
                while not self.left.is_set() and answer.readline():
                    self.events += 1
        finally:
            self.streams.pop(number, None)
            connection.close()
        if not self.left.wait(2):
            ask(self.netloc, path, **SCRIPTED)

    @contextmanager
    def watching(self) -> Iterator[None]:
        """All of them, while this is held."""
        with repeated(len(self.paths), self.watch):
            yield
            self.left.set()
            for client in list(self.streams.values()):
                with suppress(OSError):
                    client.shutdown(socket.SHUT_RDWR)


def loads(netloc: str, rate: int, seconds: float = SECONDS) -> dict[str, Any]:
    """So many pages a second, whether or not the ones before have come."""
    statuses, took, begin = Counter[int](), list[float](), time.monotonic()

    def load(number: int) -> None:
        due = begin + number / rate
        time.sleep(max(0.0, due - time.monotonic()))
        status, _, headers = ask(netloc, PAGES[number % len(PAGES)])
        took.append(1000 * (time.monotonic() - due))
        statuses[status] += 1
        assert status != 503 or "Retry-After" in headers

    with ThreadPoolExecutor(64) as threads:
        list(threads.map(load, range(int(rate * seconds))))
    parts = statistics.quantiles(took, n=100)
    return {"median": round(parts[49], 1), "p99": round(parts[98], 1), "answers": dict(statuses)}


@contextmanager
def busy_cores() -> Iterator[None]:
    """Something computes on every core, as nicely as searches do: what the system makes of that."""
    program = f"import os; os.nice({BEHIND})\nwhile True: pass"
    loops = [
        subprocess.Popen([sys.executable, "-c", program])
        for _ in range(multiprocessing.cpu_count())
    ]
    try:
        yield
    finally:
        for loop in loops:
            loop.kill()
            loop.wait()


def streams(netloc: str, searches: int = 60) -> dict[str, Any]:
    """Long searches that are watched, and pages at growing rates, to the first that is refused.

    No server answers faster than one that does nothing on a machine whose cores are all in use, so
    figures are compared with that, too.
    """
    idle, figures = pings(netloc, "/healthz"), dict[str, Any]()
    with busy_cores():
        floor = pings(netloc, "/healthz")
    watchers = Watchers(netloc)
    watchers.begin(searches)
    with watchers.watching(), ThreadPoolExecutor(1) as beside_them:
        figures["healthz_beside_searches"] = pings(netloc, "/healthz")
        for rate in RATES:
            busy = beside_them.submit(pings, netloc, "/healthz")
            pages = loads(netloc, rate)
            health = busy.result()
            over = {
                f"p99_over_{name}": round(health["p99"] / than["p99"], 2)
                for name, than in (("idle", idle), ("busy_cores", floor))
            }
            figures[f"{rate} a second"] = {
                "pages": pages,
                "healthz": health | over,
                "streams": len(watchers.streams),
            }
            if 503 in pages["answers"]:
                break
    watched = len(watchers.paths)
    return {"watched": watched, "healthz_idle": idle, "healthz_beside_busy_cores": floor} | figures


def uploads(netloc: str, many: int = 20) -> dict[str, Any]:
    """Screenshots that so many visitors send again and again, all at once."""
    picture = base64.b64encode(SCREEN.read_bytes()).decode()
    body, answers = json.dumps({"picture": picture}), Counter[int]()
    idle = pings(netloc, "/healthz")
    with busy_cores():
        floor = pings(netloc, "/healthz")
    with ThreadPoolExecutor(many + 1) as visitors:
        health = visitors.submit(pings, netloc, "/healthz")

        def send() -> None:
            while not health.done():
                status, _, _ = ask(netloc, "/api/v1/screens", "POST", body, **JSON)
                answers[status] += 1
                time.sleep(0.0 if status == HTTPStatus.OK else 1.0)

        for sending in [visitors.submit(send) for _ in range(many)]:
            sending.result()
    beside = health.result()
    over = {
        f"{part}_over_{name}": round(beside[part] / than[part], 2)
        for part in ("median", "p99")
        for name, than in (("idle", idle), ("busy_cores", floor))
    }
    return {"healthz_idle": idle, "healthz": beside | over, "answers": answers}


SCENES: dict[str, Callable[[str], dict[str, Any]]] = {
    "hostile": hostile,
    "uploads": uploads,
    "visitors": visitors,
    "connections": connections,
    "streams": streams,
}


def main() -> None:
    """Print the figures of the scenes that are named, or of all."""
    parser = argparse.ArgumentParser(description="how a server stands a crowd")
    parser.add_argument("scenes", nargs="*", metavar="scene")
    figures: dict[str, Any] = {}
    for name in parser.parse_args().scenes or SCENES:
        with tempfile.TemporaryDirectory() as folder, load._target(Path(folder)) as server:
            load._until(lambda netloc=server.netloc: ask(netloc, "/readyz")[0] == 200)
            time.sleep(SETTLED_SECONDS)
            figures[name] = SCENES[name](server.netloc)
    print(json.dumps(figures, indent=1))


if __name__ == "__main__":
    main()
