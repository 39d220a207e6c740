"""The coach at the table: silent unless a decision of the player's has cost too much.

Judged from what the player knew, never from what lies hidden.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from analyzer.actions import Action
from analyzer.coach import Depth, explain
from analyzer.engine.thresholds import Z95
from analyzer.review import Choice, Settings, judge, kind_of
from analyzer.view import View, legal_actions

WORLDS: Final = 2_048
"""Most worlds for a decision; a clear one gets by with a quarter."""


@dataclass(frozen=True, slots=True)
class Remark:
    """What the coach says of a decision."""

    entry: Choice
    loss: float
    """In points."""
    half: float
    """Half-width of the loss's 95% interval."""
    words: str
    """A sentence or two, with cards as symbols."""


def remark(view: View, played: Action, threshold: float) -> Remark | None:
    """What there is to say of a decision; None where it was sound, forced, or hard to tell.

    It speaks where the loss is `threshold` points or more and the lower end of its interval is
    at least half of that.

    >>> from analyzer.actions import Kind
    >>> from analyzer.cards import Card
    >>> from analyzer.notation import parse_view
    >>> view = parse_view("rules: eaai\\nhand: 7h 8h 9h 4c 4d 4s Tc Jc Qc Kc Kh\\nstock: 12")
    >>> found = remark(view, Action(Kind.THROW, Card.of("Kh")), threshold=2.0)
    >>> found.loss > 2, "gin" in found.words
    (True, True)
    >>> remark(view, Action(Kind.GIN, Card.of("Kh")), threshold=2.0) is None
    True
    """
    if len({str(action) for action in legal_actions(view)}) == 1:
        return None
    found = judge(view, played, Settings(worlds=WORLDS))
    loss, half = found.verdict.loss, Z95 * found.verdict.se
    if loss < threshold or loss - half < threshold / 2:
        return None
    entry = Choice(0, 0, 0, kind_of(view), view, found)
    words = explain(entry, Depth.SENTENCE).text(lambda card: card.symbol)
    return Remark(entry, loss, half, words)
