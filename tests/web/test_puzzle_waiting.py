"""A puzzle that is answered on a server whose engine is still being compiled."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from flask import Flask
from flask.testing import FlaskClient

from analyzer.practice.puzzles.types import Puzzle, PuzzleKind
from analyzer.web import waiting
from analyzer.web.puzzles import pages, question
from analyzer.web.state import web_app
from tests.web.conftest import MakeApp
from tests.web.puzzle_samples import first_of
from tests.web.puzzle_visits import TODAY, commit, right, visitor, wrong

SCRIPT = {"HX-Request": "true"}
COMPILES = "the engine compiles itself once"


@pytest.fixture
def app(make_book: MakeApp, monkeypatch: pytest.MonkeyPatch) -> Iterator[Flask]:
    """An application whose engine is not ready; nothing of an answer may ask it anything."""
    app = make_book()
    web_app(app).engine_ready.wait(60)
    web_app(app).engine_ready.clear()
    monkeypatch.setattr(waiting, "READY_WAIT", 0.0)
    yield app
    web_app(app).engine_ready.set()


@pytest.fixture
def unasked(monkeypatch: pytest.MonkeyPatch) -> pytest.MonkeyPatch:
    """Whoever asks the engine something fails."""

    def asked(*given: object) -> None:
        raise AssertionError("the engine was asked")

    monkeypatch.setattr(pages.puzzlereveal, "step_reveal", asked)
    monkeypatch.setattr(question, "arranged", asked)
    return monkeypatch


def posted(client: FlaskClient, puzzle: Puzzle, answer: str, **more: object) -> str:
    data = {"answer": answer, "step": "0", "today": TODAY.isoformat(), **more}
    said = client.post(f"/puzzles/{puzzle.id}", data=data, headers=SCRIPT)
    assert said.status_code == 200
    return said.text


@pytest.mark.parametrize("kind", PuzzleKind)
def test_without_scripts_the_verdict_comes_at_once_and_the_page_loads_again(
    app: Flask, unasked: pytest.MonkeyPatch, kind: PuzzleKind
) -> None:
    puzzle, client = first_of(kind), visitor(app)
    page = commit(client, puzzle, *right(puzzle))
    assert "Right." in page or "steps right." in page
    assert COMPILES in page and "Another puzzle" in page and "Your new rating" in page
    refresh = re.search(r'http-equiv="refresh" content="2; url=([^"]+)"', page)
    assert refresh and f"/puzzles/{puzzle.id}" in refresh[1]
    unasked.undo()
    web_app(app).engine_ready.set()
    page = client.get(refresh[1].replace("&amp;", "&")).text
    assert COMPILES not in page and "Why" in page and 'http-equiv="refresh"' not in page


def test_with_scripts_the_reasons_come_by_themselves(
    app: Flask, unasked: pytest.MonkeyPatch
) -> None:
    puzzle, client = first_of(PuzzleKind.DISCARD), visitor(app)
    part = posted(client, puzzle, *wrong(puzzle))
    assert "Not this one." in part and "Best: " not in part and "Show the answer" in part
    (given,) = wrong(puzzle)
    data = {"answer": given, "tried": given, "again": "1", "today": TODAY.isoformat()}
    part = client.post(f"/puzzles/{puzzle.id}/again", data=data, headers=SCRIPT).text
    assert "Not this one." in part and "Best: " in part and COMPILES in part
    again = re.search(r'hx-get="([^"]+)" hx-trigger="every 2s" hx-target="#puzzle"', part)
    assert again
    address = again[1].replace("&amp;", "&")
    waits = client.get(address, headers=SCRIPT)
    assert (waits.status_code, waits.text) == (204, "")
    unasked.undo()
    web_app(app).engine_ready.set()
    told = client.get(address, headers=SCRIPT).text
    assert told.startswith('<div id="puzzle"') and COMPILES not in told and "Why" in told
    assert "data-swapped" not in told, "what is read meanwhile stays in view"


def test_cards_laid_off_are_counted_once_the_engine_is_ready(
    app: Flask, unasked: pytest.MonkeyPatch
) -> None:
    puzzle, client = first_of(PuzzleKind.LAY_OFF), visitor(app)
    best = next(one for one in puzzle.steps[0].options if not one.loss)
    cards = " ".join(best.off).split()
    part = posted(client, puzzle, "arranged", cards=cards)
    assert 'role="alert"' in part and COMPILES in part
    unasked.undo()
    web_app(app).engine_ready.set()
    assert "Right." in posted(client, puzzle, "arranged", cards=cards)


def test_the_first_page_shows_the_question_until_then(app: Flask) -> None:
    day = web_app(app).puzzles.on(TODAY)
    assert day is not None
    client = visitor(app)
    commit(client, day, *right(day))
    assert "Right." not in client.get(f"/?today={TODAY}").text
    web_app(app).engine_ready.set()
    assert "Right." in client.get(f"/?today={TODAY}").text
