"""The price of reading a screen: time of one core and memory, each in a process of its own."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path
from statistics import median

from analyzer.vision import apart

NOTHING = "import analyzer.vision.apart, sys; sys.stdin.buffer.read()"
STARTS = {"in numpy": "import sys; sys.modules['onnxruntime'] = None; ", "with onnxruntime": ""}
"""Starts of programs that compute in a way: the first does as if onnxruntime were not installed."""
PARTS = """
import json
from pathlib import Path
from time import process_time
from analyzer.vision.picture import open_picture
from analyzer.vision.screen import read_screen

def spent(path):
    start = process_time()
    pixels = open_picture(Path(path).read_bytes())
    opened = process_time()
    read_screen(pixels)
    return opened - start, process_time() - opened

spent(sys.argv[1])
json.dump([spent(path) for path in sys.argv[1:]], sys.stdout)
"""
"""A program that opens and reads pictures one after another; gives the CPU seconds of each."""


def spent(program: str, data: bytes) -> tuple[float, float]:
    """Run a program on a picture; gives its CPU seconds and the most megabytes that it held."""
    process = subprocess.Popen(
        [sys.executable, "-c", program], stdin=subprocess.PIPE, stdout=subprocess.DEVNULL,
        env={**os.environ, **apart.SURROUNDINGS},
    )  # fmt: skip
    assert process.stdin
    process.stdin.write(data)
    process.stdin.close()
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    assert process.returncode == 0, process.returncode
    return usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024


def _report_parts(way: str, start: str, paths: Iterable[Path]) -> None:
    """Print what opening and reading pictures takes in a process that has read one before."""
    program = [sys.executable, "-c", f"import sys; {start}{PARTS}", *map(str, paths)]
    surroundings = {**os.environ, **apart.SURROUNDINGS}
    done = subprocess.run(program, stdout=subprocess.PIPE, check=True, env=surroundings)
    costs = zip(*json.loads(done.stdout), strict=True)
    for part, seconds in zip(("opened", "read"), costs, strict=True):
        print(f"{way}, CPU s, {part} in a running process: median {median(seconds):.2f},",
              f"most {max(seconds):.2f}")  # fmt: skip


def report_costs(folder: Path) -> None:
    """Print what reading the pictures of a folder costs above a process that reads none."""
    paths = sorted(folder.glob("*.png"))
    files = [path.read_bytes() for path in paths]
    idle = [min(values) for values in zip(*(spent(NOTHING, b"") for _ in range(3)), strict=True)]
    costs = [
        {way: spent(start + apart.PROGRAM, data) for way, start in STARTS.items()} for data in files
    ]
    print(f"{len(files)} pictures, each beside a process that reads none")
    for way, start in STARTS.items():
        _report_parts(way, start, paths)
        values = zip(*(cost[way] for cost in costs), strict=True)
        for unit, none, each in zip(("CPU s", "MB"), idle, values, strict=True):
            middle, most = median(each), max(each)
            print(f"{way}, {unit}: none {none:.2f}; median {middle:.2f} (+{middle - none:.2f}),",
                  f"most {most:.2f} (+{most - none:.2f})")  # fmt: skip
