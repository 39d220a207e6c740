"""The last discard before the wall: a decision of each policy's own."""

from __future__ import annotations

from dataclasses import replace

import pytest

from analyzer.engine.exact import after_take
from analyzer.engine.fast import policy_action
from analyzer.engine.policies import AT_ONCE, BASELINE, CAMPING, GIN_ONLY, Policy
from analyzer.engine.rollout import root_of
from analyzer.engine.timeline import timeline_of
from analyzer.game.actions import Question
from analyzer.game.position import deal
from analyzer.game.rules import PRESETS
from analyzer.game.view import view_of
from analyzer.kernel import inplay, likelihood
from analyzer.notation import parse_view
from tests.workshop.measure import wall

FIVE_LEFT = "hand: 7h 8h 9h 4c 4d 4s Ts Js Qs 5d Kh\npile: 2c\nstock: 2"
GIN = "hand: 7h 8h 9h 4c 4d 4s Ts Js Qs Ks Kh\npile: 2c\nstock: 2"
TOP_KNOCKS = (
    "rules: tournament,knock=10\nhand: 7h 8h 9h 4c 4d 4s Js Qs 5d Kh\npile: 9c Ts\nstock: 2"
)


def up_to(most: int) -> Policy:
    """The sensible player who knocks at the wall with so much deadwood."""
    return replace(BASELINE, knock=(*BASELINE.knock[:-1], (most,) * 5))


def does(text: str, policy: Policy) -> str:
    return str(policy_action(parse_view(text), policy))


def test_a_knock_at_the_wall_is_the_policys_own() -> None:
    assert [does(f"rules: eaai\n{FIVE_LEFT}", up_to(most)) for most in (-1, 4, 5, 10)] == [
        "discard Kh", "discard Kh", "knock Kh", "knock Kh",
    ]  # fmt: skip
    before = FIVE_LEFT.replace("stock: 2", "stock: 4")
    assert does(f"rules: eaai\n{before}", up_to(10)) == does(f"rules: eaai\n{before}", up_to(-1))


@pytest.mark.parametrize("knock", [GIN_ONLY, AT_ONCE, CAMPING, BASELINE.knock])
def test_gin_at_the_wall_is_taken(knock: tuple[tuple[int, int, int, int, int], ...]) -> None:
    assert does(f"rules: eaai\n{GIN}", replace(BASELINE, knock=knock)) == "gin Kh"


def test_after_a_reshuffle_the_game_goes_on() -> None:
    text = f"rules: eaai,wall=reshuffle\n{FIVE_LEFT}"
    assert does(text, up_to(10)) == does(text, up_to(-1))


def test_the_last_discard_is_taken_by_who_would_knock_with_it() -> None:
    view = parse_view(TOP_KNOCKS)
    assert [does(TOP_KNOCKS, up_to(most)) for most in (4, 5)] == ["pass", "take"]
    taken = after_take(view)
    assert root_of(taken).state == inplay.MUST_KNOCK
    assert {str(policy_action(taken, up_to(most))) for most in (-1, 10)} == {"knock Kh"}


def test_the_belief_knows_the_last_discard() -> None:
    waiting = replace(BASELINE, knock=GIN_ONLY)
    for seed in range(1_000):
        position = deal(PRESETS["tournament"], seed, dealer=0)
        while not position.over and position.question is not Question.LAST:
            position = position.apply(policy_action(view_of(position), waiting))
        if not position.over:
            break
    turns = timeline_of(view_of(position))[:, likelihood.LAST].tolist()
    assert turns == [0] * (len(turns) - 1) + [1]


def test_fast_loses_nothing_at_the_wall() -> None:
    found = wall.measured("eaai", hands=8_000, seed=1)
    for row in found["bots"]:
        assert row["own"]["mean"] >= row["never"]["mean"] == 0.0, row["against"]
    assert [row["against"] for row in found["bots"]][:2] == ["camper", "gin-waiter"]
    assert all(row["always"]["high"] < -10 for row in found["bots"][:2])
    assert "points a hand on knocking with anything" in wall.evidence("", "1", found).finding[-1]
