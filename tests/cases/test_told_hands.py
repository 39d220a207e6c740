"""One hand told in ever the same words, with what people say before, between and after them."""

from __future__ import annotations

import pytest

from analyzer.notation.records import Record, format_record
from analyzer.notation.tales import is_tale, read_tale

DEALT = "I was dealt 2c 3c 4c 7h 8h Kd Qd Js 9s 5h. He dealt. The upcard was the 9h. "
TURNS = "I took it and threw Kd. He drew and threw Jd. I drew 6h, threw Qd. He drew, threw 8c. "
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
