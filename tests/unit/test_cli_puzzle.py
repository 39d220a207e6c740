"""The command `puzzle`: a pack made, asked again, scheduled and shown."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from analyzer.cli import main
from analyzer.practice.puzzles import pack, schedule
from analyzer.practice.puzzles.schedule import Schedule
from analyzer.practice.puzzles.types import Puzzle, PuzzleKind
from tests.unit.puzzles import puzzle
from tests.workshop.__main__ import workshop
from tests.workshop.puzzles.packing import write_pack


def run(*arguments: str) -> Result:
    return CliRunner().invoke(main, ["puzzle", *arguments])


def made(*arguments: str) -> Result:
    return CliRunner().invoke(workshop, ["puzzles", *arguments])


def document(*arguments: str, by: Callable[..., Result] = run) -> Any:
    done = by(*arguments, "--json")
    assert done.exit_code == 0, done.output
    return json.loads(done.stdout)


@pytest.fixture
def shipped(monkeypatch: pytest.MonkeyPatch) -> dict[str, Puzzle]:
    found = {
        "aaaaaaaaaa": puzzle("aaaaaaaaaa"),
        "bbbbbbbbbb": puzzle("bbbbbbbbbb", PuzzleKind.SEQUENCE),
    }
    monkeypatch.setattr(pack, "shipped", lambda: found)
    monkeypatch.setattr(schedule, "shipped_schedule", lambda: Schedule(tuple(found)))
    return found


def test_a_pack_is_mined_asked_again_and_scheduled(tmp_path: Path) -> None:
    place = ["--out", str(tmp_path)]
    search = ["--kind", "arrangement", "--deals", "24", "--seed", "5"]
    told = document("mine", "first", *place, *search, by=made)
    assert told["puzzles"] == told["kinds"]["arrangement"] > 0
    assert (tmp_path / "first.journal").exists()
    again = document("certify", "first", *place, by=made)
    assert (again["asked"], again["lost"], again["under"]) == (told["puzzles"], [], [])
    figures = document("stats", "first", *place, by=made)
    assert figures["kinds"]["arrangement"]["puzzles"] == figures["puzzles"] == told["puzzles"]
    assert figures["solved"]["greedy"] == 0 < figures["solved"]["engine:1024"]
    assert sum(n for bar in figures["ratings"].values() for n in bar.values()) == told["puzzles"]
    assert "themes: knock-layout" in made("stats", "first", *place).stdout
    days = document("schedule", *place, "--until", "2026-01-01", by=made)
    assert (days["days"], days["new"], days["last"]) == (1, 1, "2026-01-01")
    later = made("schedule", *place, "--until", "2026-01-02")
    assert later.exit_code == 2  # two days running with the same kind
    assert document("schedule", *place, "--until", "2026-01-01", by=made)["new"] == 0


def test_an_answer_is_told_only_when_asked_for(shipped: dict[str, Puzzle]) -> None:
    for arguments in (["show", "aaaaaaaaaa"], ["today", "--date", "2026-01-01"]):
        told = document(*arguments)
        assert told["steps"][0]["options"] == ["pass", "take"]
        text = json.dumps(told)
        assert not any(word in text for word in ('"q"', '"loss"', "best", "tempting", "20480"))
        assert document(*arguments, "--answer")["answer"]["id"] == "aaaaaaaaaa"
        shown = run(*arguments).stdout
        assert "take" in shown
        assert "+5.0" not in shown
        assert "+5.0" in run(*arguments, "--answer").stdout


def test_later_steps_are_told_with_the_answer(shipped: dict[str, Puzzle]) -> None:
    told = document("show", "bbbbbbbbbb")
    assert (len(told["steps"]), told["more_steps"], told["day"]) == (1, 1, "2026-01-02")
    assert "2 steps in all" in run("show", "bbbbbbbbbb").stdout


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["show", "zzzzzzzzzz"], "no puzzle `zzzzzzzzzz`"),
        (["today", "--date", "2025-12-31"], "no puzzle for 2025-12-31"),
        (["today", "--date", "soon"], "`soon` is not a date"),
        (["mine", "x", "--kind", "riddle"], "`riddle` is not a kind"),
        (["mine", "x", "--records", "nonsense"], "nonsense"),
        (["certify", "x", "--out", "nowhere"], "no sound pack"),
    ],
)
def test_what_cannot_be_is_told(
    shipped: dict[str, Puzzle], arguments: list[str], told: str
) -> None:
    done = (run if arguments[0] in {"show", "today"} else made)(*arguments)
    assert done.exit_code == 2
    assert told in done.stderr


def test_a_pack_of_another_folder_is_read(tmp_path: Path) -> None:
    write_pack(tmp_path / "own", {}, [puzzle("aaaaaaaaaa")], [])
    assert [folder.name for folder in pack.pack_folders(tmp_path)] == ["own"]
