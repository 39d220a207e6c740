"""The opponent's hand: the heat map, their turns, as pages, as fragments and by the API."""

from __future__ import annotations

import re
from html import unescape
from itertools import pairwise

import pytest
from flask.testing import FlaskClient

from analyzer.api.beliefs import BeliefRequest
from analyzer.engine.turn_evidence import MAP_WORLDS, model_for, read, replay
from analyzer.game.cards import DECK
from analyzer.notation import encode, parse_view
from analyzer.notation.numbers import percent_change
from analyzer.service import beliefs
from analyzer.service.admission import Admission, BusyError
from analyzer.web.state import web_app
from tests.web.conftest import MakeApp, browser
from tests.web.test_pages import ELEVEN
from tests.web.test_templates import Page, _contrast, _tokens

HISTORY = """
rules: eaai
hand: 7h 8h 9h 4c 4d 4s Kd Qd 2c Ac
history:
  upcard Ts
  opp: takes Ts, discards Kh
  me: draws 4s, discards Jd
  opp: draws, discards 9c
"""
FRAGMENT = {"HX-Request": "true"}


@pytest.fixture(autouse=True)
def ready(app) -> None:
    """The engine is there; one test waits for it."""
    web_app(app).engine_ready.wait(60)


def at(text: str, more: str = "") -> str:
    return f"/analyze/belief{more}?p={encode(parse_view(text))}"


def shown(client: FlaskClient, address: str, **headers: str) -> Page:
    answer = client.get(address, headers=headers)
    assert answer.status_code == 200, answer.text
    return Page(answer.text)


def test_every_card_has_its_cell_and_the_numbers_are_those_of_the_reading(
    client: FlaskClient,
) -> None:
    page = shown(client, at(HISTORY))
    titles = [cell["title"] for cell in page.all("td") if "title" in cell]
    assert {title.partition(":")[0] for title in titles} == {card.name for card in DECK}
    view = parse_view(HISTORY)
    found = read(view, model_for(), MAP_WORLDS)
    by_name = {title.partition(":")[0]: title for title in titles}
    for card in view.unseen:
        told = re.search(r": <?(\d+)%", by_name[card.name])
        assert told and abs(int(told[1]) - 100 * found.chances[card]) <= 1
    assert by_name["ten of spades"] == "ten of spades: they hold it"
    assert by_name["king of diamonds"] == "king of diamonds: in your hand"
    assert by_name["nine of clubs"] == "nine of clubs: in the pile"
    assert f"About {found.mean:.1f}" in page.text


def test_darker_is_likelier(client: FlaskClient) -> None:
    page = shown(client, at(HISTORY))
    levels: dict[str, set[int]] = {}
    for cell in page.all("td"):
        told = re.search(r": <?(\d+)%", cell.get("title", ""))
        if told:
            levels.setdefault(cell["class"], set()).add(int(told[1]))
    steps = [levels[name] for name in sorted(levels)]
    assert len(steps) >= 4
    assert all(max(low) <= min(high) for low, high in pairwise(steps))


def test_the_fragment_is_the_part_of_the_page(client: FlaskClient) -> None:
    part = client.get(at(HISTORY), headers=FRAGMENT).text
    assert "<html" not in part and "<table" in part
    assert part.strip() in client.get(at(HISTORY)).text
    turns = client.get(at(HISTORY, "/turns"), headers=FRAGMENT).text
    whole = client.get(at(HISTORY, "/turns")).text
    assert "<html" not in turns and turns.replace(" autofocus", "").strip() in whole


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (HISTORY, "Read from their turns"),
        ("hand: 7h 8h 9h 4c 4d 4s Kd Qd 2c Ac\nupcard: 9c", "have discarded nothing yet"),
        (ELEVEN, "Read from the turns that these cards imply"),
        ("hand: 7h 8h 9h 4c 4d 4s Kd Qd 2c Ac 6s\nstock: 25", "Their turns are unknown"),
        (HISTORY.replace("eaai", "standard,wall=reshuffle"), "Their turns cannot be read here"),
    ],
)
def test_it_says_how_the_hand_was_read(client: FlaskClient, text: str, words: str) -> None:
    assert words in shown(client, at(text)).text


def test_each_turn_is_told_with_what_it_changed(client: FlaskClient) -> None:
    page = shown(client, at(HISTORY, "/turns"))
    assert "Takes 10♠, discards K♥" in page.text
    assert "Leaves J♦ and draws, discards 9♣" in page.text
    assert [item["value"] for item in page.all("li") if "value" in item] == ["1", "2"]
    view = parse_view(HISTORY)
    first, second = replay(view, model_for(), now=read(view, model_for(), MAP_WORLDS))
    assert f"deadwood {first.before.mean:.1f} → {first.after.mean:.1f}" in page.text
    assert f"deadwood {second.before.mean:.1f} → {second.after.mean:.1f}" in page.text
    move = first.moves[0]
    assert f"{move.card.symbol} {percent_change(move.change)}" in page.text


def test_turns_that_cannot_be_shown_are_explained(client: FlaskClient) -> None:
    untold = HISTORY.replace("me: draws 4s,", "me: draws,")
    assert "Only the last 1 of their 2 turns" in shown(client, at(untold, "/turns")).text
    assert "The text has no turns" in shown(client, at(ELEVEN, "/turns")).text
    none = "hand: 7h 8h 9h 4c 4d 4s Kd Qd 2c Ac\nhistory: upcard 9c"
    assert "not had a turn yet" in shown(client, at(none, "/turns")).text


def test_the_link_to_the_turns_is_there_where_there_are_turns(client: FlaskClient) -> None:
    assert at(HISTORY, "/turns") in unescape(client.get(at(HISTORY), headers=FRAGMENT).text)
    assert "/turns" not in client.get(at(ELEVEN), headers=FRAGMENT).text


def test_the_analysis_shows_it_where_there_is_a_position(client: FlaskClient) -> None:
    page = shown(client, f"/analyze?p={encode(parse_view(HISTORY))}")
    link = next(a for a in page.all("a") if "/analyze/belief" in a.get("href", ""))
    assert link["href"] == at(HISTORY)
    assert [one["hx-trigger"] for one in page.all("div") if one.get("hx-get") == at(HISTORY)] == [
        "load"
    ]
    assert not any(
        "/analyze/belief" in a.get("href", "") for a in shown(client, "/analyze").all("a")
    )
    assert "/analyze/belief?" not in client.get("/analyze").text


def test_a_position_that_is_none_is_a_422(client: FlaskClient) -> None:
    for path in ("/analyze/belief", "/analyze/belief?p=broken", "/analyze/belief/turns?p=x"):
        assert client.get(path).status_code == 422


def test_nobody_waits_for_the_compiler(client: FlaskClient) -> None:
    web_app(client.application).engine_ready.clear()
    part = shown(client, at(HISTORY), **FRAGMENT)
    again = next(one for one in part.all("div") if "hx-get" in one)
    assert again["hx-get"] == at(HISTORY) and "load delay" in again["hx-trigger"]
    assert "compiles itself" in shown(client, at(HISTORY, "/turns")).text
    web_app(client.application).engine_ready.set()
    assert "percent" in shown(client, at(HISTORY)).text


def test_the_same_position_is_read_once(
    client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = []
    monkeypatch.setattr(beliefs, "read", lambda *given: made.append(given) or read(*given))
    beliefs._summary.cache_clear()
    pages = {client.get(at(HISTORY)).text for _ in range(3)}
    assert len(pages) == len(made) == 1


def test_too_many_at_once_are_told_to_come_back(
    client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    gate = Admission(places=1, room=1)
    monkeypatch.setattr(beliefs, "COSTLY", gate)

    def meanwhile() -> None:
        answer = client.get(at(HISTORY, "/turns"))
        assert answer.status_code == 503 and int(answer.headers["Retry-After"]) > 0
        asked = client.post("/api/v1/belief", json={"view": HISTORY, "worlds": 64})
        assert asked.status_code == 503 and asked.json["error"]["message"]
        with pytest.raises(BusyError):
            beliefs.answer(BeliefRequest(HISTORY))

    gate.run(meanwhile)
    assert client.get(at(HISTORY, "/turns")).status_code == 200


def test_beliefs_have_the_limit_of_work(make_app: MakeApp) -> None:
    client = browser(make_app(work_limit="2 per minute"))
    web_app(client.application).engine_ready.wait(60)
    assert [client.get(at(HISTORY)).status_code for _ in range(3)] == [200, 200, 429]


def test_the_api_answers_as_the_command(client: FlaskClient) -> None:
    asked = {"view": HISTORY, "worlds": 256, "seed": 3, "turns": True}
    found = client.post("/api/v1/belief", json=asked).json
    assert sum(found["cards"].values()) == pytest.approx(10, abs=1e-3)
    assert [turn["top"] for turn in found["turns"]] == ["Ts", "Jd"]
    assert found == client.post("/api/v1/belief", json=asked).json
    for wrong, where in (({"opponent": "nobody"}, "opponent"), ({"worlds": 0}, "worlds")):
        answer = client.post("/api/v1/belief", json={"view": HISTORY, **wrong})
        assert (answer.status_code, answer.json["error"]["where"]) == (422, where)


@pytest.mark.parametrize("theme", [0, 1], ids=["light", "dark"])
@pytest.mark.parametrize("level", ["paper", "heat-1", "heat-2", "heat-3", "heat-4", "heat-5"])
def test_numbers_read_on_every_ground(level: str, theme: int) -> None:
    tokens = _tokens()
    assert _contrast(tokens["ink"][theme], tokens[level][theme]) >= 4.5


@pytest.mark.parametrize("theme", [0, 1], ids=["light", "dark"])
def test_the_grounds_go_from_the_panel_to_the_accent(theme: int) -> None:
    tokens = _tokens()
    steps = [tokens[f"heat-{level}"][theme] for level in range(1, 6)]
    away = [_contrast(tokens["surface"][theme], step) for step in steps]
    assert away == sorted(away) and len(set(away)) == 5
