"""Answers where several play, on a request's own thread; kept for who asks again."""

from __future__ import annotations

from functools import lru_cache

from analyzer.engine.general import advise
from analyzer.engine.types import Evaluation
from analyzer.errors import InputError
from analyzer.game.view import View
from analyzer.service.admission import COSTLY

KEPT = 2_000
"""Answers that are kept."""


def advised(view: View, worlds: int, seed: int = 1) -> Evaluation:
    """Return what every move is worth; raises InputError where it is not this player's turn.

    Raises BusyError where too many ask.

    >>> from analyzer.game.position import deal
    >>> from analyzer.game.view import seen_by
    >>> from analyzer.game.rules import parse_rules
    >>> advised(seen_by(deal(parse_rules("mahjong"), seed=1), 0), worlds=2).worlds
    2
    """
    if view.turn != view.player:
        raise InputError(
            f"it is the turn of player {view.turn + 1}", where="view",
            hint="give what the player sees who is to act",
        )  # fmt: skip
    return _advised(view, worlds, seed)


@lru_cache(maxsize=KEPT)
def _advised(view: View, worlds: int, seed: int) -> Evaluation:
    return COSTLY.run(lambda: advise(view, worlds, seed))
