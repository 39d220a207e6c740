"""The JSON API: its answers, its errors, and that its document tells all of it."""

from __future__ import annotations

import json
import re
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
import schemathesis
from flask import Flask
from flask.testing import FlaskClient
from hypothesis import HealthCheck, given, settings
from schemathesis.specs.openapi.checks import positive_data_acceptance

from analyzer.api.openapi import PREFIX, ROUTES, Route
from analyzer.engine.equity import equity_for
from analyzer.game.rules import parse_rules
from analyzer.notation import encode, parse_view
from analyzer.service.admission import Admission
from analyzer.web import ServerSettings, create_app
from tests.web.conftest import browser
from tests.web.scripted import Script
from tests.web.test_pages import ELEVEN, TEN


def ask(client: FlaskClient, route: str, **document: Any) -> Any:
    answer = client.post(f"{PREFIX}/{route}", json=document)
    assert answer.status_code == 200, answer.text
    assert answer.mimetype == "application/json"
    return answer.json


def refused(client: FlaskClient, route: str, **document: Any) -> dict[str, str]:
    answer = client.post(f"{PREFIX}/{route}", json=document)
    assert answer.status_code == 422, answer.text
    error: dict[str, str] = answer.json["error"]
    assert set(error) == {"message", "where", "hint"}
    return error


def test_melds(client: FlaskClient) -> None:
    found = ask(client, "melds", cards="7h 8h 9h 4c 4d 4s Kd Qd 2c Ac 6s")
    assert found["deadwood"] == 29
    melds = found["arrangements"][0]["melds"]
    assert sorted(melds) == [["4c", "4d", "4s"], ["7h", "8h", "9h"]]
    assert [one["deadwood"] for one in found["discards"][:2]] == [19, 19]
    assert len(found["discards"]) == 11
    assert ask(client, "melds", cards="Kd")["discards"] == []


def test_layoff_chains_and_scores(client: FlaskClient) -> None:
    found = ask(
        client,
        "layoff",
        knocker="8h 9h Th / 7c 7d 7s / Ad 3s 2c 2d",
        defender="6h 7h 5c Kc Kd Kh Ks 4s 4d 9c",
    )
    assert [one["card"] for one in found["laid_off"]] == ["7h", "6h"]
    assert found["points"] == 22
    assert found["result"] == {"winner": "knocker", "kind": "knock", "points": 14}


def test_knock_says_which_two_to_choose_from(client: FlaskClient) -> None:
    found = ask(client, "knock", cards="3c 4c 5c 6c 9d 9h 9s 2s Ah Ad Kc")
    assert found["least"]["action"] == "knock Kc"
    assert found["least"]["points"] == 4
    assert found["limit"] == 10
    assert ask(client, "knock", cards="2c 4h 6c 8d Th Qc Ks Jd 9s 7c 5d")["least"] is None


def test_outs_know_what_has_been_seen(client: FlaskClient) -> None:
    hand = "7h 8h 9h 4c 4d Kd Qd 2c Ac 3s"
    alone = ask(client, "outs", cards=hand)
    seen = ask(client, "outs", view=f"hand: {hand}\npile: 6h 4s Jd")
    assert {"6h", "Th", "4h", "4s", "Jd"} <= set(alone["meld"])
    assert {"4s", "6h", "Jd"} & set(seen["meld"]) == set()
    assert seen["live"] == alone["live"] - 3


def test_convert_reads_every_form_and_writes_all(client: FlaskClient) -> None:
    forms = ask(client, "convert", view=TEN)
    view = parse_view(TEN)
    assert forms["id"] == encode(view)
    assert parse_view(forms["text"]) == view
    for form in (forms["id"], forms["text"], forms["view"]):
        assert ask(client, "convert", view=form) == forms
    compact = "7h8h9h4c4d4sKdQd2cAc6s"
    assert len(ask(client, "convert", view=compact)["view"]["hand"]) == 11


def test_analyze_answers_when_it_is_done(client: FlaskClient, script: Script) -> None:
    found = ask(client, "analyze", view=ELEVEN, worlds=1000, seed=7)
    assert found["done"] is True and found["seed"] == 7
    assert found["best"] == ["discard Kd"]
    assert {one["action"] for one in found["actions"]} >= {"discard Kd", "discard Qd"}
    assert found["actions"][0]["class"] == "best"
    assert script.limits[-1].worlds == 1000
    again = ask(client, "analyze", view=ELEVEN, worlds=1000, seed=7)
    assert again == found and script.runs == 1, "the same request is the same answer"
    ask(client, "analyze", view=ELEVEN, worlds=1000, seed=8)
    assert script.runs == 2


def test_analyze_thinks_no_longer_than_allowed(client: FlaskClient, script: Script) -> None:
    ask(client, "analyze", view=ELEVEN)
    assert script.limits[-1].seconds == 2.0
    ask(client, "analyze", view=ELEVEN, seconds=3000)
    assert script.limits[-1].seconds == 60.0


def test_analyze_asks_only_opponents_that_exist(client: FlaskClient) -> None:
    assert ask(client, "analyze", view=ELEVEN, opponent="waiter")["opponent"] == "waiter"
    error = refused(client, "analyze", view=ELEVEN, opponent="nobody")
    assert error["where"] == "opponent" and "waiter" in error["hint"]


def test_equity(client: FlaskClient) -> None:
    found = ask(client, "equity", score=[90, 10])
    assert found["chance"] > 0.8
    low, high = sorted(found["deals"].values())
    assert low <= found["chance"] <= high
    assert refused(client, "equity", score=[900, 10])["message"]
    assert refused(client, "equity", score=[0, 0], rules="openspiel")["where"] == "rules"


def test_a_crowd_that_asks_for_equity_is_served_in_turn(
    app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    known = equity_for(parse_rules("eaai"))
    monkeypatch.setattr("analyzer.web.api.equity_for", lambda _: time.sleep(0.01) or known)

    def status(target: int) -> int:
        document = {"score": [0, 0], "rules": f"eaai,target={target}"}
        return app.test_client().post(f"{PREFIX}/equity", json=document).status_code

    with ThreadPoolExecutor(64) as crowd:
        assert Counter(crowd.map(status, range(100, 164))) == {200: 64}


def test_a_crowd_is_refused_instead_of_holding_the_server(
    client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    gate = Admission(places=1, room=1)
    monkeypatch.setattr("analyzer.web.api.COSTLY", gate)

    def meanwhile() -> None:
        answer = client.post(f"{PREFIX}/equity", json={"score": [0, 0], "rules": "eaai,target=900"})
        assert answer.status_code == 503 and int(answer.headers["Retry-After"]) > 0
        assert client.get("/learn/rules").status_code == 200

    gate.run(meanwhile)
    assert ask(client, "equity", score=[90, 10])


def test_rules(client: FlaskClient) -> None:
    presets = client.get(f"{PREFIX}/rules").json["presets"]
    assert presets[0]["name"] == "standard" and presets[0]["gin_bonus"] == 25


@pytest.mark.parametrize(
    ("route", "document", "where", "words"),
    [
        ("melds", {"cards": "7h 11h"}, "cards, line 1, column 4", "11h"),
        ("melds", {"cards": ""}, "cards", "0 cards"),
        ("melds", {}, "JSON", "cards"),
        ("melds", {"cards": "7h", "cadrs": 1}, "JSON", "cadrs"),
        ("melds", {"cards": "7h", "rules": "canasta"}, "rules", "canasta"),
        ("layoff", {"knocker": "7h 8h 9h", "defender": "2c"}, "knocker", "3 cards"),
        ("knock", {}, "cards", "nothing"),
        ("knock", {"cards": "7h 8h"}, "cards", "2 cards"),
        ("convert", {"view": {"hand": ["7h", "8x"]}}, "hand[1]", "8x"),
        ("analyze", {"view": ELEVEN, "seconds": -1}, "seconds", ">"),
        ("analyze", {"view": "A" * 40}, None, ""),
    ],
)
def test_errors_say_where(
    client: FlaskClient, route: str, document: dict[str, Any], where: str | None, words: str
) -> None:
    error = refused(client, route, **document)
    assert words in error["message"]
    assert error["where"] == where or where is None


_NO_BROWSER = {"Origin": "", "Sec-Fetch-Site": ""}


def test_other_errors_are_json_too(client: FlaskClient) -> None:
    for answer, status in [
        (client.get(f"{PREFIX}/nowhere"), 404),
        (client.get(f"{PREFIX}/melds"), 405),
        (client.post(f"{PREFIX}/melds", data="{}"), 415),
        (client.post(f"{PREFIX}/melds", data="{}", headers=_NO_BROWSER), 415),
        (client.post(f"{PREFIX}/melds", data="{", content_type="application/json"), 422),
        (client.post(f"{PREFIX}/melds", data="[" * 30_000, content_type="application/json"), 422),
        (client.post(f"{PREFIX}/melds", data=b"\xff", content_type="application/json"), 422),
    ]:
        assert answer.status_code == status
        assert answer.json["error"]["message"]


def test_every_route_of_the_api_is_documented(app: Flask) -> None:
    routes: dict[str, set[str]] = {}
    for rule in app.url_map.iter_rules():
        if rule.rule.startswith("/api/"):
            path = re.sub(r"<(\w+)>", r"{\1}", rule.rule)
            methods = (rule.methods or set()) - {"HEAD", "OPTIONS"}
            routes.setdefault(path, set()).update(methods)
    document = browser(app).get(f"{PREFIX}/openapi.json").json
    assert document["openapi"].startswith("3.1")
    found = document["paths"].items()
    assert {path: {name.upper() for name in methods} for path, methods in found} == routes


@pytest.mark.parametrize("route", ROUTES, ids=lambda route: route.name)
def test_every_example_works_and_stands_on_the_page(client: FlaskClient, route: Route) -> None:
    if route.name == "screens":
        pytest.importorskip("PIL")
    if route.request is not None:
        answer = client.post(route.path, json=json.loads(route.example))
        assert str(answer.status_code) == route.status, answer.text
    page = client.get("/api").text
    assert route.path in page and "curl" in page


@pytest.fixture(scope="module")
def api_schema(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """The API as its own document describes it."""
    folder = tmp_path_factory.mktemp("api")
    chosen = ServerSettings(
        database_url=f"sqlite:///{(folder / 'test.db').as_posix()}",
        secret_key="not a secret, but long enough to be one",
        rate_limit="",
        work_limit="",
    )
    app = create_app(chosen, engine=Script(batches=1).engine())
    return schemathesis.openapi.from_wsgi(f"{PREFIX}/openapi.json", app)


@pytest.mark.slow
@pytest.mark.parametrize("name", [route.name for route in ROUTES])
def test_the_api_keeps_its_word(api_schema: Any, name: str) -> None:
    """Whatever the document allows is answered as the document says."""
    found = [result.ok() for result in api_schema.get_all_operations()]
    operation = next(one for one in found if one.definition.raw["operationId"] == name)

    @settings(max_examples=25, suppress_health_check=list(HealthCheck))
    @given(case=operation.as_strategy())
    def check(case: schemathesis.Case) -> None:
        # a schema cannot tell a hand from any other text: that is what 422 is for
        case.call_and_validate(excluded_checks=[positive_data_acceptance])

    check()


SEATS = "game: three-hand\nseat: 1\ndealer: 3\nhand: 7h 8h 4c 4d 4s 2c Kd\nhistory:\n  upcard 9h"
SEATS_AS_IT_WAS = {
    "game": "three-hand", "seat": 1, "dealer": 3, "hand": SEATS.split("\n")[3][6:].split(),
    "upcard": "9h", "turns": [],
}  # fmt: skip


def test_views_where_several_play_are_answered_by_the_routes_of_all(client: FlaskClient) -> None:
    for view in (SEATS, SEATS.replace("game:", "rules:"), "rules: three-hand\n" + SEATS[25:]):
        found = client.post("/api/v1/analyze", json={"view": view, "worlds": 20}).json
        assert sorted(value["action"] for value in found["actions"]) == ["pass", "take"]
    again = client.post("/api/v1/analyze", json={"view": found["view"], "worlds": 20}).json
    assert again == found
    forms = client.post("/api/v1/convert", json={"view": found["view"]}).json
    assert forms["moves"] == ["take", "pass"] and forms["text"].endswith("upcard 9h")
    assert forms["id"] == found["id"] and forms["question"] == "upcard"
    outs = client.post("/api/v1/outs", json={"view": SEATS}).json
    assert "9h" not in outs["meld"] and "6h" in outs["meld"]
    refused = client.post("/api/v1/analyze", json={"view": SEATS, "seconds": 1})
    assert (refused.status_code, refused.json["error"]["where"]) == (422, "seconds")


def test_the_words_of_version_0_3_are_read_and_answered(client: FlaskClient) -> None:
    asked = {"view": SEATS_AS_IT_WAS, "worlds": 20}
    found = client.post("/api/v1/games/analyze", json=asked).json
    assert set(found) == {"game", "id", "seat", "moves", "worlds", "seed"}
    assert found["moves"][0]["best"] is True
    assert set(found["moves"][0]) == {"move", "points", "se", "loss", "loss_se", "best"}
    forms = client.post("/api/v1/games/convert", json={"view": SEATS_AS_IT_WAS}).json
    assert forms["view"] == {**SEATS_AS_IT_WAS, "hand": forms["view"]["hand"]}
    assert forms == client.post("/api/v1/games/convert", json={"view": forms["id"]}).json
    two = client.post("/api/v1/games/convert", json={"view": "7h8h9h 4cds KQd 2c Ac upcard 9c"})
    assert two.status_code == 422 and "for two" in two.json["error"]["message"]
