"""A run against the clock: by forms alone, until three misses or the time is over."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from flask import Flask
from flask.testing import FlaskClient

from analyzer.practice.puzzles.run import SECONDS, PuzzleRun
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
    assert "How many in three minutes?" in client.get("/puzzles/run").text
    client.post("/puzzles/run/begin")
    page = answered(app, client, right=True)
    assert "1 right, 0 misses" in page and re.search(r'data-left="1[78]\d"', page)
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
