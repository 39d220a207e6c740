"""A rollout policy at a view: the fast player, and the base of the search in play."""

from __future__ import annotations

from analyzer.engine.policies import Policy, weights_of
from analyzer.engine.rollout import hand_rules, root_of, spread_of
from analyzer.game.actions import DRAW, PASS, TAKE, Action, Kind
from analyzer.game.cards import Card
from analyzer.game.melds import spread_shape
from analyzer.game.view import View
from analyzer.kernel import inplay, jit
from analyzer.kernel.decide import decide
from analyzer.kernel.tables import plain_tables

_WITHOUT_CARD = {inplay.TAKE: TAKE, inplay.DRAW: DRAW, inplay.PASS: PASS}


def policy_action(view: View, policy: Policy) -> Action:
    """Return what a policy does at a view: the same as in a playout from there.

    >>> from analyzer.notation import parse_view
    >>> from analyzer.engine.policies import BASELINE
    >>> text = "rules: eaai\\nhand: 7h 8h 9h 4c 4d 4s Tc Jc Qc Kc Kh\\nstock: 12"
    >>> str(policy_action(parse_view(text), BASELINE))
    'gin Kh'
    """
    if view.must_draw:
        return DRAW
    forbidden = -1 if view.forbidden is None else int(view.forbidden)
    at_hand = jit.is_at_hand()  # else plain Python is done before anything is compiled
    choose = decide if at_hand else jit.plain(decide)
    tables = view.rules.tables if at_hand else plain_tables(view.rules.meld_values)
    kind, card, runs, missing = choose(
        root_of(view), forbidden, tables, hand_rules(view.rules, view.upcard), weights_of(policy)
    )
    if kind == inplay.DISCARD:
        return Action(Kind.DISCARD, Card(card))
    if kind == inplay.LAY_DOWN:
        return _laid_down(view, None if card < 0 else Card(card), (runs, missing))
    return _WITHOUT_CARD[kind]


def _laid_down(view: View, card: Card | None, shape: tuple[int, int]) -> Action:
    """The legal knock, gin or big gin with this discard and a spread of this shape."""
    return next(
        action
        for action in view.legal_actions()
        if action.ends_hand
        and action.card == card
        and spread_shape(spread_of(action, view)) == shape
    )
