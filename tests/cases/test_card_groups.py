"""Cards put together before a text is listened to: as they are listed, and where they came from."""

from __future__ import annotations

import pytest

from analyzer.notation.reading import read_text
from analyzer.notation.sentences._card_groups import put_together


@pytest.mark.parametrize(
    ("listed", "cards"),
    [
        ("4-5-7 of hearts", "4♥ 5♥ 7♥"),
        ("2-3-9 clubs", "2♣ 3♣ 9♣"),
        ("J-Q-A of spades", "J♠ Q♠ A♠"),
        ("4-7 of hearts", "4♥ 5♥ 6♥ 7♥"),
        ("hearts T98; clubs QJ", "10♥ 9♥ 8♥; Q♣ J♣"),
        ("5-7♦, K/Q♠", "5♦ 6♦ 7♦, K♠ Q♠"),
        ("8 8 8 (all but the heart)", "8♣ 8♦ 8♠"),
        ("jack, jack", "jack, jack"),
    ],
)
def test_dashes_of_three_are_a_list_and_of_two_a_run(listed: str, cards: str) -> None:
    assert put_together(listed)[0] == cards


def test_a_card_of_a_group_came_from_the_words_of_the_group() -> None:
    text = "I hold the six and seven of clubs, 4c 4d 4s Kd Qd 2c Ac and 9h, he threw 9c"
    reading = read_text(text)
    parts = {text[part.start : part.end]: part.what for part in reading.parts}
    assert parts["six and seven of clubs"] == "6c 7c" and parts["9c"] == "9c"


@pytest.mark.parametrize(
    "told",
    [
        "he discards 5♠ (J♠ and 10♣ already gone), take it?",
        "upcard 5♠ (10♣, J♠ both dead). Take it?",
        "Js and Tc had both been thrown before. Upcard 5s, take it?",
    ],
)
def test_what_is_said_to_be_gone_in_a_bracket_lies_below(told: str) -> None:
    view = read_text(f"I hold 7♥ 8♥ 9♥ 4♣ 4♦ 4♠ K♦ Q♦ 2♣ A♣. {told}").view
    assert view is not None and str(view.top) == "5s"
    assert {*map(str, view.pile)} == {"Js", "Tc", "5s"}
