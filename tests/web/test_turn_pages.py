"""A situation built turn by turn on the analyze page, without scripts."""

from __future__ import annotations

import re
from html import unescape

import pytest
from flask.testing import FlaskClient

from analyzer.game.view import Question
from analyzer.notation import decode, encode, parse_view
from tests.web.test_pages import ELEVEN, TEN, settled, text_of

HERE = encode(parse_view(ELEVEN))
DRAW = encode(parse_view(TEN))
FIRST = encode(parse_view("rules: classic\nhand: 7h 8h 9h 4c 4d 4s Kd Qd 2c Ac\nupcard: 9c"))
KNOCK = encode(parse_view("hand: 7h 8h 9h 4c 4d 4s 2d Qd 2c Ac 2s\npile: 5s Kh 9c"))


def links(html: str) -> dict[str, str]:
    """Where each link of a page leads, by what it says."""
    found = re.findall(r'<a [^>]*?href="([^"]+)"([^>]*)>(.*?)</a>', html, re.DOTALL)
    named = {}
    for href, more, words in found:
        label = re.search(r'aria-label="([^"]+)"', more)
        named[label[1] if label else text_of(words)] = unescape(href)
    return named


def test_a_turn_of_mine_and_of_theirs_leads_to_the_next_decision(client: FlaskClient) -> None:
    asks = client.get(f"/analyze/turn?p={HERE}&action=discard&card=Kd").text
    assert "What did they do?" in asks and "You discarded" in asks
    ways = links(asks)
    assert {"They drew", "They took K♦", "They knocked", "Undo"} <= set(ways)
    picks = links(client.get(ways["They took K♦"]).text)
    assert "king of diamonds" not in picks and "seven of hearts" not in picks
    address = picks["jack of clubs"]
    view = decode(re.search(r"p=([\w-]+)", address)[1])
    assert view.question is Question.DRAW and str(view.opponent) == "Kd" and str(view.top) == "Jc"
    page = settled(client, address)
    undo = links(page)["Undo"]
    assert re.search(r"p=([\w-]+)", undo)[1] == HERE
    assert "Undo" not in links(client.get(undo).text)


def test_box_and_grid_agree_while_their_turn_is_asked_for(client: FlaskClient) -> None:
    page = client.get(f"/analyze/turn?p={HERE}&action=discard&card=Kd").text
    box = re.search(r"<textarea[^>]*>([^<]*)", page)
    mine = re.findall(r'id="cell-(\w\w)"[^>]* data-place="mine"', page)
    assert box and "Kd" in mine and set(map(str, parse_view(box[1]).hand)) == set(mine)
    assert "10/10" in page  # the table is a discard further


def test_a_card_is_drawn_or_taken(client: FlaskClient) -> None:
    picks = links(client.get(f"/analyze/turn?p={DRAW}&action=draw").text)
    drawn = decode(re.search(r"p=([\w-]+)", picks["six of spades"])[1])
    assert str(drawn.drawn) == "6s" and drawn.question is Question.DISCARD
    taken = client.get(f"/analyze/turn?p={DRAW}&action=take")
    assert taken.status_code == 303
    assert str(decode(re.search(r"p=([\w-]+)", taken.location)[1]).taken) == "9c"


def test_a_pass_asks_for_theirs(client: FlaskClient) -> None:
    ways = links(client.get(f"/analyze/turn?p={FIRST}&action=pass").text)
    assert "They took 9♣" in ways and "They drew" not in ways
    on = client.get(ways["They passed"])
    view = decode(re.search(r"p=([\w-]+)", on.location)[1])
    assert view.they_passed and view.must_draw


def test_they_knocked_and_i_lay_off(client: FlaskClient) -> None:
    assert 'value="knocked"' in client.get(f"/analyze?p={DRAW}").text
    assert 'value="knocked"' not in client.get(f"/analyze?p={FIRST}").text
    asks = client.get(f"/analyze/turn?p={DRAW}&action=knocked").text
    assert asks.count('name="theirs"') == 52 - 10 - 3
    ten = ["5d", "6d", "7d", "Jc", "Jd", "Js", "Th", "Jh", "Qh", "Ad"]
    theirs = "&".join(f"theirs={card}" for card in ten)
    short = client.get(f"/analyze/turn?p={DRAW}&action=knocked&theirs=5d")
    assert short.status_code == 422 and "That is 1 card" in short.text
    page = text_of(client.get(f"/analyze/turn?p={DRAW}&action=knocked&{theirs}").text)
    assert "Lay off 4♦." in page or "Nothing can be laid off." in page
    assert "They laid down" in page and "You lay down" in page


def test_how_to_lay_a_knock_down(client: FlaskClient) -> None:
    page = text_of(client.get(f"/analyze/turn?p={KNOCK}&action=knock&card=Qd").text)
    assert "Lay down 2♣ 2♦ 2♠" in page and "They can lay off" in page


@pytest.mark.parametrize(
    "query",
    [
        "action=discard&card=Kd",
        f"p={HERE}",
        f"p={HERE}&action=discard&card=3d",
        f"p={HERE}&action=knock&card=Kd",
        f"p={DRAW}&action=pass",
        f"p={HERE}&action=discard&card=Zz",
    ],
)
def test_what_cannot_be_done_is_said(client: FlaskClient, query: str) -> None:
    assert client.get(f"/analyze/turn?{query}").status_code in {400, 422}


def test_a_card_dragged_onto_another_is_analyzed_at_once(client: FlaskClient) -> None:
    form = {"view": ELEVEN, "tap": "Qs", "for": "Qd", "undo": HERE}
    answer = client.post("/analyze/grid", data=form, headers={"HX-Request": "true"})
    where = answer.headers["HX-Redirect"]
    view = decode(re.search(r"p=([\w-]+)", where)[1])
    assert "Qs" in str(view.hand) and "Qd" not in str(view.hand) and f"undo={HERE}" in where
    assert re.search(r"p=([\w-]+)", links(settled(client, where))["Undo"])[1] == HERE
    moved = client.post(
        "/analyze/grid", data=form | {"to": "opponent", "for": "Qd"}, headers={"HX-Request": "true"}
    )
    assert moved.headers["HX-Redirect"] == where
