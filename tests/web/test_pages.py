"""The pages as a browser without scripts sees them."""

from __future__ import annotations

import re
import time

import pytest
from flask import Flask
from flask.testing import FlaskClient

from analyzer.display import hands
from analyzer.notation import decode, encode, parse_view
from analyzer.web.analyze import examples
from analyzer.web.state import web_app
from tests.unit.test_reviewing import until
from tests.web.conftest import MakeApp, browser
from tests.web.scripted import Script

NEWEST = ">Show the newest numbers</a>"
ELEVEN = "hand: 7h 8h 9h 4c 4d 4s Kd Qd 2c Ac 6s\npile: 5s Kh 9c"
TEN = "hand: 7h 8h 9h 4c 4d 4s Kd Qd 2c Ac\npile: 5s Kh 9c"


def text_of(html: str) -> str:
    """What a reader sees, in one line."""
    return " ".join(re.sub(r"<[^>]*>", "", html).split())


def settled(client: FlaskClient, address: str) -> str:
    """The page once its search has ended."""
    for _ in range(200):
        page = client.get(address).text
        if 'aria-busy="true"' not in page:
            return page
        time.sleep(0.02)
    raise AssertionError("the search does not end")


def position(client: FlaskClient, text: str) -> str:
    answer = client.post("/analyze", data={"view": text})
    assert answer.status_code == 303, answer.text
    return answer.location


def test_home_has_three_examples_a_box_and_a_random_deal(client: FlaskClient) -> None:
    page = client.get("/").text
    examples = re.findall(r'href="(/analyze\?p=[^"]+)"', page)
    assert len(set(examples)) == 3
    assert all(client.get(example).status_code == 200 for example in examples)
    assert 'href="/analyze/random"' in page
    assert '<form method="post" action="/analyze"' in page


def test_the_hand_on_the_first_page_has_its_answer_once_it_is_computed(
    make_app: MakeApp, script: Script
) -> None:
    script.held = True
    app = make_app(showcase=True)
    client = browser(app)
    assert "verdict-line" not in client.get("/").text
    script.step(3)
    for _ in range(500):
        page = client.get("/").text
        if "verdict-line" in page:
            break
        time.sleep(0.02)
    assert "+4.1 ±0.1 points" in text_of(page)
    assert script.runs == 1
    first = re.findall(r'href="(/analyze\?p=[^"]+)"', page)[0]
    assert "+4.1 ±0.1 points" in text_of(client.get(first).text), "the same search"
    assert script.runs == 1


def test_the_answer_of_the_first_page_is_not_given_up_while_nobody_looks(
    make_app: MakeApp, script: Script
) -> None:
    script.held = True
    client = browser(make_app(showcase=True, idle_seconds=1))
    until(lambda: script.active)
    time.sleep(1.5)
    script.step(3)
    until(lambda: "+4.1 ±0.1 points" in text_of(client.get("/").text))


def test_paste_leads_to_the_position_and_its_answer(client: FlaskClient) -> None:
    page = settled(client, position(client, ELEVEN))
    assert "Play on: discard K♦." not in text_of(page)
    assert "Discard K♦." in text_of(page)
    assert "+4.1 ±0.1 points; next is Q♦, 0.6 behind." in text_of(page)
    assert "±" in page and "1.96" in page


def test_examples_are_drawn_as_the_solver_arranges_them() -> None:
    for sample in (*examples.samples(), *examples.samples("tables")):
        seen = sample.seen
        held = hands.held(seen)
        solved = [(group.label, group.cards) for group in held]
        drawn = [(group.label, group.cards) for group in sample.groups]
        assert [label for label, _ in drawn] == [label for label, _ in solved]
        for (_, ours), (_, theirs) in zip(drawn, solved, strict=True):
            assert {one.card for one in ours} == {one.card for one in theirs}


def test_no_page_waits_for_the_kernel(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    client = browser(app)
    web_app(app).engine_ready.wait(60)
    web_app(app).engine_ready.clear()
    monkeypatch.setattr("analyzer.web.waiting.READY_WAIT", 0.0)
    try:
        assert client.get("/").status_code == 200
        page = client.get(position(client, ELEVEN)).text
        assert "your cards" not in page and ">set<" in re.sub(r"\s+", "", page)
    finally:
        web_app(app).engine_ready.set()


def test_ten_cards_ask_about_the_draw(client: FlaskClient) -> None:
    page = text_of(settled(client, position(client, TEN)))
    assert "Take the 9♣" in page


def test_the_empty_page_teaches(client: FlaskClient) -> None:
    page = client.get("/analyze").text
    starts = set(re.findall(r'href="/analyze\?p=([^"]+)"', page))
    assert sorted(start.startswith("g1.") for start in starts) == [False] * 3 + [True] * 3
    assert "0/10" in page


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        ("hand: 7h 8h 9h 4c 4d 4s Kd Qd 2c 11h", "<mark>11h</mark>"),
        ("hand: 7h 7h 9h 4c 4d 4s Kd Qd 2c Ac", "7h"),
        ("hand: 7h 8h 9h", "3 cards"),
        ("", "hand"),
        ("<script>alert(1)</script>", "&lt;"),
    ],
)
def test_wrong_text_stays_in_the_box(client: FlaskClient, typed: str, told: str) -> None:
    answer = client.post("/analyze", data={"view": typed})
    assert answer.status_code == 422
    kept = typed.replace("<", "&lt;").replace(">", "&gt;")
    assert f">{kept}</textarea>" in answer.text
    assert told in answer.text
    assert "<script>alert" not in answer.text


def test_the_cure_of_an_error_is_a_button_that_mends_the_text(client: FlaskClient) -> None:
    wrong = ELEVEN.replace("Kd", "13d")
    answer = client.post("/analyze", data={"view": wrong})
    cure = re.search(r'name="cure" value="([^"]*)"', answer.text)
    assert cure is not None
    mended = client.post("/analyze/grid", data={"view": wrong, "cure": cure[1]})
    assert mended.status_code == 200
    assert ">hand: 7h 8h 9h 4c 4d 4s Kd Qd 2c Ac 6s\npile: 5s Kh 9c</textarea>" in mended.text


def test_preview_shows_melds_while_typing(client: FlaskClient) -> None:
    answer = client.post("/analyze/preview", data={"view": "hand: 7h 8h 9h Kd Ks"})
    assert answer.status_code == 200
    assert "5/10" in answer.text
    assert "seven of hearts, in a run" in answer.text
    assert "deadwood 20" in answer.text
    assert "entry-text" not in answer.text, "the box is left alone while one types"


def test_preview_of_a_slip_is_an_error_fragment(client: FlaskClient) -> None:
    answer = client.post("/analyze/preview", data={"view": "hand: 7h 8x"})
    assert answer.status_code == 200
    assert "<mark>8x</mark>" in answer.text
    assert "<html" not in answer.text


def test_a_tap_goes_round_and_keeps_the_other_lines(client: FlaskClient) -> None:
    text = "rules: classic\nscore: 40-65\nhand: 7h 8h"
    seen = []
    for _ in range(4):
        page = client.post("/analyze/grid", data={"view": text, "tap": "Kd"}).text
        found = re.search(r"<textarea[^>]*>([^<]*)</textarea>", page)
        assert found is not None
        text = found[1]
        seen.append(text)
    kept = "rules: classic\nscore: 40-65\n"
    assert seen == [
        f"{kept}hand: 7h 8h Kd",
        f"{kept}hand: 7h 8h\npile: Kd",
        f"{kept}hand: 7h 8h\nopp took: Kd",
        f"{kept}hand: 7h 8h",
    ]


def test_a_tap_with_scripts_swaps_hand_grid_and_text(client: FlaskClient) -> None:
    answer = client.post(
        "/analyze/grid", data={"view": "hand: 7h", "tap": "8h"}, headers={"HX-Request": "true"}
    )
    assert "hand: 7h 8h</textarea>" in answer.text
    assert 'id="hand"' in answer.text and 'id="grid"' in answer.text
    assert "<html" not in answer.text


def test_clear_keeps_rules_and_score(client: FlaskClient) -> None:
    page = client.post("/analyze/grid", data={"view": f"rules: classic\n{ELEVEN}", "clear": "1"})
    assert ">rules: classic</textarea>" in page.text


def test_a_card_of_the_history_is_not_moved_by_a_tap(client: FlaskClient) -> None:
    text = f"{TEN.splitlines()[0]}\nhistory:\n  upcard 5s\n  opp: pass\n  me: pass"
    text += "\n  opp: draws, discards Kh"
    page = client.post("/analyze/grid", data={"view": text, "tap": "Kh"})
    assert page.status_code == 422
    assert "discards Kh</textarea>" in page.text
    assert "follows from the turns" in page.text


def test_a_random_deal_is_a_position(client: FlaskClient) -> None:
    answers = [client.get("/analyze/random") for _ in range(5)]
    assert all(answer.status_code == 303 for answer in answers)
    views = [decode(answer.location.partition("p=")[2]) for answer in answers]
    assert len(set(views)) > 1


@pytest.mark.parametrize("ident", ["x", "AAAA", "%00", "é", "A" * 5000, "../../etc/passwd"])
def test_an_id_that_is_none_is_said_so(client: FlaskClient, ident: str) -> None:
    answer = client.get("/analyze", query_string={"p": ident})
    assert answer.status_code == 422
    assert "There is no position" in answer.text
    assert "Traceback" not in answer.text


def test_an_altered_id_is_refused(client: FlaskClient) -> None:
    ident = encode(parse_view(ELEVEN))
    wrong = ident[:10] + ("A" if ident[10] != "A" else "B") + ident[11:]
    assert client.get(f"/analyze?p={wrong}").status_code == 422


def test_head_does_not_start_a_search(client: FlaskClient, script: Script) -> None:
    ident = encode(parse_view(ELEVEN))
    assert client.head(f"/analyze?p={ident}").status_code == 200
    assert script.runs == 0


def test_without_scripts_the_page_reloads_itself_until_there_is_an_answer_to_read(
    make_app: MakeApp, script: Script
) -> None:
    script.held = True
    app = make_app(first_wait=0.05)
    client = browser(app)
    address = position(client, ELEVEN)
    page = client.get(address).text
    again = f"1; url={address}".replace("&", "&amp;")
    assert f'<noscript><meta http-equiv="refresh" content="{again}"></noscript>' in page
    assert "Dealing the first worlds." in page and NEWEST not in page
    assert "sse-connect=" in page
    script.step(1)
    shown = client.get(address).text
    assert "Too close to call" in shown, "64 worlds tell nothing apart"
    assert 'http-equiv="refresh"' not in shown, "whoever reads keeps the place, and what is open"
    assert NEWEST in shown and "Rolling out" in shown and "only when you ask" in shown
    stopped = client.get(f"{address}&stopping=1").text  # elsewhere, of which nothing is heard yet
    assert "Rolling out" in stopped and 'http-equiv="refresh"' in stopped
    script.step(5)
    page = settled(client, address)
    assert "sse-connect" not in page
    assert script.runs == 1, "all these pages watched one search"


def test_a_finished_search_is_shared_and_looks_the_same(client: FlaskClient) -> None:
    page = settled(client, position(client, ELEVEN))
    share = re.search(r'href="(/a/[^"]+)"', page)
    assert share is not None
    shared = client.get(share[1])
    assert shared.status_code == 200
    assert "Discard K♦." in text_of(shared.text)
    assert "A stored answer, computed on" in text_of(shared.text)


def test_another_process_answers_from_the_store(make_app: MakeApp, script: Script) -> None:
    first, second = browser(make_app()), browser(make_app())
    address = position(first, ELEVEN)
    before = settled(first, address)
    after = settled(second, address)
    assert script.runs == 1
    row = re.compile(r'<td class="num q".*?</td>', re.S)
    assert row.findall(before) == row.findall(after) != []


def test_what_is_not_there_is_a_styled_404(client: FlaskClient) -> None:
    for path in ("/nowhere", "/a/nothing", "/searches/none", "/static/none.css"):
        answer = client.get(path)
        assert answer.status_code == 404
        assert "<main" in answer.text
    assert client.post("/searches/none/stop").status_code == 404


def test_wrong_method_is_a_styled_405_that_says_what_is_allowed(client: FlaskClient) -> None:
    answer = client.delete("/analyze")
    assert answer.status_code == 405
    assert "POST" in answer.headers["Allow"]
    assert "<main" in answer.text


def test_options_and_head_work_everywhere(client: FlaskClient) -> None:
    for path in ("/", "/analyze", "/learn/rules", "/api", "/healthz"):
        assert client.options(path).status_code == 200
        assert client.head(path).status_code == 200


def test_an_unforeseen_error_is_a_styled_500(
    app: Flask, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def broken(share: str) -> None:
        raise RuntimeError("the secret path /etc/thing")

    monkeypatch.setattr(web_app(app).archive, "load", broken)
    answer = browser(app).get("/a/x")
    assert answer.status_code == 500
    assert "Something went wrong on our side" in answer.text
    assert "secret path" not in answer.text
    assert "secret path" in caplog.text


def test_rules_page_has_every_preset_and_field(client: FlaskClient) -> None:
    from dataclasses import fields

    from analyzer.game.rules import PRESETS, Rules

    page = client.get("/learn/rules").text
    assert all(f"{name}" in page for name in PRESETS)
    names = {field.name for field in fields(Rules)} - {"name", "summary"}
    assert {name for name in names if name not in page} == set()
    assert 'href="/learn/rules"' in client.get("/learn").text


def test_health_counts_searches(make_app: MakeApp, script: Script) -> None:
    script.held = True
    client = browser(make_app(first_wait=0.01))
    assert client.get("/healthz").json["searches"] == 0
    client.get(position(client, ELEVEN))
    assert client.get("/healthz").json["searches"] == 1
