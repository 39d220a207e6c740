"""The ceiling: decisions of the cell that is wanted, played on in the true deal."""

from __future__ import annotations

import pickle
from random import Random

import pytest

from analyzer.engine.bots import bot_named
from analyzer.game.actions import Kind, Question
from analyzer.game.position import deal
from analyzer.game.rules import PRESETS
from analyzer.game.view import view_of
from analyzer.jobs import Jobs
from analyzer.lab.measure import ceiling
from analyzer.lab.measure.ceiling import CELLS, Spot

SEARCH = ceiling._Search(64, 2, "fast", "fast", 0.5, 15.0, 3)


@pytest.mark.parametrize("number", [0, 4, 8, 9])
def test_a_decision_is_of_its_cell_and_the_same_each_time(number: int) -> None:
    found = SEARCH.spot(number)
    assert (found.kind, found.third) == CELLS[number]
    assert pickle.loads(pickle.dumps(SEARCH)).spot(number) == found


def test_the_pair_is_the_best_and_the_next_best_of_the_kind() -> None:
    fast, seen = bot_named("fast", PRESETS["eaai"]), set()
    for number in range(40):
        cell, rng = CELLS[number % len(CELLS)], Random(number)
        for here in SEARCH._of_hand(cell, fast, rng):
            pair = SEARCH._pair(cell.kind, view_of(here), number)
            if pair is None:
                continue
            ends = [action.ends_hand for action in pair]
            assert ends[0] != ends[1] if cell.kind == "knock" else ends == [False, False]
            assert (pair[0].kind is Kind.TAKE) == (cell.kind == "take")
            seen.add(cell.kind)
    assert len(seen) >= 3


def test_both_actions_meet_the_same_order_and_are_scored_for_the_player_to_act() -> None:
    fast, here = bot_named("fast", PRESETS["eaai"]), deal(PRESETS["eaai"], 4)
    while here.question is not Question.DISCARD:
        here = here.apply(here.legal_actions()[-1])
    one, other = here.legal_actions()[:2]
    there = ceiling._gap(here, (one, other), fast, Random(1))
    back = ceiling._gap(here, (other, one), fast, Random(1))
    assert there == -back
    assert sorted(ceiling._reshuffled(here, Random(2)).stock) == sorted(here.stock)


def test_a_row_is_the_ratio_of_the_sums() -> None:
    row = ceiling._row([Spot("draw", 0, 2.0, 1.0), Spot("draw", 0, 4.0, 5.0)])
    assert row["ratio"]["mean"] == 1.0 and (row["predicted"], row["realized"]) == (3.0, 3.0)
    assert row["ratio"]["low"] < 1.0 < row["ratio"]["high"]
    assert ceiling._row([])["ratio"] is None


def test_the_words_name_what_falls_short() -> None:
    data = ceiling.measured(12, 32, 1, "fast", "fast", 0.0, 30.0, 1, Jobs())
    assert sum(cell["decisions"] for cell in data["cells"]) == 12 == data["decisions"]
    short = {**data["kinds"][0], "ratio": {"mean": 0.4, "low": 0.2, "high": 0.6}}
    said = ceiling.evidence("", "1", {**data, "kinds": [short], "cells": []}).finding
    assert said[-1] == "Less than 0.9 throughout the interval: draw."
