"""Texts written before the reader was seen: read, or refused with the reason."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from analyzer.api.records import open_position
from analyzer.errors import InputError
from analyzer.game.cards import CardSet
from analyzer.notation.reading import read_text
from tests.unit.test_cli import document, error_of

HERE = Path(__file__).parent
BROUGHT = json.loads((HERE / "brought.json").read_text(encoding="utf-8"))
SITUATIONS = [case for case in BROUGHT if case["kind"] in {"free", "lang", "compact"}]
GAMES = [case for case in BROUGHT if case["kind"] == "transcript"]
SCORES = [case for case in BROUGHT if case["kind"] == "score"]
UNREAD_GAMES = {"T13"}
"""Refused with a reason: a discard that may have been the 9h."""
HAND = "I hold As 2s 3s Th 9h 8h Kd Qd 7c 4c"


def cards(names: list[str]) -> CardSet:
    return CardSet.of(" ".join(name[:-1] + name[-1].lower() for name in names))


def ids(cases: list[dict]) -> list[str]:
    return [case["id"] for case in cases]


@pytest.mark.parametrize("case", SITUATIONS, ids=ids(SITUATIONS))
def test_a_situation(case: dict) -> None:
    view, meaning = document("convert", "-", given=case["text"])["view"], case["meaning"]
    drawn = [meaning["drawn"]] if "drawn" in meaning else []
    assert cards(view["hand"]) == cards(meaning["hand"] + drawn)
    if meaning.get("upcard"):
        assert cards(view["pile"][-1:]) == cards([meaning["upcard"]])


@pytest.mark.parametrize("case", GAMES, ids=ids(GAMES))
def test_a_game_that_breaks_off_is_a_position(case: dict) -> None:
    if case["id"] in UNREAD_GAMES:
        assert error_of("analyze", "-", given=case["text"])["hint"]
        return
    view, meaning = open_position(case["text"]), case["meaning"]
    assert view is not None
    drawn = [meaning["drawn"]] if meaning.get("drawn") else []
    assert view.hand == cards(meaning["hand"] + drawn)
    if meaning.get("upcard"):
        assert view.top is not None and cards([str(view.top)]) == cards([meaning["upcard"]])


@pytest.mark.parametrize("case", SCORES, ids=ids(SCORES))
def test_a_score_sheet(case: dict) -> None:
    hands = document("score", "-", given=case["text"])["matches"][0]["hands"]
    won = {
        name: sum(hand["points"] for hand in hands if hand["winner"] == player)
        for player, name in ((1, "me"), (2, "opp"))
    }
    assert won == case["meaning"]["total"]


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("W02", "the hand has 9 cards"),
        ("W04", "7h is both in the hand and on the pile"),
        ("W06", "`joker` is not a card"),
        ("W08", "Kh appears twice"),
        ("W10", "does not say which suits"),
        ("W12", "15 is above the knock limit of 10"),
        ("W14", "the hand has 5 cards"),
    ],
)
def test_what_is_no_hand_is_refused_with_the_reason(name: str, message: str) -> None:
    (case,) = (case for case in BROUGHT if case["id"] == name)
    assert message in error_of("convert", "-", given=case["text"])["message"]


@pytest.mark.parametrize(
    ("said", "gone"),
    [
        (", 9c and 9s are gone, up 4s", "9c 9s"),
        (", up 4s, the black nines are gone", "9c 9s"),
        ("; both red jacks are in the pile; up 4s", "Jd Jh"),
        (". The 5c, 5d and 5h were discarded. Up 4s", "5c 5d 5h"),
        (", all the jacks are dead, up 4s", "Jc Jd Jh Js"),
        (", the other three kings are gone, up 4s", "Kc Kh Ks"),
    ],
)
def test_several_cards_of_which_something_is_said_behind_them(said: str, gone: str) -> None:
    view = read_text(HAND + said).whole
    assert view.hand == CardSet.of(HAND.removeprefix("I hold "))
    assert CardSet.of(gone) <= CardSet.from_cards(view.pile)


def test_the_rest_of_a_rank_may_be_with_the_opponent() -> None:
    view = read_text(f"{HAND}; up 4s; he has the other three kings").whole
    assert view.opponent == CardSet.of("Kc Kh Ks")


@pytest.mark.parametrize(
    ("said", "message"),
    [
        (", 4 hearts are gone, up 4s", "does not say which cards"),
        (", he has the other two kings, up 4s", "3 are not named"),
        (", he knocked with 12, up 4s", "12 is above the knock limit"),
    ],
)
def test_what_names_no_card_for_certain_is_refused(said: str, message: str) -> None:
    with pytest.raises(InputError, match=message):
        read_text(HAND + said)


def test_what_is_not_used_is_said() -> None:
    reading = read_text(f"{HAND}, he has no queens, top 4s")
    assert reading.guesses["unused"] == "`he has no queens` is not used"


@pytest.mark.parametrize(
    "said", ["Knock: 8♦", "the knock card is the 8 of diamonds", "we knock with 8"]
)
def test_a_knock_card_sets_the_limit(said: str) -> None:
    assert read_text(f"{said}\n{HAND}, top 4s").whole.limit == 8


@pytest.mark.parametrize(
    "text",
    [
        "&spades;A &spades;2 &spades;3 &hearts;10 &hearts;9 &hearts;8 &diams;K &diams;Q "
        "&clubs;7 &clubs;4",
        "2spades 3spades Aspades 10hearts 9hearts 8hearts Kdiamonds Qdiamonds 7clubs 4clubs",
        "Hand\tUpcard\nAs 2s 3s Th 9h 8h Kd Qd 7c 4c\t4s",
        "| hand | up | rules |\n|---|---|---|\n| As 2s 3s Th 9h 8h Kd Qd 7c 4c | 4s | classic |",
        "got A 2 3 of spades, 10 9 8 of hearts, Kd Qd, 7c 4c. upcard 4s",
    ],
)  # fmt: skip
def test_ways_to_write_cards(text: str) -> None:
    reading = read_text(text if "4s" in text else f"{text} upcard 4s")
    assert reading.whole.hand == CardSet.of(HAND.removeprefix("I hold "))
    assert str(reading.whole.top) == "4s"
