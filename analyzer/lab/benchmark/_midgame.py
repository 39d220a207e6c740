"""Decisions in the middle of a hand with all their turns, for whatever times the search."""

from __future__ import annotations

from itertools import count, islice

from analyzer.engine.fast import policy_action
from analyzer.engine.policies import policy_for
from analyzer.game.position import deal
from analyzer.game.rules import Rules
from analyzer.game.view import Question, View, view_of
from analyzer.lab.benchmark._hands import DISCARDS


def midgame(rules: Rules, views: int, seed: int = 1) -> tuple[View, ...]:
    """So many views of eleven cards, each out of another hand of the fast policy with itself.

    From six to fourteen cards discarded by both together, as even as the hands allow.

    >>> from analyzer.game.rules import PRESETS
    >>> [(len(view.hand), view.my_discards + view.their_discards)
    ...  for view in midgame(PRESETS["standard"], 3)]
    [(11, 7), (11, 8), (11, 9)]
    """
    least, most = DISCARDS
    asked = ((number, least + number % (most - least + 1)) for number in count())
    found = (_reached(rules, seed * 1_000_003 + number, discards) for number, discards in asked)
    return tuple(islice((view for view in found if view is not None), views))


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
