"""Two players asked the same: where they differ, and what came of it."""

from __future__ import annotations

from random import Random

import pytest

from tests.workshop.differences import (
    SPOTS,
    Difference,
    compared,
    decided,
    figures,
    gap,
)


@pytest.mark.parametrize("at", SPOTS)
def test_a_player_does_not_differ_from_itself(at: str) -> None:
    decisions, found = compared(("fast", "fast"), at, 2, 1, range(20))
    assert decisions > 0 and not found


def test_who_never_knocks_differs_where_the_other_does() -> None:
    decisions, found = compared(("greedy", "gin-waiter"), "knock", 2, 1, range(30))
    assert 0 < len(found) <= decisions
    assert {each.kinds.partition(" for ")[0] for each in found} >= {"knock"}


def test_the_one_loses_what_the_other_gains() -> None:
    rng = Random(1)
    here = next(here for here in decided("camper", rng, 0) if len(here.legal_actions()) > 2)
    one, two = (action.plain for action in here.legal_actions()[-2:])
    assert one != two
    there, back = (gap(here, *pair, "camper", Random(5)) for pair in ((one, two), (two, one)))
    assert there == -back


def test_a_decision_at_which_both_do_the_same_counts_as_nothing_gained() -> None:
    found = [Difference("camper", "knock for discard", gain) for gain in (4.0, -2.0, 4.0)]
    said = figures(10, found)
    assert said["points a decision"] == 0.6 and said["where they differ"]["points"] == 2.0
    assert said["against"]["camper"] == said["kinds"]["knock for discard"]
    assert said["error"] < said["where they differ"]["error"]
    assert figures(5, [])["where they differ"] == {"differ": 0, "points": None, "error": None}
