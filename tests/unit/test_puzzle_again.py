"""When a missed puzzle comes again, and what is kept of it in the store."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy import text

from analyzer.practice.puzzles.again import LONGEST, Memory, tried
from analyzer.practice.puzzles.types import Rating
from analyzer.store import Finish, SavedAnswer, SavedTry, Store

DAY = date(2026, 1, 14)
NOW = datetime(2026, 1, 14, 12, tzinfo=UTC)


def after(*went: float) -> Memory:
    """What is remembered after tries, each on the day it was due."""
    memory = tried(None, went[0], DAY)
    for credit in went[1:]:
        assert memory is not None
        memory = tried(memory, credit, memory.due)
    assert memory is not None
    return memory


def wait(memory: Memory) -> int:
    return (memory.due - memory.reviewed).days


def test_what_is_solved_at_once_does_not_come_again() -> None:
    assert tried(None, 1.0, DAY) is None


@pytest.mark.parametrize(("credit", "hinted"), [(0.0, False), (0.5, False), (1.0, True)])
def test_what_is_missed_half_solved_or_solved_with_a_hint_comes_the_next_day(
    credit: float, hinted: bool
) -> None:
    memory = tried(None, credit, DAY, hinted=hinted)
    assert memory is not None and memory.due == DAY + timedelta(days=1)


def test_each_time_it_is_solved_it_stays_away_longer_and_comes_soon_after_a_miss() -> None:
    waits = [wait(after(0, *[1.0] * times)) for times in range(6)]
    assert waits == sorted(set(waits))
    assert wait(after(0, 1, 1, 1, 0)) < wait(after(0, 1, 1))


def test_half_solved_and_a_hint_are_worth_less_than_solved_and_more_than_missed() -> None:
    before = after(0, 1, 1)
    good, half, missed = (tried(before, credit, before.due) for credit in (1.0, 0.5, 0.0))
    with_hint = tried(before, 1.0, before.due, hinted=True)
    assert good is not None and half is not None and missed is not None
    assert good.stability > half.stability > missed.stability
    assert with_hint == half
    assert tried(before, 0.0, before.due, hinted=True) == missed


def test_right_after_it_was_told_an_answer_proves_next_to_nothing() -> None:
    missed = after(0)
    at_once = tried(missed, 1.0, DAY)
    assert at_once is not None and at_once.due == missed.due


def test_the_figures_are_those_of_the_library_and_left_to_no_chance() -> None:
    assert [wait(after(0, *[1.0] * times)) for times in range(4)] == [1, 2, 6, 17]
    assert after(0, 1, 1) == after(0, 1, 1)


@given(
    st.lists(
        st.tuples(st.sampled_from([0.0, 0.5, 1.0]), st.integers(-3, 400), st.booleans()),
        min_size=1, max_size=30,
    )
)  # fmt: skip
def test_whatever_comes_the_day_lies_ahead_and_not_too_far(
    tries: list[tuple[float, int, bool]],
) -> None:
    memory, day = None, DAY
    for credit, later, hinted in tries:
        day += timedelta(days=later)
        before, memory = memory, tried(memory, credit, day, hinted=hinted)
        if memory is None:
            assert before is None and credit == 1 and not hinted
            continue
        assert memory.sound and 1 <= wait(memory) <= LONGEST
        assert before is None or memory.reviewed == max(day, before.reviewed)


@pytest.mark.parametrize(
    "changed",
    [{"stability": -1.0}, {"stability": 1e300}, {"difficulty": 0.0}, {"difficulty": 11.0},
     {"due": DAY}, {"due": DAY + timedelta(days=LONGEST + 1)}],
)  # fmt: skip
def test_what_cannot_have_come_about_is_not_sound(changed: dict[str, object]) -> None:
    assert after(0).sound
    assert not replace(after(0), **changed).sound  # type: ignore[arg-type]


# ---------------------------------------------------------------- kept


@pytest.fixture
def store() -> Iterator[Store]:
    with Store.open("sqlite://", now=lambda: NOW) as store:
        store.upgrade()
        yield store


def finish(today: date | None = DAY) -> Finish:
    return Finish(Rating(1500, 90), lambda mine, its, credit: (its, its), today=today)


def answered(store: Store, credit: float, today: date | None = DAY) -> SavedTry:
    return store.puzzles.answer("Ann", "a", 0, SavedAnswer("take", credit), finish(today))


def test_the_visitors_day_counts_not_that_of_utc(store: Store) -> None:
    ahead = DAY + timedelta(days=1)
    assert answered(store, 0.0, ahead).memory == tried(None, 0.0, ahead)
    store.puzzles.again("Ann", "a", 1.0, ahead + timedelta(days=3))
    kept = store.puzzles.of("Ann", "a")
    assert kept is not None and kept.memory is not None
    assert kept.memory.reviewed == ahead + timedelta(days=3)
    assert kept.again_at == NOW
    assert kept.rating == Rating(1500, 90), "a later try moves no rating"


def test_a_later_miss_of_what_was_solved_at_once_comes_again(store: Store) -> None:
    assert answered(store, 1.0).memory is None
    store.puzzles.again("Ann", "a", 1.0, DAY)
    assert store.puzzles.mine("Ann")[0].memory is None
    store.puzzles.again("Ann", "a", 0.0, DAY)
    assert store.puzzles.mine("Ann")[0].memory == tried(None, 0.0, DAY)


def test_a_hint_before_the_first_answer_makes_it_come_again(store: Store) -> None:
    store.puzzles.hint("Ann", "a")
    assert answered(store, 1.0).memory == tried(None, 1.0, DAY, hinted=True)


def test_tries_from_before_this_was_kept_come_again_too(store: Store) -> None:
    answered(store, 0.0)
    store.puzzles.again("Ann", "a", 1.0, DAY)
    with store.puzzles._engine.begin() as connection:
        connection.execute(
            text("UPDATE puzzle_tries SET stability=NULL, difficulty=NULL, reviewed=NULL, due=NULL")
        )
    expected = tried(tried(None, 0.0, NOW.date()), 1.0, NOW.date())
    assert store.puzzles.mine("Ann")[0].memory == expected
    store.puzzles.again("Ann", "a", 1.0, DAY + timedelta(days=2))
    later = tried(expected, 1.0, DAY + timedelta(days=2))
    assert store.puzzles.mine("Ann")[0].memory == later
