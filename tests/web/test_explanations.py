"""The page of explanations: what its file says, in the words of the coach as it is now."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from analyzer.resources import resource_root
from analyzer.review.coach import Theme, explain, themes_of
from analyzer.web.learn.explanations import FILE, entry_of, explanations, groups, titles

THERE = (resource_root() / "static" / "evidence" / FILE).is_file()
kept = pytest.mark.skipif(not THERE, reason="the long measurement was not made")


def test_without_a_file_the_page_says_so(client: FlaskClient, tmp_path: Path) -> None:
    assert explanations(tmp_path) is None
    assert client.get("/learn/explanations").status_code == 200


@kept
def test_the_words_are_those_of_the_coach_as_it_is() -> None:
    """Written by another coach, the file says what nobody read: make it again, and read it."""
    found = explanations()
    assert found is not None
    for one in found.explanations:
        record, entry = entry_of(one)
        assert explain(entry).text() == one.text
        assert entry.seat == one.player - 1 and record.hands[entry.seat] is not None
        if one.theme is not None:
            assert Theme[one.theme] in themes_of(entry)
        else:
            assert not themes_of(entry)


@kept
def test_there_are_thirty_of_nearly_all_themes() -> None:
    found = explanations()
    assert found is not None
    themes = Counter(one.theme for one in found.explanations)
    assert sum(themes.values()) == 30
    assert set(themes) == {None, *(theme.name for theme in Theme)}


@kept
def test_the_page_shows_each_with_its_cards_and_numbers(client: FlaskClient) -> None:
    page = client.get("/learn/explanations").text
    found = explanations()
    assert found is not None and titles(found) in page
    assert page.count('class="entry-card') == len(found.explanations)
    with client.application.test_request_context():
        cards = [card for _, _, shown in groups(found) for card in shown]
    assert len({card["ident"] for card in cards}) == 30
    assert all(card["position"] or card["spreads"] for card in cards)
    assert json.dumps(found.command)[1:-1] in page
