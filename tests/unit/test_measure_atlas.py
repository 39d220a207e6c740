"""What the maps of play are counted from."""

from __future__ import annotations

import numpy as np
import pytest

from analyzer.game.cards import Card, CardSet
from analyzer.jobs import Jobs
from analyzer.notation import decode, parse_view
from tests.workshop.measure import atlas
from tests.workshop.measure.atlas import MAPS, _best, _cell, _deadwood_and_outs, _Seen, company


@pytest.mark.parametrize(
    ("card", "others", "fit"),
    [
        ("7h", "7c 7d Kd", "meld"),
        ("7h", "5h 6h Kd", "meld"),
        ("7h", "6h 8h Kd", "meld"),
        ("7h", "5h 9h Kd", "run"),
        ("7h", "5h 7c Kd", "both"),
        ("7h", "7c 8d Kd", "pair"),
        ("7h", "4h 8d Kd", "alone"),
        ("Kh", "Ah 2h Kd", "pair"),
        ("Ah", "Kh Qh 3h", "run"),
    ],
)
def test_the_company_of_a_card(card: str, others: str, fit: str) -> None:
    assert company(Card.of(card), CardSet.of(others)) == fit


def test_outs_are_live_cards_that_make_gin() -> None:
    text = "rules: standard\nhand: 7h 8h 9h 4c 4d 4s Jc Qc Kc 2d Ks\npile: Th\nstock: 20"
    # 6h lengthens the run, 4h the set, Tc the other run; Th lies in the pile.
    assert _deadwood_and_outs(parse_view(text)) == (2, 3)


def test_what_is_best_is_measured_where_it_was_not_chosen() -> None:
    """Of equal plays the luckiest is worth no more than any."""
    rng = np.random.default_rng(1)
    found = [_best(rng.normal(size=(8, 10)), range(10)) for _ in range(2_000)]
    assert abs(np.mean(found)) < 0.05


def test_a_cell_of_few_hands_has_no_value() -> None:
    seen = [_Seen(("all", "K", "alone"), float(value % 5), f"id{value % 5}") for value in range(30)]
    assert _cell(seen[:10]) == [None, None, 10, "", ""]
    mean, half, count, place, _ = _cell(seen)
    assert (mean, count, place) == (2.0, 30, "id2") and 0.4 < half < 0.6


def test_a_small_atlas_has_all_its_cells() -> None:
    found = atlas.measured(["classic"], 20, 20, 30, 1_024, 3, Jobs())
    for name, each in MAPS.items():
        sheets = found["maps"]["classic"][name]
        assert [len(rows) for rows in sheets] == [len(each.rows)] * len(each.sheets)
        counts = [cell[2] for rows in sheets for row in rows for cell in row]
        assert sum(counts) >= 15 and len(counts) == len(each.sheets) * len(each.rows) * len(
            each.columns
        )
    told = [cell for rows in found["maps"]["classic"]["discard"] for row in rows for cell in row]
    for cell in told:
        if cell[0] is not None:
            assert cell[4] in str(decode(cell[3]).hand)
    assert "plays were valued" in " ".join(atlas.evidence("", "1", found).finding)
