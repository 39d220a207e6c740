"""What four requests weigh: at most what was reached, which only falls."""

from __future__ import annotations

import pytest

from tests.trips import ASKED, Trips, Weight, trips

REACHED = {
    "POST of a formal view": Weight(191, 25, 1_430),
    "GET of its answer": Weight(74, 23, 390),
    "GET of a review": Weight(52, 21, 75),
    "GET of an answered puzzle": Weight(43, 17, 60),
}
"""Of a request that was answered before."""
ANEW = {
    "POST of a formal view": Weight(191, 25, 1_430),
    "GET of its answer": Weight(347, 60, 3_450),
    "GET of a review": Weight(464, 68, 8_500),
    "GET of an answered puzzle": Weight(345, 61, 5_250),  # a second try leads to it
}
"""Of one whose page was forgotten."""


@pytest.fixture(scope="module")
def taken() -> dict[str, Trips]:
    return dict(trips())


@pytest.mark.parametrize("name", ASKED)
def test_a_trip_weighs_no_more_than_was_reached(taken: dict[str, Trips], name: str) -> None:
    made = taken[name]
    for passed, most in ((made.again, REACHED[name]), (made.anew, ANEW[name])):
        weight = passed.weight
        heavier = weight.functions > most.functions or weight.files > most.files
        assert not heavier and weight.calls <= most.calls, "\n".join((str(weight), *passed.lines()))


def test_a_formal_view_passes_no_reader_of_sentences(taken: dict[str, Trips]) -> None:
    passed = "\n".join(taken["POST of a formal view"].again.lines())
    assert "notation/lines.py" in passed
    assert "notation/tales/" not in passed and "notation/sentences/_phrases" not in passed


def test_a_review_made_anew_solves_no_hand(taken: dict[str, Trips]) -> None:
    passed = "\n".join(taken["GET of a review"].anew.lines())
    assert "web/review/report.py" in passed and "best_discard" not in passed
