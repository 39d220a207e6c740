"""A lock that lets in who came first."""

from __future__ import annotations

import threading

import pytest

from analyzer.service.gate import Gate
from tests.unit.test_reviewing import until


def test_who_came_first_is_first() -> None:
    gate, passed = Gate(), list[int]()

    def pass_through(number: int) -> None:
        with gate:
            passed.append(number)

    with gate:
        threads = [threading.Thread(target=pass_through, args=(number,)) for number in range(12)]
        for number, thread in enumerate(threads, 1):
            thread.start()
            until(lambda wanted=number: len(gate._line) == wanted)
        assert not passed
    for thread in threads:
        thread.join(10)
    assert passed == list(range(12))


def test_never_two_are_inside() -> None:
    gate, inside, most = Gate(), 0, 0

    def pass_often() -> None:
        nonlocal inside, most
        for _ in range(200):
            with gate, gate:
                inside += 1
                most = max(most, inside)
                inside -= 1

    threads = [threading.Thread(target=pass_often) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(30)
    assert (inside, most) == (0, 1) and gate._holder is None


def test_an_error_inside_lets_the_next_one_in() -> None:
    gate = Gate()
    with pytest.raises(ValueError, match="inside"), gate, gate:
        raise ValueError("inside")
    ended = threading.Event()

    def pass_once() -> None:
        with gate:
            ended.set()

    threading.Thread(target=pass_once).start()
    assert ended.wait(10)
