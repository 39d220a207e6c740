"""The knowledge of a player of two once a hand is over."""

from __future__ import annotations

from dataclasses import dataclass, replace

from analyzer.errors import InputError
from analyzer.game.cards import Card, CardSet
from analyzer.game.position import Position
from analyzer.game.rules import Rules
from analyzer.game.table import Played, hand_before
from analyzer.game.view import Side, Turn, View, history_of, tables_of, view_before_draw


@dataclass(frozen=True, slots=True)
class HandEnd:
    """One player's knowledge of a hand that is over."""

    rules: Rules
    hand: CardSet
    """My cards at the end; eleven where I was to discard."""
    opponent: CardSet | None
    """Theirs, which are seen once somebody lays down; None after a dead hand."""
    knocker: Side | None
    """The side that laid down; None where nobody did."""
    upcard: Card | None
    dealer: Side
    history: tuple[Played, ...]
    """Every turn, oldest first. The last one of a hand that was laid down has the card discarded
    face down, none after big gin."""

    @property
    def last(self) -> Played | None:
        """The turn that ended the hand; None where nobody laid down."""
        return None if self.knocker is None else self.history[-1]

    def before_last(self) -> View:
        """Return my view before the turn that ended the hand, as if I were to draw.

        Raises InputError where nothing had been discarded before it, and for turns that cannot be.
        """
        turns = self.history if self.last is None else self.history[:-1]
        tables = tables_of(self.rules, self.upcard, turns)
        for table, event in zip(tables, turns, strict=False):
            if event.turn is Turn.TAKE and event.card != table.top:
                raise InputError(
                    f"{event.card} is taken but is not on top of the pile",
                    where="history",
                    hint="a turn takes the top of the pile, or draws",
                )
        hand, last = self.hand, self.last
        if last is not None and last.player == Side.ME:
            hand = hand_before(hand, last.card, last.discarded)
        return replace(view_before_draw(tables[-1], hand), dealer=self.dealer)


def hand_end_of(position: Position, player: int) -> HandEnd:
    """Return a player's knowledge after the end of a hand; raises ValueError while it goes on.

    >>> from analyzer.game.actions import Action, Kind
    >>> from analyzer.game.position import deal
    >>> from analyzer.game.rules import PRESETS
    >>> here = deal(PRESETS["classic"], seed=1)
    >>> while not here.over:
    ...     here = here.apply(here.legal_actions()[-1])
    >>> found = hand_end_of(here, 0)
    >>> found.knocker, found.opponent, len(found.history) > 20
    (None, None, True)
    """
    if position.outcome is None:
        raise ValueError("the hand is not over")
    knocker = position.outcome.knocker
    return HandEnd(
        rules=position.rules,
        hand=position.hands[player],
        opponent=None if knocker is None else position.hands[1 - player],
        knocker=None if knocker is None else Side(knocker != player),
        upcard=position.upcard,
        dealer=Side(position.dealer != player),
        history=history_of(position.played, player),
    )
