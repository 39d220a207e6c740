"""What a page needs is worked out once: views, ids, records, melds."""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import wraps
from typing import Any

import pytest
from flask.testing import FlaskClient

from analyzer.game import melds
from analyzer.notation import encode, parse_view
from analyzer.notation._complete import complete, followed
from analyzer.notation.records import parse_match
from tests.unit.test_cli_review import RECORD
from tests.web.conftest import FROM_HERE
from tests.web.test_pages import ELEVEN, settled
from tests.web.test_review_pages import done, page, report_of

__all__ = ["done"]  # the finished review is a fixture

Count = Callable[[Callable[..., Any]], list[tuple[Any, ...]]]

HISTORY = """
hand: 5d 6d 7d Jh Jd 9c 8c 3h 3s Ad
history:
  upcard 5s
  opp: pass
  me: pass
  opp: draws, discards Kh
"""


@pytest.fixture
def count(monkeypatch: pytest.MonkeyPatch) -> Count:
    """Count the calls of a function, under every name that a module has it by."""

    def counted(function: Callable[..., Any]) -> list[tuple[Any, ...]]:
        calls: list[tuple[Any, ...]] = []

        @wraps(function)
        def called(*args: Any, **more: Any) -> Any:
            calls.append(args)
            return function(*args, **more)

        for name, module in list(sys.modules.items()):
            if name.startswith("analyzer"):
                for key in [key for key, value in vars(module).items() if value is function]:
                    monkeypatch.setattr(module, key, called)
        return calls

    return counted


@pytest.fixture(autouse=True)
def nothing_kept() -> None:
    """Begin as a process that has shown nothing yet."""
    followed.cache_clear()
    encode.cache_clear()
    melds.best_arrangements.cache_clear()


@pytest.mark.parametrize("text", [ELEVEN, HISTORY])
def test_one_analysis_completes_its_view_once_and_encodes_its_id_once(
    client: FlaskClient, count: Count, text: str
) -> None:
    address = f"/analyze?p={encode(parse_view(text))}"
    settled(client, address)
    followed.cache_clear()
    encode.cache_clear()
    completed = count(complete)
    shown = client.get(address)
    assert shown.status_code == 200 and 'id="result"' in shown.text
    assert len(completed) <= 1
    assert encode.cache_info().misses <= 1


def test_a_record_is_parsed_once_on_its_way_into_review(client: FlaskClient, count: Count) -> None:
    parsed = count(parse_match)
    posted = client.post("/review", data={"record": RECORD, "depth": "quick"}, headers=FROM_HERE)
    assert posted.status_code == 303
    assert client.get(posted.location).status_code == 200
    assert len(parsed) == 1


def test_a_review_solves_each_hand_that_it_shows_once(done: Any, count: Count) -> None:
    report_of(done)
    melds.best_arrangements.cache_clear()
    calls = count(melds.arrangements)
    assert "Turn" in page(done)
    solved = [(cards.mask, rules.name) for cards, rules, _ in calls]
    assert len(solved) == len(set(solved))
