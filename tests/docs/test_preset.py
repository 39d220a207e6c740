"""A preset is one entry: it is added in a temporary folder, and every page that lists it opens."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

import analyzer
from analyzer.game.rules import ENTRIES, PRESETS

PACKAGE = Path(analyzer.__file__).parent
ADDED = {
    "village": {"summary": "As standard, gin 15.", "rules": {"gin_bonus": 15}},
    "village-three": {
        "title": "Three in the village", "summary": "Three players, gin 15.",
        "reading": "Nothing is left open.",
        "rules": {"players": 3, "cards": 7, "gin_bonus": 15, "knock_limit": 9},
    },
}  # fmt: skip
VISIT = """
from analyzer.web.app import create_app
from analyzer.cli import main
from click.testing import CliRunner
import os
client = create_app().test_client()
for address, *names in {pages!r}:
    page = client.get(address, follow_redirects=True)
    assert page.status_code == 200, (address, page.status_code)
    missing = [name for name in names if name not in page.text]
    assert not missing, (address, missing)
for arguments, *names in {commands!r}:
    shown = CliRunner().invoke(main, arguments)
    assert shown.exit_code == 0, (arguments, shown.output)
    assert all(name in shown.output for name in names), (arguments, shown.output)
os._exit(0)  # the search that a page began would go on to its end, uncompiled
"""
PAGES = [
    ("/learn/rules", "village", "As standard, gin 15.", "Three in the village", "left open"),
    ("/settings", "village"), ("/score", "village"), ("/train", "village"),
    ("/review/record", "village"), ("/api/v1/rules", "village"), ("/analyze/random", "village"),
    ("/train/table", "village-three", "Three in the village"),
    ("/review/record/table", "village-three", "Three in the village"),
]  # fmt: skip
COMMANDS = [
    (["rules"], "village", "village-three"), (["rules", "village"], "15"),
    (["rules", "village-three"], "15"), (["doctor"], "village"),
    (["melds", "7h 8h 9h Kd", "--rules", "village"], "10"),
]  # fmt: skip


@pytest.fixture
def copied(tmp_path: Path) -> Path:
    """A folder in which the package lies as it does here, but with two presets more."""
    package = tmp_path / "analyzer"
    package.mkdir()
    for path in PACKAGE.iterdir():
        if path.name != "game":
            (package / path.name).symlink_to(path, path.is_dir())
    (package / "game").mkdir()
    for path in (PACKAGE / "game").iterdir():
        if path.name != "presets.json":
            (package / "game" / path.name).symlink_to(path, path.is_dir())
    entries = json.loads((PACKAGE / "game" / "presets.json").read_text(encoding="utf-8")) | ADDED
    (package / "game" / "presets.json").write_text(json.dumps(entries), encoding="utf-8")
    for name in ("templates", "static", "puzzles"):
        (tmp_path / name).symlink_to(PACKAGE.parent / name, True)
    return tmp_path


def test_an_entry_is_all_that_a_preset_needs(copied: Path) -> None:
    script = VISIT.format(pages=PAGES, commands=COMMANDS)
    environment = os.environ | {
        "PYTHONPATH": str(copied), "GINSIGHT_DATA": str(copied / "data"),
        "GINSIGHT_PURE": "1",  # its own cache would have to be compiled
        "PYTHONDONTWRITEBYTECODE": "1",
    }  # fmt: skip
    found = subprocess.run(
        [sys.executable, "-c", script], cwd=copied, env=environment, capture_output=True,
        text=True, check=False,
    )  # fmt: skip
    assert found.returncode == 0, found.stderr[-3000:]


def test_numbers_of_presets_are_unlike_and_stay() -> None:
    numbers = [entry.number for entry in ENTRIES.values() if entry.number is not None]
    assert len(set(numbers)) == len(numbers) and max(numbers) < 31
    assert numbers[:13] == list(range(13)) and next(iter(PRESETS)) == "standard"
