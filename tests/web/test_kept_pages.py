"""Pages are not made twice of the same, and nobody is given what was made of anything else."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import timedelta

import pytest
from flask import Flask
from flask.testing import FlaskClient

from analyzer.practice.puzzles.types import PuzzleKind
from analyzer.service.latest import Latest
from analyzer.service.search import Search
from analyzer.store import Store, UnavailableError
from analyzer.web import rendering, state
from analyzer.web.state import web_app
from tests.clock import Clock
from tests.web.conftest import MakeApp, browser
from tests.web.puzzle_samples import book, first_of
from tests.web.puzzle_visits import MakeBook, commit, right, visitor
from tests.web.scripted import Script
from tests.web.test_pages import ELEVEN, position, settled
from tests.web.test_review_pages import done, page

__all__ = ["done"]  # the finished review is a fixture

PUZZLE = first_of(PuzzleKind.DISCARD)
ADDRESSES = (
    "/", "/train", "/puzzles", f"/puzzles/{PUZZLE.id}", "/puzzles/day/2026-01-14", "/analyze",
    "/learn", "/learn/rules",
)  # fmt: skip
Made = Callable[[], int]


@pytest.fixture
def app(make_book: MakeBook) -> Flask:
    """An application whose engine is ready, so that nothing changes by itself."""
    app = make_book(showcase=False)
    assert web_app(app).engine_ready.wait(60)
    return app


@pytest.fixture
def made(monkeypatch: pytest.MonkeyPatch) -> Made:
    """Count the pages that are kept, each once for each time that it is made."""
    counted: list[object] = []
    keep = Latest.keep

    def counting(self: Latest[object], key: object, version: object, value: object) -> object:
        counted.append(key)
        return keep(self, key, version, value)  # type: ignore[arg-type]

    monkeypatch.setattr(Latest, "keep", counting)
    return lambda: len(counted)


def look(client: FlaskClient, address: str) -> str:
    answer = client.get(address)
    assert answer.status_code == 200, answer.text
    return answer.text


@pytest.mark.parametrize("address", ADDRESSES)
def test_a_page_of_the_same_is_made_once_and_says_the_same(
    app: Flask, made: Made, address: str
) -> None:
    client = visitor(app)
    first = client.get(address)
    assert made() == 1
    again = client.get(address)
    assert made() == 1
    assert again.data == first.data and [*again.headers] == [*first.headers]
    assert "Cookie" in again.headers["Vary"] and again.headers["Cache-Control"].startswith("priv")


@pytest.mark.parametrize("address", ADDRESSES)
def test_a_page_wears_the_looks_of_who_asks(app: Flask, address: str) -> None:
    four, two = browser(app), browser(app)
    plain = look(four, address)
    two.post("/settings", data={"suits": "two", "theme": "dark"})
    assert 'data-theme="dark"' in look(two, address) and "shared/two.css" in look(two, address)
    assert look(four, address) == plain and "data-theme" not in plain
    two.post("/settings", data={"suits": ""})
    assert "data-theme" not in look(two, address)


def test_a_game_is_on_the_pages_of_who_plays_it_alone(app: Flask) -> None:
    ann, bob, nobody = visitor(app, "Ann"), visitor(app, "Bob"), browser(app)
    before = {address: look(bob, address) for address in ("/", "/train")}
    look(ann, "/")
    begun = {"rules": "standard", "level": "club", "coach": "off"}
    assert ann.post("/train/play/new", data=begun).status_code == 303
    assert "Continue: level at 0–0" in look(ann, "/") and look(ann, "/train") != before["/train"]
    assert {address: look(bob, address) for address in before} == before
    assert "Continue:" not in look(nobody, "/")


def test_an_answer_is_shown_to_who_gave_it_alone(app: Flask) -> None:
    ann, bob, address = visitor(app, "Ann"), visitor(app, "Bob"), f"/puzzles/{PUZZLE.id}"
    asked = look(bob, address)
    assert look(ann, address) == asked and "puzzle-verdict" not in asked
    commit(ann, PUZZLE, *right(PUZZLE))
    assert "puzzle-verdict" in look(ann, address)
    assert look(bob, address) == asked


def test_a_page_tells_what_others_changed(app: Flask) -> None:
    """How many have answered a puzzle is told to who has."""
    ann, address = visitor(app, "Ann"), f"/puzzles/{PUZZLE.id}"
    commit(ann, PUZZLE, *right(PUZZLE))
    few = look(ann, address)
    for name in ("Bob", "Eve", "Joe"):
        commit(visitor(app, name), PUZZLE, *right(PUZZLE))
    assert "Too few players" in few and "First answers of 4 players" in look(ann, address)


def test_a_page_tells_what_another_process_changed(app: Flask) -> None:
    ann = visitor(app, "Ann")
    assert "Record on" not in look(ann, "/")
    with Store.open(web_app(app).settings.database_url or "") as other:
        other.drafts.save("Ann", "hand: 7h 8h")
    assert "Record on" in look(ann, "/")


def test_a_new_day_has_a_new_page(make_book: MakeBook) -> None:
    clock = Clock()
    client = browser(make_book(book(clock)))
    assert "January 14, 2026" in look(client, "/puzzles")
    clock.now += timedelta(days=1)
    assert "January 15, 2026" in look(client, "/puzzles")


def test_what_waits_for_the_engine_is_there_once_it_is_ready(app: Flask) -> None:
    client, ready = visitor(app), web_app(app).engine_ready
    commit(client, PUZZLE, *right(PUZZLE))
    ready.clear()
    waits = look(client, f"/puzzles/{PUZZLE.id}")
    ready.set()
    assert "puzzle-verdict" in look(client, f"/puzzles/{PUZZLE.id}") != waits


def test_nothing_is_kept_while_the_database_is_away(
    app: Flask, made: Made, monkeypatch: pytest.MonkeyPatch
) -> None:
    def away() -> None:
        raise UnavailableError("the database is away")

    monkeypatch.setattr(web_app(app).store, "mark", away)
    assert look(browser(app), "/") and made() == 0


# ---------------------------------------------------------------- answers


def test_an_answer_is_made_once_it_is_done_and_again_when_it_is_deeper(
    make_app: MakeApp, script: Script, made: Made
) -> None:
    client = browser(make_app())
    address = position(client, ELEVEN)
    settled(client, address)
    first, pages = look(client, address), made()
    assert look(client, address) == first and made() == pages
    assert look(client, f"{address}&asked=draw") != first
    deeper = re.search(r'action="(/searches/[^"]+/deeper[^"]*)"', first)
    script.held = True
    assert deeper is not None and client.post(deeper[1]).status_code == 303
    assert look(client, address) != first, "the deeper one runs"


def test_a_deeper_answer_of_another_process_is_shown(make_app: MakeApp) -> None:
    ours, theirs = browser(make_app()), browser(make_app())
    address = position(ours, ELEVEN)
    settled(ours, address)
    first = look(ours, address)
    deeper = re.search(r'action="(/searches/[^"]+/deeper[^"]*)"', settled(theirs, address))
    assert deeper is not None
    settled(theirs, theirs.post(deeper[1]).location)
    assert look(ours, address) != first


def test_the_box_has_the_usual_rules_of_who_asks(app: Flask) -> None:
    mine, other = browser(app), browser(app)
    before = look(other, "/analyze")
    mine.post("/settings", data={"rules": "oklahoma"})
    assert look(mine, "/analyze") != before == look(other, "/analyze")


def test_an_answer_reads_as_the_rules_of_who_asks_say(app: Flask) -> None:
    """Sentences are shown as they were read, by the rules that one usually plays."""
    said = "I have 7h 8h 9h 4c 4d 4s Kd Qd 2c Ac, the upcard is 5s"
    mine, other = browser(app), browser(app)
    mine.post("/settings", data={"rules": "oklahoma"})
    address = position(other, said)
    settled(other, address)
    assert look(mine, address) != look(other, address)


def test_news_of_a_search_are_made_once_for_all_who_watch(make_app: MakeApp, made: Made) -> None:
    app = make_app()
    client = browser(app)
    settled(client, position(client, ELEVEN))
    search: Search = web_app(app).searches.all()[0]
    news = [client.get(f"/searches/{search.id}", headers={"HX-Request": "true"}) for _ in range(3)]
    assert len({each.text for each in news}) == 1
    pages = made()
    assert client.get(f"/searches/{search.id}", headers={"HX-Request": "true"}).text == news[0].text
    assert made() == pages


# ---------------------------------------------------------------- reviews


def test_a_shared_review_is_its_owners_and_a_strangers_page(done) -> None:  # type: ignore[no-untyped-def]
    app, job = done
    address, reviews = f"/review/{job.id}", web_app(app).reviews
    stranger = browser(app)
    assert stranger.get(address).status_code == 404
    private = page(done)
    assert reviews.share(job.id, on=True)
    mine, theirs = page(done), look(stranger, address)
    assert "/forget" in mine and "/forget" not in theirs and mine != private
    assert page(done) == mine and look(stranger, address) == theirs
    assert reviews.share(job.id, on=True, nameless=True)
    assert look(stranger, address) != theirs and page(done) != mine
    assert reviews.share(job.id, on=False)
    assert stranger.get(address).status_code == 404


def test_parts_of_a_review_are_not_its_page(done) -> None:  # type: ignore[no-untyped-def]
    parts = {part: page(done, "", **{"HX-Request": "true", "HX-Target": part})
             for part in ("entries", "replay")}  # fmt: skip
    whole = page(done)
    assert len({whole, *parts.values()}) == 3
    for part, text in parts.items():
        assert page(done, "", **{"HX-Request": "true", "HX-Target": part}) == text
    assert page(done) == whole


def test_a_review_says_whose_errors_come_again(done) -> None:  # type: ignore[no-untyped-def]
    app, job = done
    before = page(done)
    client = visitor(app, job.owner)
    form = re.search(r'action="(/train/mistakes/[^"]+)"[^>]*>(.*?)</form>', before, re.S)
    assert form is not None
    fields = dict(re.findall(r'name="([^"]+)" value="([^"]*)"', form[2]))
    assert client.post(form[1], data=fields).status_code == 303
    assert page(done) != before


# ---------------------------------------------------------------- room


def test_pages_take_no_more_than_their_room(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    pages = web_app(app).pages
    client = browser(app)
    size = len(client.get("/").data)
    monkeypatch.setattr(pages, "_room", 3 * size)
    for number in range(6):
        look(client, f"/?number={number}")
        assert pages.held <= 3 * size
    assert pages.held > size and state.PAGES_BYTES <= 4 * 2**20


def test_only_whole_pages_that_were_asked_for_are_kept(app: Flask, made: Made) -> None:
    client = browser(app)
    assert client.get("/train?rules=nonsense").status_code == 422
    assert client.head("/train").status_code == 200
    assert made() == 0


def test_versions_of_a_part_replace_each_other() -> None:
    kept = Latest[str](4)
    assert [kept.made(form, 1, lambda form=form: form) for form in "abcd"] == [*"abcd"]
    assert [kept.made(form, 1, lambda: "another") for form in "abcd"] == [*"abcd"]
    assert kept.made("a", 2, lambda: "later") == "later"
    assert kept.made("one more", 1, lambda: "form") == "form"
    assert kept.made("b", 1, lambda: "forgotten") == "forgotten"


def test_a_database_in_memory_keeps_no_page() -> None:
    with Store.open("sqlite://") as store:
        assert store.mark() != store.mark()


def test_a_page_that_sets_the_cookie_is_not_kept(app: Flask, made: Made) -> None:
    @app.get("/counting")
    def counting() -> object:
        def make() -> object:
            rendering.session["seen"] = rendering.session.get("seen", 0) + 1
            return rendering.make_response(str(rendering.session["seen"]))

        return rendering.kept(make)  # type: ignore[arg-type]

    client = browser(app)
    assert [client.get("/counting").text for _ in range(3)] == ["1", "2", "3"] and made() == 0
