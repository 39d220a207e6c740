"""What is left of a told hand without what cannot be read."""

from __future__ import annotations

import pytest

from analyzer.errors import InputError
from analyzer.notation.reading import read_text
from analyzer.notation.sentences.rest import rest_of

TEN = "2c 3c 4c 7h 8h 9h Kd Qd 5s Ts"


@pytest.mark.parametrize(
    ("text", "left_out", "lines"),
    [
        (f"I hold {TEN} and he trew the 9c.", ["he trew the 9c"], f"hand: {TEN}"),
        (f"{TEN[:-2]} Tx, he threw the 9c", ["Tx"], f"hand: {TEN[:-3]}\ntop: 9c"),
        (f"hand {TEN} Ts", ["Ts"], f"hand: {TEN}"),
        (f"I hold {TEN}. My lucky card is 9c, so now?", ["My lucky card is 9c"], f"hand: {TEN}"),
        (
            "Clubs A23. Hearts 99... I mean 9 of hearts. Diamonds Q and 2",
            ["Hearts 99"],
            "hand: Ac 2c 3c 9h Qd 2d",
        ),
        ("I hold the seven and eight of hearts", [], "hand: 7h 8h"),
    ],
)
def test_a_card_with_a_slip_is_left_out_alone_and_a_word_with_its_part(
    text: str, left_out: list[str], lines: str
) -> None:
    with pytest.raises(InputError):
        read_text(text).whole  # noqa: B018
    rest = rest_of(text)
    assert rest is not None
    assert list(rest.left_out) == left_out
    assert rest.lines == "\n".join([lines, *(f"# {part}" for part in left_out)])


@pytest.mark.parametrize(
    "text", ["", "Should I knock?", "canasta: two jokers", "I have 7 8 9 J J 2 4 5 K Q"]
)
def test_of_a_text_without_a_hand_nothing_is_left(text: str) -> None:
    assert rest_of(text) is None


def test_a_long_text_is_not_read_again_and_again() -> None:
    assert rest_of(f"I hold {TEN} and he trew the 9c." + " Well." * 400) is None


def test_turns_are_read_whole_or_not_at_all() -> None:
    assert rest_of(f"hand: {TEN}\nupcard: 9h\nhistory:\n  me took 9x, discarded Kd") is None
