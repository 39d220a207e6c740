"""Readings of the opponent's hand for the pages: bounded, kept, and few at a time.

A reading takes some hundredths of a second and a replay of a long hand a second or two, so both
are made on the request's own thread. Only so many at once: others wait a moment for a turn and
are then told that we are busy.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from functools import lru_cache
from typing import TypeVar

from analyzer.api.schemas.belief import BeliefJson, BeliefRequest, belief_of
from analyzer.engine.turn_evidence import Reading, Told, model_for, read, replay
from analyzer.game.view import View
from analyzer.service.searches import BusyError

T = TypeVar("T")

AT_ONCE = 2
"""Readings that are made at the same time."""
PATIENCE = 10.0
"""Seconds that a request waits for its turn."""
RETRY_SECONDS = 3

_turns = threading.BoundedSemaphore(AT_ONCE)


def reading_of(view: View) -> Reading:
    """What may be in the opponent's hand; the same view has the same reading.

    Raises BusyError where too many are being made.
    """
    return _in_turn(lambda: _reading(view))


def told_of(view: View) -> tuple[Told, ...]:
    """What each turn of the opponent told; raises BusyError as above."""
    return _in_turn(lambda: _told(view))


def answer(asked: BeliefRequest) -> BeliefJson:
    """The API's answer to a request; raises BusyError as above."""
    return _in_turn(lambda: belief_of(asked))


@lru_cache(maxsize=256)
def _reading(view: View) -> Reading:
    return read(view, model_for())


@lru_cache(maxsize=24)
def _told(view: View) -> tuple[Told, ...]:
    return tuple(replay(view, model_for()))


def _in_turn(work: Callable[[], T]) -> T:
    if not _turns.acquire(timeout=PATIENCE):
        raise BusyError(RETRY_SECONDS)
    try:
        return work()
    finally:
        _turns.release()
