"""What holds for every answer of the search: no peeking, no luck of threads, sums that agree."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from analyzer.engine import OPPONENTS, Evaluation, Limit, analyze
from analyzer.game.position import Position
from analyzer.game.rules import PRESETS, TWO_HANDED
from analyzer.game.view import view_of
from tests.oracles.staging import staged, stages, without_secrets
from tests.workshop.measure._positions import played

NAMES = sorted(TWO_HANDED)
FEW = settings(max_examples=25)


@st.composite
def positions(draw: st.DrawFn) -> Position:
    """Put together or played, with a score or without."""
    rules = PRESETS[draw(st.sampled_from(NAMES))]
    seed = draw(st.integers(0, 10**6))
    target = rules.target
    score = None
    if target is not None and draw(st.booleans()):
        score = draw(st.integers(0, target - 1)), draw(st.integers(0, target - 1))
    if draw(st.booleans()):
        found = played(rules, seed, score)
        return found[draw(st.integers(0, len(found) - 1))]
    stage = draw(st.sampled_from(stages(rules)))
    return replace(staged(rules, stage, Random(seed)), score=score)


opponents = st.sampled_from(list(OPPONENTS))


def plain(answer: Evaluation) -> Evaluation:
    """The answer without the time it took."""
    return replace(answer, seconds=0.0)


@FEW
@given(positions(), opponents, st.integers(0, 2**63 - 1))
def test_hidden_cards_do_not_matter(position: Position, opponent: str, seed: int) -> None:
    other = without_secrets(position, Random(seed))
    assert view_of(other) == view_of(position)
    first, second = (
        analyze(view_of(truth), Limit(worlds=64), seed=seed, opponent=opponent)
        for truth in (position, other)
    )
    assert plain(first) == plain(second)


@settings(max_examples=12)
@given(positions(), opponents)
def test_threads_do_not_matter(position: Position, opponent: str) -> None:
    view = view_of(position)
    one, two, three = (
        plain(analyze(view, Limit(worlds=700), opponent=opponent, threads=number))
        for number in (1, 2, 3)
    )
    assert one == two == three


@FEW
@given(positions(), opponents)
def test_an_answer_is_whole(position: Position, opponent: str) -> None:
    """Every legal action once, best first, and the parts of the outcome sum to its value.

    A card that goes gin is laid down with no deadwood: to knock with it is not weighed.
    """
    view = view_of(position)
    answer = analyze(view, Limit(worlds=300), opponent=opponent)
    legal = set(map(str, view.legal_actions()))
    legal -= {action.replace("gin", "knock") for action in legal if action.startswith("gin")}
    assert {str(value.action) for value in answer.actions} == legal
    assert len(answer.actions) == len({str(value.action) for value in answer.actions})
    assert answer.actions[0].loss == 0 and answer.best[0] == answer.actions[0].action
    for value in answer.actions:
        assert sum(share.p for share in value.outcomes.values()) == pytest.approx(1, abs=1e-9)
        total = sum(share.p * share.points for share in value.outcomes.values())
        assert total == pytest.approx(value.q, abs=1e-9)
        assert value.loss >= 0 and value.se >= 0 and value.loss_se >= 0
        assert (value.match is None) == (view.score is None or view.rules.target is None)
        assert value.match is None or 0 <= value.match <= 1
        assert value.danger is None or 0 <= value.danger <= 1
        assert value.exact == (value.worlds == 0)


def test_another_seed_gives_another_answer() -> None:
    view = view_of(played(PRESETS["standard"], 5)[4])
    first, again, other = (analyze(view, Limit(worlds=256), seed=seed) for seed in (1, 1, 2))
    assert plain(first) == plain(again)
    assert [value.q for value in first.actions] != [value.q for value in other.actions]


PURE = """
import json, sys
from concurrent.futures import ThreadPoolExecutor
from analyzer.engine.opponents import OPPONENTS
from analyzer.engine.race import Race
from analyzer.kernel.jit import COMPILED
from analyzer.notation import parse_view
found = {}
with ThreadPoolExecutor(1) as pool:
    for number, text in enumerate(json.load(sys.stdin)):
        for opponent in ("baseline", "greedy", "uniform"):
            race = Race(parse_view(text), OPPONENTS[opponent], 77, None)
            race.run(6, pool, 1)
            found[f"{number} {opponent}"] = [
                (str(v.action), v.q, v.se, v.loss, v.danger, sorted((str(k), s.p, s.points)
                for k, s in v.outcomes.items())) for v in race.values()
            ]
print(json.dumps({"compiled": COMPILED, "answers": found}))
"""

VIEWS = (
    "rules: standard\nupcard: 9c\ndealer: me\nhand: 7h 8h 9h 4c 4d Qs Kd Qd 2c Ac",
    "rules: eaai\nhand: 7h 8h 9h 4c 4d 4s Jc Qc Kd Ad Kh\nstock: 12",
    "rules: tournament\nhand: 7h 8h 9h 4c 4d 4s Kd Qd 2c Ac\npile: 5s Kh 9c\nstock: 20",
    "rules: tedesco\nhand: Kh Ah 2h 4c 4d 5s Jc Qc Kd 7d 9s\nstock: 16\nscore: 120-40",
)


def _answers(pure: str) -> Mapping[str, Any]:
    done = subprocess.run(
        [sys.executable, "-c", PURE],
        input=json.dumps(VIEWS), capture_output=True, text=True, check=True,
        env={**os.environ, "GINSIGHT_PURE": pure},
    )  # fmt: skip
    found: Mapping[str, Any] = json.loads(done.stdout)
    return found


@pytest.mark.slow
def test_plain_python_gives_the_same_numbers() -> None:
    compiled, pure = _answers("0"), _answers("1")
    assert not pure["compiled"]
    assert pure["answers"] == compiled["answers"]


@pytest.mark.nightly
@settings(max_examples=1500)
@given(positions(), opponents, st.integers(0, 2**63 - 1))
def test_hidden_cards_do_not_matter_in_many_hands(
    position: Position, opponent: str, seed: int
) -> None:
    other = without_secrets(position, Random(seed))
    assert view_of(other) == view_of(position)
    first, second = (
        analyze(view_of(truth), Limit(worlds=64), seed=seed, opponent=opponent)
        for truth in (position, other)
    )
    assert plain(first) == plain(second)
