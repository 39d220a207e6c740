"""The page that takes a record: what it shows, takes and refuses."""

from __future__ import annotations

import io

import pytest
from flask.testing import FlaskClient

from analyzer.web.review.samples import EXAMPLES, example
from tests.unit.test_cli_review import RECORD
from tests.web.conftest import MakeApp
from tests.web.test_review_pages import visitor


def test_the_empty_page_teaches(client: FlaskClient) -> None:
    shown = client.get("/review").text
    assert "What a record looks like" in shown and "Your reviews" not in shown
    for name in EXAMPLES:
        filled = client.get(f"/review?example={name}").text
        assert example(name).splitlines()[0].replace('"', "&#34;") in filled
    assert "Set-Cookie" not in client.get("/review").headers


@pytest.mark.parametrize("name", EXAMPLES)
def test_an_example_can_be_reviewed(name: str, make_app: MakeApp) -> None:
    client = visitor(make_app(reviews=0))
    answer = client.post("/review", data={"record": example(name), "depth": "quick"})
    assert answer.status_code == 303, answer.text


def test_a_slip_is_told_with_its_line_and_the_text_stays(make_app: MakeApp) -> None:
    client = visitor(make_app(reviews=0))
    broken = RECORD.replace("4. +2d", "4. +2x")
    answer = client.post("/review", data={"record": broken})
    assert answer.status_code == 422
    assert "4. +2x -Kd" in answer.text and "<mark>" in answer.text
    assert "line " in answer.text
    assert client.post("/review", data={"record": "  "}).status_code == 422


def test_a_file_is_taken_instead_of_the_text(make_app: MakeApp) -> None:
    client = visitor(make_app(reviews=0))
    given = {"record": "", "file": (io.BytesIO(RECORD.encode()), "hand.txt")}
    assert client.post("/review", data=given).status_code == 303
    picture = {"file": (io.BytesIO(b"\x89PNG\xff\xfe"), "hand.png")}
    answer = client.post("/review", data=picture)
    assert answer.status_code == 422 and "not text" in answer.text


def test_a_long_log_is_taken_and_an_endless_one_is_not(make_app: MakeApp) -> None:
    client = visitor(make_app(reviews=0))
    note = ("{" + "a comment " * 100 + "}\n") * 100
    answer = client.post("/review", data={"record": RECORD.replace("1. p", note + "1. p")})
    assert answer.status_code == 303
    assert client.post("/review", data={"record": note + note}).status_code == 413


def test_who_asks_for_too_many_is_told_to_come_back(make_app: MakeApp) -> None:
    client = visitor(make_app(reviews=0))
    codes = []
    for place in range(6):
        named = RECORD.replace('"Ann"', f'"Ann {place}"')
        answer = client.post("/review", data={"record": named})
        codes.append(answer.status_code)
    assert codes == [303] * 5 + [429]
    assert int(answer.headers["Retry-After"]) > 0
    assert "Ann 5" in answer.text, "what was typed is still there"
