"""The recipes of CONTRIBUTING, tried in a copy of the package."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from textwrap import dedent

import pytest

import analyzer

PACKAGE = Path(analyzer.__file__).parent
RECIPES = (PACKAGE.parent / ".github" / "CONTRIBUTING.md").read_text(encoding="utf-8")


def recipe(heading: str) -> str:
    """The program of a recipe."""
    section = RECIPES.partition(f"## {heading}")[2].partition("\n## ")[0]
    program = re.search(r"(?s)```python\n(.*?)```", section)
    assert program is not None, heading
    return dedent("   " + program[1].lstrip())


@pytest.fixture(scope="module")
def copied(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy with the bot of the recipe added to it: one file."""
    folder = tmp_path_factory.mktemp("copied")
    shutil.copytree(PACKAGE, folder / "analyzer", ignore=shutil.ignore_patterns("__pycache__"))
    bots = folder / "analyzer" / "engine" / "bots"
    (bots / "shy.py").write_text(recipe("Add a bot"), encoding="utf-8")
    return folder


def run(folder: Path, *arguments: str, given: str | None = None) -> str:
    """What a command of the copy prints; nothing is compiled, which its own cache would need."""
    done = subprocess.run(
        [sys.executable, "-m", "analyzer", *arguments],
        cwd=folder, input=given, encoding="utf-8", capture_output=True, check=False,
        env={**os.environ, "GINSIGHT_PURE": "1", "PYTHONPATH": ""},
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_a_bot_is_one_file_that_the_arena_seats(copied: Path) -> None:
    played = run(copied, "arena", "shy", "eaai-simple", "--hands", "2", "--luck", "0", "--json")
    assert json.loads(played)["bots"] == ["shy", "eaai-simple"]


def test_a_bot_that_is_added_is_listed_for_people_and_programs(copied: Path) -> None:
    listed = run(copied, "arena", "--help").split("Bots:")[1]
    assert "knocks-early, shy," in " ".join(listed.split())
    told = json.loads(run(copied, "engine", given='{"mode": "hello", "protocol": 2}\n'))
    assert told["bots"].index("shy") == told["bots"].index("knocks-early") + 1


def test_a_bot_that_is_added_plays_by_the_rules(copied: Path) -> None:
    view = "hand: 7h 8h 9h 4c 4d 4s Kd Qd 2c Ac\npile: 9c"
    asked = json.dumps({"mode": "play", "protocol": 2, "bot": "shy", "view": view, "seed": 1})
    assert json.loads(run(copied, "engine", given=asked + "\n"))["action"] == "pass"
