"""Decisions of the other games with a clear answer, each with why it is clear."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from analyzer.engine.general import advise
from analyzer.notation import parse_view
from tests.sizes import rest_at_night

CASES: dict[str, list[dict[str, str]]] = tomllib.loads(
    (Path(__file__).parents[1] / "cases" / "clear.toml").read_text(encoding="utf-8")
)
"""For each game why a decision is clear, what its player sees, and the answer."""
ALL = [case for cases in CASES.values() for case in cases]
CLEAR = {case["why"]: (case["view"], case["answer"]) for case in ALL}
BY_DAY = {case["why"] for cases in CASES.values() for case in cases[:7]}

GAMES = {
    "three-hand", "four-hand", "one-joker", "two-jokers", "mahjong", "mahjong,players=3",
    "mahjong,players=4", "four-hand,jokers=2", "standard,jokers=0",
}  # fmt: skip


@rest_at_night("why", CLEAR, BY_DAY)
def test_a_clear_decision_is_seen(why: str) -> None:
    text, wanted = CLEAR[why]
    advice = advise(parse_view(text), worlds=120, seed=2)
    best = advice.actions[0]
    assert str(best.action) == wanted, [str(value.action) for value in advice.actions[:3]]
    rest = [value for value in advice.actions if str(value.action) != wanted]
    assert rest[0].loss > 2 * rest[0].loss_se


def test_every_game_has_twenty_and_none_comes_twice() -> None:
    assert set(CASES) == GAMES
    for game, cases in CASES.items():
        assert len(cases) >= 20, game
        assert {parse_view(case["view"]).rules.name for case in cases} == {game}
    assert len({case["why"] for case in ALL}) == len(ALL)
    assert len({case["view"] for case in ALL}) == len(ALL)


@pytest.mark.parametrize("game", sorted(GAMES))
def test_the_decisions_of_a_game_are_of_many_kinds(game: str) -> None:
    kinds = {case["answer"].split()[0] for case in CASES[game]}
    assert len(kinds) >= 4, kinds
