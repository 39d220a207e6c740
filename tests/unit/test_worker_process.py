"""`ginsight worker` as a process: killed in the middle of a match, it loses nothing."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from analyzer.review import ReviewSettings, review, write_report
from analyzer.service.reviews import Reviews
from analyzer.store import Status, Store
from tests.sizes import more_at_night
from tests.unit.test_review import match
from tests.unit.test_reviewing import ended, until

SLOW = ReviewSettings(worlds=2_048, luck_worlds=64)
"""Long enough that a match is not over between two looks at it."""

pytestmark = pytest.mark.skipif(os.name == "nt", reason="signals are sent otherwise there")


@pytest.fixture
def reviews(tmp_path: Path) -> Iterator[Reviews]:
    with Store.open(f"sqlite:///{tmp_path}/gin.db") as store:
        store.upgrade()
        yield Reviews(store)


@pytest.fixture
def start(tmp_path: Path) -> Iterator[object]:
    """Start a worker over the same database; whatever happens, it ends with the test."""
    environment = {**os.environ, "GINSIGHT_DATABASE_URL": f"sqlite:///{tmp_path}/gin.db"}
    begun: list[subprocess.Popen[str]] = []

    def begin(*arguments: str) -> subprocess.Popen[str]:
        command = [sys.executable, "-m", "analyzer", "worker", "--json", *arguments]
        process = subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True)
        begun.append(process)
        assert process.stdout is not None
        assert json.loads(process.stdout.readline())["worker"]
        return process

    yield begin
    for process in begun:
        process.kill()
        process.communicate()


@pytest.mark.slow
@more_at_night("hands", 1, 2)
def test_a_worker_that_is_killed_loses_nothing(reviews, start, hands):
    whole = match(hands)
    job = reviews.submit("Ann", whole, SLOW)
    first = start("--threads", "1", "--lease", "1")
    until(lambda: reviews.job(job.id).done >= 3)
    first.send_signal(signal.SIGKILL)
    first.wait()
    left = reviews.job(job.id)
    judged = len(reviews.so_far(job.id))
    assert left.status is Status.RUNNING and 3 <= judged < job.all
    start("--threads", "2", "--lease", "1")
    done = ended(reviews, job)
    assert (done.status, done.done) == (Status.DONE, job.all)
    kept = reviews.store.reviews.report(job.id)
    assert kept is not None
    # judged here from the start: the report owes nothing to how it was made
    assert kept.encode() == write_report(review(whole, settings=SLOW))


@pytest.mark.slow
@pytest.mark.parametrize(
    "kind", [signal.SIGTERM, pytest.param(signal.SIGINT, marks=pytest.mark.nightly)]
)
def test_a_worker_that_is_told_to_end_lets_go_at_once(reviews, start, kind):
    job = reviews.submit("Ann", match(2), SLOW)
    process = start("--threads", "1", "--lease", "3600")
    until(lambda: reviews.job(job.id).done >= 1)
    process.send_signal(kind)
    assert process.wait(timeout=300) == 0
    assert reviews.job(job.id).status is Status.QUEUED
    reviews.stop(job.id)


@pytest.mark.slow
def test_a_worker_that_drains_ends_when_nothing_is_left(reviews, start):
    job = reviews.submit("Ann", match(1), ReviewSettings(worlds=64, luck_worlds=64))
    assert start("--drain").wait(timeout=300) == 0
    assert reviews.job(job.id).status is Status.DONE


@pytest.mark.nightly
def test_a_match_survives_one_kill_after_another(reviews, start):
    whole = match(6)
    job = reviews.submit("Ann", whole, SLOW)
    for _ in range(6):
        worker = start("--threads", "2", "--lease", "1")
        judged = len(reviews.so_far(job.id))
        until(lambda judged=judged: len(reviews.so_far(job.id)) >= min(judged + 15, job.all))
        worker.send_signal(signal.SIGKILL)
        worker.wait()
    start("--drain").wait()
    kept = reviews.store.reviews.report(job.id)
    assert kept is not None
    assert kept.encode() == write_report(review(whole, settings=SLOW))
