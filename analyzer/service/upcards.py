"""The cards that may be up and are worth taking: a small search each, cached, and few at a time."""

from __future__ import annotations

from collections.abc import Callable
from enum import StrEnum
from functools import lru_cache

from analyzer.engine.thresholds import half_width
from analyzer.engine.types import Evaluation, Limit
from analyzer.game.actions import TAKE
from analyzer.game.view import View
from analyzer.service.admission import COSTLY
from analyzer.service.ports import Engine

WORLDS = 512
"""Worlds of one search: all forty-two take about half a second."""


class Offer(StrEnum):
    """The choice for a card that is up."""

    TAKE = "take"
    CLOSE = "close"
    LEAVE = "leave"


def offers(engine: Engine, views: tuple[View, ...]) -> tuple[Offer, ...]:
    """For each view whether to take its top card; raises BusyError where too many are asked."""
    plain = "baseline" if "baseline" in engine.opponents else engine.opponent
    analyze: Callable[..., Evaluation] = engine.analyze
    return COSTLY.run(lambda: _offers(analyze, plain, views))


@lru_cache(maxsize=64)
def _offers(
    analyze: Callable[..., Evaluation], opponent: str, views: tuple[View, ...]
) -> tuple[Offer, ...]:
    limit = Limit(worlds=WORLDS)
    return tuple(_offer(analyze(view, limit, opponent=opponent, threads=1)) for view in views)


def _offer(evaluation: Evaluation) -> Offer:
    first, *others = evaluation.actions
    if others and others[0].loss <= half_width(others[0].loss_se):
        return Offer.CLOSE
    return Offer.TAKE if first.action == TAKE else Offer.LEAVE
