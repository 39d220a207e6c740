"""The players by name, and their turns in words."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Final

from analyzer.game.actions import Kind, Turn
from analyzer.game.cards import Card
from analyzer.game.rules import Rules
from analyzer.game.table import Step, steps_of
from analyzer.game.view import View
from analyzer.notation.moves import move_words
from analyzer.notation.phrases import str_of, upper
from analyzer.notation.records import Record

NAMES: Final = ("You", "West", "North", "East")
TWO: Final = ("You", "Opponent")


def names_of(rules: Rules, player: int = 0) -> tuple[str, ...]:
    """Return what the players are called by their seats, clockwise from whoever looks on.

    >>> from analyzer.game.rules import PRESETS
    >>> names_of(PRESETS["three-hand"], player=1)
    ('North', 'You', 'West')
    """
    around = TWO if rules.players == 2 else NAMES[: rules.players]
    return tuple(around[(seat - player) % rules.players] for seat in range(rules.players))


def turns_in_words(
    steps: Sequence[Step], names: Sequence[str], upcard: Card | None = None
) -> Iterable[str]:
    """The moves, a turn a line; a draw with its card where that was seen.

    >>> from analyzer.game.actions import Action
    >>> steps = [Step(0, Action.of("take")), Step(0, Action.of("discard Kd"))]
    >>> list(turns_in_words(steps, ("You", "They"), Card.of("9h")))
    ['You took 9♥, discarded K♦']
    """
    pile = [] if upcard is None else [upcard]
    return (f"{names[player]} {', '.join(words)}" for player, words in _turns(steps, pile))


def turn_in_words(record: Record, number: int, *, drawn: bool = False) -> str:
    """A turn of a record, from 0, in a few words; a card from the stock with `drawn` alone.

    >>> from analyzer.notation.records import parse_record
    >>> record = parse_record('[Dealer "2"] [Hand1 "?"] [Upcard "9h"] 1. ^9h -Kd 2. +2c -?? 3. ??')
    >>> [turn_in_words(record, number) for number in range(3)]
    ['Took 9♥, discarded K♦', 'Drew, discarded a card that is forgotten', 'Forgotten']
    >>> turn_in_words(record, 1, drawn=True)
    'Drew 2♣, discarded a card that is forgotten'
    """
    played, end = record.turns[number], record.ending_of(number)
    if played.forgotten:
        return "Forgotten"
    steps = [*steps_of((played,), dealt_eleven=record.dealt_eleven and not number)]
    if end is not None and end.ends_hand:
        steps = [step for step in steps if step.move.kind is not Kind.DISCARD]
        steps.append(Step(played.player, end))
    if not drawn:
        steps = [replace(step, drawn=None) for step in steps]
    pile = [] if played.card is None else [played.card, *played.above]
    done = [word for _, words in _turns(steps, pile) for word in words]
    if played.gap and played.discarded is None and played.turn is not Turn.PASS:
        done.append("discarded a card that is forgotten")
    return upper(", ".join(done))


def _turns(steps: Sequence[Step], pile: list[Card]) -> list[tuple[int, list[str]]]:
    """(player, what was done) of each turn; the cards taken follow from those discarded."""
    turns: list[tuple[int, list[str]]] = []
    for step in steps:
        move = step.move
        words = move_words(move) if step.drawn is None else f"drew {step.drawn.symbol}"
        if move.kind is Kind.TAKE and len(pile) >= move.count:
            words = f"took {str_of(pile[-move.count :])}"
            del pile[-move.count :]
        if move.kind is Kind.DISCARD and move.card is not None:
            pile.append(move.card)
        if not turns or turns[-1][0] != step.player:
            turns.append((step.player, []))
        turns[-1][1].append(words)
    return turns


def last_turn(view: View, seat: int) -> str | None:
    """The last turn of a player in a few words: "Took J♣, discarded 9♦"."""
    pile = [] if view.upcard is None else [view.upcard]
    turns = [words for player, words in _turns(view.steps, pile) if player == seat]
    return upper(", ".join(turns[-1])) if turns else None
