"""The first start: compiled in processes that end, once."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from analyzer.engine import warming
from analyzer.kernel import cache, jit

PROGRAM = """
import resource
from analyzer.engine import warm_up
warm_up()
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)
"""


@dataclass
class Parts:
    """The parts that are compiled apart, and how their processes end: with 1, or as is said."""

    made: list[str] = field(default_factory=list)
    ends: dict[str, list[int]] = field(default_factory=dict)
    plain: list[str] = field(default_factory=list)


@pytest.fixture
def parts(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Parts:
    """The parts that are compiled apart, in a cache folder of one's own."""
    parts = Parts()

    @dataclass
    class Process:
        part: str

        def wait(self) -> int:
            return ends.pop(0) if (ends := parts.ends.get(self.part)) else 1

    def compiling(part: str) -> Process:
        parts.made.append(part)
        return Process(part)

    monkeypatch.setattr(warming, "analyze", lambda *args, **named: None)
    monkeypatch.setattr(warming, "measure", lambda *args, **named: None)
    monkeypatch.setattr(warming, "_compiling", compiling)
    monkeypatch.setattr(jit, "stay_plain", parts.plain.append)
    state = cache.cache_state()._replace(folder=tmp_path, lasting=True)
    monkeypatch.setattr(cache, "cache_state", lambda: state)
    return parts


def test_what_is_compiled_is_not_compiled_again(parts: Parts) -> None:
    warming.warm_up()
    assert parts.made == [*warming.PARTS] and warming.times_begun() == 0
    warming.warm_up()
    assert len(parts.made) == len(warming.PARTS) and not parts.plain


def short_of_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(warming, "free_memory", lambda: warming.ROOMY - 1)


def test_where_a_compiler_is_killed_nothing_is_compiled_here(
    parts: Parts, monkeypatch: pytest.MonkeyPatch
) -> None:
    short_of_memory(monkeypatch)
    parts.ends["policy"] = [-9, -9]
    for times in (1, 2):
        warming.warm_up()
        assert parts.plain == [warming.SHORT] * times and warming.times_begun() == times
        assert parts.made == ["melds", "policy"] * times and not warming.is_compiled()
    warming.warm_up()
    assert len(parts.plain) == 3 and len(parts.made) == 4, "not begun a third time"


def test_with_more_memory_compiling_begins_again(
    parts: Parts, monkeypatch: pytest.MonkeyPatch
) -> None:
    parts.ends["policy"] = [-9] * 4
    monkeypatch.setattr(warming, "free_memory", lambda: warming.ROOMY)
    monkeypatch.setattr(warming, "_cores", lambda: 2)
    for _ in range(2):
        warming.warm_up()
    assert len(parts.plain) == 2 and warming.times_begun() == 2 and not warming._is_given_up()
    warming.warm_up()
    assert len(parts.plain) == 2 and warming.is_compiled() and warming.times_begun() == 0


def test_a_compiler_that_is_killed_beside_another_is_begun_again_alone(
    parts: Parts, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(warming, "free_memory", lambda: warming.ROOMY)
    monkeypatch.setattr(warming, "_cores", lambda: 2)
    parts.ends["melds"] = [-9]
    warming.warm_up()
    assert parts.made[:3] == ["melds", "policy", "melds"] and not parts.plain


STAYING = """
import sys
from analyzer.engine import analyze, warming
from analyzer.engine.types import Limit
from analyzer.kernel import jit
from analyzer.notation import parse_view

class Killed:
    def wait(self):
        return -9

warming._compiling = lambda part: Killed()
if sys.argv[1:]:
    warming.warm_up()
view = parse_view(warming._VIEW)
found = analyze(view, Limit(worlds=4), opponent="uniform", threads=1)
print(*((str(each.action), each.q, each.se) for each in found.actions))
print(jit.COMPILED, "numba" in sys.modules)
"""


@pytest.mark.skipif(not jit.COMPILED, reason="nothing is compiled")
def test_what_stays_plain_answers_as_plain_python_and_loads_no_numba(tmp_path: Path) -> None:
    def answer(*arguments: str, **environment: str) -> list[str]:
        command = [sys.executable, "-W", "error", "-c", STAYING, *arguments]
        environ = os.environ | environment
        done = subprocess.run(command, env=environ, check=True, capture_output=True, text=True)
        return done.stdout.splitlines()

    stays = answer("short", NUMBA_CACHE_DIR=str(tmp_path))
    assert stays == answer(GINSIGHT_PURE="1") and stays[-1] == "False False"
    assert stays[0].startswith("('draw', ")


def test_a_small_machine_compiles_one_part_after_the_other(
    parts: Parts, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(warming, "free_memory", lambda: warming.ROOMY - 1)
    assert [len(pair) for pair in warming._at_once()] == [1, 1, 1, 1, 1, 1]
    monkeypatch.setattr(warming, "free_memory", lambda: warming.ROOMY)
    monkeypatch.setattr(warming, "_cores", lambda: 2)
    assert [len(pair) for pair in warming._at_once()] == [2, 2, 2]


def test_a_container_has_what_its_limit_leaves(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    limit, used = tmp_path / "memory.max", tmp_path / "memory.current"
    monkeypatch.setattr(warming, "CONTAINERS", [(str(limit), str(used))])
    whole = warming.free_memory()
    used.write_text("2000000\n")
    limit.write_text("5000000\n")
    assert warming.free_memory() == 3_000_000
    stat = tmp_path / "memory.stat"
    stat.write_text("inactive_file 1000\nactive_file 9\ntotal_inactive_file 500000\n")
    assert warming.free_memory() == 3_500_000, "files that nobody reads make room"
    stat.unlink()
    limit.write_text("max\n")
    assert abs(warming.free_memory() - whole) < whole / 2


def test_the_limit_of_a_service_is_looked_up_where_its_group_is(tmp_path: Path) -> None:
    membership = tmp_path / "cgroup"
    membership.write_text("5:memory:/system.slice/gin\n0::/user\n3:cpu:/\n")
    files = [limit for limit, _ in warming._containers(membership)]
    assert "/sys/fs/cgroup/memory/system.slice/gin/memory.limit_in_bytes" in files
    assert "/sys/fs/cgroup/user/memory.max" in files and len(files) == 4


def test_without_a_lasting_cache_nothing_is_compiled_apart(
    parts: Parts, monkeypatch: pytest.MonkeyPatch
) -> None:
    state = cache.cache_state()._replace(lasting=False)
    monkeypatch.setattr(cache, "cache_state", lambda: state)
    warming.warm_up()
    assert parts.made == []


@pytest.mark.slow
@pytest.mark.nightly
@pytest.mark.skipif(not jit.COMPILED, reason="nothing is compiled")
def test_a_first_start_leaves_the_memory_of_the_compiler_behind(tmp_path: Path) -> None:
    environ = os.environ | {"NUMBA_CACHE_DIR": str(tmp_path)}

    def peak() -> int:
        command = [sys.executable, "-W", "error", "-c", PROGRAM]
        done = subprocess.run(command, env=environ, check=True, capture_output=True, text=True)
        assert done.stderr == ""
        return int(done.stdout)

    first, second = peak(), peak()
    assert first < 1.25 * second


COMPILER = """
import sys, time
from analyzer.engine import warming
warming.PARTS = {"long": lambda: (print(flush=True), time.sleep(300))}
warming.warm_apart("long", int(sys.argv[1]))
"""
SERVER = f"""
import os, subprocess, sys, time
command = [sys.executable, "-c", {COMPILER!r}, str(os.getpid())]
waits = sys.argv[1] == "after"
begun = subprocess.Popen(command, stdout=subprocess.PIPE if waits else subprocess.DEVNULL)
if waits:
    begun.stdout.readline()
print(begun.pid)
"""


@pytest.mark.skipif(not Path("/proc/self").exists(), reason="asks /proc who is running")
@pytest.mark.parametrize("ended", ["before", "after"])
def test_a_compiler_ends_with_the_server_that_began_it(ended: str) -> None:
    """Be it before the compiler has loaded, or while it compiles."""
    command = [sys.executable, "-c", SERVER, ended]
    begun = subprocess.run(command, capture_output=True, text=True, check=True, timeout=120)
    compiler = Path("/proc", begun.stdout.strip())
    deadline = time.monotonic() + 60
    while compiler.exists() and time.monotonic() < deadline:
        time.sleep(0.1)
    assert not compiler.exists()
