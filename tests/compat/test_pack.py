"""A pack of format 1 calls a discard a throw; it is read as one of format 2."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from analyzer.errors import InputError
from analyzer.practice.puzzles.mark import mark
from analyzer.practice.puzzles.pack import pack_folders
from tests.compat import OLD
from tests.workshop.puzzles.packing import load_pack, write_pack


def test_the_old_lines_are_the_puzzles_of_today() -> None:
    old = load_pack(OLD / "pack").puzzles
    shipped = next(load_pack(one) for one in pack_folders() if one.name == "first")
    assert shipped.info["format"] == 2
    assert old == shipped.puzzles[: len(old)]


def test_a_pack_that_is_added_to_is_of_today(tmp_path: Path) -> None:
    folder = Path(shutil.copytree(OLD / "pack", tmp_path / "pack"))
    old = load_pack(folder)
    write_pack(folder, {}, [], [])
    written = load_pack(folder)
    assert (written.info["format"], written.puzzles) == (2, old.puzzles)
    for name in ("puzzles.jsonl", "rejected.jsonl"):
        assert "throw" not in (folder / name).read_text()


def test_a_format_to_come_is_refused(tmp_path: Path) -> None:
    write_pack(tmp_path, {"format": 3}, [], [])
    with pytest.raises(InputError, match="format 3"):
        load_pack(tmp_path)


def test_an_answer_in_old_words_is_the_same_answer() -> None:
    steps = (step for puzzle in load_pack(OLD / "pack").puzzles for step in puzzle.steps)
    step = next(step for step in steps if step.best.startswith("discard"))
    assert mark(step, step.best.replace("discard", "throw")).credit == 1
