"""The deal of the day: the same for everyone, one try, nothing told too early."""

from __future__ import annotations

import json
import re
import time
from datetime import UTC, date, datetime, timedelta
from datetime import time as time_of_day
from hashlib import sha256
from io import BytesIO

import pytest
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import delete, select
from sqlalchemy.orm import Session

from analyzer.practice import daily
from analyzer.practice.games import GameStage
from analyzer.practice.play import BOT
from analyzer.practice.seat import Seat
from analyzer.store._tables import TrainingRow
from analyzer.store.training import DAILY
from analyzer.web.state import web_app
from tests.web.conftest import browser
from tests.web.table_hands import value_of
from tests.web.test_train_pages import assert_nothing_hidden

HERE = "/train/daily"
BASE = {"form": "ginsight-visitor-1", "puzzles": {"form": "ginsight-puzzles-1", "tries": []}}


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """A bot that needs no search."""
    monkeypatch.setattr("analyzer.web.train.daily.BOT", "camper")


def seats(app: Flask) -> list[Seat]:
    """The tables of the day, whoever sits at them."""
    with Session(web_app(app).store._engine) as session:
        rows = session.scalars(select(TrainingRow).where(TrainingRow.kind == DAILY)).all()
        return [Seat.read(row.text) for row in rows]


def move(client: FlaskClient, seat: Seat) -> str:
    """The last legal action of a seat, or a knock; the page that follows."""
    form = {"turn": str(seat.turn)}
    if seat.game.stage is GameStage.DEFEND:
        return client.post(f"{HERE}/defend", data=form, follow_redirects=True).text
    actions = seat.game.view.legal_actions()
    action = ([one for one in actions if one.ends_hand] or actions)[-1]
    form["action"] = value_of(action)
    return client.post(HERE, data=form, follow_redirects=True).text


def played(client: FlaskClient, app: Flask) -> str:
    """Play the day's hand to its end, looking at every page on the way."""
    page = client.post(f"{HERE}/begin", follow_redirects=True).text
    for _ in range(100):
        (seat,) = seats(app)
        if seat.game.stage is GameStage.FINISHED:
            return page
        assert_nothing_hidden(seat, page)
        page = move(client, seat)
    raise AssertionError("the hand does not end")


def test_two_browsers_get_the_same_cards(app: Flask) -> None:
    one, other = browser(app), browser(app)
    pages = [each.post(f"{HERE}/begin", follow_redirects=True).text for each in (one, other)]
    first, second = seats(app)
    assert first.game == second.game
    assert first.game.position.hands == second.game.position.hands
    assert first.game.position.stock == second.game.position.stock
    shown = [re.findall(r"cards/(\w+)\.svg", page) for page in pages]
    assert shown[0] == shown[1] != []


def test_nothing_is_told_before_the_end_and_the_try_counts_once(
    client: FlaskClient, app: Flask
) -> None:
    page = played(client, app)
    assert "Review this hand" in page
    (seat,) = seats(app)
    assert str(seat.game.seed) not in page
    owner_tries = web_app(app).store.daily.points(date.fromisoformat(seat.game.day or ""))
    assert owner_tries == (daily.points_of(seat.game),)
    compared = client.get(HERE).text
    assert "The engine in your seat" in compared
    assert "1 has played so far" in compared
    line = daily.engines_line(seat.game)
    ahead = daily.points_of(seat.game) - daily.points_of(line)
    said = "You beat the engine" if ahead > 0 else "The engine beat you"
    assert (f"{said} by {abs(ahead)}." if ahead else "as well as the engine.") in compared
    for shown in (seat.game, line):
        for hand in (shown.position.outcome and shown.position.hands) or ():
            assert all(f"cards/{card}.svg" in compared for card in hand)
    told = re.search(r'<textarea id="day-told"[^>]*>([^<]*)<', compared)
    assert told and ": I made " in told[1] and "the engine" in told[1] and "♠" not in told[1]
    client.post(f"{HERE}/begin")
    assert seats(app) == [seat], "there is one try"


def test_the_engines_line_is_a_whole_hand_of_the_same_cards(
    client: FlaskClient, app: Flask
) -> None:
    client.post(f"{HERE}/begin")
    (seat,) = seats(app)
    line = daily.engines_line(seat.game)
    assert line.stage is GameStage.FINISHED
    begun = daily.begin_day(line.rules_name, "camper", seat.game.seed, seat.game.day or "")
    assert begun.position.hands[BOT] == seat.game.position.hands[BOT]
    assert daily.engines_line(seat.game) == line


def test_the_engines_line_is_played_out_by_the_worker(client: FlaskClient, app: Flask) -> None:
    web_app(app).engine_ready.set()
    client.post(f"{HERE}/begin")
    (seat,) = seats(app)
    day = date.fromisoformat(seat.game.day or "")
    deadline = time.monotonic() + 20
    while (kept := web_app(app).store.daily.line(day)) is None:
        assert time.monotonic() < deadline
        time.sleep(0.02)
    assert Seat.read(kept).game == daily.engines_line(seat.game)


def test_the_comparison_needs_no_table(client: FlaskClient, app: Flask) -> None:
    played(client, app)
    with Session(web_app(app).store._engine) as session, session.begin():
        session.execute(delete(TrainingRow))
    assert "The engine in your seat" in client.get(HERE).text


def test_the_seed_is_shown_a_day_later_and_fits_its_hash(
    client: FlaskClient, app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    today = datetime.now(UTC).date()
    page = client.get(HERE).text
    secret = str(app.config["SECRET_KEY"])
    seed = daily.seed_of(secret, today)
    assert seed not in page
    assert sha256(seed.encode()).hexdigest() in page
    client.post(f"{HERE}/begin")
    (seat,) = seats(app)
    assert seat.game.seed == int(seed, 16)
    ahead = daily.seal_of(daily.seed_of(secret, today + timedelta(1)))
    assert ahead in page
    book, now = web_app(app).puzzles, datetime.combine(today, time_of_day(11), UTC)
    monkeypatch.setattr(book, "_now", lambda: now + timedelta(1))
    still = client.get(HERE).text
    assert seed not in still, "it is that day on an island yet"
    monkeypatch.setattr(book, "_now", lambda: now + timedelta(1, hours=1))
    later = client.get(HERE).text
    assert seed in later
    assert ahead in later


def test_the_day_is_the_visitors_as_for_the_puzzle(
    client: FlaskClient, app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    noon = datetime(2026, 3, 1, 12, tzinfo=UTC)
    monkeypatch.setattr(web_app(app).puzzles, "_now", lambda: noon)
    there = {"today": "2026-03-02"}
    assert 'data-today="2026-03-01"' in client.get(HERE).text
    page = client.get(HERE, query_string=there).text
    assert 'name="today" value="2026-03-02"' in page
    assert 'data-today="2026-03-01"' in client.get(HERE, query_string={"today": "2026-03-04"}).text
    client.post(f"{HERE}/begin", data=there)
    (seat,) = seats(app)
    assert seat.game.day == "2026-03-02"
    for address in (HERE, f"{HERE}?today=2026-03-02"):
        assert "your one try" in client.get(address).text, "the hand goes on, whatever is asked"
    while seat.game.stage is not GameStage.FINISHED:
        move(client, seat)
        (seat,) = seats(app)
    assert 'data-today="2026-03-02"' in client.get(HERE).text
    assert "You have one try" in client.get(HERE, query_string={"today": "2026-03-01"}).text
    monkeypatch.setattr(web_app(app).puzzles, "_now", lambda: noon + timedelta(2))
    assert 'data-today="2026-03-03"' in client.get(HERE).text


def test_a_deal_whose_key_is_lost_is_not_played(client: FlaskClient, app: Flask) -> None:
    client.get(HERE)
    app.config["SECRET_KEY"] = "another key of thirty-two letters"
    assert "key has changed" in client.get(HERE).text
    client.post(f"{HERE}/begin")
    assert seats(app) == []


def test_from_twenty_players_on_all_are_compared(client: FlaskClient, app: Flask) -> None:
    played(client, app)
    store = web_app(app).store.daily
    today = datetime.now(UTC).date()
    for number in range(19):
        store.begin(f"player {number}", today)
        store.finish(f"player {number}", today, 500 - number, "gin")
    page = client.get(HERE).text
    assert "20 have played" in page
    assert "19 did better than you" in page


def test_a_day_that_was_played_is_in_the_file_and_comes_back(
    client: FlaskClient, app: Flask
) -> None:
    played(client, app)
    saved = client.get("/mine/everything.json").data
    other = browser(app)
    form = {"file": (BytesIO(saved), "ginsight.json")}
    loaded = other.post("/mine/everything", data=form, follow_redirects=True)
    assert "1 deal of the day" in loaded.text
    today = datetime.now(UTC).date()
    assert len(web_app(app).store.daily.points(today)) == 1, "nobody counts twice"
    assert "The engine in your seat" in other.get(HERE).text, "the table came along"


def test_who_has_a_day_from_a_file_alone_sees_none_of_its_cards(
    client: FlaskClient, app: Flask
) -> None:
    played(client, app)
    line = client.get(HERE).text
    file = client.get("/mine/everything.json").json
    assert file is not None
    for daily_table in ({}, {"daily": {**file["daily"], "seal": "0" * 64}}):
        forged = {**BASE, "days": [{"day": file["days"][0]["day"], "points": 31, "ending": "gin"}]}
        other = browser(app)
        form = {"file": (BytesIO(json.dumps(forged | daily_table).encode()), "ginsight.json")}
        assert other.post("/mine/everything", data=form).status_code == 303
        page = other.get(HERE).text
        assert "Imported: a file says that you have played this deal (+31, gin)" in page
        assert "The engine in your seat" not in page and "cards/" not in page
        other.post(f"{HERE}/begin")
        assert other.get(HERE).text == page, "it is played once"
    assert "The engine in your seat" in line
