"""The page of the audit: what it takes, shows and refuses."""

from __future__ import annotations

import io

from flask.testing import FlaskClient

from analyzer.notation.records import format_record
from analyzer.web.review import audit
from tests.unit.test_audit import HANDS

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
    assert answer.status_code == 422 and "3 hands are too many for this page" in answer.text


def test_learn_leads_to_it(client: FlaskClient) -> None:
    assert 'href="/audit"' in client.get("/learn").text
