"""The page of the gin hand record, and its conformance set."""

from __future__ import annotations

from flask.testing import FlaskClient

from tests.docs.conformance import PAGE


def test_the_page_shows_the_grammar_and_offers_the_set(client: FlaskClient) -> None:
    shown = client.get("/learn/record").text
    assert "Gin hand record 1.0" in shown and "match   = hand { newline newline hand }" in shown
    with client.get(f"/static/learn/{PAGE['set']}") as answer:
        assert answer.json is not None and answer.json["version"] == PAGE["version"]
