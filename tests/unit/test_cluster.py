"""Long work on a Dask cluster of two workers: the same as here, to the last byte."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from analyzer.arena import Contest, Duel, duel
from analyzer.arena.dataset import DatasetPlan, play_shard
from analyzer.arena.figures import build_figures
from analyzer.engine.policies import GREEDY
from analyzer.errors import InputError
from analyzer.game.rules import PRESETS
from analyzer.jobs import ChunkJournal, Jobs, _cluster
from analyzer.review import ReviewSettings, review
from analyzer.review.report_file import write_report
from tests.unit.test_puzzle_mine import CHEAP
from tests.unit.test_review import played
from tests.workshop.habits import LEAST_HANDS, fit_habits
from tests.workshop.measure import ablation, arena, exploit, policies, reader, strength
from tests.workshop.puzzles.mine import CHUNK, MiningJournal, mine
from tests.workshop.puzzles.recertify import recertify
from tests.workshop.tuning import tune

distributed = pytest.importorskip("distributed")

pytestmark = pytest.mark.slow
EAAI = PRESETS["eaai"]


@pytest.fixture(scope="module")
def cluster() -> Iterator[Any]:
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None
    ) as found:
        yield found


@pytest.fixture(scope="module")
def address(cluster: Any) -> str:
    return str(cluster.scheduler_address)


def mined(jobs: Jobs, path: Path) -> list[Any]:
    journal = MiningJournal(path / f"{id(jobs)}", CHEAP)
    mine(journal, 4 * CHUNK, jobs)
    return journal.puzzles


def without_times(found: Any) -> Any:
    """A document without what a clock said."""
    if isinstance(found, dict):
        return {name: without_times(each) for name, each in found.items() if name != "ms"}
    return found


def reviewed(jobs: Jobs, path: Path) -> bytes:
    settings = ReviewSettings(worlds=64, luck_worlds=64)
    return write_report(review(played(EAAI, 5), settings=settings, jobs=jobs))


SHARDS = [(DatasetPlan(hands=4, worlds=4), range(2)), (DatasetPlan(hands=4, worlds=4), range(2, 4))]

LONG: dict[str, Callable[[Jobs, Path], Any]] = {
    "arena": lambda jobs, _: duel("fast", "greedy", hands=50_000, seed=3, jobs=jobs),
    "certify": lambda jobs, path: recertify(mined(Jobs(), path), 2, 1, jobs),
    "tune": lambda jobs, _: tune(EAAI, rounds=2, probes=41_000, start=GREEDY, jobs=jobs),
    "equity build": lambda jobs, _: build_figures(2_000, 3, jobs),
    "review": reviewed,
    "dataset": lambda jobs, _: jobs.run(play_shard, SHARDS),
    "measure arena": lambda jobs, _: arena.measured(2_000, 40, "eaai", 1, jobs),
    "measure policies": lambda jobs, _: policies.measured(41_000, 1, jobs),
    "measure strength": lambda jobs, _: without_times(
        strength.measured("fast", "greedy", 40, 1, jobs)
    ),
}
LONGER: dict[str, Callable[[Jobs, Path], Any]] = {
    "mine": mined,
    "tune --belief": lambda jobs, _: fit_habits(1, LEAST_HANDS, jobs),
    "measure ablation": lambda jobs, _: ablation.measured(2_000, "eaai", 1, 2_000, 1, jobs),
    "measure reader": lambda jobs, _: without_times(
        reader.measured(["fast"], 60, 1, 2, 1, 8, jobs)
    ),
    "measure exploit": lambda jobs, _: exploit.measured(
        "engine:64", "eaai", 66, 8, 1, 4, 1, 2_000, 1, jobs
    ),
}


def same_there(what: Callable[[Jobs, Path], Any], address: str, path: Path) -> None:
    with Jobs(cluster=address) as jobs:
        there = what(jobs, path)
    here = what(Jobs(), path)
    assert there == here and repr(there) == repr(here)


@pytest.mark.parametrize("what", ["arena", "review"])
def test_the_same_there_as_here(what: str, address: str, tmp_path: Path) -> None:
    same_there(LONG[what], address, tmp_path)


@pytest.mark.nightly
@pytest.mark.parametrize("what", sorted({*LONG, *LONGER}))
def test_every_long_job_is_the_same_there_as_here(what: str, address: str, tmp_path: Path) -> None:
    same_there((LONG | LONGER)[what], address, tmp_path)


def test_another_engine_is_refused(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("analyzer.engine.ENGINE_VERSION", "0.0.9+000000000000")
    with Jobs(cluster=address) as jobs, pytest.raises(InputError) as caught:
        jobs.run(abs, [1])
    said = str(caught.value)
    assert "the worker at tcp://127.0.0.1:" in said and "this is engine 0.0.9+0000" in said
    assert "install the same version there" in said


def test_another_engine_that_joins_later_is_refused(
    address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(_cluster, "_check_workers", lambda client: None)
    monkeypatch.setattr("analyzer.engine.ENGINE_VERSION", "0.0.9+000000000000")
    with Jobs(cluster=address) as jobs, pytest.raises(InputError, match="a worker has engine"):
        jobs.run(abs, [1])


BOTS, HANDS = ("greedy", "eaai-simple"), 320


@pytest.mark.nightly
def test_a_worker_that_is_killed_changes_nothing(cluster: Any, address: str) -> None:
    here = duel(*BOTS, hands=HANDS)
    pids: list[int] = []

    def kill_one(done: int, _: int) -> None:
        if done == 3:
            os.kill(pids.pop(), signal.SIGKILL)

    with distributed.Client(address, set_as_default=False) as client:
        pids += client.run(os.getpid).values()
    with Jobs(cluster=address) as jobs:
        there = duel(*BOTS, hands=HANDS, jobs=jobs, progress=kill_one)
    assert len(pids) == 1
    assert contest_of(there) == contest_of(here)


def contest_of(found: Duel) -> Contest | None:
    """What came of it, without what a clock said."""
    return None if found.hands is None else replace(found.hands, pace=(None, None))


@contextmanager
def scheduler(port: int) -> Iterator[Callable[[], None]]:
    """A scheduler with two workers; gives what kills it."""
    dask = [sys.executable, "-m", "dask"]
    address, started = f"tcp://127.0.0.1:{port}", list[subprocess.Popen[bytes]]()
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    try:
        for command in (
            ["scheduler", "--host", "127.0.0.1", "--port", f"{port}", "--no-dashboard"],
            ["worker", address, "--nworkers", "2", "--nthreads", "1", "--no-dashboard"],
        ):
            started.append(subprocess.Popen([*dask, *command], **quiet))  # type: ignore[call-overload]
        with distributed.Client(address, timeout=60, set_as_default=False) as client:
            client.wait_for_workers(2, timeout=60)
        yield started[0].kill
    finally:
        for process in started:
            process.kill()
            process.wait()


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@pytest.mark.nightly
def test_after_a_lost_scheduler_it_goes_on_from_the_journal(tmp_path: Path) -> None:
    path, port = tmp_path / "journal", free_port()
    with scheduler(port) as kill, pytest.raises(InputError) as caught:  # noqa: SIM117
        with Jobs(cluster=f"tcp://127.0.0.1:{port}", journal=ChunkJournal(path)) as jobs:
            duel(
                *BOTS, hands=HANDS, jobs=jobs,
                progress=lambda done, _: kill() if done == 5 else None,
            )  # fmt: skip
    assert "of 20 chunks are done" in str(caught.value) and str(path) in str(caught.value)
    told: list[int] = []
    with Jobs(journal=ChunkJournal(path)) as jobs:
        found = duel(*BOTS, hands=HANDS, jobs=jobs, progress=lambda done, _: told.append(done))
    assert contest_of(found) == contest_of(duel(*BOTS, hands=HANDS))
    assert told == list(range(1, 21)) and not path.exists()
