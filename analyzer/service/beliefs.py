"""Beliefs about the opponent's hand for the pages: bounded, cached, and few at a time.

A summary takes a few hundredths of a second and a replay of a long hand a second or two, so both
are made on the request's own thread. Only so many at once: the others wait a moment for their
turn and then get a busy answer.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from functools import lru_cache
from typing import TypeVar

from analyzer.api.schemas.belief import BeliefJson, BeliefRequest, belief_of
from analyzer.engine.turn_evidence import BeliefSummary, TurnEvidence, model_for, read, replay
from analyzer.game.view import View
from analyzer.service.searches import BusyError

T = TypeVar("T")

AT_ONCE = 2
"""Beliefs that are worked out at the same time."""
PATIENCE = 10.0
"""Seconds that a request waits for its turn."""
RETRY_SECONDS = 3

_turns = threading.BoundedSemaphore(AT_ONCE)


def summary_of(view: View) -> BeliefSummary:
    """What may be in the opponent's hand; the same view has the same summary.

    Raises BusyError where too many are being made.
    """
    return _in_turn(lambda: _summary(view))


def evidence_of(view: View) -> tuple[TurnEvidence, ...]:
    """What each turn of the opponent revealed; raises BusyError as above."""
    return _in_turn(lambda: _evidence(view))


def answer(asked: BeliefRequest) -> BeliefJson:
    """The API's answer to a request; raises BusyError as above."""
    return _in_turn(lambda: belief_of(asked))


@lru_cache(maxsize=256)
def _summary(view: View) -> BeliefSummary:
    return read(view, model_for())


@lru_cache(maxsize=24)
def _evidence(view: View) -> tuple[TurnEvidence, ...]:
    return tuple(replay(view, model_for()))


def _in_turn(work: Callable[[], T]) -> T:
    if not _turns.acquire(timeout=PATIENCE):
        raise BusyError(RETRY_SECONDS)
    try:
        return work()
    finally:
        _turns.release()
