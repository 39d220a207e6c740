"""The recorder without scripts at tables of other games: a hand through its forms to its review."""

from __future__ import annotations

import re

from flask import Flask

from analyzer.display.turns import names_of
from analyzer.notation.recorder.state import set_up
from analyzer.notation.recorder.step import next_step
from analyzer.notation.records import decisions, parse_record, record_of
from analyzer.web.state import web_app
from tests.property.test_recorder_games import GAMES, played, record_seen_by, taps_of
from tests.sizes import rest_at_night
from tests.web.conftest import browser
from tests.web.test_recorder import Sitting

START = "/review/record"


def sitting_at(app: Flask, game: str, dealer: int, **form: str) -> Sitting:
    """A new draft of a game; seats are counted from 0."""
    own = {"rules": game, "dealer": str(dealer + 1), "name1": "", "name2": "", "score1": ""}
    return Sitting(browser(app), **(own | form))


@rest_at_night("name", GAMES[:7], GAMES[0:7:3])
def test_a_hand_is_entered_through_forms_to_its_review(app: Flask, name: str) -> None:
    last = played(name, 4)
    mine = record_seen_by(record_of(last, names_of(last.rules), in_moves=True), last, 0)
    sitting = sitting_at(app, name, mine.dealer)
    for tap in taps_of(mine, last):
        form = {"tap": tap}
        knock = re.fullmatch(r"(\w\w)!", tap)
        if knock:
            form = {"tap": knock[1], "how": "knock"}
        page = sitting.page
        offered = re.findall(r'name="tap" value="([^"]+)"', page)
        assert form["tap"] in offered or knock, page
        assert sitting.send(**form).status_code == 200, sitting.page
    assert parse_record(sitting.text) == mine
    page = sitting.page
    assert last.outcome is not None
    for points in last.outcome.points:
        assert f'<dd class="num">{abs(points)}' in page.replace("+", "").replace("−", "")
    assert re.search(r'form="rec-send" id="rec-review"', page)
    sent = sitting.client.post("/review", data={"record": sitting.text})
    assert sent.status_code == 303, sent.text
    job = web_app(app).reviews.job(sent.location.rpartition("/")[2])
    assert job is not None and parse_record(job.record) == mine
    assert (job.seats, job.all) == ((0,), len(decisions(mine, 0)))


def test_what_cannot_be_is_said_and_changes_nothing(app: Flask) -> None:
    sitting = sitting_at(app, "three-hand", 2)
    client, first, url = sitting.client, sitting.page, sitting.url
    wrong = sitting.tap("?!")
    assert wrong.status_code == 422 and "cannot be entered here" in wrong.text
    assert sitting.tap("7h").status_code == 200
    assert sitting.text.count("7h") == 1
    before, kept, sitting.page = sitting.page, sitting.text, first
    stale = sitting.tap("8h")
    assert stale.status_code == 422 and "another tab" in stale.text and sitting.url != url
    sitting.page, sitting.url = before, url
    assert client.get(url).text.count(kept.splitlines()[-1].replace('"', "&#34;"))
    assert sitting.send(undo="1").status_code == 200
    assert "Hand1" not in sitting.text and 'name="redo"' in sitting.page
    assert sitting.send(redo="1").status_code == 200
    assert sitting.text == kept
    assert sitting.send(to="1.1").status_code == 422
    assert client.post(START, data={"rules": "whist", "dealer": "1"}).status_code == 422
    assert "Who dealt?" in client.post(START, data={"rules": "mahjong"}, follow_redirects=True).text
    assert client.get(f"{START}/nobody").status_code == 404


def test_drafts_are_listed_whatever_is_played(app: Flask) -> None:
    sitting = sitting_at(app, "mahjong,players=3", 0, name2="Ann <b>")
    client, at = sitting.client, sitting.url
    listed = client.get(START).text
    assert at in listed and "Mahjong gin, three players, You, Ann &lt;b&gt; and North" in listed
    assert "Ann" in client.get(at).text
    other = browser(app)
    assert other.get(at).status_code == 404
    assert client.post(f"{at}/delete").status_code == 303
    assert client.get(at).status_code == 404


def test_old_addresses_and_drafts_go_on(app: Flask) -> None:
    """Drafts were kept as taps once, and had a page of their own."""
    sitting = sitting_at(app, "three-hand", 0)
    client = sitting.client
    with client.session_transaction() as session:
        owner = session["visitor"]
    old = (
        '[Game "three-hand"]\n[Players "You" "West" "North"]\n[Seat "1"]\n[Dealer "3"]\n'
        '[Taps "Ac, Ad, 3c, 7h, 8h, Kd, Qd, 9h, pass, pass, pass, Ts, Ts, draw, knock 5c, 2c"]\n'
        '[Ahead "Ac, Ad, 3c, 7h, 8h, Kd, Qd, 9h, pass, pass, pass, Ts, Ts, draw, knock 5c, 2c, 2d"]'
    )
    draft = web_app(app).store.drafts.save(owner, old)
    assert client.get(f"{START}/table").location == f"{START}?game=three-hand"
    assert client.get(f"{START}/table/{draft.id}").location == f"{START}/{draft.id}"
    assert "Three players, 1 hand" in client.get(START).text
    sitting.url = f"{START}/{draft.id}"
    sitting.page = client.get(sitting.url).text
    assert "1 of 7" in sitting.page and sitting.text.endswith('2. draw, knock 5c\n[Shown2 "2c"]')
    sitting.send(redo="1")
    assert sitting.text.endswith('[Shown2 "2c 2d"]') and sitting.url == f"{START}/{draft.id}"


def test_an_opponents_knock_is_shown_or_not(app: Flask) -> None:
    sitting = sitting_at(app, "three-hand", 2)
    hand = ("Ac", "Ad", "3c", "7h", "8h", "Kd", "Qd", "9h")
    for tap in (*hand, "p", "p", "p", "Ts", "Ts", "?"):
        assert sitting.tap(tap).status_code == 200
    assert sitting.asks() == "West’s turn: which card is discarded?"
    sitting.send(tap="5c", how="knock")
    assert sitting.asks() == "West’s knock: tap the seven cards laid down."
    assert "0 of 7" in sitting.page
    sitting.tap("2c", "2d", "2h", "6s", "7s", "8s", "3s")
    assert sitting.asks() == "Tap North’s seven cards, laid off or not."
    sitting.tap("?")
    assert "the cards of North were not shown" in sitting.asks()
    assert "Review this hand" in sitting.page
    sitting.tap("next")
    assert sitting.asks() == "Tap the seven cards dealt to you."
    assert sitting.text.endswith('[Dealer "1"]\n[Hand2 "?"]\n[Hand3 "?"]')
    assert "The match so far" in sitting.page


def test_a_hand_is_broken_off_and_a_hand_seen_later_is_entered(app: Flask) -> None:
    sitting = sitting_at(app, "three-hand", 2)
    sitting.tap("Ac", "Ad", "3c", "7h", "8h", "Kd", "Qd", "9h", "known 2")
    assert sitting.asks() == "Tap the seven cards dealt to West."
    sitting.send(enter="1", typed="2c 2d 2h 6s 7s 8s 3s")
    assert sitting.asks() == "Your turn: take the 9♥, or pass?"
    sitting.send(enter="1", typed="p take Ks")
    assert sitting.status == 422 and "Ks" not in sitting.text
    sitting.send(enter="1", typed="p take 3s")
    assert sitting.text.endswith("1. pass\n2. take, discard 3s")
    sitting.tap("*")
    assert sitting.asks() == "The hand was broken off." and "It went on" in sitting.page
    sitting.tap("on")
    assert sitting.asks() == "North’s turn: take the 3♠, or draw?"


def test_every_tap_that_is_offered_has_a_button(app: Flask) -> None:
    game = "four-hand,jokers=2"
    text = set_up("", {"rules": game, "dealer": "1"})
    assert {"X1", "X2"} <= set(map(str, next_step(text).cards))
    sitting = sitting_at(app, game, 0)
    assert sitting.page.count('class="cell"') == 54 and 'id="card-X2"' in sitting.page
