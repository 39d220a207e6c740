"""The questions after the answer: other opponents, other scores, other stages.

Whether an answer depends on who sits opposite: the question is asked again of each opponent model
in `ASKED`, with the same seed and a smaller limit. All legal actions run, for an action that is
far behind against one opponent may be best against another; those surely behind leave the race
early, so that this stays cheap.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import replace
from enum import StrEnum
from types import MappingProxyType
from typing import Any, Final

from analyzer.engine.belief import Trajectory
from analyzer.engine.comparisons._scores import score_map
from analyzer.engine.comparisons._waiting import waiting_curve
from analyzer.engine.comparisons.causes import measure_causes
from analyzer.engine.comparisons.types import Against, Causes
from analyzer.engine.opponents import OPPONENTS, OpponentModel, opponent_named
from analyzer.engine.search import analyze, never
from analyzer.engine.thresholds import LEAST_WORLDS as LEAST_ADVICE
from analyzer.engine.types import Evaluation, Limit
from analyzer.game.actions import Action


class Comparison(StrEnum):
    """A question beside the answer itself."""

    MODELS = "models"
    """The answer against other opponents."""
    SCORES = "scores"
    """The best action by score."""
    WAITING = "waiting"
    """The gain of knocking at each stage of the hand."""
    CAUSES = "causes"
    """Why the best action is better than the next that is not tied."""


ALL: Final = frozenset(Comparison)

ASKED: Final = ("baseline", "knocks-early", "waits-for-gin", "melds-only", "uniform")
"""The opponent models that an answer is compared under, beside its own."""

WHO: Final[Mapping[str, str]] = MappingProxyType(
    {
        "baseline": "a sensible player",
        "reader": "the player that these turns show",
        "knocks-early": "one who knocks early",
        "waits-for-gin": "one who waits for gin",
        "melds-only": "one who takes only into melds",
        "greedy": "a beginner",
        "uniform": "one who may hold any cards",
    }
)
"""Each model in the middle of a sentence, after "against"."""

WORLDS_SHARE: Final = 6
"""Each model is asked with the worlds of the answer divided by this, …"""
LEAST_WORLDS: Final = 2_048
"""… but with no fewer than so many."""
SECONDS_SHARE: Final = 0.5
"""All of them together take no more than this part of the answer's seconds."""
ERROR: Final = 0.35
"""Half-width in points at which a model's answer is precise enough. With these shares the
comparison took 0.9 of the time of answers of 16,384 worlds on 40 hands in mid-game."""


def compare(
    evaluation: Evaluation,
    limit: Limit,
    wanted: frozenset[Comparison] = ALL,
    *,
    progress: Callable[[Evaluation], None] | None = None,
    stop: Callable[[], bool] = never,
    clock: Callable[[], float] = time.monotonic,
    threads: int = 2,
) -> Evaluation:
    """The answer with what is wanted beside it; `limit` is the one it was searched under.

    `progress` is called with each part as it comes. When `stop` says so the rest is left out
    and the answer counts as stopped; one that was stopped before gets nothing.
    """
    compared = evaluation
    if Comparison.MODELS in wanted and not compared.stopped:
        compared = _compare_opponents(
            compared, limit, progress=progress, stop=stop, clock=clock, threads=threads
        )
    for wish, ask in _ASKED_FOR:
        if wish in wanted and not compared.stopped:
            part: dict[str, Any] = {str(wish): ask(compared, stop=stop, threads=threads)}
            compared = replace(compared, **part, stopped=stop())
            if progress is not None and not compared.stopped:
                progress(compared)
    return compared


def answer_causes(
    evaluation: Evaluation, *, stop: Callable[[], bool] = never, threads: int = 1
) -> Causes | None:
    """Return why the first action beats the next that is not tied; None where all are, or where
    `stop` said so."""
    best = evaluation.actions[0].action
    others = (
        action.action for action in evaluation.actions if action.action not in evaluation.best
    )
    other = next(others, None)
    if other is None or stop():
        return None
    model = opponent_named(evaluation.opponent)
    return measure_causes(evaluation.view, best, other, model, evaluation.seed)


_ASKED_FOR: Final[tuple[tuple[Comparison, Callable[..., Any]], ...]] = (
    (Comparison.CAUSES, answer_causes),
    (Comparison.WAITING, waiting_curve),
    (Comparison.SCORES, score_map),
)


# ---------------------------------------------------------------- other opponents


def _compare_opponents(
    evaluation: Evaluation,
    limit: Limit,
    *,
    progress: Callable[[Evaluation], None] | None = None,
    stop: Callable[[], bool] = never,
    clock: Callable[[], float] = time.monotonic,
    threads: int = 2,
) -> Evaluation:
    """The answer with `models`, `against` and `robust` filled in.

    `models` names the best and tied actions under each model, the answer's own model first;
    `against` says what the answer's first action loses there. `robust` is whether some action
    is best or tied under all of them; ties count as everywhere (under half a point, or not told
    apart), so "robust" means that no model was seen to need another action. With a single legal
    action it is true without a search; an answer of fewer worlds than advice needs stays as it is.

    `limit` is that of the answer. After each model `progress` is called; if `stop` says so, the
    rest is left out, `robust` stays None and the answer counts as stopped. Without seconds in
    the limit the outcome depends on the answer alone.

    >>> from analyzer.notation import parse_view
    >>> view = parse_view("rules: eaai\\nhand: 7h 8h 9h 4c 4d 4s Tc Jc Qc Kc Kh\\nstock: 12")
    >>> limit = Limit(worlds=256)
    >>> _compare_opponents(analyze(view, limit), limit).robust
    True
    """
    if not _sound(evaluation):
        return evaluation
    names = _others(evaluation)
    compared = replace(
        evaluation,
        models={evaluation.opponent: evaluation.best},
        against={evaluation.opponent: Against(0.0, 0.0, evaluation.worlds)},
        robust=None,
    )
    for name in names if len(evaluation.actions) > 1 else ():
        other = analyze(
            evaluation.view,
            _share(evaluation, limit, len(names)),
            seed=evaluation.seed,
            opponent=name,
            stop=stop,
            clock=clock,
            threads=threads,
            model=_as_read(name, evaluation),
        )
        if other.stopped or stop():
            return replace(compared, stopped=True)
        compared = _with(compared, name, other)
        if progress is not None:
            progress(compared)
    return replace(compared, robust=bool(steady(compared)))


def _others(evaluation: Evaluation) -> list[str]:
    """The models to ask: not the answer's own, nor one that is the same at this view."""
    own = OPPONENTS.get(evaluation.opponent)
    alike = None if own is None else own.at(evaluation.view)
    return [
        name
        for name in ASKED
        if name != evaluation.opponent and not (alike and alike.same_as(OPPONENTS[name]))
    ]


def _sound(evaluation: Evaluation) -> bool:
    """True if the answer rests on enough worlds to be compared; those of the search do."""
    exact = all(value.exact for value in evaluation.actions)
    return exact or evaluation.worlds >= LEAST_ADVICE or len(evaluation.actions) == 1


def _as_read(name: str, evaluation: Evaluation) -> OpponentModel:
    """The model of that name; where the answer's own reads the turns, it reads them too.

    It is then sure to be of its own type: what that type would hold after these turns. The
    uniform model reads nothing.
    """
    model, own = OPPONENTS[name], OPPONENTS.get(evaluation.opponent)
    belief = None if own is None else own.at(evaluation.view).belief
    if not isinstance(belief, Trajectory) or name == "uniform":
        return model
    return replace(model, belief=belief.sure_of(model.styles))


def _share(evaluation: Evaluation, limit: Limit, models: int) -> Limit:
    """The limit of each of so many models' searches."""
    seconds = None if limit.seconds is None else limit.seconds * SECONDS_SHARE / models
    return Limit(max(evaluation.worlds // WORLDS_SHARE, LEAST_WORLDS), seconds, ERROR)


def steady(evaluation: Evaluation) -> tuple[Action, ...]:
    """The actions that are best or tied under every model asked, as the answer orders them."""
    return tuple(
        value.action
        for value in evaluation.actions
        if all(value.action in best for best in evaluation.models.values())
    )


def _with(evaluation: Evaluation, name: str, other: Evaluation) -> Evaluation:
    """The answer with one model more; actions are named as in the answer, with its spreads."""
    known = {value.action.plain: value.action for value in evaluation.actions}
    best = evaluation.actions[0].action.plain
    lost = next(value for value in other.actions if value.action.plain == best)
    return replace(
        evaluation,
        models={**evaluation.models, name: tuple(known[action.plain] for action in other.best)},
        against={**evaluation.against, name: Against(lost.loss, lost.loss_se, other.worlds)},
    )
