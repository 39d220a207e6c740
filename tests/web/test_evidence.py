"""The evidence page says what its documents say, and no more."""

from __future__ import annotations

import html
import json
import shlex
from pathlib import Path
from typing import Any

import msgspec
import pytest
from flask.testing import FlaskClient

from analyzer.api.evidence import Axis, Bars, Chart, Curve, Evidence, Figures, Panel, read_evidence
from analyzer.resources import resource_root
from analyzer.web.learn.evidence import sections
from tests.workshop.measuring import measure

FILES = resource_root() / "static" / "evidence"
NAMES = [path.stem for path in sorted(FILES.glob("*.json"))]
SECTIONS = [
    "coverage", "coverage-reader", "regret", "belief", "reader", "people", "partial", "equity",
    "strength", "policy", "ablation", "fits", "exploit", "mini", "wall", "late", "ceiling",
    "luck", "level",
    "reviews", "themes", "explanations", "puzzles", "load", "steps", "tips", "atlas",
]  # fmt: skip
SAMPLE = Evidence(
    "sample", "Is it so?", "workshop measure sample", ["It is."], "This.", "Not that.", "1",
    tables=[
        Figures("Shares", ["Of", "Held"], [["all", "93%"]],
              Bars("86% to 100%", 0.86, 1.0, [(0.93, 0.5, 1.5, 0.93, 0.97)])),
        Figures("Plain", ["Of", "Held"], [["all", "93%"]]),
    ],
    charts=[
        Chart(
            "A chart", Axis("Across", 1.0, 2.0, [1.0, 2.0]), Axis("Up", -20, 20, [-20, 0, 20], "%"),
            [
                Panel(
                    "It rises.",
                    [
                        Curve("true", "true", [(1.0, -20.0), (2.0, 20.0)]),
                        Curve("dots", "dots", [(1.0, 0.0)]),
                        Curve("interval", "error", [(1.0, 0.0, 20.0)]),
                    ],
                )
            ],
        )
    ],
)  # fmt: skip


def document(name: str) -> Evidence:
    return read_evidence((FILES / f"{name}.json").read_bytes())


def shown(folder: Path, *documents: Evidence) -> Any:
    """The sections of a folder that has these documents alone."""
    for number, each in enumerate(documents):
        (folder / f"{number}.json").write_bytes(msgspec.json.encode(each))
    return sections("1", folder)


def test_every_figure_of_every_document_is_on_the_page(client: FlaskClient) -> None:
    raw = client.get("/learn/evidence").text
    page = html.unescape(raw)
    assert [name for name in SECTIONS if f'id="{name}"' in raw] == SECTIONS
    for name in NAMES:
        found = document(name)
        assert found.command in page and found.engine in page
        for sentence in found.finding:
            assert all(part in page for part in sentence.split("`"))
        for table in found.tables:
            assert table.caption in page and table.rows
            for row in table.rows:
                assert len(row) == len(table.columns)
                assert all(f">{cell}</t" in page for cell in row)
        with client.get(f"/static/evidence/{name}.json") as file:
            assert file.data == (FILES / f"{name}.json").read_bytes()
    assert 'href="/learn/evidence"' in client.get("/learn/rules").text


def test_findings_come_first_and_tables_are_folded(client: FlaskClient) -> None:
    page = client.get("/learn/evidence").text
    for part in page.split("<section ")[1:]:
        assert part.index('class="finding"') < part.index("<details")
        assert "<svg" not in part or part.index('class="finding"') < part.index("<svg")
        assert all(
            "</details>" not in before.rpartition("<details")[2]
            for before in part.split("<table")[:-1]
        )


@pytest.mark.parametrize("name", NAMES)
def test_a_command_is_one_that_is_there(name: str) -> None:
    for line in document(name).command.split("; "):
        program, option, module, *words = shlex.split(line)
        assert (program, option) == ("python", "-m")
        if module == "tests.workshop.reviews":
            continue
        assert (module, words[0]) == ("tests.workshop", "measure")
        found = measure.commands[words[1]]
        found.make_context(words[1], words[2:], resilient_parsing=False)


def test_a_document_that_is_missing_is_left_out(tmp_path: Path) -> None:
    assert sections("now", tmp_path) == ()
    assert [found.document.section for found in sections("now")] == SECTIONS
    new, known = SAMPLE, msgspec.structs.replace(SAMPLE, section="load")
    assert [found.document.section for found in shown(tmp_path, new, known)] == ["load", "sample"]


def test_a_document_of_another_form_is_an_error(tmp_path: Path) -> None:
    changed = json.loads((FILES / "coverage.json").read_text(encoding="utf-8"))
    del changed["finding"]
    (tmp_path / "coverage.json").write_text(json.dumps(changed), encoding="utf-8")
    with pytest.raises(msgspec.ValidationError, match="finding"):
        sections("now", tmp_path)


def test_a_measurement_of_another_engine_is_marked(tmp_path: Path) -> None:
    (same,) = shown(tmp_path, SAMPLE)
    (other,) = sections("another", tmp_path)
    assert (same.older, other.older) == (False, True)
    (none,) = shown(tmp_path, msgspec.structs.replace(SAMPLE, engine=""))
    assert not none.older, "no engine was measured"


def test_bars_lie_on_the_axis(tmp_path: Path) -> None:
    (_, bars), (plain, none) = shown(tmp_path, SAMPLE)[0].tables
    assert bars[0] == (50.0, 0.0, 100.0, 50.0, 78.57)
    assert none == [] and plain.bars is None


def test_a_chart_is_drawn_from_its_points(tmp_path: Path) -> None:
    _, (picture,) = shown(tmp_path, SAMPLE)[0].charts[0]
    line, dots, errors = picture.lines
    assert line.path == "M36.0 190.0L352.0 8.0" and dots.path == "M36.0 99.0h0"
    assert errors.path == "M36.0 190.0V8.0" and errors.style == "error"
    assert [tick.label for tick in picture.y_ticks] == ["−20%", "0%", "20%"]


def test_small_charts_share_their_axes() -> None:
    (reader,) = (found for found in sections("now") if found.document.section == "reader")
    for chart, (first, *others) in reader.charts:
        assert len(others) == 3 and chart.up.name
        for other in others:
            assert (first.x_ticks, first.y_ticks) == (other.x_ticks, other.y_ticks)


def test_the_glossary_has_the_terms_that_the_rules_use(client: FlaskClient) -> None:
    page = client.get("/learn/rules").text
    for term in ("Deadwood", "Knock", "Big gin", "Undercut", "Lay off", "Upcard", "Schneider"):
        assert f"<dt>{term}</dt>" in page
