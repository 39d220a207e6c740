"""Think deeper: a certified position searched again, once it is answered."""

from __future__ import annotations

import re
import time
from dataclasses import replace

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from analyzer.engine.types import Limit
from analyzer.notation.phrases import lower
from analyzer.practice.puzzles.explain import action_of, view_at
from analyzer.practice.puzzles.types import Puzzle, PuzzleKind
from analyzer.web.puzzles.deeper import verdict
from analyzer.web.puzzles.words import label_of
from analyzer.web.state import web_app
from tests.sizes import rest_at_night
from tests.web.conftest import MakeApp
from tests.web.puzzle_samples import first_of
from tests.web.puzzle_visits import ALL, ME, commit, on, right, visitor, wrong
from tests.web.scripted import Script, evaluation

SCRIPT = {"HX-Request": "true"}
PUZZLE = first_of(PuzzleKind.DISCARD)


@pytest.fixture
def app(make_book: MakeApp) -> Flask:
    """Waits a little for a first answer."""
    return make_book(first_wait=0.1)


def words_of(page: str) -> str:
    return " ".join(re.sub(r"<[^>]+>", " ", page).split())


def ask(client: FlaskClient, puzzle: Puzzle = PUZZLE, step: int = 0, **more: str) -> TestResponse:
    return client.post(f"/puzzles/{puzzle.id}/deeper", data={"step": str(step), **more})


def settled(client: FlaskClient, path: str, headers: dict[str, str] | None = None) -> str:
    """A page once nothing runs on it any more."""
    for _ in range(200):
        page = client.get(path, headers=headers or {}).text
        if 'aria-busy="true"' not in page:
            return page
        time.sleep(0.02)
    raise AssertionError("it never ends")


def searches(app: Flask) -> int:
    return len(web_app(app).searches.all())


# ---------------------------------------------------------------- before the answer


@pytest.mark.parametrize("headers", [{}, SCRIPT], ids=["page", "script"])
def test_before_the_answer_nothing_can_be_asked(
    app: Flask, script: Script, headers: dict[str, str]
) -> None:
    client, where = visitor(app), f"/puzzles/{PUZZLE.id}/deeper"
    plain = client.get(f"/puzzles/{PUZZLE.id}").data
    for method, path in [("POST", where), ("GET", f"{where}/0/5"), ("POST", f"{where}/0/5/stop")]:
        refused = client.open(path, method=method, data={"step": "0"}, headers=headers)
        assert refused.status_code == 409, path
        assert "deeper-table" not in refused.text
    assert script.runs == 0 and searches(app) == 0
    assert client.get(f"/puzzles/{PUZZLE.id}?deeper=0.5").data == plain
    assert "Think deeper" not in plain.decode()


def test_a_search_of_another_visitor_is_hidden_too(app: Flask) -> None:
    other = visitor(app, "another")
    commit(other, PUZZLE, *right(PUZZLE))
    path = ask(other).headers["Location"]
    assert "deeper-table" in settled(other, path)
    mine = visitor(app)
    assert mine.get(path).data == mine.get(f"/puzzles/{PUZZLE.id}?deeper=0.1").data
    found = re.search(r"deeper=0\.(\d+)", path)
    assert found is not None
    assert mine.get(f"/puzzles/{PUZZLE.id}/deeper/0/{found[1]}").status_code == 409


def test_between_two_steps_nothing_can_be_asked_of_the_first(app: Flask) -> None:
    client, puzzle = visitor(app), first_of(PuzzleKind.SEQUENCE)
    commit(client, puzzle, puzzle.steps[0].best)
    assert ask(client, puzzle).status_code == 409


# ---------------------------------------------------------------- after it


def test_it_is_searched_in_more_worlds_on_a_fresh_seed_beside_the_certificate(
    app: Flask, script: Script
) -> None:
    client = visitor(app)
    commit(client, PUZZLE, *wrong(PUZZLE))
    pages = [settled(client, ask(client).headers["Location"]) for _ in range(2)]
    certified = max(one.worlds for one in PUZZLE.steps[0].options)
    assert [limit.worlds for limit in script.limits] == [4 * certified] * 2
    seeds = {search.task.seed for search in web_app(app).searches.all()}
    assert len(seeds) == 2 and PUZZLE.provenance.certify_seed not in seeds
    table = words_of(pages[0].partition("deeper-table")[2].partition("</table>")[0])
    assert f"Certified {certified:,} worlds Now 1,024 worlds" in table
    first = PUZZLE.steps[0].options[0]
    assert f"{abs(first.q):.1f}" in table and "best" in table
    assert "4.1" in table, "what the engine says now"
    assert "Search again, on another seed" in pages[0]
    assert client.get(f"/puzzles/{PUZZLE.id}").text.count("deeper-table") == 0


@rest_at_night("puzzle", ALL, ALL[::4], ids=lambda one: f"{one.kind}-{one.id}")
def test_every_step_that_was_not_counted_out_can_be_searched_again(
    app: Flask, puzzle: Puzzle
) -> None:
    client = visitor(app)
    commit(client, puzzle, *right(puzzle))
    for at, step in enumerate(puzzle.steps):
        answer = ask(client, puzzle, at)
        if step.exact:
            assert answer.status_code == 404
            continue
        page = settled(client, answer.headers["Location"])
        part = page.partition(f'id="deeper-{at + 1}"')[2]
        assert "deeper-table" in part
        said = words_of(part.partition("deeper-verdict")[2].partition("</p>")[0])
        assert re.search("The same answer:|comes first|Too close to call this time", said)


def test_the_next_one_is_an_answer_of_the_puzzle_too() -> None:
    """Of which of these cards is safe, another discard may be nearer to the best: it is no
    answer."""
    step = first_of(PuzzleKind.READ).steps[0]
    made = evaluation(view_at(step.view), Limit(worlds=1_024), 1_024)
    answers = [str(action_of(one)) for one in step.options]
    by_name = {str(one.action): one for one in made.actions}
    between = next(one for name, one in by_name.items() if name not in answers)
    order = [by_name[answers[0]], between, *(by_name[name] for name in answers[1:])]
    found = replace(made, actions=tuple(order), best=(order[0].action,))
    assert f"Next is {lower(label_of(step, step.options[1]))}, " in verdict(step, found)


def test_the_answer_that_does_not_stand_may_be_disputed(app: Flask) -> None:
    client = visitor(app)
    commit(client, PUZZLE, *right(PUZZLE))
    page = settled(client, ask(client).headers["Location"])
    agrees = "The same answer:" in page or "again, but" in page or "Too close" in page
    assert agrees != ('<a href="#dispute">' in page)


def test_it_is_polled_and_stopped_in_place(app: Flask, script: Script) -> None:
    script.held = True
    client = visitor(app)
    commit(client, PUZZLE, *right(PUZZLE))
    answer = client.post(f"/puzzles/{PUZZLE.id}/deeper", data={"step": "0"}, headers=SCRIPT)
    assert answer.text.startswith('<div id="deeper-1"') and 'hx-trigger="load delay' in answer.text
    address = answer.headers["HX-Replace-Url"]
    assert re.search(rf"/puzzles/{PUZZLE.id}\?deeper=0\.\d+#deeper-1", address)
    news = re.search(r'hx-get="([^"]+)"', answer.text)
    stop = re.search(r'action="([^"]+/stop)"', answer.text)
    assert news is not None and stop is not None
    assert '<noscript><meta http-equiv="refresh"' in client.get(address).text
    script.step()
    for _ in range(200):
        part = client.get(news[1], headers=SCRIPT).text
        if "deeper-table" in part:
            break
        time.sleep(0.02)
    assert "Rolling out" in part and "deeper-verdict" not in part
    page = client.get(address).text
    assert 'http-equiv="refresh"' not in page and 'aria-busy="true"' in page
    assert ">Show the newest numbers</a>" in page
    ended = client.post(stop[1], headers=SCRIPT).text
    assert "Stopped after" in ended and "hx-get" not in ended and "deeper-verdict" in ended
    assert 'http-equiv="refresh"' not in client.get(address).text
    assert client.get(news[1]).headers["Location"] == address


def test_a_later_try_stays_on_the_page(app: Flask) -> None:
    client, puzzle = visitor(app), on(3)
    commit(client, puzzle, *wrong(puzzle))
    said = client.post(
        f"/puzzles/{puzzle.id}/again", data={"answer": puzzle.steps[0].best, "today": "2026-01-14"}
    )
    page = client.get(said.headers["Location"]).text
    form = page.partition('class="deeper"')[2].partition("</form>")[0]
    fields = dict(re.findall(r'name="(\w+)" value="([^"]*)"', form))
    assert fields["a"] == puzzle.steps[0].best
    after = settled(client, client.post(f"/puzzles/{puzzle.id}/deeper", data=fields).location)
    assert "This was not your first try" in after and "deeper-table" in after


def test_when_all_searches_are_taken_it_says_so(make_book: MakeApp, script: Script) -> None:
    app, script.held = make_book(searches=1, waiting=1, first_wait=0.1), True
    client, other = visitor(app), first_of(PuzzleKind.DRAW)
    for puzzle in (PUZZLE, other):
        commit(client, puzzle, *right(puzzle))
    ask(client)
    full = client.post(f"/puzzles/{other.id}/deeper", data={"step": "0"}, headers=SCRIPT)
    assert full.status_code == 503 and int(full.headers["Retry-After"]) >= 1
    assert 'role="alert">No more searches can run now.' in full.text and "Think deeper" in full.text
    assert ask(client, other).status_code == 503


@pytest.mark.parametrize("step", ["", "-1", "9", "x"])
def test_nonsense_is_refused(app: Flask, script: Script, step: str) -> None:
    client = visitor(app)
    commit(client, PUZZLE, *right(PUZZLE))
    where = f"/puzzles/{PUZZLE.id}/deeper"
    assert client.post(where, data={"step": step}).status_code == 404
    assert client.get(f"{where}/0/{1 << 31}", headers=SCRIPT).status_code == 404
    assert "This search has expired." in client.get(f"{where}/0/5", headers=SCRIPT).text
    for asked in ("0.5.5", "9.1", "0.9999999999", "x", "0.\u0663"):
        page = client.get(f"/puzzles/{PUZZLE.id}", query_string={"deeper": asked})
        assert page.status_code == 200 and "deeper-table" not in page.text
    assert script.runs == 0
    assert web_app(app).store.puzzles.of(ME, PUZZLE.id) is not None
