"""The cost of a move: few worlds where it surely was none, more only where it may have been."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from analyzer.engine.general._bots import greedy_move, thoughts_of
from analyzer.engine.general._search import advise, evaluation_of
from analyzer.engine.thresholds import DROP_SE, Z95
from analyzer.engine.types import Evaluation
from analyzer.game.actions import Action
from analyzer.game.view import View

FEW: Final = 24
MORE: Final = 96
FRESH: Final = 256
"""Worlds of the first look, of the second, and of the two moves that are compared in the end."""

SURE: Final = 2.576
"""Standard errors above the loss that must lie under the bound before a move passes as cheap."""


def costly(view: View, played: Action, points: float, seed: int = 1) -> Evaluation | None:
    """Return what the moves are worth where the played one lost `points` or more; None where it
    didn't.

    None as well where that is hard to tell: the lower end of the interval of the loss has to be at
    least half of `points`. The best move is chosen in one sample and its lead measured in another,
    so that it is not the luckiest of many; the other moves keep what the first sample says, which
    never puts them ahead of the best.

    >>> from analyzer.notation import parse_view
    >>> view = parse_view(
    ...     "game: two-jokers\\nseat: 1\\ndealer: 2\\nhand: 2c 3c 4c X1 8h 9h 5d 5h 5s Ac Kd\\n"
    ...     "history:\\n  upcard 5s\\n  1: take"
    ... )
    >>> costly(view, Action.of("gin Kd"), points=3) is None
    True
    >>> found = costly(view, Action.of("discard X1"), points=3)
    >>> found is not None and str(found.actions[0].action), found.actions[-1].loss > 3
    ('gin Kd', True)
    """
    plain = played.plain
    tried = _first([plain, greedy_move(view), *thoughts_of(view)])
    advice = None
    for worlds in (FEW, MORE):
        if len(tried) < 2:
            return None
        advice = advise(view, worlds, seed + worlds, tried)
        if _surely_under(advice, plain, points):
            return None
        tried = _first([plain, *_still_in(advice)])
    assert advice is not None
    best = advice.actions[0].action
    fresh = advise(view, FRESH, seed, [best, plain])
    lost = fresh.of(plain)
    if lost.loss < points or lost.loss - Z95 * lost.loss_se < points / 2:
        return None
    others = [value for value in advice.actions if value.action not in {best, plain}]
    values = sorted([*fresh.actions, *others], key=lambda value: value.loss)
    ordered = [fresh.of(best), *(v for v in values if v.action != best)]
    return evaluation_of(view, ordered, FRESH, seed)


def _first(moves: Sequence[Action]) -> list[Action]:
    """Each move once."""
    return list(dict.fromkeys(moves))


def _surely_under(advice: Evaluation, played: Action, points: float) -> bool:
    """True if more worlds would hardly show that the move lost so much."""
    value = advice.of(played)
    return value.loss + SURE * value.loss_se < points


def _still_in(advice: Evaluation) -> list[Action]:
    """The moves that are not surely behind the best."""
    return [value.action for value in advice.actions if value.loss <= DROP_SE * value.loss_se]
