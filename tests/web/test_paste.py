"""Hands as people write them, through the box of the analyze page."""

from __future__ import annotations

import json
import re
from html import unescape
from pathlib import Path
from random import Random

import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from analyzer.game.cards import CardSet
from analyzer.notation import decode, parse_view
from analyzer.notation.reading import read_text
from analyzer.web.analyze.chips import chips_of

CASES = json.loads((Path(__file__).parents[1] / "cases" / "paste.json").read_text(encoding="utf-8"))
TEN = "7h 8h 9h 4c 4d 4s Kd Qd 2c Ac"


def pasted(client: FlaskClient, text: str, **more: str) -> TestResponse:
    return client.post("/analyze", data={"view": text, **more})


def address(answer: TestResponse) -> dict[str, str]:
    """The parts of the address that an answer leads to."""
    assert answer.status_code == 303, answer.text
    query = answer.location.partition("?")[2]
    return dict(part.split("=", 1) for part in query.split("&"))


def door(case: dict) -> str:
    """Which test below tries a case: every one is tried by one of them."""
    if case["hand"] is None:
        return "error"
    if "asks" in case:
        return "asks"
    return "layoff" if case["question"] == "layoff" else "position"


def through(name: str) -> list:
    return [pytest.param(case, id=case["id"]) for case in CASES if door(case) == name]


WRONG = {
    "P26": "The hand has 9 cards.",
    "P27": "Ac appears twice.",
    "P28": "Did you mean Ac?",
    "P29": "No cards are named.",
}


def test_every_case_has_its_door() -> None:
    doors = ("position", "asks", "layoff", "error")
    assert len(CASES) == sum(len(through(name)) for name in doors) == 30


@pytest.mark.parametrize("case", through("position"))
def test_a_paste_leads_to_its_position(client: FlaskClient, case: dict) -> None:
    answer = pasted(client, case["text"])
    view = decode(address(answer)["p"])
    assert client.get(answer.location).status_code == 200
    assert view.hand == CardSet.of(case["hand"])
    assert str(view.question) == case["question"]
    assert {*map(str, view.opponent)} == {*case.get("opp_took", [])}
    assert {*case.get("pile_has", [])} <= {*map(str, view.pile)}
    assert "upcard" not in case or str(view.top) == case["upcard"]
    assert "score" not in case or view.score == tuple(map(int, case["score"].split("-")))
    assert view.rules.name.startswith(case.get("rules", ""))
    assert view.limit == case.get("knock_limit", view.limit)
    assert str(view.drawn) == case.get("drawn", str(view.drawn))
    assert view.stock == case.get("stock", view.stock)


@pytest.mark.parametrize("case", through("asks"))
def test_ten_bare_cards_ask_for_the_upcard(client: FlaskClient, case: dict) -> None:
    answer = pasted(client, case["text"])
    assert answer.status_code == 200
    assert "Which card is up?" in answer.text and "10/10" in answer.text
    offers = re.findall(r'class="offer[^"]*" href="([^"]+)"', answer.text)
    assert len(offers) == 42
    view = decode(re.search(r"p=([^&]+)", unescape(offers[0]))[1])
    assert view.hand == CardSet.of(case["hand"]) and str(view.question) == "upcard"


@pytest.mark.parametrize("case", through("layoff"))
def test_after_a_knock_the_layoffs_are_answered(client: FlaskClient, case: dict) -> None:
    answer = pasted(client, case["text"])
    assert answer.status_code == 200
    assert "Nothing can be laid off." in answer.text
    assert "You are left with 23 against their" in answer.text


@pytest.mark.parametrize("case", through("error"))
def test_what_is_wrong_is_said_with_a_cure_that_reads(client: FlaskClient, case: dict) -> None:
    answer = pasted(client, case["text"])
    assert answer.status_code == 422
    assert WRONG[case["id"]] in " ".join(unescape(re.sub(r"<[^>]+>", " ", answer.text)).split())
    cures = re.findall(r'name="cure" value="([^"]+)"', answer.text)
    assert bool(cures) == (case["id"] == "P28")
    for cure in cures:
        assert pasted(client, unescape(cure)).status_code == 200


def test_what_can_be_laid_off(client: FlaskClient) -> None:
    text = "I have 7h 8h 9h 4c 4d 4s Kd Qd 6s 10s, he knocked with 7s 8s 9s Jc Qc Kc 3h 3d 3s 2d"
    page = pasted(client, text).text
    assert "Lay off" in page and "You are left with 20 against their 2" in page
    assert "Their melds are read" in page
    both = pasted(client, text.replace("Kd", "2d"))
    assert both.status_code == 422 and "both hands" in both.text


def test_a_guess_and_a_question_go_along_with_the_position(client: FlaskClient) -> None:
    parts = address(pasted(client, f"I hold {TEN}, the upcard is 5s. Should I take it?"))
    assert (parts["asked"], parts["guessed"]) == ("take", "rules")
    page = client.get(f"/analyze?p={parts['p']}&asked=take&guessed=rules,nonsense").text
    assert page.count("chip-guess") == 1
    said = client.get(f"/analyze?p={parts['p']}&asked=%3Cb%3E").text
    assert "chip-guess" not in said


def test_a_guessed_question_is_told_on_the_page(client: FlaskClient) -> None:
    told = f"I had {TEN}. The upcard was 5s, I took it and threw the Kd. Was that right?"
    answer = pasted(client, told)
    assert set(address(answer)["guessed"].split(",")) == {"rules", "question"}
    typed = client.post("/analyze/preview", data={"view": told}).text
    for page in (typed, client.get(answer.location).text):
        shown = re.search(
            r'<details class="chip chip-guess" id="chip-question".*?</details>', page, re.S
        )
        assert shown and "discard or knock" in shown[0] and "what you did last" in shown[0]
        assert "<input" not in shown[0] and "<button" not in shown[0]
    passed = f"I had {TEN}. Upcard 5s. He passed and I declined it too. A mistake?"
    declined = client.post("/analyze/preview", data={"view": passed}).text
    assert "take the first upcard or pass" in declined
    asked = client.post("/analyze/preview", data={"view": f"I hold {TEN}, the upcard is 5s"}).text
    assert "chip-question" not in asked


def test_a_stock_that_nobody_told_is_a_guess(client: FlaskClient) -> None:
    told = f"I have {TEN}. He threw 5s."
    answer = client.post("/analyze", data={"view": told})
    typed = client.post("/analyze/preview", data={"view": told}).text
    for page in (typed, client.get(answer.location).text):
        shown = page.split('<details class="chip chip-guess" id="chip-stock"')[1]
        assert "the most there can be" in shown.split("</summary>")[0]
    for whole in (f"{told} 20 cards are left in the stock.", f"hand: {TEN}\npile: Kh 9c"):
        page = client.post("/analyze/preview", data={"view": whole}).text
        assert '<details class="chip" id="chip-stock"' in page


def chip(text: str, key: str) -> str:
    return next(chip.value for chip in chips_of(read_text(text)) if chip.key == key)


@pytest.mark.parametrize(
    ("key", "value", "line"),
    [
        ("rules", "classic", "rules: classic"),
        ("score", "40-65", "score: 40-65"),
        ("dealer", "me", "dealer: me"),
        ("upcard", "9d", "upcard: 9d"),
        ("opp took", "Jd", "opp took: Jd"),
        ("shown", "4c", "shown: 4c"),
    ],
)
def test_a_chip_that_is_changed_is_a_line_of_the_text(
    client: FlaskClient, key: str, value: str, line: str
) -> None:
    text = f"I hold {TEN}, the upcard is 5s"
    form = {f"chip-{key}": value, f"was-{key}": chip(text, key)}
    view = decode(address(pasted(client, text, **form))["p"])
    lines = [each for each in read_text(text).text.splitlines() if key not in each]
    assert view == parse_view("\n".join([*lines, line]))


def test_chips_that_nobody_touched_change_nothing(client: FlaskClient) -> None:
    form = {"chip-rules": "standard", "was-rules": "standard", "chip-score": "", "was-score": ""}
    view = decode(address(pasted(client, f"{TEN}, upcard 5s, classic rules", **form))["p"])
    assert view.rules.name == "classic"


def test_the_usual_rules_are_used_where_a_paste_names_none(client: FlaskClient) -> None:
    form = {"chip-rules": "palace", "was-rules": "standard", "usual": "1"}
    pasted(client, f"{TEN} upcard 5s", **form)
    parts = address(pasted(client, f"I hold {TEN}, the upcard is 9d"))
    assert decode(parts["p"]).rules.name == "palace" and parts["guessed"] == "usual"
    named = address(pasted(client, f"classic rules, {TEN}, the upcard is 9d"))
    assert decode(named["p"]).rules.name == "classic"


def test_a_tap_puts_sentences_into_lines(client: FlaskClient) -> None:
    data = {"view": f"I hold {TEN}, the upcard is 5s. Take it?", "tap": "Kd"}
    box = re.search(r"<textarea[^>]*>([^<]*)", client.post("/analyze/grid", data=data).text)
    assert box and "upcard: 5s Kd" not in box[1] and "pile: 5s Kd" in box[1]


@pytest.mark.parametrize("text", [f"{TEN} Kx", f"hand: {TEN} Kx", f"{TEN} 7h", f"I hold {TEN} 7h"])
def test_a_word_that_is_no_card_leaves_the_others_on_the_grid(
    client: FlaskClient, text: str
) -> None:
    page = client.post("/analyze", data={"view": text}).text
    assert "error-box" in page and "10/10" in page and page.count('data-place="mine"') == 10
    tapped = client.post("/analyze/grid", data={"view": text, "tap": "6s"}).text
    box = re.search(r"<textarea[^>]*>([^<]*)", tapped)
    assert box and "error-box" not in tapped and "11/11" in tapped
    assert parse_view(box[1]).hand == CardSet.of(f"{TEN} 6s")


@pytest.mark.parametrize("text", ["what should I do", "I have 7 8 9 J J 2 4 5 K Q, help"])
def test_a_tap_adds_no_second_hand_to_what_cannot_be_read(client: FlaskClient, text: str) -> None:
    page = client.post("/analyze/grid", data={"view": text, "tap": "6s"}).text
    box = re.search(r"<textarea[^>]*>([^<]*)", page)
    assert box and box[1] == text and "cannot be read yet" in page


def test_a_tap_beside_a_history_leaves_the_pile_to_the_turns(client: FlaskClient) -> None:
    text = f"hand: {TEN}\nhistory:\n  upcard 5s\n  opp: pass"
    for line in ("opp has: 6s", None):
        data = {"view": f"{text}\nhand 6s" if line is None else text, "tap": "6s"}
        page = client.post("/analyze/grid", data=data).text
        assert "pile: 6s" not in page
    mine = text.replace("Ac", "Ac 6s")
    page = client.post("/analyze/grid", data={"view": mine, "tap": "6s"}).text
    assert "opp has: 6s" in page


def test_a_tap_can_be_undone(client: FlaskClient) -> None:
    page = client.post("/analyze/grid", data={"view": f"hand: {TEN}\npile: 5s", "tap": "Kd"}).text
    undo = re.search(r'id="undo"><button[^>]*name="cure" value="([^"]+)"', page)
    assert undo and parse_view(undo[1]).question == "upcard"


def test_typing_sentences_shows_the_board_and_how_they_were_read(client: FlaskClient) -> None:
    answer = client.post("/analyze/preview", data={"view": f"I hold {TEN}, the upcard is 5s"})
    assert "error-box" not in answer.text and "10/10" in answer.text
    assert 'id="chip-rules"' in answer.text and 'id="chip-upcard"' in answer.text


def test_no_cure_of_the_page_leads_to_an_error(client: FlaskClient) -> None:
    rng = Random(7)
    slips = ("1c", "11h", "is", "as", "Kx", "upcrad", "14s", "0d", "8x", "he", "rules: clasic")
    offered = 0
    for _ in range(60):
        words = rng.choice(CASES)["text"].split(" ")
        words[rng.randrange(len(words))] = rng.choice(slips)
        answer = client.post("/analyze/preview", data={"view": " ".join(words)})
        for cure in re.findall(r'name="cure" value="([^"]+)"', answer.text):
            offered += 1
            mended = client.post("/analyze/preview", data={"view": unescape(cure)})
            assert "error-box" not in mended.text, unescape(cure)
    assert offered > 3


SLIP = f"I hold {TEN} and he trew the 9c. Take it?"
"""A told hand of which one word cannot be read."""


def test_what_could_be_read_is_on_the_table_beside_the_error(client: FlaskClient) -> None:
    answer = client.post("/analyze/preview", data={"view": SLIP})
    assert (
        "<mark>trew</mark>" in answer.text and "What could be read is on the table" in answer.text
    )
    assert "10/10" in answer.text and "entry-text" not in answer.text
    page = client.post("/analyze", data={"view": SLIP})
    assert page.status_code == 422
    assert "10/10" in page.text and "What could be read is on the table" in page.text
    assert f">{SLIP}</textarea>" in page.text


def test_a_told_hand_fills_the_table_while_it_grows(client: FlaskClient) -> None:
    answer = client.post("/analyze/preview", data={"view": "I hold the seven and eight of hearts"})
    assert "error-box" not in answer.text and "2/10" in answer.text
    page = client.post("/analyze", data={"view": "I hold the seven and eight of hearts"})
    assert page.status_code == 422 and "error-box" in page.text and "2/10" in page.text


def test_a_tap_keeps_what_could_be_read_and_notes_what_could_not(client: FlaskClient) -> None:
    page = client.post("/analyze/grid", data={"view": SLIP, "tap": "6s"}).text
    assert f">hand: {TEN} 6s\n# he trew the 9c</textarea>" in page and "error-box" not in page
    undo = re.search(r'id="undo"><button[^>]*name="cure" value="([^"]+)"', page)
    assert undo and unescape(undo[1]) == SLIP


def test_an_error_leaves_the_table_alone_where_no_card_can_be_read(client: FlaskClient) -> None:
    answer = client.post("/analyze/preview", data={"view": "I have nothing. hi"})
    assert "error-box" in answer.text and 'id="hand"' not in answer.text
    assert "on the table" not in answer.text
