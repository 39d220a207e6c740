"""The long proofs in short: mutated inputs, kills, and a file of ten thousand tries."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path

import pytest

from analyzer.practice.puzzles.book import PuzzleBook
from analyzer.service import progress_file
from analyzer.store import SavedAnswer, SavedTry, Store
from analyzer.web.limits import longest_body
from tests import fuzz
from tests.sizes import more_at_night
from tests.web.puzzle_samples import book

ROOT = Path(__file__).parents[2]
FIRST = datetime(2026, 1, 1, tzinfo=UTC)
HANG = 60.0
"""Seconds that pass for a hang on a busy machine; the command holds the asked two."""


@more_at_night("number", 300, 1_000_000)
def test_nothing_that_is_read_gives_another_error(number: int) -> None:
    found = fuzz.inputs(number, seed=2, hang=HANG)
    assert found["faults"] == [] and found["outcomes"]["refused"] > number / 4


@more_at_night("number", 60, 50_000)
def test_nothing_that_is_asked_is_a_server_error(number: int) -> None:
    found = fuzz.requests(number, seed=2, hang=HANG)
    assert found["faults"] == [] and found["outcomes"]["200"] > number / 8


@pytest.mark.slow
@pytest.mark.skipif(not hasattr(os, "fork"), reason="children are forked")
@pytest.mark.parametrize(
    ("number", "where"),
    [(3, "sqlite:///{}/gin.db"), pytest.param(1_000, "", marks=pytest.mark.nightly)],
)
def test_what_was_acknowledged_survives_a_kill(number: int, where: str, tmp_path: Path) -> None:
    command = [sys.executable, "-m", "tests.kills", "--seed", "2", "--kills", str(number)]
    if where:
        command += ["--url", where.format(tmp_path)]
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=ROOT)
    assert done.returncode == 0, done.stdout + done.stderr
    for each in json.loads(done.stdout).values():
        assert each["lost"] == [] and each["kills"] == number
        assert sum(each["acknowledged"].values()) > number


@more_at_night("number", 500, 10_000)
def test_a_file_of_many_tries_round_trips(number: int) -> None:
    puzzle = next(iter(book().puzzles.values()))
    answers = tuple(SavedAnswer(step.options[0].answer, 0.0) for step in puzzle.steps)
    many = {f"p{at}": replace(puzzle, id=f"p{at}") for at in range(number)}
    here = PuzzleBook(many, book().schedule)
    tries = [
        SavedTry(ident, FIRST, False, answers, FIRST + timedelta(minutes=at), credit=0.0)
        for at, ident in enumerate(many)
    ]
    rate = partial(progress_file.rating_after, here)
    files = []
    with Store.open("sqlite://") as store:
        store.upgrade()
        assert store.puzzles.take_in("Ann", tries, rate) == number
        files.append(progress_file.written(store.puzzles.mine("Ann")))
        found = progress_file.read(files[0], here)
        assert store.puzzles.take_in("Bob", found, rate) == number
        files.append(progress_file.written(store.puzzles.mine("Bob")))
    assert files[0] == files[1] and files[0].count(b"\n") == number + 2
    assert len(files[0]) < longest_body("/puzzles/mine/progress", 0)
