"""The puzzle pages: days, streaks, lists, what is shared and what is taken along."""

from __future__ import annotations

import io
import json
import re
from collections import Counter
from dataclasses import replace
from datetime import date, timedelta
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from flask import Flask
from flask.testing import FlaskClient

from analyzer.errors import InputError
from analyzer.practice.puzzles.book import PuzzleBook
from analyzer.practice.puzzles.types import PuzzleKind
from analyzer.practice.puzzles.words import level_of
from analyzer.service.progress_file import FORM
from analyzer.store import Store
from analyzer.web import ServerSettings
from analyzer.web.puzzles.drawn import FAR, mixed, near
from analyzer.web.state import web_app
from tests.clock import NOW, Clock
from tests.web.conftest import MakeApp, browser
from tests.web.puzzle_samples import FOLDER, book
from tests.web.puzzle_visits import ALL, ME, TODAY, MakeBook, commit, on, right, visitor, wrong
from tests.workshop.puzzles.planning import with_retired


@pytest.fixture
def app(make_book: MakeBook) -> Flask:
    return make_book()


# ---------------------------------------------------------------- days


def test_the_visitors_date_decides_and_nobody_sees_further(app: Flask) -> None:
    client = browser(app)
    days = {"2026-01-13": 13, "2026-01-14": 14, "2026-01-15": 15, "2026-01-12": 14,
            "2026-01-16": 14, "nonsense": 14, "2026-02-30": 14}  # fmt: skip
    for claimed, day in days.items():
        page = client.get(f"/puzzles?today={claimed}").text
        # noon in UTC: the 13th is nowhere any more but at the dateline, the 15th has begun there
        assert f"January {day}, 2026</h1>" in page or (
            claimed == "2026-01-13" and "January 14" in page
        )
    assert client.get("/puzzles/day/2026-01-15").status_code == 200
    assert client.get("/puzzles/day/2026-01-16").status_code == 404
    assert client.get("/embed/picture/day/2026-01-16.png").status_code == 404
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
    assert 'aria-label="Wednesday, January 14, 2026, solved" aria-current="date"' in page
    assert 'aria-label="Wednesday, January 7, 2026, not solved"' in page
    assert 'aria-label="Thursday, January 1, 2026, not tried"' in page
    assert "/puzzles/day/2026-01-15" not in page
    assert "14 puzzles so far, 2 of them tried by you." in page
    for month in ("2025-12", "2027-01", "nonsense"):
        assert client.get(f"/puzzles/archive?month={month}").text == page


def test_lists_find_by_kind_theme_difficulty_and_state(app: Flask) -> None:
    client = visitor(app)
    opened = book().opened()
    assert f"{len(opened)} puzzles" in client.get("/puzzles/find").text
    for kind in PuzzleKind:
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


def test_random_puzzles_do_not_come_twice_and_are_of_every_level(make_app: MakeApp) -> None:
    app = make_app()  # with the packs that are shipped
    book, client = web_app(app).puzzles, browser(app)
    drawn = [client.get("/puzzles/random").location.rpartition("/")[2] for _ in range(100)]
    levels = Counter(level_of(book.puzzles[ident])[0] for ident in drawn)
    assert len({*drawn}) >= 90 and max(levels.values()) <= 50
    kinds = Counter(book.puzzles[ident].kind for ident in drawn)
    assert len(kinds) == len(PuzzleKind) and max(kinds.values()) <= 20


def test_random_puzzles_near_a_rating_are_of_every_kind(make_app: MakeApp) -> None:
    app = make_app()
    book, client = web_app(app).puzzles, browser(app)
    first = next(one for one in book.opened() if one.kind is PuzzleKind.LAY_OFF)
    commit(client, first, *right(first))  # layouts and lay-offs are most of what is rated so
    drawn = [client.get("/puzzles/random").location.rpartition("/")[2] for _ in range(18)]
    kinds = Counter(book.puzzles[ident].kind for ident in drawn)
    assert len({*drawn}) == 18 and set(kinds.values()) == {2}


@pytest.mark.parametrize("rating", [1000.0, 1500.0, 1700.0])
def test_puzzles_near_a_rating_are_near_it(make_app: MakeApp, rating: float) -> None:
    whole = web_app(make_app()).puzzles.opened()
    chosen = near(whole, rating)
    assert all(abs(one.rating.rating - rating) < FAR for one in chosen)
    kinds = Counter(one.kind for one in mixed(chosen, 5, by_level=False)[:36])
    assert max(kinds.values()) <= 8
    assert near(whole[:5], 3000.0) == sorted(
        whole[:5], key=lambda one: [*PuzzleKind].index(one.kind)
    )


def test_what_is_retired_is_in_a_pack_and_on_no_day_to_come() -> None:
    whole = PuzzleBook.read()
    for ident, retired in whole.retired.items():
        day = whole.day_of(ident)
        assert ident in whole.puzzles and (day is None or day <= retired.day)
        assert whole.puzzles[ident] not in whole.opened()


def test_a_retired_puzzle_keeps_its_day_and_answers_and_is_not_drawn(make_book: MakeBook) -> None:
    gone = with_retired({}, [(on(7).id, "another answer is best")], date(2026, 1, 10))
    whole = book()
    client = visitor(make_book(PuzzleBook(whole.puzzles, whole.schedule, Clock(), gone)))
    page = commit(client, on(7), *right(on(7)))
    assert "Asked no more since Saturday, January 10, 2026" in page and "Right." in page
    assert "Asked no more" in client.get("/puzzles/day/2026-01-07").text
    assert f"/puzzles/{on(7).id}" not in client.get("/puzzles/find").text
    drawn = {client.get("/puzzles/random").location for _ in range(20)}
    assert f"/puzzles/{on(7).id}" not in drawn


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


def test_the_text_to_share_tells_both_tries_and_the_level(app: Flask) -> None:
    client, puzzle = visitor(app), on(14)
    (step,), data = puzzle.steps, {"today": TODAY.isoformat()}
    client.post(f"/puzzles/{puzzle.id}", data=data | {"answer": step.tempting, "step": "0"})
    form = data | {"again": "1", "tried": step.tempting, "answer": step.best}
    page = client.post(f"/puzzles/{puzzle.id}/again", data=form, follow_redirects=True).text
    signs, words = re.findall(r'<textarea id="share-\w+"[^>]*>([^<]*)<', page)
    level = level_of(puzzle)[1].lower()
    assert signs.startswith(f"Ginsight, January 14, 2026 ○● · {level}\n")
    assert f"January 14, 2026, {level}: I missed it, but found it at the second try." in words


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
    before = browser(app).get(f"/puzzles/day/2026-01-{day:02}.svg")
    assert before.location == f"/embed/picture/day/2026-01-{day:02}.png"
    answer = browser(app).get(before.location)
    assert answer.mimetype == "image/png" and answer.data[:4] == b"\x89PNG"
    assert answer.headers["Cross-Origin-Resource-Policy"] == "cross-origin"


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
    assert "6 tries loaded." in other.get(answer.headers["Location"]).text
    assert json.loads(saved(other)) == json.loads(raw)
    assert "1 day running" in other.get("/puzzles").text
    store = web_app(there).store.puzzles
    assert all(store.answered(one.id, 0) == {} for one in ALL)
    assert all(store.rating(one.id) is None for one in ALL)
    assert "0 tries loaded." in other.get(given(other, raw).headers["Location"]).text


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
        {"puzzle": on(3).id, "answers": ["discard Xx"], "finished": "2026-01-01T00:00:00Z"},
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


@pytest.mark.parametrize("zone", ["Z", "", "+14:00", "-12:00"])
@pytest.mark.parametrize("moment", ["0001-01-01T00:00:00", "9999-12-31T23:59:59.999999"])
def test_a_date_at_the_edge_of_time_is_not_believed(app: Flask, moment: str, zone: str) -> None:
    real, day = on(14), moment[:10]
    memory = {"stability": 2.0, "difficulty": 5.0, "reviewed": day, "due": day}
    tries = [
        {"puzzle": real.id, "answers": list(wrong(real)), "finished": moment + zone, "day": day,
         "again": 1, "again_credit": 0.0, "again_at": moment + zone, "memory": memory},
    ]  # fmt: skip
    client = visitor(app)
    for due in ("0001-01-02", "9999-12-31"):
        memory["due"] = due
        answer = given(client, json.dumps({"form": FORM, "tries": tries}).encode())
        assert answer.status_code == 303
    (kept,) = web_app(app).store.puzzles.mine(ME)
    assert kept.finished is not None and 2020 <= kept.finished.year < 2999
    for path in ("/puzzles/mine", "/puzzles", f"/puzzles/{real.id}", "/puzzles/mine/progress.json"):
        assert client.get(path).status_code == 200
    again = {"answer": real.steps[0].best, "today": "2026-01-14"}
    assert client.post(f"/puzzles/{real.id}/again", data=again).status_code in {200, 303}


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
    assert "The last one is for Friday, January 16, 2026." in page
    assert client.get("/puzzles/archive").status_code == 200


def test_a_folder_of_puzzles_is_a_setting(tmp_path: Path) -> None:
    found = ServerSettings.from_env({"GINSIGHT_PUZZLES": str(FOLDER)})
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
