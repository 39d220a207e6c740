"""A game told in sentences, through the boxes of the review and of the analyze page."""

from __future__ import annotations

import json
import re
from html import unescape
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from analyzer.display.review.file import report_html
from analyzer.display.review.words import gaps_of
from analyzer.notation.records import parse_match
from analyzer.notation.tales import read_tale
from analyzer.review import ReviewSettings, read_report, review, write_report
from analyzer.review.run import tasks_of
from analyzer.web.state import web_app
from tests.web.conftest import MakeApp, browser

TALES = json.loads((Path(__file__).parents[1] / "cases" / "tales.json").read_text(encoding="utf-8"))
TALE = TALES[4]["text"]
SITUATION = "I have 7h 8h 9h 4c 4d 4s Kd Qd 2c Ac, the upcard is 5s. Should I take it?"


def button(page: str, label: str) -> dict[str, str]:
    """The attributes of the button with a label."""
    found = next(one for one in re.findall(r"<button([^>]*)>([^<]*)<", page) if one[1] == label)
    return {name: unescape(value) for name, value in re.findall(r'([\w-]+)="([^"]*)"', found[0])}


@pytest.mark.parametrize("door", ["/analyze", "/analyze/preview"])
def test_a_game_in_the_analyze_box_offers_its_review(client: FlaskClient, door: str) -> None:
    page = client.post(door, data={"view": TALE}).text
    assert "This is a whole game" in page
    offer = button(page, "Review it")
    assert (offer["name"], offer["value"], offer["formaction"]) == ("record", TALE, "/review")


def test_a_situation_in_the_review_box_offers_its_analysis(client: FlaskClient) -> None:
    page = client.post("/review", data={"record": SITUATION}).text
    offer = button(page, "Analyze it")
    answer = client.post(offer["formaction"], data={offer["name"]: offer["value"]})
    assert answer.status_code == 303 and "asked=take" in answer.location


def test_a_tale_is_reviewed(make_app: MakeApp) -> None:
    app = make_app(reviews=0)
    answer = browser(app).post("/review", data={"record": TALE, "depth": "quick"})
    assert answer.status_code == 303, answer.text
    job = web_app(app).reviews.job(answer.location.rpartition("/")[2])
    assert job is not None
    assert "4. ??" in job.record and job.all == TALES[4]["hands"][0]["judged"]


def test_a_cure_is_offered_only_where_the_record_then_reads(client: FlaskClient) -> None:
    good = '[Dealer "2"] [Upcard "9h"] [Hand1 "2c 3c 4c 7h 8h Kd Qd Js 9s 5h"] 1. ^9h -1c'
    told = client.post("/review", data={"record": good}).text
    assert "Use Ac" not in told  # that card was never held
    told = client.post("/review", data={"record": good.replace("2c", "1c").replace("-1c", "-Kd")})
    assert button(told.text, "Use Ac")["value"] == good.replace("2c", "Ac").replace("-1c", "-Kd")


def test_an_error_in_a_long_tale_is_shown_with_the_words_around_it(client: FlaskClient) -> None:
    begun = "We met at the club on Friday, as we always do, and had a long evening of it. "
    wrong = begun + TALE.replace("threw the 8c", "threw the 2d") + " It was late by then." * 9
    page = client.post("/review", data={"record": wrong}).text
    (line,) = re.findall(r'class="error-quote"><code>(.*?)</code>', page, re.DOTALL)
    assert "<mark>drew the 7d and threw the 2d</mark>" in line
    assert line.startswith("… ") and line.endswith(" …") and len(line) < 300
    assert "you never held it" in page and "line 1, column" in page


def test_what_is_not_judged_is_listed_in_the_report_and_its_file() -> None:
    report = review(read_tale(TALE), settings=ReviewSettings(worlds=64, luck_worlds=64))
    assert read_report(write_report(report)) == report
    gaps = gaps_of(report, report.seats)
    assert gaps is not None and gaps.headline == "1 of 7 decisions not judged"
    assert gaps.unjudged == ("Turn 5, draw: the card on top is forgotten",)
    assert gaps.guessed == ("Rules: standard, for the text names no rules",)
    page = report_html(report)
    assert gaps.headline in page and gaps.unjudged[0] in page and gaps.guessed[0] in page
    assert report.totals[0].balance is None


NAMED = """
[Players "Ann" "Bob"] [Event "Club night"] [Hand1 "Ac 2c 3c 4d 5d 6d 9h 9s 9c Kd"] [Hand2 "?"]
[Dealer "2"] [Upcard "9d"] 1. ^9d -Kd!
"""


def test_a_shared_review_hides_names_everywhere_and_is_deleted_whole(make_app: MakeApp) -> None:
    app = make_app()
    reviews, mine, other = web_app(app).reviews, browser(app), browser(app)
    address = mine.post("/review", data={"record": NAMED, "depth": "quick"}).location
    ident = address.rpartition("/")[2]
    while (job := reviews.job(ident)) is not None and job.running:
        reviews.wait(ident, job.version, 1)
    assert job is not None
    mine.post(f"{address}/share", data={"on": "1", "nameless": "1"})
    assert "Ann" in mine.get(address).text
    for rest in ("", "/file", "/json", "/record", "/csv"):
        page = other.get(f"{address}{rest}").text
        assert not [name for name in ("Ann", "Bob", "Club night") if name in page], rest
    for rest in ("", "/report"):
        assert "Ann" not in other.get(f"/api/v1/reviews/{ident}{rest}").text
    mine.post(f"{address}/share", data={"on": "1"})
    assert "Ann" in other.get(address).text
    keys = [task.key(job.settings) for task in tasks_of(parse_match(job.record), job.seats)]
    assert len(reviews.store.findings.many(keys)) == len(keys) == 2
    mine.post(f"{address}/forget")
    assert reviews.store.findings.many(keys) == {} and reviews.job(ident) is None
    assert mine.get(address).status_code == other.get(f"{address}/json").status_code == 404
