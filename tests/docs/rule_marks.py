"""The tests that hold each field of the rules, as `/learn/rules` names them, by their marks.

    python -m tests.docs.rule_marks

A test is marked with the fields that it would fail without: ``@pytest.mark.rule("meld_cap")``. The
page may not import the tests; another test holds the file to the marks.
"""

from __future__ import annotations

import ast
import json
from collections.abc import Iterator
from pathlib import Path

import analyzer
from analyzer.game.rulefields import FIELDS

TESTS = Path(__file__).parents[1]
FILE = Path(analyzer.__file__).parent / "web" / "learn" / "held.json"


def marks() -> dict[str, list[str]]:
    """Of each field the tests that hold it: ``tests/unit/test_scoring.py::test_shutouts``."""
    held: dict[str, list[str]] = {name: [] for name in FIELDS}
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
