"""An `Evaluation` as JSON: the answer of `ginsight analyze` and of the API."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

import msgspec

from analyzer.api.schemas.comparisons import (
    AgainstJson,
    ScoreMapJson,
    WaitingJson,
    against_from,
    against_to,
    scores_from,
    scores_to,
    waiting_from,
    waiting_to,
)
from analyzer.api.schemas.text import (
    CHANCE,
    EXACT,
    POINTS,
    ActionText,
    CardText,
    action_from,
    decode,
    melds_to,
    rounded,
)
from analyzer.api.schemas.view import ViewJson, view_from_json, view_to_json
from analyzer.engine.types import ActionValue, Ending, Evaluation, Grade, Share
from analyzer.errors import InputError
from analyzer.game.actions import Action
from analyzer.game.view import Question


class ShareJson(msgspec.Struct, frozen=True):
    """One ending's chance and its mean signed points; their products sum to q."""

    p: float
    points: float


class ActionValueJson(msgspec.Struct, frozen=True):
    """What one action is worth; `se` and its like are standard errors, 0 when exact."""

    action: ActionText
    q: float
    se: float
    loss: float
    loss_se: float
    match: float | None
    match_se: float | None
    outcomes: dict[Ending, ShareJson]
    danger: float | None
    grade: Grade = msgspec.field(name="class")
    close: bool
    worlds: int
    exact: bool
    melds: list[list[CardText]]


class EvaluationJson(msgspec.Struct, frozen=True):
    """The answer to one question: all legal actions, best first, and those tied for best."""

    view: ViewJson
    question: Question
    actions: list[ActionValueJson]
    best: list[ActionText]
    robust: bool | None
    models: dict[str, list[ActionText]]
    worlds: int
    seconds: float
    seed: int
    engine: str
    opponent: str
    done: bool
    racing: int = 0
    stopped: bool = False
    against: dict[str, AgainstJson] = {}
    """What the first action loses under each of the models."""
    scores: ScoreMapJson | None = None
    waiting: WaitingJson | None = None


def evaluation_to_json(evaluation: Evaluation) -> EvaluationJson:
    """Write an evaluation; points to 4 decimals, chances to 6, exact values to 12."""
    return EvaluationJson(
        view=view_to_json(evaluation.view),
        question=evaluation.question,
        actions=[value_to(value) for value in evaluation.actions],
        best=[str(action) for action in evaluation.best],
        robust=evaluation.robust,
        models={name: [str(action) for action in best] for name, best in evaluation.models.items()},
        worlds=evaluation.worlds,
        seconds=rounded(evaluation.seconds, 3),
        seed=evaluation.seed,
        engine=evaluation.engine,
        opponent=evaluation.opponent,
        done=evaluation.done,
        racing=evaluation.racing,
        stopped=evaluation.stopped,
        against={name: against_to(one) for name, one in evaluation.against.items()},
        scores=scores_to(evaluation.scores),
        waiting=waiting_to(evaluation.waiting),
    )


def evaluation_from_json(data: EvaluationJson | bytes | str | Mapping[str, Any]) -> Evaluation:
    """Read an evaluation, as it comes out of the store; InputError names what is wrong."""
    doc = data if isinstance(data, EvaluationJson) else decode(data, EvaluationJson)
    values = tuple(_value_from(value, f"actions[{i}]") for i, value in enumerate(doc.actions))
    known = {str(value.action): value.action for value in values}
    return Evaluation(
        view=view_from_json(doc.view),
        question=doc.question,
        actions=values,
        best=_known(doc.best, known, "best"),
        worlds=doc.worlds,
        seconds=doc.seconds,
        seed=doc.seed,
        engine=doc.engine,
        opponent=doc.opponent,
        racing=doc.racing,
        done=doc.done,
        stopped=doc.stopped,
        models={name: _known(best, known, f"models.{name}") for name, best in doc.models.items()},
        robust=doc.robust,
        against={name: against_from(one) for name, one in doc.against.items()},
        scores=scores_from(doc.scores, partial(_one, known)),
        waiting=waiting_from(doc.waiting, partial(_one, known)),
    )


def value_to(value: ActionValue) -> ActionValueJson:
    """Write what one action is worth."""
    points, chance = (EXACT, EXACT) if value.exact else (POINTS, CHANCE)
    return ActionValueJson(
        action=str(value.action),
        q=rounded(value.q, points),
        se=rounded(value.se, points),
        loss=rounded(value.loss, points),
        loss_se=rounded(value.loss_se, points),
        match=_optional(value.match, chance),
        match_se=_optional(value.match_se, chance),
        outcomes={
            ending: ShareJson(rounded(share.p, chance), rounded(share.points, points))
            for ending, share in value.outcomes.items()
        },
        danger=_optional(value.danger, chance),
        grade=value.grade,
        close=value.close,
        worlds=value.worlds,
        exact=value.exact,
        melds=melds_to(value.action.melds),
    )


def _value_from(doc: ActionValueJson, where: str) -> ActionValue:
    return ActionValue(
        action=action_from(doc.action, doc.melds, where),
        q=doc.q,
        se=doc.se,
        loss=doc.loss,
        loss_se=doc.loss_se,
        grade=doc.grade,
        close=doc.close,
        outcomes={ending: Share(share.p, share.points) for ending, share in doc.outcomes.items()},
        match=doc.match,
        match_se=doc.match_se,
        danger=doc.danger,
        worlds=doc.worlds,
        exact=doc.exact,
    )


def _optional(value: float | None, digits: int) -> float | None:
    return None if value is None else rounded(value, digits)


def _known(texts: list[str], known: Mapping[str, Action], where: str) -> tuple[Action, ...]:
    """The actions of that name, with the spread that the table of actions gives them."""
    return tuple(_one(known, text, f"{where}[{index}]") for index, text in enumerate(texts))


def _one(known: Mapping[str, Action], text: str, where: str) -> Action:
    if text not in known:
        raise InputError(f"`{text}` is not among the actions", where=where)
    return known[text]
