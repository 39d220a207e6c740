"""An observation: planes of 52 cards, then some numbers, all as eight bits.

Both players are shown their own side at any time; who is not to act is asked nothing.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from analyzer.game.actions import Question
from analyzer.game.cards import NO_CARDS, Card, CardSet
from analyzer.game.melds import deadwood
from analyzer.game.view import Side, View
from analyzer.kernel import batch
from analyzer.kernel.batch import MOST, NUMBERS, PLANES, WIDTH
from analyzer.rl.actions import NumberRange, card_number

__all__ = ["NUMBERS", "PLANES", "TABLE", "WIDTH", "observed"]

MOST_SHOWN: Final = 127
"""The highest number that eight bits with a sign hold."""


TABLE: Final = (
    NumberRange(batch.SEES_HAND, "my hand", 52),
    NumberRange(batch.SEES_TOP, "the top of the pile; none while I hold what I took from it", 52),
    NumberRange(batch.SEES_PILE, "the rest of the pile", 52),
    NumberRange(batch.SEES_THEIRS, "the other player’s cards that I know; after a knock all", 52),
    NumberRange(batch.SEES_TAKEN, "my cards that the other player saw me take", 52),
    NumberRange(batch.SEES_LAID, "melds of a knock, and what was laid off on them", 52),
    NumberRange(
        batch.SEES_QUESTION,
        "the question: 0 none (I wait), 1 upcard, 2 draw, 3 discard, 4 last discard, 5 lay off",
    ),
    NumberRange(batch.SEES_STOCK, "cards in the stock"),
    NumberRange(batch.SEES_LIMIT, "most deadwood to knock with"),
    NumberRange(batch.SEES_FACTOR, "factor of the score: 2 where a spade doubles it"),
    NumberRange(batch.SEES_DEALER, "1 if I dealt"),
    NumberRange(batch.SEES_DISCARDS, f"discards of both; after {MOST} a hand is cut off, for 0"),
    NumberRange(batch.SEES_DEADWOOD, "least deadwood of my hand as it is"),
    NumberRange(batch.SEES_KNOCK, "deadwood of the knock that I may lay off on, else 0"),
)
"""Every place of an observation."""

_ASKED: Final = {Question.UPCARD: 1, Question.DRAW: 2, Question.DISCARD: 3, Question.LAST: 4}
LAY_OFF_ASKED: Final = 5


def observed(
    view: View,
    *,
    knocker: CardSet = NO_CARDS,
    laid: CardSet = NO_CARDS,
    off: CardSet = NO_CARDS,
    dead: int = 0,
) -> NDArray[np.int8]:
    """The observation of who has a view; the rest is of a knock that they may lay off on.

    `knocker` is the hand, `laid` its melds, `off` what was laid off, `dead` the deadwood.
    """
    row = np.zeros(WIDTH, np.int8)
    hidden = view.top is None or (view.taken is not None and not laid)
    top = [] if hidden else [view.pile[-1]]
    pile = CardSet.from_cards(view.pile) - CardSet.from_cards(top)
    planes: tuple[Iterable[Card], ...] = (
        view.hand, top, pile, knocker or view.opponent, view.shown, laid | off,
    )  # fmt: skip
    for plane, cards in enumerate(planes):
        row[[52 * plane + card_number(card) for card in cards]] = 1
    question = _ASKED[view.question] if view.deciding else LAY_OFF_ASKED if knocker else 0
    numbers: Any = (
        question, view.stock, view.limit, view.multiplier, view.dealer == Side.ME,
        view.my_discards + view.their_discards,
        deadwood(view.hand - off, view.rules), dead,
    )  # fmt: skip
    row[52 * PLANES :] = np.minimum(numbers, MOST_SHOWN)
    return row
