"""Kinds of texts that were once read as other cards than they name, three of each kind."""

from __future__ import annotations

import pytest

from analyzer.errors import InputError
from analyzer.game.cards import CardSet
from analyzer.game.view import Side
from analyzer.notation.cards import read_card_set
from analyzer.notation.reading import read_text
from analyzer.notation.sentences import BY_BRIDGE
from tests.unit.test_cli import document

TEN = "7h 8h 9h 4c 4d 4s Kd Qd 2c Ac"
HAND = f"I have {TEN}"


@pytest.mark.parametrize(
    "text",
    [
        "K72.AQ4.T9.53 upcard 8d",
        "hand: K72.AQ4.T9.53\nupcard: 8d",
        "Got k72.aq4.109.53, up card 8d",
    ],
)
def test_suits_between_dots_are_in_the_order_of_bridge_and_a_guess(text: str) -> None:
    reading = read_text(text)
    assert reading.whole.hand == CardSet.of("Ks 7s 2s Ah Qh 4h Td 9d 5c 3c")
    assert reading.guesses["suits"] == BY_BRIDGE
    assert document("convert", "-", given=text)["guesses"]["suits"] == BY_BRIDGE


@pytest.mark.parametrize(
    "knock", ["knocked with 6 (4♦ 2♣)", "went down with 6 (4d 2c)", "knocked for 6 (4d, 2c)"]
)
def test_a_number_before_a_bracket_is_no_card(knock: str) -> None:
    mine = HAND.replace("4d", "4h").replace("2c", "2h")
    text = f"{mine}. He {knock}, melds 5c 6c 7c 8c / Ts Js Qs Ks"
    spread = read_text(text).spread
    assert spread is not None
    assert spread.deadwood == CardSet.of("4d 2c") and len(spread.cards) == 10


@pytest.mark.parametrize("who", ["non dealer", "Non-dealer", "the nondealer"])
def test_the_non_dealer_who_passes_before_me_is_the_opponent(who: str) -> None:
    view = read_text(f"{HAND}. Upcard 5s, {who} passed. Take it?").whole
    assert view.dealer is Side.ME and str(view.top) == "5s"


@pytest.mark.parametrize(
    "tops",
    [
        "The top card is 5s. The top card is 9c",
        "Upcard 5s. Up card 9c",
        "on the pile lies 5s, the top discard is 9c",
    ],
)
def test_two_tops_are_a_question(tops: str) -> None:
    with pytest.raises(InputError, match="both 5s and 9c are said to be the") as caught:
        read_text(f"{HAND}. {tops}. Take?")
    assert caught.value.hint


@pytest.mark.parametrize(
    "turn",
    ["I took 5s and discarded 5s", "I picked up the 5s, threw the 5s", "he took 5s and tossed 5s"],
)
def test_a_card_taken_and_discarded_in_one_turn_is_a_question(turn: str) -> None:
    with pytest.raises(InputError, match="5s is taken and discarded in one turn"):
        read_text(f"{turn}. {HAND}, he threw 9d. Take it?")


def test_a_card_taken_may_be_discarded_later_and_is_held_no_more() -> None:
    text = f"I took 5s and threw Js, then he threw 3d and I discarded the 5s. {HAND}, he threw 9d"
    assert read_text(text).whole.hand == CardSet.of(TEN)


RUNS = [
    ("4h-7h, 9c–Jc, 2d 2s 2c", "4h 5h 6h 7h 9c Tc Jc 2d 2s 2c"),
    ("6-9 of hearts, 2c 3c 4c, Kd Qd Jd", "6h 7h 8h 9h 2c 3c 4c Jd Qd Kd"),
    ("♠ A-4, ♥9-♥J, 5-7♦", "As 2s 3s 4s 9h Th Jh 5d 6d 7d"),
]


@pytest.mark.parametrize(("run", "hand"), RUNS)
def test_a_run_is_the_same_at_every_door(run: str, hand: str) -> None:
    assert read_card_set(run) == CardSet.of(hand)
    assert read_text(f"hand: {run}\nupcard: 8s").whole.hand == CardSet.of(hand)
    assert read_text(f"I have {run} and the upcard is 8s").whole.hand == CardSet.of(hand)
    assert document("melds", run) == document("melds", hand)
    assert document("outs", run) == document("outs", hand)
    assert document("knock", run, "Ks") == document("knock", hand, "Ks")


def test_the_opponents_run_is_laid_off_on() -> None:
    defender = "8h Js 2c 2s 9d 9s Kd Qs 5c 7d"
    run, cards = "4h-7h / Tc-Kc / 3d 3s", "4h 5h 6h 7h / Tc Jc Qc Kc / 3d 3s"
    answers = [document("layoff", "--knocker", way, "--defender", defender) for way in (run, cards)]
    assert answers[0] == answers[1]


@pytest.mark.parametrize(
    ("said", "unused"),
    [
        ("he has no queens", "he has no queens"),
        ("she's collecting spades, I think", "she's collecting spades"),
        ("he holds two tens for sure", "he holds two tens for sure"),
    ],
)
def test_what_names_no_card_is_said_not_to_be_used(said: str, unused: str) -> None:
    reading = read_text(f"{HAND}; he threw 5s; {said}. Take it?")
    assert reading.whole.hand == CardSet.of(TEN)
    assert reading.guesses["unused"] == f"`{unused}` is not used"
    assert "unused" not in read_text(f"{HAND}; he threw 5s. Should I keep the kings?").guesses


@pytest.mark.parametrize(
    "said", ["4 hearts are gone", "two clubs are dead", "3 spades have been discarded"]
)
def test_a_number_of_a_suit_is_asked_about(said: str) -> None:
    with pytest.raises(InputError, match="does not say which cards"):
        read_text(f"{HAND}; he threw 5s; {said}. Take it?")


@pytest.mark.parametrize("verb", ["knocked with", "knocks for", "went down with"])
def test_nobody_knocks_with_more_than_the_limit(verb: str) -> None:
    with pytest.raises(InputError, match="12 is above the knock limit of 10"):
        read_text(f"{HAND}. He {verb} 12")
    with pytest.raises(InputError, match="the knocker's cards are missing"):
        read_text(f"{HAND}. knock limit 15. He {verb} 12")


@pytest.mark.parametrize(
    ("said", "unused"),
    [
        ("If I get the 6h I can knock", "`6h` is not used"),
        ("Should I wait for the ten of clubs or the J♣?", "`ten of clubs` and `J♣` are not used"),
        ("I need the 3 of diamonds", "`3 of diamonds` is not used"),
    ],
)
def test_a_card_that_stands_nowhere_is_said(said: str, unused: str) -> None:
    reading = read_text(f"{HAND}, he threw 5s. {said}")
    assert reading.guesses["unused"] == unused


def test_no_card_is_missed_that_stands_in_a_hand_or_in_the_turns() -> None:
    for text in (f"{HAND}, he threw the five of spades", f"{HAND}. He took my 9c, I drew the J♦"):
        assert "unused" not in read_text(text).guesses
