"""How fast this revision is beside another: `ginsight bench`, commands and servers, by turns.

    python -m tests.speed FOLDER [--runs 20] [--only commands start rest pages bench cluster]
                          [--positions 24] [--hands 10] [--records 200] [--worlds 16384]

FOLDER holds the other revision, as `git worktree add FOLDER REVISION` makes it. Each run is a
process of its own, and the two take turns, so that what else the machine does befalls both. Of
commands it is the processor's seconds and the most megabytes of the whole process, after a run that
is not counted. `start` is a server that has nothing compiled: seconds to the page of a hand, to a
dealt hand, to an answer, and the most memory of any of its processes. `rest` is what a server holds
after a hundred analyses, `pages` what a page costs the processor. `cluster`, only if it is named,
is a review by one worker and by two, and how many times as fast two are: which a machine with two
idle cores can show. That they answer the same is held by `tests/property/test_plain_solver.py`, the
bench signature and the tests of the commands. Printed are the medians, and the median of what this
revision takes of the other's time, pair by pair, with its 95% interval (by the order of the pairs,
no distribution assumed).
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping
from math import sqrt
from pathlib import Path
from statistics import median
from typing import Any, Final

from tests.speed.clustered import clustered
from tests.speed.served import ROOT, TEN, at_rest, first_start, pages

PARTS: Final = ("kernel", "playouts", "search", "review")
"""What of the document is about this program."""
TIMES: Final = ("deadwood_ns", "discard_ns", "layoff_ns", "cpu")
"""Fields of the document that say how long something takes, …"""
RATES: Final = ("greedy", "baseline")
"""… and those that say how much is done in a second of a core."""

COMMANDS: Final[Mapping[str, tuple[str, ...]]] = {
    "melds": ("-m", "analyzer", "melds", TEN),
    "layoff": (
        "-m", "analyzer", "layoff", "--knocker", "7h 8h 9h / 4c 4d 4s / Ac 2d",
        "--defender", "Th Jh 2c 2s 9d 9s Kd Qs 5c 7d",
    ),
    "outs": ("-m", "analyzer", "outs", TEN),
    "knock": ("-m", "analyzer", "knock", "7h 8h 9h 4c 4d 4s Ad 2d 2c Ac Kh"),
    "rules": ("-m", "analyzer", "rules", "oklahoma"),
    "score": ("-m", "analyzer", "score", "1 knock 16, 2 gin 41, void"),
    "convert": ("-m", "analyzer", "convert", f"hand: {TEN}, upcard: 9c"),
    "deadwood": ("-c", f"import analyzer; print(analyzer.deadwood({TEN!r}))"),
    "analyze": (
        "-m", "analyzer", "analyze", "--worlds", "64",
        "hand: 7h 8h 9h 4c 4d 4s Tc Jc Qc Kc Kh, stock: 12",
    ),
    "engine": ("-m", "analyzer", "arena", "engine:1024", "fast", "--hands", "20"),
}  # fmt: skip
"""What is asked of Python, by the name of the row."""


def commanded(folder: Path, cache: str) -> dict[str, float]:
    """Seconds of the processor and megabytes of each command, in one run of a revision."""
    kept = {name: value for name, value in os.environ.items() if name not in NO_BYTECODE}
    environ = kept | {"PYTHONPATH": str(folder), "PYTHONPYCACHEPREFIX": cache}
    rows = {}
    for name, given in COMMANDS.items():
        process = subprocess.Popen(
            [sys.executable, *given], cwd=folder, env=environ, stdout=subprocess.DEVNULL
        )
        _, status, used = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        assert process.returncode == 0, name
        rows[f"{name}, CPU s"] = used.ru_utime + used.ru_stime
        rows[f"{name}, MB"] = used.ru_maxrss / 1024
    return rows


def _import_all(folder: Path, cache: str) -> None:
    """Leave the bytecode of what is measured, so that no run has to make it."""
    environ = {name: value for name, value in os.environ.items() if name not in NO_BYTECODE}
    environ |= {"PYTHONPATH": str(folder), "PYTHONPYCACHEPREFIX": cache}
    modules = "analyzer.cli.analyze, analyzer.cli.arena, analyzer.web.serve, analyzer.web.app"
    given = [sys.executable, "-c", f"import numba.extending, {modules}"]
    subprocess.run(given, cwd=folder, env=environ, check=True)


NO_BYTECODE: Final = ("PYTHONDONTWRITEBYTECODE",)
"""What would have every process compile all of its sources."""


def measured(folder: Path, positions: int, hands: int) -> dict[str, float]:
    """Seconds (or nanoseconds) by what they were spent on, in one run of a revision."""
    amounts = ("--positions", str(positions), "--hands", str(hands))
    done = subprocess.run(
        [sys.executable, "-m", "analyzer", "bench", *amounts, "--json"],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(folder)},
        check=True,
        capture_output=True,
        encoding="utf-8",
    )
    document = json.loads(done.stdout)
    return dict(_times({name: document[name] for name in PARTS}))


def _times(node: Any, path: str = "") -> Iterator[tuple[str, float]]:
    """Everything in a document that is a time, rates turned over."""
    if isinstance(node, list):
        node = {str(each.get("error", at)): each for at, each in enumerate(node)}
    if not isinstance(node, Mapping):
        return
    for name, value in node.items():
        here = f"{path} {name}".strip()
        if isinstance(value, int | float) and name in TIMES:
            yield here, float(value)
        elif isinstance(value, int | float) and name in RATES:
            yield here, 1 / value
        elif name == "cpu":
            yield here, float(value["median"])
        else:
            yield from _times(value, here)


def interval(ratios: list[float]) -> tuple[float, float]:
    """Where the median of such ratios lies, 95 times in a hundred.

    >>> interval([1.02, 0.98, 1.0, 0.99, 1.01, 1.03, 0.97, 1.0, 1.0])
    (0.98, 1.02)
    """
    ordered, count = sorted(ratios), len(ratios)
    away = max(0, int(count / 2 - 0.98 * sqrt(count)))
    return ordered[away], ordered[count - 1 - away]


USUAL: Final = ("commands", "start", "rest", "pages", "bench")
MEASURED: Final = (*USUAL, "cluster")


def main() -> None:
    """Measure both, and print a line for each figure."""
    parser = argparse.ArgumentParser(description="this revision beside another, by turns")
    parser.add_argument("folder", type=Path, help="a folder that holds the other revision")
    parser.add_argument("--runs", type=int, default=20, help="of each; 20 if not given")
    parser.add_argument("--only", nargs="+", choices=MEASURED, default=USUAL)
    parser.add_argument("--positions", type=int, default=24, help="to search; 24 if not given")
    parser.add_argument("--hands", type=int, default=10, help="to review; 10 if not given")
    parser.add_argument("--records", type=int, default=200, help="of the cluster; 200 if not given")
    parser.add_argument("--worlds", type=int, default=16_384, help="a decision there; 16,384")
    options = parser.parse_args()
    folders, runs = (ROOT, options.folder.resolve()), []

    def run(folder: Path) -> dict[str, float]:
        parts: Mapping[str, Callable[[], dict[str, float]]] = {
            "commands": lambda: commanded(folder, cache),
            "start": lambda: first_start(folder, cache),
            "rest": lambda: at_rest(folder, cache),
            "pages": lambda: pages(folder, cache),
            "bench": lambda: measured(folder, options.positions, options.hands),
            "cluster": lambda: clustered(folder, cache, options.records, options.worlds),
        }
        return {row: value for name in options.only for row, value in parts[name]().items()}

    with tempfile.TemporaryDirectory() as cache:
        for folder in folders:  # writes bytecode, and is not counted
            _import_all(folder, cache)
        for number in range(options.runs):
            order = folders if number % 2 else folders[::-1]  # who begins has the cooler processor
            pair = {each: run(each) for each in order}
            runs.append(tuple(pair[each] for each in folders))
            print(f"{number + 1} of {options.runs}", file=sys.stderr)
    print(f"{'':28}{'here':>12}{'there':>12}{'here / there':>14}{'95%':>16}")
    for name in (name for name in runs[0][0] if name in runs[0][1]):
        here, there = ([run[side][name] for run in runs] for side in (0, 1))
        ratios = [one / other for one, other in zip(here, there, strict=True)]
        low, high = interval(ratios)
        print(
            f"{name:28}{median(here):12.4g}{median(there):12.4g}{median(ratios):14.3f}"
            f"{low:9.3f}–{high:.3f}"
        )


if __name__ == "__main__":
    main()
