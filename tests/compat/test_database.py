"""A database of version 0.1.0 is brought to today's tables, and every page of it answers."""

from __future__ import annotations

import html
import json
import re
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from alembic import command
from flask.testing import FlaskClient
from sqlalchemy import text

from analyzer.store import Store
from analyzer.store.connect import open_engine
from analyzer.store.migrate import config, current, head
from analyzer.web import create_app
from analyzer.web.state import web_app
from tests.compat import OLD, old_document, old_text
from tests.web.conftest import browser
from tests.web.scripted import Script, settings_in

BELONGS = old_document("database.json")
SHARES = {name: one["share"] for name, one in BELONGS["analyses"].items()}
REVIEW = BELONGS["review"]["id"]
DISPUTE = "they throw kings"
"""Of what the visitor wrote against an answer, which stays as it is."""
COLUMNS = (
    ("analyses", "view"), ("analyses", "answer"), ("findings", "finding"), ("reviews", "report"),
    ("puzzle_answers", "answer"), ("training", "text"), ("drafts", "text"), ("reviews", "record"),
)  # fmt: skip


@pytest.fixture(scope="module")
def database(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy, brought up to date."""
    path = Path(shutil.copy(OLD / "database.sqlite", tmp_path_factory.mktemp("old") / "gin.db"))
    with Store.open(f"sqlite:///{path}") as store:
        store.upgrade()
    return path


@pytest.fixture(scope="module")
def client(database: Path) -> Iterator[FlaskClient]:
    """The browser of the visitor of before."""
    app = create_app(settings_in(database, reviews=0), engine=Script().engine())
    made = browser(app)
    with made.session_transaction() as session:
        session["visitor"] = BELONGS["visitor"]
    yield made
    web_app(app).close()


def page(client: FlaskClient, address: str) -> str:
    answer = client.get(address, follow_redirects=True)
    assert answer.status_code == 200, address
    return answer.text


def values(path: Path) -> dict[tuple[str, str], list[str]]:
    with open_engine(f"sqlite:///{path}").connect() as connection:
        return {
            (table, column): list(
                connection.scalars(text(f"SELECT {column} FROM {table} ORDER BY rowid"))
            )
            for table, column in COLUMNS
        }


def test_no_document_says_throw(database: Path) -> None:
    for place, found in values(database).items():
        words = json.dumps(found)
        assert place == ("analyses", "answer") or "throw" not in words, place


def test_what_goes_down_is_what_it_was(tmp_path: Path) -> None:
    path = Path(shutil.copy(OLD / "database.sqlite", tmp_path))
    before = values(path)
    engine = open_engine(f"sqlite:///{path}")
    with Store(engine) as store:
        store.upgrade()
        assert current(engine) == head()
        with engine.begin() as connection:
            carrying = config()
            carrying.attributes["connection"] = connection
            command.downgrade(carrying, "0006")
        assert values(path) == before


@pytest.mark.parametrize("name", SHARES)
def test_a_share_link_shows_its_answer(client: FlaskClient, name: str) -> None:
    shown = page(client, f"/a/{SHARES[name]}")
    for best in BELONGS["analyses"][name]["best"]:
        verb, _, card = best.partition(" ")
        verb = {"throw": "discard"}.get(verb, verb)
        assert verb in shown.lower()
        assert not card or card in shown or card[:-1] in shown
    assert "throw" not in shown.lower()


@pytest.mark.parametrize("part", ["", "/json", "/csv", "/file", "/record", "/retry", "/news"])
def test_a_finished_review_is_shown_as_it_was(client: FlaskClient, part: str) -> None:
    shown = page(client, f"/review/{REVIEW}{part}")
    assert "throw" not in shown.lower()
    if part in ("", "/file"):
        assert "Made by an earlier engine" in shown
    if part == "/json":
        check_report(json.loads(shown))


def check_report(report: dict[str, Any]) -> None:
    assert report["engine"] == "0.1.0+9f36ff3dd51a"
    assert len(report["entries"]) == BELONGS["review"]["entries"]
    assert {entry["played"].split()[0] for entry in report["entries"]} >= {"discard", "take"}


def test_it_stays_out_of_the_queue_and_the_unfinished_one_in_it(client: FlaskClient) -> None:
    reviews = web_app(client.application).reviews
    jobs = {job.id: job.status.value for job in reviews.mine(BELONGS["visitor"])}
    assert jobs == {REVIEW: "done", BELONGS["queued_review"]["id"]: "queued"}


def test_a_draft_goes_on(client: FlaskClient) -> None:
    draft = BELONGS["draft"]
    shown = html.unescape(page(client, f"/review/record/{draft['id']}"))
    assert draft["record"].splitlines()[-1] in shown


def test_every_try_is_there(client: FlaskClient) -> None:
    for one in BELONGS["puzzles"]:
        shown = page(client, f"/puzzles/{one['puzzle']}")
        assert "throw" not in shown.replace(DISPUTE, "").lower(), one["puzzle"]
    tries = json.loads(page(client, "/puzzles/mine/progress.json"))["tries"]
    old = json.loads(old_text("progress.json"))["tries"]
    assert [one["puzzle"] for one in tries] == [one["puzzle"] for one in old]
    renamed = [[word.replace("throw", "discard") for word in one["answers"]] for one in old]
    assert [one["answers"] for one in tries] == renamed


def test_progress_of_before_is_read(client: FlaskClient) -> None:
    other = browser(client.application)
    sent = {"file": ((OLD / "progress.json").open("rb"), "progress.json")}
    assert other.post("/puzzles/mine/progress", data=sent).status_code in (200, 303)
    ours = json.loads(page(other, "/puzzles/mine/progress.json"))
    theirs = json.loads(page(client, "/puzzles/mine/progress.json"))
    assert [one["answers"] for one in ours["tries"]] == [one["answers"] for one in theirs["tries"]]


def test_the_game_goes_on(client: FlaskClient) -> None:
    game = BELONGS["training"]["game"]
    shown = page(client, "/train/play")
    assert "discard" in shown.lower() and game["question"] == "throw"
    assert "deadwood" in page(client, "/train").lower()


ADDRESSES = [line.split()[1] for line in old_text("addresses.txt").splitlines()
             if line.startswith("GET ") and "<" not in line]  # fmt: skip


@pytest.mark.parametrize("address", ADDRESSES)
def test_an_address_of_before_answers(client: FlaskClient, address: str) -> None:
    view = BELONGS["analyses"]["draw"]["p"]
    page(client, f"{address}?p={view}" if address.startswith("/analyze/belief") else address)


@pytest.mark.parametrize(
    "address",
    ["/puzzles/find?kind=throw", "/puzzles/find?theme=read-throws", f"/review/{REVIEW}?kind=throw"],
)
def test_a_filter_of_before_is_the_filter_of_today(client: FlaskClient, address: str) -> None:
    assert page(client, address) == page(client, address.replace("throw", "discard"))
    assert page(client, address) != page(client, address.partition("?")[0])


def test_every_pattern_of_before_is_routed(client: FlaskClient) -> None:
    rules = client.application.url_map.iter_rules()
    here = {f"{method} {rule.rule}" for rule in rules for method in rule.methods or ()}
    before = old_text("addresses.txt").splitlines()
    assert {_pattern(line) for line in before} - {_pattern(line) for line in here} == set()


def _pattern(line: str) -> str:
    return re.sub(r"<[^>]*>", "<>", line)
