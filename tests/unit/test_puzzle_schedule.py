"""The schedule: which puzzle on which day, and that a day keeps what it was given."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from itertools import pairwise
from random import Random

import pytest

from analyzer.errors import InputError
from analyzer.practice.puzzles import pack
from analyzer.practice.puzzles.schedule import (
    FIRST,
    Schedule,
    load_schedule,
    own_day,
    parse_schedule,
)
from analyzer.practice.puzzles.types import ALWAYS_TAKE, Puzzle, PuzzleKind
from tests.unit.puzzles import puzzle
from tests.workshop.puzzles.planning import AHEAD, extended, format_schedule, mended

DAYS = 200
LAST = FIRST + timedelta(DAYS - 1)


def collection(number: int = 300, seed: int = 1) -> list[Puzzle]:
    chance = Random(seed)
    themes = ("outs", "danger", "undercut", "needless-take", "high-card", "play-on")
    return [
        puzzle(
            f"s{seed}n{place}", chance.choice(list(PuzzleKind)), rating=chance.gauss(1500, 200),
            themes=tuple(chance.sample(themes, chance.randrange(3))),
            greedy=float(chance.random() < 0.4),
        )
        for place in range(number)
    ]  # fmt: skip


def by_id(puzzles: list[Puzzle]) -> dict[str, Puzzle]:
    return {one.id: one for one in puzzles}


@pytest.fixture(scope="module")
def puzzles() -> list[Puzzle]:
    return collection()


@pytest.fixture(scope="module")
def whole(puzzles: list[Puzzle]) -> Schedule:
    return extended(Schedule(()), puzzles, LAST, by_id(puzzles))


def test_every_day_has_a_puzzle_of_its_own(whole: Schedule) -> None:
    assert (len(whole.ids), len(set(whole.ids))) == (DAYS, DAYS)
    assert (whole.days[0], whole.last) == (FIRST, LAST)
    assert all(whole.day_of(one) == day for day, one in zip(whole.days, whole.ids, strict=True))


def test_no_two_days_running_share_a_kind_or_a_theme(
    whole: Schedule, puzzles: list[Puzzle]
) -> None:
    known = by_id(puzzles)
    for one, other in pairwise(known[id_] for id_ in whole.ids):
        assert one.kind is not other.kind
        assert not set(one.themes) & set(other.themes)


def test_weeks_go_from_easy_to_hard(whole: Schedule, puzzles: list[Puzzle]) -> None:
    known = by_id(puzzles)
    means = []
    for weekday in range(7):
        rated = [
            known[id_].rating.rating
            for day, id_ in zip(whole.days, whole.ids, strict=True)
            if day.weekday() == weekday
        ]
        means.append(sum(rated) / len(rated))
    assert means == sorted(means)
    assert means[6] - means[0] > 300


def test_what_a_day_was_given_stays_when_packs_and_ratings_change(
    whole: Schedule, puzzles: list[Puzzle]
) -> None:
    other = [*collection(200, seed=2), *puzzles]
    later = extended(whole, other, LAST + timedelta(60), by_id(other))
    assert later.ids[:DAYS] == whole.ids
    assert len(set(later.ids)) == DAYS + 60
    assert extended(whole, other, FIRST, by_id(other)) == whole


def test_a_schedule_made_in_parts_has_no_seam(whole: Schedule, puzzles: list[Puzzle]) -> None:
    known = by_id(puzzles)
    part = extended(Schedule(()), puzzles, FIRST + timedelta(49), known)
    later = extended(part, puzzles, FIRST + timedelta(99), known)
    assert part.ids == later.ids[:50]
    assert known[later.ids[49]].kind is not known[later.ids[50]].kind


def test_too_few_puzzles_are_told_with_the_day() -> None:
    few = collection(10)
    with pytest.raises(InputError, match="no puzzle is left for 2026-01"):
        extended(Schedule(()), few, LAST, by_id(few))


def test_the_text_is_read_back(whole: Schedule) -> None:
    assert parse_schedule(format_schedule(whole)) == whole


@pytest.mark.parametrize(
    "text", ["2026-01-02 aaaa", "2026-01-01", "2026-01-01 aaaa\n2026-01-03 bbbb", "2026-01-01 a b"]
)
def test_a_line_that_does_not_follow_is_named(text: str) -> None:
    with pytest.raises(InputError, match="is not what") as caught:
        parse_schedule(text)
    assert f"line {len(text.splitlines())}" in str(caught.value.where)


@pytest.mark.parametrize("hour", range(0, 24, 3))
def test_a_date_is_believed_where_it_is_today_somewhere(hour: int) -> None:
    now = datetime(2028, 2, 29, hour, 30, tzinfo=UTC)
    for offset in range(-12, 15):
        there = (now + timedelta(hours=offset)).date()
        assert own_day(now, there) == there
    utc = date(2028, 2, 29)
    assert own_day(now, utc + timedelta(2)) == own_day(now, utc - timedelta(2)) == utc
    assert own_day(now, None) == utc


def test_the_shipped_schedule_is_of_shipped_puzzles() -> None:
    found = load_schedule()
    known = pack.shipped()
    assert set(found.ids) <= set(known)
    if known:
        assert found.last is not None
        assert found.last >= FIRST + timedelta(365 + AHEAD - 60)
    for one, other in pairwise(known[id_] for id_ in found.ids):
        assert one.kind is not other.kind
        assert not set(one.themes) & set(other.themes)


def test_the_shipped_days_ahead_are_easy_on_mondays_and_not_all_traps() -> None:
    found, known = load_schedule(), pack.shipped()
    planned = date(2026, 11, 26)
    ahead = [(day, known[id_]) for day, id_ in zip(found.days, found.ids, strict=True)
             if day >= planned]  # fmt: skip
    assert found.last == date(2028, 12, 31)
    for kind in PuzzleKind:
        own = [puzzle.obvious for _, puzzle in ahead if puzzle.kind is kind]
        assert len(own) > 20 and 0.2 <= sum(own) / len(own) <= 0.4
    rated = [[puzzle.rating.rating for day, puzzle in ahead if day.weekday() == weekday]
             for weekday in range(7)]  # fmt: skip
    means = [sum(one) / len(one) for one in rated]
    assert means == sorted(means) and means[6] - means[0] > 300


def test_a_puzzle_that_tempts_nobody_gets_no_day(puzzles: list[Puzzle]) -> None:
    def dulled(one: Puzzle) -> Puzzle:
        steps = tuple(
            replace(step, baselines={ALWAYS_TAKE: "take", "least deadwood": step.best})
            for step in one.steps
        )
        return replace(one, steps=steps)

    dull = {one.id for one in puzzles[::5]}
    mixed = [dulled(one) if one.id in dull else one for one in puzzles]
    found = extended(Schedule(()), mixed, FIRST + timedelta(99), by_id(mixed))
    assert not dull & set(found.ids)


def test_every_kind_comes_round(whole: Schedule, puzzles: list[Puzzle]) -> None:
    """Not the kinds with many puzzles first and the others when those are used up."""
    known = by_id(puzzles)
    for first in range(0, DAYS, 50):
        asked = {known[one].kind for one in whole.ids[first : first + 50]}
        assert asked == set(PuzzleKind)


def test_the_obvious_move_is_right_on_some_days_of_each_kind(
    whole: Schedule, puzzles: list[Puzzle]
) -> None:
    known = by_id(puzzles)
    for kind in PuzzleKind:
        own = [known[one].obvious for one in whole.ids if known[one].kind is kind]
        assert 0.2 <= sum(own) / len(own) <= 0.4


def test_a_retired_puzzle_leaves_the_days_from_tomorrow(
    whole: Schedule, puzzles: list[Puzzle]
) -> None:
    today = FIRST + timedelta(99)
    gone = {whole.ids[40], whole.ids[99], whole.ids[100], whole.ids[150]}
    after = mended(whole, gone, today, puzzles, by_id(puzzles))
    changed = [place for place in range(DAYS) if after.ids[place] != whole.ids[place]]
    assert changed == [100, 150]
    assert len(set(after.ids)) == DAYS and not gone & set(after.ids[100:])
    known = by_id(puzzles)
    for place in changed:
        for beside in (place - 1, place + 1):
            one, other = known[after.ids[place]], known[after.ids[beside]]
            assert one.kind is not other.kind and not {*one.themes} & {*other.themes}
