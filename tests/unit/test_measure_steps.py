"""Steps a second: counted of everybody who is installed, and as many as was promised."""

from __future__ import annotations

from analyzer.api.evidence import read_evidence
from analyzer.resources import resource_root
from tests.workshop.measure import steps


def test_steps_are_counted_of_everybody_who_is_installed() -> None:
    raw = steps.measured(hands=4, rounds=1, seconds=0.01)
    names = [row["name"] for row in raw["rows"]]
    assert names[:2] == ["kernel", "single"] and len(names) == len(set(names))
    assert all(0 < row["least"] <= row["steps"] <= row["most"] for row in raw["rows"])
    told = steps.evidence("", "", raw)
    assert "4 hands at once take" in " ".join(told.finding) and len(told.tables[0].rows) == len(
        names
    )


def test_fifty_times_as_fast_as_openspiel_from_python() -> None:
    document = read_evidence((resource_root() / "static" / "evidence" / "steps.json").read_bytes())
    rates = {row["name"]: row["steps"] for row in document.data["rows"]}
    assert rates["kernel"] >= 50 * rates["openspiel"]
    assert rates["openspiel"] > rates["observing"] > rates["rlcard"]
