"""Long work on a Dask cluster of two workers: the same as here, to the last byte."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from analyzer.jobs import Jobs
from analyzer.lab.arena import duel
from analyzer.practice.puzzles.mine import CHUNK, MiningJournal, mine
from tests.unit.test_puzzle_mine import CHEAP

distributed = pytest.importorskip("distributed")

DEALS = 4 * CHUNK


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None
    ) as cluster:
        yield cluster.scheduler_address


@pytest.mark.slow
def test_the_mine_finds_the_same_pack(address: str, tmp_path: Path) -> None:
    here, there = MiningJournal(tmp_path / "here", CHEAP), MiningJournal(tmp_path / "there", CHEAP)
    mine(here, DEALS, Jobs())
    with Jobs(cluster=address) as jobs:
        mine(there, DEALS, jobs)
    assert len(here.puzzles) > 1
    assert there.puzzles == here.puzzles


def test_bots_play_the_same_hands(address: str) -> None:
    here = duel("fast", "greedy", hands=4_000, seed=3)
    with Jobs(cluster=address) as jobs:
        there = duel("fast", "greedy", hands=4_000, seed=3, jobs=jobs)
    assert there.hands.points == here.hands.points
