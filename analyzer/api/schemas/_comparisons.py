"""What lies beside an answer as JSON: other opponents, other scores, other stages."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import msgspec

from analyzer.api.schemas.text import POINTS, ActionText, rounded
from analyzer.api.schemas.written import Chance, InPoints, read, written
from analyzer.engine.comparisons.types import (
    ScoreCell,
    ScoreMap,
    ScoreValue,
    WaitingCurve,
    WaitingPoint,
)
from analyzer.game.actions import Action
from analyzer.game.view import Side
from analyzer.review.coach import comparisons

Known = Callable[[str, str], Action]
"""From an action's name and its place in the document to the action."""


class AgainstJson(msgspec.Struct, frozen=True):
    """What the answer's first action loses against one opponent model."""

    loss: InPoints
    loss_se: InPoints
    worlds: int


class _ScoreValueJson(msgspec.Struct, frozen=True):
    """An action at one score: the chance to win the match, and normalized points behind."""

    action: ActionText
    match: Chance
    loss: InPoints
    loss_se: InPoints


class _ScoreCellJson(msgspec.Struct, frozen=True):
    """One score before the hand, mine first; `best` are the best action and those tied."""

    score: tuple[int, int]
    best: list[ActionText]
    values: list[_ScoreValueJson]


class ScoreMapJson(msgspec.Struct, frozen=True):
    """How the best action changes with the score; cells row by row, my score growing."""

    summary: str
    target: int
    step: int
    dealer: Side | None
    actions: list[ActionText]
    cells: list[_ScoreCellJson]
    worlds: int


class _WaitingPointJson(msgspec.Struct, frozen=True):
    """What knocking gains over playing on at one size of the stock."""

    stock: int
    discards: int
    gain: InPoints
    se: InPoints
    knock: ActionText
    wait: ActionText
    now: bool


class WaitingJson(msgspec.Struct, frozen=True):
    """What knocking gains with the same cards at each stage of the hand."""

    summary: str
    points: list[_WaitingPointJson]
    worlds: int


def scores_to(found: ScoreMap | None) -> ScoreMapJson | None:
    """Write a map."""
    if found is None:
        return None
    return written(ScoreMapJson, found, summary=comparisons.scores(found))


def scores_from(doc: ScoreMapJson | None, known: Known) -> ScoreMap | None:
    """Read a map; `known` raises InputError for an action that the answer does not have."""
    if doc is None:
        return None
    return read(
        ScoreMap,
        doc,
        actions=tuple(known(name, "scores.actions") for name in doc.actions),
        cells=tuple(
            _cell_from(cell, known, f"scores.cells[{i}]") for i, cell in enumerate(doc.cells)
        ),
    )


def _cell_from(doc: _ScoreCellJson, known: Known, where: str) -> ScoreCell:
    values = (read(ScoreValue, one, action=known(one.action, where)) for one in doc.values)
    best = tuple(known(name, where) for name in doc.best)
    return read(ScoreCell, doc, values=tuple(values), best=best)


def waiting_to(curve: WaitingCurve | None) -> WaitingJson | None:
    """Write a curve."""
    if curve is None:
        return None
    curve = _as_written(curve)
    return written(WaitingJson, curve, summary=comparisons.waiting(curve))


def _as_written(curve: WaitingCurve) -> WaitingCurve:
    """With the digits that are kept, so that the summary is theirs."""
    points = tuple(
        replace(point, gain=rounded(point.gain, POINTS), se=rounded(point.se, POINTS))
        for point in curve.points
    )
    return replace(curve, points=points)


def waiting_from(doc: WaitingJson | None, known: Known) -> WaitingCurve | None:
    """Read a curve; `known` raises InputError as for a map."""
    if doc is None:
        return None
    points = tuple(
        read(
            WaitingPoint,
            point,
            knock=known(point.knock, f"waiting.points[{i}].knock"),
            wait=known(point.wait, f"waiting.points[{i}].wait"),
        )
        for i, point in enumerate(doc.points)
    )
    return WaitingCurve(points, doc.worlds)
