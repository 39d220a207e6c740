"""Moves of a hand as games are kept: replayed."""

from __future__ import annotations

from typing import Final

from analyzer.errors import InputError
from analyzer.game.actions import Action
from analyzer.game.position import Position

ANSWERS: Final = "off ", "lay off "
"""The beginnings of an answer to a knock; the first as games of two were once kept."""


def after_move(here: Position, move: str, player: int) -> Position:
    """A hand after a move as it is kept; `player` is who answers a knock.

    A knock without an answer has the best one. Raises InputError for a move that is not possible.
    """
    if move.startswith(ANSWERS):
        cards = move.partition("off ")[2]
        off = Action.of(f"lay off {'nothing' if cards == 'none' else cards}").off
        return here.answered(player, off)
    wanted = Action.of(move)
    return here.apply(_legal(here, wanted) if here.rules.two_handed else wanted)


def _legal(here: Position, wanted: Action) -> Action:
    """The legal action that is meant, with its spread; raises InputError where it is none."""
    for action in here.legal_actions():
        if action == wanted or (not wanted.melds and action.plain == wanted):
            return action
    raise InputError(
        f"`{str(wanted)[:60]}` is not possible", hint="choose one of the actions that are shown"
    )
