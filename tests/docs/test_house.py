"""The house keeps to its counts; `python -m tests.house` prints them."""

from __future__ import annotations

import pytest

from tests.house import Count, counts, trespasses


@pytest.fixture(scope="module")
def measured() -> dict[str, Count]:
    return counts()


@pytest.mark.parametrize("key", list(counts()))
def test_a_target_is_held(measured, key):
    count = measured[key]
    assert count.met, f"{count} {', '.join(count.worst)}"


def test_a_file_with_an_underscore_is_used_in_its_own_room_only():
    assert trespasses() == set()
