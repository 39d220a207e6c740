"""Each line of the texts has its doors, which open, and tests that hold it; the page shows them."""

from __future__ import annotations

import html
import shlex
import tomllib
from collections.abc import Iterator
from typing import Any

import pytest
from click.testing import CliRunner
from flask.testing import FlaskClient

from analyzer.cli import main
from analyzer.web import create_app
from analyzer.web.state import web_app
from tests.docs.rule_marks import LINES, TESTS, marks
from tests.web.conftest import browser
from tests.web.scripted import Script, settings_in


@pytest.fixture(scope="module")
def held() -> dict[str, list[str]]:
    return marks()


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[FlaskClient]:
    """One browser for all lines: what is read changes nothing."""
    settings = settings_in(tmp_path_factory.mktemp("texts") / "test.db")
    app = create_app(settings, engine=Script().engine())
    yield browser(app)
    web_app(app).close()


def each() -> Any:
    return pytest.mark.parametrize("line", LINES, ids=[line["id"] for line in LINES])


def test_the_lines_are_numbered_in_order() -> None:
    assert [line["id"] for line in LINES] == [f"R{at:02}" for at in range(1, len(LINES) + 1)]
    assert len({line["says"] for line in LINES}) == len(LINES) >= 86


@each()
def test_a_line_is_tried_by_its_command(line: dict[str, Any]) -> None:
    done = CliRunner().invoke(main, shlex.split(line["command"]))
    assert done.exit_code == (2 if line.get("refused") else 0), done.output
    assert line["shows"] in done.output, done.output


@each()
def test_a_line_is_tried_on_its_page(client: FlaskClient, line: dict[str, Any]) -> None:
    page = client.get(line["page"])
    assert page.status_code == 200
    wanted = line["page"].partition("?rules=")[2]
    assert not wanted or html.escape(wanted.split(",", maxsplit=1)[0]) in page.text


@each()
def test_a_line_is_held_by_a_test(held: dict[str, list[str]], line: dict[str, Any]) -> None:
    tests = [test for name in (line["id"], *line.get("fields", ())) for test in held[name]]
    assert tests, f"no test is marked with {line['id']}"
    for test in tests:
        path, _, name = test.partition("::")
        assert f"def {name}(" in (TESTS.parent / path).read_text(encoding="utf-8")


def test_the_page_shows_every_line_with_its_doors_and_tests(
    client: FlaskClient, held: dict[str, list[str]]
) -> None:
    page = html.unescape(client.get("/learn/rules").text)
    for line in LINES:
        row = page.split(f'<div id="{line["id"]}">')[1].split("</div>")[0]
        assert line["says"] in row and f'href="{line["page"]}"' in row
        assert f"ginsight {line['command']}" in row
        assert all(f"<code>{test}</code>" in row for test in held[line["id"]])


STATEMENTS = tomllib.loads(
    (TESTS / "docs" / "statements.toml").read_text(encoding="utf-8")
)  # fmt: skip


def test_every_statement_of_the_rules_has_a_line_and_no_line_is_idle() -> None:
    """Each section states as many as the texts do; none is told twice, none by a line not there."""
    known, used = {line["id"] for line in LINES}, set()
    for section, stated in STATEMENTS.items():
        words = [said for said, _ in stated["said"]]
        assert len(words) == len(set(words)) == stated["count"], section
        for said, lines in stated["said"]:
            assert lines and set(lines.split()) <= known, said
            used |= set(lines.split())
    assert used == known
    assert sum(stated["count"] for stated in STATEMENTS.values()) >= 174
