"""The reading of turns, measured on guesses made by hand and put into words."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from analyzer.api.evidence import Evidence
from analyzer.engine.policies import TYPES
from tests.workshop.measure import reader


def text(found: Evidence) -> str:
    return " ".join(found.finding)


class TestReader:
    """Guesses made by hand, through the functions that measure."""

    def guess(self, **more: Any) -> reader.Guess:
        plain = reader.Guess(
            hand=0, discards=1, sampled=20.0, low=0.2, true=20, bits=3.0, hidden=10,
            predicted=0.4, taken=True, types=tuple(np.eye(len(TYPES))[0]),
        )  # fmt: skip
        return replace(plain, **more)

    def read(self, *guesses: reader.Guess) -> dict[str, Any]:
        """As `read` of the measurement puts it together."""
        return {
            "hands": 3,
            "cases": len(guesses),
            "discards": reader.rows_of(list(guesses)),
            "known": reader.known(list(guesses)),
            "bits": reader.bits_of(list(guesses)),
            "taken": reader.deciles(list(guesses)),
            "types": dict(zip(TYPES, guesses[0].types, strict=True)),
        }

    def section(self, **players: dict[str, Any]) -> Evidence:
        return reader.evidence("", "1", {"reader": players})

    def test_a_decision_counts_for_those_that_were_not_drawn(self) -> None:
        """Of a long hand fewer are looked at; each then stands for more."""
        short, long = self.guess(hand=0, true=10), self.guess(hand=1, true=30, weight=3.0)
        row = reader.by_discards(1, [short, long])
        assert row["gap"] == (10 + 3 * -10) / 4 and row["low"] == 0.25 and row["true"] == 25
        even = reader.by_discards(1, [short, replace(long, weight=1.0)])
        assert even["gap"] == 0 and even["low"] == 0.5

    @pytest.fixture
    def found(self) -> Evidence:
        fast = [
            self.guess(hand=hand, discards=discards, sampled=24.0 + hand, taken=hand == 0)
            for hand in range(10)
            for discards in (1, 2)
        ]
        greedy = [self.guess(hand=hand, true=8, taken=False, bits=1.0) for hand in range(10)]
        return self.section(fast=self.read(*fast), greedy=self.read(*greedy))

    def test_the_finding_names_the_worst_of_each(self, found: Evidence) -> None:
        assert "0.100 (`greedy`) to 0.300 (`fast`)" in text(found)
        assert "in 3 of 3 rows" in text(found)
        assert "most for `greedy` after 1 discard, +12.0 points" in text(found)
        assert "in 0 of 20 groups; most for `fast`, where 40% were predicted" in text(found)

    def test_none_taken_is_not_known_without_error(self) -> None:
        guesses = [self.guess(hand=hand, predicted=0.1, taken=False) for hand in range(200)]
        groups = self.section(fast=self.read(*guesses)).tables[2]
        # twenty discards of one in ten: 1.96 · √(0.1 · 0.9 / 20) = 13 points in a hundred
        assert groups.rows[0][1:] == ["10% (−10 ±13)"]

    def test_players_stand_beside_each_other(self, found: Evidence) -> None:
        deadwood, low, taken, bits, types = found.tables
        assert [row[1:] for row in deadwood.rows] == [
            ["20.0 (+8.5 ±1.8)", "8.0 (+12.0)"],
            ["20.0 (+8.5 ±1.8)", "–"],
        ]
        assert low.rows[0][1:] == ["0% (+20)", "100% (−80)"]
        assert taken.columns == ["Group", "fast", "greedy"]
        assert bits.rows[0][1:] == ["3", "20", "0.300"]
        assert types.rows[1][1:] == ["100%", *["0%"] * (len(TYPES) - 1)]

    def test_who_is_known_is_read_apart(self) -> None:
        strange = [self.guess(hand=hand, low=0.5) for hand in range(10)]
        seen = reader.KNOWN
        known = [self.guess(hand=hand, seen=seen, discards=2, low=0.25) for hand in range(10)]
        unread = [self.guess(hand=hand, seen=seen - 1) for hand in range(10)]
        players = {"fast": self.read(*strange, *known), "greedy": self.read(*unread)}
        found = self.section(**players)
        assert "off by +50 percentage points at most (`fast` after 1 discard)" in text(found)
        assert "; of a known player, +25 percentage points at most" in text(found)
        low, taken = (table for table in found.tables if "hands were seen" in table.caption)
        assert f"once {seen} hands were seen" in low.caption and low.caption != taken.caption
        assert low.columns == ["Discards", "fast"] and taken.columns == ["Group", "fast"]
        assert low.rows == [["2", "0% (+25)"]]

    def test_charts_of_two_players_have_lines_and_errors(self, found: Evidence) -> None:
        assert [panel.title for panel in found.charts[0].panels] == ["fast", "greedy"]
        true, sampled, errors = found.charts[0].panels[1].series
        assert (len(true.points), len(sampled.points), len(errors.points)) == (1, 1, 1)

    def test_chances_are_beside_the_line_they_should_keep_to(self, found: Evidence) -> None:
        chart = found.charts[2]
        line, _, dots = chart.panels[1].series
        assert line.points == [(0, 0), (100, 100)] and chart.up.ticks[-1] == 100
        # all were predicted at 40% and none was taken: below the line, on the axis
        assert dots.points == [(40, 0)] * 10
