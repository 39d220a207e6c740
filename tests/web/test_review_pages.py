"""The pages of a review: who sees what, what they show, and what they hide before a try."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from dataclasses import replace
from datetime import date
from html import unescape
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from analyzer.display.review.entries import is_error
from analyzer.display.review.words import lost_in_words, place, player
from analyzer.engine.types import Grade
from analyzer.game.actions import Action, Kind
from analyzer.game.cards import Card
from analyzer.notation import parse_view
from analyzer.notation.phrases import past
from analyzer.notation.records import format_match, parse_match
from analyzer.practice.mistakes import mistakes_of
from analyzer.review import Choice, DecisionKind, HandReport, LayOff, Report, ReviewSettings, judge
from analyzer.service.jobs import Job
from analyzer.store import Status
from analyzer.web import create_app
from analyzer.web.review import live as reviewlive
from analyzer.web.review import retry
from analyzer.web.review.ownerrors import mistakes_kept, whose_mistakes
from analyzer.web.review.samples import example
from analyzer.web.review.select import Selection
from analyzer.web.state import web_app
from tests.unit.test_cli_review import RECORD
from tests.web.conftest import FROM_HERE, MakeApp, browser
from tests.web.scripted import Script, settings_in

FEW = ReviewSettings(worlds=512, luck_worlds=64)
"""Enough to find an error in the match: of 64 worlds read from the turns one cannot tell."""
ME = "somebody"


def visitor(app: Flask, name: str = ME) -> FlaskClient:
    """A browser that has been here before."""
    client = browser(app)
    with client.session_transaction() as session:
        session["visitor"] = name
    return client


@pytest.fixture(scope="module")
def done(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Flask, Job]]:
    """An application with one finished review of two players."""
    path = tmp_path_factory.mktemp("reviews") / "test.db"
    app = create_app(settings_in(path), engine=Script().engine())
    reviews = web_app(app).reviews
    job = reviews.submit(ME, parse_match(RECORD), FEW)
    deadline = time.monotonic() + 120
    while job.running:
        assert time.monotonic() < deadline
        job = reviews.wait(job.id, job.version, 1) or job
    assert job.status == "done", job.problem
    yield app, job
    web_app(app).close()


def page(done: tuple[Flask, Job], rest: str = "", **headers: str) -> str:
    app, job = done
    answer = visitor(app).get(f"/review/{job.id}{rest}", headers=headers)
    assert answer.status_code == 200, answer.text
    return answer.text


def report_of(done: tuple[Flask, Job]) -> Report:
    app, job = done
    found = web_app(app).reviews.report(job.id)
    assert found is not None
    return found


# ---------------------------------------------------------------- under way


def test_a_review_that_waits_can_be_stopped_and_gone_on_with(make_app: MakeApp) -> None:
    client = visitor(make_app(reviews=0))
    address = client.post("/review", data={"record": RECORD}).headers["Location"]
    shown = client.get(address).text
    assert "Waiting for its turn." in shown and "It is the next one." in shown
    assert '<noscript><meta http-equiv="refresh"' in shown and "sse-connect=" in shown
    assert client.post(f"{address}/stop").status_code == 303
    shown = client.get(address).text
    assert "Stopped." in shown and "1 of 9 decisions" in shown, "the lay-off is exact"
    assert "sse-connect=" not in shown and "http-equiv" not in shown
    assert client.post(f"{address}/again").status_code == 303
    assert "Waiting for its turn." in client.get(address).text


def test_what_is_not_there_yet_leads_to_the_page_that_waits(make_app: MakeApp) -> None:
    client = visitor(make_app(reviews=0))
    address = client.post("/review", data={"record": RECORD}).headers["Location"]
    for rest in ("/file", "/json", "/csv", "/retry"):
        answer = client.get(address + rest)
        assert (answer.status_code, answer.headers["Location"]) == (303, address)


def test_the_stream_ends_with_the_report(done: tuple[Flask, Job]) -> None:
    app, job = done
    answer = visitor(app).get(f"/review/{job.id}/events?after=0")
    assert answer.mimetype == "text/event-stream"
    said = answer.get_data(as_text=True)
    assert said.count('data: <div id="result"') == 1 and "Ann won 63 by a knock" in said
    after = visitor(app).get(f"/review/{job.id}/events?after={job.version}")
    assert after.status_code == 204


def test_those_who_poll_get_the_same(done: tuple[Flask, Job]) -> None:
    assert "Ann won 63 by a knock" in page(done, "/news", **{"HX-Request": "true"})


def test_a_review_that_ends_while_its_page_is_made_is_there(done: tuple[Flask, Job]) -> None:
    """The job that was asked for is still running, the one that is looked up has ended."""
    app, job = done
    late = replace(job, status=Status.RUNNING, version=job.version - 1)
    with app.test_request_context():
        body = reviewlive.body_of(late, Selection(), stream=reviewlive.events_of(late))
    assert body["final"] and body["report"] is not None and body["running"] is None


# ---------------------------------------------------------------- who may


def test_a_review_is_private_until_it_is_shared(make_app: MakeApp) -> None:
    app = make_app(reviews=0)
    me, other = visitor(app), visitor(app, "another")
    address = me.post("/review", data={"record": RECORD}).headers["Location"]
    assert other.get(address).status_code == 404
    for rest in ("/share", "/stop", "/forget", "/again"):
        assert other.post(address + rest, data={"on": "1"}).status_code == 404
    assert me.post(f"{address}/share", data={"on": "1"}).status_code == 303
    seen = other.get(address)
    assert seen.status_code == 200 and "/stop" not in seen.text
    assert other.post(f"{address}/forget").status_code == 404, "to see is not to own"
    me.post(f"{address}/share", data={"on": "0"})
    assert other.get(address).status_code == 404


def test_what_is_deleted_is_gone(make_app: MakeApp) -> None:
    client = visitor(make_app(reviews=0))
    address = client.post("/review", data={"record": RECORD}).headers["Location"]
    assert "Ann and Bob, a hand" in client.get("/review").text
    assert client.post(f"{address}/forget").status_code == 303
    assert client.get(address).status_code == 404
    assert "Ann and Bob, a hand" not in client.get("/review").text


def test_another_sites_form_cannot_delete(done: tuple[Flask, Job]) -> None:
    app, job = done
    foreign = {**FROM_HERE, "Sec-Fetch-Site": "cross-site"}
    assert visitor(app).post(f"/review/{job.id}/forget", headers=foreign).status_code == 403


def test_one_who_looks_on_has_no_buttons(done: tuple[Flask, Job]) -> None:
    app, job = done
    visitor(app).post(f"/review/{job.id}/share", data={"on": "1"})
    shown = visitor(app, "another").get(f"/review/{job.id}").text
    assert "Ann won 63 by a knock" in shown
    ours = re.sub(r'"/static/[^"]*"', "", shown)
    assert "/forget" not in ours and "/share" not in ours
    visitor(app).post(f"/review/{job.id}/share", data={"on": "0"})


# ---------------------------------------------------------------- the report


def test_the_table_comes_first_then_the_sums_then_the_list(done: tuple[Flask, Job]) -> None:
    shown = page(done)
    order = ["Ann won 63", 'id="replay"', 'id="timeline-1"', "Where the result comes from"]
    order += ["Key moments", 'id="entries"']
    places = [shown.index(words) for words in order]
    assert places == sorted(places)
    assert "never by how they turned out" in shown
    assert "Bob lost 63 by a knock" in page(done, "?seat=2")


def ids(html: str) -> list[int]:
    return [int(found) for found in re.findall(r'<article[^>]* id="e(\d+)"', html)]


def test_filters_are_addresses(done: tuple[Flask, Job]) -> None:
    report = report_of(done)

    def wanted(**asked: Any) -> list[int]:
        return [
            place
            for place, one in enumerate(report.entries)
            if one.seat == asked.get("seat", 0)
            and ("grade" not in asked or one.verdict.grade == asked["grade"])
            and ("kind" not in asked or one.kind == asked["kind"])
        ]

    assert ids(page(done, "?grade=all&seat=1")) == wanted()
    assert ids(page(done, "?grade=all&seat=2&kind=draw")) == wanted(seat=1, kind="draw")
    assert ids(page(done, "?grade=all&seat=both")) == [*range(len(report.entries))]
    errors = [place for place in wanted() if report.entries[place].verdict.grade != Grade.BEST]
    assert errors and ids(page(done)) == errors
    lucky = ids(page(done, "?luck=good&grade=&seat=1"))
    assert lucky == ids(page(done, "?luck=good&grade=all&seat=1")), "not of errors alone"
    assert "No decision matches." in page(done, "?kind=upcard&grade=blunder&seat=1")


@pytest.mark.parametrize(
    "name", ["at", "page", "hand", "seat", "kind", "grade", "theme", "luck", "turn", "look"]
)
@pytest.mark.parametrize("value", ["-1", "0", "9" * 5000, "é", "<b>", "٣"])
def test_nonsense_in_the_address_is_passed_over(
    done: tuple[Flask, Job], name: str, value: str
) -> None:
    app, job = done
    for rest in ("", "/retry"):
        answer = visitor(app).get(f"/review/{job.id}{rest}", query_string={name: value})
        assert answer.status_code == 200 and "<b></b>" not in answer.text


def test_the_fragment_is_part_of_the_page(done: tuple[Flask, Job]) -> None:
    part = page(done, "?grade=all", **{"HX-Request": "true", "HX-Target": "entries"})
    assert part.lstrip().startswith('<section class="entries" id="entries"')
    assert part.strip() in page(done, "?grade=all")


def test_a_link_to_an_entry_shows_it(done: tuple[Flask, Job]) -> None:
    report = report_of(done)
    fine = next(
        place
        for place, one in enumerate(report.entries)
        if one.seat == 1 and one.verdict.grade is Grade.BEST
    )
    shown = page(done, f"?at={fine}")
    assert fine in ids(shown) and "Bob lost 63" in shown
    card = shown[shown.index(f'id="e{fine}"') :]
    assert '<details class="more entry-table" open>' in card[: card.index("</article>")]


def test_every_error_has_what_was_better_and_why(done: tuple[Flask, Job]) -> None:
    shown = page(done)
    for card in re.findall(r"<article.*?</article>", shown, flags=re.DOTALL):
        assert "Better: " in card and "lost" in card
        assert not re.search(r'entry-lost">.*?[−-]\d', card), "a loss has no sign"


def test_what_there_is_to_keep(done: tuple[Flask, Job]) -> None:
    app, job = done
    client = visitor(app)
    found = {rest: client.get(f"/review/{job.id}/{rest}") for rest in ("file", "json", "csv")}
    assert "default-src 'none'" in found["file"].text
    assert found["file"].headers["Content-Disposition"].endswith('.html"')
    assert found["json"].json["players"] == [1, 2]
    assert len(found["csv"].text.splitlines()) == 1 + len(report_of(done).entries)
    kept = client.get(f"/review/{job.id}/record").text
    assert parse_match(kept) == parse_match(RECORD)


# ---------------------------------------------------------------- try again


def errors_of(report: Report, seat: int) -> list[Choice]:
    return [
        one
        for one in report.entries
        if isinstance(one, Choice) and one.seat == seat and one.verdict.grade is not Grade.BEST
    ]


def otherwise(report: Report) -> Report:
    """The report had the engine found the contrary: other losses, another best, other classes."""

    def turned(entry: Any) -> Any:
        if entry.verdict.grade is Grade.BEST:
            return entry
        if isinstance(entry, LayOff):
            verdict = replace(entry.verdict, loss=55.5, grade=Grade.MISTAKE)
            return replace(entry, played=entry.best, best=entry.played, verdict=verdict, value=6.6)
        values = tuple(replace(one, loss=77.7, q=-66.6) for one in entry.found.actions)
        verdict = replace(entry.verdict, loss=55.5, se=4.4, grade=Grade.MISTAKE)
        found = replace(entry.found, actions=values[::-1], played=values[0].action, verdict=verdict)
        return replace(entry, found=found)

    hands = tuple(
        HandReport(hand.record, tuple(map(turned, hand.entries)), hand.balances)
        for hand in report.hands
    )
    return replace(report, hands=hands)


def before_laying(done: tuple[Flask, Job]) -> str:
    """The address that asks the defender for the lay-off, after errors of theirs before it."""
    report = report_of(done)
    errors = [report.entries[place] for place in retry.errors_of(report, 1)]
    (place,) = (number for number, one in enumerate(errors) if isinstance(one, LayOff))
    return f"/retry?seat=2&so={retry.WRONG * place}"


def test_the_answer_is_not_in_the_page_before_the_try(
    done: tuple[Flask, Job], monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = page(done, "/retry?seat=1")
    assert "What do you play?" in asked
    contrary = otherwise(report_of(done))
    address = before_laying(done)
    laying = page(done, address)
    assert "What do you lay off?" in laying
    monkeypatch.setattr(web_app(done[0]).reviews, "report", lambda _: contrary)
    assert page(done, "/retry?seat=1") == asked, "not one byte depends on the answer"
    assert page(done, address) == laying


def laying(done: tuple[Flask, Job], *off: str) -> str:
    tried = "&try=lay-off" + "".join(f"&off={card}" for card in off)
    return page(done, before_laying(done) + tried)


def test_a_knock_is_answered_again(done: tuple[Flask, Job]) -> None:
    asked = page(done, before_laying(done))
    ticks = re.findall(r'name="off" value="(..)" aria-label', asked)
    assert sorted(ticks) == sorted(["Jh", "Js", "Ad", "2d", "3d", "5d", "6s", "8c", "Kh", "Th"])
    assert "checked" not in asked
    right = laying(done, "8c", "Jh", "Th")
    said = "Laying off 8♣, 10♥ and J♥ leaves 31 points: that is the best possible."
    assert "Right." in right and said in re.sub(r"<[^>]*>", "", right)
    assert "Laying off nothing leaves 59 points, not the least" in laying(done)
    poor = laying(done, "Th")
    assert "Not this one." in poor and "Best: 31 left" not in poor
    poor = page(done, before_laying(done) + "&try=lay-off&off=Th&second=1")
    assert "Not this one." in poor and "Best: 31 left" in poor


def test_cards_that_do_not_fit_are_no_try(done: tuple[Flask, Job]) -> None:
    said = laying(done, "Kh", "Th")
    assert "K♥ fits none of their melds." in re.sub(r"<[^>]*>", "", said)
    assert "What do you lay off?" in said
    assert sorted(re.findall(r'value="(..)" checked', said)) == ["Kh", "Th"]
    for card in ("Zz", "4c"):
        assert "What do you lay off?" in laying(done, card)


def test_a_knock_with_cards_that_go_gin_is_no_button(done: tuple[Flask, Job]) -> None:
    view = parse_view("rules: palace\nhand: 2c 4c 2d 3d 4h 7h 8h 9h Th 2s 4s\nstock: 12")
    found = judge(view, Action(Kind.GIN, Card.of("3d")), FEW)
    entry = Choice(0, 0, 0, DecisionKind.KNOCK, view, found)
    names = [str(action) for action in entry.options]
    assert "gin 3d" in names and "knock 2c" in names and "knock 3d" not in names
    assert len(names) == len(set(names))
    assert [str(one) for one in entry.options if entry.as_good(one)] == ["gin 3d"]


def test_the_mistakes_of_the_player_one_was_come_again(done: tuple[Flask, Job]) -> None:
    app, job = done
    report, client = report_of(done), visitor(app)
    today = date(2026, 3, 1)
    both = [{one.place for one in mistakes_of(report, seat, today)} for seat in (0, 1)]
    assert all(both), "both err in it"
    names = [player(report, seat) for seat in (0, 1)]
    for seat in (1, 0):
        client.post(f"/train/mistakes/of/{job.id}", data={"seat": str(seat + 1)})
        shown = client.get(f"/review/{job.id}").text
        assert f"{names[seat]}’s mistakes come back" in shown
        assert f"I was {names[1 - seat]}</button>" in shown
        with app.test_request_context():
            kept = mistakes_kept(ME)
        assert {one.place for one in kept.items} == both[seat]
    assert visitor(app, "another").post(f"/train/mistakes/of/{job.id}").status_code == 404


def test_a_try_counts_if_it_is_as_good(done: tuple[Flask, Job]) -> None:
    error = errors_of(report_of(done), 0)[0]
    best, played = error.best.action, error.found.played
    right = page(done, f"/retry?seat=1&try={best}")
    assert "Right." in right and "so=r" in right and "Better: " in right
    first = page(done, f"/retry?seat=1&try={played}")
    assert "Not this one." in first and "is what was played" in first and "so=" not in first
    assert "Better: " not in first and 'name="second" value="1"' in first
    solution = re.search(r'href="/review/[\w-]+(/retry[^"]+)">Show the answer', first)
    assert solution is not None
    wrong = page(done, unescape(solution[1]))
    assert "Not this one." in wrong and "is what was played" in wrong and "so=w" in wrong
    late = page(done, f"/retry?seat=1&second=1&try={best}")
    assert "Right." in late and "so=w" in late, "the first try counts"


def test_every_legal_action_is_a_button_once(done: tuple[Flask, Job]) -> None:
    error = errors_of(report_of(done), 0)[0]
    asked = page(done, "/retry?seat=1")
    values = re.findall(r'name="try" value="([^"]*)"', asked)
    cards = re.findall(r'name="card" value="([^"]*)"', asked)  # each goes with one button
    if cards:
        values = [one for one in values if one != "discard"] + [f"discard {one}" for one in cards]
    assert sorted(values) == sorted({str(one.action) for one in error.found.actions})


def test_nonsense_is_no_try(done: tuple[Flask, Job]) -> None:
    for rest in ("try=discard+Zz", "try=", "so=xyz", "so=%3Cb%3E"):
        assert "What do you play?" in page(done, f"/retry?seat=1&{rest}")


def test_the_tries_end_with_how_they_went(done: tuple[Flask, Job]) -> None:
    number = len(errors_of(report_of(done), 0))
    shown = page(done, f"/retry?seat=1&so={'r' * number}")
    assert "All errors tried" in shown and f"{number} of {number} error" in shown
    last = page(done, f"/retry?seat=1&so={'r' * (number - 1)}")
    assert f"Error {number} of {number}" in last


# ---------------------------------------------------------------- leaks


def test_leaks_are_of_ones_own_reviews(done: tuple[Flask, Job]) -> None:
    app, _ = done
    mine = visitor(app).get("/review/leaks?player=Ann").text
    assert "Ann lost " in mine and "By decision" in mine and "By theme" in mine
    assert "no interval can be given" in mine
    assert "Bob lost " in visitor(app).get("/review/leaks?player=Bob").text
    others = visitor(app, "another").get("/review/leaks")
    assert others.status_code == 200 and "Nothing has been counted yet." in others.text
    assert "Set-Cookie" not in browser(app).get("/review/leaks").headers


# ---------------------------------------------------------------- whose it is, and looked back on


def test_a_sample_tells_nothing_of_who_looks_at_it(done: tuple[Flask, Job]) -> None:
    app, job = done
    sample = format_match(parse_match(example("hand")))
    with app.test_request_context():
        report = web_app().reviews.report(job.id)
        seen = [
            bool(mistakes_kept("elsewhere", [replace(job, record=text)]).seen)
            for text in (sample, job.record)
        ]
        assert report is not None and seen == [False, True]
        assert whose_mistakes(job, report)
        assert whose_mistakes(replace(job, record=sample), report) is None


def test_a_hand_is_looked_back_on_beside_the_table(done: tuple[Flask, Job]) -> None:
    app, job = done
    url, asked = f"/train/ended/{job.id}", {"HX-Request": "true"}
    part, report = visitor(app).get(url, headers=asked).text, report_of(done)
    mine = [one for one in report.entries if isinstance(one, Choice) and is_error(one)]
    worst = max(mine, key=lambda one: one.verdict.loss)
    words = " ".join(re.sub(r"<[^>]+>", "", unescape(part)).split())
    cost = f"{lost_in_words(worst)}: {past(worst.view, worst.found.played)}"
    assert f"What cost most, {cost}." in words
    assert all(part in words for part in ("Luck", "Your errors", "Your best: "))
    again = re.search(r'href="([^"]+)">Try it again', part)
    assert again and place(report, worst) in visitor(app).get(unescape(again[1])).text
    assert "hx-get" not in part and visitor(app).get(url).location == f"/review/{job.id}"
    assert visitor(app, "another").get(url, headers=asked).status_code == 404
