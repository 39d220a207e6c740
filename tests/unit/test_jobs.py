"""Chunks over processes: in order, with progress, stopped when asked, and after a death again."""

from __future__ import annotations

import os
from concurrent.futures import BrokenExecutor, Executor, ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

import pytest

from analyzer.errors import InputError
from analyzer.jobs import RETRIES, Jobs, Local, Stopped


def square(number: int) -> int:
    return number * number


def who(number: int) -> int:
    return os.getpid()


def dies_once(where: str) -> str:
    """The first worker that is given this dies; the next one finds what the first left."""
    mark = Path(where)
    if mark.exists():
        return mark.read_text()
    mark.write_text("second try")
    os._exit(1)


def dies(number: int) -> int:
    os._exit(1)


def fails(number: int) -> int:
    raise ValueError(f"chunk {number}")


@dataclass
class Threads:
    """A pool of threads, in the place of a cluster."""

    workers: int = 2
    opened: int = 0

    def open(self) -> Executor:
        self.opened += 1
        return ThreadPoolExecutor(self.workers)


def test_results_come_in_order_with_progress() -> None:
    told: list[tuple[int, int]] = []
    pool = Threads()
    with Jobs(pool=pool) as jobs:
        found = jobs.run(square, range(30), progress=lambda done, all_: told.append((done, all_)))
        assert jobs.run(square, [3]) == [9]
    assert found == [number * number for number in range(30)]
    assert told == [(done, 30) for done in range(1, 31)]
    assert pool.opened == 1


def test_one_worker_is_this_process() -> None:
    with Jobs() as jobs:
        assert jobs.run(who, [1]) == [os.getpid()]


def test_more_workers_are_others_and_a_dead_one_is_replaced(tmp_path: Path) -> None:
    with Jobs(2) as jobs:
        assert os.getpid() not in jobs.run(who, range(4))
        assert jobs.run(dies_once, [str(tmp_path / "mark")]) == ["second try"]
        assert jobs.run(square, range(8)) == [number * number for number in range(8)]


@pytest.mark.nightly
def test_a_chunk_that_always_kills_is_given_up() -> None:
    with Jobs(2) as jobs, pytest.raises(BrokenExecutor, match=f"{RETRIES + 1} times"):
        jobs.run(dies, [1])


def test_an_error_of_a_chunk_is_raised_here() -> None:
    for jobs in (Jobs(), Jobs(pool=Threads())):
        with jobs, pytest.raises(ValueError, match="chunk 1"):
            jobs.run(fails, [1])


@pytest.mark.parametrize("pool", [None, Threads()])
def test_a_stop_ends_it(pool: Threads | None) -> None:
    done: list[int] = []
    with Jobs(pool=pool) as jobs, pytest.raises(Stopped) as caught:
        jobs.run(
            square, range(1000),
            progress=lambda number, all_: done.append(number), stop=lambda: len(done) >= 3,
        )  # fmt: skip
    assert 3 <= caught.value.done < 20


def test_no_worker_is_no_way_to_work() -> None:
    with pytest.raises(InputError, match="0 workers"):
        Jobs(0)
    assert isinstance(Jobs(3).pool, Local)


@pytest.mark.slow
def test_a_cluster_that_is_not_there() -> None:
    """Without Dask the error names the extra, with it the address."""
    with Jobs(cluster="tcp://127.0.0.1:1") as jobs, pytest.raises(InputError, match="cluster"):
        jobs.run(square, [1])
