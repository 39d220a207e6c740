"""Chunks over processes: in order, with progress, stopped when asked, and after a death again."""

from __future__ import annotations

import os
from concurrent.futures import BrokenExecutor, Executor, Future, ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from analyzer.errors import InputError
from analyzer.jobs import RETRIES, ChunkJournal, Jobs, Local, Stopped


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


@dataclass
class LostAfter:
    """A cluster whose scheduler goes away: what it was given is cancelled, and it is not back."""

    chunks: int
    workers: int = 1
    opened: int = 0

    def open(self) -> Executor:
        self.opened += 1
        if self.opened > 1:
            raise InputError("no cluster at tcp://127.0.0.1:1", where="cluster")
        return Vanishing(self.chunks)


class Vanishing(Executor):
    """Does so many chunks, and cancels the rest."""

    def __init__(self, chunks: int) -> None:
        self.left = chunks

    def submit(self, function: Any, /, *args: Any, **named: Any) -> Future[Any]:
        answer = Future[Any]()
        if self.left:
            self.left -= 1
            answer.set_result(function(*args, **named))
        else:
            answer.cancel()
            answer.set_running_or_notify_cancel()
        return answer


@dataclass(frozen=True)
class Scale:
    """Multiplies."""

    factor: int

    def times(self, number: int) -> int:
        return self.factor * number


def test_a_journal_knows_whose_method_was_called(tmp_path: Path) -> None:
    journal = ChunkJournal(tmp_path / "journal")
    found = [Jobs(journal=journal).run(Scale(by).times, [7]) for by in (2, 3, 2)]
    assert found == [[14], [21], [14]]


def test_work_whose_cluster_is_lost_says_where_it_goes_on(tmp_path: Path) -> None:
    path = tmp_path / "journal"
    with pytest.raises(InputError) as caught, Jobs(pool=LostAfter(4)) as jobs:
        jobs.run(square, range(10))
    assert "4 of 10 chunks are done; with --journal FILE" in str(caught.value)
    with pytest.raises(InputError) as caught, Jobs(pool=LostAfter(4), kept_in=path) as jobs:
        jobs.run(square, range(10))
    assert f"it goes on from {path}" in str(caught.value)
    with (
        pytest.raises(InputError) as caught,
        Jobs(pool=LostAfter(4), journal=ChunkJournal(path)) as jobs,
    ):
        jobs.run(square, range(10))
    assert f"it goes on from {path}" in str(caught.value)
    begun: list[int] = []
    with Jobs(journal=ChunkJournal(path)) as jobs:
        found = jobs.run(square, range(10), stop=lambda: bool(begun.append(1)))
    assert found == [number * number for number in range(10)]
    assert len(begun) == 6, "four are not done again"
