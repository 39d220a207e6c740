"""The belief about the opponent's hand as JSON: the answer of `ginsight belief`."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated

import msgspec

from analyzer.api.documents import At, CardText, Chance, InPoints, written
from analyzer.api.views import EventJson, Name, Seed, ViewJson, ViewText, read_view
from analyzer.engine import ENGINE_VERSION
from analyzer.engine.turn_evidence import (
    TURN_WORLDS,
    WORLDS,
    BeliefSummary,
    TurnEvidence,
    model_for,
    read,
    replay,
)
from analyzer.game.cards import DECK
from analyzer.game.view import for_two


class BeliefRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A question for the belief about the opponent's hand. With `turns` also what each turn
    revealed."""

    view: ViewJson | ViewText
    opponent: Name | None = None
    """Name of the opponent model; null for the default, which reads the turns where it can."""
    worlds: Annotated[int, msgspec.Meta(ge=1, le=20_000)] = WORLDS
    """Of the hand as it is now; the turns are read with 2,048 each at most."""
    seed: Seed = 1
    turns: bool = False


class _DeadwoodJson(msgspec.Struct, frozen=True):
    """Their deadwood in points."""

    mean: InPoints
    se: Annotated[InPoints, At("mean_se")]
    """Standard error of the mean."""
    limit: Annotated[int, At("view.limit")]
    """Most deadwood to knock with in this hand."""
    can_knock: Chance
    """Chance that they have no more than that."""
    distribution: Annotated[dict[int, Chance], At("deadwood")]
    """Chance of each number of points, ascending; those that never came are left out."""


class _BeliefMoveJson(msgspec.Struct, frozen=True):
    """A card whose chance a turn has surely changed."""

    card: CardText
    before: Chance
    after: Chance
    se: Chance
    """Standard error of the change."""


class _BeliefTurnJson(msgspec.Struct, frozen=True):
    """One turn of the opponent: how the belief stood just before it and just after."""

    number: int
    """Which of their turns, from 1."""
    event: EventJson
    top: CardText
    """The card that they took or left."""
    before: _DeadwoodJson
    after: _DeadwoodJson
    moves: list[_BeliefMoveJson]
    """The greatest change first; cards that were seen in the turn are left out."""


class BeliefJson(msgspec.Struct, frozen=True):
    """The chance of each of 52 cards to be with the opponent, and their deadwood."""

    view: ViewJson
    opponent: Annotated[str, At("model.name")]
    reads: bool
    """True if the model's belief could read the opponent's turns."""
    cards: dict[CardText, Chance]
    """1 for a card seen taken, 0 for mine and the pile's; they sum to ten."""
    errors: dict[CardText, Chance]
    """Standard error of each."""
    deadwood: _DeadwoodJson
    types: dict[str, Chance]
    """The probability of each type of player after the turns read; empty where none are read."""
    unlike: Chance | None
    """Chance that they play unlike anyone we know; null where no turns are read."""
    bits: InPoints
    """Bits a hidden card that the chances tell beyond equal ones."""
    turns: list[_BeliefTurnJson] | None
    """Oldest first; null where they were not asked for."""
    worlds: int
    seed: int
    engine: str


def belief_of(request: BeliefRequest) -> BeliefJson:
    """Answer a request; InputError for a view or a model that is none.

    >>> view = "hand: 7h 8h 9h 4c 4d 4s Kd Qd 2c Ac\\npile: 5s 9c\\nopp took: Jd"
    >>> found = belief_of(BeliefRequest(view, worlds=256))
    >>> found.cards["Jd"], found.cards["Kd"], found.opponent
    (1.0, 0.0, 'reader')
    """
    view = for_two(read_view(request.view))
    model = model_for(request.opponent)
    each = min(request.worlds, TURN_WORLDS)
    turns = replay(view, model, each, request.seed) if request.turns else None
    return belief_to_json(read(view, model, request.worlds, request.seed), turns)


def belief_to_json(
    summary: BeliefSummary, turns: Iterable[TurnEvidence] | None = None
) -> BeliefJson:
    """Write a reading and, where given, what the turns told."""
    return written(
        BeliefJson,
        summary,
        cards={card: summary.chances[card] for card in DECK},
        errors={card: summary.errors[card] for card in DECK},
        deadwood=summary,
        turns=turns,
        engine=ENGINE_VERSION,
    )
