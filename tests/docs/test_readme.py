"""What README says is there, is there; and what is there, README says."""

from __future__ import annotations

import json
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from html import unescape
from pathlib import Path

import pytest
from flask.testing import FlaskClient

import analyzer
from analyzer.resources import resource_root
from tests.docs import commands
from tests.docs.readme import README, ROOT, blocks, examples

LEARN = Path(analyzer.__file__).parent / "web" / "learn"
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


def test_it_is_short():
    assert len(README.splitlines()) <= 150


def test_a_dozen_figures_are_those_of_the_page():
    rows = re.findall(r"^\| (.+) \| (.+) \| (`.+`) \|$", README, re.M)
    kept = json.loads((LEARN / "figures.json").read_text(encoding="utf-8"))
    figures = {tuple(row.values()) for section in kept for row in section["rows"]}
    assert len(rows) == 12
    assert set(rows) <= figures


def test_the_commands_of_the_page_are_those_of_the_program():
    text = commands.FILE.read_text(encoding="utf-8")
    assert text == commands.document(), "run python -m tests.docs.commands"
    assert all(command["help"] for command in json.loads(text))


@pytest.fixture
def client() -> Iterator[FlaskClient]:
    from analyzer.web import Engine, ServerSettings, create_app
    from analyzer.web.state import web_app

    idle = Engine(analyze=None, version="none", opponents={"none": "None"}, warm_up=lambda: None)
    app = create_app(ServerSettings(database_url="sqlite://"), engine=idle)
    yield app.test_client()
    web_app(app).close()


def first_terms(client: FlaskClient, path: str) -> list[str]:
    """What the list of a page of Learn holds as code at the start of its rows."""
    page = client.get(path).get_data(as_text=True)
    return list(map(unescape, re.findall(r"<dt>(?:<a [^>]*>)?<code>(.*?)</code>", page)))


def test_every_page_is_in_the_table_and_the_other_way_round(client):
    pages = {
        re.sub(r"<(?:\w+:)?(\w+)>", r"<\1>", rule.rule)
        for rule in client.application.url_map.iter_rules()
        if "GET" in (rule.methods or ())
        and not rule.rule.startswith(ELSEWHERE)
        and not rule.rule.startswith("/searches/")  # fragments of a page
        and not rule.rule.endswith(("/news", "/events"))  # the same
    }
    assert first_terms(client, "/learn/addresses") == sorted(pages)


def test_every_setting_is_in_the_table_and_the_other_way_round(client):
    package = Path(analyzer.__file__).parent
    sources = "".join(path.read_text(encoding="utf-8") for path in package.rglob("*.py"))
    used = set(re.findall(r"\bGINSIGHT_[A-Z_]+[A-Z]\b", sources))
    listed = first_terms(client, "/learn/settings")
    assert set(listed) == used
    assert len(listed) == len(used)


def test_every_command_is_on_the_page(client):
    from analyzer.cli import main

    listed = set(first_terms(client, "/learn/commands"))
    known = {f"ginsight {name}" for name, command in main.commands.items() if not command.hidden}
    assert known <= listed


def test_the_pages_that_it_names_are_there(client):
    named = set(re.findall(r"`(/(?:learn|api)[/\w]*)`", README)) - {"/api/v1/"}
    assert len(named) >= 8
    assert {path: client.get(path).status_code for path in named} == dict.fromkeys(named, 200)


def test_every_dependency_has_its_reason():
    project = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    listed = re.search(r"^dependencies = \[(.*?)^\]", project, re.M | re.S)
    assert listed
    for name in re.findall(r'"([\w-]+)', listed[1]):
        assert re.search(rf"^\| [^|]*\b{name}\b", README, re.M), name


def test_pictures_and_files_that_are_named_exist():
    pictures = re.findall(r'!\[[^\]]*\]\(([^):]+)\)|<img src="([^":]+)"', README)
    assert len(pictures) >= 3
    for path in map("".join, pictures):
        root = resource_root() if path.startswith("static/") else ROOT
        assert Path(root, path).is_file(), path
