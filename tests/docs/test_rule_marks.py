"""Each field of the rules has a test that holds it, and an example at every door."""

from __future__ import annotations

import json

import pytest
from click.testing import CliRunner

from analyzer.cli import main
from analyzer.game.rulefields import FIELDS
from analyzer.game.rules import PRESETS, parse_rules
from tests.docs.rule_marks import FILE, marks


def test_the_page_names_the_tests_that_are_marked() -> None:
    assert json.loads(FILE.read_text(encoding="utf-8")) == marks()


@pytest.mark.parametrize("name", FIELDS)
def test_a_field_is_held_by_a_test_and_tried_by_its_example(name: str) -> None:
    assert marks()[name], f"no test is marked with {name}"
    text = f"standard,{name}={FIELDS[name].example}"
    assert getattr(parse_rules(text), name) != getattr(PRESETS["standard"], name)
    shown = CliRunner().invoke(main, ["rules", text])
    assert shown.exit_code == 0 and name in shown.output
