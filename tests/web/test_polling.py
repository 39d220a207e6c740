"""Which sockets are heard first where many have something to say."""

from __future__ import annotations

from typing import Any

from waitress.channel import HTTPChannel

from analyzer.web.polling import AT_ONCE, first_of


def connection(last_activity: float) -> HTTPChannel:
    """A connection that is no more than its age."""
    made: Any = object.__new__(HTTPChannel)
    made.last_activity = last_activity
    return made


def test_all_are_heard_where_there_are_few() -> None:
    ready = [(number, 1) for number in range(AT_ONCE)]
    assert first_of(ready, {number: connection(0.0) for number, _ in ready}) == ready


def test_of_a_crowd_the_liveliest_come_first_then_the_longest_silent() -> None:
    crowd: dict[int, Any] = {number: connection(float(number)) for number in range(120)}
    crowd[200] = object()  # a socket that listens
    ready = [(number, 1) for number in crowd]
    numbers = [number for number, _ in first_of(ready, crowd)]
    assert numbers == [200, 119, 118, 117, 116, 3, 2, 1, 0]


def test_nobody_is_heard_twice_and_nobody_put_off_for_good() -> None:
    for size in range(1, 3 * AT_ONCE):
        crowd = {number: connection(float(number)) for number in range(size)}
        waiting, passes = set(crowd), 0
        while waiting:
            heard = [number for number, _ in first_of([(each, 1) for each in waiting], crowd)]
            assert heard and len(heard) == len(set(heard))
            waiting -= set(heard)
            passes += 1
        assert passes == -(-size // AT_ONCE)
