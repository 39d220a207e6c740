"""Pictures of tables, as they are shown where an address is sent."""

from __future__ import annotations

import re
from statistics import median
from time import process_time

import pytest

from analyzer.display.hands import groups
from analyzer.display.picture import png_of, table_svg
from analyzer.display.table import CardTable, in_rows, seen_from
from analyzer.game.cards import DECK, Card, CardSet
from analyzer.game.position import deal
from analyzer.game.rules import PRESETS
from analyzer.game.view import View, view_of
from tests.sizes import more_at_night

LARGEST = 60_000
"""Bytes of a picture."""


def felt_of(view: View) -> CardTable:
    """The table of a view, as pages show it."""
    return seen_from(view, rows=in_rows(groups(view.hand, view.rules)))


def drawn(svg: str) -> list[str]:
    """The cards that lie face up in a picture."""
    return re.findall(r'<use xlink:href="#(\w\w)-rank"', svg)


@more_at_night("hands", 20, 200)
def test_a_picture_has_the_cards_that_are_seen_and_no_others(hands: int) -> None:
    took = []
    for seed in range(hands):
        rules = PRESETS[("standard", "three-hand", "two-jokers", "mahjong")[seed % 4]]
        view = view_of(deal(rules, seed))
        begun, svg = process_time(), table_svg(felt_of(view))
        png = png_of(svg)
        took.append(process_time() - begun)
        seen = [*view.hand, *([view.top] if view.top else [])]
        assert sorted(drawn(svg)) == sorted(map(str, seen))
        backs = sum(view.counts) - len(view.hand) + 1  # and the stock
        assert svg.count('href="#back"') == backs
        assert len(png) <= LARGEST
    print(f"{1000 * median(took):.0f} ms of CPU in the median")


@pytest.mark.parametrize("count", [1, 7, 10, 11])
def test_any_hand_lies_within_the_picture(count: int) -> None:
    hand = CardSet.from_cards(list(DECK)[:count])
    svg = table_svg(CardTable(rows=in_rows(groups(hand, PRESETS["standard"])), stock=2))
    places = re.findall(r"translate\(([\d.-]+) ([\d.-]+)\) scale\(([\d.]+)\)", svg)
    assert len(places) == count + 1
    for x, y, size in places:
        assert 0 <= float(x) <= 1200 - 100 * float(size)
        assert 0 <= float(y) <= 630 - 140 * float(size)


def test_every_card_has_its_shapes() -> None:
    svg = table_svg(
        CardTable(
            pile=(Card.of("Kc"),), rows=in_rows(groups(CardSet.of("As Th Qd"), PRESETS["standard"]))
        )
    )
    assert set(drawn(svg)) == {"Kc", "As", "Th", "Qd"}
    for card in DECK:
        alone = table_svg(CardTable(pile=(card,)))
        assert alone.count(f'id="{card}-rank"') == alone.count(f'id="{card}-suit"') == 1
        assert len(png_of(alone)) > 5_000
