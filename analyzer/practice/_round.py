"""A hand of two: replayed from its moves, and as the table of any number of players shows it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from analyzer.errors import InputError
from analyzer.game.actions import Action, Kind, Turn
from analyzer.game.cards import NO_CARDS, CardSet
from analyzer.game.chair import Step
from analyzer.game.position import Position
from analyzer.game.round import Round
from analyzer.game.scoring import Outcome
from analyzer.game.table import Played
from analyzer.practice.knocks import laid_down

ANSWERS: Final = "off ", "lay off "
"""The beginnings of an answer to a knock; the first as games of two were once kept."""


def replayed(here: Position, moves: Sequence[str]) -> Position:
    """A hand after moves as they are kept; a knock without an answer has the best one.

    Raises InputError for one that is not possible.
    """
    before = here
    for number, move in enumerate(moves):
        if not move.startswith(ANSWERS):
            here, before = here.apply(_action(here, move)), here
            continue
        outcome = here.outcome
        if outcome is None or outcome.knock is None:
            raise InputError("there is no knock to answer", where="lay-off", hint="play on")
        hand = here.hands[1 - before.turn]
        defence = laid_down(outcome.knock, hand, _off(move), here.rules)
        here = before.apply(_action(before, moves[number - 1]), defence)
    return here


def _action(here: Position, move: str) -> Action:
    """The legal action that a move is; raises InputError where it is none."""
    wanted = Action.of(move)
    for action in here.legal_actions():
        if action == wanted or (not wanted.melds and action.plain == wanted):
            return action
    raise InputError(
        f"`{move[:60]}` is not possible", hint="choose one of the actions that are shown"
    )


def _off(move: str) -> CardSet:
    """The cards of an answer to a knock."""
    cards = move.partition("off ")[2]
    return Action.of(f"lay off {'nothing' if cards == 'none' else cards}").off


def round_of(position: Position) -> Round:
    """The same hand, its steps and its result told by seat.

    >>> from analyzer.game.position import deal
    >>> from analyzer.game.rules import PRESETS
    >>> here = round_of(deal(PRESETS["standard"], seed=1))
    >>> [str(move) for move in here.legal_moves()], here.chair(0).counts, here.steps
    (['take', 'pass'], (10, 10), ())
    """
    nothing = (NO_CARDS, NO_CARDS)
    taken = () if position.taken is None else (position.taken,)
    return Round(
        position.rules, position.hands, position.stock, position.pile, position.turn,
        position.question, position.dealer, position.upcard, position.known, (), nothing, taken,
        position.drawn,
        sum(turn.turn is Turn.PASS for turn in position.played[:2]), tuple(_steps(position)),
        position.shuffles, position.seed, position.outcome,
    )  # fmt: skip


def _steps(position: Position) -> Iterable[Step]:
    """Every move so far; the eleven cards dealt to the first player are none."""
    dealt = position.played[:1] if position.rules.deals_eleven else ()
    for number, turn in enumerate(position.played):
        if number >= len(dealt):
            drawn = turn.card if turn.turn is Turn.DRAW else None
            yield Step(turn.player, Action(Kind(str(turn.turn))), drawn)
        last = number == len(position.played) - 1
        if last and position.outcome is not None and position.outcome.knocker is not None:
            yield Step(turn.player, _laid(turn, position.outcome))
        elif turn.discarded is not None:
            yield Step(turn.player, Action(Kind.DISCARD, turn.discarded))


def _laid(turn: Played, outcome: Outcome) -> Action:
    """The move that laid a hand down."""
    knock = outcome.knock
    if turn.discarded is None:
        return Action(Kind.BIG_GIN)
    kind = Kind.KNOCK if knock is not None and knock.points else Kind.GIN
    return Action(kind, turn.discarded)
