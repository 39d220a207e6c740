"""The engine's version follows all that can change an answer, and nothing else."""

from __future__ import annotations

import shutil
import tomllib
from pathlib import Path

import pytest

from analyzer.engine import ENGINE_VERSION
from analyzer.engine._version import PACKAGE, ROOMS, answering_files, digest_of

PROJECT = Path(__file__).parents[2] / "pyproject.toml"


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """The package's sources and data, to be changed."""
    found = tmp_path / "analyzer"
    shutil.copytree(PACKAGE, found, ignore=shutil.ignore_patterns("__pycache__", "_data"))
    return found


def version(package: Path) -> str:
    return digest_of(answering_files(package), package)


def test_it_is_that_of_the_files_there_are(copy: Path) -> None:
    assert ENGINE_VERSION.endswith(f"+{version(copy)}")


@pytest.mark.parametrize(
    "name",
    [
        "kernel/playout.py", "engine/play.py", "engine/search.py", "engine/thresholds.py",
        "engine/timeline.py", "engine/policies.py", "engine/equity.py", "engine/rollout.py",
        "game/rules.py", "game/melds.py", "engine/selfplay.py", "engine/data/selfplay.json",
    ],
)  # fmt: skip
def test_it_changes_with_what_answers(copy: Path, name: str) -> None:
    before = version(copy)
    with (copy / name).open("a") as file:
        file.write("\n")
    assert version(copy) != before


def test_it_changes_with_a_file_that_is_added_or_renamed(copy: Path) -> None:
    before = version(copy)
    (copy / "engine" / "data" / "weights.json").write_text("{}")
    added = version(copy)
    (copy / "engine" / "data" / "weights.json").rename(copy / "engine" / "data" / "other.json")
    assert len({before, added, version(copy)}) == 3


@pytest.mark.parametrize("name", ["web/app.py", "cli/app.py", "notation/lines.py", "errors.py"])
def test_it_does_not_change_with_what_only_shows(copy: Path, name: str) -> None:
    before = version(copy)
    with (copy / name).open("a") as file:
        file.write("\n")
    (copy / "kernel" / "__pycache__").mkdir()
    (copy / "kernel" / "__pycache__" / "stale.py").write_text("")
    assert version(copy) == before


def test_every_room_below_the_engine_counts_unless_it_only_reads_or_complains() -> None:
    """A new room counts, but for those above the engine and those that cannot answer."""
    contracts = tomllib.loads(PROJECT.read_text())["tool"]["importlinter"]["contracts"]
    rooms = next(contract for contract in contracts if contract["type"] == "layers")["layers"]
    below = set(rooms[rooms.index("engine") :])
    assert set(ROOMS) == below - {"notation", "vision", "jobs", "resources", "errors"}
