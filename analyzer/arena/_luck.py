"""The luck of the cards that were drawn in a hand, to take it out of a result (AIVAT).

A position is worth what it comes to in playouts, both hands known and the stock in random orders,
where a policy like each player plays on for him. The luck of a draw is what the hand comes to with
that card first in the stock less what it comes to in any order. Whatever players and policies do,
it is zero on average, for the card that came was as likely as any other.
So a result without luck has the same mean and varies less
(N. Burch et al., *AIVAT*, 2018). The deal is no part of it: mirrored deals cancel that.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from analyzer.engine.bots import Bot, EaaiSimpleBot, PolicyBot
from analyzer.engine.policies import GREEDY, Policy, policy_for, weights_of
from analyzer.engine.rollout import choices_of, hand_rules, root_of
from analyzer.game.actions import DRAW, Question
from analyzer.game.cards import Card
from analyzer.game.position import Position
from analyzer.game.rules import Rules
from analyzer.game.view import view_of
from analyzer.kernel.playout import evaluate_worlds

Pair = tuple[Policy, Policy]
"""The players who play on for player 0 and for player 1."""
Orders = NDArray[np.int8]
"""int8[n, stock]: orders in which the stock may lie, as player 0 draws it."""


def stand_in(bot: Bot, rules: Rules) -> Policy:
    """The policy that plays on for a bot: its own, or one like it."""
    if isinstance(bot, PolicyBot):
        return bot.policy
    return GREEDY if isinstance(bot, EaaiSimpleBot) else policy_for(rules)


def luck_of(steps: Sequence[Position], players: Pair, orders: int, seed: int) -> float:
    """Return what the cards drawn in a hand were worth to player 0, in so many orders of the stock.

    The same orders serve the whole hand, without the cards that have been drawn: what is by
    chance in them then cancels from one draw to the next.
    """
    stock = np.array([int(card) for card in steps[0].stock], np.int8)
    rows = np.random.default_rng(seed).permuted(np.tile(stock, (orders, 1)), axis=1)
    total = 0.0
    for before, after in pairwise(steps):
        if before.question is Question.DISCARD or after.drawn is None:
            continue
        total += luck_of_card(before, after.drawn, _left(before, rows), players)
    return total


def luck_of_card(here: Position, card: Card, rows: Orders, players: Pair) -> float:
    """Return what it is worth to player 0 that the player to act draws this card."""
    with_it = worth_of_draw(here, _with_first(card, rows, here.turn), players)
    return float((with_it - worth_of_draw(here, rows, players)).mean())


def _left(here: Position, rows: Orders) -> Orders:
    """The orders without the cards that have been drawn; others where the pile was shuffled."""
    stock = [int(card) for card in here.stock]
    if not here.shuffles:
        return rows[np.isin(rows, stock)].reshape(len(rows), -1)
    anew = np.tile(np.array(stock, np.int8), (len(rows), 1))
    return np.random.default_rng(here.shuffles).permuted(anew, axis=1)


def _with_first(card: Card, rows: Orders, turn: int) -> Orders:
    """The orders with this card where the player to act draws it."""
    rest = rows[rows != int(card)].reshape(len(rows), -1)
    return np.insert(rest, rest.shape[1] if turn else 0, int(card), axis=1)


def worth_of_draw(here: Position, rows: Orders, players: Pair) -> NDArray[np.int64]:
    """Points of player 0 where the player to act draws, in each order of the stock."""
    view, rules, turn = view_of(here), here.rules, here.turn
    other, shape = here.hands[1 - turn].mask, (len(rows), 1)
    seen = rows[:, ::-1] if turn else rows  # a player draws from his own end
    points, endings = np.empty(shape, np.int16), np.empty(shape, np.int8)
    evaluate_worlds(
        root_of(view), choices_of([DRAW], view), np.full(len(rows), other, np.int64),
        np.ascontiguousarray(seen), np.zeros(len(rows), np.int8), rules.tables,
        hand_rules(rules, view.upcard), weights_of(players[turn], players[1 - turn]),
        points, endings, np.empty_like(endings),
    )  # fmt: skip
    worth: NDArray[np.int64] = points[:, 0].astype(np.int64) * view.multiplier
    return -worth if turn else worth
