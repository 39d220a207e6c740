"""Tables of two: their results on a sheet for two, and the tables beside the player's."""

from __future__ import annotations

from functools import lru_cache
from random import Random

from analyzer.engine.general import greedy_move
from analyzer.game.position import deal
from analyzer.game.rules import Rules
from analyzer.game.scoring import Scored
from analyzer.game.view import seen_by


@lru_cache(maxsize=512)
def played_elsewhere(seed: str, rules: Rules, dealer: int) -> Scored:
    """The result of another table of the teams, where greedy players play."""
    here = deal(rules, Random(seed).getrandbits(62), dealer=dealer)
    while here.outcome is None:
        here = here.after_action(greedy_move(seen_by(here, here.turn)))
    return here.outcome.scored
