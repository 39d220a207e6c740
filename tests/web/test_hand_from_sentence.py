"""Sentences around cards: what the cure makes of them, and where there is none."""

from __future__ import annotations

import pytest

from analyzer.notation.draft import hand_from_sentence

TEN = "7h 8h 9h 4c 4d 4s Kd Qd 2c Ac"


@pytest.mark.parametrize(
    ("text", "view"),
    [
        (f"ok so I have {TEN}, and the upcard is 9c. what now?", f"hand: {TEN}\nupcard: 9c"),
        (f"{TEN} (9c up)", f"hand: {TEN}\nupcard: 9c"),
        (f"{TEN}, they discarded 9c", f"hand: {TEN}\ntop: 9c"),
        (f"I hold {TEN} and just drew 9c", f"hand: {TEN} 9c"),
        (f"[12:03] bob: {TEN.replace(' ', '')} what now?", f"hand: {TEN}"),
        (f"should I go down with {TEN} 9c here?", f"hand: {TEN} 9c"),
    ],
)
def test_a_sentence_is_offered_as_a_view(text: str, view: str) -> None:
    assert hand_from_sentence(text) == view


@pytest.mark.parametrize(
    "text",
    [
        "",
        "I hold 7h 8h 9h",
        TEN,  # wants an upcard, not a cure
        f"My hand: {TEN}",
        f"I hold {TEN} and 7h",  # a card twice
        f"I hold {TEN} 9c 9d and so on",  # twelve
        f"hand: {TEN}\nhello",  # lines have a meaning of their own
    ],
)
def test_where_it_is_not_clear_nothing_is_offered(text: str) -> None:
    assert hand_from_sentence(text) is None
