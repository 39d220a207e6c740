"""What the evidence page makes of the measurements of play, of the match and of the reader.

What the measuring functions write is read by the page as it is: the shapes are theirs.
"""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any, ClassVar

import numpy as np
import pytest

from analyzer.engine.policies import TYPES
from analyzer.jobs import Jobs
from analyzer.web.contexts.evidence import EvidenceSection
from analyzer.web.learn.evidence.pages import sections
from analyzer.web.learn.evidence.play import NEAR, STEP
from tests.measure import belief, equity, regret, strength

MADE = {"command": "python -m tests.measure.some", "engine": "1"}


def shown(folder: Path, file: str, found: dict[str, Any]) -> tuple[EvidenceSection, ...]:
    """The page of a folder that has this file alone."""
    (folder / f"{file}.json").write_text(json.dumps(found), encoding="utf-8")
    return sections("1", folder)


def span(mean: float, half: float) -> dict[str, float]:
    return {"mean": mean, "low": mean - half, "high": mean + half}


class TestStrength:
    def row(self, bot: str, against: str, points: float, **more: Any) -> dict[str, Any]:
        return {
            "bot": bot,
            "against": against,
            "rules": "eaai",
            "engine": "1",
            "games": 600,
            "hands": 4800,
            "points": span(points, 0.5),
            "won": span(0.7, 0.04),
            "undercut": 0.031,
            "ms": {"decisions": 9000, "median": 18.24, "p99": 44.26},
            **more,
        }

    def section(self, folder: Path, *rows: dict[str, Any]) -> EvidenceSection:
        (found,) = shown(folder, "strength", {"command": "python -m some", "contests": list(rows)})
        return found

    def test_ahead_is_more_than_the_error_and_the_closest_is_named(self, tmp_path: Path) -> None:
        rows = [self.row("engine:64", name, won) for name, won in (("fast", 0.4), ("greedy", 3.0))]
        found = self.section(tmp_path, *rows)
        assert "`engine:64` is ahead of 1 of 2 bots" in found.finding
        assert "closest is `fast`, at +0.40 ± 0.50 points a hand and 70.0 ± 4.0%" in found.finding

    def test_every_contest_has_its_numbers(self, tmp_path: Path) -> None:
        won, points, pace = self.section(tmp_path, self.row("engine:64", "fast", -1.0)).figures
        assert won.rows[0].cells == ("engine:64", "70.0 ± 4.0%", "600")
        assert points.rows[0].cells == ("engine:64", "−1.00 ± 0.50", "4,800")
        assert pace.rows[0].cells == ("engine:64", "3.1%", "9,000", "18.2", "44.3")

    def test_bars_begin_at_half_and_at_nought(self, tmp_path: Path) -> None:
        won, points, _ = self.section(tmp_path, self.row("engine:64", "fast", -1.0)).figures
        bar = won.rows[0].range
        assert bar is not None
        assert (bar.band_low, bar.band_high, bar.low, bar.high) == (50.0, 70.0, 66.0, 74.0)
        bar = points.rows[0].range
        assert bar is not None and points.range_head == "−2 to 1 points"
        assert (bar.band_low, bar.band_high) == (33.33, 66.67)

    def test_single_hands_have_no_games_and_their_rules_are_told(self, tmp_path: Path) -> None:
        single = {"rules": "openspiel", "games": 0, "won": None, "ms": None}
        found = self.section(tmp_path, self.row("engine:64", "openspiel", 2.0, **single))
        points, pace = found.figures
        assert points.name == "strength-points" and pace.rows[0].cells[2:] == ("—",) * 3
        assert "against openspiel those of openspiel, hands without a game" in found.what
        assert found.finding.endswith("points a hand.")

    def test_hands_in_a_row_are_told_from_those_against_a_stranger(self, tmp_path: Path) -> None:
        single = {"rules": "openspiel", "games": 0, "won": None, "ms": None}
        rows = [
            self.row("engine:64", "openspiel", points, **single, sitting=sitting)
            for sitting, points in ((1, 2.0), (8, 3.0))
        ]
        labels = [row.label for row in self.section(tmp_path, *rows).figures[0].rows]
        assert labels == ["openspiel, a stranger", "openspiel, 8 hands in a row"]

    def test_rows_of_two_engines_are_both_named_and_old(self, tmp_path: Path) -> None:
        rows = [self.row("engine:64", "fast", 1.0), self.row("engine:64", "camper", 1.0)]
        rows[1]["engine"] = "0"
        found = self.section(tmp_path, *rows)
        assert found.engine == "0 and 1" and found.older
        assert not self.section(tmp_path, rows[0]).older

    def test_what_is_measured_can_be_shown(self, tmp_path: Path) -> None:
        with Jobs(1) as jobs:
            rows = [strength.contest("fast", name, 2, 1, jobs) for name in ("greedy", "gin-waiter")]
        found = self.section(tmp_path, *rows)
        assert [row.label for row in found.figures[0].rows] == ["gin-waiter", "greedy"]
        won, points, _ = found.figures
        assert won.rows[0].cells[2] == "2"
        assert "±" not in won.rows[0].cells[1] + points.rows[0].cells[1], "one pair has no error"

    def test_without_contests_there_is_no_section(self, tmp_path: Path) -> None:
        assert shown(tmp_path, "strength", {"command": "python -m some", "contests": []}) == ()


class TestEquity:
    def cell(self, dealer: str, score: tuple[int, int], off: float) -> dict[str, Any]:
        return {"dealer": dealer, "score": score, "games": 12_000, "off": off, "error": 0.9}

    def section(self, folder: Path, *cells: dict[str, Any]) -> EvidenceSection:
        preset = {"rules": "eaai", "games": 100_000, "rows": list(cells)}
        (found,) = shown(folder, "equity", {**MADE, "presets": [preset]})
        return found

    def test_the_farthest_the_typical_and_who_is_inside(self, tmp_path: Path) -> None:
        found = self.section(
            tmp_path,
            self.cell("me", (0, 0), 0.5),
            self.cell("opp", (30, 0), -1.5),
            self.cell("me", (0, 20), -0.1),
            self.cell("opp", (0, 20), 0.9),
        )
        assert "won 0.75 percentage points more or less" in found.finding
        assert "of 4 cells of scores; luck alone would make it 0.37" in found.finding
        assert "farthest is −1.5 ± 0.9 (30–39 : 0–9, they deal)" in found.finding
        assert "75% of the 95% intervals hold 0" in found.finding

    def test_the_chart_has_a_stroke_for_each_cell_in_order_of_size(self, tmp_path: Path) -> None:
        cells = (self.cell("me", (0, 0), 2.0), self.cell("opp", (0, 0), -1.0))
        (figure,) = self.section(tmp_path, *cells).figures
        assert figure.chart is not None
        zero, errors, dots = figure.chart.lines
        assert zero.path == "M36.0 99.0L352.0 99.0"
        assert errors.path.count("M") == 2
        # from −3 to +3 over 182 units: one below zero first, two above it second
        assert dots.path == "M141.3 129.3h0M246.7 38.3h0"
        assert [row.cells for row in figure.rows] == [
            ("I", "+2.0 ± 0.9", "12,000"),
            ("they", "−1.0 ± 0.9", "12,000"),
        ]

    def test_what_is_measured_can_be_shown(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(equity, "ENOUGH", 4)
        monkeypatch.setattr(equity, "BLOCK", 500)
        assert equity.WIDTH == STEP
        (found,) = shown(tmp_path, "equity", {**MADE, "presets": [equity.compared("eaai", 8)]})
        assert found.figures[0].rows[0].label == "0–9 : 0–9"

    def test_no_cell_with_enough_games_is_no_section(self, tmp_path: Path) -> None:
        presets = [{"rules": "eaai", "games": 8, "rows": []}]
        assert shown(tmp_path, "equity", {**MADE, "presets": presets}) == ()


class TestRegret:
    FOUND: ClassVar = {
        **MADE,
        "decisions": 100,
        "seconds": 1.0,
        "deep": {"at_most": 60.0, "median": 41.2},
        "regret": 0.0356,
        "error": 0.0125,
        "same": 1.0,
        "near": 0.9,
        "largest": 0.828,
    }

    def test_the_loss_and_the_shares(self, tmp_path: Path) -> None:
        (found,) = shown(tmp_path, "regret", self.FOUND)
        assert "after 1 second loses 0.04 ± 0.01 points" in found.finding
        assert "largest loss is 0.8" in found.finding and "in 100% of decisions" in found.finding
        assert "took 41.2 seconds or less" in found.what

    def test_all_of_a_hundred_are_not_sure_to_be_all(self, tmp_path: Path) -> None:
        (figure,) = shown(tmp_path, "regret", self.FOUND)[0].figures
        best, near = figure.rows
        assert best.cells == ("100.0%", "96.3 to 100.0%")
        assert near.cells == ("90.0%", "82.6 to 94.5%")
        assert near.range is not None and near.range.low == 82.56

    def test_what_is_measured_can_be_shown(self, tmp_path: Path) -> None:
        assert regret.NEAR == NEAR
        measured = regret.report(2, 0.01, 0.02, 0.05, 1, "baseline")
        (found,) = shown(tmp_path, "regret", {**MADE, **measured})
        assert found.what.startswith("2 decisions")


class TestReader:
    """Guesses made by hand, through the functions that measure."""

    def guess(self, **more: Any) -> belief.Guess:
        plain = belief.Guess(
            hand=0, discards=1, sampled=20.0, low=0.2, true=20, bits=3.0, hidden=10,
            foretold=0.4, taken=True, types=tuple(np.eye(len(TYPES))[0]),
        )  # fmt: skip
        return replace(plain, **more)

    def read(self, *guesses: belief.Guess) -> dict[str, Any]:
        """As `read` of the measurement puts it together."""
        return {
            "hands": 3,
            "cases": len(guesses),
            "discards": belief.rows_of(list(guesses)),
            "known": belief.known(list(guesses)),
            "bits": belief.bits_of(list(guesses)),
            "taken": belief.deciles(list(guesses)),
            "types": dict(zip(TYPES, guesses[0].types, strict=True)),
        }

    def section(self, folder: Path, **players: dict[str, Any]) -> EvidenceSection:
        (found,) = shown(folder, "belief", {**MADE, "deadwood": {}, "reader": players})
        return found

    def test_a_decision_counts_for_those_that_were_not_drawn(self) -> None:
        """Of a long hand fewer are looked at; each then stands for more."""
        short, long = self.guess(hand=0, true=10), self.guess(hand=1, true=30, weight=3.0)
        row = belief.by_discards(1, [short, long])
        assert row["gap"] == (10 + 3 * -10) / 4 and row["low"] == 0.25 and row["true"] == 25
        even = belief.by_discards(1, [short, replace(long, weight=1.0)])
        assert even["gap"] == 0 and even["low"] == 0.5

    @pytest.fixture
    def found(self, tmp_path: Path) -> EvidenceSection:
        fast = [
            self.guess(hand=hand, discards=discards, sampled=24.0 + hand, taken=hand == 0)
            for hand in range(10)
            for discards in (1, 2)
        ]
        greedy = [self.guess(hand=hand, true=8, taken=False, bits=1.0) for hand in range(10)]
        return self.section(tmp_path, fast=self.read(*fast), greedy=self.read(*greedy))

    def test_the_finding_names_the_worst_of_each(self, found: EvidenceSection) -> None:
        assert "0.100 ± 0.000 (`greedy`) to 0.300 ± 0.000 (`fast`)" in found.finding
        assert "in 3 of 3 rows" in found.finding
        assert "most for `greedy` after 1 discard, +12.0 ± 0.0 points" in found.finding
        assert "in 0 of 20 groups; most for `fast`, where 40% were foretold" in found.finding

    def test_none_taken_is_not_known_without_error(self, tmp_path: Path) -> None:
        guesses = [self.guess(hand=hand, foretold=0.1, taken=False) for hand in range(200)]
        groups = self.section(tmp_path, fast=self.read(*guesses)).figures[2]
        # twenty discards of one in ten: 1.96 · √(0.1 · 0.9 / 20) = 13 points in a hundred
        assert groups.rows[0].cells == ("10% (−10 ± 13)",)

    def test_players_stand_beside_each_other(self, found: EvidenceSection) -> None:
        deadwood, low, taken, bits, types = found.figures
        assert [row.cells for row in deadwood.rows] == [
            ("20.0 (+8.5 ± 1.8)", "8.0 (+12.0 ± 0.0)"),
            ("20.0 (+8.5 ± 1.8)", "—"),
        ]
        assert low.rows[0].cells == ("0% (+20 ± 0)", "100% (−80 ± 0)")
        assert [chart.title for chart in taken.multiples] == ["fast", "greedy"]
        assert bits.rows[0].cells == ("3", "20", "0.300 ± 0.000")
        assert types.rows[1].cells == ("100%", *("0%",) * (len(TYPES) - 1))

    def test_who_is_known_is_read_apart(self, tmp_path: Path) -> None:
        strange = [self.guess(hand=hand, low=0.5) for hand in range(10)]
        seen = belief.KNOWN
        known = [self.guess(hand=hand, seen=seen, discards=2, low=0.25) for hand in range(10)]
        unread = [self.guess(hand=hand, seen=seen - 1) for hand in range(10)]
        players = {"fast": self.read(*strange, *known), "greedy": self.read(*unread)}
        found = self.section(tmp_path, **players)
        assert "off by +50 ± 0 percentage points at most (`fast` after 1 discard)" in found.finding
        assert "; of a known player, +25 ± 0 percentage points at most" in found.finding
        low, taken = (one for one in found.figures if one.name.startswith("reader-known"))
        assert f"once {seen} hands were seen" in low.caption and low.caption != taken.caption
        assert [column.label for column in low.columns] == ["Discards", "fast"]
        assert [(row.label, row.cells) for row in low.rows] == [("2", ("0% (+25 ± 0)",))]
        assert [chart.title for chart in taken.multiples] == ["fast"]

    def test_small_charts_share_their_axes(self, found: EvidenceSection) -> None:
        for figure in found.figures[:3]:
            first, second = figure.multiples
            assert (first.x_ticks, first.y_ticks) == (second.x_ticks, second.y_ticks)
            assert figure.fold and figure.up
        true, sampled, errors = found.figures[0].multiples[1].lines
        assert (true.path.count(" "), sampled.path.count(" ")) == (1, 1)
        assert errors.path.count("M") == 1

    def test_chances_are_beside_the_line_they_should_keep_to(self, found: EvidenceSection) -> None:
        line, _, dots = found.figures[2].multiples[1].lines
        axis = found.figures[2].multiples[1].y_ticks
        assert line.path == "M34.0 132.0L206.0 8.0"
        assert axis[-1].label == "100%"
        # all were foretold at 40% and none was taken: below the line, on the axis
        assert dots.path == "M102.8 132.0h0" * 10

    def test_a_file_of_both_measurements_has_both_sections(self, tmp_path: Path) -> None:
        plain = {
            "discards": 1,
            "cases": 9,
            "true": 40.0,
            "sampled": 41.0,
            "uniform": 50.0,
            "se": 1.0,
        }
        read = self.read(*(self.guess(hand=hand) for hand in range(10)))
        both = {**MADE, "deadwood": {"standard": [plain]}, "reader": {"fast": read}}
        assert [found.name for found in shown(tmp_path, "belief", both)] == ["belief", "reader"]
        assert "`fast` is worth 0.30" in shown(tmp_path, "belief", both)[1].finding
        other = {**MADE, "deadwood": {}, "reader": {"camper": read}}
        _, found = shown(tmp_path, "belief_reader", other)
        assert "`camper`" in found.finding and found.file.endswith("/belief_reader.json")
        (tmp_path / "belief_reader.json").unlink()
        alone = {**MADE, "deadwood": {"standard": [plain]}}
        assert [found.name for found in shown(tmp_path, "belief", alone)] == ["belief"]
