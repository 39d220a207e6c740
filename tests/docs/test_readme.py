"""What README says is there, is there; and what is there, README says."""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import analyzer
from analyzer.resources import resource_root
from tests.docs.readme import README, ROOT, blocks, examples, first_column

PAGES = first_column(r"/.*")
ELSEWHERE = ("/static/", "/api/v1/")  # files; and the API, which documents itself


def ginsight(arguments: list[str]) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-W", "error", "-m", "analyzer", *arguments],
        capture_output=True,
        encoding="utf-8",
        check=False,
        stdin=subprocess.DEVNULL,
    )


@pytest.mark.parametrize("example", examples(), ids=lambda example: example.command)
def test_an_example_runs_and_prints_what_is_shown(example):
    name, *arguments = shlex.split(example.command)
    assert name == "ginsight"
    done = ginsight(arguments)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.strip()
    if example.output.strip():
        assert done.stdout == example.output


def test_the_start_is_one_line():
    start, check = blocks("sh")
    assert len(start.splitlines()) == len(check.splitlines()) == 1
    assert "ginsight serve" in start
    assert (ROOT / check.split()[-1]).exists()


def test_every_command_is_in_the_table_and_the_other_way_round():
    from analyzer.cli import main

    told = {cell.removeprefix("ginsight ") for cell in first_column(r"ginsight \w+")}
    assert told == {name for name, command in main.commands.items() if not command.hidden}


@pytest.fixture
def pages() -> Iterator[set[str]]:
    """Every address that a browser may open."""
    from analyzer.web import Engine, ServerSettings, create_app
    from analyzer.web.state import web_app

    idle = Engine(analyze=None, version="none", opponents={"none": "None"}, warm_up=lambda: None)
    app = create_app(ServerSettings(database_url="sqlite://"), engine=idle)
    yield {
        re.sub(r"<(?:\w+:)?(\w+)>", r"<\1>", rule.rule)
        for rule in app.url_map.iter_rules()
        if "GET" in (rule.methods or ())
        and not rule.rule.startswith(ELSEWHERE)
        and not rule.rule.startswith("/searches/")  # fragments of a page
        and not rule.rule.endswith(("/news", "/events"))  # the same
    }
    web_app(app).close()


def test_every_page_is_in_the_table_and_the_other_way_round(pages):
    assert pages - PAGES == set(), "not in README"
    assert PAGES - pages == set(), "in README only"


def test_every_setting_is_in_the_table_and_the_other_way_round():
    package = Path(analyzer.__file__).parent
    sources = "".join(path.read_text(encoding="utf-8") for path in package.rglob("*.py"))
    used = set(re.findall(r"\bGINSIGHT_[A-Z_]+[A-Z]\b", sources))
    assert first_column(r"GINSIGHT_\w+") == used


def test_every_dependency_has_its_reason():
    project = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    listed = re.search(r"^dependencies = \[(.*?)^\]", project, re.M | re.S)
    assert listed
    for name in re.findall(r'"([\w-]+)', listed[1]):
        assert re.search(rf"^\| [^|]*\b{name}\b", README, re.M), name


def test_pictures_and_files_that_are_named_exist():
    for path in re.findall(r"!\[[^\]]*\]\(([^):]+)\)", README):
        root = resource_root() if path.startswith("static/") else ROOT
        assert Path(root, path).is_file(), path
