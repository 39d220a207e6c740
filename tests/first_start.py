"""The first start of a server, with nothing compiled: seconds to an answer, and memory; figures.

    python -m tests.first_start
    taskset -c 0 python -m tests.first_start --megabytes 512

Starts `ginsight serve` with an empty cache, begins a game, asks about a hand at once, and prints
one JSON document: when the first cards lay on the table, when the page of the hand came, when it
showed a first answer, when the engine was ready, if it stays in plain Python then, and the most
memory that the server and its processes held together (of pages that they share each has
its part). A second start finds everything compiled. Nothing else should run on the machine; how
many processes wanted to run in the minute before and the one at the end is printed. On one core,
as on a machine with little memory, one compiler runs after the other. With `--megabytes` the system
lets the server and this command, the cache of files included, hold no more, and kills a process
that wants more (as root on Linux); `ready_s` says that it lived, `killed` how many were killed.
"""

from __future__ import annotations

import argparse
import atexit
import json
import os
import re
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import urlencode
from urllib.request import HTTPCookieProcessor, build_opener

from tests.workshop.measure import load

VIEW = """hand: 7h 8h 9h 4c 4d 4s Kd Qd 2c Ac 6s
history:
  upcard 5s
  opp: takes 5s, discards Kh
  me: draws 6s"""
"""A discard with a turn to read: everything that an answer can need."""
SAMPLED_SECONDS = 0.2
PATIENCE = 600.0
"""Seconds after which a figure is null: it did not happen."""
SCRIPTED = {"HX-Request": "true"}
WORLDS = re.compile(r"[1-9][0-9,]* worlds")
GROUPS = (
    ("/sys/fs/cgroup/memory", "memory.limit_in_bytes"),
    ("/sys/fs/cgroup", "memory.max"),
)
"""Where Linux keeps groups of processes, and the file with the bytes that one may hold."""
PATIENT = {"GINSIGHT_IDLE_SECONDS": "60"}


@dataclass
class Memory:
    """The most memory of a process and all below it, looked at again and again."""

    pid: int
    most_mb: int = 0
    _ended: threading.Event = field(default_factory=threading.Event)

    def look(self) -> None:
        """Look until it is enough."""
        while not self._ended.wait(SAMPLED_SECONDS):
            self.most_mb = max(
                self.most_mb, sum(_proportional(pid) for pid in family(self.pid)) >> 10
            )

    @contextmanager
    def watched(self) -> Iterator[Memory]:
        """Look while this is held."""
        thread = threading.Thread(target=self.look)
        thread.start()
        try:
            yield self
        finally:
            self._ended.set()
            thread.join()


def family(pid: int) -> list[int]:
    """A process and all below it."""
    children: list[int] = []
    with suppress(OSError):
        for thread in Path(f"/proc/{pid}/task").iterdir():
            children += map(int, (thread / "children").read_text().split())
    return [pid, *(each for child in children for each in family(child))]


def _proportional(pid: int) -> int:
    """Kilobytes of memory that a process holds, what it shares divided among those who do."""
    with suppress(OSError):
        found = re.search(r"^Pss: +([0-9]+)", Path(f"/proc/{pid}/smaps_rollup").read_text(), re.M)
        return int(found[1]) if found else 0
    return 0


def started(cache: Path) -> dict[str, Any]:
    """Figures of one start."""
    begun = time.monotonic()

    def after(happened: Callable[[], object]) -> float | None:
        return round(time.monotonic() - begun, 1) if came(happened) else None

    with (
        tempfile.TemporaryDirectory() as folder,
        load._target(Path(folder), NUMBA_CACHE_DIR=str(cache), **PATIENT) as server,
        Memory(server.process.pid).watched() as memory,
    ):
        figures: dict[str, Any] = {"listens_s": after(lambda: True)}
        figures["first_deal_s"] = after(lambda: dealt(server.netloc))
        _, address = server.get("/analyze", "POST", urlencode({"view": VIEW}))
        page = server.get(address)[1]
        figures["page_s"] = after(lambda: True)
        search = re.search(r'"(/searches/[^/"]+)/events', page)

        def fragment() -> str:
            return page if search is None else server.get(search[1], **SCRIPTED)[1]

        figures["first_answer_s"] = after(lambda: WORLDS.search(fragment()))
        figures["ready_s"] = after(lambda: server.get("/readyz")[0] == 200)
        figures["plain"] = "slow" in json.loads(server.get("/readyz")[1])
    return figures | {"most_mb": memory.most_mb}


def dealt(netloc: str) -> bool:
    """True if a new visitor who begins a game sees cards to choose from."""
    visitor = build_opener(HTTPCookieProcessor())
    visitor.addheaders = [("Sec-Fetch-Site", "same-origin")]
    with visitor.open(
        f"http://{netloc}/train/play/new", b"rules=standard", timeout=PATIENCE
    ) as answer:
        return 'class="play-table"' in answer.read().decode()


def came(happened: Callable[[], object]) -> bool:
    """Whether something comes true in time; the cores are left alone meanwhile."""
    end = time.monotonic() + PATIENCE
    while not happened():
        if time.monotonic() > end:
            return False
        time.sleep(SAMPLED_SECONDS)
    return True


def hold_within(megabytes: int) -> Callable[[], int]:
    """Let the system kill this process and all below it where they want more memory.

    Returns what counts those that were killed.
    """
    group, limit = next(
        ((Path(folder) / "ginsight-first-start", name) for folder, name in GROUPS
         if (Path(folder) / "cgroup.procs").exists()),
        (None, ""),
    )  # fmt: skip
    if group is None:
        sys.exit("tests.first_start: no group of processes can be limited here")
    group.mkdir(exist_ok=True)
    (group / limit).write_text(str(megabytes << 20))
    (group / "cgroup.procs").write_text(str(os.getpid()))
    atexit.register(_leave, group)
    return lambda: sum(_killed_in(group / name) for name in ("memory.oom_control", "memory.events"))


def _killed_in(file: Path) -> int:
    with suppress(OSError):
        if found := re.search(r"^oom_kill (\d+)$", file.read_text(), re.MULTILINE):
            return int(found[1])
    return 0


def _leave(group: Path) -> None:
    (group.parent / "cgroup.procs").write_text(str(os.getpid()))
    with suppress(OSError):  # somebody is still in it
        group.rmdir()


def main() -> None:
    """Print the figures of a first and a second start."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", 1)[0])
    parser.add_argument("--megabytes", type=int, help="as if the machine had no more memory")
    within = parser.parse_args().megabytes
    killed = hold_within(within) if within else int
    loads = [os.getloadavg()[0]]
    with tempfile.TemporaryDirectory() as cache:
        figures = {name: started(Path(cache)) for name in ("empty cache", "compiled before")}
    loads.append(os.getloadavg()[0])
    print(json.dumps(figures | {"load": loads, "megabytes": within, "killed": killed()}, indent=1))


if __name__ == "__main__":
    main()
