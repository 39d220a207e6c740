"""The proof of reading: each word beside what it became, and one question where it is unclear."""

from __future__ import annotations

import json
import re
from html import unescape
from itertools import pairwise

import pytest
from flask.testing import FlaskClient

from analyzer.errors import UnclearError, Wording
from analyzer.notation import parse_view
from analyzer.notation.reading import read_text
from tests.unit.test_cli import document, run

TEN = "7h 8h 9h 4c 4d 4s Kd Kc 2c Ac"
SAID = f"Hey guys, I have {TEN}. Upcard 5s, the black nines are gone, score 40-65, he likes spades"


def pieces(text: str) -> dict[str, tuple[str, str]]:
    return {text[p.start : p.end]: (p.key, p.what) for p in read_text(text).parts}


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        (
            SAID,
            {"7h": ("hand", "7h"), "5s": ("upcard", "5s"), "score 40-65": ("score", "40-65"),
             "black nines are gone": ("seen", "9c 9s")},
        ),
        (
            "got 4h-7h, K of spades, 2c, no wait, 3c, 9c 9d 9s, Ac; he threw 8h",
            {"4h-7h": ("hand", "4h 5h 6h 7h"), "K of spades": ("hand", "Ks"),
             "2c, no wait, 3c": ("hand", "3c"), "8h": ("top", "8h")},
        ),
        (
            "Ma main : A♥ 2♥ 3♥ 8♠ 8♦ V♣ D♣ 10♠ 5♦ R♥. Retourne : 8♣.",
            {"V♣": ("hand", "Jc"), "8♣": ("upcard", "8c")},
        ),
    ],
)  # fmt: skip
def test_each_word_is_tied_to_what_it_became(text: str, parts: dict[str, tuple[str, str]]) -> None:
    found = pieces(text)
    whole = {part: found.get(part) or found.get(part.split()[0]) for part in parts}
    assert whole == parts


def test_parts_stand_in_order_and_name_every_card() -> None:
    parts = read_text(SAID).parts
    assert all(one.end <= other.start for one, other in pairwise(parts))
    named = " ".join(part.what for part in parts if part.key in {"hand", "upcard", "seen"})
    assert sorted(named.split()) == sorted(f"{TEN} 5s 9c 9s".split())


def test_the_json_has_the_parts_and_the_terminal_what_was_not_used() -> None:
    forms = document("convert", "-", given=SAID)
    read = {SAID[part["start"] : part["end"]]: part["what"] for part in forms["read"]}
    assert read["Kd"] == "Kd" and read["score 40-65"] == "40-65"
    assert "read" not in document("convert", "-", given=f"hand: {TEN}\nupcard: 5s")
    shown = run("convert", "-", given=SAID).output
    assert "# [Hey guys], I have 7h" in shown and "# `he likes spades` is not used" in shown
    assert parse_view(shown) == read_text(SAID).whole


def test_the_page_shows_what_each_word_became(client: FlaskClient) -> None:
    typed = client.post("/analyze/preview", data={"view": SAID}).text
    page = client.post("/analyze", data={"view": SAID}, follow_redirects=True).text
    for html in (typed, page):
        assert '<span class="unread">Hey guys, </span>' in html
        assert '<span title="7♥">7h</span>' in html and "your hand" in html
        assert "“he likes spades” is not used." in html
    formal = client.post("/analyze/preview", data={"view": f"hand: {TEN}\nupcard: 5s"}).text
    assert 'id="proof"' not in formal


UNCLEAR = [
    (f"I hold {TEN}. My lucky card is the Jc.", ["the upcard", "drawn by you"]),
    (f"take it? {TEN} 5s", ["the upcard", "drawn by you"]),
    (f"I have {TEN}. Top card 5s. Top card 9c.", ["5♠ lies on top now", "9♣ lies on top now"]),
]


@pytest.mark.parametrize(("text", "labels"), UNCLEAR)
def test_one_question_where_a_role_is_unclear(
    client: FlaskClient, text: str, labels: list[str]
) -> None:
    with pytest.raises(UnclearError) as caught:
        read_text(text)
    choices = caught.value.asks
    assert {*labels} <= {choice.label for choice in choices}
    readings = {read_text(choice.text).text for choice in choices}
    assert len(readings) == len(choices) > 1
    told = json.loads(run("convert", "-", "--json", given=text).stdout)["error"]
    answer = client.post("/api/v1/convert", json={"view": text})
    assert answer.status_code == 422 and answer.get_json()["error"] == told
    assert [Wording(**each) for each in told["asks"]] == [*choices]
    page = client.post("/analyze", data={"view": text})
    buttons = re.findall(r'name="chosen" value="([^"]+)"', page.text)
    assert page.status_code == 422 and [unescape(one) for one in buttons] == [
        choice.text for choice in choices
    ]
    answer = client.post("/analyze", data={"view": text, "chosen": unescape(buttons[0])})
    assert answer.status_code == 303 or "Which card is up?" in answer.text
