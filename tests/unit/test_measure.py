"""What is measured, and how it is put into words.

What the measuring functions write can be put into words as it is: the shapes are theirs. The
shipped documents are what their raw figures say.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar

import msgspec
import numpy as np
import pytest
from click.testing import CliRunner

from analyzer.api.evidence import Evidence, read_evidence
from analyzer.jobs import Jobs
from analyzer.practice.puzzles.pack import shipped
from analyzer.resources import resource_root
from tests.workshop import reviews
from tests.workshop.__main__ import PROGRAM, workshop
from tests.workshop.measure import (
    ablation,
    arena,
    atlas,
    belief,
    ceiling,
    coverage,
    equity,
    explanations,
    exploit,
    late,
    level,
    load,
    luck,
    mini,
    partial,
    people,
    policies,
    puzzles,
    reader,
    regret,
    small,
    steps,
    strength,
    themes,
    tips,
    wall,
)
from tests.workshop.measure import (
    map as map_,
)
from tests.workshop.measure.words import Data

FILES = resource_root() / "static" / "evidence"
WORDS: dict[str, Callable[[str, str, Data], Evidence]] = {
    "ablation": ablation.evidence,
    "arena": arena.evidence,
    "atlas": atlas.evidence,
    "belief": belief.evidence,
    "belief_reader": reader.evidence,
    "ceiling": ceiling.evidence,
    "coverage": coverage.evidence,
    "coverage_reader": coverage.evidence,
    "equity": equity.evidence,
    "explanations": explanations.evidence,
    "exploit": exploit.evidence,
    "load": load.evidence,
    "luck": luck.evidence,
    "map": map_.evidence,
    "mini": mini.evidence,
    "partial": partial.evidence,
    "people": people.evidence,
    "policies": policies.evidence,
    "puzzles": puzzles.evidence,
    "late": late.evidence,
    "level": level.evidence,
    "regret": regret.evidence,
    "reviews": reviews.evidence,
    "steps": steps.evidence,
    "strength": strength.evidence,
    "themes": themes.evidence,
    "tips": tips.evidence,
    "wall": wall.evidence,
}


def document(name: str) -> Evidence:
    return read_evidence((FILES / f"{name}.json").read_bytes())


def data(name: str) -> Any:
    """The raw figures of a shipped document, to change."""
    return dict(document(name).data)


def text(found: Evidence) -> str:
    return " ".join(found.finding)


def span(mean: float, half: float) -> dict[str, float]:
    return {"mean": mean, "low": mean - half, "high": mean + half}


@pytest.mark.parametrize("name", sorted(path.stem for path in FILES.glob("*.json")))
def test_a_shipped_document_says_what_its_raw_figures_say(name: str) -> None:
    found = document(name)
    made = WORDS[name](found.command, found.engine, found.data)
    again = read_evidence(msgspec.json.encode(made))
    assert (again.finding, again.tables, again.charts) == (
        found.finding, found.tables, found.charts,
    )  # fmt: skip
    assert (again.title, again.method, again.limits, again.section) == (
        found.title, found.method, found.limits, found.section,
    )  # fmt: skip


def test_the_figures_of_puzzles_are_of_all_that_ship() -> None:
    found = data("puzzles")
    for told in (found["puzzles"], sum(found["levels"].values()), sum(found["packs"].values())):
        assert told == len(shipped())


def test_the_command_writes_a_document_with_all_that_makes_it_again(tmp_path: Any) -> None:
    out = tmp_path / "arena.json"
    words = ["arena", "--hands", "2000", "--games", "20", "--out", str(out)]
    printed = CliRunner().invoke(workshop, ["measure", *words])
    assert printed.exit_code == 0, printed.output
    found = read_evidence(out.read_bytes())
    assert found.command == f"{PROGRAM} measure arena --hands 2000 --games 20 --rules eaai --seed 1"
    assert found.finding[0] in " ".join(printed.output.split()) and "cores" in found.measured
    as_json = CliRunner().invoke(workshop, ["measure", *words[:5], "--json"])
    assert read_evidence(as_json.stdout.encode()).data == found.data


class TestCoverage:
    def share(self, share: float, se: float, values: float = 0.95) -> Evidence:
        """Where all groups hold but differences, and values where their share is given."""
        changed = data("coverage")
        for found in changed["shares"].values():
            found.update(share=0.95, se=0.003)
        changed["shares"]["difference"].update(share=share, se=se)
        changed["shares"]["value"].update(share=values)
        return coverage.evidence("", "1", changed)

    def test_all_within_the_band(self) -> None:
        found = self.share(0.95, 0.01)
        assert "95.0 ±2.0% for differences" in text(found)
        assert "lie within 93 to 97%" in text(found)
        assert "the other" not in text(found)

    def test_a_miss_within_its_error_and_one_beyond(self) -> None:
        assert "the other one does too, give or" in text(self.share(0.92, 0.01))
        assert "the other one does not, give or" in text(self.share(0.90, 0.01))

    def test_two_misses_are_counted(self) -> None:
        assert "of the other 2, 1 by more" in text(self.share(0.92, 0.01, values=0.90))

    def test_bars_have_the_band_that_is_wanted(self) -> None:
        by_kind, _ = self.share(0.93, 0.1).tables
        assert by_kind.bars is not None
        row = next(
            bar for row, bar in zip(by_kind.rows, by_kind.bars.rows, strict=True)
            if row[0] == "difference"
        )  # fmt: skip
        assert row == (0.93, 0.93 - 0.196, 0.93 + 0.196, 0.93, 0.97)

    def test_each_group_has_its_row(self) -> None:
        found = document("coverage")
        assert sum(len(table.rows) for table in found.tables) == len(found.data["shares"])


def test_small_losses_are_told_by_their_true_size() -> None:
    raw = small.measured(hands=1, worlds=64, deep=512, first=3004, jobs=Jobs())
    assert raw["decisions"] == sum(row["decisions"] for row in raw["sizes"]) > 0
    assert "truly lost less than a point" in text(small.evidence("", "1", raw))
    rows = [small.SmallLoss(0.4, 0.0, 0.3, 0.1, 512), small.SmallLoss(0.4, 0.0, 0.1, 0.1, 512)]
    found = small._size(0.25, 0.5, rows)
    assert (found["truly"], found["found"], found["missed"]) == (0.4, 0.2, 1)


def test_cells_of_the_belief_map_are_near_those_of_many_more_worlds() -> None:
    found = map_.measured(positions=4, worlds=4_096, times=4, seed=1)
    assert found["within"] >= 0.9 and found["covered"] >= 0.8 and found["cells"] > 60
    assert "lie within three points" in text(map_.evidence("", "1", found))


def test_belief_names_the_worst_discard_and_its_table_has_the_numbers() -> None:
    changed = data("belief")
    for row in changed["deadwood"]["standard"]:
        row.update(true=20.0, sampled=20.5, se=0.5)
    changed["deadwood"]["standard"][3].update(true=20.0, sampled=29.0, uniform=70.0, se=0.5)
    found = belief.evidence("", "1", changed)
    assert "9.0 points from the true one at most (after 4 discards)" in text(found)
    assert "up to 50 points off; in 1 of 12 rows" in text(found)
    assert found.tables[0].rows[3][2:] == ["20.0", "29.0", "+9.0 ±1.0", "70.0"]


def test_a_line_has_a_point_for_every_discard() -> None:
    found = document("belief")
    for chart, table in zip(found.charts, found.tables, strict=True):
        assert {len(line.points) for line in chart.panels[0].series} == {len(table.rows)}


def test_the_policy_is_ahead_only_by_more_than_the_error() -> None:
    changed = data("arena")
    changed["duels"][1]["points"] = {"mean": 0.1, "low": -0.2, "high": 0.4}
    found = arena.evidence("", "1", changed)
    assert "ahead of 3 of 4" in text(found)
    assert "closest is `gin-waiter`, at +0.1 points" in text(found)
    assert found.tables[0].rows[1][2] == "+0.10 ±0.30"


class TestFits:
    SPAN: ClassVar = {"mean": 0.912, "low": 0.862, "high": 0.962}
    NOTHING: ClassVar = {"mean": 0.0, "low": 0.0, "high": 0.0}
    LOSS: ClassVar = {"mean": -0.5, "low": -0.6, "high": -0.4}

    def test_the_part_of_the_policy_that_is_worth_most_is_named(self) -> None:
        rows = [
            {"term": "outs", "without": "no outs", "refit": True, "points": self.SPAN},
            {"term": "knocks", "without": "gin only", "refit": False, "points": self.LOSS},
        ]
        found = ablation.evidence("", "1", self.made(rules="classic", hands=1000, terms=rows))
        assert "“no outs”: +0.91" in text(found) and "1 of 2 are losses" in text(found)
        cells = [tuple(row[1:]) for row in found.tables[0].rows]
        assert cells == [("yes", "+0.91 ±0.05"), ("no", "−0.50 ±0.10")]

    def test_gains_of_presets_and_the_least_change_are_counted(self) -> None:
        presets = [
            {"rules": name, "over_eaai": gain, "over_first": self.SPAN}
            for name, gain in (("eaai", self.NOTHING), ("classic", self.SPAN))
        ]
        rival = {"fitted": self.SPAN, "first": self.SPAN}
        population = [
            {"against": "camper", **rival, "change": self.SPAN},
            {"against": "greedy", **rival, "change": self.LOSS},
        ]
        found = policies.evidence(
            "", "1", self.made(hands=10, presets=presets, population=population)
        )
        assert "under classic: +0.91" in text(found) and "greedy: −0.50" in text(found)
        assert found.tables[0].rows[0][1] == "the same"

    @pytest.mark.parametrize(("points", "verdict"), [(SPAN, "It wins."), (LOSS, "It loses.")])
    def test_the_try_to_beat_the_engine(self, points: dict[str, float], verdict: str) -> None:
        made = self.made(
            rules="eaai",
            against="engine:64",
            searched={"hands": 500, "points": 2.0},
            final={"hands": 100, "points": points},
            candidate="greedy, varied",
        )
        found = exploit.evidence("", "1", made)
        assert text(found).endswith(verdict) and "engine:64" in text(found)

    def made(self, **more: Any) -> dict[str, Any]:
        return more


class TestReviews:
    """Sections on reviews from data made up here: the long measurements may not be there."""

    def test_luck(self) -> None:
        mean = {"mean": -0.25, "error": 0.5}
        parts = ("result", "luck", "deal", "mine", "theirs", "hidden", "yardstick", "skill",
                 "errors")  # fmt: skip
        found = luck.evidence("", "1", {
                    "player": "fast", "hands": 2000, "worlds": 256, "widest_gap": 0.0,
                    "mean_luck": mean, "explained": {"part": 0.8, "low": 0.75, "high": 0.85},
                    "mean": dict.fromkeys(parts, mean),
                    "sd": dict.fromkeys(parts, 12.345),
                    "points": [(-30.0, -20.0), (10.0, 25.0), (250.0, -25.0)],
        })  # fmt: skip
        assert "explains 80% (95% interval 75 to 85%)" in text(found)
        assert "is −0.25 ±0.50 points on average" in text(found)
        assert found.tables[0].rows[0] == ["the result", "−0.25 ±0.50", "12.3"]
        (chart,) = found.charts
        (dots,) = chart.panels[0].series
        assert dots.points == [(-30.0, -20.0), (10.0, 25.0)]
        assert chart.across.ticks == [-50, 0, 50]
        assert dots.label == "2 of the hands, 1 lie beyond"

    def test_rates_stand_in_their_order(self) -> None:
        bots = [
            {"bot": name, "decisions": 1000, "rate": rate, "error": 4.0, "mistakes": 0.05,
             "samples": 200, "held": 190, "width": 41.4}
            for name, rate in (("greedy", 40.0), ("engine:1024", 5.0))
        ]  # fmt: skip
        data = {"hands": 40, "worlds": 4096, "asked": 200, "samples": 400, "held": 380}
        found = level.evidence("", "1", {**data, "bots": bots})
        assert text(found).startswith("Least by `engine:1024`, which loses 5 ±4 points")
        assert "holds the rate of the bot in 95.0% (92.4 to 96.7%)" in text(found)
        assert [row[0] for row in found.tables[0].rows] == ["engine:1024", "greedy"]
        assert found.tables[0].rows[1][1:] == ["40.0 ±4.0", "5.0%", "1,000", "±41", "190 of 200"]

    def test_the_interval_of_a_level_holds_a_skewed_rate(self) -> None:
        rng = np.random.default_rng(7)
        lost = rng.lognormal(0.5, 1.2, 400) * (rng.random(400) < 0.6)
        hands = [level.JudgedHand(float(one), 10, 1) for one in lost]
        data = level.tallied({"one": hands, "another": hands[:200]}, 400, 200, 1)
        assert 0.92 <= data["held"] / data["samples"] <= 0.98

    @pytest.mark.parametrize(
        ("failed", "sentence"),
        [
            (0, "None failed of 1,025 hands under 2 sets of rules, in which 41,000 decisions"),
            (3, "3 of 1,025 reviews failed"),
        ],
    )
    def test_reviews_that_failed_are_counted(self, failed: int, sentence: str) -> None:
        rows = [
            {"rules": name, "hands": hands, "decisions": 40 * hands, "lay_offs": 7, "alone": 300,
             "pages": 2, "failed": failed * (name == "eaai")}
            for name, hands in (("eaai", 1_000), ("palace", 25), ("not yet", 0))
        ]  # fmt: skip
        found = reviews.evidence("", "1", {"worlds": 64, "rules": rows})
        assert text(found).startswith(sentence)
        assert [row[0] for row in found.tables[0].rows] == ["eaai", "palace"]
        assert found.tables[0].rows[0][1:] == ["1,000", "40,000", "7", "300", str(failed)]

    @pytest.mark.parametrize(
        ("counts", "sentence"),
        [
            ((20, 31), "Each of the 2 themes was seen in at least 20 errors, among"),
            ((7, 20), "1 of the 2 themes were seen in at least 20 errors, the rarest in 7, among"),
        ],
    )
    def test_rare_themes_are_counted(self, counts: tuple[int, int], sentence: str) -> None:
        rows = {
            name: {"about": name, "entries": count}
            for name, count in zip("ab", counts, strict=True)
        }
        data = {"hands": 9, "judged": 50, "errors": 40, "wanted": 20, "themes": rows}
        found = themes.evidence("", "1", data)
        assert sentence in text(found)
        assert [row[1:] for row in found.tables[0].rows] == [[str(count)] for count in counts]


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

    def section(self, *rows: dict[str, Any]) -> Evidence:
        return strength.evidence("", "1", {"contests": list(rows)})

    def test_ahead_is_more_than_the_error_and_the_closest_is_named(self) -> None:
        rows = [self.row("engine:64", name, won) for name, won in (("fast", 0.4), ("greedy", 3.0))]
        found = self.section(*rows)
        assert "`engine:64` is ahead of 1 of 2 bots" in text(found)
        assert "closest is `fast`, at +0.40 ±0.50 points a hand and 70.0 ±4.0%" in text(found)

    def test_every_contest_has_its_numbers(self) -> None:
        won, points, pace = self.section(self.row("engine:64", "fast", -1.0)).tables
        assert won.rows[0][1:] == ["engine:64", "70.0 ±4.0%", "600"]
        assert points.rows[0][1:] == ["engine:64", "−1.00 ±0.50", "4,800"]
        assert pace.rows[0][1:] == ["engine:64", "3.1%", "9,000", "18.2", "44.3"]

    def test_bars_begin_at_half_and_at_zero(self) -> None:
        won, points, _ = self.section(self.row("engine:64", "fast", -1.0)).tables
        assert won.bars is not None and points.bars is not None
        assert won.bars.rows == [(0.7, 0.7 - 0.04, 0.7 + 0.04, 0.5, 0.7)]
        assert points.bars.head == "−2 to 1 points"
        assert points.bars.rows == [(-1.0, -1.5, -0.5, -1.0, 0.0)]

    def test_single_hands_have_no_games_and_their_rules_are_named(self) -> None:
        single = {"rules": "openspiel", "games": 0, "won": None, "ms": None}
        found = self.section(self.row("engine:64", "openspiel", 2.0, **single))
        points, pace = found.tables
        assert points.columns[2] == "Points a hand" and pace.rows[0][3:] == ["–"] * 3
        assert "against openspiel those of openspiel, hands without a game" in found.method
        assert text(found).endswith("points a hand.")

    def test_hands_in_a_row_are_told_from_those_against_a_stranger(self) -> None:
        single = {"rules": "openspiel", "games": 0, "won": None, "ms": None}
        rows = [
            self.row("engine:64", "openspiel", points, **single, sitting=sitting)
            for sitting, points in ((1, 2.0), (8, 3.0))
        ]
        labels = [row[0] for row in self.section(*rows).tables[0].rows]
        assert labels == ["openspiel, a stranger", "openspiel, 8 hands in a row"]

    def test_rows_of_two_engines_are_both_named(self) -> None:
        rows = [self.row("engine:64", "fast", 1.0), self.row("engine:64", "camper", 1.0)]
        rows[1]["engine"] = "0"
        found = self.section(*rows)
        assert found.engine == "0 and 1"
        assert self.section(rows[0]).engine == "1"

    def test_what_is_measured_can_be_shown(self) -> None:
        with Jobs(1) as jobs:
            against = ("greedy", "gin-waiter")
            rows = [strength.measured("fast", name, 2, 1, jobs) for name in against]
        found = self.section(*rows)
        assert [row[0] for row in found.tables[0].rows] == ["gin-waiter", "greedy"]
        won, points, _ = found.tables
        assert won.rows[0][3] == "2"
        assert "±" not in won.rows[0][2] + points.rows[0][2], "one pair has no error"

    def test_a_contest_played_again_replaces_its_row(self) -> None:
        first, again = self.row("engine:64", "fast", 1.0), self.row("engine:64", "fast", 2.0)
        other = self.row("engine:64", "camper", 1.0)
        data: Data = {}
        for row in (first, other, again):
            data = strength.merged(data, {"seed": 1, "sitting": None, **row})
        assert [row["points"]["mean"] for row in data["contests"]] == [1.0, 2.0]
        assert strength.command(data) == (
            f"{PROGRAM} measure strength --bots engine:64 --against camper,fast"
            " --games 600 --seed 1"
        )


class TestEquity:
    def cell(self, dealer: str, score: tuple[int, int], off: float) -> dict[str, Any]:
        return {"dealer": dealer, "score": score, "games": 12_000, "off": off, "error": 0.9}

    def section(self, *cells: dict[str, Any]) -> Evidence:
        preset = {"rules": "eaai", "games": 100_000, "rows": list(cells)}
        return equity.evidence("", "1", {"presets": [preset]})

    def test_the_farthest_the_typical_and_who_is_inside(self) -> None:
        found = self.section(
            self.cell("me", (0, 0), 0.5),
            self.cell("opp", (30, 0), -1.5),
            self.cell("me", (0, 20), -0.1),
            self.cell("opp", (0, 20), 0.9),
        )
        assert "won 0.75 percentage points more or less" in text(found)
        assert "of 4 cells of scores; luck alone would make it 0.37" in text(found)
        assert "farthest is −1.5 ±0.9 (30–39 : 0–9, they deal)" in text(found)
        assert "75% of the 95% intervals hold 0" in text(found)

    def test_the_chart_has_a_stroke_for_each_cell_in_order_of_size(self) -> None:
        cells = (self.cell("me", (0, 0), 2.0), self.cell("opp", (0, 0), -1.0))
        found = self.section(*cells)
        (chart,), (table,) = found.charts, found.tables
        zero, errors, dots = chart.panels[0].series
        assert zero.points == [(-1, 0), (2, 0)] and chart.up.ticks == [-3, -2, -1, 0, 1, 2, 3]
        assert errors.points == [(0, -1.0, 0.9), (1, 2.0, 0.9)]
        assert dots.points == [(0, -1.0), (1, 2.0)]
        assert [row[1:] for row in table.rows] == [
            ["I", "+2.0 ±0.9", "12,000"],
            ["they", "−1.0 ±0.9", "12,000"],
        ]

    def test_what_is_measured_can_be_shown(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(equity, "ENOUGH", 4)
        monkeypatch.setattr(equity, "BLOCK", 500)
        found = equity.evidence("", "1", equity.measured(8, ["eaai"]))
        assert found.tables[0].rows[0][0] == "0–9 : 0–9"

    def test_without_a_cell_with_enough_games_nothing_is_found(self) -> None:
        presets = [{"rules": "eaai", "games": 8, "rows": []}]
        found = equity.evidence("", "1", {"presets": presets})
        assert found.finding == [] == found.tables == found.charts


class TestRegret:
    FOUND: ClassVar = {
        "decisions": 100,
        "seconds": 1.0,
        "deep": {"at_most": 60.0, "median": 41.2},
        "regret": 0.0356,
        "error": 0.0125,
        "same": 1.0,
        "near": 0.9,
        "largest": 0.828,
    }

    def test_the_loss_and_the_shares(self) -> None:
        found = regret.evidence("", "1", self.FOUND)
        assert "after 1 second loses 0.036 ±0.013 points" in text(found)
        assert "largest loss is 0.8" in text(found) and "in 100% of decisions" in text(found)
        assert "took 41.2 seconds or less" in found.method

    def test_all_of_a_hundred_are_not_sure_to_be_all(self) -> None:
        (table,) = regret.evidence("", "1", self.FOUND).tables
        best, near = table.rows
        assert best[1:] == ["100.0%", "96.3 to 100.0%"]
        assert near[1:] == ["90.0%", "82.6 to 94.5%"]
        assert table.bars is not None and round(table.bars.rows[1][1], 4) == 0.8256

    def test_what_is_measured_can_be_shown(self) -> None:
        measured = regret.measured(2, 0.01, 0.02, 0.05, 1, "baseline")
        assert regret.evidence("", "1", measured).method.startswith("2 decisions")
