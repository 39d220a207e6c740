"""Frames in other people's pages, snippets to copy, and oEmbed: for strangers, without cookies."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from html import unescape
from urllib.parse import urlencode, urlsplit

import pytest
from flask import Flask
from flask.testing import FlaskClient

from analyzer.engine import Limit, analyze
from analyzer.notation import parse_view
from analyzer.notation.records import parse_match
from analyzer.review import ReviewSettings
from analyzer.service.ports import SearchTask
from analyzer.web import create_app
from analyzer.web.state import web_app
from tests.unit.test_cli_review import RECORD
from tests.web.conftest import browser
from tests.web.puzzle_samples import book
from tests.web.scripted import Script, settings_in

HOST = "http://localhost"
VIEW = parse_view("hand: 7h 8h 9h 4c 4d 4s Kd Qd 2c Ac 6s\npile: 5s Kh 9c\nopp took: 5d")
DAY = "2026-01-14"


class Shared:
    """An application with one of everything that can be shown elsewhere."""

    def __init__(self, app: Flask) -> None:
        self.app = app
        found = analyze(VIEW, Limit(worlds=256), seed=1)
        task = SearchTask(VIEW, Limit(worlds=256), 1, found.opponent)
        self.analysis = f"/a/{web_app(app).archive.save(task, found)}"
        reviews = web_app(app).reviews
        settings = ReviewSettings(worlds=64, luck_worlds=64)
        job = reviews.submit("me", parse_match(RECORD), settings)
        deadline = time.monotonic() + 120
        while job.running:
            assert time.monotonic() < deadline
            job = reviews.wait(job.id, job.version, 1) or job
        self.job, self.review = job.id, f"/review/{job.id}"
        self.puzzle = f"/puzzles/{next(iter(book().puzzles))}"

    def share(self, on: bool, *, nameless: bool = False) -> None:
        """Show the review to everybody, or no more."""
        web_app(self.app).reviews.share(self.job, on, nameless=nameless)

    @property
    def pages(self) -> tuple[str, ...]:
        """The addresses of all that may be shown."""
        return self.analysis, self.puzzle, f"/puzzles/day/{DAY}", self.review

    def tell(self, page: str, **more: str) -> tuple[int, dict[str, object]]:
        """Status and document of oEmbed for a page."""
        answer = browser(self.app).get(f"/oembed?{urlencode({'url': HOST + page, **more})}")
        return answer.status_code, answer.json


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Shared]:
    path = tmp_path_factory.mktemp("embed") / "test.db"
    app = create_app(settings_in(path), engine=Script().engine(), book=book())
    made = Shared(app)
    made.share(True)
    yield made
    web_app(app).close()


def member(app: Flask, name: str) -> FlaskClient:
    """A browser that is known, and wants its pages otherwise."""
    client = browser(app)
    with client.session_transaction() as session:
        session["visitor"], session["looks"] = name, {"theme": "dark", "suits": "two"}
    return client


def test_every_page_that_may_be_shown_has_a_frame(shared: Shared) -> None:
    for page in shared.pages:
        answer = browser(shared.app).get(f"/embed{page}")
        assert answer.status_code == 200, page
        assert "<script" not in answer.text and "hx-" not in answer.text
        assert "<form" not in answer.text
        assert all(" hidden>" in button for button in re.findall(r"<button[^>]*>", answer.text))
        assert f'href="{HOST}{page}" target="_blank"' in answer.text


def test_a_frame_may_stand_anywhere_and_loads_nothing_else(shared: Shared) -> None:
    for page in (*shared.pages, "/a/nothing"):
        answer = browser(shared.app).get(f"/embed{page}")
        policy = dict(
            part.split(" ", 1) for part in answer.headers["Content-Security-Policy"].split("; ")
        )
        assert policy == {
            "default-src": "'none'", "style-src": "'self'", "img-src": "'self'",
            "base-uri": "'none'", "form-action": "'none'", "frame-ancestors": "*",
        }  # fmt: skip
        assert "X-Frame-Options" not in answer.headers
        assert answer.headers["X-Content-Type-Options"] == "nosniff"
    for page in shared.pages:
        usual = browser(shared.app).get(page).headers
        assert usual["X-Frame-Options"] == "DENY"
        assert "frame-ancestors 'none'" in usual["Content-Security-Policy"]


def test_no_cookie_is_read_or_set(shared: Shared) -> None:
    told = f"/oembed?{urlencode({'url': HOST + shared.review})}"
    for path in (*(f"/embed{page}" for page in shared.pages), told):
        stranger, known = browser(shared.app).get(path), member(shared.app, "me").get(path)
        assert stranger.data == known.data
        for answer in (stranger, known):
            assert "Set-Cookie" not in answer.headers
            assert "Cookie" not in answer.headers.get("Vary", "")


def pictured(page: str) -> str:
    """The path of the picture that a page names for those who are sent its address."""
    found = re.search(r'property="og:image" content="([^"]+)"', page)
    assert found is not None
    return unescape(found[1]).removeprefix(HOST)


def test_a_page_that_is_sent_shows_its_own_table(shared: Shared) -> None:
    pictures = [pictured(browser(shared.app).get(page).text) for page in shared.pages]
    assert len(set(pictures)) == len(pictures)
    for path in pictures:
        answer = browser(shared.app).get(path)
        assert answer.mimetype == "image/png" and answer.data[:8] == b"\x89PNG\r\n\x1a\n"
        width, height = (int.from_bytes(answer.data[at : at + 4]) for at in (16, 20))
        assert (width, height) == (1200, 630) and len(answer.data) <= 60_000
        assert "public" in answer.headers["Cache-Control"] and "Set-Cookie" not in answer.headers
    assert pictured(browser(shared.app).get("/learn").text).endswith("/preview.png")


def test_there_is_no_picture_of_what_is_not_shown(shared: Shared) -> None:
    owner, path = member(shared.app, "me"), pictured(browser(shared.app).get(shared.review).text)
    shared.share(False)
    assert owner.get(path).status_code == 404
    assert pictured(owner.get(shared.review).text).endswith("/preview.png")
    shared.share(True)
    for nothing in ("analysis/none", "puzzle/none", "day/none", "review/none", "hand/none"):
        assert browser(shared.app).get(f"/embed/picture/{nothing}.png").status_code == 404


def test_a_review_is_shown_as_long_as_it_is_shared(shared: Shared) -> None:
    owner, frame = member(shared.app, "me"), f"/embed{shared.review}"
    shared.share(False)
    assert owner.get(frame).status_code == 404 and "not here any more" in owner.get(frame).text
    assert shared.tell(shared.review)[0] == 404
    assert "oembed" not in owner.get(shared.review).text
    shared.share(True, nameless=True)
    assert "Ann" not in owner.get(frame).text and "Ann" not in str(shared.tell(shared.review))
    shared.share(True)
    assert "Ann and Bob" in owner.get(frame).text


STEPS = re.compile(r'class="replay-place"><span>([^·<,]+?)(?: ·|,|<)')


def test_a_hand_is_stepped_through_without_scripts(shared: Shared) -> None:
    client, seen = browser(shared.app), []
    at: str | None = f"/embed{shared.review}?step=0"
    while at is not None:
        text = client.get(at).text
        seen += STEPS.findall(text)
        following = re.search(r'id="step-after" href="([^"]+)"', text)
        at = None if following is None else unescape(following[1])
        assert at is None or at.startswith(f"/embed{shared.review}?")
    assert seen == HAND


HAND = ["Decision 1 of 5", "Bob’s turn", "Decision 2 of 5", "Decision 3 of 5", "Bob’s turn",
        "Decision 4 of 5", "Decision 5 of 5"]  # fmt: skip
"""The steps of the record from one side."""


def test_a_hand_plays_itself_from_its_beginning_to_its_end(shared: Shared) -> None:
    client, seen = browser(shared.app), []
    at = f"/embed{shared.review}?play=1"
    for _ in range(len(HAND)):
        answer = client.get(at)
        seen += STEPS.findall(answer.text)
        seconds, _, at = answer.headers.get("Refresh", "").partition("; url=")
        paused = client.get(unescape(re.findall(r'id="step-play" href="([^"]+)"', answer.text)[0]))
        assert ("Refresh" in paused.headers) == (not at), (
            "there Pause, at the end again from the start"
        )
        assert STEPS.findall(paused.text) == [seen[-1] if at else seen[0]]
        assert not at or (seconds == "3" and ">Pause<" in answer.text)
    assert seen == HAND and not at
    assert "Refresh" not in client.get(f"/embed{shared.review}").headers


def test_a_puzzle_asks_and_does_not_answer(shared: Shared) -> None:
    puzzles, closed = book(), 0
    for ident in puzzles.puzzles:
        answer = browser(shared.app).get(f"/embed/puzzles/{ident}")
        if puzzles.find(ident) is None:  # its day is still to come
            assert answer.status_code == 404
            closed += 1
            continue
        text = answer.text
        assert "Answer it on Ginsight" in text
        assert "advised" not in text and 'class="cost"' not in text and "checked" not in text
    assert 0 < closed < len(puzzles.puzzles)


def test_programs_are_told_the_frame(shared: Shared) -> None:
    for page in shared.pages:
        status, told = shared.tell(page, format="json")
        assert status == 200
        assert (told["version"], told["type"], told["provider_name"]) == ("1.0", "rich", "Ginsight")
        (source,) = re.findall(r'<iframe src="([^"]+)"', str(told["html"]))
        assert source == f"{HOST}/embed{page}"
        assert browser(shared.app).get(urlsplit(source).path).status_code == 200
        assert f'width="{told["width"]}" height="{told["height"]}"' in str(told["html"])
        assert told["title"]


def test_the_decision_that_is_looked_at_is_the_one_that_is_shown(shared: Shared) -> None:
    _, told = shared.tell(f"{shared.review}?step=1&page=7&luck=good#e3")
    assert f"/embed{shared.review}?step=1&quot;" not in str(told["html"])
    assert f'src="{HOST}/embed{shared.review}?step=1"' in str(told["html"])


def test_the_size_that_is_asked_for_is_kept(shared: Shared) -> None:
    for widest in (200, 320, 480, 500, 5000):
        for highest in (150, 500, 5000):
            _, told = shared.tell(shared.analysis, maxwidth=str(widest), maxheight=str(highest))
            assert told["width"] == min(640, widest)
            assert isinstance(told["height"], int) and told["height"] <= highest
    assert shared.tell(shared.analysis, maxwidth="320")[1]["height"] > 720  # type: ignore[operator]


@pytest.mark.parametrize(
    ("query", "status", "where"),
    [
        ({}, 400, "url"),
        ({"url": ""}, 400, "url"),
        ({"url": "PAGE", "format": "xml"}, 501, "format"),
        ({"format": "xml"}, 501, "format"),
        ({"url": "PAGE", "maxwidth": "wide"}, 400, "maxwidth"),
        ({"url": "PAGE", "maxheight": "-5"}, 400, "maxheight"),
        ({"url": "PAGE", "maxwidth": "0"}, 400, "maxwidth"),
        ({"url": "PAGE", "maxwidth": "²"}, 400, "maxwidth"),
        ({"url": f"{HOST}/a/nothing"}, 404, "url"),
        ({"url": f"{HOST}/learn"}, 404, "url"),
        ({"url": f"{HOST}/nowhere"}, 404, "url"),
        ({"url": f"{HOST}/puzzles/day/tomorrow"}, 404, "url"),
        ({"url": f"{HOST}/review/"}, 404, "url"),
        ({"url": "https://elsewhere.example/a/x"}, 404, "url"),
        ({"url": "javascript:alert(1)"}, 404, "url"),
        ({"url": "http://[::1"}, 404, "url"),
        ({"url": "/a/x"}, 404, "url"),
    ],
)
def test_what_cannot_be_told_is_refused_in_words(
    shared: Shared, query: dict[str, str], status: int, where: str
) -> None:
    asked = {name: value.replace("PAGE", HOST + shared.analysis) for name, value in query.items()}
    answer = browser(shared.app).get("/oembed", query_string=asked)
    error = answer.json["error"]
    assert (answer.status_code, error["where"]) == (status, where)
    assert error["message"] and error["hint"]


def test_pages_lead_to_both(shared: Shared) -> None:
    for page in shared.pages:
        text = browser(shared.app).get(page).text
        (found,) = re.findall(
            r'<link rel="alternate" type="application/json\+oembed" href="([^"]+)"', text
        )
        told = browser(shared.app).get(unescape(found).removeprefix(HOST)).json
        (snippet,) = re.findall(r'<textarea id="embed-code"[^>]*>([^<]+)<', text)
        assert told["html"].split(" title=")[0] == unescape(snippet).split(" title=")[0]


def test_a_title_cannot_become_markup(shared: Shared) -> None:
    record = RECORD.replace('"Ann"', '"<b onload=x>"')
    reviews = web_app(shared.app).reviews
    job = reviews.submit("me", parse_match(record), ReviewSettings(worlds=64, luck_worlds=64))
    while job.running:
        job = reviews.wait(job.id, job.version, 1) or job
    reviews.share(job.id, True, nameless=False)
    _, told = shared.tell(f"/review/{job.id}")
    assert "<b onload" in str(told["title"]) and "<b onload" not in str(told["html"])
    assert "<b onload" not in browser(shared.app).get(f"/embed/review/{job.id}").text
