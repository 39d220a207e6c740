"""The evidence page says what its files say, and no more."""

from __future__ import annotations

import json
import shlex
from pathlib import Path
from typing import Any, ClassVar

import msgspec
import pytest
from flask.testing import FlaskClient

from analyzer.resources import resource_root
from analyzer.web.learn.evidence import review as evidencereview
from analyzer.web.learn.evidence.pages import sections

FILES = resource_root() / "static" / "evidence"
ROOT = Path(__file__).parents[2]
SECTIONS = {
    "coverage": "coverage",
    "coverage-reader": "coverage_reader",
    "regret": "regret",
    "belief": "belief",
    "reader": "belief_reader",
    "equity": "equity",
    "strength": "strength",
    "policy": "arena",
    "ablation": "ablation",
    "fits": "policies",
    "exploit": "exploit",
    "luck": "luck",
    "rates": "rates",
    "reviews": "reviews",
    "themes": "themes",
    "explanations": "explanations",
    "puzzles": "puzzles",
    "load": "load",
}
"""Sections in their order, and the data they are made from."""


def measured(name: str) -> bool:
    """Whether there is data for a section; the long measurements may not have been made."""
    path = FILES / f"{SECTIONS[name]}.json"
    if not path.is_file():
        return False
    part = {"belief": "deadwood", "reader": "reader", "strength": "contests"}.get(name, "command")
    return bool(json.loads(path.read_text(encoding="utf-8")).get(part))


EXPECTED = [name for name in SECTIONS if measured(name)]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A copy of the data, to change."""
    for path in FILES.glob("*.json"):
        (tmp_path / path.name).write_bytes(path.read_bytes())
    return tmp_path


def data(folder: Path, name: str) -> Any:
    return json.loads((folder / f"{name}.json").read_text(encoding="utf-8"))


def put(folder: Path, name: str, changed: Any) -> None:
    (folder / f"{name}.json").write_text(json.dumps(changed), encoding="utf-8")


def section(folder: Path, name: str) -> Any:
    return next(found for found in sections("now", folder) if found.name == name)


def test_every_section_is_on_the_page_with_its_command(client: FlaskClient) -> None:
    page = client.get("/learn/evidence").text
    for name in EXPECTED:
        assert f'id="{name}"' in page
    for path in FILES.glob("*.json"):
        assert data(FILES, path.stem)["command"] in page
        with client.get(f"/static/evidence/{path.name}") as file:
            assert file.json == data(FILES, path.stem)
    assert 'href="/learn/evidence"' in client.get("/learn/rules").text


@pytest.mark.parametrize("name", EXPECTED)
def test_a_command_is_one_that_is_there(name: str) -> None:
    python, dash, module, *_ = shlex.split(section(FILES, name).command)
    assert (python, dash) == ("python", "-m")
    assert (ROOT / (module.replace(".", "/") + ".py")).is_file()


def test_a_section_without_data_is_left_out(folder: Path) -> None:
    (folder / "arena.json").unlink()
    assert [found.name for found in sections("now", folder)] == [
        name for name in EXPECTED if name != "policy"
    ]


def test_data_of_another_shape_is_an_error(folder: Path) -> None:
    changed = data(folder, "coverage")
    del changed["shares"]["value"]["se"]
    put(folder, "coverage", changed)
    with pytest.raises(msgspec.ValidationError, match="se"):
        sections("now", folder)


def test_a_figure_of_another_engine_is_marked(folder: Path) -> None:
    version = data(folder, "coverage")["engine"]
    same, other = sections(version, folder)[0], sections("another", folder)[0]
    assert (same.older, other.older) == (False, True)
    assert not section(folder, "load").older, "no engine was measured"


class TestCoverage:
    def share(self, folder: Path, share: float, se: float) -> Any:
        """The section where all groups hold but the first, which is as given."""
        changed = data(folder, "coverage")
        for found in changed["shares"].values():
            found.update(share=0.95, se=0.003)
        changed["shares"]["difference"].update(share=share, se=se)
        put(folder, "coverage", changed)
        return section(folder, "coverage")

    def test_all_within_the_band(self, folder: Path) -> None:
        found = self.share(folder, 0.95, 0.01)
        assert "95.0 ± 2.0% for differences" in found.finding
        assert "lie within 93 to 97%" in found.finding
        assert "the other" not in found.finding

    def test_a_miss_within_its_error_and_one_beyond(self, folder: Path) -> None:
        assert "the other one does too, give or" in self.share(folder, 0.92, 0.01).finding
        assert "the other one does not, give or" in self.share(folder, 0.90, 0.01).finding

    def test_two_misses_are_counted(self, folder: Path) -> None:
        self.share(folder, 0.92, 0.01)
        changed = data(folder, "coverage")
        changed["shares"]["value"].update(share=0.90, se=0.01)
        put(folder, "coverage", changed)
        assert "of the other 2, 1 by more" in section(folder, "coverage").finding

    def test_bars_lie_on_the_axis(self, folder: Path) -> None:
        figures = self.share(folder, 0.93, 0.2).figures
        wide = next(row for row in figures[0].rows if row.label == "difference").range
        assert (wide.at, wide.low, wide.high) == (50.0, 0.0, 100.0)
        assert (wide.band_low, wide.band_high) == (50.0, 78.57)

    def test_each_group_has_its_row(self) -> None:
        figures = section(FILES, "coverage").figures
        rows = sum(len(figure.rows) for figure in figures)
        assert rows == len(data(FILES, "coverage")["shares"])


def test_belief_names_the_worst_discard_and_its_table_has_the_numbers(folder: Path) -> None:
    changed = data(folder, "belief")
    for row in changed["deadwood"]["standard"]:
        row.update(true=20.0, sampled=20.5, se=0.5)
    changed["deadwood"]["standard"][3].update(true=20.0, sampled=29.0, uniform=70.0, se=0.5)
    put(folder, "belief", changed)
    found = section(folder, "belief")
    assert "9.0 points from the true one at most (after 4 discards)" in found.finding
    assert "up to 50 points off; in 1 of 12 rows" in found.finding
    cells = found.figures[0].rows[3].cells
    assert cells[1:] == ("20.0", "29.0", "+9.0 ± 1.0", "70.0")


def test_a_line_has_a_point_for_every_discard() -> None:
    for figure in section(FILES, "belief").figures:
        assert figure.chart is not None
        assert {line.path.count(" ") for line in figure.chart.lines} == {len(figure.rows)}


def test_the_policy_is_ahead_only_by_more_than_the_error(folder: Path) -> None:
    changed = data(folder, "arena")
    changed["duels"][1]["points"] = {"mean": 0.1, "low": -0.2, "high": 0.4}
    put(folder, "arena", changed)
    found = section(folder, "policy")
    assert "ahead of 3 of 4" in found.finding
    assert "closest is `gin-waiter`, at +0.1 points" in found.finding
    assert found.figures[0].rows[1].cells[1] == "+0.10 ± 0.30"


def test_the_glossary_has_the_terms_that_the_rules_use(client: FlaskClient) -> None:
    page = client.get("/learn/rules").text
    for term in ("Deadwood", "Knock", "Big gin", "Undercut", "Lay off", "Upcard", "Schneider"):
        assert f"<dt>{term}</dt>" in page


class TestFits:
    SPAN: ClassVar = {"mean": 0.912, "low": 0.862, "high": 0.962}
    NOTHING: ClassVar = {"mean": 0.0, "low": 0.0, "high": 0.0}
    LOSS: ClassVar = {"mean": -0.5, "low": -0.6, "high": -0.4}

    def test_the_part_of_the_policy_that_is_worth_most_is_named(self, folder: Path) -> None:
        rows = [
            {"term": "outs", "without": "no outs", "refit": True, "points": self.SPAN},
            {"term": "knocks", "without": "gin only", "refit": False, "points": self.LOSS},
        ]
        put(folder, "ablation", self.made(rules="classic", hands=1000, terms=rows))
        found = section(folder, "ablation")
        assert "“no outs”: +0.91" in found.finding and "1 of 2 are losses" in found.finding
        cells = [row.cells for row in found.figures[0].rows]
        assert cells == [("yes", "+0.91 ± 0.05"), ("no", "−0.50 ± 0.10")]

    def test_gains_of_presets_and_the_least_change_are_told(self, folder: Path) -> None:
        presets = [
            {"rules": name, "over_eaai": gain, "over_first": self.SPAN}
            for name, gain in (("eaai", self.NOTHING), ("classic", self.SPAN))
        ]
        rival = {"fitted": self.SPAN, "first": self.SPAN}
        population = [
            {"against": "camper", **rival, "change": self.SPAN},
            {"against": "greedy", **rival, "change": self.LOSS},
        ]
        put(folder, "policies", self.made(hands=10, presets=presets, population=population))
        found = section(folder, "fits")
        assert "under classic: +0.91" in found.finding and "greedy: −0.50" in found.finding
        assert found.figures[0].rows[0].cells[0] == "the same"

    @pytest.mark.parametrize(("points", "verdict"), [(SPAN, "It wins."), (LOSS, "It loses.")])
    def test_the_try_to_beat_the_engine(
        self, folder: Path, points: dict[str, float], verdict: str
    ) -> None:
        made = self.made(
            rules="eaai",
            against="engine:64",
            searched={"hands": 500, "points": 2.0},
            final={"hands": 100, "points": points},
            candidate="greedy, varied",
        )
        put(folder, "exploit", made)
        found = section(folder, "exploit")
        assert found.finding.endswith(verdict) and "engine:64" in found.finding

    def made(self, **more: Any) -> dict[str, Any]:
        return {"command": "python -m tests.measure.some", "engine": "1", **more}


class TestReviews:
    """Sections on reviews from data made up here: the long measurements may not be there."""

    def make(self, kind: Any, data: dict[str, Any]) -> Any:
        given = {"command": "python -m tests.measure.review", "engine": "0.1", **data}
        return msgspec.convert(given, kind)

    def test_luck(self) -> None:
        mean = {"mean": -0.25, "error": 0.5}
        found = evidencereview.luck(
            self.make(
                evidencereview.LuckData,
                {
                    "player": "fast", "hands": 2000, "worlds": 256, "widest_gap": 0.0,
                    "mean_luck": mean, "explained": {"part": 0.8, "low": 0.75, "high": 0.85},
                    "mean": dict.fromkeys(evidencereview.PARTS, mean),
                    "sd": dict.fromkeys(evidencereview.PARTS, 12.345),
                    "points": [(-30.0, -20.0), (10.0, 25.0), (250.0, -25.0)],
                },
            )
        )  # fmt: skip
        assert "explains 80% (95% interval 75 to 85%)" in found.finding
        assert "is −0.25 ± 0.50 points on average" in found.finding
        rows = found.figures[0].rows
        assert (rows[0].label, rows[0].cells) == ("the result", ("−0.25 ± 0.50", "12.3"))
        chart = found.figures[0].chart
        assert chart is not None and chart.lines[0].path.count("M") == 2
        assert [tick.label for tick in chart.x_ticks] == ["−50", "0", "50"]
        assert chart.lines[0].label == "2 of the hands, 1 lie beyond"

    def test_rates_stand_in_their_order(self) -> None:
        bots = [
            {"bot": name, "decisions": 1000, "rate": rate, "error": 4.0, "mistakes": 0.05,
             "undecided": 0}
            for name, rate in (("greedy", 40.0), ("engine:1024", 5.0))
        ]  # fmt: skip
        found = evidencereview.rates(
            self.make(evidencereview.RatesData, {"hands": 40, "worlds": 4096, "bots": bots})
        )
        assert found.finding.startswith("Least by `engine:1024`, which loses 5 ± 4 points")
        assert [row.label for row in found.figures[0].rows] == ["engine:1024", "greedy"]
        assert found.figures[0].rows[1].cells == ("40.0 ± 4.0", "5.0%", "1,000")

    @pytest.mark.parametrize(
        ("failed", "said"),
        [
            (0, "None failed of 1,025 hands under 2 sets of rules, in which 41,000 decisions"),
            (3, "3 of 1,025 reviews failed"),
        ],
    )
    def test_reviews_that_failed_are_told(self, failed: int, said: str) -> None:
        rows = [
            {"rules": name, "hands": hands, "decisions": 40 * hands, "lay_offs": 7, "alone": 300,
             "pages": 2, "failed": failed * (name == "eaai")}
            for name, hands in (("eaai", 1_000), ("palace", 25), ("not yet", 0))
        ]  # fmt: skip
        found = evidencereview.reviews(
            self.make(evidencereview.ReviewsData, {"worlds": 64, "rules": rows})
        )
        assert found.finding.startswith(said)
        assert [row.label for row in found.figures[0].rows] == ["eaai", "palace"]
        assert found.figures[0].rows[0].cells == ("1,000", "40,000", "7", "300", str(failed))

    @pytest.mark.parametrize(
        ("counts", "said"),
        [
            ((20, 31), "Each of the 2 themes was seen in at least 20 errors, among"),
            ((7, 20), "1 of the 2 themes were seen in at least 20 errors, the rarest in 7, among"),
        ],
    )
    def test_rare_themes_are_told(self, counts: tuple[int, int], said: str) -> None:
        rows = {
            name: {"about": name, "entries": count}
            for name, count in zip("ab", counts, strict=True)
        }
        data = {"hands": 9, "judged": 50, "errors": 40, "wanted": 20, "themes": rows}
        found = evidencereview.themes(self.make(evidencereview.ThemesData, data))
        assert said in found.finding
        assert [row.cells for row in found.figures[0].rows] == [(str(count),) for count in counts]
