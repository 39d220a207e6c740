"""The fast policy's guess of each action before a world is played: where the search starts.

The policy's own formulas say by how much it prefers one discard to another, or the pile to the
stock, in something like points. That turns out to be a good guess of what a long search finds:
over decisions of the engine's own hands a discard that costs x more is worth x less, give or take
two points, and a pile card wanted by x is worth x more. So the search in play takes it for its
prior, and a few hundred worlds on top of it tell as much as a thousand alone.

The constants are those of ``workshop measure decisions prior`` (`eaai` rules).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from analyzer.engine.policies import Policy, weights_of
from analyzer.engine.rollout import hand_rules, root_of
from analyzer.game.actions import Action, Kind, Question
from analyzer.game.view import View
from analyzer.kernel import decide

Floats = NDArray[np.float64]

DISCARD_SD: Final = 2.2
"""The standard deviation of the guess of a discard, in points, …"""
CLOSE: Final = 3.0
"""… one that costs so much more at most; …"""
FAR_SD: Final = 0.3
"""… and how much more for each point beyond."""

DRAW_SD: Final = 2.5
"""The standard deviation of the guess of a draw, …"""
SURE_WISH: Final = 10.0
"""… where the wish is not a plain yes or no, …"""
SURE_GAP: Final = 3.0
SURE_SD: Final = 5.0
"""… of which the policy does not say how much: points behind, and how far off that is."""

END_GAP: Final = 4.0
END_SD: Final = 8.0
"""The same of ending the hand where the policy goes on, and the other way round."""

MOST_GAP: Final = 25.0
"""No discard is thought to be further behind."""


class ActionPrior(NamedTuple):
    """A guess of how far each action is ahead of the first; the first is the policy's own."""

    gaps: Floats
    """float64[actions]: the mean, in points; never above 0."""
    spreads: Floats
    """float64[actions]: the standard deviation; 0 for the first."""


def action_prior_of(view: View, actions: Sequence[Action], policy: Policy) -> ActionPrior:
    """Return what a policy makes of actions, of which the first is the one that it would play.

    >>> from analyzer.notation import parse_view
    >>> from analyzer.engine.policies import BASELINE
    >>> view = parse_view("rules: eaai\\nhand: 7h 8h 9h 4c 4d 4s Jc Qc 2d 8d Kh\\nstock: 22")
    >>> discards = {str(action): action for action in view.legal_actions()}
    >>> some = [discards["discard Kh"], discards["discard 8d"], discards["discard 8h"]]
    >>> action_prior_of(view, some, BASELINE).gaps.round(1).tolist()
    [0.0, -0.7, -20.1]
    """
    if view.question is Question.DISCARD:
        gaps, spreads = _discards(view, actions, policy)
    else:
        gaps, spreads = _draws(view, actions, policy)
    gaps[0], spreads[0] = 0.0, 0.0
    return ActionPrior(gaps * view.multiplier, spreads * view.multiplier)


def _discards(view: View, actions: Sequence[Action], policy: Policy) -> tuple[Floats, Floats]:
    costs = np.zeros(64)
    decide.discard_costs(root_of(view), view.rules.tables, weights_of(policy), costs)
    ends = np.array([action.ends_hand for action in actions])
    named = [0 if action.card is None else int(action.card) for action in actions]
    cost = costs[named]
    least = cost[~ends].min(initial=MOST_GAP) if ends[0] else cost[0]
    gap = np.clip(cost - least, 0.0, MOST_GAP)
    off = DISCARD_SD + FAR_SD * np.maximum(0.0, gap - CLOSE)
    if ends[0]:
        gap, off = gap + END_GAP, off + END_SD / 2
    return -np.where(ends, END_GAP, gap), np.where(ends, END_SD, off)


def _draws(view: View, actions: Sequence[Action], policy: Policy) -> tuple[Floats, Floats]:
    wished = SURE_WISH
    if view.question is not Question.LAST:
        rules = hand_rules(view.rules, view.upcard)
        wished = decide.wish(root_of(view), view.rules.tables, rules, weights_of(policy))
    takes = actions[0].kind is Kind.TAKE
    gap = max(0.0, wished if takes else -wished)
    guess = (gap, DRAW_SD) if abs(wished) < SURE_WISH else (SURE_GAP, SURE_SD)
    return np.full(len(actions), -guess[0]), np.full(len(actions), guess[1])
