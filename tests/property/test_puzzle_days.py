"""Whose day it is, and what becomes of a streak: every zone, midnight, leap days, clock changes."""

from __future__ import annotations

from datetime import UTC, date, datetime, time, timedelta, timezone
from zoneinfo import ZoneInfo, available_timezones

from hypothesis import example, given
from hypothesis import strategies as st

from analyzer.practice.puzzles.book import PuzzleBook
from analyzer.practice.puzzles.schedule import FIRST, Schedule
from analyzer.practice.puzzles.streak import FREEZE_DAYS, ONE, streak
from tests.web.puzzle_samples import book

IDS = tuple(book().puzzles)
ZONES = sorted(available_timezones()) or ["UTC"]

moments = st.datetimes(
    datetime(2026, 1, 1),
    datetime(2032, 12, 31),
    timezones=st.just(UTC),  # leap years in it
)
zones = st.sampled_from(ZONES).map(ZoneInfo)
offsets = st.integers(-12 * 60, 14 * 60).map(lambda minutes: timezone(timedelta(minutes=minutes)))


def a_book(now: datetime, days: int = len(IDS)) -> PuzzleBook:
    """The puzzles of the tests on the first days, at a moment."""
    return PuzzleBook(book().puzzles, Schedule(IDS[:days]), lambda: now)


@given(moments, zones)
@example(datetime(2028, 2, 29, 11, 59, tzinfo=UTC), ZoneInfo("UTC"))
def test_the_own_date_decides_in_every_zone(now: datetime, zone: ZoneInfo) -> None:
    local = now.astimezone(zone).date()
    assert a_book(now).today(local) == local


@given(st.dates(date(2026, 1, 2), date(2032, 12, 30)), zones, st.sampled_from([-1, 0, 1]))
def test_at_midnight_the_day_turns_for_each_zone_by_itself(
    day: date, zone: ZoneInfo, second: int
) -> None:
    midnight = datetime.combine(day, time(), tzinfo=zone).astimezone(UTC)
    now = midnight + timedelta(seconds=second)
    local = now.astimezone(zone).date()
    assert a_book(now).today(local) == local
    if second >= 0:
        assert local >= day or now.astimezone(zone).utcoffset() != midnight.utcoffset()


@given(moments, st.dates(date(2025, 1, 1), date(2033, 12, 31)))
def test_a_date_that_is_nowhere_is_not_believed(now: datetime, claimed: date) -> None:
    believed = a_book(now).today(claimed)
    somewhere = {(now + timedelta(hours=hours)).date() for hours in range(-12, 15)}
    assert believed == (claimed if claimed in somewhere else now.date())
    assert a_book(now).today(None) == now.date()


@given(moments, offsets, offsets)
def test_the_same_date_has_the_same_puzzle_for_everyone(
    now: datetime, one: timezone, other: timezone
) -> None:
    first, second = a_book(now), a_book(now + timedelta(hours=3))
    day = now.astimezone(one).date()
    if day == (now + timedelta(hours=3)).astimezone(other).date():
        assert first.on(day) == second.on(day)


@given(st.integers(-3 * 24, 20 * 24), st.integers(-40, 40))
def test_no_puzzle_is_there_before_its_day_has_begun_somewhere(hours: int, days: int) -> None:
    now = datetime.combine(FIRST, time(), tzinfo=UTC) + timedelta(hours=hours)
    found, day = a_book(now, days=10), FIRST + timedelta(days)
    begun = now + timedelta(hours=14) >= datetime.combine(day, time(), tzinfo=UTC)
    there = 0 <= days < 10 and begun
    assert (found.on(day) is not None) == there
    if 0 <= days < 10:
        assert (found.find(IDS[days]) is not None) == begun
        assert (IDS[days] in {one.id for one in found.opened()}) == begun
    assert found.find(IDS[12]) is not None  # one without a day is always there


def test_a_leap_day_has_its_puzzle_and_stands_between_its_neighbors() -> None:
    leap = date(2028, 2, 29)
    ids = tuple(f"{number:010}" for number in range((leap - FIRST).days + 2))
    schedule = Schedule(ids)
    assert schedule.on(leap) != schedule.on(leap - ONE) != schedule.on(leap + ONE)
    assert schedule.day_of(ids[-2]) == leap
    played = {leap - ONE, leap, leap + ONE}
    assert streak(played, leap + ONE).length == 3


# ---------------------------------------------------------------- streaks

START = date(2028, 2, 20)  # nine days before a leap day
numbers = st.sets(st.integers(0, 60), max_size=60)


def days_of(played: set[int]) -> set[date]:
    return {START + timedelta(one) for one in played}


def by_hand(played: set[int], today: int) -> int:
    """The length of a streak, told from the rules: a missed day ends it, but for one in ten."""
    length, forgiven = 0, None
    for day in range(min([*played, today]), max([*played, today]) + 1):
        if day in played:
            length += 1
        elif day < today and length:
            if forgiven is None or day - forgiven >= FREEZE_DAYS:
                forgiven = day
            else:
                length, forgiven = 0, None
    return length


@given(numbers, st.integers(0, 60))
def test_a_streak_is_what_the_rules_say(played: set[int], today: int) -> None:
    found = streak(days_of(played), START + timedelta(today))
    assert found.length == by_hand(played, today)
    assert found.length <= found.best <= len(played)


@given(numbers, st.integers(0, 60))
def test_forgiven_days_were_missed_and_are_far_apart(played: set[int], today: int) -> None:
    found = streak(days_of(played), START + timedelta(today))
    assert not set(found.frozen) & days_of(played)
    gaps = zip(found.frozen, found.frozen[1:], strict=False)
    assert all((later - earlier).days >= FREEZE_DAYS for earlier, later in gaps)


@given(numbers, st.integers(0, 60))
def test_playing_today_adds_one_and_nothing_else_can_come_of_it(
    played: set[int], today: int
) -> None:
    before = {day for day in played if day < today}
    day = START + timedelta(today)
    waiting, done = streak(days_of(before), day), streak(days_of(before | {today}), day)
    assert done.length == waiting.length + 1
    assert done.done and not waiting.done


@given(numbers, st.integers(0, 60), st.integers(-2000, 2000))
def test_a_streak_does_not_depend_on_the_date(played: set[int], today: int, shift: int) -> None:
    day = START + timedelta(today)
    moved = {one + timedelta(shift) for one in days_of(played)}
    assert streak(moved, day + timedelta(shift)).length == streak(days_of(played), day).length


def test_one_missed_day_is_forgiven_and_a_second_within_ten_is_not() -> None:
    whole = set(range(30))
    today = START + timedelta(29)
    assert streak(days_of(whole), today).length == 30
    assert streak(days_of(whole - {12}), today).length == 29
    assert streak(days_of(whole - {12, 22}), today).length == 28
    assert streak(days_of(whole - {12, 21}), today).length == 8
    assert streak(days_of(whole - {12, 13}), today).length == 16
    assert streak(days_of(whole - {28}), today).length == 29
    assert streak(days_of(whole - {29}), today).length == 29


@given(zones, moments, st.integers(2, 12))
def test_one_who_plays_at_the_same_hour_each_day_has_a_streak_through_clock_changes(
    zone: ZoneInfo, begin: datetime, days: int
) -> None:
    played = set()
    first = begin.astimezone(zone).date()
    for number in range(days):
        evening = datetime.combine(first + timedelta(number), time(21, 30), tzinfo=zone)
        now = evening.astimezone(UTC)
        played.add(a_book(now).today(now.astimezone(zone).date()))
    assert streak(played, max(played)).length == len(played)
    assert len(played) >= days - 1  # Samoa and Kwajalein have each skipped a day once
