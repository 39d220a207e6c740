"""Evaluations and beliefs as a notebook or a session shows them (see `display.notebook`)."""

from __future__ import annotations

from typing import Final

from markupsafe import Markup

from analyzer.display.notebook import show, table, view_drawn
from analyzer.engine.thresholds import half_width
from analyzer.engine.turn_evidence import BeliefSummary
from analyzer.engine.types import ActionValue, Evaluation
from analyzer.engine.unit import unit_of
from analyzer.notation.numbers import counted, estimate

_COLUMNS: Final = {"action": "left", "points": "right", "behind": "right", "class": "left"}
"""The heads of the table, and the side on which a column is set."""
SHOWN: Final = 3
"""Actions of an answer that a session shows."""


def _line(answer: Evaluation, value: ActionValue) -> tuple[object, ...]:
    unit, first = unit_of(answer.view), answer.actions[0]
    loss = unit.loss_estimate(first, value) if value.loss else ""
    best = value.action in answer.best
    action = Markup("<b>{}</b>").format(value.action) if best else value.action
    return action, unit.value_text(first, value), loss, value.grade


def _evaluation_html(answer: Evaluation) -> str:
    rows = table(_COLUMNS, (_line(answer, value) for value in answer.actions))
    foot = f"{counted(answer.worlds, 'world')}, ± is the 95% interval, opponent {answer.opponent}"
    return str(Markup("{}{}<small>{}</small>").format(view_drawn(answer.view), rows, foot))


def _evaluation_line(answer: Evaluation) -> str:
    """The first actions with their worth, and on what they rest."""
    unit, actions = unit_of(answer.view), answer.actions
    values = [f"{v.action} {unit.value_text(actions[0], v)}" for v in actions[:SHOWN]]
    more = [f"{len(actions) - SHOWN} more"] if len(actions) > SHOWN else []
    worlds = counted(answer.worlds, "world")
    return f"<Evaluation: {', '.join((*values, *more))}; {worlds}, opponent {answer.opponent}>"


def _belief_line(belief: BeliefSummary) -> str:
    """The opponent's deadwood, and on what it rests."""
    deadwood = estimate(belief.mean, half_width(belief.mean_se))
    return f"<BeliefSummary: deadwood {deadwood}; {counted(belief.worlds, 'world')}>"


show(Evaluation, _evaluation_html, _evaluation_line)
show(BeliefSummary, None, _belief_line)
