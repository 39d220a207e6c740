"""The sources of a hand's result, once both hands are known.

Let Φ be what a position is worth to a player when both hands are known, the stock is in random
order and the yardstick plays on for both. From the deal to the end Φ goes from its mean over
all deals to the result, and every step of it has a cause:

- the deal: Φ after it, less what a hand is worth before it;
- a card from the stock: Φ with it, less Φ with whichever comes, so that drawing brings zero on
  average whatever the players do;
- a decision: −loss, and the *yardstick*'s part, what the best action is worth more than the
  yardstick's own, both by what the player knew; and what the cards *hid*, which is the rest: how
  the action turned out with these very cards, against what could be expected of it.

The step from one Φ to the next is taken between the same two numbers that the neighboring
steps end and begin with, so the parts add up to the result whatever the number of worlds.

A card from the stock is worth what becomes of the hand when the policy of these rules, the
*yardstick*, plays the cards on from there: with it, less what was to be expected. That flatters no
card: a search would add more to some cards than to others, for the best of several noisy means is
too high.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from math import ceil, hypot
from typing import Final

import numpy as np
from numpy.typing import NDArray

from analyzer.engine.belief import Worlds, of_one_type
from analyzer.engine.exact import after_draw
from analyzer.engine.fast import policy_action
from analyzer.engine.objective import Objective, objective_at, objective_of
from analyzer.engine.opponents import OPPONENTS, OpponentModel
from analyzer.engine.policies import policy_for
from analyzer.engine.rollouts import roll_out
from analyzer.engine.selfplay import figures_for
from analyzer.engine.statistics import standard_error
from analyzer.game.actions import DRAW, Question
from analyzer.game.cards import Card
from analyzer.game.position import Position
from analyzer.game.view import Side, View, view_of
from analyzer.notation.records import Record, replay
from analyzer.review.types import Balance, Choice, Drawn, Entry, Luck

PLAYERS: Final = OPPONENTS["baseline"]
"""The policy that plays the cards on, for both sides."""

Floats = NDArray[np.float64]
Points = NDArray[np.int64]

Value = Callable[[Points], Floats]
"""Turns points of the player to act into what is summed up."""


def objective_for(record: Record, seat: int) -> Objective:
    """Return what counts for a seat in a hand."""
    dealer = Side.ME if record.dealer == seat else Side.OPPONENT
    score = record.score
    mine = None if score is None else (score[seat], score[1 - seat])
    return objective_at(record.rules, mine, dealer)


def _expected(record: Record, objective: Objective, seat: int) -> float:
    """Return what a hand is worth to a seat before it is dealt; zero within a match."""
    if objective.chances is not None:
        return 0.0
    figures = figures_for(record.rules)
    total = sum(points * number for points, number in figures.points.items())
    mean = total / figures.hands
    return -mean if record.dealer == seat else mean


def _result_of(record: Record, objective: Objective, seat: int) -> float:
    """Return what the hand brought a seat, in what counts."""
    assert record.result is not None
    won = record.result.points
    points = {None: 0, seat: won}.get(record.result.winner, -won)
    return float(objective.value(np.array([points]))[0])


def balances_full(
    record: Record, entries: Sequence[Entry], worlds: int, seed: int
) -> dict[int, Balance]:
    """The balance of a hand with both hands known, by seat; none without a result.

    `entries` are those of both players, all of them.
    """
    positions = replay(record)
    begin = positions[0]
    if begin.over or record.result is None:
        return {}
    ways = {seat: _Way(objective_for(record, seat), seat) for seat in (0, 1)}
    for number, (position, after) in enumerate(pairwise(positions)):
        _step(ways.values(), position, after, number, (worlds, seed))
    return {seat: _balance_of(record, entries, way) for seat, way in ways.items()}


def _balance_of(record: Record, entries: Sequence[Entry], way: _Way) -> Balance:
    objective, seat = way.objective, way.seat
    result = _result_of(record, objective, seat)
    before = _expected(record, objective, seat)
    skill, errors = -_lost(entries, seat), _lost(entries, 1 - seat)
    deal = way.first - before
    yardstick = _beyond(entries, seat) - _beyond(entries, 1 - seat)
    mine, theirs = way.drawn[seat], way.drawn[1 - seat]
    accounted = before + deal + mine + theirs + yardstick + skill + errors
    luck = Luck(before, deal, mine, theirs, result - accounted, yardstick)
    return Balance(result, luck, skill, errors)


def balance_own(record: Record, entries: Sequence[Entry], seat: int) -> Balance | None:
    """The balance in what one player knew; None without a result or without a decision."""
    choices = [entry for entry in entries if isinstance(entry, Choice) and entry.seat == seat]
    if not choices or record.result is None:
        return None
    objective = objective_for(record, seat)
    result = _result_of(record, objective, seat)
    before, skill = _expected(record, objective, seat), -_lost(entries, seat)
    deal = choices[0].found.value - before
    mine = sum(choice.found.drawn.luck for choice in choices if choice.found.drawn is not None)
    luck = Luck(before, deal, mine, None, result - before - deal - mine - skill, None)
    return Balance(result, luck, skill, None)


def _beyond(entries: Sequence[Entry], seat: int) -> float:
    """Return how much more a player's best actions are worth than the yardstick's."""
    choices = (entry for entry in entries if isinstance(entry, Choice) and entry.seat == seat)
    return sum(choice.found.yardstick for choice in choices)


def _lost(entries: Sequence[Entry], seat: int) -> float:
    return sum(entry.verdict.loss for entry in entries if entry.seat == seat)


@dataclass(slots=True)
class _Way:
    """The gains of one seat from the steps of a hand, added up."""

    objective: Objective
    seat: int
    first: float = 0.0
    """The value of the deal to it."""
    drawn: list[float] = field(default_factory=lambda: [0.0, 0.0])
    """The luck of either player's cards from the stock."""

    def value(self, player: int) -> Value:
        """Turns points of a player into what counts for this seat."""
        if player == self.seat:
            return self.objective.value
        return lambda points: self.objective.value(-points)


def _step(
    ways: Collection[_Way], position: Position, after: Position, number: int, of: tuple[int, int]
) -> None:
    """One decision and, where it was a draw, the card that came; played out once for all.

    `of` is (worlds, seed).
    """
    drew = position.question is not Question.DISCARD and after.drawn is not None
    if number and not drew:
        return
    view, player = view_of(position), position.turn
    worlds = _worlds(position, number, *of)
    if number == 0:
        base = policy_action(view, policy_for(view.rules))
        points = roll_out(view, [base], worlds, PLAYERS).points[:, 0]
        for way in ways:
            way.first = float(way.value(player)(points).mean())
    if after.drawn is not None and drew:
        values = [way.value(player) for way in ways]
        for way, brought in zip(ways, _lucks(view, after.drawn, worlds, values), strict=True):
            way.drawn[player] += brought


def _worlds(position: Position, number: int, worlds: int, seed: int) -> Worlds:
    """Orders of the stock, in which the other player holds what they hold."""
    rng = np.random.default_rng((seed, number))
    stock = np.array([int(card) for card in position.stock], np.int8)
    rows = rng.permuted(np.tile(stock, (worlds, 1)), axis=1)
    hand = position.hands[1 - position.turn].mask
    return of_one_type(np.full(worlds, hand, np.int64), np.ascontiguousarray(rows))


def _lucks(view: View, card: Card, worlds: Worlds, values: Sequence[Value]) -> list[float]:
    """The luck of a card in each coin: its value less that of a draw of whatever comes."""
    mine, whole = with_card(view, card, worlds, PLAYERS), of_draw(view, worlds, PLAYERS)
    return [float(value(mine).mean() - value(whole).mean()) for value in values]


# ---------------------------------------------------------------- a card from the stock


def luck_of_draw(view: View, card: Card, model: OpponentModel, seed: int, worlds: int) -> Drawn:
    """The luck of a draw by what the player knew; `view` is the one before it.

    A card is as likely to come as the belief says that the opponent does not hold it; weighed so,
    the luck of all cards together is zero. What was to be expected is the mean of worlds in which
    each has a card of its own on top of the stock: every one that could come, as often as it would.
    """
    value, cluster = objective_of(view).value, model.belief.cluster
    sampled = model.belief.sample(view, seed, 0, cluster * ceil(worlds / cluster))
    mine, whole = value(with_card(view, card, sampled, model)), value(of_draw(view, sampled, model))
    luck = float(mine.mean() - whole.mean()) if len(mine) else 0.0
    errors = (standard_error(values, cluster, unknown=0.0) for values in (mine, whole))
    return Drawn(card, luck, hypot(*errors))


def of_draw(view: View, worlds: Worlds, model: OpponentModel) -> Points:
    """Signed points in each world once its next card is drawn, the yardstick playing on."""
    return roll_out(view, [DRAW], worlds, model).points[:, 0]


def with_card(view: View, card: Card, worlds: Worlds, model: OpponentModel) -> Points:
    """The same in each of the worlds in which this card can be drawn, once it is."""
    free = worlds.hands >> int(card) & 1 == 0
    hands, rows, types = worlds.hands[free], worlds.rows[free], worlds.types[free]
    if not len(hands):
        return np.zeros(0, np.int64)
    rest = rows[rows != int(card)].reshape(len(rows), rows.shape[1] - 1)
    after = after_draw(view, card)
    then = policy_action(after, policy_for(view.rules))
    return roll_out(after, [then], Worlds(hands, rest, types), model).points[:, 0]
