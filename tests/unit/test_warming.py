"""The first start: compiled in processes that end, once."""

from __future__ import annotations

import os
import subprocess
import sys
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


@pytest.fixture
def parts(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> list[str]:
    """The parts that are compiled apart, in a cache folder of one's own."""
    made: list[str] = []

    class Done:
        def wait(self) -> int:
            return 1

    monkeypatch.setattr(warming, "analyze", lambda *args, **named: None)
    monkeypatch.setattr(warming, "measure", lambda *args, **named: None)
    monkeypatch.setattr(warming, "_compiling", lambda part: made.append(part) or Done())
    state = cache.cache_state()._replace(folder=tmp_path, lasting=True)
    monkeypatch.setattr(cache, "cache_state", lambda: state)
    return made


def test_what_is_compiled_is_not_compiled_again(parts: list[str]) -> None:
    warming.warm_up()
    assert parts == [*warming.PARTS]
    warming.warm_up()
    assert len(parts) == len(warming.PARTS)


def test_a_small_machine_compiles_one_part_after_the_other(
    parts: list[str], monkeypatch: pytest.MonkeyPatch
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
    limit.write_text("max\n")
    assert abs(warming.free_memory() - whole) < whole / 2


def test_the_limit_of_a_service_is_looked_up_where_its_group_is(tmp_path: Path) -> None:
    membership = tmp_path / "cgroup"
    membership.write_text("5:memory:/system.slice/gin\n0::/user\n3:cpu:/\n")
    files = [limit for limit, _ in warming._containers(membership)]
    assert "/sys/fs/cgroup/memory/system.slice/gin/memory.limit_in_bytes" in files
    assert "/sys/fs/cgroup/user/memory.max" in files and len(files) == 4


def test_without_a_lasting_cache_nothing_is_compiled_apart(
    parts: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    state = cache.cache_state()._replace(lasting=False)
    monkeypatch.setattr(cache, "cache_state", lambda: state)
    warming.warm_up()
    assert parts == []


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
