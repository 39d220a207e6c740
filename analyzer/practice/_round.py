"""A game as it is kept, replayed: the cut before the first hand, and the moves of a hand."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Final

from analyzer.errors import InputError
from analyzer.game.actions import Action
from analyzer.game.cards import DECK, Card
from analyzer.game.position import Position
from analyzer.game.rules import Cut, Rules
from analyzer.game.scoring import first_dealer

ANSWERS: Final = "off ", "lay off "
"""The beginnings of an answer to a knock; the first as games of two were once kept."""


def drawn_dealer(seed: int, players: int) -> int:
    """The first dealer of a game, unless the player may choose."""
    return Random(f"{seed}/dealer").randrange(players)


def cut_cards(seed: int, rules: Rules, dealer: int) -> tuple[Card, ...]:
    """The cards cut before the first hand, one of each seat, by which `dealer` deals it.

    Where the higher card of two chooses, any: the bot chooses that dealer too.

    >>> from analyzer.game.rules import PRESETS
    >>> cut = cut_cards(1, PRESETS["strict-nine"], 1)
    >>> first_dealer(PRESETS["strict-nine"], cut)
    1
    """
    cards = Random(f"{seed}/cut").sample(tuple(DECK), rules.players)
    if rules.first_dealer is not Cut.CHOICE or rules.players > 2:
        deals = first_dealer(rules, cards)
        cards[deals], cards[dealer] = cards[dealer], cards[deals]
    return tuple(cards)


def may_choose(rules: Rules, cut: Sequence[Card], player: int) -> bool:
    """True if a player has cut the card that may say who deals first."""
    return rules.first_dealer is Cut.CHOICE and first_dealer(rules, cut) == player


def after_move(here: Position, move: str) -> Position:
    """A hand after a move as it is kept.

    A knock without an answer has the best one; seat 0 gives it, and seat 1 where that has knocked.
    Raises InputError for a move that is not possible.
    """
    if move.startswith(ANSWERS):
        cards = move.partition("off ")[2]
        off = Action.of(f"lay off {'nothing' if cards == 'none' else cards}").off
        knocker = None if here.outcome is None else here.outcome.knocker
        return here.answered(1 if knocker == 0 else 0, off)
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
