"""One hand told in ever the same words, with what people say before, between and after them."""

from __future__ import annotations

import pytest

from analyzer.api.records import RecordForm, read_match, record_form
from analyzer.errors import InputError
from analyzer.notation.records import Record, format_record
from analyzer.notation.tales import is_tale, read_tale

DEALT = "I was dealt 2c 3c 4c 7h 8h Kd Qd Js 9s 5h. He dealt. The upcard was the 9h. "
TURNS = "I took it and threw Kd. He drew and threw Jd. I drew 6h, threw Qd. He drew, threw 8c. "
KNOCK = "I drew 5c and knocked with the jack. "
PLAYED = ["1. ^9h -Kd", "2. +? -Jd", "3. +6h -Qd", "4. +? -8c"]


def hand_of(text: str) -> Record:
    """The one hand of a tale."""
    assert is_tale(text)
    (hand,) = read_tale(text).hands
    return hand


def turns_of(text: str) -> list[str]:
    """The turns of the one hand of a tale."""
    return [line for line in format_record(hand_of(text)).splitlines() if line[:1].isdigit()]


@pytest.mark.parametrize(
    ("said", "rules"),
    [
        ("I played Bob last night.", "standard"),
        ("We played this hand yesterday:", "standard"),
        ("We played classic gin.", "classic"),
        ("We played Oklahoma.", "oklahoma"),
        ("We played Hollywood gin.", "hollywood"),
        ("He played well.", "standard"),
        ("My opponent plays well.", "standard"),
    ],
)
def test_who_played_what_and_how_is_no_discard(said: str, rules: str) -> None:
    hand = hand_of(f"{said} {DEALT}{TURNS}")
    assert turns_of(f"{said} {DEALT}{TURNS}") == PLAYED
    assert (hand.dealer, hand.rules.name) == (1, rules)


def test_a_remark_on_how_somebody_plays_is_no_turn() -> None:
    assert turns_of(f"{DEALT}{TURNS}He plays fast. Drew 5c, threw Js.") == [*PLAYED, "5. +5c -Js"]


def test_to_play_a_card_is_to_discard_it() -> None:
    assert turns_of(DEALT + TURNS.replace("threw", "played")) == PLAYED
    told = f"{DEALT}{TURNS}I drew 5c, played the jack. He drew, played something, I forget what."
    assert turns_of(told) == [*PLAYED, "5. +5c -Js", "6. ??"]


@pytest.mark.parametrize(
    "asked",
    [
        "Was I right to knock?",
        "Maybe I should have waited.",
        "Should I have gone for gin?",
        "I should have thrown the 9s.",
        "What would you have done?",
        "Was that a mistake?",
    ],
)
def test_what_is_asked_of_a_finished_hand_moves_nothing(asked: str) -> None:
    told = turns_of(f"{DEALT}{TURNS}{KNOCK}{asked}")
    assert told == turns_of(f"{DEALT}{TURNS}{KNOCK}") and told[:5] == [*PLAYED, "5. +5c -Js!"]


@pytest.mark.parametrize(
    "asked",
    [
        "Where did I go wrong?",
        "Did I play it right?",
        "Should I take it?",
        "Should I take it and throw Js?",
        "Should I have taken the Jd?",
    ],
)
def test_what_is_asked_of_a_hand_told_from_the_deal_on_moves_nothing(asked: str) -> None:
    assert turns_of(f"{DEALT}{TURNS}{asked}") == PLAYED


def test_a_tale_goes_on_behind_a_regret() -> None:
    told = f"{DEALT}{TURNS}I should have taken it, but I drew 5c and threw Js."
    assert turns_of(told) == [*PLAYED, "5. +5c -Js"]


HELD = "I have 7h 8h 9h 4c 4d 4s Kd Qd 2c Jc. "
SITUATIONS = [
    "I threw 5h, he took it and threw 9d. Should I take it?",
    "I threw 5h, he took it and threw 9d. Was it right to throw the 5h?",
    "I threw 5h, he took it and knocked: 9c 9d 9s / Td Jd Qs Ks / Ad 2s 3s. What can I lay off?",
    "He took my 5h and threw 9d. Should I take it?",
]


@pytest.mark.parametrize("asked", SITUATIONS)
def test_a_question_with_some_history_is_one_situation(asked: str) -> None:
    assert not is_tale(HELD + asked) and record_form(HELD + asked) is None
    with pytest.raises(InputError, match="one situation"):
        read_match(HELD + asked)


def test_prose_that_is_refused_is_no_record_in_signs() -> None:
    half = f"{DEALT}I took it and threw Kd."
    assert record_form(half) is None
    assert [str(turn.discarded) for turn in read_match(half).hands[0].turns] == ["Kd"]
    with pytest.raises(InputError, match="is not a turn"):
        read_match("1. ^9h -Kd\n2. took it")
    assert record_form(f"{DEALT}{TURNS}") is RecordForm.TALE
