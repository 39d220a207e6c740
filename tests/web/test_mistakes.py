"""Own mistakes on the page: due on the home page, answered, carried along; leaks lead there."""

from __future__ import annotations

from collections import Counter
from datetime import UTC, date, datetime, timedelta
from io import BytesIO
from urllib.parse import urlsplit

import pytest
from flask import Flask
from flask.testing import FlaskClient

from analyzer.game.actions import Action
from analyzer.game.cards import CardSet
from analyzer.notation import parse_view
from analyzer.practice.knocks import KnockToAnswer
from analyzer.practice.mistakes import Mistake, Mistakes, layouts_of, mistake, mistake_of_lay_off
from analyzer.practice.puzzles.book import PuzzleBook
from analyzer.review.coach import Theme
from analyzer.store.training import MISTAKES
from analyzer.web.review.leaks import DRILLS, _practice
from analyzer.web.state import web_app
from tests.web.conftest import browser

GIN = "rules: eaai\nhand: 7h 8h 9h 4c 4d 4s Tc Jc Qc Kc Kh\nstock: 12"

ENOUGH_OF_A_THEME = 30
"""Puzzles that are as good as a drill: nobody knows them all."""
LAYOUTS = "rules: tournament\nhand: 3c 3h 3s 4c 5c 6c Ac As 2h 2s Kh\nstock: 2\ntook: 3h"
KNOCK = "knock | standard | 6h 7h 8h / Qc Qd Qs | 3c 2d Ad 2s | 4c 5c 9c 9h Td 2h Qh Kc Kd Ks"


def owner_of(app: Flask) -> str:
    from sqlalchemy import select
    from sqlalchemy.orm import Session

    from analyzer.store._tables import TrainingRow

    with Session(web_app(app).store._engine) as session:
        found = session.scalar(select(TrainingRow.owner))
        assert found is not None
        return found


def due(client: FlaskClient, app: Flask, made: Mistake) -> FlaskClient:
    """A visitor whose mistake is due."""
    client.post("/train/outs/1200/5", data={"answer": "1"})  # known from now on
    text = Mistakes().plus("r", [made]).text
    web_app(app).store.training.change(owner_of(app), MISTAKES, lambda _: text)
    web_app(app).engine_ready.set()
    return client


def yesterday() -> date:
    return datetime.now(UTC).date() - timedelta(1)


@pytest.fixture
def erring(client: FlaskClient, app: Flask) -> FlaskClient:
    """A visitor whose mistake of yesterday is due."""
    made = mistake(parse_view(GIN), Action.of("discard Kh"), 9.0, "1", yesterday())
    return due(client, app, made)


def test_a_mistake_is_due_asked_and_put_off_once_it_is_known(erring: FlaskClient) -> None:
    assert "1 mistake of yours due" in erring.get("/").text
    page = erring.get("/train/mistakes").text
    assert "1 mistake due" in page
    assert "best" not in page.split("<main")[1], "nothing of the answer"
    assert 'method="post" action="/train/mistakes/answer"' in page
    place = page.split('name="p" value="')[1].split('"')[0]
    form = {"p": place, "try": "gin Kh"}
    told = erring.post("/train/mistakes/answer", data=form).text
    assert "Right." in told
    later = erring.get("/train/mistakes").text
    assert "No mistakes are due" in later
    assert "mistake of yours due" not in erring.get("/").text


def test_a_wrong_answer_says_the_best_and_comes_tomorrow(erring: FlaskClient, app: Flask) -> None:
    kept = Mistakes.kept(web_app(app).store.training.load(owner_of(app), MISTAKES).text)  # type: ignore[union-attr]
    form = {"p": kept.items[0].place, "try": "discard", "card": "Kc"}
    first = erring.post("/train/mistakes/answer", data=form).text
    assert "Not this one." in first and "Try once more." in first
    assert "the best" not in first and 'name="second" value="1"' in first
    assert 'name="try" value="discard Kc"' in first and "Show the answer" in first
    told = erring.post("/train/mistakes/answer", data=form | {"second": "1"}).text
    assert "Not this one." in told and "the best is" in told
    assert "No mistakes are due" in erring.get("/train/mistakes").text, "the first try counts"
    assert erring.post("/train/mistakes/answer", data={"p": "x"}).status_code == 404
    assert erring.post("/train/mistakes/answer", data=form | {"card": "zz"}).status_code == 303


def test_a_lay_off_is_asked_again(client: FlaskClient, app: Flask) -> None:
    made = mistake_of_lay_off(KnockToAnswer.of(KNOCK), CardSet(), 19.0, "1", yesterday())
    due(client, app, made)
    page = client.get("/train/mistakes").text
    assert "What do you lay off?" in page
    unfit = {"p": made.place, "try": "lay-off", "off": ["9h", "4c"]}
    refused = client.post("/train/mistakes/answer", data=unfit).text
    assert "fits none of their melds" in refused
    assert 'value="9h" checked' in refused
    again = client.post("/train/mistakes/answer", data={**unfit, "off": ["9h"]}).text
    assert "Try once more." in again and 'value="9h" checked' in again
    second = {**unfit, "off": ["9h"], "second": "1"}
    told = client.post("/train/mistakes/answer", data=second).text
    assert "Not this one." in told
    assert "goes on their melds" in told
    everything = {**unfit, "off": ["9h", "Qh"]}
    assert "Right." in client.post("/train/mistakes/answer", data=everything).text


def test_how_to_lay_down_is_asked_again(client: FlaskClient, app: Flask) -> None:
    view = parse_view(LAYOUTS)
    ways = layouts_of(view, Action.of("knock Kh: 3c 3h 3s / 4c 5c 6c"))
    made = mistake(view, ways[0], 2.0, "1", yesterday())
    page = due(client, app, made).get("/train/mistakes").text
    assert "How do you lay it down?" in page
    assert page.count('name="try" value="knock Kh: ') == len(ways)
    form = {"p": made.place, "second": "1"}
    told = [
        client.post("/train/mistakes/answer", data={**form, "try": way.full}).text for way in ways
    ]
    right = ["Right." in text for text in told]
    assert True in right
    assert False in right
    assert all("cards/3c.svg" in text for text in told)


def test_mistakes_are_in_the_file_and_come_back(erring: FlaskClient, app: Flask) -> None:
    saved = erring.get("/mine/everything.json").data
    other = browser(app)
    form = {"file": (BytesIO(saved), "ginsight.json")}
    other.post("/mine/everything", data=form)
    assert "1 mistake due" in other.get("/train/mistakes").text


def test_every_theme_leads_to_practice_that_is_there(client: FlaskClient, app: Flask) -> None:
    with app.test_request_context():
        found = {theme: _practice(str(theme)) for theme in Theme}
        assert _practice("none of these") == ()
    themed = {name for one in web_app(app).puzzles.opened() for name in one.themes}
    for theme, links in found.items():
        assert ("Puzzles" in [link.label for link in links]) == (theme.slug in themed)
        for link in links:
            assert client.get(link.href).status_code == (200 if link.label == "Lesson" else 303)


def test_every_theme_has_a_drill_with_the_packs_that_ship() -> None:
    puzzles = Counter(name for one in PuzzleBook.read().opened() for name in one.themes)
    for theme in Theme:
        assert theme in DRILLS or puzzles[theme.slug] >= ENOUGH_OF_A_THEME, theme


def test_puzzles_of_a_theme_come_one_after_another(client: FlaskClient, app: Flask) -> None:
    theme = Theme.DANGER.slug
    asked = of_theme = client.get("/puzzles/random", query_string={"theme": theme}).location
    book = web_app(app).puzzles
    for _ in range(3):
        puzzle = book.puzzles[urlsplit(asked).path.rpartition("/")[2]]
        assert theme in puzzle.themes
        page = client.get(asked).text
        for number, step in enumerate(puzzle.steps):
            assert f'name="theme" value="{theme}"' in page
            form = {"answer": step.best, "step": str(number), "theme": theme}
            page = client.post(urlsplit(asked).path, data=form, follow_redirects=True).text
        onward = f"/puzzles/random?theme={theme}"
        assert f'href="{onward}"' in page and "Another puzzle: a dangerous discard" in page
        asked = client.get(onward).location
    assert asked != of_theme
    other = client.get(f"{urlsplit(asked).path}?theme=%22%3E").text
    assert 'name="theme"' not in other


def test_mistakes_become_a_deck_for_anki(erring: FlaskClient) -> None:
    assert "Export to Anki" in erring.get("/train/mistakes").text
    deck = erring.post("/train/mistakes/anki")
    assert deck.data.startswith(b"PK")
    assert "ginsight-mistakes.apkg" in deck.headers["Content-Disposition"]


def test_without_mistakes_there_is_nothing_to_export(client: FlaskClient) -> None:
    assert "Export to Anki" not in client.get("/train/mistakes").text
