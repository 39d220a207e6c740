"""How a server stands many visitors, and clients that mean no good; figures, not a test.

    python -m tests.crowd [hostile] [visitors] [connections]

Starts `ginsight serve` on an empty database and prints one JSON document. Ratios compare with the
same requests while nothing else goes on, in the same run; nothing else should run on the machine.
"""

from __future__ import annotations

import argparse
import http.client
import json
import random
import re
import socket
import statistics
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

from analyzer.game.cards import DECK, CardSet
from analyzer.lab.measure import load

SECONDS = 8.0
"""How long one kind of request is timed."""
PATHS = ("/healthz", "/learn/rules")
SCRIPTED = {"HX-Request": "true"}


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


def pings(netloc: str, path: str, seconds: float = SECONDS) -> dict[str, float]:
    """Milliseconds of one request after the other."""
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

    One that is refused comes back when it was told to.
    """
    idle, statuses, rng = all_pings(netloc), Counter[int](), random.Random(1)

    def equity(number: int) -> None:
        rules = f"eaai,target={rng.randint(900, 1000)},gin_bonus={rng.randint(20, 40)}"
        document = json.dumps({"score": [0, 0], "rules": rules})
        kind = {"Content-Type": "application/json"}
        status, _, headers = ask(netloc, "/api/v1/equity", "POST", document, **kind)
        statuses[status] += 1
        time.sleep(float(headers.get("Retry-After", 0)))

    with repeated(64, equity):
        time.sleep(1)
        busy = all_pings(netloc)
    return {"idle": idle, "beside": beside(idle, busy), "answers": dict(statuses)}


def visitors(netloc: str, number: int = 120) -> dict[str, Any]:
    """So many visitors at once: when each sees a place or a number, and when the number."""
    rng = random.Random(2)
    hands = [CardSet.from_cards(rng.sample(list(DECK), 10)) for _ in range(number + 1)]

    def visit(hand: CardSet) -> tuple[float, float, int]:
        start, refused = time.monotonic(), 0
        view = {"view": f"hand: {hand}\npile: {min(set(DECK) - set(hand))}\nstock: 31"}
        while True:
            status, _, headers = ask(
                netloc, "/analyze", "POST", urlencode(view),
                **{"Content-Type": "application/x-www-form-urlencoded"},
            )  # fmt: skip
            page = ask(netloc, headers["Location"])
            if status == 303 and page[0] == 200:
                break
            refused += 1
            time.sleep(1)
        seen = time.monotonic() - start
        found = re.search(r'"(/searches/[^/"]+)/events', page[1])
        while found and not re.search(r"[1-9][\d,]* worlds", page[1]):
            time.sleep(0.2)
            page = ask(netloc, found[1], **SCRIPTED)
        return seen, time.monotonic() - start, refused

    alone = visit(hands[-1])[1]
    with ThreadPoolExecutor(number) as threads:
        found = list(threads.map(visit, hands[:-1]))
    numbers = sorted(first for _, first, _ in found)
    return {
        "visitors": number,
        "alone_s": round(alone, 2),
        "page_s": {"median": round(statistics.median(f[0] for f in found), 2),
                   "worst": round(max(f[0] for f in found), 2)},
        "first_number_s": {"median": round(statistics.median(numbers), 2),
                           "worst": round(numbers[-1], 2)},
        "worst_over_k_times_alone": round(
            max(first / (alone * place) for place, first in enumerate(numbers, 1) if place > 4), 2
        ),
        "refused": sum(refused for *_, refused in found),
    }  # fmt: skip


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


SCENES = {"hostile": hostile, "visitors": visitors, "connections": connections}


def main() -> None:
    """Print the figures of the scenes that are named, or of all."""
    parser = argparse.ArgumentParser(description="how a server stands a crowd")
    parser.add_argument("scenes", nargs="*", metavar="scene")
    figures: dict[str, Any] = {}
    for name in parser.parse_args().scenes or SCENES:
        with tempfile.TemporaryDirectory() as folder, load._target(Path(folder)) as server:
            load._until(lambda netloc=server.netloc: ask(netloc, "/readyz")[0] == 200)
            figures[name] = SCENES[name](server.netloc)
    print(json.dumps(figures, indent=1))


if __name__ == "__main__":
    main()
