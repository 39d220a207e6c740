"""From what lies beside an answer to its pictures: the map of scores, the curve of stages."""

from __future__ import annotations

from dataclasses import dataclass
from string import ascii_uppercase
from typing import Final, NamedTuple

from analyzer.display.charts import Axes, Frame, Tick, grid
from analyzer.display.verdict import imperative
from analyzer.engine.comparisons.types import ScoreCell, ScoreMap, WaitingCurve, WaitingPoint
from analyzer.engine.thresholds import half_width
from analyzer.engine.types import Evaluation
from analyzer.engine.unit import Unit, unit_of
from analyzer.game.actions import Action
from analyzer.game.view import Side
from analyzer.notation.numbers import count
from analyzer.notation.numbers import score as written
from analyzer.notation.phrases import lower, phrase, upper
from analyzer.review.coach import comparisons


@dataclass(frozen=True, slots=True)
class ScoreSquare:
    """One score of the map."""

    letters: str
    """The best action, or all that are tied, best first: "A", "BA"."""
    kind: int
    """The color: of the action that is best or tied at most scores, if it is here."""
    tied: bool
    here: bool = False
    """True if the score of the match lies here."""


@dataclass(frozen=True, slots=True)
class ScoreGrid:
    """`analyze/_scores.html`: how the best action changes with the score."""

    summary: str
    across: tuple[str, ...]
    """Their scores."""
    rows: tuple[tuple[str, tuple[ScoreSquare, ...]], ...]
    """A score of mine, and its squares."""
    keys: tuple[tuple[str, int, str], ...]
    """The letter of an action, the number of its color, what it is called: "Discard K♦"."""
    note: str
    """The assumption, and the number of worlds."""
    ties: bool = False
    """True if actions are tied at any score."""
    here: str | None = None
    """The score of the match, "40–65"; None where it is not given."""


FRAME = Frame(height=232.0, top=12.0)
"""Of the curve, as `_waiting.html` draws it."""


@dataclass(frozen=True, slots=True)
class StageChart:
    """`analyze/_waiting.html`: what knocking gains at each stage, as a line and as a table."""

    summary: str
    rows: tuple[tuple[WaitingPoint, str, str], ...]
    """A stage, what knocking gains, what it asks for: "Knock with 9", "Wait: discard K♦"."""
    note: str
    unit: str
    """"points", or at a score "percent of the match"."""
    line: str
    """Path of the gains."""
    band: str
    """Path around their intervals."""
    zero: float
    """Height of no gain."""
    x_ticks: tuple[Tick, ...]
    y_ticks: tuple[Tick, ...]
    now: tuple[float, float] | None
    """The place of the stage in question."""
    frame: Frame = FRAME


KINDS = 5
"""Colors of a map; further actions share the last one."""
LETTERS = 2
"""Tied actions of one score that are named; more are a plus sign."""

EVERY = 2
"""Stages between two labels of the axis."""

DEALT: Final[dict[int | None, str]] = {
    Side.ME: "You dealt.",
    Side.OPPONENT: "They dealt.",
    None: "The dealer is unknown, so it is the mean of both.",
}


def score_grid(evaluation: Evaluation) -> ScoreGrid | None:
    """The map of scores, if the answer holds one."""
    scores = evaluation.scores
    if scores is None:
        return None
    letters = dict(zip(scores.actions, ascii_uppercase, strict=False))
    kinds = {action: min(place, KINDS) for place, action in enumerate(scores.actions, start=1)}
    here = _here(evaluation, scores)
    size = len(scores.scores)
    rows = tuple(
        (
            str(mine),
            tuple(
                _square(cell, scores, letters, kinds, here)
                for cell in scores.cells[index * size : (index + 1) * size]
            ),
        )
        for index, mine in enumerate(scores.scores)
    )
    shown = {letter for _, row in rows for square in row for letter in square.letters}
    name = imperative(evaluation)
    score = evaluation.view.score
    return ScoreGrid(
        summary=comparisons.scores(scores, name),
        across=tuple(map(str, scores.scores)),
        rows=rows,
        keys=tuple(
            (letter, kinds[action], upper(name(action)))
            for action, letter in letters.items()
            if letter in shown
        ),
        ties=any(square.tied for _, row in rows for square in row),
        note=_map_note(scores),
        here=None if score is None else written(*score),
    )


def _square(
    cell: ScoreCell,
    scores: ScoreMap,
    letters: dict[Action, str],
    kinds: dict[Action, int],
    here: tuple[int, int] | None,
) -> ScoreSquare:
    named = "".join(letters.get(action, "") for action in cell.best[:LETTERS])
    more = "+" if len(cell.best) > LETTERS else ""
    common = next(action for action in scores.actions if action in cell.best)
    return ScoreSquare(named + more, kinds[common], len(cell.best) > 1, cell.score == here)


def _here(evaluation: Evaluation, scores: ScoreMap) -> tuple[int, int] | None:
    """The score of the map below the one of the match."""
    score = evaluation.view.score
    if score is None:
        return None
    mine, theirs = (points // scores.step * scores.step for points in score)
    return mine, theirs


def _map_note(scores: ScoreMap) -> str:
    return (
        f"Match to {scores.target}. {DEALT[scores.dealer]} {count(scores.worlds)} worlds, the "
        "rest of the hand played as if the score did not matter. Tied means less than half a point "
        "apart, or too close to tell apart."
    )


def stage_chart(evaluation: Evaluation) -> StageChart | None:
    """The curve of stages, if the answer holds one."""
    curve = evaluation.waiting
    if curve is None:
        return None
    unit = unit_of(evaluation.view)
    stages = [_Stage.of(point, unit) for point in curve.points]
    lowest, highest = (min(stage.low for stage in stages), max(stage.high for stage in stages))
    bottom, top, step = grid(min(0.0, lowest), max(0.0, highest))
    axes = Axes(curve.points[0].stock, curve.points[-1].stock, top, FRAME, bottom)
    x, y = axes.x, axes.y
    upper = [(stage.stock, stage.high) for stage in stages]
    lower = [(stage.stock, stage.low) for stage in reversed(stages)]
    return StageChart(
        summary=comparisons.waiting(curve, unit),
        rows=tuple(
            (point, unit.signed(point.gain, point.se), _asks(evaluation, point))
            for point in curve.points
        ),
        note=_curve_note(evaluation, curve),
        unit=unit.name,
        line=axes.line((stage.stock, stage.gain) for stage in stages),
        band=f"{axes.line([*upper, *lower])}Z",
        zero=y(0),
        x_ticks=axes.across(point.stock for point in curve.points[::EVERY]),
        y_ticks=axes.ticks(step, plus=True),
        now=next(((x(stage.stock), y(stage.gain)) for stage in stages if stage.now), None),
    )


class _Stage(NamedTuple):
    """A stage as it is drawn: the gain and its interval in the unit of the chart."""

    stock: int
    gain: float
    low: float
    high: float
    now: bool

    @classmethod
    def of(cls, point: WaitingPoint, unit: Unit) -> _Stage:
        gain, half = unit.size(point.gain), half_width(unit.size(point.se))
        return cls(point.stock, gain, gain - half, gain + half, point.now)


def _asks(evaluation: Evaluation, point: WaitingPoint) -> str:
    match comparisons.call(point):
        case comparisons.KNOCK:
            return phrase(evaluation.view, point.knock)
        case comparisons.WAIT:
            return f"Wait: {lower(phrase(evaluation.view, point.wait))}"
        case _:
            return "Too close to call"


def _curve_note(evaluation: Evaluation, curve: WaitingCurve) -> str:
    believed = (
        "all unseen cards are equally likely"
        if evaluation.opponent == comparisons.TEXTBOOK
        else "the opponent’s hand is as good as hands usually are by then"
    )
    return (
        f"The same eleven cards at {len(curve.points)} stages, {count(curve.worlds)} worlds each: "
        f"the pile holds what you have seen of it and cards you have not, and {believed}. "
        "The band is the 95% interval."
    )
