"""Options played out in the same worlds, and the table of what they are worth."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

import numpy as np

from analyzer.engine.belief import Trajectory
from analyzer.engine.opponents import OpponentModel, opponent_named
from analyzer.engine.play import DEFAULT
from analyzer.game.actions import Action
from analyzer.game.view import View
from analyzer.practice.puzzles.types import Estimate, Option, PuzzleAsk
from analyzer.review.paired_rollouts import PairedRollouts
from analyzer.review.types import GapPart
from tests.workshop.puzzles.answers import answer_of, spread_text

OTHERS: Final = ("baseline", "knocks-early", "waits-for-gin", "melds-only")
"""The opponents against whom a puzzle is asked again, beside the reader."""

DIGITS: Final = 4


def read_as(name: str) -> OpponentModel:
    """An opponent model whose turns are read, sure to be of its own type."""
    model = opponent_named(name)
    return replace(model, belief=Trajectory().sure_of(model.styles))


def paired_rollouts(
    view: View, actions: Sequence[Action], seed: int, model: OpponentModel = DEFAULT
) -> PairedRollouts:
    """Rollouts of just these actions, in the same worlds."""
    rollouts = PairedRollouts(view, actions[0], model, seed)
    wanted = set(actions)
    rollouts.drop([place for place, action in enumerate(rollouts.columns) if action not in wanted])
    return rollouts


def ranked(rollouts: PairedRollouts, places: Sequence[int] | None = None) -> list[int]:
    """Columns by their means, best first: those given, or all still in the race."""
    return sorted(
        rollouts.active if places is None else places, key=lambda place: -rollouts.mean(place)
    )


def lead_of(rollouts: PairedRollouts, places: Sequence[int] | None = None) -> tuple[float, float]:
    """(points between the best column and the next, standard error); of several the least gap."""
    first, *rest = ranked(rollouts, places)
    return min(rollouts.lead(first, place) for place in rest)


def options_of(
    rollouts: PairedRollouts, places: Sequence[int], ask: PuzzleAsk
) -> tuple[Option, ...]:
    """The table of some columns, best first."""
    order = ranked(rollouts, places)
    return tuple(_option(rollouts, place, order[0], ask) for place in order)


def _option(rollouts: PairedRollouts, place: int, best: int, ask: PuzzleAsk) -> Option:
    value, action = rollouts.value(place), rollouts.columns[place]
    melds, left = spread_text(rollouts.view, action)
    loss, error = rollouts.lead(best, place)
    is_rival = place != best
    return Option(
        answer=answer_of(action, ask),
        q=rounded(value.q),
        se=rounded(value.se),
        loss=rounded(loss),
        loss_se=rounded(error),
        worlds=value.worlds,
        danger=None if value.danger is None else rounded(value.danger),
        match=None if value.match is None else rounded(value.match),
        outcomes={
            str(ending): (rounded(share.p), rounded(share.points))
            for ending, share in value.outcomes.items()
        },
        gap={
            str(ending): (rounded(part.points), rounded(part.se))
            for ending, part in (rollouts.split(best, place) if is_rival else {}).items()
        },
        in_points=_estimate(rollouts.in_points(best, place)) if is_rival else None,
        fed=_estimate(rollouts.fed(best, place)) if is_rival else None,
        melds=melds,
        left=left,
    )


def _estimate(part: GapPart | None) -> Estimate | None:
    return None if part is None else (rounded(part.points), rounded(part.se))


def rounded(value: float) -> float:
    """A number as a pack has it; never a negative zero."""
    return float(np.round(value, DIGITS)) + 0.0
