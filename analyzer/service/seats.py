"""Advice in the other games on a request's own thread: a few at a time, kept for who asks again."""

from __future__ import annotations

from functools import lru_cache

from analyzer.engine.general import Advice, advise
from analyzer.errors import InputError
from analyzer.game.general import Chair
from analyzer.service.turns import COSTLY

KEPT = 2_000
"""Answers that are kept."""


def advised(chair: Chair, worlds: int, seed: int = 1) -> Advice:
    """What every move is worth; raises InputError where it is not this player's turn.

    Raises BusyError where too many ask.

    >>> from analyzer.game.general import deal_round, parse_variant
    >>> advised(deal_round(parse_variant("mahjong"), seed=1).chair(0), worlds=2).worlds
    2
    """
    if chair.turn != chair.player:
        raise InputError(
            f"it is the turn of player {chair.turn + 1}", where="view",
            hint="give what the player sees who is to act",
        )  # fmt: skip
    return _advised(chair, worlds, seed)


@lru_cache(maxsize=KEPT)
def _advised(chair: Chair, worlds: int, seed: int) -> Advice:
    with COSTLY.turn():
        return advise(chair, worlds, seed)
