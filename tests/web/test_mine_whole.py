"""A file of everything has everything: no kind, table or setting is missed; a day counts once."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from analyzer.practice.daily import points_of, seed_of
from analyzer.practice.puzzles.run import PuzzleRun
from analyzer.practice.seat import Seat
from analyzer.service.sealing import seal_of
from analyzer.service.visitor_file import belongings
from analyzer.store import training
from analyzer.store.training import DAILY, KINDS, RUN, TABLE_GAME, TALLY
from analyzer.web.state import web_app
from tests.web.conftest import browser
from tests.web.mine_whole import (
    DAY,
    LEFT_OUT,
    OTHERS,
    SECRET,
    TEXTS,
    cookie_of,
    day_game,
    furnish_all,
    owned,
    played_on,
    rows_of,
)
from tests.web.puzzle_visits import ME, MakeBook, visitor
from tests.web.test_mine import given, linked, owner_of, saved, use

PAGES = (
    "/", "/train", "/train/play", "/train/progress", "/train/mistakes", "/train/table",
    "/train/daily", "/learn", "/puzzles", "/puzzles/mine", "/puzzles/run", "/review",
    "/score", "/settings", "/mine",
)  # fmt: skip


@pytest.fixture(autouse=True)
def on_the_day(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("analyzer.web.train.daily.asked_today", lambda: DAY)
    monkeypatch.setattr("analyzer.web.train.daily.BOT", "camper")
    monkeypatch.setattr("analyzer.web.train.daily._line", lambda *_: played_on(day_game()))


def server(make_book: MakeBook, secret: str = SECRET) -> Flask:
    app = make_book(secret_key=secret)
    web_app(app).engine_ready.set()
    return app


def test_every_kind_and_table_is_in_the_file_or_named_as_left_out() -> None:
    names = {
        value for name, value in vars(training).items() if name.isupper() and isinstance(value, str)
    }
    assert names == set(KINDS) == set(TEXTS), "a kind of training that no file has"
    assert set(owned()) == {*LEFT_OUT, *OTHERS}, "a table with an owner that no file has"
    assert all(set(LEFT_OUT[name]) <= set(owned()[name].c.keys()) for name in LEFT_OUT)


def furnished(app: Flask) -> FlaskClient:
    """A visitor with one of everything, settings and all."""
    furnish_all(app, ME)
    mine = visitor(app)
    settings = {"theme": "dark", "sound": "on", "rules": "tournament", "target": "150"}
    assert mine.post("/settings", data=settings).status_code == 303
    mine.post("/puzzles/streak", data={"show": "off"})
    return mine


def test_one_of_everything_is_kept_alike_in_another_database(make_book: MakeBook) -> None:
    here, there = server(make_book), server(make_book)
    mine, other = furnished(here), browser(there)
    file = saved(mine)
    assert given(other, file).status_code == 303
    before, after = rows_of(here, ME), rows_of(there, owner_of(other))
    for name, rows in before.items():
        assert rows, f"nothing of {name} is tested"
        assert after[name] == rows, name
    cookies = [{**cookie_of(each), "visitor": "", "loaded": ""} for each in (mine, other)]
    assert cookies[0] == {**cookies[1], "_permanent": True}
    assert "theme" in str(cookies[0]) and "tournament" in str(cookies[0])
    assert saved(other) == file
    given(other, file)
    assert rows_of(there, owner_of(other)) == after, "the second time changes nothing"


def test_one_of_everything_is_shown_alike_in_another_browser(make_book: MakeBook) -> None:
    app = server(make_book)
    mine, other = furnished(app), browser(app)
    given(other, saved(mine))
    other.get("/mine")
    for path in PAGES:
        assert shown(mine, app, path) == shown(other, app, path), path


def shown(client: Any, app: Flask, path: str) -> str:
    """A page without the addresses of reviews and drafts, which are a server's own."""
    answer = client.get(path)
    assert answer.status_code in {200, 303}, path
    text: str = answer.text
    store, owner = web_app(app).store, owner_of(client)
    kept = (*store.reviews.mine(owner), *store.drafts.mine(owner))
    for number, one in enumerate(sorted(kept, key=lambda one: one.created.isoformat() + str(one))):
        text = text.replace(one.id, f"<{number}>")
    return text


# ---------------------------------------------------------------- the deal of the day


def test_the_file_does_not_tell_the_seed_of_the_day(make_book: MakeBook) -> None:
    app = server(make_book)
    furnish_all(app, ME)
    seed = seed_of(SECRET, DAY)
    text = visitor(app).get("/mine/everything.json").text
    assert seed not in text and str(int(seed, 16)) not in text


def test_a_day_taken_along_goes_on_and_counts_where_it_was_begun(make_book: MakeBook) -> None:
    app = server(make_book)
    furnish_all(app, ME)
    store, other = web_app(app).store, browser(app)
    given(other, saved(visitor(app)))
    owner = owner_of(other)
    kept = store.training.load(owner, DAILY)
    assert kept is not None and kept.text == TEXTS[DAILY]()
    assert 'action="/train/daily"' in other.get("/train/daily").text, "the table goes on"
    other.post("/train/daily/begin")
    assert store.training.load(owner, DAILY) == kept, "it is not begun again"
    done = played_on(Seat.read(kept.text).game)
    store.daily.finish(owner, DAY, points_of(done), "knocked")
    assert store.daily.points(DAY) == (), "nobody is compared with the second browser"
    store.daily.finish(ME, DAY, 12, "knocked")
    assert store.daily.points(DAY) == (12,)
    assert len(store.daily.points(DAY - timedelta(1))) == 1


def test_who_has_begun_a_day_keeps_it(make_book: MakeBook) -> None:
    app = server(make_book)
    furnish_all(app, ME)
    file, other, store = saved(visitor(app)), browser(app), web_app(app).store
    other.post("/train/daily/begin")
    owner = owner_of(other)
    begun = store.training.load(owner, DAILY)
    given(other, file)
    assert begun is not None and store.training.load(owner, DAILY) == begun
    store.daily.finish(owner, DAY, 5, "gin")
    assert store.daily.points(DAY) == (5,), "it is counted as before"


def test_the_table_of_a_day_comes_over_an_older_one(make_book: MakeBook) -> None:
    app = server(make_book)
    store = web_app(app).store
    furnish_all(app, ME)
    old = Seat(day_game(day=DAY - timedelta(3)), None).text
    for way in ("file", "link"):
        store.training.save(way, DAILY, old, 0)
    given(visitor(app, "file"), saved(visitor(app)))
    use(visitor(app), linked(visitor(app, "link")))
    for way in ("file", "link"):
        kept = store.training.load(way, DAILY)
        assert kept is not None and kept.text == TEXTS[DAILY](), way


NAMES = {"daily": DAILY, "other_game": TABLE_GAME, "game": training.GAME}


@pytest.mark.parametrize("kind", NAMES)
def test_a_file_of_before_whose_tables_lie_open_is_still_read(
    make_book: MakeBook, kind: str
) -> None:
    app = server(make_book)
    text, told = TEXTS[NAMES[kind]](), TEXTS[NAMES[kind]]()
    if kind == "daily":
        seat = Seat.read(text)
        told = replace(seat, game=replace(seat.game, seed=0)).text
    other = browser(app)
    written = {"text": told, "seal": seal_of(SECRET, NAMES[kind], text)}
    assert given(other, {**BASE, kind: written}).status_code == 303
    kept = web_app(app).store.training.load(owner_of(other), NAMES[kind])
    assert kept is not None and kept.text == text


def test_another_server_takes_a_run_as_far_as_it_was_answered(make_book: MakeBook) -> None:
    here, there = server(make_book), server(make_book, "another key of thirty-two letters")
    furnish_all(here, ME)
    file, (same, other) = saved(visitor(here)), (browser(here), browser(there))
    assert file["run"]["puzzles"] == ["a"], "the next one is not told"
    runs = []
    for app, client in ((here, same), (there, other)):
        given(client, file)
        kept = web_app(app).store.training.load(owner_of(client), RUN)
        assert kept is not None
        runs.append(PuzzleRun.kept(kept.text))
    whole = PuzzleRun.kept(TEXTS[RUN]())
    assert whole is not None and runs == [whole, whole.answered]


@pytest.mark.parametrize("kind", NAMES)
@pytest.mark.parametrize("what", ["hidden", "text", "seal", "another server"])
def test_a_table_that_this_server_did_not_write_is_not_believed(
    make_book: MakeBook, kind: str, what: str
) -> None:
    here = server(make_book)
    there = server(make_book, "another key of thirty-two letters") if "server" in what else here
    furnish_all(here, ME)
    file = saved(visitor(here))
    if what == "hidden":
        first, rest = file[kind]["hidden"][0], file[kind]["hidden"][1:]
        file[kind]["hidden"] = ("B" if first == "A" else "A") + rest
    elif what == "text":
        seat = json.loads(TEXTS[NAMES[kind]]())
        text = json.dumps({**seat, "spoken": 2}, separators=(",", ":"))
        file[kind] = {"seal": file[kind]["seal"], "text": text}
    elif what == "seal":
        file[kind]["seal"] = "é"
    other = browser(there)
    assert given(other, file).status_code == 303
    assert web_app(there).store.training.load(owner_of(other), NAMES[kind]) is None
    begun = [one for one in web_app(there).store.daily.of(owner_of(other)) if one.day == DAY]
    assert bool(begun) is (what != "another server" and kind != "daily")


BASE = {"form": "ginsight-visitor-1", "puzzles": {"form": "ginsight-puzzles-1", "tries": []}}


@pytest.mark.parametrize(
    "wrong",
    [{"daily": 7}, {"daily": {"text": "a"}}, {"other_game": {"text": 7, "seal": ""}},
     {"days": [{"day": "never", "points": 1}]}, {"tally": {"games": [{"ident": "a"}]}},
     {"settings": {"looks": []}}, {"x": json.loads("[" * 900 + "]" * 900)}],
    ids=str,
)  # fmt: skip
def test_what_has_another_shape_is_told(make_book: MakeBook, wrong: dict[str, Any]) -> None:
    client = browser(make_book())
    answer = given(client, {**BASE, **wrong})
    if "x" in wrong:
        assert answer.status_code in {303, 422}
        return
    assert answer.status_code == 422 and "not a file of everything" in answer.text


def test_what_cannot_be_is_left_out(make_book: MakeBook) -> None:
    app = server(make_book)
    played = json.loads(TEXTS[TALLY]())["games"][0]
    run = json.loads(TEXTS["run"]())
    for wrong in (
        {"days": [{"day": "9999-12-31", "points": 1}, {"day": "0001-01-01", "points": 1},
                  {"day": "2025-01-01", "points": 10**30}, {"day": "2025-01-02", "points": None}]},
        {"tally": {"games": [{**played, "hands": 10**400}]}},
        {"tally": {"games": [{**played, "level": "a god"}]}},
        {"tally": {"games": [{**played, "hands": 0}]}},
        {"run": {**run, "best": 10**400}},
        {"run": {**run, "puzzles": ["a"] * 61}},
        {"daily": {"text": "[" * 5_000, "seal": ""}},
        {"daily": {"text": '{"game": {"day": "2026-99-99"}}', "seal": ""}},
        {"settings": {"looks": {"theme": "loud", "size": "on"}, "rules": "no such"}},
    ):  # fmt: skip
        client = browser(app)
        assert given(client, {**BASE, **wrong}).status_code == 303, wrong
        assert belongings(web_app(app).store, owner_of(client)).training == (), wrong
        assert belongings(web_app(app).store, owner_of(client)).days == 0, wrong
        assert not cookie_of(client).get("looks") and "rules" not in cookie_of(client)
        for path in PAGES:
            assert client.get(path).status_code in {200, 303}, (wrong, path)
