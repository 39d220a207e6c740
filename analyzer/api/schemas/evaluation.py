"""An `Evaluation` as JSON: the answer of `ginsight analyze` and of the API."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

import msgspec

from analyzer.api.schemas._comparisons import (
    AgainstJson,
    ScoreMapJson,
    WaitingJson,
    scores_from,
    scores_to,
    waiting_from,
    waiting_to,
)
from analyzer.api.schemas.text import (
    ActionText,
    action_from,
    decode,
    rounded,
)
from analyzer.api.schemas.view import ViewJson, view_from_json
from analyzer.api.schemas.written import Chance, InPoints, Meld, read, written
from analyzer.engine.comparisons.types import Against
from analyzer.engine.types import ActionValue, Ending, EndingShare, Evaluation, Grade
from analyzer.errors import InputError
from analyzer.game.actions import Action
from analyzer.game.view import Question
from analyzer.game.words import today


class _ShareJson(msgspec.Struct, frozen=True):
    """One ending's chance and its mean signed points; their products sum to q."""

    p: Chance
    points: InPoints


class ActionValueJson(msgspec.Struct, frozen=True):
    """What one action is worth; `se` and its like are standard errors, 0 when exact."""

    action: ActionText
    q: InPoints
    se: InPoints
    loss: InPoints
    loss_se: InPoints
    match: Chance | None
    match_se: Chance | None
    outcomes: dict[Ending, _ShareJson]
    danger: Chance | None
    grade: Grade = msgspec.field(name="class")
    close: bool
    worlds: int
    exact: bool
    melds: list[Meld]


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
    return written(
        EvaluationJson,
        evaluation,
        actions=[value_to(value) for value in evaluation.actions],
        seconds=rounded(evaluation.seconds, 3),
        scores=scores_to(evaluation.scores),
        waiting=waiting_to(evaluation.waiting),
    )


def evaluation_from_json(data: EvaluationJson | bytes | str | Mapping[str, Any]) -> Evaluation:
    """Read an evaluation, as it comes out of the store; InputError names what is wrong."""
    doc = data if isinstance(data, EvaluationJson) else decode(data, EvaluationJson)
    values = tuple(_value_from(value, f"actions[{i}]") for i, value in enumerate(doc.actions))
    known = {str(value.action): value.action for value in values}
    return read(
        Evaluation,
        doc,
        view=view_from_json(doc.view),
        actions=values,
        best=_known(doc.best, known, "best"),
        models={name: _known(best, known, f"models.{name}") for name, best in doc.models.items()},
        against={name: read(Against, one) for name, one in doc.against.items()},
        scores=scores_from(doc.scores, partial(_one, known)),
        waiting=waiting_from(doc.waiting, partial(_one, known)),
    )


def value_to(value: ActionValue) -> ActionValueJson:
    """Write what one action is worth."""
    return written(ActionValueJson, value, melds=value.action.melds)


def _value_from(doc: ActionValueJson, where: str) -> ActionValue:
    return read(
        ActionValue,
        doc,
        action=action_from(doc.action, doc.melds, where),
        outcomes={ending: read(EndingShare, share) for ending, share in doc.outcomes.items()},
    )


def _known(texts: list[str], known: Mapping[str, Action], where: str) -> tuple[Action, ...]:
    """The actions of that name, with the spread that the table of actions gives them."""
    return tuple(_one(known, text, f"{where}[{index}]") for index, text in enumerate(texts))


def _one(known: Mapping[str, Action], text: str, where: str) -> Action:
    action = known.get(today(text))
    if action is None:
        raise InputError(f"`{text}` is not among the actions", where=where)
    return action
