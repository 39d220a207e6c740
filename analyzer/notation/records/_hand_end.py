"""The check that what one player tells of a hand that is over can have been."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from analyzer.errors import InputError
from analyzer.game.cards import CardSet
from analyzer.game.hand_end import HandEnd
from analyzer.game.melds import best_arrangements
from analyzer.game.table import Played, hand_before
from analyzer.game.view import HAND, Side, Turn
from analyzer.notation.numbers import counted_are
from analyzer.notation.records._check import check_record
from analyzer.notation.records.types import Record, Showdown

PLAYERS: Final = (Side.ME, Side.OPPONENT)
"""The players of the record that is made of it."""
_NOW: Final = "the hand is the one held at the end"


def check_hand_end(end: HandEnd) -> None:
    """See that a hand can have ended so; raises InputError where two things do not agree.

    A hand without a turn tells nothing, and is not looked at.
    """
    if not end.history:
        return
    _check_knocker(end)
    try:
        check_record(_record(end))
    except InputError as error:
        message = error.message
        for number, side in enumerate(PLAYERS, 1):
            message = message.replace(f"player {number}", str(side))
        raise InputError(message, where=error.where, hint=error.hint) from None


def _check_knocker(end: HandEnd) -> None:
    last = end.history[-1]
    if end.knocker is not None and last.player != end.knocker:
        raise InputError(
            f"{end.knocker} laid down, but the last turn is that of {Side(last.player)}",
            where="history",
            hint="add the turn with which they did",
        )
    if end.knocker is None and end.opponent is not None:
        raise InputError(
            "cards are shown, but nobody laid down", where="opponent", hint="say who, as `knocker`"
        )
    if end.knocker is Side.OPPONENT and end.opponent is not None:
        size = HAND if last.discarded is not None else HAND + 1
        if len(end.opponent) != size:
            raise InputError(
                f"{counted_are(len(end.opponent), 'card')} shown",
                where="opponent",
                hint=f"give all {size}",
            )


def _record(end: HandEnd) -> Record:
    """The hand as I saw it, for the referee of records; I am player 0."""
    dealt = _dealt(end)
    eleven = end.upcard is None and end.dealer == Side.OPPONENT
    turns = tuple(
        Played(PLAYERS.index(event.player), event.turn, event.card, event.discarded)
        for event in end.history
    )
    if eleven and turns[0].card is not None:  # the eleventh card was dealt, not drawn
        dealt = dealt.add(turns[0].card)
        turns = (replace(turns[0], card=None), *turns[1:])
    return Record(
        rules=end.rules, hands=(dealt, None), upcard=end.upcard, turns=turns,
        dealer=PLAYERS.index(end.dealer), showdown=_showdown(end),
    )  # fmt: skip


def _dealt(end: HandEnd) -> CardSet:
    """My cards before the first turn."""
    hand = end.hand
    for event in reversed(end.history):
        if event.player != Side.ME or event.turn is Turn.PASS:
            continue
        if event.discarded is not None and event.discarded in hand:
            raise InputError(
                f"{event.discarded} was discarded, but is in the hand", where="hand", hint=_NOW
            )
        hand = hand_before(hand, None, event.discarded)
        if event.card is not None and event.card not in hand:
            raise InputError(
                f"{event.card} came in and never left, but is not there", where="hand", hint=_NOW
            )
        hand = hand_before(hand, event.card, None)
    return hand


def _showdown(end: HandEnd) -> Showdown | None:
    if end.knocker is None:
        return None
    big = end.history[-1].discarded is None
    theirs: CardSet | None = end.opponent if end.knocker is Side.OPPONENT else None
    spread = None if theirs is None else best_arrangements(theirs, end.rules)[0]
    return Showdown(spread, None, big)
