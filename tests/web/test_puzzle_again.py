"""My mistakes again: which are due on the visitor's date, and what a later try does."""

from __future__ import annotations

import io
import json
import re
from datetime import date, timedelta

import pytest
from flask import Flask
from flask.testing import FlaskClient

from analyzer.practice.puzzles.types import Puzzle, PuzzleKind
from analyzer.web.puzzles.words import THEMES
from analyzer.web.state import web_app
from tests.clock import NOW, Clock
from tests.web.conftest import browser
from tests.web.puzzle_samples import book, first_of
from tests.web.puzzle_visits import ALL, ME, TODAY, MakeBook, commit, on, right, visitor, wrong


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def app(make_book: MakeBook, clock: Clock) -> Flask:
    return make_book(book(clock))


def words_of(page: str) -> str:
    return " ".join(re.sub(r"<[^>]+>", " ", page).split())


def mine(client: FlaskClient, today: date | None = None) -> str:
    asked = {} if today is None else {"today": today.isoformat()}
    return client.get("/puzzles/mine", query_string=asked).text


def retry(
    client: FlaskClient, puzzle: Puzzle, *answers: str, today: date = TODAY, **more: str
) -> str:
    """Try a puzzle once more; the page that follows."""
    page = ""
    for step, answer in enumerate(answers):
        data = {"a": list(answers[:step]), "answer": answer, "today": today.isoformat(), **more}
        said = client.post(f"/puzzles/{puzzle.id}/again", data=data)
        assert said.status_code == 303, said.text
        page = client.get(said.headers["Location"]).text
    return page


def due(app: Flask, puzzle: Puzzle) -> date | None:
    kept = web_app(app).store.puzzles.of(ME, puzzle.id)
    assert kept is not None
    return kept.memory.due if kept.memory else None


def test_before_anything_is_missed_the_page_teaches(app: Flask) -> None:
    client = visitor(app)
    assert "None is waiting. A puzzle that you miss comes back the next day" in mine(client)
    commit(client, on(14), *right(on(14)))
    assert "None is waiting." in mine(client)


def test_a_miss_is_due_the_next_day_and_the_page_says_when(app: Flask, clock: Clock) -> None:
    client, puzzle = visitor(app), on(3)
    page = commit(client, puzzle, *wrong(puzzle))
    assert "It comes back tomorrow." in page
    assert "None is due. The next comes tomorrow, on January 15, 2026." in words_of(mine(client))
    clock.now = NOW + timedelta(days=1)
    page = mine(client)
    assert "1 puzzle is due." in page
    assert f'class="button button-main" href="/puzzles/{puzzle.id}?again=1"' in page
    clock.now = NOW + timedelta(days=4)
    assert "due since January 15, 2026" in mine(client)
    rows = words_of(mine(client)).lower()
    assert puzzle.themes and not [theme for theme in puzzle.themes if THEMES[theme].lower() in rows]


def test_a_second_try_follows_a_miss_before_the_solution_and_counts_for_nothing(
    app: Flask,
) -> None:
    client, puzzle = visitor(app), next(one for one in ALL if len(one.steps) == 1)
    data = {"answer": puzzle.steps[0].tempting, "step": "0", "today": TODAY.isoformat()}
    said = client.post(f"/puzzles/{puzzle.id}", data=data)
    page = client.get(said.headers["Location"]).text
    assert "Not this one." in page and "Best: " not in page and "puzzle-verdict" not in page
    assert 'name="tried"' in page and due(app, puzzle) == TODAY + timedelta(days=1)
    form = {"again": "1", "tried": data["answer"], "answer": puzzle.steps[0].best}
    said = client.post(f"/puzzles/{puzzle.id}/again", data=form | {"today": data["today"]})
    page = client.get(said.headers["Location"]).text
    assert "Right, at the second try." in page and "Your new rating: " in page
    assert "It comes back tomorrow." in page and due(app, puzzle) == TODAY + timedelta(days=1)


def test_the_visitors_own_date_decides(app: Flask) -> None:
    client, puzzle = visitor(app), on(3)
    ahead = TODAY + timedelta(days=1)  # somewhere it is tomorrow already
    commit(client, puzzle, *wrong(puzzle), today=TODAY)
    assert "None is due." in mine(client, TODAY)
    assert "1 puzzle is due." in mine(client, ahead)
    assert "None is due." in mine(client, TODAY + timedelta(days=30)), "nobody's date"
    other = on(5)
    commit(client, other, *wrong(other), today=ahead)
    assert due(app, other) == ahead + timedelta(days=1)
    assert f'id="puzzle-day" data-today="{ahead}"' in mine(client, ahead)


def test_a_later_try_moves_the_day_and_nothing_else(app: Flask, clock: Clock) -> None:
    client, puzzle = visitor(app), on(3)
    commit(client, puzzle, *wrong(puzzle))
    before = web_app(app).store.puzzles.of(ME, puzzle.id)
    clock.now = NOW + timedelta(days=1)
    page = retry(client, puzzle, *right(puzzle), today=TODAY + timedelta(days=1))
    assert "It comes back in 2 days." in page
    assert due(app, puzzle) == TODAY + timedelta(days=3)
    after = web_app(app).store.puzzles.of(ME, puzzle.id)
    assert before is not None and after is not None
    assert (after.rating, after.credit, after.day) == (before.rating, before.credit, before.day)
    assert "None is due. The next comes in 2 days" in mine(client)
    clock.now = NOW + timedelta(days=3)
    missed = retry(client, puzzle, *wrong(puzzle), today=TODAY + timedelta(days=3))
    assert "It comes back tomorrow." in missed


def test_after_one_the_next_one_that_is_due_is_offered(app: Flask, clock: Clock) -> None:
    client = visitor(app)
    chosen = [one for one in ALL if len(one.steps) == 1][:3]
    for puzzle in chosen:
        commit(client, puzzle, *wrong(puzzle))
    clock.now = NOW + timedelta(days=1)
    assert "3 puzzles are due." in mine(client)
    page = retry(client, chosen[0], *right(chosen[0]), today=TODAY + timedelta(days=1))
    assert "The next mistake, 2 due" in page
    following = re.search(r'href="(/puzzles/\w+\?again=1)">The next mistake', page)
    assert following is not None
    assert "You have tried this one before" in client.get(following[1]).text
    assert "2 puzzles are due. 1 more later, the next in 2 days." in words_of(mine(client))


@pytest.mark.parametrize("kind", [PuzzleKind.DISCARD, PuzzleKind.SEQUENCE])
def test_with_a_hint_a_later_try_is_hard_at_best(
    make_book: MakeBook, clock: Clock, kind: PuzzleKind
) -> None:
    puzzle, days = first_of(kind), []
    for hinted in (False, True):
        app = make_book(book(clock))
        client = visitor(app)
        clock.now = NOW
        commit(client, puzzle, *wrong(puzzle))
        for _ in range(2):
            clock.now, more = NOW + timedelta(days=1), {}
            if hinted:
                said = client.post(f"/puzzles/{puzzle.id}/hint", data={"again": "1"})
                page = client.get(said.headers["Location"]).text
                assert "<strong>Hint.</strong>" in page and 'name="hinted" value="1"' in page
                more = {"hinted": "1"}
            retry(client, puzzle, *right(puzzle), today=TODAY + timedelta(days=1), **more)
        kept = web_app(app).store.puzzles.of(ME, puzzle.id)
        assert kept is not None and kept.memory is not None and not kept.hinted
        days.append(kept.memory.stability)
    assert days[0] > days[1]


def test_a_hint_asked_for_as_if_once_more_does_not_help_a_first_try(app: Flask) -> None:
    client, puzzle = visitor(app), on(3)
    said = client.post(f"/puzzles/{puzzle.id}/hint", data={"again": "1"})
    assert "<strong>Hint.</strong>" not in client.get(said.headers["Location"]).text


# ---------------------------------------------------------------- taken along


def given(client: FlaskClient, raw: bytes) -> None:
    data = {"file": (io.BytesIO(raw), "ginsight-puzzles.json")}
    assert client.post("/puzzles/mine/progress", data=data).status_code == 303


def test_the_day_is_taken_along(make_book: MakeBook, clock: Clock) -> None:
    here, there = make_book(book(clock)), make_book(book(clock))
    puzzle, other = on(3), on(5)
    for one in (puzzle, other):
        commit(visitor(here), one, *wrong(one))
    clock.now = NOW + timedelta(days=1)
    retry(visitor(here), puzzle, *right(puzzle), today=TODAY + timedelta(days=1))
    given(visitor(there), visitor(here).get("/puzzles/mine/progress.json").data)
    for one in (puzzle, other):
        assert due(there, one) == due(here, one) is not None


def test_a_file_from_before_is_taken_in_and_a_wrong_day_is_not(app: Flask) -> None:
    real, other = on(14), on(3)
    soon = {"stability": 2.0, "difficulty": 5.0, "reviewed": "2026-01-13", "due": "2026-01-16"}
    late = soon | {"reviewed": "2027-01-01", "due": "2027-01-04"}
    tries = [
        {"puzzle": real.id, "answers": list(wrong(real)), "finished": "2026-01-10T00:00:00Z"},
        {"puzzle": other.id, "answers": list(wrong(other)), "finished": "2026-01-10T00:00:00Z",
         "memory": late},
        {"puzzle": on(5).id, "answers": list(wrong(on(5))), "finished": "2026-01-10T00:00:00Z",
         "memory": soon},
    ]  # fmt: skip
    given(visitor(app), json.dumps({"form": "ginsight-puzzles-1", "tries": tries}).encode())
    assert due(app, real) == due(app, other) == date(2026, 1, 11)
    assert due(app, on(5)) == date(2026, 1, 16)
    assert "2 puzzles are due." in mine(visitor(app))
    assert "None is waiting." in mine(browser(app)), "nobody else's"
