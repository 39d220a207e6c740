"""The sources of a hand's result, once both hands are known.

Let Φ be what a position is worth to a player when both hands are known, the stock is in random
order and the yardstick plays on for both. From the deal to the end Φ goes from its mean over
all deals to the result, and every step of it has a cause:

- the deal: Φ after it, less what a hand is worth before it;
- a card from the stock: Φ with it, less the mean of Φ over all cards of the stock, so that
  drawing brings zero on average whatever the players do;
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
from analyzer.engine.policies import policy_for, styled, weights_of
from analyzer.engine.rollout import hand_rules, root_of
from analyzer.engine.rollouts import roll_out
from analyzer.engine.selfplay import figures_for
from analyzer.engine.statistics import standard_error
from analyzer.game.actions import Question
from analyzer.game.cards import Card, CardSet
from analyzer.game.melds import deadwood
from analyzer.game.position import Position
from analyzer.game.view import Side, View, view_of
from analyzer.kernel import inplay
from analyzer.kernel.decide import decide
from analyzer.kernel.playout import evaluate_worlds
from analyzer.notation.records import Record, replay
from analyzer.review.types import Balance, Choice, Drawn, Entry, Luck

PLAYERS: Final = OPPONENTS["baseline"]
"""The policy that plays the cards on, for both sides."""

OTHERS: Final = 4
"""Each card that did not come gets the worlds of the one that did, divided by this."""

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
    """The luck of a card in each coin: its value less the mean over the cards of the stock."""
    draws, some = Draws(view, PLAYERS), first(worlds, len(worlds.hands) // OTHERS)
    others = [draws.points(Card(other), some) for other in sorted(worlds.rows[0].tolist())]
    mine = draws.points(card, worlds)
    return [
        float(value(mine).mean())
        - sum(float(value(other).mean()) for other in others) / len(others)
        for value in values
    ]


# ---------------------------------------------------------------- a card from the stock


def luck_of_draw(view: View, card: Card, model: OpponentModel, seed: int, worlds: int) -> Drawn:
    """The luck of a draw by what the player knew; `view` is the one before it.

    A card is as likely to come as the belief says that the opponent does not hold it; weighed so,
    the luck of all cards together is zero. Each world is played with every card that the
    opponent does not hold in it, so that the mean rests on all of them alike.
    """
    value, cluster = objective_of(view).value, model.belief.cluster
    sampled = model.belief.sample(view, seed, 0, cluster * ceil(worlds / cluster))
    some = first(sampled, cluster * ceil(len(sampled.hands) / OTHERS / cluster))
    draws = Draws(view, model)
    sums = np.zeros(len(some.hands))
    for other in view.unseen:
        sums[_held_by_nobody(some, other)] += value(draws.points(other, some))
    means = sums / (len(view.unseen) - view.hidden)
    mine = value(draws.points(card, sampled))
    luck = float(mine.mean() - means.mean()) if len(mine) else 0.0
    errors = (standard_error(values, cluster, unknown=0.0) for values in (mine, means))
    return Drawn(card, luck, hypot(*errors))


def first(worlds: Worlds, count: int) -> Worlds:
    """The first so many worlds."""
    return Worlds(worlds.hands[:count], worlds.rows[:count], worlds.types[:count])


def _held_by_nobody(worlds: Worlds, card: Card) -> NDArray[np.bool_]:
    """In which worlds the opponent does not hold a card."""
    fits: NDArray[np.bool_] = worlds.hands >> int(card) & 1 == 0
    return fits


class Draws:
    """The value of a hand with one card or another from the stock, the yardstick playing on.

    A draw is looked at with every card that could have come, so what they have in common is
    made ready once, and the table changed in the kernel's own form: a view for each card, with
    all its checks, took longer than playing it.
    """

    def __init__(self, view: View, model: OpponentModel) -> None:
        own = policy_for(view.rules)
        theirs = (styled(style, view.rules) for style in model.styles)
        self._view = view
        self._own, self._weights = weights_of(own), weights_of(own, *theirs)
        self._rules, self._tables = hand_rules(view.rules, view.upcard), view.rules.tables
        self._root = root_of(after_draw(view, next(iter(view.unseen))))

    def points(self, card: Card, worlds: Worlds) -> Points:
        """Signed points in each of the worlds in which this card can be drawn, once it is.

        The rows keep their order, so that the cards to come are the same whichever was drawn.
        """
        free = _held_by_nobody(worlds, card)
        hands, rows, types = worlds.hands[free], worlds.rows[free], worlds.types[free]
        shape = len(hands), 1
        points, endings = np.empty(shape, np.int16), np.empty(shape, np.int8)
        if len(hands):
            rest = rows[rows != int(card)].reshape(len(rows), rows.shape[1] - 1)
            root = self._root._replace(hand=self._view.hand.mask | card.mask)
            evaluate_worlds(
                root, self._choice(root), hands, rest, types, self._tables, self._rules,
                self._weights, points, endings, np.empty_like(endings),
            )  # fmt: skip
        return points[:, 0].astype(np.int64) * self._view.multiplier

    def _choice(self, root: inplay.Root) -> NDArray[np.int64]:
        """Return what the yardstick does with eleven cards: int64[1, 5]."""
        kind, card, runs, missing = decide(root, -1, self._tables, self._rules, self._own)
        dead = 0
        if kind == inplay.LAY_DOWN and card >= 0:
            dead = deadwood(CardSet(root.hand).remove(Card(card)), self._view.rules)
        return np.array([(kind, card, runs, missing, dead)], np.int64)
