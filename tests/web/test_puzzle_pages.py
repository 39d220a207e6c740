"""The puzzle pages: what is hidden before an answer, what counts, and what follows."""

from __future__ import annotations

import io
import json
import re
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import date, timedelta
from itertools import pairwise
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from flask import Flask
from flask.testing import FlaskClient

from analyzer.actions import Turn
from analyzer.cards import Card
from analyzer.coach import Theme
from analyzer.errors import InputError
from analyzer.puzzles.types import Ask, Kind, ModelCheck, Option, Puzzle, Rating, Step
from analyzer.store import Store
from analyzer.view import Event, Side
from analyzer.web import Settings, create_app
from analyzer.web.puzzles.book import PuzzleBook
from analyzer.web.puzzles.question import question_of
from analyzer.web.puzzles.words import label_of, told
from analyzer.web.state import web_app
from tests.web.conftest import browser
from tests.web.puzzle_samples import FOLDER, NOW, Clock, book, first_of
from tests.web.scripted import Script

ME = "somebody"
TODAY = NOW.date()
ALL = tuple(book().opened())
MakeBook = Callable[..., Flask]


@pytest.fixture
def make_book(tmp_path: Path) -> Any:
    """Make an application on a book of puzzles; all are closed after the test."""
    made: list[Flask] = []

    def make(puzzles: PuzzleBook | None = None) -> Flask:
        settings = Settings(
            database_url=f"sqlite:///{(tmp_path / f'{len(made)}.db').as_posix()}",
            secret_key="not a secret, but long enough to be one",
            rate_limit="",
            work_limit="",
            showcase=False,
            reviews=0,
        )
        made.append(create_app(settings, engine=Script().engine(), book=puzzles or book()))
        return made[-1]

    yield make
    for app in made:
        web_app(app).close()


@pytest.fixture
def app(make_book: MakeBook) -> Flask:
    return make_book()


def visitor(app: Flask, name: str = ME) -> FlaskClient:
    """A browser that has been here before."""
    client = browser(app)
    with client.session_transaction() as session:
        session["visitor"] = name
    return client


def commit(
    client: FlaskClient, puzzle: Puzzle, *answers: str, today: date = TODAY, **headers: str
) -> str:
    """Answer the steps of a puzzle from the first on; the page that follows."""
    page = ""
    for step, answer in enumerate(answers):
        data = {"answer": answer, "step": str(step), "today": today.isoformat()}
        said = client.post(f"/puzzles/{puzzle.id}", data=data, headers=headers)
        assert said.status_code == 303, said.text
        page = client.get(said.headers["Location"]).text
    return page


def right(puzzle: Puzzle) -> tuple[str, ...]:
    return tuple(step.best for step in puzzle.steps)


def wrong(puzzle: Puzzle) -> tuple[str, ...]:
    return tuple(step.tempting for step in puzzle.steps)


def on(day: int) -> Puzzle:
    found = book().on(date(2026, 1, day))
    assert found is not None
    return found


# ---------------------------------------------------------------- nothing before the answer


def twin(puzzle: Puzzle, first: int = 0) -> Puzzle:
    """The same question with another answer: worths, themes, checks all different.

    Steps before `first` stay as they are.
    """
    steps = tuple(step if at < first else _turned(step) for at, step in enumerate(puzzle.steps))
    made = replace(
        puzzle,
        steps=steps,
        themes=("feeds", "high-card"),
        solved={"random": 0.123},
        provenance=replace(puzzle.provenance, worlds=77_777, plausible=0.777),
    )
    assert all(
        one.best != other.best
        for at, (one, other) in enumerate(zip(puzzle.steps, made.steps, strict=True))
        if at >= first
    )
    return made


def _turned(step: Step) -> Step:
    def other(place: int, option: Option) -> Option:
        loss = 0.0 if place == 0 else 7.77 * place
        return replace(
            option, q=55.5 - loss, se=0.333, loss=loss, loss_se=0.444, worlds=77_777,
            danger=0.777, match=0.888, outcomes={"gin": (0.77, 33.3)}, gap={},
        )  # fmt: skip

    options = tuple(other(at, one) for at, one in enumerate(reversed(step.options)))
    return replace(
        step,
        options=options,
        baselines={"least deadwood": options[-1].answer},
        models={"baseline": ModelCheck(options[0].answer, 9.99, 0.99, 77)},
        themes=("feeds",),
        tempting=options[-1].answer,
        deeper={},
        at_nought=options[-1].answer,
    )


def with_twin(puzzle: Puzzle, first: int = 0) -> PuzzleBook:
    whole = book()
    return PuzzleBook({**whole.puzzles, puzzle.id: twin(puzzle, first)}, whole.schedule, Clock())


def everything(client: FlaskClient, puzzle: Puzzle) -> dict[str, tuple[bytes, str]]:
    """Every page, fragment, file and header in which a puzzle can be seen."""
    day = book().day_of(puzzle.id)
    paths = [
        "/", "/puzzles", f"/puzzles/{puzzle.id}", f"/puzzles/{puzzle.id}?again=1",
        f"/puzzles/{puzzle.id}?again=1&a={puzzle.steps[0].options[0].answer}",
        f"/puzzles/{puzzle.id}?hint=1", "/puzzles/archive", "/puzzles/find",
        "/puzzles/find?page=2", f"/puzzles/find?kind={puzzle.kind}", "/puzzles/mine",
        "/puzzles/mine/progress.json", "/puzzles/feed.atom", "/api/v1/openapi.json",
    ]  # fmt: skip
    if day is not None:
        paths += [f"/puzzles?today={day}", f"/puzzles/day/{day}", f"/puzzles/day/{day}.svg"]
    found = {}
    for path in paths:
        for script in ({}, {"HX-Request": "true"}):
            answer = client.get(path, headers=script)
            headers = "\n".join(f"{name}: {value}" for name, value in answer.headers)
            found[f"{path} {script}"] = (answer.data, headers)
    return found


@pytest.mark.parametrize("kind", Kind)
def test_another_answer_would_change_no_byte_before_ones_own(
    make_book: MakeBook, kind: Kind
) -> None:
    puzzle = first_of(kind)
    seen = everything(visitor(make_book()), puzzle)
    assert seen == everything(visitor(make_book(with_twin(puzzle))), puzzle)
    assert sum(b"puzzle-asked" in page for page, _ in seen.values()) >= 4


def test_the_step_after_is_hidden_too(make_book: MakeBook) -> None:
    puzzle = first_of(Kind.SEQUENCE)
    later = puzzle.steps[1]
    here, there = make_book(), make_book(with_twin(puzzle, first=1))
    before = everything(visitor(here), puzzle)
    unseen = " ".join(later.view.splitlines()[-1].split()[-2:])  # what happens in between
    assert unseen
    pages = []
    for app in (here, there):
        client = visitor(app)
        commit(client, puzzle, puzzle.steps[0].best)
        pages.append(everything(client, puzzle))
    assert pages[0] == pages[1] != before
    assert f"Step 2 of {len(puzzle.steps)}".encode() in pages[0][f"/puzzles/{puzzle.id} {{}}"][0]


@pytest.mark.parametrize("puzzle", ALL, ids=lambda one: f"{one.kind}-{one.id}")
def test_no_worth_theme_or_word_of_the_coach_is_in_the_question(app: Flask, puzzle: Puzzle) -> None:
    page = (
        visitor(app).get(f"/puzzles/{puzzle.id}").text.partition("<main")[2].partition("</main>")[0]
    )
    words = " ".join(re.sub(r"<[^>]+>", " ", page).split())
    for step in puzzle.steps:
        for option in step.options:
            for number in (option.q, option.loss):
                assert f"{abs(number):.1f}" not in words or number == 0
    assert not [theme for theme in Theme if str(theme) in words.lower()]
    for said in ("better than", "points behind", "Best:", "world", "Undercut", "rule of thumb"):
        assert said not in words, said


@pytest.mark.parametrize("puzzle", ALL, ids=lambda one: f"{one.kind}-{one.id}")
@pytest.mark.parametrize("how", [right, wrong])
def test_after_it_all_is_there(
    app: Flask, puzzle: Puzzle, how: Callable[[Puzzle], tuple[str, ...]]
) -> None:
    page = commit(visitor(app), puzzle, *how(puzzle))
    words = " ".join(re.sub(r"<[^>]+>", " ", page).split())
    assert ("Not this one." in words) == (how is wrong and len(puzzle.steps) == 1)
    assert "What rules of thumb say" in words and "How others answered" in words
    assert words.count("Think deeper") == sum(not one.exact for one in puzzle.steps)
    assert 'name="answer"' not in page
    assert "Your rating after it: " in words


def test_the_ace_of_clubs_is_a_card_like_any_other() -> None:
    view = (
        "hand: Ac 3c 8c 2d 3d 4d 8d 9d 8h 9h 9s\nhistory:\n  upcard Kh\n  opp: pass\n"
        "  me: pass\n  opp: draws, throws Kd\n  me: draws 3c"
    )
    names = ("throw Ac", "throw 3c")
    options = tuple(Option(name, 0.0, 0.1, float(at), 0.1, 8) for at, name in enumerate(names))
    step = Step(Ask.THROW, view, options, {})
    ace = next(one for one in question_of(step, "/", ()).buttons if one.value == "throw Ac")
    assert ace.card is not None and ace.label == "Throw A♣"
    shown = replace(options[0], answer="knock Ac: 2d 3d 4d", melds=("2d 3d 4d",))
    assert label_of(replace(step, ask=Ask.ARRANGEMENT), shown).startswith("Throw A♣; lay down")
    assert told(Event(Side.OPPONENT, Turn.DRAW, None, Card.of("Ac"))) == "They draw and throw A♣."


# ---------------------------------------------------------------- what counts


def test_the_first_answer_counts_and_no_other(app: Flask) -> None:
    client, puzzle = visitor(app), on(14)
    commit(client, puzzle, *wrong(puzzle))
    before = web_app(app).store.puzzles.of(ME, puzzle.id)
    page = commit(client, puzzle, *right(puzzle))
    assert "Not this one." in page
    assert web_app(app).store.puzzles.of(ME, puzzle.id) == before


@pytest.mark.parametrize("puzzle", [on(3), on(14)], ids=["three answers", "two"])
def test_of_two_answers_at_once_the_first_counts(app: Flask, puzzle: Puzzle) -> None:
    step = puzzle.steps[0]

    def give(place: int) -> str:
        answer = step.options[place % len(step.options)].answer
        return commit(visitor(app), puzzle, answer)

    with ThreadPoolExecutor(6) as threads:
        pages = list(threads.map(give, range(12)))
    store = web_app(app).store.puzzles
    kept = store.of(ME, puzzle.id)
    assert kept is not None and len(kept.answers) == 1
    assert sum(store.answered(puzzle.id, 0).values()) == 1
    assert len(store.mine(ME)) == 1
    assert len({"Not this one." in page for page in pages}) == 1
    assert kept.rating is not None
    fresh = Rating(1500.0, 350.0)
    assert (kept.rating.rating > fresh.rating) == (kept.credit == 1)


def test_two_puzzles_at_once_are_both_rated_one_after_the_other(app: Flask) -> None:
    with ThreadPoolExecutor(6) as threads:
        list(threads.map(lambda one: commit(visitor(app), one, *right(one)), ALL[:6]))
    mine = web_app(app).store.puzzles.mine(ME)
    ratings = [one.rating.rating for one in mine if one.rating]
    assert len(ratings) == 6 and ratings == sorted(ratings)


def test_steps_are_answered_in_their_order(app: Flask) -> None:
    client, puzzle = visitor(app), first_of(Kind.SEQUENCE)
    data = {"answer": puzzle.steps[1].best, "step": "1"}
    client.post(f"/puzzles/{puzzle.id}", data=data)
    kept = web_app(app).store.puzzles.of(ME, puzzle.id)
    assert kept is not None and kept.answers == () and kept.finished is None
    page = commit(client, puzzle, *(one.tempting for one in puzzle.steps[:1]))
    assert "is not it. Best:" in page
    assert web_app(app).store.puzzles.mine(ME) == ()


@pytest.mark.parametrize("data", [{}, {"answer": "nonsense"}, {"answer": "take", "step": "9"}])
def test_nonsense_is_refused_and_keeps_nothing(app: Flask, data: dict[str, str]) -> None:
    client, puzzle = browser(app), on(14)
    assert client.post(f"/puzzles/{puzzle.id}", data={"step": "0", **data}).status_code == 400
    assert "Set-Cookie" not in client.get(f"/puzzles/{puzzle.id}").headers
    assert client.get("/puzzles/nothing").status_code == 404


def test_who_only_looks_gets_no_cookie_and_who_answers_does(app: Flask) -> None:
    client, puzzle = browser(app), on(14)
    for path in ("/puzzles", "/puzzles/archive", "/puzzles/find", "/puzzles/mine"):
        assert "Set-Cookie" not in client.get(path).headers
    page = commit(client, puzzle, *right(puzzle))
    assert "Right." in page


def test_a_hint_is_given_when_asked_for_and_leaves_the_rating_alone(app: Flask) -> None:
    client, puzzle = visitor(app), on(3)
    step = puzzle.steps[0]
    assert "<strong>Hint.</strong>" not in client.get(f"/puzzles/{puzzle.id}?hint=1").text
    said = client.post(f"/puzzles/{puzzle.id}/hint", data={})
    page = client.get(said.headers["Location"]).text
    hint = re.search(r"puzzle-hint.*?</p>", page, re.S)
    assert hint is not None and "It is not this one" in hint[0]
    plain = re.sub(r"<[^>]+>", "", hint[0])
    assert label_of(step, step.option(step.tempting))[1:] in plain
    assert label_of(step, step.options[0])[1:] not in plain
    page = commit(client, puzzle, step.best)
    assert "Not rated: a hint was asked for." in page
    (kept,) = web_app(app).store.puzzles.mine(ME)
    assert kept.hinted and kept.rating is None and kept.credit == 1
    assert web_app(app).store.puzzles.rating(puzzle.id) is None


def test_a_puzzles_rating_moves_a_little_and_a_players_with_its_deviation(app: Flask) -> None:
    puzzle = on(14)
    commit(visitor(app), puzzle, *right(puzzle))
    moved = web_app(app).store.puzzles.rating(puzzle.id)
    assert moved is not None and 0 < puzzle.rating.rating - moved.rating <= 12
    for other in ALL[:5]:
        commit(visitor(app), other, *right(other))
    mine = [one.rating for one in web_app(app).store.puzzles.mine(ME) if one.rating]
    deviations = [one.deviation for one in mine]
    assert deviations == sorted(deviations, reverse=True)
    assert all(abs(b.rating - a.rating) <= 200 for a, b in pairwise(mine))
    page = visitor(app).get("/puzzles/mine").text
    assert f"Rating {mine[-1].rating:.0f} ±" in page
    assert 'role="img" aria-label="Your rating over' in page


# ---------------------------------------------------------------- once more


def test_once_more_hides_the_answer_again_and_moves_nothing(make_book: MakeBook) -> None:
    puzzle = on(3)
    here, there = make_book(), make_book(with_twin(puzzle))
    path = f"/puzzles/{puzzle.id}?again=1"
    pages = []
    for app in (here, there):
        commit(visitor(app), puzzle, puzzle.steps[0].options[1].answer)
        page = visitor(app).get(path)
        pages.append(page.data)
    assert pages[0] == pages[1]
    client = visitor(here)
    before = web_app(here).store.puzzles.of(ME, puzzle.id)
    assert before is not None and before.credit == 0
    assert f"/puzzles/{puzzle.id}?again=1" in client.get("/puzzles/mine").text
    said = client.post(f"/puzzles/{puzzle.id}/again", data={"answer": puzzle.steps[0].best})
    assert "Right." in client.get(said.headers["Location"]).text
    after = web_app(here).store.puzzles.of(ME, puzzle.id)
    assert after is not None and after.again == 1 and after.again_credit == 1
    assert (after.rating, after.credit, after.day) == (before.rating, before.credit, before.day)
    assert f"/puzzles/{puzzle.id}?again=1" not in client.get("/puzzles/mine").text


def test_a_sequence_once_more_goes_step_by_step(app: Flask) -> None:
    client, puzzle = visitor(app), first_of(Kind.SEQUENCE)
    commit(client, puzzle, *wrong(puzzle))
    before: list[str] = []
    for at, step in enumerate(puzzle.steps):
        asked = client.get(f"/puzzles/{puzzle.id}", query_string={"again": 1, "a": before}).text
        assert f"Step {at + 1} of {len(puzzle.steps)}" in asked
        data = {"a": before, "answer": step.best}
        said = client.post(f"/puzzles/{puzzle.id}/again", data=data)
        before.append(step.best)
    page = client.get(said.headers["Location"]).text
    assert f"All {len(puzzle.steps)} steps right." in page
    assert "This was not your first try" in page


def test_once_more_and_a_dispute_need_a_first_try(app: Flask) -> None:
    client, puzzle = visitor(app), on(14)
    answer = {"answer": puzzle.steps[0].best}
    assert client.post(f"/puzzles/{puzzle.id}/again", data=answer).status_code == 409
    assert client.post(f"/puzzles/{puzzle.id}/dispute", data={"text": "no"}).status_code == 409
    commit(client, puzzle, *right(puzzle))
    said = client.post(f"/puzzles/{puzzle.id}/dispute", data={"text": "I <b>doubt</b> it"})
    assert said.status_code == 303
    assert "I &lt;b&gt;doubt&lt;/b&gt; it" in client.get(said.headers["Location"]).text
    assert web_app(app).store.puzzles.disputed(ME, puzzle.id) == "I <b>doubt</b> it"
    assert web_app(app).store.puzzles.disputed("another", puzzle.id) is None


def test_how_others_answered_is_told_from_three_on(app: Flask) -> None:
    puzzle = on(14)
    first = commit(visitor(app, "a"), puzzle, *right(puzzle))
    assert "Too few players" in first
    commit(visitor(app, "b"), puzzle, *right(puzzle))
    page = commit(visitor(app, "c"), puzzle, *wrong(puzzle))
    assert "First answers of 3 players." in page
    assert "67%" in page and "33%" in page


# ---------------------------------------------------------------- days


def test_the_visitors_date_decides_and_nobody_sees_further(app: Flask) -> None:
    client = browser(app)
    days = {"2026-01-13": 13, "2026-01-14": 14, "2026-01-15": 15, "2026-01-12": 14,
            "2026-01-16": 14, "nonsense": 14, "2026-02-30": 14}  # fmt: skip
    for claimed, day in days.items():
        page = client.get(f"/puzzles?today={claimed}").text
        # noon in UTC: the 13th is nowhere any more but at the dateline, the 15th has begun there
        assert f"{day} January 2026</h1>" in page or (
            claimed == "2026-01-13" and "14 January" in page
        )
    assert client.get("/puzzles/day/2026-01-15").status_code == 200
    assert client.get("/puzzles/day/2026-01-16").status_code == 404
    assert client.get("/puzzles/day/2026-01-16.svg").status_code == 404
    assert client.get("/puzzles/day/2025-12-31").status_code == 404
    hidden = book().schedule.on(date(2026, 1, 16))
    assert hidden is not None
    assert client.get(f"/puzzles/{hidden}").status_code == 404
    assert client.post(f"/puzzles/{hidden}", data={"answer": "take"}).status_code == 404
    assert hidden not in client.get("/puzzles/find").text


def test_without_scripts_the_other_dates_are_a_link_away(app: Flask) -> None:
    page = browser(app).get("/puzzles").text
    links = re.findall(r'href="/puzzles\?today=([\d-]+)"', page)
    assert links and "2026-01-15" in links
    assert "2026-01-14" not in links and "2026-01-16" not in links


def test_only_the_days_puzzle_on_its_day_makes_a_streak(make_book: MakeBook) -> None:
    clock = Clock()
    app = make_book(book(clock))
    client = visitor(app)
    for day in (12, 13, 14):
        clock.now = NOW + timedelta(days=day - 14)
        commit(client, on(day), *wrong(on(day)), today=date(2026, 1, day))
    assert "3 days running" in client.get("/puzzles").text
    for day in (5, 9):  # the archive
        commit(client, on(day), *right(on(day)), today=TODAY)
    assert "3 days running" in client.get("/puzzles").text
    days = {one.puzzle: one.day for one in web_app(app).store.puzzles.mine(ME)}
    assert days[on(12).id] == date(2026, 1, 12) and days[on(5).id] is None
    clock.now = NOW + timedelta(days=3)
    assert "running" not in client.get("/puzzles?today=2026-01-17").text


def test_an_answer_after_midnight_to_a_page_from_before_it_counts(make_book: MakeBook) -> None:
    clock = Clock(NOW.replace(hour=23, minute=59))
    client = visitor(make_book(book(clock)))
    page = client.get("/puzzles?today=2026-01-14").text
    assert 'name="today" value="2026-01-14"' in page
    clock.now += timedelta(minutes=2)
    commit(client, on(14), *right(on(14)), today=date(2026, 1, 14))
    assert "1 day running" in client.get("/puzzles?today=2026-01-14").text


def test_the_streak_can_be_hidden(app: Flask) -> None:
    client = visitor(app)
    commit(client, on(14), *right(on(14)))
    assert "1 day running" in client.get("/puzzles").text
    client.post("/puzzles/mine/streak", data={"on": "0"})
    for path in ("/puzzles", "/puzzles/mine", f"/puzzles/{on(14).id}"):
        assert "running" not in client.get(path).text
    client.post("/puzzles/mine/streak", data={"on": "1"})
    assert "1 day running" in client.get("/puzzles").text
    assert client.post("/puzzles/mine/streak").status_code == 400


def test_the_archive_is_a_calendar_of_what_was_done(app: Flask) -> None:
    client = visitor(app)
    commit(client, on(14), *right(on(14)))
    commit(client, on(7), *wrong(on(7)))
    page = client.get("/puzzles/archive").text
    assert 'aria-label="Wednesday 14 January 2026, solved" aria-current="date"' in page
    assert 'aria-label="Wednesday 7 January 2026, not solved"' in page
    assert 'aria-label="Thursday 1 January 2026, not tried"' in page
    assert "/puzzles/day/2026-01-15" not in page
    assert "14 puzzles so far, 2 of them tried by you." in page
    for month in ("2025-12", "2027-01", "nonsense"):
        assert client.get(f"/puzzles/archive?month={month}").text == page


def test_lists_find_by_kind_theme_difficulty_and_state(app: Flask) -> None:
    client = visitor(app)
    opened = book().opened()
    assert f"{len(opened)} puzzles" in client.get("/puzzles/find").text
    for kind in Kind:
        page = client.get(f"/puzzles/find?kind={kind}").text
        assert f"{sum(one.kind is kind for one in opened)} puzzle" in page
    theme = on(6).themes[0]
    found = sum(theme in one.themes for one in opened)
    assert f"{found} puzzle" in client.get(f"/puzzles/find?theme={theme}").text
    commit(client, on(7), *wrong(on(7)))
    assert '"found">1 puzzle<' in client.get("/puzzles/find?state=none").text
    assert '"found">0 puzzles<' in client.get("/puzzles/find?kind=no-such").text
    seen = {client.get("/puzzles/random").headers["Location"] for _ in range(8)}
    assert f"/puzzles/{on(7).id}" not in seen


# ---------------------------------------------------------------- elsewhere


def test_the_text_to_share_has_no_card_in_it(app: Flask) -> None:
    client = visitor(app)
    for puzzle in (on(6), on(14)):
        page = commit(client, puzzle, *wrong(puzzle))
        for name in ("share-signs", "share-words"):
            area = re.search(rf'id="{name}"[^>]*>([^<]*)<', page)
            assert area is not None
            assert not re.search(r"[♠♥♦♣]|\b(10|[2-9AKQJT])[cdhs]\b", area[1])
            assert "http://localhost/puzzles/day/2026-01-" in area[1]


def test_the_feed_has_the_last_days_and_none_to_come(app: Flask) -> None:
    answer = browser(app).get("/puzzles/feed.atom")
    assert answer.mimetype == "application/atom+xml"
    root = ElementTree.fromstring(answer.data)
    name = "{http://www.w3.org/2005/Atom}"
    entries = root.findall(f"{name}entry")
    days = [(one.findtext(f"{name}id") or "")[-10:] for one in entries]
    assert days == [f"2026-01-{day:02}" for day in range(14, 0, -1)]
    assert all(one.findtext(f"{name}updated") for one in (root, *entries))


@pytest.mark.parametrize("day", range(1, 10))
def test_the_picture_is_sound_and_may_be_shown_elsewhere(app: Flask, day: int) -> None:
    answer = browser(app).get(f"/puzzles/day/2026-01-{day:02}.svg")
    assert answer.mimetype == "image/svg+xml"
    assert answer.headers["Cross-Origin-Resource-Policy"] == "cross-origin"
    root = ElementTree.fromstring(answer.data)
    title = root.findtext("{http://www.w3.org/2000/svg}title")
    assert title is not None and title.startswith("Gin rummy puzzle of ")
    assert len(root.findall("{http://www.w3.org/2000/svg}g")) in {10, 11}


# ---------------------------------------------------------------- taken along


def saved(client: FlaskClient) -> bytes:
    return client.get("/puzzles/mine/progress.json").data


def given(client: FlaskClient, raw: bytes) -> Any:
    data = {"file": (io.BytesIO(raw), "ginsight-puzzles.json")}
    return client.post("/puzzles/mine/progress", data=data)


def played(client: FlaskClient) -> None:
    """Some puzzles, one with a hint, one tried again."""
    commit(client, on(14), *right(on(14)))
    for one in ALL[:4]:
        commit(client, one, *wrong(one))
    client.post(f"/puzzles/{on(8).id}/hint")
    commit(client, on(8), *right(on(8)))
    client.post(f"/puzzles/{ALL[0].id}/again", data={"answer": ALL[0].steps[0].best})


def test_progress_is_taken_along_as_a_file(make_book: MakeBook) -> None:
    here, there = make_book(), make_book()
    played(visitor(here))
    raw = saved(visitor(here))
    other = browser(there)
    answer = given(other, raw)
    assert answer.status_code == 303
    assert "6 tries taken in." in other.get(answer.headers["Location"]).text
    assert json.loads(saved(other)) == json.loads(raw)
    assert "1 day running" in other.get("/puzzles").text
    store = web_app(there).store.puzzles
    assert all(store.answered(one.id, 0) == {} for one in ALL)
    assert all(store.rating(one.id) is None for one in ALL)
    assert "0 tries taken in." in other.get(given(other, raw).headers["Location"]).text


def test_what_was_tried_here_stays_as_it_is(make_book: MakeBook) -> None:
    here, there = make_book(), make_book()
    played(visitor(here))
    commit(visitor(there), ALL[0], *right(ALL[0]))
    given(visitor(there), saved(visitor(here)))
    kept = web_app(there).store.puzzles.of(ME, ALL[0].id)
    assert kept is not None and kept.credit == 1
    assert len(web_app(there).store.puzzles.mine(ME)) == 6


def test_a_file_cannot_claim_what_cannot_be(app: Flask) -> None:
    hidden, real = book().schedule.on(date(2026, 1, 16)), on(14)
    tries = [
        {"puzzle": "no-such-one", "answers": ["take"], "finished": "2026-01-01T00:00:00Z"},
        {"puzzle": hidden, "answers": ["take"], "finished": "2026-01-01T00:00:00Z"},
        {"puzzle": on(3).id, "answers": ["throw Xx"], "finished": "2026-01-01T00:00:00Z"},
        {"puzzle": on(6).id, "answers": ["draw"], "finished": "2026-01-01T00:00:00Z"},
        {"puzzle": real.id, "answers": list(right(real)), "finished": "2999-01-01T00:00:00",
         "day": "2026-01-02", "again": -5, "again_credit": 9.0},
    ]  # fmt: skip
    client = visitor(app)
    given(client, json.dumps({"form": "ginsight-puzzles-1", "tries": tries}).encode())
    (kept,) = web_app(app).store.puzzles.mine(ME)
    assert kept.finished is not None
    assert kept.puzzle == real.id and kept.day is None and kept.finished.year < 2999
    assert (kept.again, kept.again_credit) == (0, 1.0)


@pytest.mark.parametrize(
    "raw", [b"", b"nonsense", b"[]", b'{"form": "other", "tries": []}', b"\xff\xfe"]
)
def test_what_is_no_such_file_is_told(app: Flask, raw: bytes) -> None:
    answer = given(visitor(app), raw)
    assert answer.status_code == 422
    assert "file: " in answer.text and 'role="alert"' in answer.text
    assert web_app(app).store.puzzles.mine(ME) == ()


# ---------------------------------------------------------------- books


def test_without_puzzles_the_pages_say_so(make_book: MakeBook) -> None:
    client = visitor(make_book(PuzzleBook({}, replace(book().schedule, ids=()), Clock())))
    page = client.get("/puzzles").text
    assert "There are no puzzles here yet." in page and "No puzzle today" in page
    for path in ("/puzzles/archive", "/puzzles/find", "/puzzles/mine", "/puzzles/feed.atom"):
        assert client.get(path).status_code == 200
    assert client.get("/puzzles/random").headers["Location"] == "/puzzles/find"


def test_a_day_after_the_last_has_none(make_book: MakeBook) -> None:
    client = visitor(make_book(book(Clock(NOW + timedelta(days=30)))))
    page = client.get("/puzzles").text
    assert "The last one is of Friday 16 January 2026." in page
    assert client.get("/puzzles/archive").status_code == 200


def test_a_folder_of_puzzles_is_a_setting(tmp_path: Path) -> None:
    found = Settings.from_env({"GINSIGHT_PUZZLES": str(FOLDER)})
    assert found.puzzles == FOLDER
    assert set(PuzzleBook.read(found.puzzles).puzzles) == set(book().puzzles)
    broken = tmp_path / "small"
    broken.mkdir()
    (broken / "pack.toml").write_text('name = "small"\n')
    (broken / "puzzles.jsonl").write_text("{}\n")
    with pytest.raises(InputError, match="line 1"):
        PuzzleBook.read(tmp_path)


def test_ids_from_outside_never_reach_the_database(app: Flask) -> None:
    store: Store = web_app(app).store
    assert store.puzzles.of(ME, "a\0b") is None
    assert visitor(app).get("/puzzles/a%00b").status_code == 404
