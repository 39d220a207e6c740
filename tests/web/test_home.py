"""The first page: a puzzle that can be answered at once, a game, and what was begun."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from flask import Flask

from analyzer.practice.games import GAMES, Level
from analyzer.practice.play import begin
from analyzer.practice.puzzles.types import PuzzleKind
from analyzer.practice.puzzles.words import level_of
from analyzer.practice.tally import GameTally, PlayedGame
from analyzer.store import UnavailableError
from analyzer.store.training import TALLY
from analyzer.web.state import web_app
from tests.clock import NOW
from tests.web.puzzle_samples import first_of
from tests.web.puzzle_visits import ALL, ME, MakeBook, commit, right, visitor

FIRST = f"/?today={NOW.date().isoformat()}"


PUZZLE = first_of(PuzzleKind.DISCARD)


@pytest.fixture
def app(make_book: MakeBook, monkeypatch: pytest.MonkeyPatch) -> Flask:
    """With a discard for every day."""
    made = make_book()
    monkeypatch.setattr(web_app(made).puzzles, "on", lambda _: PUZZLE)
    return made


def words_of(page: str) -> str:
    """What a reader sees of a page."""
    return " ".join(re.sub(r"<[^>]+>", " ", page).split())


@pytest.mark.parametrize("kind", PuzzleKind)
def test_the_puzzle_of_the_day_is_asked_and_its_form_answers_it(
    app: Flask, monkeypatch: pytest.MonkeyPatch, kind: PuzzleKind
) -> None:
    puzzle, client = first_of(kind), visitor(app)
    monkeypatch.setattr(web_app(app).puzzles, "on", lambda _: puzzle)
    asked = client.get(FIRST).text
    assert f'action="/puzzles/{puzzle.id}"' in asked and 'class="felt-hand' in asked
    headline = commit(client, puzzle, *right(puzzle))
    answered = client.get(FIRST).text
    assert f'action="/puzzles/{puzzle.id}"' not in answered and 'class="felt' in answered
    assert re.search(r'verdict-line">([^<]+)<', answered)[1] in words_of(headline)  # type: ignore[index]
    assert 'href="/puzzles/random"' in answered


def test_who_is_new_gets_one_banner_and_an_easy_puzzle_until_a_hand_is_done(
    app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    hard = next(one for one in ALL if level_of(one)[0] in {"hard", "very-hard"})
    easy = replace(PUZZLE, rating=replace(PUZZLE.rating, rating=1000.0))
    book, client = web_app(app).puzzles, visitor(app)
    monkeypatch.setattr(book, "on", lambda _: hard)
    monkeypatch.setattr(book, "opened", lambda: (hard, easy))
    monkeypatch.setattr(book, "find", {hard.id: hard, easy.id: easy}.get)
    page = client.get(FIRST).text
    assert page.count("New to gin rummy?") == 1 and "A first puzzle" in page
    assert f'action="/puzzles/{easy.id}"' in page and "Today’s is a hard one" in page
    tally = GameTally().plus(PlayedGame.of(begin("standard", Level.NOVICE, 5), helped=False))
    assert web_app(app).store.training.save(ME, TALLY, tally.text, 0)
    page = client.get(FIRST).text
    assert "New to gin rummy?" not in page and f'action="/puzzles/{hard.id}"' in page


def test_it_says_nothing_of_the_answer_before_one(app: Flask) -> None:
    page = visitor(app).get(FIRST).text
    assert "advised" not in page and "felt-valued" not in page
    assert "cost-fill" not in page and "points better" not in page
    assert "With a hint, the answer is not rated." in page


def test_a_game_is_begun_with_one_button_and_gone_on_with(app: Flask) -> None:
    client = visitor(app)
    form = re.search(r'action="/train/play/new".*?</form>', client.get(FIRST).text, re.DOTALL)
    assert form is not None
    fields = dict(re.findall(r'name="(rules|coach)" value="([^"]+)"', form[0]))
    level = re.search(r'value="([^"]+)" selected', form[0])
    assert level is not None and set(fields) == {"rules", "coach"}
    assert client.post("/train/play/new", data={**fields, "level": level[1]}).status_code == 303
    page = client.get(FIRST).text
    assert "Continue: level at 0–0" in page and 'action="/train/play/new"' not in page


def test_missed_puzzles_that_are_due_are_there_to_repeat(app: Flask) -> None:
    client = visitor(app)
    puzzle = next(one for one in ALL if one.id != PUZZLE.id)
    assert "to repeat" not in client.get(FIRST).text
    commit(client, puzzle, *(step.tempting for step in puzzle.steps))
    later = client.get("/?today=" + NOW.date().replace(day=NOW.day + 1).isoformat())
    assert "1 puzzle to repeat" in words_of(later.text)
    begun = {"rules": "three-hand", "level": "greedy"}
    assert client.post("/train/table/new", data=begun).status_code == 303
    links = words_of(client.get(later.request.url).text).partition("Continue ")[2]
    assert links.startswith(f"Play on: {GAMES['three-hand'].partition(',')[0]} 1 puzzle to repeat")


def test_without_the_database_the_puzzle_is_asked_all_the_same(
    app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    client = visitor(app)

    def away(*_: object) -> None:
        raise UnavailableError("the database is away")

    store = web_app(app).store
    for part, name in ((store.puzzles, "of"), (store.puzzles, "mine"), (store.training, "load")):
        monkeypatch.setattr(part, name, away)
    page = client.get(FIRST)
    assert page.status_code == 200 and 'name="step"' in page.text
