"""What is lost late in a hand: how it is counted, and how it is said."""

from __future__ import annotations

import pytest

from tests.workshop.measure import late


def test_late_knocks_say_how_often_a_choice_is_far_behind() -> None:
    found = late.evidence("", "1", late.measured(decisions=3, worlds=64, deep=512, seed=1))
    assert "of late decisions with a legal knock" in " ".join(found.finding)
    raw = {"decisions": 2000, "worlds": 1024, "deep": 16384, "behind": 3.0, "errors": 10,
           "loss": 0.1, "error": 0.02, "largest": 9.0, "knocked": 700,
           "again": 60, "deeper": 131072, "doubtful": 1.5}  # fmt: skip
    assert late.evidence("", "1", raw).finding[0].startswith("In 0.50% of late decisions")


def test_what_seems_to_lose_much_is_judged_by_fresh_worlds(monkeypatch: pytest.MonkeyPatch) -> None:
    looks = {512: iter((5.0, 1.0)), late.AGAIN * 512: iter((0.5,))}
    monkeypatch.setattr(late, "_lost", lambda _view, _chosen, worlds, _seed: next(looks[worlds]))
    raw = late.measured(decisions=2, worlds=64, deep=512, seed=1)
    assert (raw["errors"], raw["again"], raw["loss"]) == (0, 1, 0.75)
