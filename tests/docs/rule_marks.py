"""The tests that hold each field of the rules and each line of the texts, as `/learn/rules` names
them, by their marks.

    python -m tests.docs.rule_marks

A test is marked with the fields that it would fail without, ``@pytest.mark.rule("meld_cap")``, and
with the lines of `texts.toml` that it holds: ``@pytest.mark.rule("R11")``. The page may not import
the tests; another test holds the file to the marks.
"""

from __future__ import annotations

import ast
import json
import tomllib
from collections.abc import Iterator
from pathlib import Path

import analyzer
from analyzer.game.rulefields import FIELDS

TESTS = Path(__file__).parents[1]
FOLDER = Path(analyzer.__file__).parent / "web" / "learn"
FILE = FOLDER / "held.json"
LINES = [
    line
    for part in tomllib.loads((FOLDER / "texts.toml").read_text(encoding="utf-8"))["parts"]
    for line in part["lines"]
]
"""What the texts say: each with an id, the words, a command and a page."""


def marks() -> dict[str, list[str]]:
    """Of each field or line the tests that hold it: ``tests/unit/test_melds.py::test_…``."""
    held: dict[str, list[str]] = {name: [] for name in (*FIELDS, *(one["id"] for one in LINES))}
    for path in sorted(TESTS.rglob("test_*.py")):
        text = path.read_text(encoding="utf-8")
        if "mark.rule(" in text:
            for field, test in _marked(text):
                held[field].append(f"{path.relative_to(TESTS.parent).as_posix()}::{test}")
    return held


def _marked(text: str) -> Iterator[tuple[str, str]]:
    for node in ast.parse(text).body:
        if isinstance(node, ast.FunctionDef):
            for mark in node.decorator_list:
                if isinstance(mark, ast.Call) and ast.unparse(mark.func) == "pytest.mark.rule":
                    yield from ((ast.literal_eval(field), node.name) for field in mark.args)


if __name__ == "__main__":
    FILE.write_text(json.dumps(marks(), indent=1) + "\n", encoding="utf-8")
