"""The recorder of the other games through its forms, without scripts: a hand to its review."""

from __future__ import annotations

import re

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from analyzer.display.seats import names_of
from analyzer.notation.general import choices_in, record_of_round
from analyzer.notation.tablerecorder import TableDraft, asked_by, entry_of
from analyzer.web.state import web_app
from tests.property.test_table_recorder import GAMES, played, seen_by, taps_of
from tests.web.conftest import browser

START = "/review/record/table"


def begun(client: FlaskClient, game: str, dealer: int, **form: str) -> str:
    """The address of a new draft."""
    data = {"game": game, "dealer": dealer + 1, **form}
    response = client.post(START, data=data)
    assert response.status_code == 303, response.text
    return response.location


def base_of(page: str) -> str:
    match = re.search(r'name="base" value="(\w+)"', page)
    assert match is not None
    return match[1]


def tapped(client: FlaskClient, at: str, **form: str) -> TestResponse:
    return client.post(at, data={"base": base_of(client.get(at).text), **form})


def kept(app: Flask) -> TableDraft:
    """The only draft that is kept."""
    from analyzer.store._tables import DraftRow

    with web_app(app).store.drafts._reading() as session:
        (row,) = session.query(DraftRow)
        return TableDraft.read(row.text)


@pytest.mark.parametrize("name", GAMES[:7])
def test_a_hand_is_entered_through_forms_to_its_review(app: Flask, name: str) -> None:
    client = browser(app)
    last = played(name, 4)
    mine = seen_by(record_of_round(last, names_of(last.rules)), last, 0)
    at = begun(client, name, mine.dealer)
    for tap in taps_of(mine, 0, last):
        form = {"tap": tap}
        knock = re.fullmatch(r"knock (\w\w)", tap)
        if knock:
            form = {"tap": knock[1], "how": "knock"}
        page = client.get(at).text
        offered = re.findall(r'name="tap" value="([^"]+)"', page)
        assert form["tap"] in offered or tap.startswith(("take", "knock")), page
        done = client.post(at, data={"base": base_of(page), **form})
        assert done.status_code == 303, done.text
    entry = entry_of(kept(app))
    assert entry.record == mine
    page = client.get(at).text
    assert last.result is not None
    for points in last.result.points:
        assert f'<dd class="num">{abs(points)}' in page.replace("+", "").replace("−", "")
    review = re.search(r'href="([^"]+)" id="rec-review"', page)
    assert review is not None
    judged = client.get(review[1].replace("&amp;", "&"))
    assert judged.status_code == 200
    assert f"of {len(list(choices_in(mine)))} decision" in judged.text
    assert "Everyone" not in judged.text


def test_what_cannot_be_is_said_and_changes_nothing(app: Flask) -> None:
    client = browser(app)
    at = begun(client, "three-hand", 2)
    wrong = tapped(client, at, tap="draw")
    assert wrong.status_code == 422 and "is not a card" in wrong.text
    assert tapped(client, at, tap="7h").status_code == 303
    stale = client.post(at, data={"base": "0", "tap": "8h"})
    assert stale.status_code == 409 and "another tab" in stale.text
    assert kept(app).taps == ("7h",)
    assert tapped(client, at, undo="1").status_code == 303
    assert kept(app).taps == () and kept(app).can_redo
    assert tapped(client, at, redo="1").status_code == 303
    assert tapped(client, at, to="0").status_code == 303
    assert kept(app).taps == ()
    assert client.post(START, data={"game": "whist", "dealer": "1"}).status_code == 422
    assert "who deals" in client.post(START, data={"game": "mahjong"}).text
    assert client.get(f"{START}/nobody").status_code == 404


def test_drafts_are_listed_with_those_of_two_players(app: Flask) -> None:
    client = browser(app)
    at = begun(client, "mahjong,players=3", 0, name2="Ann <b>")
    listed = client.get("/review/record").text
    assert at in listed and "Mahjong gin, three players, You, Ann &lt;b&gt;, North" in listed
    ident = at.rsplit("/", 1)[1]
    assert client.get(f"/review/record/{ident}").location == at
    assert "Ann" in client.get(at).text
    other = browser(app)
    assert other.get(at).status_code == 404
    assert client.post(f"/review/record/{ident}/delete").status_code == 303
    assert client.get(at).status_code == 404


def test_an_opponents_knock_is_shown_or_not(app: Flask) -> None:
    client = browser(app)
    at = begun(client, "three-hand", 2)
    hand = ("Ac", "Ad", "3c", "7h", "8h", "Kd", "Qd", "9h")
    for tap in (*hand, "pass", "pass", "pass", "Ts", "Ts", "draw"):
        assert tapped(client, at, tap=tap).status_code == 303
    assert "West’s turn: which discard?" in client.get(at).text
    tapped(client, at, tap="5c", how="knock")
    page = client.get(at).text
    assert "West’s knock: tap the seven cards laid down." in page and "0 of 7" in page
    for tap in ("2c", "2d", "2h", "6s", "7s", "8s", "3s"):
        tapped(client, at, tap=tap)
    assert "Tap North’s seven cards." in client.get(at).text
    tapped(client, at, tap="?")
    page = client.get(at).text
    assert "the cards of North were not shown" in page and "Review this hand" in page
    again = re.search(r'name="dealer" value="(\d)"', page)
    assert again is not None and again[1] == "1"


def test_every_tap_that_is_offered_has_a_button(client: FlaskClient) -> None:
    draft = TableDraft("four-hand,jokers=2")
    assert {"X1", "X2"} <= set(map(str, asked_by(entry_of(draft)).cards))
    at = begun(client, draft.game, 0)
    page = client.get(at).text
    assert page.count('class="cell"') == 54 and 'id="card-X2"' in page
