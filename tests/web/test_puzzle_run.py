"""The storm: by forms alone, until three misses or the time is over."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import timedelta

import pytest
from flask import Flask
from flask.testing import FlaskClient

from analyzer.practice.puzzles.run import BONUS, COMBO, SECONDS, PuzzleRun
from analyzer.store.training import RUN
from analyzer.web.state import web_app
from tests.web.puzzle_visits import ME, MakeBook, visitor


@pytest.fixture
def app(make_book: MakeBook) -> Flask:
    return make_book()


def run_of(app: Flask) -> PuzzleRun:
    kept = web_app(app).store.training.load(ME, RUN)
    run = PuzzleRun.kept(None if kept is None else kept.text)
    assert run is not None
    return run


def answered(app: Flask, client: FlaskClient, *, right: bool) -> str:
    """The page after an answer to the puzzle that is asked."""
    ident = run_of(app).current or ""
    (step,) = web_app(app).puzzles.puzzles[ident].steps
    assert ident in client.get("/puzzles/run").text
    form = {"puzzle": ident, "answer": step.best if right else step.options[-1].answer}
    return client.post("/puzzles/run", data=form, follow_redirects=True).text


def test_three_misses_end_a_run_and_the_best_is_kept(app: Flask) -> None:
    client = visitor(app)
    assert "How many in five minutes?" in client.get("/puzzles/run").text
    client.post("/puzzles/run/begin")
    page = answered(app, client, right=True)
    assert "1 right, 0 misses" in page and re.search(r'data-left="(29\d|300)"', page)
    for _ in range(3):
        page = answered(app, client, right=False)
    assert "That was it: 1 right, 3 misses." in page and "Your best: 1." in page
    tries = web_app(app).store.puzzles.mine(ME)
    assert len(tries) == 4 and not any(one.rating for one in tries), "a run is not rated"
    assert all(one.memory for one in tries if one.credit == 0), "but what is missed comes back"
    client.post("/puzzles/run/begin")
    assert (run_of(app).best, run_of(app).score) == (1, 0)


def test_an_answer_too_late_or_to_another_puzzle_does_not_count(app: Flask) -> None:
    client = visitor(app)
    client.post("/puzzles/run/begin")
    run = run_of(app)
    other = {"puzzle": run.puzzles[1], "answer": "take"}
    assert client.post("/puzzles/run", data=other).status_code == 303
    assert run_of(app) == run
    late = PuzzleRun(run.began - timedelta(seconds=SECONDS), run.puzzles)
    web_app(app).store.training.change(ME, RUN, lambda _: late.text)
    (step,) = web_app(app).puzzles.puzzles[run.puzzles[0]].steps
    form = {"puzzle": run.puzzles[0], "answer": step.best}
    assert "0 right" in client.post("/puzzles/run", data=form, follow_redirects=True).text
    assert not web_app(app).store.puzzles.mine(ME)


def test_a_combo_wins_time_until_it_breaks(app: Flask) -> None:
    client = visitor(app)
    client.post("/puzzles/run/begin")
    run = run_of(app)
    assert len(run.puzzles) > COMBO
    done = replace(run, credits=(1.0,) * (COMBO - 1))
    web_app(app).store.training.change(ME, RUN, lambda _: done.text)
    page = answered(app, client, right=True)
    assert f"{COMBO} right, {COMBO} in a row, 0 misses" in page
    left = re.search(r'data-left="(\d+)"', page)
    assert left and SECONDS < int(left[1]) <= SECONDS + BONUS
    page = answered(app, client, right=False)
    assert f"{COMBO} right, 1 miss" in page and "in a row" not in page
    assert (run_of(app).longest, run_of(app).combo) == (COMBO, 0)
