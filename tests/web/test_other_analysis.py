"""The other games analyzed and reviewed on the web: pasted, from the table, wrongly."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from html import unescape
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from analyzer.api.documents import pretty
from analyzer.api.records import table_record
from analyzer.display.around import advised_felt
from analyzer.display.parts import HandCard
from analyzer.engine.general import advise, greedy_move
from analyzer.engine.types import Evaluation, Grade
from analyzer.engine.unit import unit_of
from analyzer.game.position import deal
from analyzer.game.rules import parse_rules
from analyzer.game.view import View, seen_by
from analyzer.notation import encode, parse_view
from analyzer.notation.numbers import counted
from analyzer.notation.records import (
    Record,
    decisions,
    encode_record,
    format_record,
    record_of,
)
from analyzer.review import Choice
from analyzer.web.analyze.examples import samples
from analyzer.web.review import pages
from analyzer.web.review.retry import errors_of
from analyzer.web.state import web_app
from tests.oracles.played import choices_in
from tests.unit.test_other_clear import CLEAR
from tests.web.conftest import browser
from tests.web.test_table_games import chosen, kept

EXAMPLES = {sample.title: sample.text for sample in samples("tables")}
MAHJONG = CLEAR["all three cards play: 2-3-4 of clubs and an eight for the hearts, so I'm out"][0]
GIN = CLEAR["gin pays 25 apiece plus all the deadwood they hold"][0]


def played_out(name: str, seed: int = 3, players: tuple[str, ...] = ()) -> Record:
    """A hand that greedy players played to its end."""
    here = deal(parse_rules(name), seed)
    while not here.over:
        here = here.apply(greedy_move(seen_by(here, here.turn)))
    return record_of(here, players, in_moves=True)


def outlined(advice: Evaluation) -> list[str]:
    felt = advised_felt(advice.view, advice.actions, advice.best)
    cards = [item for row in felt.rows for group in row for item in group.cards if _best(item)]
    return [str(felt.advised), *(str(item.card) for item in cards)]


def _best(item: HandCard) -> bool:
    return item.advised


@pytest.mark.parametrize("text", EXAMPLES.values(), ids=EXAMPLES)
def test_a_view_pasted_into_the_box_is_answered(client: FlaskClient, text: str) -> None:
    sent = client.post("/analyze", data={"view": text})
    assert sent.status_code == 303 and sent.location.startswith("/analyze?p=g1.")
    page = client.get(sent.location)
    assert page.status_code == 200 and "200 worlds" in page.text
    assert (
        text.split("hand: ")[1].split("\n", maxsplit=1)[0].split(maxsplit=1)[0] in page.text
    )  # in "As text"


def test_what_is_outlined_is_what_the_best_move_plays() -> None:
    assert outlined(advise(parse_view(MAHJONG), 30)) == ["None"], "three cards, not the top one"
    assert outlined(advise(parse_view(GIN), 30)) == ["None", "Kd"]
    upcard = advise(parse_view(EXAMPLES["Three players, an upcard"]), 30)
    assert outlined(upcard) == ["pile"]
    lay = next(m for m in _after_drawing().legal_actions() if str(m) == "meld 5h 6h 7h")
    advice = advise(_after_drawing(), 20, moves=[lay, _after_drawing().legal_actions()[0]])
    first = replace(advice, actions=tuple(sorted(advice.actions, key=lambda v: v.action != lay)))
    assert outlined(first) == ["None", "5h", "6h", "7h"]


def _after_drawing() -> Any:
    return parse_view(
        "game: mahjong\nseat: 1\ndealer: 2\nhand: 3c 5h 6h 7h Kd Qs 9c 2d Th 8s Ah\nhistory:\n"
        "  upcard 4c\n  1: draw 3c"
    )


def test_a_view_that_cannot_be_stays_in_the_box(client: FlaskClient) -> None:
    wrong = client.post("/analyze", data={"view": GIN.replace("Kd", "Kx", 1)})
    assert wrong.status_code == 422 and 'class="error' in wrong.text and "Kx" in wrong.text
    cut = client.get("/analyze?p=g1.abcd")
    assert cut.status_code == 422 and "no position at this address" in cut.text
    waits = client.post("/analyze", data={"view": GIN.replace("seat: 1", "seat: 2")})
    assert waits.status_code in (303, 422)


@pytest.mark.parametrize(
    ("way", "path", "given"),
    [
        ("post", "/searches", {"data": {"p": encode(parse_view(GIN))}}),
        ("get", "/analyze/belief", {"query_string": {"p": encode(parse_view(GIN))}}),
        ("get", "/analyze/turn", {"query_string": {"p": encode(parse_view(MAHJONG))}}),
        ("post", "/train/play/from", {"data": {"p": encode(parse_view(GIN)), "level": "novice"}}),
        ("post", "/api/v1/belief", {"json": {"view": GIN}}),
        ("post", "/api/v1/belief", {"json": {"view": encode(parse_view(MAHJONG))}}),
    ],
)
def test_what_is_for_two_refuses_a_view_of_several(
    client: FlaskClient, way: str, path: str, given: dict[str, Any]
) -> None:
    refused = client.open(path, method=way, **given)
    assert refused.status_code in {400, 422}, refused.status
    said = "is not for two with the plain pack", "That request makes no sense"
    assert any(words in refused.text for words in said)


def test_a_document_and_an_id_are_read_in_the_box(client: FlaskClient) -> None:
    document = client.post("/api/v1/convert", json={"view": GIN}).json
    for text in (json.dumps(document["view"]), document["id"], document["text"]):
        sent = client.post("/analyze", data={"view": text})
        assert (sent.status_code, sent.location) == (303, f"/analyze?p={document['id']}")


def test_old_addresses_lead_on(client: FlaskClient) -> None:
    ident = client.post("/analyze", data={"view": GIN}).location.partition("p=")[2]
    quick = client.get(f"/analyze/table?p={ident}")
    assert (quick.status_code, quick.location) == (301, f"/analyze?p={ident}")
    deep = client.get(f"/analyze/table?p={ident}&worlds=800")
    assert deep.location == f"/analyze?p={ident}&limit=longer"
    assert "800 worlds" in client.get(deep.location).text
    assert client.get("/analyze/table", follow_redirects=True).status_code == 200
    sent = client.post("/analyze/table", data={"view": GIN}, follow_redirects=True)
    assert sent.status_code == 200 and "Gin, discard" in sent.text


def test_typing_what_a_chair_sees_draws_its_table(client: FlaskClient) -> None:
    shown = client.post("/analyze/preview", data={"view": GIN}).text
    assert 'data-card="Kd"' in shown and 'id="grid"' not in shown
    wrong = client.post("/analyze/preview", data={"view": GIN.replace("seat: 1", "seat: 9")})
    assert wrong.status_code == 200 and "is not a seat" in wrong.text


def review_until_whole(client: FlaskClient, address: str) -> str:
    """The page of a review once it is done."""
    app = client.application
    reviews, ident = web_app(app).reviews, address.rpartition("/")[2]
    deadline = time.monotonic() + 120
    job = reviews.job(ident)
    while job is not None and job.running:
        assert time.monotonic() < deadline, "the review never ends"
        job = reviews.wait(ident, job.version, 1)
    assert job is not None and job.status == "done", job
    return client.get(address).text


@cache
def advised_once(view: View, worlds: int, seed: int) -> Evaluation:
    """The engine's answer, which several tests need of the same hand."""
    return advise(view, worlds, seed)


def advised(view: View, worlds: int, seed: int, each: Callable[[int], None]) -> Evaluation:
    """As `advise`, with word of the last world alone."""
    each(worlds - 1)
    return advised_once(view, worlds, seed)


@pytest.fixture
def few_worlds(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("analyzer.review.types.AROUND", 64)
    monkeypatch.setattr("analyzer.review.judging.advise", advised)
    monkeypatch.setattr(pages, "DEPTHS", {"standard": pages.Depth("Standard", 64, 64)})


@pytest.mark.parametrize("form", ["text", "json"])
def test_a_pasted_hand_is_reviewed(client: FlaskClient, few_worlds: None, form: str) -> None:
    record = played_out("one-joker", 7, players=("Ann", "Bob"))
    text = format_record(record)
    given = text if form == "text" else pretty(table_record(record))
    sent = client.post("/review", data={"record": given})
    assert sent.status_code == 303 and sent.location.startswith("/review/")
    page = review_until_whole(client, sent.location)
    assert all(name in page for name in ("Ann", "Bob"))
    counts = re.search(r"(\d+) of (\d+) decisions", page)
    assert counts and counts[2] == str(len(decisions(record, 0, 1)))
    box = client.post("/analyze", data={"view": given})
    assert box.status_code == 422 and "Review it" in box.text


@pytest.mark.parametrize(("name", "seed"), [("three-hand", 17), ("mahjong", 13)])
def test_a_review_steps_and_looks_at_one_player(
    client: FlaskClient, few_worlds: None, name: str, seed: int
) -> None:
    record = played_out(name, seed)
    address = client.post("/review", data={"record": format_record(record)}).location
    mine = review_until_whole(client, address)
    assert "Player 2" in mine and "Play on from here" not in mine
    number = record.rules.players
    shown = client.get(f"{address}?seat={number}").text
    own = len(decisions(record, number - 1))
    assert f"of {own}</span>" in shown
    both = client.get(f"{address}?seat=both&grade=all").text
    entries = len(decisions(record, *range(number)))
    assert f"{entries} of {counted(entries, 'decision')}" in both
    step = re.search(r'id="step-after" href="([^"]+)"', shown) or re.search(
        r'id="step-before" href="([^"]+)"', shown
    )
    assert step and client.get(unescape(step[1])).status_code == 200
    for rest in ("/file", "/json", "/csv", "/record", "/retry"):
        assert client.get(address + rest).status_code == 200, rest


def test_an_error_is_tried_again(client: FlaskClient, few_worlds: None) -> None:
    record = played_out("one-joker", 7)
    address = client.post("/review", data={"record": format_record(record)}).location
    review_until_whole(client, address)
    report = web_app(client.application).reviews.report(address.rpartition("/")[2])
    assert report is not None
    seat = next(one.seat for one in report.entries if one.verdict.grade is not Grade.BEST)
    error = report.entries[errors_of(report, seat)[0]]
    assert isinstance(error, Choice)
    tried = client.get(
        f"{address}/retry", query_string={"seat": seat + 1, "try": str(error.best.action.plain)}
    )
    assert tried.status_code == 200 and "that is the best possible" in tried.text


def test_the_losses_of_the_page_are_those_of_the_engine(
    client: FlaskClient, few_worlds: None
) -> None:
    record = played_out("one-joker", 7)
    address = client.post("/review", data={"record": format_record(record)}).location
    review_until_whole(client, address)
    page = client.get(f"{address}?seat=both&grade=all").text
    clear = 0
    for one in choices_in(record):
        advice = advise(one.view, 64, 1)
        played = advice.of(one.action)
        if played.action not in advice.best and played.grade is not Grade.BEST:
            clear += 1
            assert unit_of(one.view).loss_text(advice.actions[0], played) in page
    assert clear


def test_a_hand_at_the_table_leads_to_its_review(
    app: Flask, few_worlds: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("analyzer.web.train.table.secrets.randbits", lambda _: 3)
    client = browser(app)
    form = {"rules": "four-hand", "level": "greedy", "coach": "off"}
    client.post("/train/table/new", data=form)
    while not (game := kept(app)).stage.over:
        way = "/train/table/defend" if game.asked else "/train/table"
        sent = {} if game.asked else chosen(game)
        assert client.post(way, data={**sent, "turn": game.turn}).status_code == 303
    over = client.get("/train/table").text
    assert "Review this hand" in over and 'action="/train/table/review"' in over
    page = review_until_whole(client, client.post("/train/table/review").location)
    assert "You" in page and game.position.steps


def test_old_addresses_of_reviews_lead_to_the_record(client: FlaskClient) -> None:
    record = played_out("three-hand")
    page = client.get(f"/review/table?p={encode_record(record)}&seat=2&at=3")
    assert page.status_code == 200 and "[Game &#34;three-hand&#34;]" in page.text
    assert client.get("/review/table?p=h1.nonsense").status_code == 404
    assert client.get("/review/table").status_code == 302


def test_several_hands_are_one_review(client: FlaskClient, few_worlds: None) -> None:
    one, two = played_out("one-joker", 7), played_out("one-joker", 11)
    given = f"{format_record(one)}\n\n{format_record(two)}"
    sent = client.post("/review", data={"record": given})
    page = review_until_whole(client, sent.location)
    assert "2 hands" in page and "Hand 2" in page


def test_what_is_no_hand_says_so(client: FlaskClient) -> None:
    text = format_record(played_out("four-hand"))
    other = format_record(played_out("three-hand"))
    two = client.post("/review", data={"record": f"{text}\n\n{other}"})
    assert two.status_code == 422 and "of several games" in two.text
    spoilt = client.post("/review", data={"record": text.replace("[Upcard", "[Upcrd")})
    assert spoilt.status_code == 422 and "Upcard" in spoilt.text


def test_the_api_reviews_the_document_of_a_hand(client: FlaskClient, few_worlds: None) -> None:
    record = played_out("one-joker", 7)
    given = json.loads(pretty(table_record(record)))
    sent = client.post("/api/v1/review", json={"record": given, "worlds": 64, "players": [2]})
    assert sent.status_code == 202, sent.text
    told = sent.json
    assert (told["players"], told["all"]) == ([2], len(decisions(record, 1)))
