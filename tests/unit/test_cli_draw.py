"""Cards in the terminal: four colors with symbols, letters where there is no color."""

from __future__ import annotations

import io

import pytest
from rich.console import Console

from analyzer.cli.draw import SUIT_STYLES, Pen
from analyzer.game.cards import Card
from analyzer.notation.numbers import percent, plus_minus, signed


def pen(*, terminal: bool, no_color: bool = False) -> Pen:
    return Pen(Console(file=io.StringIO(), force_terminal=terminal, no_color=no_color))


def test_a_terminal_shows_symbols_in_four_colors():
    on_screen = pen(terminal=True)
    drawn = [on_screen.card(card) for card in ("Tc", "Td", "Th", "Ts")]
    assert [text.plain for text in drawn] == ["10♣", "10♦", "10♥", "10♠"]
    assert len({str(text.style) for text in drawn}) == len(SUIT_STYLES) == 4


@pytest.mark.parametrize("plain", [pen(terminal=False), pen(terminal=True, no_color=True)])
def test_without_color_suits_are_letters(plain):
    assert plain.cards([Card.of("Td"), Card.of("As")]).plain == "Td As"
    assert plain.action("big gin").plain == "big gin"
    assert plain.action("knock Td").plain == "knock Td"


def test_a_spread_has_slashes_and_a_bar():
    plain = pen(terminal=False)
    assert plain.spread([["7h", "8h", "9h"]], ["Kd"]).plain == "7h 8h 9h | Kd"
    assert plain.spread([], ["Kd"]).plain == "| Kd"
    assert plain.spread([["7h", "8h", "9h"], ["4c", "4d", "4s"]], []).plain == (
        "7h 8h 9h / 4c 4d 4s"
    )


def test_numbers():
    assert [signed(number) for number in (3.14, -3.14, 0.0, 0.04, -0.04)] == [
        "+3.1",
        "−3.1",
        "0.0",
        "0.0",
        "0.0",
    ]
    assert [plus_minus(number) for number in (0.0, 0.031, 0.26)] == ["", "±0.1", "±0.3"]
    assert [percent(number) for number in (None, 0.0, 0.004, 0.996, 1.0)] == [
        "–",
        "0%",
        "<1%",
        ">99%",
        "100%",
    ]
