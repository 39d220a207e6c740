"""Starting, watching, stopping and deepening a search over HTTP."""

from __future__ import annotations

import re
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from typing import Any
from urllib.parse import urlsplit

import pytest
from flask.testing import FlaskClient
from sqlalchemy import event

from analyzer.engine.types import Limit
from analyzer.notation import encode, parse_view
from analyzer.service.ports import SearchTask
from analyzer.service.search import Search, Snapshot
from analyzer.web import streams
from analyzer.web.state import web_app
from analyzer.web.streams import frames, message
from tests.unit.test_reviewing import until
from tests.web.conftest import MakeApp, browser
from tests.web.scripted import Script, evaluation
from tests.web.test_outage import engine_of
from tests.web.test_pages import ELEVEN, position, settled, text_of

HTMX = {"HX-Request": "true"}
VIEW = parse_view(ELEVEN)
P = encode(VIEW)
EVENTS = re.compile(r'sse-connect="([^"]+)"')


@pytest.fixture
def slow(make_app: MakeApp, script: Script) -> FlaskClient:
    """A browser whose searches wait for `script.step`."""
    script.held = True
    return browser(make_app(first_wait=0.02, searches=1, waiting=1))


def found(pattern: str, page: str) -> str:
    match = re.search(pattern, page)
    assert match is not None, page
    return match[1].replace("&amp;", "&")


def messages(body: str) -> list[str]:
    """The events of a stream, comments left out."""
    parts = [part for part in body.split("\n\n") if part and not part.startswith(":")]
    assert all(line.startswith("data: ") for part in parts for line in part.splitlines())
    return ["\n".join(line[6:] for line in part.splitlines()) for part in parts]


def test_who_asked_another_question_is_given_the_answer_to_it(
    slow: FlaskClient, script: Script
) -> None:
    events = found(EVENTS.pattern, slow.get(f"/analyze?p={P}").text)
    script.step(9)
    settled(slow, f"/analyze?p={P}")
    stream = events.partition("?")[0]
    for address in (stream, stream.removesuffix("/events")):
        for asked, first_word in (("knock", "No"), ("", "Discard"), ("knock", "No")):
            answer = slow.get(address, query_string={"asked": asked}, headers=HTMX).text
            assert found(r'id="verdict"[^>]*>(\w+)', answer) == first_word


def test_the_stream_carries_fragments_and_the_last_one_ends_it(
    slow: FlaskClient, script: Script, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(streams, "FRAME_SECONDS", 0.05)
    page = slow.get(f"/analyze?p={P}").text
    events = found(EVENTS.pattern, page)
    script.step(3)
    answer = slow.get(events)
    assert answer.mimetype == "text/event-stream"
    assert answer.headers["Cache-Control"] == "no-cache, no-transform"
    sent = messages(answer.text)
    assert sent
    assert all('<section id="result"' in one for one in sent)
    assert all("<html" not in one for one in sent)
    assert all('id="stream"' not in one for one in sent[:-1])
    assert '<div id="stream" hidden hx-swap-oob="true"></div>' in sent[-1]
    assert "Discard K♦." in text_of(sent[-1])


def test_a_first_answer_waits_for_no_frame(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(streams, "FRAME_SECONDS", 60.0)
    search = Search(SearchTask(VIEW, Limit(seconds=5.0)), time.monotonic)

    def render(shown: Snapshot) -> str:
        if shown.evaluation is None:  # it comes while its place in line is being rendered
            search.publish(evaluation(VIEW, Limit(seconds=5.0), 64))
        return "a number" if shown.evaluation else "a place"

    stream = frames(search, 0, render, lambda: False)
    next(stream)
    search.queue(3)
    assert [next(stream), next(stream)] == [message("a place"), message("a number")]


def test_who_is_next_waits_for_the_answer_and_others_are_told_their_place() -> None:
    search = Search(SearchTask(VIEW, Limit(seconds=5.0)), time.monotonic)
    search.queue(1)
    assert search.first(0.01).ahead == 1, "it was waited for in vain"
    answers = threading.Timer(0.05, search.publish, (evaluation(VIEW, Limit(seconds=5.0), 64),))
    answers.start()
    assert search.first(60.0).evaluation is not None
    search = Search(SearchTask(VIEW, Limit(seconds=5.0)), time.monotonic)
    search.queue(2)
    assert search.first(60.0).ahead == 2 == search.first(0.01, places=2).ahead


def test_an_answer_that_comes_while_a_page_is_in_line_is_on_it(
    make_app: MakeApp, script: Script
) -> None:
    script.held = True
    app = make_app(first_wait=0.02)
    with ThreadPoolExecutor(1) as others:
        with web_app(app).rendering.admitted():
            page = others.submit(browser(app).get, f"/analyze?p={P}")
            until(lambda: web_app(app).rendering.waiting == 1)
            script.step(1)
            (search,) = web_app(app).searches.all()
            until(lambda: search.snapshot.evaluation is not None)
        assert "64 worlds" in text_of(page.result(60).text)
    script.step(9)


def test_a_new_position_is_looked_for_once_in_the_database(
    slow: FlaskClient, script: Script
) -> None:
    """Among the answers, whatever the number of depths."""
    asked, here = list[str](), threading.get_ident()

    def note(*given: Any) -> None:
        if threading.get_ident() == here:
            asked.append(given[2])

    event.listen(engine_of(slow.application), "before_cursor_execute", note)
    slow.get(f"/analyze?p={P}")
    looked = [re.findall(r"FROM (\w+)", text)[0] for text in asked if text.startswith("SELECT")]
    assert looked == ["analyses"]
    script.step(9)


def test_a_stream_that_has_nothing_to_say_answers_204(client: FlaskClient) -> None:
    assert client.get("/searches/unknown/events").status_code == 204
    page = settled(client, position(client, ELEVEN))
    ident = found(r'/searches/([^/"]+)/deeper', page)
    assert client.get(f"/searches/{ident}/events?after=99").status_code == 204
    assert messages(client.get(f"/searches/{ident}/events").text)


def test_who_asks_late_has_the_search_that_was_given_up_begun_again(
    slow: FlaskClient, script: Script
) -> None:
    page = slow.get(f"/analyze?p={P}").text
    poll, events = found(r'data-poll="([^"]+)"', page), found(EVENTS.pattern, page)
    search = web_app(slow.application).searches.find(urlsplit(poll).path.rpartition("/")[2])
    assert search is not None
    search.stop(abandoned=True)
    script.step()
    assert not search.settle(60).running
    again = slow.get(poll, headers=HTMX).text
    assert found(r'data-poll="([^"]+)"', again) != poll and "Stopped" not in text_of(again)
    script.step(3)
    settled(slow, f"/analyze?p={P}")
    late = events.partition("?")[0] + "?after=99"
    assert "Discard K♦." in text_of(messages(slow.get(late).text)[-1])
    assert script.runs == 2


def test_polling_ends_without_a_trigger(slow: FlaskClient, script: Script) -> None:
    page = slow.get(f"/analyze?p={P}").text
    poll = found(r'data-poll="([^"]+)"', page)
    running = slow.get(poll, headers=HTMX).text
    assert 'hx-trigger="every 1s"' in running
    script.step(3)
    for _ in range(100):
        last = slow.get(poll, headers=HTMX).text
        if "every 1s" not in last:
            break
        time.sleep(0.02)
    assert "Discard K♦." in text_of(last)
    assert '<div id="stream" hidden hx-swap-oob="true"></div>' in last
    assert "This search has ended." in slow.get("/searches/unknown", headers=HTMX).text


def test_stop_without_scripts_shows_what_was_found(slow: FlaskClient, script: Script) -> None:
    page = slow.get(f"/analyze?p={P}").text
    script.step()
    answer = slow.post(found(r'action="(/searches/[^"]+/stop[^"]*)"', page))
    assert answer.status_code == 303 and "stopping=1" in answer.location
    page = slow.get(answer.location).text
    assert "http-equiv" not in page
    assert script.stopped == 1
    assert "Stopped after" in page or "Stopped before" in page


def test_stop_with_scripts_ends_the_stream_and_can_be_shared(
    slow: FlaskClient, script: Script
) -> None:
    page = slow.get(f"/analyze?p={P}").text
    script.step()
    ident = found(r"/searches/([^/]+)/stop", page)
    search = web_app(slow.application).searches.find(ident)
    assert search is not None
    assert search.wait(0, 10).evaluation is not None
    fragment = slow.post(f"/searches/{ident}/stop", headers=HTMX).text
    assert '<div id="stream" hidden hx-swap-oob="true"></div>' in fragment
    assert "Think longer" in fragment
    share = found(r'href="(/a/[^"]+)"', fragment)
    assert "Too close to call" in slow.get(share).text


def test_think_longer_goes_deeper_each_time(client: FlaskClient, script: Script) -> None:
    address = position(client, ELEVEN)
    page = settled(client, address)
    seconds = []
    while "/deeper" in page:
        answer = client.post(found(r'action="(/searches/[^"]+/deeper[^"]*)"', page))
        page = settled(client, answer.location)
        limit = script.limits[-1]
        assert limit.seconds is not None
        seconds.append(limit.seconds)
    assert seconds == sorted(set(seconds)) and len(seconds) == 2
    assert max(seconds) <= web_app(client.application).settings.max_seconds
    runs = script.runs
    assert "/deeper" not in settled(client, address), "the deepest known answer is shown"
    assert script.runs == runs


def test_a_search_that_another_server_has_is_begun_anew(make_app: MakeApp, script: Script) -> None:
    script.held = True
    here, there, later = (browser(make_app(first_wait=0.02)) for _ in range(3))
    page = here.get(f"/analyze?p={P}&opponent=waiter").text
    poll, events = found(r'data-poll="([^"]+)"', page), found(EVENTS.pattern, page)
    shown = there.get(poll, headers=HTMX)
    assert shown.status_code == 200 and script.runs == 2
    (search,) = web_app(there.application).searches.all()
    assert search.task == next(iter(web_app(here.application).searches.all())).task
    with there.get(events, buffered=False) as stream:
        assert stream.status_code == 200 and script.runs == 2, "the page goes on with that one"
    script.step(6)
    share = search.settle(60).share
    until(lambda: not web_app(here.application).searches.running)
    assert share is not None and f'"/a/{share}"' in later.get(poll, headers=HTMX).text
    assert script.runs == 2, "what is stored is not computed again"
    refused = later.get("/searches/unknown?p=nonsense", headers=HTMX)
    assert refused.status_code == 422


def test_searches_begun_anew_count_as_work(make_app: MakeApp, script: Script) -> None:
    here, there = browser(make_app()), browser(make_app(work_limit="2 per minute"))
    page = here.get(f"/analyze?p={P}").text
    poll = found(r'data-poll="([^"]+)"', page)
    begun = [there.get(f"{poll}&opponent={name}", headers=HTMX) for name in "abc"]
    assert [each.status_code for each in begun] == [200, 200, 429]
    (search, *_) = web_app(there.application).searches.all()
    known = [there.get(f"/searches/{search.id}", headers=HTMX) for _ in range(3)]
    assert [each.status_code for each in known] == [200] * 3, "news of what runs here is no work"


def test_the_opponent_model_is_chosen_and_stays_in_the_address(
    client: FlaskClient, script: Script
) -> None:
    answer = client.post("/searches", data={"p": P, "opponent": "waiter"})
    assert "opponent=waiter" in answer.location
    page = settled(client, answer.location)
    assert '<option value="waiter" selected>' in page
    fragment = client.post("/searches", data={"p": P, "opponent": "nobody"}, headers=HTMX)
    assert fragment.status_code == 200
    address = fragment.headers["HX-Replace-Url"]
    assert "opponent" not in address
    assert '<option value="baseline" selected>' in settled(client, address)


def test_busy_is_told_with_a_time_and_a_way_on(slow: FlaskClient) -> None:
    busy = web_app(slow.application).searches.ask(SearchTask(VIEW, Limit(seconds=7.0), seed=9))
    busy.watch(1)
    page = slow.get(f"/analyze?p={P}")
    assert page.status_code == 503
    assert int(page.headers["Retry-After"]) >= 1
    assert "The table is full." in page.text
    assert "seven of hearts, in a run" in page.text, "the hand is shown all the same"
    fragment = slow.post("/searches", data={"p": P}, headers=HTMX)
    assert fragment.status_code == 503 and "The table is full." in fragment.text
    whole = slow.post("/searches", data={"p": P})
    assert whole.status_code == 503 and "<main" in whole.text
    answer = slow.post("/api/v1/analyze", json={"view": ELEVEN, "worlds": 5})
    assert answer.status_code == 503 and answer.json["error"]["message"]


def test_who_waits_sees_the_place_in_line(make_app: MakeApp, script: Script) -> None:
    script.held = True
    client = browser(make_app(first_wait=0.02, searches=1))
    busy = web_app(client.application).searches.ask(SearchTask(VIEW, Limit(seconds=7.0), seed=9))
    busy.watch(1)
    page = client.get(f"/analyze?p={P}")
    assert page.status_code == 200 and "In line, 1 search before yours." in page.text
    script.step()  # the other has its first answer and gives way
    script.step(6)
    deadline = time.monotonic() + 60
    while "In line" in (text := client.get(f"/analyze?p={P}").text):
        assert time.monotonic() < deadline
    assert "Dealing" in text or "<table" in text


def test_one_stream_too_many_is_refused_so_that_the_page_polls(
    make_app: MakeApp, script: Script
) -> None:
    script.held = True
    client = browser(make_app(first_wait=0.02, streams=1))
    events = found(EVENTS.pattern, client.get(f"/analyze?p={P}").text)
    with client.get(events, buffered=False) as first:
        assert first.status_code == 200
        assert browser(client.application).get(events).status_code == 503
    script.step(3)
    with client.get(events) as again:
        assert again.status_code in {200, 204}, "the place is free again"


def test_a_failed_search_says_so(client: FlaskClient, script: Script) -> None:
    script.fails = RuntimeError("oh")
    page = settled(client, position(client, ELEVEN))
    assert "The engine failed on this position." in page


def test_a_bad_position_cannot_be_searched(client: FlaskClient) -> None:
    for p in ("", "nonsense"):
        assert client.post("/searches", data={"p": p}).status_code == 422


class Ticks:
    """A clock that jumps at every look."""

    def __init__(self, step: float) -> None:
        self.now, self.step = 0.0, step

    def __call__(self) -> float:
        self.now += self.step
        return self.now


def test_a_silent_stream_pings_and_ends_when_its_reader_has_left(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(streams, "LOOK_SECONDS", 0.001)
    search = Search(SearchTask(VIEW, Limit(seconds=5.0)), Ticks(0.0))
    left: list[bool] = []
    stream = frames(search, 0, lambda _: "", lambda: bool(left), Ticks(11.0))
    assert next(stream) == ": hello\n\n"
    assert next(stream) == ": ping\n\n"
    left.append(True)
    assert list(stream) == []


def test_frames_are_no_denser_than_allowed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(streams, "FRAME_SECONDS", 0.2)
    search = Search(SearchTask(VIEW, Limit(seconds=5.0)), time.monotonic)
    stream = frames(search, 0, lambda shown: str(shown.version), lambda: False)
    next(stream)
    for worlds in range(1, 6):
        search.publish(evaluation(VIEW, Limit(seconds=5.0), worlds))
    before = time.monotonic()
    assert next(stream) == message("5")
    search.publish(evaluation(VIEW, Limit(seconds=5.0), 7))
    assert next(stream) == message("6")
    assert time.monotonic() - before >= 0.2
