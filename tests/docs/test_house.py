"""The house keeps to its counts; `python -m tests.house` prints them."""

from __future__ import annotations

import pytest

from tests.house import (
    IDEAS,
    ROOMS,
    SECOND_TYPES,
    SLACK,
    STALE,
    WHOLE,
    counts,
    gone,
    main,
    rooms,
    second_types,
    stands,
    trespasses,
    unlisted,
)


def test_every_ceiling_is_kept():
    missed = [count for count in counts().values() if not count.met]
    assert missed == [], "\n".join(f"{count} {', '.join(count.worst)}" for count in missed)


def test_a_file_with_an_underscore_is_used_in_its_own_room_only():
    assert trespasses() == set()


def test_every_room_has_a_budget_and_all_of_them_fit():
    assert set(ROOMS) == {*rooms(), "beneath"}
    assert sum(room.budget for room in ROOMS.values()) <= WHOLE.budget == 72_000
    assert ROOMS["web"].budget == 12_000


def test_a_ceiling_falls_with_what_is_there():
    here = counts()
    above = {name: here[name] for name, room in ROOMS.items() if room.ceiling is not None}
    assert {name for name, count in above.items() if count.most <= ROOMS[name].budget} == set()
    loose = [str(count) for count in above.values() if count.most - count.value > SLACK]
    assert loose == [], "lower it in tests/house.toml"


def test_each_idea_has_one_place():
    places = [idea.place for idea in IDEAS.values()]
    assert len(set(places)) == len(places) >= 11
    assert [place for place in places if not stands(place)] == []


def test_no_idea_gets_another_second_one():
    assert unlisted() == set(), "merge it into the place of its idea"
    assert second_types() <= SECOND_TYPES
    assert len(gone()) <= STALE, "take them off the lists in tests/house.py"


def test_the_counts_are_printed_beside_what_they_may_be(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr("sys.argv", ["house"])
    assert main() == 0
    printed = capsys.readouterr().out
    assert all(str(count) in printed for count in counts().values())
    assert str(counts()["lines"]).endswith("(budget 72,000)") or WHOLE.ceiling is None
    assert all(f"      {name}: {idea.place}" in printed for name, idea in IDEAS.items())
