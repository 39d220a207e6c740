"""From a reviewed match to practice: its theme, its errors on their days, engines told apart."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import timedelta

import pytest
from flask import Flask
from flask.testing import FlaskClient

from analyzer.engine.search import ENGINE_VERSION
from analyzer.notation.records import parse_match
from analyzer.practice.level import level_scale
from analyzer.practice.mistakes import Mistake, Mistakes, asked_again
from analyzer.practice.puzzles.book import PuzzleBook
from analyzer.practice.puzzles.pack import shipped
from analyzer.practice.puzzles.schedule import shipped_schedule
from analyzer.review import Choice, Report, ReviewSettings
from analyzer.review.coach import leak_table
from analyzer.review.report_file import write_report
from analyzer.service.jobs import Fair, asked_for
from analyzer.store import Status
from analyzer.store.training import MISTAKES
from analyzer.web import create_app
from analyzer.web.state import web_app
from tests.clock import NOW, Clock
from tests.unit.test_cli_review import RECORD
from tests.web.conftest import MakeApp
from tests.web.scripted import Script, settings_in
from tests.web.test_review_pages import ME, visitor

OLD = "0.0.9 abcdef"
DEPTH = "quick"


@dataclass(frozen=True)
class Player:
    """A visitor whose match was sent, and reviewed by the worker, on a clock of ours."""

    app: Flask
    clock: Clock
    client: FlaskClient
    address: str

    @property
    def report(self) -> Report:
        found = web_app(self.app).reviews.report(self.address.rpartition("/")[2])
        assert found is not None
        return found

    def kept(self, place: str) -> Mistake:
        row = web_app(self.app).store.training.load(ME, MISTAKES)
        found = Mistakes.kept(None if row is None else row.text).of(place)
        assert found is not None
        return found


@pytest.fixture(scope="module")
def player(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Player]:
    clock = Clock()
    book = PuzzleBook(shipped(), shipped_schedule(), clock)
    path = tmp_path_factory.mktemp("loop") / "test.db"
    app = create_app(settings_in(path), engine=Script().engine(), book=book)
    web_app(app).engine_ready.set()
    client = visitor(app)
    sent = client.post("/review", data={"record": RECORD, "depth": DEPTH})
    ended(app, sent.location)
    yield Player(app, clock, client, sent.location)
    web_app(app).close()


def ended(app: Flask, address: str) -> None:
    """Wait for the worker."""
    reviews, ident = web_app(app).reviews, address.rpartition("/")[2]
    deadline = time.monotonic() + 120
    while (job := reviews.job(ident)) is None or job.running:
        assert time.monotonic() < deadline
        reviews.wait(ident, 0 if job is None else job.version, 1)
    assert job.status is Status.DONE, job.problem


def test_a_review_leads_to_practice_of_what_cost_most(player: Player) -> None:
    for seat in (0, 1):
        theme = leak_table([(player.report, seat)]).worst
        assert theme is not None
        page = player.client.get(f"{player.address}?seat={seat + 1}").text
        line = page.partition('id="practice"')[2].partition("</p>")[0]
        assert str(theme) in line
        hrefs = re.findall(r'href="([^"]+)"', line)
        assert any("/puzzles/random?theme=" in one or "/train/" in one for one in hrefs)
        for href in hrefs:
            there = player.client.get(href, follow_redirects=True)
            assert there.status_code == 200 and "find" not in there.request.path


def test_an_own_error_comes_on_its_day_and_goes_until_the_next(player: Player) -> None:
    client, clock = player.client, player.clock
    clock.now = NOW
    page = client.get("/train/mistakes").text
    assert "No mistakes are due" in page and "the next on January 15, 2026" in page
    clock.now = NOW + timedelta(days=1)
    page = client.get("/train/mistakes").text
    (place,) = re.findall(r'name="p" value="([^"]+)"', page)
    found = [one for one in player.report.entries if isinstance(one, Choice) and one.seat == 0]
    worst = max(found, key=lambda one: one.verdict.loss)
    asked = player.kept(place)
    assert asked.view == worst.view, "the error that cost most of the review is asked first"
    told = client.post("/train/mistakes/answer", data=best_of(asked)).text
    assert "Right." in told
    assert place not in client.get("/train/mistakes").text, "it is not asked twice a day"
    due = player.kept(place).memory.due
    assert due > clock.now.date() + timedelta(1)
    for day, is_due in ((due - timedelta(1), False), (due, True)):
        clock.now = NOW + (day - NOW.date())
        assert (place in places_due(player)) is is_due, day


def best_of(asked: Mistake) -> dict[str, str]:
    """The form of the best action of a mistake."""
    best = asked_again(asked.view, asked.view.legal_actions()[0]).best.action.plain
    form = {"p": asked.place, "try": str(best)}
    if str(best).startswith("discard"):
        form |= {"try": "discard", "card": str(best.card)}
    return form


def places_due(player: Player) -> set[str]:
    """All that the page of mistakes would ask one after another, the first of them shown."""
    row = web_app(player.app).store.training.load(ME, MISTAKES)
    due = Mistakes.kept(None if row is None else row.text).due(player.clock.now.date())
    page = player.client.get("/train/mistakes").text
    assert [one.place for one in due][:1] == re.findall(r'name="p" value="([^"]+)"', page)
    return {one.place for one in due}


# ---------------------------------------------------------------- engines


def stored(app: Flask, report: Report, engine: str, seed: int) -> str:
    """A finished review of an engine, kept as its own; its address."""
    settings = ReviewSettings(worlds=512, luck_worlds=64, seed=seed)
    asked = asked_for(ME, parse_match(RECORD), settings, None, Fair())
    text = write_report(replace(report, engine=engine, settings=settings)).decode()
    assert web_app(app).store.reviews.take_in(asked, NOW, text, 99)
    found = web_app(app).store.reviews.find(asked.key)
    assert found is not None
    return f"/review/{found.id}"


@pytest.mark.parametrize("path", ["/review/leaks", "/train/progress"])
def test_figures_of_several_engines_are_marked(
    make_app: MakeApp, player: Player, path: str
) -> None:
    app, scale = make_app(reviews=0), level_scale().engine
    stored(app, player.report, scale, 1)
    stored(app, player.report, scale, 2)
    alone = visitor(app).get(path).text
    assert "Ann" in alone and "udged by" not in alone, "of one engine nothing is to be said"
    stored(app, player.report, OLD, 3)
    mixed = visitor(app).get(path).text
    assert f"Judged by several engines ({OLD} and {scale})" in mixed
    assert "cannot be compared" in mixed


def test_a_review_of_an_earlier_engine_says_so_and_is_made_anew(
    make_app: MakeApp, player: Player
) -> None:
    app = make_app()
    client, address = visitor(app), stored(app, player.report, OLD, 1)
    now = stored(app, player.report, ENGINE_VERSION, 2)
    assert "Make it again" not in client.get(now).text
    old = client.get(address).text
    assert f"made by engine {OLD}; the present one is {ENGINE_VERSION}" in old
    assert f"engine {OLD}," in old.partition("footnote")[2], "the basis names it too"
    assert f'action="{address}/again"' in old and "Make it again</button>" in old
    client.post(f"{address}/share", data={"on": "1"})
    assert "Make it again" not in visitor(app, "another").get(address).text
    assert client.post(f"{address}/again").status_code == 303
    ended(app, address)
    report = web_app(app).reviews.report(address.rpartition("/")[2])
    assert report is not None and report.engine == ENGINE_VERSION
    assert report.settings.worlds == 512, "with the settings that it had"
    assert "Make it again" not in client.get(address).text
