"""An `Evaluation` as JSON: the answer of `ginsight analyze` and of the API."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from math import inf
from typing import Annotated, Any

import msgspec

from analyzer.api.documents import (
    ActionText,
    At,
    CardText,
    Chance,
    InPoints,
    MeldCards,
    Milliseconds,
    SideText,
    action_from,
    decode,
    read,
    rounded,
    set_from,
)
from analyzer.api.views import (
    HalfWidth,
    Name,
    Seconds,
    Seed,
    ViewJson,
    ViewText,
    Worlds,
    view_document,
    view_from_json,
)
from analyzer.engine.comparisons.compare import Comparison
from analyzer.engine.comparisons.types import Channel, MadeKind, WaitingCurve
from analyzer.engine.thresholds import Z95
from analyzer.engine.types import ActionValue, Ending, Evaluation, Grade, Limit, Missing
from analyzer.engine.unit import unit_of
from analyzer.errors import InputError
from analyzer.game.actions import Action
from analyzer.game.arrangement import Meld
from analyzer.game.view import Question
from analyzer.game.words import today
from analyzer.notation import encode
from analyzer.notation.numbers import counted
from analyzer.review.coach import comparisons

DEFAULT_SECONDS = 2.0
"""The time that an analysis without a limit thinks."""
TABLE_WORLDS, MOST_TABLE_WORLDS = 200, 1_000
"""Worlds in which every move is played out where several play."""


class AnalyzeRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A question for the best action. The search stops at the first limit that it reaches."""

    view: ViewJson | ViewText
    worlds: Worlds | None = None
    seconds: Seconds | None = None
    error: HalfWidth | None = None
    """Half-width of the 95% interval of every difference to the best, in points; a tenth of the
    difference is enough."""
    seed: Seed = 1
    opponent: Name | None = None
    """Name of the opponent model; null for the default."""
    models: bool = True
    """True if the question is asked again of other opponents, which `robust` rests on."""
    scores: bool = False
    """True if to tell how the best action changes with the score of the match."""
    waiting: bool = False
    """True if to tell what knocking gains at each stage, where a knock is legal."""
    causes: bool = False
    """True if to measure why the best action is better than the next."""

    def limit(self, longest: float = inf) -> Limit:
        """The limits that are meant, within the longest time allowed.

        >>> AnalyzeRequest("", worlds=100).limit().seconds, AnalyzeRequest("").limit(60).seconds
        (None, 2.0)
        """
        seconds = self.seconds
        if self.seconds is self.worlds is self.error is None:
            seconds = DEFAULT_SECONDS
        if longest < inf:
            seconds = min(longest if seconds is None else seconds, longest)
        return Limit(self.worlds, seconds, self.error)

    def comparisons(self) -> frozenset[Comparison]:
        """The further questions that are meant."""
        return frozenset(kind for kind in Comparison if getattr(self, kind))

    def table_worlds(self) -> int:
        """The worlds that are meant where several play; InputError for what is asked of two."""
        for name in ("seconds", "error", "opponent", "scores", "waiting", "causes"):
            if getattr(self, name):
                raise InputError(
                    f"`{name}` is for two players without jokers", where=name, hint="leave it out"
                )
        worlds = self.worlds or TABLE_WORLDS
        if worlds > MOST_TABLE_WORLDS:
            raise InputError(f"{worlds} worlds are asked for", where="worlds", hint="at most 1,000")
        return worlds


class _ShareJson(msgspec.Struct, frozen=True):
    """One ending's chance and its mean signed points; their products sum to q."""

    p: Chance
    points: InPoints


class ActionValueJson(msgspec.Struct, frozen=True):
    """The value of one action; `se` and its like are standard errors, 0 when exact."""

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
    melds: Annotated[list[MeldCards], At("action.melds")]


class _AgainstJson(msgspec.Struct, frozen=True):
    """The loss of the answer's first action against one opponent model."""

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


class _ScoreMapJson(msgspec.Struct, frozen=True):
    """The best action by score; cells row by row, my score growing."""

    summary: Annotated[str, comparisons.scores]
    target: int
    step: int
    dealer: SideText | None
    actions: list[ActionText]
    cells: list[_ScoreCellJson]
    worlds: int


class _WaitingPointJson(msgspec.Struct, frozen=True):
    """The gain of knocking over playing on at one size of the stock."""

    stock: int
    discards: int
    gain: InPoints
    se: InPoints
    knock: ActionText
    wait: ActionText
    now: bool


class _AssumptionJson(msgspec.Struct, frozen=True):
    """The assumptions made where the turns are not known: the mean over sequences that fit."""

    summary: Annotated[str, comparisons.assumption]
    ways: int
    missing: Missing | None
    """The one fact that would change the answer most."""


def _waiting(curve: WaitingCurve) -> str:
    """The summary of the numbers with the digits that are kept."""
    points = tuple(
        replace(point, gain=rounded(point.gain, 4), se=rounded(point.se, 4))
        for point in curve.points
    )
    return comparisons.waiting(replace(curve, points=points))


class _WaitingJson(msgspec.Struct, frozen=True):
    """The gain of knocking with the same cards at each stage of the hand."""

    summary: Annotated[str, _waiting]
    points: list[_WaitingPointJson]
    worlds: int


class _MadeJson(msgspec.Struct, frozen=True):
    """A meld, knock or gin that exactly one of two plays makes or breaks."""

    kind: MadeKind
    cards: list[CardText]
    """The meld; empty where it is about laying down."""
    points: int
    """The deadwood that is laid down, or would be."""


class _CauseJson(msgspec.Struct, frozen=True):
    """A channel: what closing it for both plays in the same worlds does to the gap."""

    channel: Channel
    share: Chance
    """1 − (gap with the channel closed ÷ gap), from 0 to 1; shares need not add up to 1."""
    low: Chance
    high: Chance
    """The ends of the share's 95% interval."""
    left: InPoints
    """The gap with the channel closed."""
    left_se: InPoints


class CausesJson(msgspec.Struct, frozen=True):
    """The reasons why one action is better than another."""

    best: ActionText
    other: ActionText
    made: _MadeJson | None
    """The exact cause, which needs no share; then no channels are measured."""
    channels: list[_CauseJson]
    """The one with the largest share first."""
    taken: tuple[Chance, Chance] | None
    """The frequency with which they take the next offer, after the best action and after the
    other."""
    ready: tuple[int, Chance, Chance] | None
    """Within so many turns, how often one can lay down, after the best and after the other."""
    gap: InPoints
    gap_se: InPoints
    worlds: int


def _view_of(evaluation: Evaluation) -> ViewJson:
    return view_document(evaluation.view)


def _id_of(evaluation: Evaluation) -> str | None:
    return None if evaluation.view.rules.two_handed else encode(evaluation.view)


class EvaluationJson(msgspec.Struct, frozen=True):
    """The answer to one question: all legal actions, best first, and those tied for best."""

    view: Annotated[ViewJson, _view_of]
    question: Question
    actions: list[ActionValueJson]
    best: list[ActionText]
    robust: bool | None
    models: dict[str, list[ActionText]]
    worlds: int
    seconds: Milliseconds
    seed: int
    engine: str
    opponent: str
    done: bool
    racing: int = 0
    stopped: bool = False
    against: dict[str, _AgainstJson] = {}
    """The loss of the first action under each of the models."""
    scores: _ScoreMapJson | None = None
    waiting: _WaitingJson | None = None
    assumed: _AssumptionJson | msgspec.UnsetType = msgspec.UNSET
    """Left out where the turns are known, or are not read."""
    causes: CausesJson | msgspec.UnsetType = msgspec.UNSET
    """Why the first action is better than the next that is not tied; left out unless asked for."""
    id: Annotated[str | msgspec.UnsetType, _id_of] = msgspec.UNSET
    """The position id, where several play, with jokers or in mahjong gin."""


def evaluation_from_json(data: EvaluationJson | bytes | str | Mapping[str, Any]) -> Evaluation:
    """Read an evaluation, as it comes out of the store; InputError names what is wrong."""
    doc = data if isinstance(data, EvaluationJson) else decode(data, EvaluationJson)
    values = tuple(_value_from(value, f"actions[{i}]") for i, value in enumerate(doc.actions))
    known = {str(value.action): value.action for value in values}

    def actions(text: str, where: str) -> Action:
        """The action of that name, with the spread that the table of actions gives it."""
        if today(text) not in known:
            raise InputError(
                f"`{text}` is not among the actions", where=where, hint="name it as in `actions`"
            )
        return known[today(text)]

    return read(Evaluation, doc, "", actions, view=view_from_json(doc.view), actions=values)


def _value_from(doc: ActionValueJson, where: str) -> ActionValue:
    spread = tuple(Meld(set_from(meld, f"{where}.melds[{i}]")) for i, meld in enumerate(doc.melds))
    return read(ActionValue, doc, where, action=action_from(doc.action, where, spread))


def search_words(so_far: Evaluation) -> str:
    """Return how a search stands, in words."""
    first = so_far.actions[0]
    worth = unit_of(so_far.view).value_text(first, first)
    text = f"{first.action} {worth} · {counted(so_far.worlds, 'world')} · "
    return text + ("other opponents" if so_far.done else f"{so_far.racing} in the race")


def search_part(so_far: Evaluation, limit: Limit) -> float:
    """Return how much of a search is done, 0 to 1, by the limit that is nearest."""
    parts = [0.0]
    if limit.worlds is not None:
        parts.append(so_far.worlds / limit.worlds)
    if limit.seconds is not None:
        parts.append(so_far.seconds / limit.seconds)
    if limit.error is not None:  # an error shrinks with the root of the worlds
        widest = max(Z95 * value.loss_se for value in so_far.actions)
        parts.append(min(1.0, limit.error / widest) ** 2 if widest else 1.0)
    return min(1.0, max(parts))
