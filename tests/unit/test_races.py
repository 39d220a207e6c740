"""Many at once, on SQLite and on PostgreSQL: what was acknowledged is there, no limit is passed."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import date
from typing import TypeVar

import pytest

from analyzer.errors import InputError
from analyzer.notation.records import parse_match
from analyzer.practice.puzzles.types import Rating
from analyzer.review import ReviewSettings
from analyzer.service.admission import TooManyError
from analyzer.service.jobs import Fair
from analyzer.service.reviews import Reviews
from analyzer.store import Finish, SavedAnswer, SavedTry, Store
from analyzer.store.drafts import MOST
from analyzer.store.training import DRILLS

T = TypeVar("T")


@pytest.fixture
def store(url: str) -> Iterator[Store]:
    with Store.open(url) as opened:
        opened.upgrade()
        yield opened


def at_once(number: int, work: Callable[[int], T]) -> list[T]:
    """What each of so many threads returns; all begin at the same moment."""
    start = threading.Barrier(number)

    def run(index: int) -> T:
        start.wait()
        return work(index)

    with ThreadPoolExecutor(number) as threads:
        return list(threads.map(run, range(number)))


def moved(mine: Rating | None, its: Rating, credit: float) -> tuple[Rating, Rating]:
    """Every try moves both ratings by one."""
    mine = mine or Rating(1000, 90)
    return Rating(mine.rating + 1, 90), Rating(its.rating + 1, 90)


FINISH = Finish(Rating(1500, 90), moved)


def test_forty_visitors_answer_one_puzzle(store: Store) -> None:
    tries = at_once(
        40,
        lambda i: store.puzzles.answer(f"visitor {i}", "p", 0, SavedAnswer("draw", 1.0), FINISH),
    )
    assert all(each.finished and each.credit == 1.0 for each in tries)
    assert store.puzzles.answered("p", 0) == {"draw": 40}
    rating = store.puzzles.rating("p")
    assert rating is not None and rating.rating == 1540, "every try counts in the puzzle's rating"


def test_one_visitor_answers_many_puzzles_in_many_tabs(store: Store) -> None:
    at_once(20, lambda i: store.puzzles.answer("Ann", f"p{i}", 0, SavedAnswer("a", 1.0), FINISH))
    mine = store.puzzles.mine("Ann")
    ratings = [each.rating.rating for each in mine if each.rating]
    assert ratings == [1001.0 + i for i in range(20)], "each goes on from the one before"


def test_the_same_answer_from_many_tabs_counts_once(store: Store) -> None:
    answers = at_once(
        12,
        lambda i: store.puzzles.answer("Ann", "p", 0, SavedAnswer(f"a{i}", i / 12), FINISH),
    )
    assert len({each.answers for each in answers}) == 1
    assert sum(store.puzzles.answered("p", 0).values()) == 1
    at_once(12, lambda i: store.puzzles.hint("Bob", "p"))
    at_once(12, lambda i: store.puzzles.again("Ann", "p", 0.5, date(2026, 11, 23)))
    again = store.puzzles.of("Ann", "p")
    assert again is not None and again.again == 12


def test_a_file_that_is_taken_in_twice_at_once(store: Store) -> None:
    began = store.puzzles.answer("Bob", "x", 0, SavedAnswer("a", 1.0), FINISH).began
    tries = [
        SavedTry(f"p{i}", began, False, (SavedAnswer("a", 1.0),), began, credit=1.0)
        for i in range(30)
    ]

    def rate(mine: Rating | None, saved: SavedTry) -> Rating:
        return moved(mine, Rating(1500, 90), 1.0)[0]

    new = at_once(4, lambda i: store.puzzles.take_in("Ann", tries, rate))
    assert sum(new) == 30
    assert [each.rating.rating for each in store.puzzles.mine("Ann") if each.rating] == [
        1001.0 + i for i in range(30)
    ]


def test_twenty_drill_results(store: Store) -> None:
    at_once(20, lambda i: store.training.change("Ann", DRILLS, lambda text: (text or "") + "x"))
    kept = store.training.load("Ann", DRILLS)
    assert kept is not None and (kept.text, kept.version) == ("x" * 20, 20)


def test_drafts_have_their_limit(store: Store) -> None:
    def save(index: int) -> bool:
        try:
            store.drafts.save("Ann", f"upcard 5s, {index}")
        except InputError:
            return False
        return True

    saved = [made for _ in range(3) for made in at_once(MOST // 2, save)]
    assert sum(saved) == MOST == len(store.drafts.mine("Ann"))


RECORD = '[Hand1 "Ac 2c 3c 4d 5d 6d 9h 9s 9c Kd"] [Dealer "2"] [Upcard "9d"] 1. ^9d -Kd!'


def test_reviews_have_their_limits(store: Store) -> None:
    reviews, match = Reviews(store, Fair(each=3, near=7, all=12)), parse_match(RECORD)

    def submit(owner: str, source: str, worlds: int) -> str | None:
        try:
            return reviews.submit(owner, match, ReviewSettings(worlds=worlds), source=source).id
        except TooManyError:
            return None

    def accepted(answers: list[str | None]) -> int:
        return len(set(answers) - {None})

    assert accepted(at_once(18, lambda i: submit("Ann", "here", 256 + i))) == 3
    assert accepted(at_once(18, lambda i: submit(f"visitor {i}", "here", 256))) == 4
    assert accepted(at_once(18, lambda i: submit(f"stranger {i}", f"there {i}", 256))) == 5
    assert reviews.store.reviews.active() == 12


def test_the_same_review_asked_for_at_once_is_one(store: Store) -> None:
    reviews, match = Reviews(store), parse_match(RECORD)
    assert len({job.id for job in at_once(12, lambda i: reviews.submit("Ann", match))}) == 1


def test_a_crowd_from_one_address_does_not_come_before_others(store: Store) -> None:
    reviews, match = Reviews(store, Fair(near=50)), parse_match(RECORD)
    crowd = [
        reviews.submit(f"visitor {i}", match, ReviewSettings(worlds=65_536), source="here")
        for i in range(20)
    ]
    late = reviews.submit("Ann", match, ReviewSettings(worlds=256), source="there")
    assert reviews.ahead(late.id) <= 1
    claimed = [reviews.claim(f"worker {i}", 60) for i in range(2)]
    assert {job.id for job in claimed if job} == {crowd[0].id, late.id}


def test_workers_never_share_a_review(store: Store) -> None:
    reviews, match = Reviews(store), parse_match(RECORD)
    for i in range(10):
        reviews.submit(f"visitor {i}", match)
    jobs = at_once(16, lambda i: reviews.claim(f"worker {i}", 60))
    assert len({job.id for job in jobs if job}) == sum(job is not None for job in jobs) == 10
