"""Where points go: rows that add up, and an interval from hand to hand."""

from __future__ import annotations

from dataclasses import replace
from math import sqrt
from typing import Any

import pytest

from analyzer.notation.records import parse_record
from analyzer.review import Choice, ReviewSettings, review
from analyzer.review.coach import Theme, leak_table
from analyzer.review.coach.leaks import FEWEST_HANDS, NO_THEME, _Stage, _stage_of, _table_of
from analyzer.review.coach.themes import themes_of
from tests.oracles.entries import entry

DISCARD = "rules: eaai\nhand: 7h 8h 9h 4c 4d Kd Qd 2c Ac Ts 6s\nstock: 21"
DRAW = "rules: eaai\nhand: 7h 8h 4c 4d Kd Qd 2c Ac Ts 6s\npile: 3h 9h\nstock: 25"


def broken(loss: float, **more: Any) -> Choice:
    return entry(DISCARD, "discard Ts", "discard 9h", loss=loss, **more)


def left(loss: float) -> Choice:
    return entry(DRAW, "take", "draw", loss=loss)


def tied(loss: float) -> Choice:
    return entry(DISCARD, "discard Ts", "discard 6s", loss=loss, se=0.3)


def test_kinds_and_stages_add_up_to_all() -> None:
    hands = [[broken(6.0), left(2.0)], [replace(broken(3.0), turn=9), tied(0.2)], []]
    table = _table_of(hands)
    assert table.hands == 3
    assert (table.all.errors, table.all.decisions) == (3, 4)
    assert table.all.lost == pytest.approx(11.2)
    for rows in (table.kinds, table.stages):
        assert sum(row.errors for row in rows) == 3
        assert sum(row.decisions for row in rows) == 4
        assert sum(row.lost for row in rows) == pytest.approx(table.all.lost)
    assert [row.label for row in table.kinds] == ["draw", "discard"]
    assert [(row.label, row.errors) for row in table.stages] == [
        (str(_Stage.OPENING), 2), (str(_Stage.MIDDLE), 1),
    ]  # fmt: skip


def test_an_error_counts_under_each_of_its_themes_and_a_tie_under_none() -> None:
    table = _table_of([[broken(6.0)], [left(2.0), tied(0.3)]])
    rows = {row.label: row for row in table.themes}
    assert rows[Theme.BROKEN_MELD].lost == 6.0 and rows[Theme.MELD_LEFT].lost == 2.0
    assert rows[Theme.LONE_CARD].lost == 6.0, "the same error"
    assert {row.decisions for row in table.themes} == {3}
    assert [row.lost for row in table.themes] == sorted(row.lost for row in table.themes)[::-1]


def test_what_cost_most_is_the_first_theme_of_the_dearest_errors() -> None:
    lone = replace(broken(1.0), turn=9)
    assert Theme.LONE_CARD in themes_of(lone) and themes_of(lone)[0] is Theme.BROKEN_MELD
    assert _table_of([[broken(34.0)], [lone, left(2.0)]]).worst is Theme.BROKEN_MELD
    assert _table_of([[left(2.0)]]).worst is Theme.MELD_LEFT
    assert _table_of([[tied(0.3)]]).worst is None


def test_errors_without_a_theme_stand_last_under_a_label_of_their_own() -> None:
    plain = entry(DISCARD, "discard 6s", "discard Ts", loss=9.0)
    table = _table_of([[plain, left(2.0)]])
    assert table.themes[-1].label == NO_THEME and table.themes[-1].lost == 9.0


def test_the_interval_is_told_from_hand_to_hand() -> None:
    """The sum of n like hands: its standard error is √n times the spread of one."""
    few = _table_of([[broken(float(n))] for n in range(FEWEST_HANDS - 1)])
    assert few.all.half is None
    same = _table_of([[broken(2.0)]] * FEWEST_HANDS)
    assert same.all.half == pytest.approx(0.0)
    half = [[broken(4.0)]] * 8 + [[]] * 8
    spread = sqrt(16 / 15 * 4.0)
    found = _table_of(half).all.half
    assert found == pytest.approx(1.96 * 4 * spread, rel=1e-3)
    together = [[broken(4.0), broken(4.0)]] * 4 + [[]] * 12
    wider = _table_of(together).all.half
    assert wider is not None and found is not None and wider > found, "a hand is one cluster"


@pytest.mark.parametrize(
    ("turn", "stage"),
    [
        (0, _Stage.OPENING),
        (5, _Stage.OPENING),
        (6, _Stage.MIDDLE),
        (13, _Stage.MIDDLE),
        (14, _Stage.LATE),
    ],
)
def test_the_stage_is_told_by_the_turns(turn: int, stage: _Stage) -> None:
    assert _stage_of(replace(broken(1.0), turn=turn)) is stage


def test_a_table_is_about_one_seat_of_each_report() -> None:
    record = parse_record("""
[Rules "eaai"]
[Hand1 "Ac 2c 3c 4d 5d 6d 9h 9s 9c Kd"]
[Hand2 "?"]
[Dealer "2"]
[Upcard "9d"]
1. p
2. p
3. +Kc -Kc!
3= Ac 2c 3c / 4d 5d 6d / 9h 9s 9c / Kd
""")
    report = review(record, settings=ReviewSettings(worlds=256, luck_worlds=64))
    mine = leak_table([(report, 0), (report, 0)])
    assert mine.hands == 2
    assert mine.all.lost == pytest.approx(2 * report.totals[0].overall.lost)
    assert leak_table([(report, 1)]).all.decisions == 0
