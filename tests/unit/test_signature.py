"""The bench signature follows the answers, and neither threads nor the clock."""

from __future__ import annotations

import re
from dataclasses import replace

import numpy as np
import pytest

from analyzer.arena.benchmark import signature as module
from analyzer.arena.benchmark.signature import FixedPosition, signature, spots
from analyzer.engine import ENGINE_VERSION, analyze
from analyzer.engine._budget import Kinds
from analyzer.game.rules import TWO_HANDED
from analyzer.game.view import Question
from tests.unit.test_cli import document, run

LIKE_STANDARD = {"hollywood", "must-gin", "low-cut"}
"""Their hands go as those of `standard` do, but that nobody plays on with gin under the second."""

SOME = [spot for number, spot in enumerate(spots()) if number % 4 == 0]


def test_the_positions_cover_what_there_is() -> None:
    found = spots()
    assert 25 <= len(found) <= 40
    assert len({spot.name for spot in found}) == len(found)
    views = [spot.view for spot in found]
    assert {view.question for view in views} == set(Question)
    assert {view.rules.name for view in views} >= set(TWO_HANDED) - LIKE_STANDARD
    assert {view.history is None for view in views} == {True, False}
    assert sum(view.score is not None for view in views) >= 4
    stages = {view.my_discards + view.their_discards for view in views if view.history}
    assert min(stages) <= 1 and max(stages) >= 20 and len(stages) >= 8
    actions = [(view, view.legal_actions()) for view in views if view.history]
    kinds = [
        Kinds(np.array([action.ends_hand for action in legal]), view.my_discards)
        for view, legal in actions
    ]
    assert sum(kind.differ and kind.discards >= 7 for kind in kinds) >= 2


@pytest.mark.slow
def test_it_is_the_same_on_any_number_of_threads() -> None:
    first, again, other = (signature(SOME, threads).signature for threads in (1, 1, 3))
    assert first == again == other
    assert re.fullmatch("[0-9a-f]{8}", first)


def test_it_changes_with_an_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    spot = SOME[:1]
    before = signature(spot, 1).signature
    assert signature(SOME[1:2], 1).signature != before

    def nudged(*given, **named):
        answer = analyze(*given, **named)
        values = (replace(answer.actions[0], q=answer.actions[0].q + 2e-6), *answer.actions[1:])
        return replace(answer, actions=values)

    monkeypatch.setattr(module, "analyze", nudged)
    assert signature(spot, 1).signature != before
    monkeypatch.undo()
    monkeypatch.setattr(module, "choose", lambda view, *_: "another")
    assert signature(spot, 1).signature != before


def test_it_does_not_change_with_the_names_of_positions() -> None:
    renamed = [FixedPosition("another name", SOME[0].view)]
    assert signature(renamed, 1).signature == signature(SOME[:1], 1).signature


def test_the_command_prints_it_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "spots", lambda: tuple(SOME[:2]))
    found = document("bench", "--signature")
    assert set(found) == {"signature", "positions", "seconds", "engine"}
    assert found["positions"] == 2 and found["engine"] == ENGINE_VERSION
    told = run("bench", "--signature", "--threads", "1").stdout
    assert told == f"Bench signature: {found['signature']}\n"
