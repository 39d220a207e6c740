"""Hands and decisions in the middle of self-play, for whatever is measured."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import count, islice
from typing import Any

import numpy as np
from numpy.typing import NDArray

from analyzer.arena.benchmark import _loops as loops
from analyzer.engine.fast import policy_action
from analyzer.engine.policies import BASELINE, policy_for, weights_of
from analyzer.engine.rollout import hand_rules
from analyzer.game.cards import Card, CardSet
from analyzer.game.position import deal
from analyzer.game.rules import Rules
from analyzer.game.view import Question, Side, View, view_of

DISCARDS = (6, 14)
"""Cards discarded by both players together in the middle of a hand: least and most."""


@dataclass(frozen=True, slots=True)
class _ReachedPosition:
    """One position that self-play came to; `truth` are the places named in `loops`."""

    truth: tuple[int, ...]
    pile: tuple[Card, ...]
    """Oldest first."""
    discards: int
    """Cards discarded by both."""

    def view(self, rules: Rules) -> View:
        """Return what the player with eleven cards knows."""
        truth = self.truth
        mine = self.discards // 2
        return View(
            rules=rules,
            hand=CardSet(truth[loops.HAND]),
            pile=self.pile,
            stock=truth[loops.STOCK],
            question=Question.DISCARD,
            known=(CardSet(truth[loops.SHOWN]), CardSet(truth[loops.KNOWN])),
            taken=_card(truth[loops.TAKEN]),
            drawn=_card(truth[loops.DRAWN]),
            dealer=Side.OPPONENT if self.discards % 2 == 0 else Side.ME,
            my_discards=mine,
            their_discards=self.discards - mine,
        )


def _card(index: int) -> Card | None:
    return None if index < 0 else Card(index)


@dataclass(frozen=True, slots=True)
class SelfPlayed:
    """The yield of a number of deals of self-play."""

    spots: tuple[_ReachedPosition, ...]
    """Positions in the middle of a hand."""
    knocks: NDArray[np.int64]
    """Knocks with deadwood, int64[n, 3]: the defender's hand, the spread's runs and missing."""

    @property
    def hands(self) -> NDArray[np.int64]:
        """The eleven cards of every spot, as masks."""
        return np.array([spot.truth[loops.HAND] for spot in self.spots], np.int64)


def play(rules: Rules, spots: int, seed: int = 1) -> SelfPlayed:
    """Deal and play until there are so many spots.

    >>> from analyzer.game.rules import PRESETS
    >>> played = play(PRESETS["standard"], 3)
    >>> [len(spot.view(PRESETS["standard"]).hand) for spot in played.spots]
    [11, 11, 11]
    """
    row, pile = np.zeros(52, np.int8), np.zeros(52, np.int8)
    spot = np.zeros(loops.SPOT, np.int64)
    weights, tables = weights_of(BASELINE, BASELINE), rules.tables
    # Nobody knocks for the stock's sake: a hand that goes on as long as this is dropped.
    played_by = hand_rules(rules)._replace(limit=rules.knock_limit, may_return=0, reshuffle=1)
    reached_positions: list[_ReachedPosition] = []
    knocks: list[list[Any]] = []
    number, (least, most) = 0, DISCARDS
    while len(reached_positions) < spots:
        discards = least + number % (most - least + 1)
        end = loops.reach(seed, number, discards, row, spot, pile, tables, played_by, weights)
        if end == loops.REACHED:
            lying = tuple(Card(card) for card in pile[: spot[loops.PILE]].tolist())
            reached_positions.append(_ReachedPosition(tuple(spot.tolist()), lying, discards))
        elif end == loops.KNOCKED:
            knocks.append(spot[[loops.OTHER, loops.RUNS, loops.MISSING]].tolist())
        number += 1
    return SelfPlayed(tuple(reached_positions), np.array(knocks, np.int64).reshape(-1, 3))


def midgame(rules: Rules, views: int, seed: int = 1) -> tuple[View, ...]:
    """So many views of eleven cards, each out of another hand of the fast policy with itself.

    From six to fourteen cards discarded by both together, as even as the hands allow.

    >>> from analyzer.game.rules import PRESETS
    >>> [(len(view.hand), view.my_discards + view.their_discards)
    ...  for view in midgame(PRESETS["standard"], 3)]
    [(11, 7), (11, 8), (11, 9)]
    """
    least, most = DISCARDS
    deals = ((number, least + number % (most - least + 1)) for number in count())
    reached = (_reached(rules, seed * 1_000_003 + number, discards) for number, discards in deals)
    return tuple(islice((view for view in reached if view is not None), views))


def _reached(rules: Rules, seed: int, discards: int) -> View | None:
    """The first eleven cards of a hand after so many discards; None if it ends before."""
    policy = policy_for(rules)
    position = deal(rules, seed, dealer=seed % 2)
    while not position.over:
        view = view_of(position)
        if view.question is Question.DISCARD and view.my_discards + view.their_discards >= discards:
            return view
        position = position.apply(policy_action(view, policy))
    return None
