"""Hints at the table, by degrees: what to think of, then what to play, then what it is worth.

Judged from what the player knows, as the coach's remarks are.
"""

from __future__ import annotations

from typing import Final

from analyzer.engine.bots import bot_named
from analyzer.engine.types import ActionValue
from analyzer.engine.unit import unit_of
from analyzer.game.actions import Action, Question
from analyzer.game.view import View, legal_actions
from analyzer.notation.phrases import full_phrase, lower, phrase
from analyzer.practice.progress import Hints
from analyzer.review import Choice, Finding, ReviewSettings, judge, kind_of
from analyzer.review.coach.themes import themes_of

WORLDS: Final = 2_048
"""Most worlds for a hint."""

OBVIOUS: Final = "greedy"
"""Who plays what comes to mind first: the least deadwood."""

_THINK: Final = {
    Question.UPCARD: "Weigh what the upcard makes against what taking it tells them.",
    Question.DRAW: "Weigh what the card makes against what taking it tells them.",
    Question.LAST: "Count what you would knock with.",
    Question.DISCARD: "Weigh the points you get rid of against the card you give them.",
}


def obvious_play(view: View) -> Action:
    """What comes to mind first."""
    return bot_named(OBVIOUS, view.rules).decide(view, 1)


def hints_of(view: View) -> Hints:
    """The hints for a decision, the first of them shown.

    >>> from analyzer.notation import parse_view
    >>> view = parse_view("rules: eaai\\nhand: 7h 8h 9h 4c 4d 4s Tc Jc Qc Kc Kh\\nstock: 12")
    >>> hints = hints_of(view)
    >>> hints.words[1], hints.shown, hints.more
    ('Go gin, discarding K♥.', 1, True)
    """
    tempting = obvious_play(view)
    finding = judge(view, tempting, ReviewSettings(worlds=WORLDS))
    best = finding.actions[0]
    losses = tuple((str(action.action), round(action.loss, 2)) for action in finding.actions)
    words = (_theme(view, finding), f"{full_phrase(view, best.action)}.", _number(view, finding))
    return Hints(words, losses)


def _theme(view: View, finding: Finding) -> str:
    themes = themes_of(Choice(0, 0, 0, kind_of(view), view, finding))
    if themes:
        return f"What comes to mind first is a mistake here: {themes[0]}."
    endings = {action.kind for action in legal_actions(view) if action.ends_hand}
    if endings:
        return "Weigh ending the hand against playing on."
    return _THINK[view.question]


def _number(view: View, finding: Finding) -> str:
    best, *others = finding.actions
    other: ActionValue | None = next(
        (one for one in others if one.action.plain != best.action.plain), None
    )
    unit = unit_of(view)
    worth = f"It is worth {unit.value_text(best, best)}{'' if unit.match else ' points'}"
    if other is None:
        return f"{worth}; there is no other choice."
    return f"{worth}. To {lower(phrase(view, other.action))} is {unit.behind(best, other)}."
