"""Beliefs about the opponent's hand for the pages: bounded, cached, and few at a time.

A summary takes some tenths of a second and a replay of a long hand a second or two, so both
are made in turn while the request waits (:mod:`analyzer.service.admission`).
"""

from __future__ import annotations

from functools import lru_cache

from analyzer.api.beliefs import BeliefJson, BeliefRequest, belief_of
from analyzer.engine.turn_evidence import (
    MAP_WORLDS,
    BeliefSummary,
    TurnEvidence,
    model_for,
    read,
    replay,
)
from analyzer.game.view import View
from analyzer.service.admission import COSTLY


def summary_of(view: View) -> BeliefSummary:
    """Return what may be in the opponent's hand; the same view has the same summary.

    Raises BusyError where too many are being made.
    """
    return COSTLY.run(lambda: _summary(view))


def evidence_of(view: View) -> tuple[TurnEvidence, ...]:
    """Return what each turn of the opponent revealed; raises BusyError as above."""
    return COSTLY.run(lambda: _evidence(view))


def answer(request: BeliefRequest) -> BeliefJson:
    """The API's answer to a request; raises BusyError as above."""
    return COSTLY.run(lambda: belief_of(request))


@lru_cache(maxsize=256)
def _summary(view: View) -> BeliefSummary:
    return read(view, model_for(), MAP_WORLDS)


@lru_cache(maxsize=24)
def _evidence(view: View) -> tuple[TurnEvidence, ...]:
    return tuple(replay(view, model_for(), now=_summary(view)))
