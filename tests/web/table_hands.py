"""Hands of the other games as far as a test wants them."""

from __future__ import annotations

from analyzer.engine.general import greedy_move
from analyzer.game.actions import Action
from analyzer.game.view import seen_by
from analyzer.practice.games import Level
from analyzer.practice.play import PLAYER, Game, begin


def value_of(action: Action) -> str:
    """The value of the button of an action."""
    return Action.of(action.full).full


def played(name: str, seed: int, *, knock: bool = True) -> Game:
    """The first hand as a greedy player plays it to its end, or until a knock is possible."""
    game = begin(name, Level.QUICK, seed)
    while not game.position.over:
        move = greedy_move(seen_by(game.position, PLAYER))
        if move.kind == "knock" and not knock:
            return game
        game = game.play(str(move))
    return game
