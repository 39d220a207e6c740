"""The repository keeps its own rules: sizes, places, nothing that belongs to one machine."""

from __future__ import annotations

import ast
import re
import subprocess
from pathlib import Path

import pytest

import analyzer

ROOT = Path(__file__).parents[2]
PACKAGE = Path(analyzer.__file__).parent

TOP = {"pyproject.toml", "analyzer", "templates", "static", "tests", "puzzles", "findings"} | {
    "README.md",
    "LICENSE",
    "CHANGELOG.md",
}

DOTS = {".ci", ".deploy", ".github", ".editorconfig", ".gitattributes", ".gitignore"} | {
    ".pre-commit-config.yaml",
}

# Put together, so that this file does not hold them itself.
REGISTRIES = [
    ".".join(parts)
    for parts in (
        ("pypi", "org"),
        ("files", "pythonhosted", "org"),
        ("registry", "npmjs", "org"),
        ("registry", "yarnpkg", "com"),
    )
]
ONE_MACHINE = re.compile(r"(?<![\w./])/(?:root|work|opt/(?!homebrew)|home/\w+)/")


def committed() -> list[Path]:
    listed = subprocess.run(
        ["git", "-C", str(ROOT), "ls-files", "-z"],
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    if listed.returncode:
        pytest.skip("not a clone")
    paths = (ROOT / name for name in listed.stdout.split("\0") if name)
    return [path for path in paths if path.is_file()]


def texts() -> list[tuple[Path, str]]:
    """Committed text files with their text."""
    contents = ((path, path.read_bytes()) for path in committed())
    return [
        (path.relative_to(ROOT), raw.decode("utf-8")) for path, raw in contents if b"\0" not in raw
    ]


@pytest.mark.parametrize("folder", [PACKAGE, ROOT / "tests"], ids=["analyzer", "tests"])
def test_no_file_is_longer_than_500_lines(folder):
    sizes = {
        str(path.relative_to(folder)): path.read_bytes().count(b"\n")
        for path in folder.rglob("*.py")
    }
    assert {name: size for name, size in sizes.items() if size > 500} == {}


def test_the_top_holds_what_it_should():
    found = {path.relative_to(ROOT).parts[0] for path in committed()}
    assert found == TOP | DOTS


def test_what_was_refused_of_puzzles_is_not_kept_here():
    """It is for whoever mines, and would be a fifth of the wheel."""
    packs = {path.name for path in committed() if path.parent.parent.name == "puzzles"}
    assert "puzzles.jsonl" in packs and "rejected.jsonl" not in packs


def test_no_registry_addresses():
    found = [(str(path), name) for path, text in texts() for name in REGISTRIES if name in text]
    assert found == []


def test_no_paths_of_one_machine():
    found = [(str(path), hit[0]) for path, text in texts() if (hit := ONE_MACHINE.search(text))]
    assert found == []


def changelog() -> tuple[str, dict[str, str]]:
    """The changelog, and what stands under each of its releases, the newest first."""
    text = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    _, *parts = re.split(r"^## (.*)\n", text, flags=re.M)
    return text, dict(zip(parts[::2], parts[1::2], strict=True))


def test_the_changelog_has_a_place_for_what_is_new():
    _, releases = changelog()
    assert next(iter(releases)) == "Unreleased"


def test_the_newest_release_is_the_version():
    _, releases = changelog()
    assert [*releases][1].split()[0] == analyzer.__version__


def test_the_changelog_is_short_and_grouped():
    text, releases = changelog()
    assert len(text.encode()) <= 15 * 1024
    assert [line for line in text.splitlines() if len(line) > 120] == []
    sizes = {name: sum(map(bool, under.splitlines())) + 1 for name, under in releases.items()}
    assert {name: size for name, size in sizes.items() if size > 40} == {}
    groups = re.findall(r"^### (.*)$", releases[[*releases][1]], re.M)
    assert groups == ["Added", "Changed", "Fixed"]


def test_one_version():
    project = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    assert f'version = "{analyzer.__version__}"' in project


QUESTION_WORDS = re.compile(r"(What|Whether|How|Where|Who|When|Why|Which)\b")


def test_a_docstring_begins_with_a_verb_or_names_the_thing() -> None:
    kinds = ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef
    asking = [
        f"{path.relative_to(PACKAGE)}: {said.splitlines()[0]}"
        for path in sorted(PACKAGE.rglob("*.py"))
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, kinds) and (said := ast.get_docstring(node))
        if QUESTION_WORDS.match(said)
    ]
    assert asking == []
