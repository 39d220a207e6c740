"""What a page needs is worked out once: views, ids, records, melds."""

from __future__ import annotations

import sys
import time
from collections import Counter
from collections.abc import Callable
from functools import wraps
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from analyzer.game import melds
from analyzer.game.jokers import best_layouts
from analyzer.kernel import defend
from analyzer.notation import encode, format_view, ident, parse_view
from analyzer.notation._complete import complete, followed
from analyzer.notation.records import parse_match
from analyzer.web.review.samples import _stored
from analyzer.web.state import web_app
from tests.unit.test_cli import run
from tests.unit.test_cli_review import RECORD
from tests.web.conftest import FROM_HERE, browser
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
    format_view.cache_clear()
    nothing_solved()


def nothing_solved() -> None:
    melds.best_arrangements.cache_clear()
    melds._arrangements.cache_clear()
    best_layouts.cache_clear()


def solved_once(calls: list[tuple[Any, ...]]) -> int:
    """How many hands the solver arranged, each of them once for as many points.

    The hand after the best discard may be asked for twice: for the least deadwood, and for what
    can be knocked with.
    """
    assert not [asked for asked, times in Counter(call[:2] for call in calls).items() if times > 1]
    hands = {mask for mask, *_ in calls}
    assert len(calls) <= len(hands) + 1
    return len(hands)


KNOCKS = "hand: 7h 8h 9h 4c 4d 4s 5c Qd 2c Ac 3s\nstock: 20"
SPREADS = "hand: 3c 7d 7h 7s 8d 8h 8s 9d 9h 9s Kd\nstock: 20"
SENTENCE = "I hold 5d 6d 7d Jh Jd 9c 8c 3h 3s Ad, upcard 5s"


@pytest.mark.parametrize(
    ("text", "hands"), [(ELEVEN, 12), (HISTORY, 2), (KNOCKS, 12), (SENTENCE, 2)]
)
def test_the_way_of_one_analysis(client: FlaskClient, count: Count, text: str, hands: int) -> None:
    """What was typed is completed once, and what its address holds once; the rest is kept.

    A sentence whose words are all understood is read once. The id is made once, whoever asks for
    it; a request
    reads it once.
    """
    completed, encoded, read = count(complete), count(ident._follows), count(ident.decode)
    solved = count(defend.spread)
    posted = client.post("/analyze", data={"view": text})
    assert posted.status_code == 303
    assert len(completed) == (2 if text == HISTORY else 1)
    settled(client, posted.location)
    assert len(completed) <= 3 and len(encoded) == 1
    assert solved_once(solved) == hands
    before = len(completed), len(read), len(solved)
    assert 'id="result"' in client.get(posted.location).text
    assert (len(completed), len(read) - 1, len(solved)) == before
    assert len(encoded) == 1


@pytest.mark.parametrize("text", [ELEVEN, HISTORY])
def test_one_analysis_completes_its_view_once_and_encodes_its_id_once(
    client: FlaskClient, count: Count, text: str
) -> None:
    address = f"/analyze?p={encode(parse_view(text))}"
    settled(client, address)
    followed.cache_clear()
    encode.cache_clear()
    format_view.cache_clear()
    completed, encoded = count(complete), count(ident._follows)
    shown = client.get(f"{address}&once=more")
    assert shown.status_code == 200 and 'id="result"' in shown.text
    assert (len(completed), len(encoded)) == (1, 1)


def test_a_record_is_parsed_once_on_its_way_into_review(client: FlaskClient, count: Count) -> None:
    parsed = count(parse_match)
    posted = client.post("/review", data={"record": RECORD, "depth": "quick"}, headers=FROM_HERE)
    assert posted.status_code == 303
    assert client.get(posted.location).status_code == 200
    assert len(parsed) == 1


def test_a_record_is_parsed_once_until_it_is_reviewed(app: Flask, count: Count) -> None:
    """The worker takes the match as it was read; the finished report is read once, for all."""
    _stored()  # the examples, which a server reads once
    parsed, client, reviews = count(parse_match), browser(app), web_app(app).reviews
    posted = client.post("/review", data={"record": RECORD, "depth": "quick"}, headers=FROM_HERE)
    job = reviews.job(posted.location.rpartition("/")[2])
    deadline = time.monotonic() + 60
    while job is not None and job.running and time.monotonic() < deadline:
        job = reviews.wait(job.id, job.version, 1)
    assert job is not None and job.status == "done"
    assert len(parsed) == 1
    for _ in range(3):
        assert client.get(posted.location).status_code == 200
    assert len(parsed) == 2


def test_the_play_table_solves_the_hand_that_it_shows_once(
    client: FlaskClient, count: Count
) -> None:
    client.post("/train/play/new", data={"rules": "standard"}, headers=FROM_HERE)
    nothing_solved()
    solved = count(defend.spread)
    assert client.get("/train/play").status_code == 200
    assert solved_once(solved) == 1
    assert client.get("/train/play").status_code == 200
    assert len(solved) == 1


@pytest.mark.parametrize(("text", "hands"), [(KNOCKS, 0), (SPREADS, 11)])
def test_the_terminal_completes_once_and_solves_each_hand_once(
    count: Count, text: str, hands: int
) -> None:
    """Spreads are weighed only where a discard leaves several."""
    completed, encoded, solved = count(complete), count(ident._follows), count(defend.spread)
    shown = run("analyze", text, "--worlds", "64", "--no-models")
    assert shown.exit_code == 0, shown.output
    assert (len(completed), len(encoded)) == (1, 0)
    assert solved_once(solved) == hands


def test_a_review_solves_each_hand_that_it_shows_once(done: Any, count: Count) -> None:
    report_of(done)
    melds.best_arrangements.cache_clear()
    calls = count(melds.arrangements)
    assert "Turn" in page(done)
    solved = [(cards.mask, rules.name) for cards, rules, _ in calls]
    assert len(solved) == len(set(solved))
