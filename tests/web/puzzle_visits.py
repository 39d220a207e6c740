"""Visitors of the puzzle pages, and their answers."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date

from flask import Flask
from flask.testing import FlaskClient

from analyzer.practice.puzzles.types import Puzzle
from tests.clock import NOW
from tests.web.conftest import browser
from tests.web.puzzle_samples import book

ME = "somebody"
TODAY = NOW.date()
ALL = tuple(book().opened())
MakeBook = Callable[..., Flask]


def visitor(app: Flask, name: str = ME) -> FlaskClient:
    """A browser that has been here before."""
    client = browser(app)
    with client.session_transaction() as session:
        session["visitor"] = name
    return client


def turned(answer: str) -> str:
    """A layout with its melds, and the cards of each, in the other order."""
    end, colon, melds = answer.rpartition(": ")
    parts = [part.removeprefix("off ").split() for part in melds.split(" / ")]
    offs = ["off " if part.startswith("off ") else "" for part in melds.split(" / ")]
    laid = [f"{off}{' '.join(part[::-1])}" for off, part in zip(offs, parts, strict=True)]
    return f"{end}{colon}{' / '.join(laid[::-1])}"


def commit(
    client: FlaskClient, puzzle: Puzzle, *answers: str, today: date = TODAY, **headers: str
) -> str:
    """Answer the steps of a puzzle from the first on; the page that follows, with the solution."""
    page = ""
    for step, answer in enumerate(answers):
        data = {"answer": answer, "step": str(step), "today": today.isoformat()}
        said = client.post(f"/puzzles/{puzzle.id}", data=data, headers=headers)
        assert said.status_code == 303, said.text
        page = client.get(said.headers["Location"]).text
    if "Show the answer" in page:
        page = client.get(f"/puzzles/{puzzle.id}?today={today.isoformat()}").text
    return page


def right(puzzle: Puzzle) -> tuple[str, ...]:
    return tuple(step.best for step in puzzle.steps)


def wrong(puzzle: Puzzle) -> tuple[str, ...]:
    return tuple(step.tempting for step in puzzle.steps)


def on(day: int) -> Puzzle:
    found = book().on(date(2026, 1, day))
    assert found is not None
    return found
