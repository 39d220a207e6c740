"""The house keeps to its counts; `python -m tests.house` prints them."""

from __future__ import annotations

from tests.house import counts, trespasses


def test_every_target_is_held():
    missed = [count for count in counts().values() if not count.met]
    assert missed == [], "\n".join(f"{count} {', '.join(count.worst)}" for count in missed)


def test_a_file_with_an_underscore_is_used_in_its_own_room_only():
    assert trespasses() == set()
