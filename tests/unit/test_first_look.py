"""The first answer while the kernel is compiled: the same search in plain Python."""

from __future__ import annotations

from dataclasses import replace

import pytest

from analyzer.engine.search import analyze
from analyzer.engine.types import Evaluation, Limit
from analyzer.notation import parse_view
from analyzer.service.first_look import first_look
from analyzer.service.ports import SearchTask

UPCARD = SearchTask(
    parse_view("hand: 7h 8h 9h 4c 4d Kd Ks Qd 2c Ac\nupcard: 5s"),
    Limit(seconds=5.0),
    opponent="uniform",
)
READ = SearchTask(
    parse_view("hand: 7h 8h 9h 4c 4d 4s Kd Qd 2c Ac 6s\npile: 5s Kh 9c"), Limit(seconds=5.0)
)


def never() -> bool:
    return False


def values(answer: Evaluation | None) -> dict[str, float]:
    assert answer is not None
    return {str(value.action): value.q for value in answer.actions}


def test_what_is_over_is_not_begun_and_what_fails_is_no_answer() -> None:
    assert first_look(UPCARD, lambda: True) is None
    assert first_look(replace(UPCARD, opponent="nobody"), never) is None


@pytest.mark.slow
@pytest.mark.nightly
def test_plain_python_says_what_compiled_code_says() -> None:
    compiled = analyze(UPCARD.view, Limit(worlds=256), opponent=UPCARD.opponent)
    assert values(first_look(UPCARD, never)) == pytest.approx(values(compiled), abs=1e-4)


@pytest.mark.slow
@pytest.mark.nightly
def test_turns_are_read_in_a_short_batch_and_what_was_assumed_is_told() -> None:
    look, long = first_look(READ, never), analyze(READ.view, Limit(worlds=8192))
    assert look is not None and (look.worlds, look.assumed) == (256, long.assumed)
    assert look.assumed is not None
    worst = {value.action for value in long.actions if value.loss > 10}
    assert worst and not worst & set(look.best)
