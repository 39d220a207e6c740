"""The page of the audit: what it takes, shows and refuses."""

from __future__ import annotations

import io
from pathlib import Path

import msgspec
import pytest
from flask.testing import FlaskClient

from analyzer.notation.records import format_record
from analyzer.review.audit import Audit
from analyzer.web.review import audit
from tests.unit.test_audit import HANDS
from tests.unit.test_cli import document

TEXT = "\n\n".join(map(format_record, HANDS[:3]))


def test_hands_are_audited_as_text_and_as_files(client: FlaskClient) -> None:
    assert "Was it luck, or is the app rigged?" in client.get("/audit").text
    pasted = client.post("/audit", data={"record": TEXT, "me": "2"})
    assert pasted.status_code == 200 and "3 hands, 3 of them with every card known" in pasted.text
    assert '<option value="2" selected>' in pasted.text and "Yours against theirs" in pasted.text
    files = [
        (io.BytesIO(format_record(hand).encode()), f"{at}.txt") for at, hand in enumerate(HANDS)
    ]
    answer = client.post("/audit", data={"record": TEXT, "file": files})
    assert "6 hands, 6 of them" in answer.text


def test_what_cannot_be_audited_is_told_and_stays(client: FlaskClient) -> None:
    for text, said in (("", "There is no hand"), (TEXT.replace("[Hand1", "[Hand9"), "Hand9")):
        answer = client.post("/audit", data={"record": text})
        assert answer.status_code == 422 and said in answer.text
    claimed = client.post("/audit", data={"record": TEXT, "claims": "behind, Moon=full"})
    assert claimed.status_code == 422 and "behind, Moon=full" in claimed.text


def test_no_more_hands_are_taken_than_one_can_wait_for(client: FlaskClient, monkeypatch) -> None:
    monkeypatch.setattr(audit, "MOST_HANDS", 2)
    answer = client.post("/audit", data={"record": TEXT})
    assert answer.status_code == 422 and "3 hands are too many to wait for" in answer.text


def test_learn_leads_to_it(client: FlaskClient) -> None:
    assert 'href="/audit"' in client.get("/learn").text


def test_the_api_gives_the_audit_of_the_command(client: FlaskClient, tmp_path: Path) -> None:
    (file := tmp_path / "hands.txt").write_text(TEXT)
    asked = {"records": TEXT, "me": 2, "claims": ["behind"]}
    found = client.post("/api/v1/audit", json={**asked, "claims": []})
    assert found.status_code == 200 and "Set-Cookie" not in found.headers
    assert found.json == document("audit", str(file), "--me", "2")
    assert msgspec.convert(found.json, Audit).full == 3
    refused = client.post("/api/v1/audit", json=asked)
    assert (refused.status_code, refused.json["error"]["where"]) == (422, "claim")


def test_the_api_refuses_what_it_cannot_audit(
    client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    for asked, where, said in (
        ({"records": ""}, "records", ""),
        ({"records": TEXT, "rules": "oklahoma"}, "rules", "rules says oklahoma"),
        ({"records": TEXT, "me": 3}, "me", "3"),
        ({"records": TEXT, "seed": "00" * 32, "seal": "11" * 32}, None, ""),
        ({"hands": TEXT}, "JSON", "unknown field"),
    ):
        answer = client.post("/api/v1/audit", json=asked)
        error = answer.json["error"]
        assert answer.status_code == 422 and said in error["message"] and error["hint"]
        assert where is None or error["where"] == where
    monkeypatch.setattr(audit, "MOST_HANDS", 2)
    many = client.post("/api/v1/audit", json={"records": TEXT}).json["error"]
    assert many["where"] == "records" and "3 hands are too many" in many["message"]


@pytest.mark.parametrize("path", ["/api/v1/audit", "/api/v1/review"])
def test_records_may_be_long(client: FlaskClient, path: str) -> None:
    name = "records" if path.endswith("audit") else "record"
    answer = client.post(path, json={name: "{a comment}\n" * 6_000 + format_record(HANDS[0])})
    assert answer.status_code < 300, answer.text


def test_the_page_says_that_it_tests_twice(client: FlaskClient) -> None:
    assert "Deals and draws are two families of tests at 5% each" in client.get("/audit").text
