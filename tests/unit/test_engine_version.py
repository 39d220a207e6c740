"""The engine's version follows all that can change an answer, and nothing else."""

from __future__ import annotations

import shutil
import tomllib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from analyzer.engine import ENGINE_VERSION
from analyzer.engine._version import PACKAGE, ROOMS, answering_files, digest_of

PROJECT = Path(__file__).parents[2] / "pyproject.toml"


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The package's sources and data, to be changed and put back."""
    found = tmp_path_factory.mktemp("copied") / "analyzer"
    shutil.copytree(PACKAGE, found, ignore=shutil.ignore_patterns("__pycache__", "_data"))
    return found


@pytest.fixture(scope="module")
def unchanged(copy: Path) -> str:
    """The version of the copy before anything is changed."""
    return version(copy)


def version(package: Path) -> str:
    return digest_of(answering_files(package), package)


@contextmanager
def longer(file: Path) -> Iterator[None]:
    """Let a file end with one line more."""
    text = file.read_bytes()
    file.write_bytes(text + b"\n")
    yield
    file.write_bytes(text)


def test_it_is_that_of_the_files_there_are(unchanged: str) -> None:
    assert ENGINE_VERSION.endswith(f"+{unchanged}")


@pytest.mark.parametrize(
    "name",
    [
        "kernel/playout.py", "engine/play.py", "engine/search.py", "engine/thresholds.py",
        "engine/timeline.py", "engine/policies.py", "engine/equity.py", "engine/rollout.py",
        "game/rules.py", "game/melds.py", "engine/selfplay.py", "engine/data/selfplay.json",
    ],
)  # fmt: skip
def test_it_changes_with_what_answers(copy: Path, unchanged: str, name: str) -> None:
    with longer(copy / name):
        assert version(copy) != unchanged


def test_it_changes_with_a_file_that_is_added_or_renamed(copy: Path, unchanged: str) -> None:
    (copy / "engine" / "data" / "weights.json").write_text("{}")
    added = version(copy)
    renamed = (copy / "engine" / "data" / "weights.json").rename(
        copy / "engine" / "data" / "other.json"
    )
    assert len({unchanged, added, version(copy)}) == 3
    renamed.unlink()


@pytest.mark.parametrize("name", ["web/app.py", "cli/app.py", "notation/lines.py", "errors.py"])
def test_it_does_not_change_with_what_only_shows(copy: Path, unchanged: str, name: str) -> None:
    (copy / "kernel" / "__pycache__").mkdir(exist_ok=True)
    (copy / "kernel" / "__pycache__" / "stale.py").write_text("")
    with longer(copy / name):
        assert version(copy) == unchanged


def test_every_room_below_the_engine_counts_unless_it_only_reads_or_complains() -> None:
    """A new room counts, but for those above the engine and those that cannot answer."""
    contracts = tomllib.loads(PROJECT.read_text())["tool"]["importlinter"]["contracts"]
    rooms = next(contract for contract in contracts if contract["type"] == "layers")["layers"]
    below = set(rooms[rooms.index("engine") :])
    assert set(ROOMS) == below - {"notation", "vision", "jobs", "resources", "errors"}
