"""Tables of two: their results on a sheet for two, and the tables beside the player's."""

from __future__ import annotations

from functools import lru_cache
from random import Random

from analyzer.engine.general import greedy_move
from analyzer.game.general import HandScore, deal_round
from analyzer.game.rules import Rules
from analyzer.game.scoring import Ended, Role, Scored


def scored_of(result: HandScore) -> Scored:
    """The result of a hand of two players on a sheet for two."""
    if not result.pairs or result.knocker is None:
        return Scored(result.kind, None, 0)
    hand_result = result.pairs[0].scored
    if hand_result.winner is None:
        return Scored(Ended.TIE, None, 0)
    winner = result.knocker if hand_result.winner is Role.KNOCKER else 1 - result.knocker
    return Scored(hand_result.kind, winner, hand_result.points)


@lru_cache(maxsize=512)
def played_elsewhere(seed: str, rules: Rules, dealer: int) -> Scored:
    """The result of another table of the teams, where greedy players play."""
    here = deal_round(rules, Random(seed).getrandbits(62), dealer=dealer)
    while here.result is None:
        here = here.played(greedy_move(here.chair(here.turn)))
    return scored_of(here.result)
