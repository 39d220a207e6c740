"""The JSON that is a public interface: its names, its numbers, its errors."""

from __future__ import annotations

import json
import os
from dataclasses import fields, replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import msgspec
import pytest

from analyzer import notation
from analyzer.api import answers
from analyzer.api.answers import LayoffJson, LayoffRequest, OutsJson, knock_to_json
from analyzer.api.documents import (
    ErrorJson,
    RulesJson,
    decode,
    encode,
    error_to_json,
    pretty,
    written,
)
from analyzer.api.evaluations import EvaluationJson, evaluation_from_json
from analyzer.api.openapi import PUBLIC, openapi_schemas, reference
from analyzer.api.records import ScoreJson
from analyzer.api.views import ViewJson, read_view, view_from_json

# MISSING action_from
# MISSING presets_to_json
from analyzer.engine.types import ActionValue, Ending, EndingShare, Evaluation, Grade
from analyzer.errors import InputError
from analyzer.game.actions import Action, Kind
from analyzer.game.arrangement import Arrangement
from analyzer.game.cards import Card, CardSet
from analyzer.game.knocking import knock_choices
from analyzer.game.melds import lay_off, outs
from analyzer.game.rules import PRESETS, TWO_HANDED, Rules
from analyzer.game.scoring import Ended, Scored, score_knock
from analyzer.game.sheets import Series, SheetStyle
from analyzer.game.view import Question, View

GOLDEN = Path(__file__).parents[1] / "golden"
STANDARD = PRESETS["standard"]
CLASSIC = PRESETS["classic"]

PLAYED = """
{"rules": "classic", "score": [40, 65], "dealer": "me", "upcard": "5s",
 "hand": ["7h", "8h", "9h", "4c", "4d", "4s", "Kd", "Qd", "2c", "Ac"],
 "pile": ["5s", "Kh", "9c"], "stock": 29, "question": "draw", "opponent": ["Jd"],
 "my_discards": 1, "their_discards": 2, "their_takes": 1, "they_passed": true,
 "history": [{"who": "opp", "turn": "pass"}, {"who": "me", "turn": "pass"},
             {"who": "opp", "turn": "draw", "discarded": "Kh"},
             {"who": "me", "turn": "draw", "card": "4s", "discarded": "Jd"},
             {"who": "opp", "turn": "take", "card": "Jd", "discarded": "9c"}]}
"""


def matches_golden(name: str, text: str) -> None:
    """Compare with a file; set GINSIGHT_TEST_REWRITE to write it anew, and read the diff."""
    path = GOLDEN / name
    if os.environ.get("GINSIGHT_TEST_REWRITE"):
        path.write_text(text, encoding="utf-8")
    assert text == path.read_text(encoding="utf-8")


def discarding() -> View:
    hand = CardSet.of("7h 8h 9h 4c 4d 4s Kd Qd 2c Ac 3s")
    return View(CLASSIC, hand, (Card.of("5s"),), 30, Question.DISCARD)


def an_evaluation() -> Evaluation:
    third = float(Fraction(1, 3))
    melds = (CardSet.of("7h 8h 9h"), CardSet.of("4c 4d 4s"))
    discard, knock = Action(Kind.DISCARD, Card.of("Kd")), Action(Kind.KNOCK, Card.of("Kd"), melds)
    ends = {
        Ending.GIN: EndingShare(0.25, 30.0),
        Ending.THEIR_GIN: EndingShare(0.1234567, -31.123456),
    }
    view = discarding()
    best = ActionValue(
        discard, 4.123456, 0.123456, 0.0, 0.0, Grade.BEST, False, ends, match=0.5312345678,
        match_se=0.01, danger=0.20000004, worlds=512,
    )  # fmt: skip
    exact = ActionValue(
        knock, third, 0.0, 3.79, 0.1, Grade.BLUNDER, True, {Ending.KNOCK: EndingShare(third, 1.0)},
        exact=True,
    )  # fmt: skip
    return Evaluation(
        view, view.question, (best, exact), (discard,), 512, 0.98765, 7, "1", "baseline",
        racing=0, done=True, models={"early": (knock,)}, robust=False,
    )  # fmt: skip


def test_an_evaluations_document() -> None:
    matches_golden("evaluation.json", pretty(written(EvaluationJson, an_evaluation())) + "\n")


def test_a_views_document() -> None:
    matches_golden("view.json", pretty(written(ViewJson, view_from_json(PLAYED))) + "\n")


def test_the_solvers_documents() -> None:
    hand = CardSet.of("7h 8h 9h 4c 4d 4s Jc Qc Kc Ad Kh")
    knocker = Arrangement(tuple(map(CardSet.of, ("7c 7d 7s", "8h 9h Th"))), CardSet.of("Ad 3s"), 4)
    defence = lay_off(knocker, CardSet.of("Ac 2c 2d 2s 6h 7h Kc Kd Kh Ks"), STANDARD)
    documents = {
        "melds": answers.melds(answers.MeldsRequest(str(hand))),
        "layoff": written(LayoffJson, defence, result=score_knock(knocker, defence, STANDARD)),
        "outs": written(OutsJson, outs(CardSet.of("2d 4h 5h 6h 8c 8d 8s Js Qs Ks"), STANDARD)),
    }
    matches_golden("melds.json", pretty(documents) + "\n")


def test_a_score_sheets_document() -> None:
    series = Series.of(CLASSIC, SheetStyle.SINGLE)
    for scored in ((Ended.GIN, 0, 52), (Ended.VOID, None, 0), (Ended.UNDERCUT, 0, 60)):
        series = series.add(Scored(*scored))
    matches_golden("score.json", pretty(written(ScoreJson, series)) + "\n")


def test_no_public_name_is_lost() -> None:
    """Names may be added here, never changed: other programs read them."""
    lines = [
        f"{name}: {' '.join(schema['properties'])}"
        for name, schema in sorted(openapi_schemas().items())
        if "properties" in schema
    ]
    matches_golden("names.txt", "\n".join(lines) + "\n")


def test_an_exact_fraction_survives_to_a_billionth() -> None:
    read = evaluation_from_json(encode(written(EvaluationJson, an_evaluation())))
    assert abs(Fraction(read.actions[1].q) - Fraction(1, 3)) < Fraction(1, 10**9)
    assert abs(read.actions[1].outcomes[Ending.KNOCK].p - 1 / 3) < 1e-9


def test_the_spread_of_a_knock_comes_back() -> None:
    read = evaluation_from_json(encode(written(EvaluationJson, an_evaluation())))
    assert read.models["early"][0].melds == (CardSet.of("7h 8h 9h"), CardSet.of("4c 4d 4s"))


def test_what_is_no_number_is_not_written() -> None:
    broken = an_evaluation()
    values = (replace(broken.actions[0], q=float("nan")),)
    with pytest.raises(ValueError, match="nan cannot be written"):
        written(EvaluationJson, replace(broken, actions=values))


def test_a_view_needs_only_the_hand() -> None:
    eleven = ["7h", "8h", "9h", "4c", "4d", "4s", "Kd", "Qd", "2c", "Ac", "3s"]
    view = view_from_json({"hand": eleven})
    assert (view.rules, view.question, view.stock) == (STANDARD, Question.DISCARD, 31)
    assert view.history is None
    view = view_from_json({"hand": eleven[:10], "pile": ["3s"], "opponent": ["Jd"]})
    assert (view.question, view.stock, view.buried) == (Question.DRAW, 31, 0)


def test_the_fields_of_a_view_are_those_of_the_document() -> None:
    several = {"seat", "turns", "holds", "known", "laid", "took"}
    seen = {"player", "turn", "above", "melds", "held", "shuffles", "outcome", "known", "laid"}
    of_two = {field.name for field in fields(View)} - seen | {"opponent", "shown"}
    assert of_two == set(ViewJson.__struct_fields__) - several
    assert several <= set(ViewJson.__struct_fields__)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"hand": "7h 8h"}, "hand: expected `array`, got `str`"),
        ({"hand": [7]}, r"hand\[0\]: expected `str`, got `int`"),
        ({"pile": ["5s", "5x"]}, r"pile\[1\]: `5x` is not a card"),
        ({"pile": ["5s", "6s", "5s"]}, r"pile\[2\]: 5s appears twice; it is already pile\[0\]"),
        ({"pile": ["7h"]}, "^view: 7h is both in your hand and in the pile"),
        ({"stock": -1}, "stock: expected `int` >= 0"),
        ({"stock": 40}, "^view: 40 cards cannot be in the stock"),
        ({"question": "knock"}, "question: invalid enum value 'knock'"),
        ({"rules": "classical"}, "rules: there is no preset `classical`; did you mean classic?"),
        ({"score": [1]}, "score: expected `array` of length 2, got 1"),
        (
            {"history": [{"who": "opp", "turn": "draw", "discarded": "1h"}]},
            r"history\[0\]\.discarded: ",
        ),
        ({"discards": []}, "object contains unknown field `discards`"),
    ],
)
def test_a_bad_view_is_told_with_its_path(change: dict[str, Any], message: str) -> None:
    with pytest.raises(InputError, match=message):
        view_from_json({**json.loads(PLAYED), **change})


@pytest.mark.parametrize(
    "text", ["", "{", "[]", "null", '{"hand": [}', "7h 8h", "[" * 9000, b"\xff"]
)
def test_what_is_no_json_is_the_users_error(text: str | bytes) -> None:
    with pytest.raises(InputError, match="JSON"):
        view_from_json(text)


@pytest.mark.parametrize(
    ("path", "value", "message"),
    [
        (["best"], ["discard Ks"], r"best\[0\]: `discard Ks` is not among the actions"),
        (["actions", 0, "action"], "fold", r"actions\[0\]: `fold` is not an action"),
        (["actions", 1, "melds"], [["7h", "7h"]], r"actions\[1\]\.melds\[0\]\[1\]: 7h appears"),
        (["actions", 1, "class"], "awful", r"actions\[1\]\.class: invalid enum"),
    ],
)
def test_a_bad_evaluation_is_told_with_its_path(
    path: list[str | int], value: object, message: str
) -> None:
    document = json.loads(encode(written(EvaluationJson, an_evaluation())))
    *way, last = path
    at = document
    for step in way:
        at = at[step]
    at[last] = value
    with pytest.raises(InputError, match=message):
        evaluation_from_json(document)


@pytest.mark.parametrize(
    "text", ["take", "draw", "pass", "discard Kd", "knock Tc", "gin As", "big gin"]
)
def test_an_action_is_read_as_it_is_printed(text: str) -> None:
    assert str(Action.of(text)) == text


@pytest.mark.parametrize(
    "text", ["", "Kd", "discard", "take 9c", "big gin Kd", "discard  Kd", "DISCARD Kd"]
)
def test_nothing_else_is_an_action(text: str) -> None:
    with pytest.raises(InputError):
        Action.of(text)


def test_a_knock_is_told_with_its_exact_fractions() -> None:
    """Two spreads with the same six points: 41/5 against -244/55 over 55 hands."""
    hand = CardSet.of("Ac As 2h 2s 3c 3h 3s 4c 5c 6c Kh")
    pile = CardSet.of(
        "Jd Qd Jh Qh Th Qc Td 9c Qs 8d 8s 8h 8c 6d Js Jc Tc 6h 5h 3d 5s Ts 9d 6s 5d 9s 4h 4d 9h"
    )
    choices = knock_choices(hand, STANDARD, seen=pile, opponent=CardSet.of("7c"))
    document = json.loads(encode(knock_to_json(choices, 10)))
    best, other = document["quietest"], document["knocks"][1]
    assert best == document["least"] == document["knocks"][0]
    assert best["melds"] == [["3c", "3h", "3s"], ["4c", "5c", "6c"]]
    assert (best["action"], best["points"], best["hands"], best["exact"]) == (
        "knock Kh", 6, 55, True,
    )  # fmt: skip
    assert abs(Fraction(best["score"]) - Fraction(41, 5)) < Fraction(1, 10**9)
    assert abs(Fraction(best["undercut"]) - Fraction(8, 55)) < Fraction(1, 10**9)
    assert other["melds"] == [["3c", "4c", "5c", "6c"], ["As", "2s", "3s"]]
    assert abs(Fraction(other["score"]) - Fraction(-244, 55)) < Fraction(1, 10**9)


def test_no_knock_is_null() -> None:
    hand = CardSet.of("Kc Qd Js 9h 8c 7d 5s 4h 2c Ad Th")
    document = json.loads(encode(knock_to_json(knock_choices(hand, STANDARD), 10)))
    assert document == {"least": None, "quietest": None, "limit": 10, "knocks": []}


def test_a_run_round_the_corner_is_written_from_its_low_end() -> None:
    found = answers.melds(answers.MeldsRequest("Ks As 2s", "tedesco"))
    assert found.arrangements[0].melds == [["Ks", "As", "2s"]]


def test_the_presets_are_told_with_every_number() -> None:
    document = json.loads(encode(RulesJson(list(TWO_HANDED.values()))))
    assert [preset["name"] for preset in document["presets"]] == list(TWO_HANDED)
    assert set(document["presets"][0]) == {field.name for field in fields(Rules)}
    assert document["presets"][1]["shutout"] == "plus 100"


def test_an_error_is_told_with_message_place_and_hint() -> None:
    error = error_to_json(InputError("`11h` is not a card", where="line 1", hint="mean Jh?"))
    assert json.loads(encode(error)) == {
        "error": {"message": "`11h` is not a card", "where": "line 1", "hint": "mean Jh?"}
    }
    assert decode(encode(error), ErrorJson) == error


def test_a_request_refuses_fields_it_does_not_know() -> None:
    asked = decode('{"knocker": "7h 8h 9h", "defender": "Kd"}', LayoffRequest)
    assert asked.rules == "standard"
    with pytest.raises(InputError, match="unknown field `rule`"):
        decode('{"knocker": "7h 8h 9h", "defender": "Kd", "rule": "classic"}', LayoffRequest)


def test_openapi_holds_every_schema_and_every_reference_leads_somewhere() -> None:
    schemas = openapi_schemas()
    assert {schema.__name__ for schema in PUBLIC} <= set(schemas)
    text = json.dumps(schemas)
    targets = {part.split('"')[0] for part in text.split("#/components/schemas/")[1:]}
    assert targets
    assert targets <= set(schemas)
    assert reference(ViewJson) == {"$ref": "#/components/schemas/ViewJson"}

    class Extra(msgspec.Struct):
        """A document of some other room."""

        view: ViewJson

    assert openapi_schemas((Extra,))["Extra"]["properties"]["view"] == reference(ViewJson)


DRAWN = "7h 8h 9h 4c 4d 4s Kd Qd 2c Ac"


@pytest.mark.parametrize(
    "given",
    [
        f"hand: {DRAWN}\npile: 5s",
        f'\n {{"hand": {json.dumps(DRAWN.split())}, "pile": ["5s"]}}',
        ViewJson(hand=DRAWN.split(), pile=["5s"]),
        notation.encode(notation.parse_view(f"hand: {DRAWN}\npile: 5s")) + "\n",
    ],
)
def test_a_view_is_read_in_every_form(given: ViewJson | str) -> None:
    view = read_view(given)
    assert (view.hand, view.pile) == (CardSet.of(DRAWN), (Card.of("5s"),))


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ('{"hand": ["7x"]}', r"hand\[0\]: `7x` is not a card"),
        ("hand: 7x", "7x"),
        (DRAWN.replace(" ", "") + "3x", "3x"),
        (
            notation.encode(notation.parse_view(f"hand: {DRAWN}\npile: 5s"))[:-1] + "_",
            "position id",
        ),
        (PLAYED.replace('"discarded": "9c"', '"discarded": "9d"'), "9c is said to be on the pile"),
        (PLAYED.replace('"their_takes": 1', '"their_takes": 3'), "takes: 3"),
    ],
)
def test_a_view_that_cannot_be_read_is_told_in_its_own_terms(given: str, message: str) -> None:
    with pytest.raises(InputError, match=message):
        read_view(given)


def test_a_played_view_agrees_with_its_history() -> None:
    assert read_view(PLAYED) == view_from_json(PLAYED)
