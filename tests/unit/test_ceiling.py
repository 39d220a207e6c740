"""The ceiling: decisions of the cell that is wanted, played on in the true deal."""

from __future__ import annotations

import pickle
from functools import partial
from random import Random

import pytest

from analyzer.engine.bots import bot_named
from analyzer.game.actions import Kind, Question
from analyzer.game.position import deal
from analyzer.game.rules import PRESETS
from analyzer.game.view import view_of
from analyzer.jobs import Jobs
from tests.sizes import more_at_night
from tests.workshop.measure import ceiling
from tests.workshop.measure.ceiling import CELLS, Spot, spots_of

SEARCH = ceiling._Search(64, 2, "fast", "fast", 0.5, 15.0, 3)
EVERY = dict.fromkeys(ceiling.KINDS, (1.0, 1.0, 1.0))


@more_at_night("hands", 2, 6)
def test_decisions_are_the_same_each_time_and_of_every_kind(
    monkeypatch: pytest.MonkeyPatch, hands: int
) -> None:
    monkeypatch.setattr(ceiling, "TRIED", EVERY)
    found, half = spots_of(SEARCH, range(hands)), hands // 2
    again = pickle.loads(pickle.dumps(partial(spots_of, SEARCH)))
    assert again(range(half)) + again(range(half, hands)) == found
    assert {spot.cell.kind for spot in found} == set(ceiling.KINDS)
    assert {spot.hand for spot in found} <= set(range(hands))


def test_the_wanted_part_of_each_cell_is_tried(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ceiling, "TRIED", EVERY | {"draw": (0.0, 1.0, 1.0)})
    cells = {spot.cell for spot in spots_of(SEARCH, range(6))}
    assert ("draw", 0) not in cells and {("draw", 1), ("discard", 0)} <= cells


def test_the_pair_is_the_best_and_the_next_best_of_the_kind() -> None:
    fast, seen = bot_named("fast", PRESETS["eaai"]), set()
    for number in range(5):
        for cell, here in ceiling._decisions(fast, Random(number)):
            pair = SEARCH._pair(cell.kind, view_of(here), number)
            assert ceiling.THIRDS[cell.third] <= len(here.stock)
            if pair is None:
                continue
            ends = [action.ends_hand for action in pair]
            assert ends[0] != ends[1] if cell.kind == "knock" else ends == [False, False]
            assert (pair[0].kind is Kind.TAKE) == (cell.kind == "take")
            seen.add(cell.kind)
    assert seen == set(ceiling.KINDS)


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
    early = CELLS[0]
    row = ceiling._row([Spot(1, early, 2.0, 1.0), Spot(2, early, 4.0, 5.0)])
    assert row["ratio"]["mean"] == 1.0 and (row["predicted"], row["realized"]) == (3.0, 3.0)
    assert row["ratio"]["low"] < 1.0 < row["ratio"]["high"]
    assert ceiling._row([])["ratio"] is None


def test_thirds_weigh_alike_and_a_hand_counts_once() -> None:
    early, late = CELLS[0], CELLS[2]
    row = ceiling._row([Spot(1, early, 4.0, 0.0)] * 3 + [Spot(2, late, 2.0, 3.0)])
    assert (row["predicted"], row["realized"], row["ratio"]["mean"]) == (3.0, 1.5, 0.5)
    assert ceiling._row([Spot(1, early, 4.0, 1.0)] * 3)["ratio"]["low"] is None


def test_the_words_name_what_falls_short() -> None:
    data = ceiling.measured(40, 32, 1, "fast", "fast", 0.0, 30.0, 1, Jobs())
    assert sum(cell["decisions"] for cell in data["cells"]) == data["decisions"] > 10
    short = {**data["kinds"][0], "ratio": {"mean": 0.4, "low": 0.2, "high": 0.6}}
    said = ceiling.evidence("", "1", {**data, "kinds": [short], "cells": []}).finding
    assert said[-1] == "Less than 0.9 throughout the interval: draw."
