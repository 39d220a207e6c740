"""The questions a recorder can ask, in the order of a hand."""

from __future__ import annotations

from enum import StrEnum
from typing import Final

from analyzer.game.actions import Question


class Awaited(StrEnum):
    """The things a recorder can wait for."""

    DEALER = "dealer"
    HAND = "hand"
    """The cards dealt to a player, one after another."""
    UPCARD = "upcard"
    OFFER = "offer"
    """The first upcard is taken or passed."""
    DRAW = "draw"
    """The pile is taken, or a card drawn."""
    DISCARD = "discard"
    """A card is discarded, or the hand laid down; in mahjong gin melds may come first."""
    LAST = "last"
    """The last discard is taken to knock with it, or the hand ends."""
    MELD = "meld"
    """The cards of a meld that is laid on the table, one after another."""
    SPREAD = "spread"
    """The cards that the knocker laid down, whose hand was not known."""
    DEFENSE = "defense"
    """The cards that another player showed at the end, whose hand was not known."""
    NOTHING = "nothing"
    """The hand is over, or was broken off."""


SHOWDOWN: Final = frozenset({Awaited.SPREAD, Awaited.DEFENSE})
"""The cards of a hidden hand are entered once the play is over."""
OF_QUESTION: Final = {
    Question.UPCARD: Awaited.OFFER, Question.DRAW: Awaited.DRAW,
    Question.DISCARD: Awaited.DISCARD, Question.LAST: Awaited.LAST,
}  # fmt: skip
