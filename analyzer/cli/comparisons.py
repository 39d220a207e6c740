"""What lies beside an answer, in a terminal: other opponents, other scores, other stages."""

from __future__ import annotations

from string import ascii_uppercase

from rich.console import Console
from rich.text import Text

from analyzer.cli.draw import Pen, table
from analyzer.engine import OPPONENTS, Evaluation
from analyzer.engine.comparisons.types import ScoreMap, WaitingCurve, WaitingPoint
from analyzer.engine.thresholds import half_width
from analyzer.game.actions import Action
from analyzer.notation.numbers import DASH, counted, estimate, signed_estimate
from analyzer.notation.phrases import listed
from analyzer.review.coach import comparisons

MOST_LETTERS = 3
"""Tied actions of one score that are named; more are a plus sign."""


def show_comparisons(console: Console, pen: Pen, found: Evaluation) -> None:
    """Whatever of it the answer holds."""
    if len(found.models) > 1:
        _show_models(console, pen, found)
    if found.waiting is not None:
        _show_waiting(console, pen, found.waiting)
    if found.scores is not None:
        _show_scores(console, pen, found.scores)


def _show_models(console: Console, pen: Pen, found: Evaluation) -> None:
    first = pen.action(str(found.actions[0].action)).plain
    rows = table("against", "best or tied", f"{first} loses", right=[f"{first} loses"])
    for name, best in found.models.items():
        label = OPPONENTS[name].label if name in OPPONENTS else name
        against = found.against.get(name)
        lost = DASH
        if against is not None and against.loss:
            lost = estimate(against.loss, half_width(against.loss_se))
        rows.add_row(label, _listed(pen, best), lost)
    console.print(rows)


def opponents_line(pen: Pen, found: Evaluation) -> str | None:
    """Whether it depends on who sits opposite, in a sentence; None where it was not asked."""
    return comparisons.opponents(found, lambda action: pen.action(str(action)).plain)


def _listed(pen: Pen, actions: tuple[Action, ...]) -> str:
    names = dict.fromkeys(pen.action(str(action)).plain for action in actions)
    return listed(list(names))


def _show_waiting(console: Console, pen: Pen, curve: WaitingCurve) -> None:
    head = ("stock", "knocking gains", "asks for", "by", "")
    rows = table(*head, right=head[:2])
    for point in curve.points:
        gain = signed_estimate(point.gain, half_width(point.se))
        rows.add_row(
            str(point.stock), gain, comparisons.call(point), _by(pen, point), "now" * point.now
        )
    console.print(rows)
    console.print(comparisons.waiting(curve))
    console.print(
        f"The same cards at other stages, {counted(curve.worlds, 'world')} each; "
        "what lies in the pile beyond the cards seen is unknown there."
    )


def _by(pen: Pen, point: WaitingPoint) -> Text:
    asks = comparisons.call(point)
    if asks == comparisons.CLOSE:
        return Text("")
    return pen.action(str(point.knock if asks == comparisons.KNOCK else point.wait))


def _show_scores(console: Console, pen: Pen, found: ScoreMap) -> None:
    letters = dict(zip(found.actions, ascii_uppercase, strict=False))
    side = found.scores
    rows = table("I have", *map(str, side), right=["I have"], title="They have")
    cells = iter(found.cells)
    for mine in side:
        drawn = ["".join(letters.get(action, "?") for action in next(cells).best) for _ in side]
        rows.add_row(str(mine), *(short(text) for text in drawn))
    console.print(rows)
    for action, letter in letters.items():
        console.print(f"{letter}: ", pen.action(str(action)), sep="")
    console.print(comparisons.scores(found, lambda action: pen.action(str(action)).plain))
    console.print(
        f"Letters together are tied; {counted(found.worlds, 'world')}, "
        "the hand played on as at 0–0."
    )


def short(letters: str) -> str:
    """The letters of a cell, many of them cut.

    >>> short("AB"), short("ABCD")
    ('AB', 'ABC+')
    """
    return letters if len(letters) <= MOST_LETTERS else f"{letters[:MOST_LETTERS]}+"
