"""Hands of the other games as far as a test wants them."""

from __future__ import annotations

from analyzer.engine.general import greedy_move
from analyzer.practice.othergames import YOU, OtherGame, begin_other


def played(name: str, seed: int, *, knock: bool = True) -> OtherGame:
    """The first hand as a greedy player plays it to its end, or until a knock is possible."""
    game = begin_other(name, "greedy", seed)
    while not game.round.over:
        move = greedy_move(game.round.chair(YOU))
        if move.kind == "knock" and not knock:
            return game
        game = game.play(str(move))
    return game
