"""The kind of a decision, by which errors are counted."""

from __future__ import annotations

from analyzer.game.actions import Question
from analyzer.game.view import View
from analyzer.review.types import DecisionKind


def kind_of(view: View) -> DecisionKind:
    """Return what a decision at a view is about.

    >>> from analyzer.notation import parse_view
    >>> text = "hand: 7h 8h 9h 4c 4d 4s Tc Jc Qc Ah Kh\\nstock: 12"
    >>> kind_of(parse_view(text)).value
    'knock'
    """
    if view.question is Question.UPCARD:
        return DecisionKind.UPCARD
    if view.question is Question.DISCARD:
        may_end = any(action.ends_hand for action in view.legal_actions())
        return DecisionKind.KNOCK if may_end else DecisionKind.DISCARD
    return DecisionKind.DRAW
