"""A hand of the general game as the kernel takes it, and its playout."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from analyzer.game.actions import Action, Kind, Question
from analyzer.game.cards import NO_CARDS, Card
from analyzer.game.jokers import meld_rules as melds_of
from analyzer.game.position import Position
from analyzer.game.rules import GameKind, Rules, Tie, Wall
from analyzer.game.view import View
from analyzer.kernel import general as kernel
from analyzer.kernel.general import MOST_MELDS, Seats, TableRules
from analyzer.kernel.rng import seeded

Points = NDArray[np.int64]

_TIES = {Tie.UNDERCUT: 0, Tie.NOTHING: 1, Tie.KNOCKER: 2}


def rules_of_hand(rules: Rules, upcard: Card | None) -> TableRules:
    """The rules of one hand, as the kernel takes them."""
    return TableRules(
        players=rules.players,
        limit=rules.limit_for(upcard),
        gin=rules.gin_bonus,
        undercut=rules.undercut_bonus,
        tie=_TIES[rules.tie],
        big_gin=-1 if rules.big_gin_bonus is None else rules.big_gin_bonus,
        may_return=int(rules.may_return_upcard),
        reshuffle=int(rules.wall is Wall.RESHUFFLE),
        factor=rules.multiplier_for(upcard),
    )


def _row(cards: tuple[Card, ...]) -> Points:
    row = np.zeros(54, np.int64)
    row[: len(cards)] = cards
    return row


def seats_of(here: Position | View) -> Seats:
    """A hand in play; of a view the own hand alone, with nothing in the stock."""
    rules, seats = here.rules, range(here.rules.players)
    stock = here.stock[::-1] if isinstance(here, Position) else ()
    masks = [hand.mask for hand in here.hands] if isinstance(here, Position) else [
        here.hand.mask if seat == here.player else 0 for seat in seats
    ]  # fmt: skip
    melds = np.zeros(MOST_MELDS, np.int64)
    melds[: len(here.melds)] = [meld.filled.mask for meld in here.melds]
    history = here.played if isinstance(here, Position) else here.history or ()
    return Seats(
        hands=np.array(masks, np.int64),
        pile=_row(here.pile),
        stock=_row(stock),
        laid=np.array([rules.points(cards) for cards in here.laid or [NO_CARDS] * len(seats)]),
        melds=melds,
        piled=len(here.pile),
        stocked=len(stock),
        melded=len(here.melds),
        turn=here.turn,
        state=_state(here),
        passes=here.passes,
        taken=-1 if here.forbidden is None else int(here.forbidden),
        discards=sum(turn.discarded is not None for turn in history),
    )


def _state(here: Position | View) -> int:
    if here.question is Question.UPCARD:
        return kernel.OFFER
    if here.question is Question.DISCARD:
        return kernel.TO_DISCARD
    return kernel.MUST_DRAW if here.must_draw else kernel.TO_DRAW


def moves_of(view: View) -> tuple[Action, ...]:
    """All that can be done, a knock once for each discard and with the least deadwood."""
    moves = view.moves()
    gins = {move.card for move in moves if move.kind is Kind.GIN}
    return tuple(move for move in moves if move.kind is not Kind.KNOCK or move.card not in gins)


def played_out(here: Position, move: Action, seed: int, number: int) -> Points:
    """Signed points of all seats after a move and greedy play to the end."""
    out = np.zeros(here.rules.players, np.int64)
    rules, melds = rules_of_hand(here.rules, here.upcard), melds_of(here.rules)
    if move.ends_hand:
        hands = np.array([hand.mask for hand in here.hands], np.int64)
        if move.card is not None:
            hands[here.turn] &= ~move.card.mask
        bonus = rules.big_gin if move.kind is Kind.BIG_GIN else rules.gin
        kernel.settle(hands, here.turn, bonus, rules, melds, out)
        return out
    after = here.after_action(move)
    if after.outcome is not None:
        return np.array(after.outcome.points, np.int64)
    if here.rules.play is GameKind.MAHJONG:
        kernel.play_mahjong(seats_of(after), rules, melds, out)
    else:
        at_once = np.full(here.rules.players, rules.limit, np.int64)
        kernel.play_knocking(seats_of(after), seeded(seed, number), at_once, rules, melds, out)
    return out
