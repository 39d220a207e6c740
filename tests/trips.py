"""Count what four requests pass through in the package: functions, files, calls.

    python -m tests.trips [--list TRIP]

A trip is a request that an application was asked before (of views, one in other suits), whose page
is kept. What it passes through where the page was forgotten, and at first, stands beside it. What
runs on other threads is not counted; a comprehension is a function where Python makes it one.
"""

from __future__ import annotations

import argparse
import re
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from types import CodeType, FrameType
from typing import NamedTuple

from flask import Flask
from flask.testing import FlaskClient

import analyzer
from analyzer.notation.records import parse_match
from analyzer.practice.puzzles.types import PuzzleKind
from analyzer.review import ReviewSettings
from analyzer.web import create_app
from analyzer.web.review.pages import example
from analyzer.web.state import web_app
from tests.web.scripted import Script, settings_in

PACKAGE = str(Path(analyzer.__file__).parent)
ME = "somebody"
VIEW = """
rules: classic
score: 40-65
dealer: me
hand: 7h 8h 9h 4c 4d 4s Kd Qd 2c Ac
history:
  upcard 5s
  opp: pass
  me: pass
  opp: draws, discards Kh
  me: draws 4s, discards Jd
  opp: takes Jd, discards 9c
"""


@dataclass(frozen=True)
class Weight:
    """Functions and files, each counted once however often it is passed, and calls."""

    functions: int
    files: int
    calls: int

    def __str__(self) -> str:
        return f"{self.functions:4} functions {self.files:3} files {self.calls:6,} calls"


ASKED = {
    "POST of a formal view": Weight(130, 20, 13_176),
    "GET of its answer": Weight(250, 45, 3_423),
    "GET of a review": Weight(350, 50, 15_000),
    "GET of an answered puzzle": Weight(300, 50, 24_340),
}
"""What each trip is to weigh at most. Calls were asked for of a review alone (it had 45,589); those
of the others are what they were when they were first counted."""


@dataclass(frozen=True)
class Trip:
    """What one request passed through."""

    calls: Counter[CodeType]

    @property
    def weight(self) -> Weight:
        """The counts of the trip."""
        files = {code.co_filename for code in self.calls}
        return Weight(len(self.calls), len(files), self.calls.total())

    def lines(self) -> Iterator[str]:
        """Each file with its functions and how often each was called."""
        by_file: dict[str, list[str]] = {}
        for code, times in self.calls.items():
            name = code.co_filename.removeprefix(PACKAGE)[1:]
            by_file.setdefault(name, []).append(f"{code.co_name}*{times}")
        return (f"{name}: {' '.join(codes)}" for name, codes in sorted(by_file.items()))


def trip(act: Callable[[], object]) -> Trip:
    """Count what is called in the package on this thread while something is done.

    Comparisons are not: how many there are depends on what caches hold from before.
    """
    calls: Counter[CodeType] = Counter()

    def seen(frame: FrameType, event: str, _: object) -> None:
        code = frame.f_code
        if event == "call" and code.co_filename.startswith(PACKAGE) and code.co_name != "__eq__":
            calls[code] += 1

    before = sys.getprofile()
    sys.setprofile(seen)
    try:
        act()
    finally:
        sys.setprofile(before)
    return Trip(calls)


@contextmanager
def application() -> Iterator[Flask]:
    """An application on a scripted engine, with a database of its own."""
    with tempfile.TemporaryDirectory() as folder:
        app = create_app(settings_in(Path(folder, "trips.db")), engine=Script().engine())
        try:
            yield app
        finally:
            web_app(app).close()


class Trips(NamedTuple):
    """What one request passed through."""

    first: Trip
    again: Trip
    anew: Trip
    """Once more, when its page was forgotten."""


def trips() -> Iterator[tuple[str, Trips]]:
    """Each trip: its name, and what it passed through."""
    with application() as app:
        client = app.test_client()
        client.environ_base["HTTP_SEC_FETCH_SITE"] = "same-origin"
        with client.session_transaction() as session:
            session["visitor"] = ME
        post = _posting(client)
        asks = (
            post,
            _asking(client, _analysis(app, post)),
            _asking(client, _review(app)),
            _asking(client, _puzzle(app, client)),
        )
        for name, ask in zip(ASKED, asks, strict=True):
            first, again = trip(ask), trip(ask)
            _forget_pages(app)
            yield name, Trips(first, again, trip(ask))


def _forget_pages(app: Flask) -> None:
    pages = web_app(app).pages
    for key in list(pages._kept):
        pages.drop(key)


def _asking(client: FlaskClient, address: str) -> Callable[[], object]:
    return lambda: client.get(address)


def _posting(client: FlaskClient) -> Callable[[], str]:
    """How to post a view that was not posted yet; there are four, alike but for their suits."""
    turns = count()

    def post() -> str:
        suits = str.maketrans("cdhs", "cdhs"[(turn := next(turns) % 4) :] + "cdhs"[:turn])
        view = re.sub(r"\b\w[cdhs]\b", lambda card: card[0].translate(suits), VIEW)
        answer = client.post("/analyze", data={"view": view})
        assert answer.status_code == 303, answer.text
        return answer.location

    return post


def _analysis(app: Flask, post: Callable[[], str]) -> str:
    """The address of a finished answer."""
    address = post()
    app.test_client().get(address)
    while web_app(app).searches.running:
        time.sleep(0.01)
    return address


def _review(app: Flask) -> str:
    """The address of a finished review."""
    reviews = web_app(app).reviews
    settings = ReviewSettings(worlds=512, luck_worlds=64)
    job = reviews.submit(ME, parse_match(example("match")), settings)
    while job.running:
        job = reviews.wait(job.id, job.version, 1) or job
    assert job.status == "done", job.problem
    return f"/review/{job.id}"


def _puzzle(app: Flask, client: FlaskClient) -> str:
    """The address of a puzzle about a discard that was answered twice, not well, and is solved."""
    asked = (one for one in web_app(app).puzzles.opened() if one.kind is PuzzleKind.DISCARD)
    puzzle = next(asked)
    wrong = puzzle.steps[0].options[-1].answer
    answer = client.post(f"/puzzles/{puzzle.id}", data={"answer": wrong, "step": 0})
    assert answer.status_code == 303, answer.text
    other = {"again": "1", "tried": wrong, "answer": puzzle.steps[0].options[-2].answer}
    answer = client.post(f"/puzzles/{puzzle.id}/again", data=other)
    assert answer.status_code == 303, answer.text
    assert "puzzle-verdict" in client.get(answer.location).text
    return answer.location


def main() -> int:
    """Print each trip beside what it is to weigh; 1 where one weighs more."""
    parser = argparse.ArgumentParser(description="what requests pass through in the package")
    parser.add_argument("--list", metavar="TRIP", default="none", help="print what it called")
    listed = parser.parse_args().list
    heavy = 0
    for name, made in trips():
        print(f"{name:26} {made.again.weight}  asked: {ASKED[name]}")
        print(f"{'made anew':26} {made.anew.weight}  at first: {made.first.weight}")
        heavy += made.again.weight.functions > ASKED[name].functions
        if listed in name:
            print(*made.anew.lines(), sep="\n")
    return int(heavy > 0)


if __name__ == "__main__":
    sys.exit(main())
