"""Faults that the line protocol once had."""

from __future__ import annotations

import json
import time
from typing import Any

import msgspec
import pytest

from analyzer.api import protocol
from analyzer.api._protocol import Request
from analyzer.api.documents import written
from analyzer.api.views import ViewJson, read_view
from analyzer.game.cards import CardSet
from tests.unit.test_cli import run
from tests.unit.test_protocol import DISCARD, one, refused

TURNS = [
    {"who": "opp", "turn": "pass"},
    {"who": "me", "turn": "pass"},
    {"who": "opp", "turn": "draw", "discarded": "KH"},
    {"who": "me", "turn": "draw", "card": "4S", "discarded": "Jd"},
    {"who": "opp", "turn": "take", "card": "Jd", "discarded": "9c"},
    {"who": "me", "turn": "draw", "card": "5h"},
]
HELD = ["7h", "8h", "9h", "4c", "4d", "4s", "Kd", "Qd", "2c", "Ac", "5h"]


def test_what_follows_from_the_history_may_be_left_out() -> None:
    view = {"hand": HELD, "rules": "eaai", "upcard": "5s", "history": TURNS}
    seen = read_view(msgspec.convert(view, ViewJson))
    assert [str(card) for card in seen.pile] == ["5s", "Kh", "9c"] and str(seen.drawn) == "5h"
    assert (seen.stock, str(seen.dealer), str(seen.opponent)) == (28, "me", "Jd")
    whole = json.loads(msgspec.json.encode(written(ViewJson, seen)))
    for form in (view, whole, {**view, "stock": 28, "pile": ["5s", "Kh", "9c"]}):
        assert read_view(msgspec.convert(form, ViewJson)) == seen
        answer = one(mode="play", view=form, limit={"worlds": 32})
        assert answer.get("action"), answer


@pytest.mark.parametrize(
    ("field", "value"),
    [("pile", ["Kh", "9c"]), ("stock", 27), ("drawn", "Ac"), ("opponent", ["2d"]),
     ("dealer", "opp"), ("their_takes", 2), ("question", "draw"), ("they_passed", True)],
)  # fmt: skip
def test_what_contradicts_the_history_is_still_refused(field: str, value: object) -> None:
    turns = TURNS[1:] if field == "they_passed" else TURNS
    view = {"hand": HELD, "rules": "eaai", "upcard": "5s", "history": turns, field: value}
    if field == "they_passed":
        view["history"] = [{"who": "opp", "turn": "take", "card": "5s", "discarded": "9c"}]
        view["hand"] = HELD[:10]
    assert refused(mode="play", view=view)["where"] in {"history", field}


def test_cards_are_read_in_either_case() -> None:
    lower = {"hand": [card.lower() for card in HELD], "pile": ["KH", "9c"], "rules": "eaai"}
    upper = {**lower, "hand": [card.upper() for card in HELD]}
    plain = {**lower, "hand": HELD, "pile": ["Kh", "9c"]}
    answers = [one(mode="play", view=view, limit={"worlds": 32}) for view in (lower, upper, plain)]
    assert "action" in answers[0] and answers[0] == answers[1] == answers[2]
    assert "`8x`" in refused(mode="play", view={"hand": ["7h", "8x"]})["message"]


def test_the_melds_of_a_knock_are_enough_to_lay_off() -> None:
    """What the host does not know has no result; the points of the rest make one."""
    told = {"mode": "layoff", "rules": "eaai", "defender": "6h 7h 5c Kc Kd Kh Ks 4s 4d 9c"}
    whole = one(**told, knocker="8h 9h Th / 7c 7d 7s / Ad 3s 2c 2d")["layoff"]
    melds = [["8h", "9h", "TH"], ["7c", "7d", "7s"]]
    part = one(**told, melds=melds)["layoff"]
    assert part == {**whole, "result": None} and [on["card"] for on in part["laid_off"]]
    assert one(**told, melds=melds, deadwood=8)["layoff"] == whole
    gin = [["8h", "9h", "Th"], ["7c", "7d", "7s"], ["Ac", "Ad", "Ah", "As"]]
    assert one(**told, melds=gin)["layoff"]["result"]["kind"] == "gin"


@pytest.mark.parametrize(
    ("knock", "where", "words"),
    [
        ({"knocker": "8h 9h Th / 7c 7d 7s / Ad 3s Qc 2d"}, "knocker", "16 points of deadwood"),
        ({"melds": [["8h", "9h", "Th"]], "deadwood": 27}, "deadwood", "27 points"),
        ({"melds": [["8h", "9h", "Th"]], "deadwood": 0}, "deadwood", "0 points"),
        ({"melds": [["8h", "9h", "Jh"]]}, "melds", "not a meld"),
        ({"melds": [["8h", "9h", "Th"], ["8h", "8c", "8s"]]}, "melds", "5 cards"),
        ({"melds": [["5c", "6c", "7c"]]}, "defender", "5c is in both hands"),
        ({"melds": [["8h", "9h", "Th"]], "knocker": "7c 7d 7s / 2d"}, "knocker", "twice"),
        ({}, "knocker", "not given"),
        ({"knocker": "7c 7d 7s / 2d", "deadwood": 2}, "deadwood", "twice"),
        ({"melds": [["8h", "9h", "Th"], ["7c", "7d", "7s"], ["Ac", "Ad", "Ah", "As"]],
          "deadwood": 3}, "deadwood", "gin leaves no deadwood"),
        ({"knocker": "8h 9h Th Jh / 7c 7d 7s / Ac Ad Ah As"}, "knocker", "11 cards"),
    ],
)  # fmt: skip
def test_a_knock_that_cannot_be_is_refused(
    knock: dict[str, Any], where: str | None, words: str
) -> None:
    error = refused(mode="layoff", rules="eaai", defender="5c Kc Kd Kh Ks 4s 4d 9c", **knock)
    assert error["where"] == where and words in error["message"]


def test_play_may_be_limited_by_time() -> None:
    began = time.monotonic()
    answer = one(mode="play", view=DISCARD, limit={"seconds": 0.2})
    assert answer["action"].startswith("discard") and time.monotonic() - began < 2
    quick = one(mode="play", view=DISCARD, limit={"seconds": 100, "worlds": 64}, seed=5)
    assert quick == one(mode="play", view=DISCARD, limit={"worlds": 64}, seed=5)
    assert (
        "limit" in refused(mode="play", view=DISCARD, bot="fast", limit={"seconds": 1})["message"]
    )


def ended(**changes: Any) -> dict[str, Any]:
    """A hand that I knocked: what to learn from it, with something changed."""
    turns = [
        {"who": "me", "turn": "take", "card": "5s", "discarded": "Kh"},
        {"who": "opp", "turn": "draw", "discarded": "9c"},
        {"who": "me", "turn": "draw", "card": "5h", "discarded": "Qc"},
    ]
    return {
        "mode": "learn", "rules": "eaai", "dealer": "opp", "upcard": "5s", "knocker": "me",
        "hand": ["7h", "8h", "9h", "4c", "4d", "4s", "5s", "5h", "5d", "Ac"], "history": turns,
        "shown": ["Jc", "Jd", "Js", "2c", "2d", "3h", "Th", "Ks", "Kc", "8d"], **changes,
    }  # fmt: skip


def test_a_hand_that_can_have_been_is_learned_from() -> None:
    assert sum(one(**ended())["types"].values()) == pytest.approx(1)
    hand = CardSet.of("7h 8h 9h 4c 4d 4s 5s 5d Ac Qc")
    dead = ended(
        knocker=None, shown=None, history=ended()["history"][:2], hand=list(map(str, hand))
    )
    assert sum(one(**dead)["types"].values()) == pytest.approx(1)


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"knocker": "opp"}, "the last turn is that of me"),
        ({"dealer": "me"}, "the first turn is that of opp"),
        ({"upcard": "6s"}, "6s lies on top"),
        ({"hand": ["7h", "8h", "9h", "4c", "4d", "4s", "5s", "Kd", "Kc", "Ac"]}, "5h"),
        (
            {"hand": ["7h", "8h", "9h", "4c", "4d", "4s", "5s", "5h", "Jh", "Ac"]},
            "points of deadwood are left",
        ),
        ({"hand": ["7h", "8h", "9h", "4c", "4d", "4s", "5s", "5h", "5d", "9c"]}, "9c"),
        ({"hand": ["7h", "8h", "9h", "4c", "4d", "4s", "5s", "5h", "5d"]}, "9 cards"),
        ({"shown": ["Jc", "Jd", "Js", "2c", "2d", "3h", "Th", "Ks", "Kc", "7h"]}, "do not lead"),
        ({"knocker": None}, "nobody laid down"),
        ({"history": [*ended()["history"], ended()["history"][1]]}, "last turn is that of opp"),
    ],
)
def test_a_hand_that_contradicts_itself_is_not_learned_from(
    changes: dict[str, Any], words: str
) -> None:
    error = refused(**ended(**changes))
    assert error["where"] == "history" and words in f"{error['message']} {error['hint']}"


def test_the_schema_says_what_goes_in_and_what_comes_out() -> None:
    found = json.loads(run("engine", "--schema").stdout)
    names = [[part["$ref"] for part in found[line]["anyOf"]] for line in ("Request", "Answer")]
    assert names[0] == [f"#/{kind.__name__}" for kind in Request.__args__]  # type: ignore[attr-defined]
    assert len(names[1]) == len(names[0]) + 1 and names[1][-1] == "#/ErrorAnswer"
    assert all(ref.removeprefix("#/") in found for ref in names[0] + names[1])


def test_a_first_hello_says_that_it_compiles(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(protocol.engine, "warm_up", lambda: None)
    monkeypatch.setattr(protocol.engine, "is_compiled", lambda: False)
    assert one(mode="hello")["ready"] is True
    assert "compiling" in capsys.readouterr().err
    monkeypatch.setattr(protocol.engine, "is_compiled", lambda: True)
    assert one(mode="hello")["ready"] is True and capsys.readouterr().err == ""
