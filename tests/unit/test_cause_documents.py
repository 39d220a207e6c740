"""The documents of an answer and of a review: each share of a cause comes with its interval."""

from __future__ import annotations

from typing import Any

import pytest

from analyzer.web.review.pages import example
from tests.unit.test_cli import document
from tests.unit.test_cli_review import FEW, RECORD

VIEW = "rules: eaai\nhand: 7h 8h 9h 4c 4d Kd Qd 2c Ac Ts 6s\npile: Ks\nstock: 21"


def found_in(told: Any) -> list[dict[str, Any]]:
    """The causes anywhere in a document."""
    if isinstance(told, list):
        return [one for each in told for one in found_in(each)]
    if not isinstance(told, dict):
        return []
    here = [told["causes"]] if isinstance(told.get("causes"), dict) else []
    return here + [one for each in told.values() for one in found_in(each)]


@pytest.mark.parametrize(
    "asked",
    [("analyze", VIEW, "--causes", "--worlds", "512"), ("review", RECORD, *FEW),
     ("review", example("hand"), "--worlds", "512")],
    ids=["analyze", "review", "review of the example"],
)  # fmt: skip
def test_every_share_of_a_cause_has_its_interval(asked: tuple[str, ...]) -> None:
    found = found_in(document(*asked))
    shares = [(one["gap"], cause) for one in found for cause in one["channels"]]
    assert len(shares) >= 3, "what is measured is in the document"
    for gap, cause in shares:
        assert 0 <= cause["low"] <= cause["share"] <= cause["high"] <= 1
        whole = 1 - cause["left"] / gap
        assert cause["share"] == pytest.approx(min(max(whole, 0.0), 1.0), abs=0.001)
        if 0 < cause["share"] < 1:
            assert cause["low"] < cause["high"], "known to within something"
