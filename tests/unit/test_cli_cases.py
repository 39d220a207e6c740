"""The checked cases through the command: what a user types gives the exact answer."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path

import pytest

from tests.unit.test_cli import document

CASES = {
    case["id"]: case
    for case in json.loads(
        (Path(__file__).parents[1] / "cases" / "cases.json").read_text(encoding="utf-8")
    )
}


def of_kind(*kinds: str) -> list[str]:
    return [name for name, case in CASES.items() if case["kind"] in kinds]


def rules_of(case) -> str:
    """The rules of a case as a preset with overrides."""
    told = case["known"]["rules"]
    wall = ",wall=last discard" if "wall" in told else ""
    return (
        f"standard,gin={told['gin_bonus']},undercut={told['undercut_bonus']},"
        f"knock={told['knock_limit']},big_gin=none,"
        f"tie={'undercut' if told['undercut_on_tie'] else 'nothing'}{wall}"
    )


def view_of(case) -> str:
    """What a case tells, as the text of a view."""
    known = case["known"]
    lines = [f"rules: {rules_of(case)}", f"hand: {' '.join(case['hand'])}"]
    for key, name in (
        ("discards", "pile"),
        ("opponent_known", "opp has"),
        ("stock_left", "stock"),
        ("drawn_from_stock", "drew"),
    ):
        value = known.get(key)
        if value:
            lines.append(f"{name}: {' '.join(value) if isinstance(value, list) else value}")
    return "\n".join(lines)


def exact(value) -> float:
    return float(Fraction(value["fraction"]))


def melds_in(melds) -> set[frozenset[str]]:
    return {frozenset(card.upper() for card in meld) for meld in melds}


@pytest.mark.parametrize("name", of_kind("deadwood"))
def test_deadwood(name):
    case = CASES[name]
    found = document("melds", " ".join(case["hand"]))
    assert found["deadwood"] == case["answer"]["deadwood"]
    assert melds_in(case["answer"]["melds"]) in [
        melds_in(one["melds"]) for one in found["arrangements"]
    ]


def test_a_run_round_the_corner():
    case = CASES["D08"]
    for preset, answer in case["answer"].items():
        found = document("melds", *case["hand"], "--rules", preset)
        assert found["deadwood"] == answer["deadwood"]
        assert bool(found["arrangements"][0]["melds"]) == answer["is_run"]


FILLED_UP = {
    # Cards that touch nothing of the defender's bring the spread to ten.
    "L01": "9c Tc Jc / 4d",
    "L04": "Jd Qd Kd / 8s",
}


@pytest.mark.parametrize("name", of_kind("layoff"))
def test_lay_off(name):
    case = CASES[name]
    groups = [" ".join(meld) for meld in case["known"]["knocker_melds"]]
    spread = " / ".join([*groups, FILLED_UP[name]])
    found = document(
        *("layoff", "--knocker", spread, "--defender", " ".join(case["hand"])),
        *("--rules", rules_of(case)),
    )
    assert found["points"] == case["answer"]["defender_deadwood"]
    assert found["result"]["winner"] == "defender"
    assert found["result"]["kind"] == "undercut"


@pytest.mark.parametrize("name", of_kind("outs"))
def test_outs_to_a_meld(name):
    case = CASES[name]
    found = document("outs", *case["hand"])
    assert sorted(card.upper() for card in found["meld"]) == sorted(case["answer"]["outs"])


@pytest.mark.parametrize("name", of_kind("outs_gin"))
def test_outs_to_gin(name):
    case = CASES[name]
    found = document("outs", *case["hand"], "--rules", rules_of(case))
    assert sorted(card.upper() for card in found["gin"]) == sorted(case["answer"]["outs"])


def test_outs_to_a_knock_after_each_discard():
    case = CASES["K03"]
    view = view_of(case)
    for discarded, answer in case["answer"]["all"].items():
        kept = [card for card in case["hand"] if card != discarded]
        found = document("outs", *kept, "--view", view)
        # The card discarded is no longer in the view's hand, but it cannot come either.
        assert len(found["knock"]) == answer["knock_outs"], discarded
        assert document("melds", *kept)["deadwood"] == answer["deadwood"]


@pytest.mark.parametrize("name", of_kind("knock_ev"))
def test_a_knock_is_worth_what_was_counted(name):
    case = CASES[name]
    answer = case["answer"]["best_knock"]
    found = document("knock", "--view", view_of(case))
    best = found["quietest"]
    assert best["exact"] is True
    assert best["hands"] == case["answer"]["n_opponent_hands"]
    assert best["score"] == pytest.approx(exact(answer["ev"]), abs=1e-9)
    assert best["undercut"] == pytest.approx(exact(answer["p_undercut"]), abs=1e-9)
    assert best["points"] == answer["deadwood"]
    least = case["answer"]["min_deadwood_knock"]
    assert found["least"]["score"] == pytest.approx(exact(least["ev"]), abs=1e-9)


@pytest.mark.parametrize("name", of_kind("knock_ev", "draw_ev"))
def test_analyze_counts_where_the_stock_ends(name):
    case = CASES[name]
    answer = case["answer"]
    found = document("analyze", view_of(case), "--opponent", "uniform", "--worlds", "256")
    values = {one["action"]: one for one in found["actions"]}
    if case["kind"] == "draw_ev":
        expected = {"take": answer["ev_take_and_knock"], "draw": answer["ev_stock"]}
    else:
        discarded = answer["best_knock"]["discard"]
        expected = {f"knock {discarded[0]}{discarded[1].lower()}": answer["best_knock"]["ev"]}
    for action, value in expected.items():
        assert values[action]["exact"] is True
        assert values[action]["q"] == pytest.approx(exact(value), abs=1e-9)
    if case["known"].get("stock_left", 0) <= 3:  # every value is exact, and so is the order
        best = max(expected, key=lambda action: exact(expected[action]))
        assert found["actions"][0]["action"] == found["best"][0] == best


def test_the_safest_discard_at_the_wall():
    case = CASES["W01"]
    found = document("analyze", view_of(case), "--opponent", "uniform", "--worlds", "256")
    danger = {
        one["action"].removeprefix("discard ").upper(): one["danger"] for one in found["actions"]
    }
    for card, chance in case["answer"]["all"].items():
        assert danger[card] == pytest.approx(exact(chance), abs=1e-9), card


def test_an_oklahoma_limit():
    for upcard, answer in CASES["S07"]["answer"].items():
        if "limit" not in answer:
            continue
        view = f"rules: oklahoma\nhand: 7h 8h 9h 4c 4d 4s Qd 2c Ac 3s 6h\nfirst upcard: {upcard}"
        if upcard not in view.partition("first")[0].upper():
            assert document("knock", "--view", view)["limit"] == answer["limit"]


def test_totals_of_a_match():
    hands = "1 21, 1 21, 1 21, 1 21, 2 20, 2 20, 2 22, 1 21"  # 105 in five hands, 62 in three
    for number, answer in CASES["S10"]["answer"].items():
        box = {"i": 25, "ii": 20}[number]
        (match,) = document("score", hands, "--rules", f"standard,box={box}")["matches"]
        assert match["totals"] == [answer["A"], answer["B"]]
        assert match["margin"] == answer["margin"]
