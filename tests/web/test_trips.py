"""What four requests weigh: at most what was reached, which only falls."""

from __future__ import annotations

import pytest

from tests.trips import ASKED, Trip, Weight, trips

REACHED = {
    "POST of a formal view": Weight(203, 25, 1_550),
    "GET of its answer": Weight(357, 61, 3_500),
    "GET of a review": Weight(475, 66, 8_700),
    "GET of an answered puzzle": Weight(351, 58, 5_330),  # a second try leads to it
}


@pytest.fixture(scope="module")
def taken() -> dict[str, Trip]:
    return {name: again for name, _, again in trips()}


@pytest.mark.parametrize("name", ASKED)
def test_a_trip_weighs_no_more_than_was_reached(taken: dict[str, Trip], name: str) -> None:
    weight, most = taken[name].weight, REACHED[name]
    heavier = weight.functions > most.functions or weight.files > most.files
    assert not heavier and weight.calls <= most.calls, "\n".join(
        (str(weight), *taken[name].lines())
    )


def test_a_formal_view_passes_no_reader_of_sentences(taken: dict[str, Trip]) -> None:
    passed = "\n".join(taken["POST of a formal view"].lines())
    assert "notation/lines.py" in passed
    assert "notation/tales/" not in passed and "notation/sentences/_phrases" not in passed


def test_a_review_opened_again_solves_no_hand(taken: dict[str, Trip]) -> None:
    passed = "\n".join(taken["GET of a review"].lines())
    assert "web/review/report.py" in passed and "best_discard" not in passed
