"""The line protocol's requests and answers as JSON: `ginsight engine` speaks one of each a line."""

from __future__ import annotations

from typing import Annotated

import msgspec

from analyzer.api.answers import CardsText, LayoffJson
from analyzer.api.documents import ActionText, At, CardText, ErrorDetail, SideText
from analyzer.api.evaluations import EvaluationJson
from analyzer.api.views import (
    EventJson,
    HalfWidth,
    Name,
    Points,
    RulesText,
    Seconds,
    Seed,
    ViewJson,
    ViewText,
    Worlds,
)

Id = (
    Annotated[str, msgspec.Meta(max_length=200)]
    | Annotated[int, msgspec.Meta(ge=-(2**63), le=2**63 - 1)]
    | None
)
"""Whatever the other program calls its request; it comes back with the answer."""

Spoken = Annotated[int, msgspec.Meta(ge=1, le=2)]
"""Which protocol the answer is written in. In protocol 1, for programs written before there was
another, a discard is called a throw: `throw Kd`, `my_throws`, `thrown`."""


class Named(msgspec.Struct, frozen=True):
    """Any request, as far as it tells its id."""

    id: Id = None


class LimitJson(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The limits of a search; it stops at the first of these."""

    worlds: Worlds | None = None
    seconds: Seconds | None = None
    error: HalfWidth | None = None
    """Half-width of the 95% interval of every difference to the best, in points; a tenth of the
    difference is enough."""


Types = dict[Name, Annotated[float, msgspec.Meta(ge=0, le=1)]]
"""The probability of each type of player, by name; `hello` gives the names with their prior."""


Takes = list[Annotated[float, msgspec.Meta(ge=0, le=1)]]
"""The probabilities that a player takes much less from the pile than the types do, less, … much
more: seven chances."""


class _Asked(
    msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="mode", tag=str.lower
):
    """The fields of every request; `mode` is the name of each in small letters."""


class Hello(_Asked, frozen=True):
    """A greeting, answered once everything is compiled and loaded: the first time that takes most
    of a minute, later a second."""

    id: Id = None
    protocol: Spoken = 1


class Advise(_Asked, frozen=True):
    """A question for the value of every action. Without a limit 8,192 worlds."""

    view: ViewJson | ViewText
    limit: LimitJson = LimitJson()
    seed: Seed = 1
    opponent: Name | None = None
    """An opponent model; null for the default."""
    id: Id = None
    protocol: Spoken = 1


class Play(_Asked, frozen=True):
    """A question for the one action to play. The limit is in worlds or seconds, or 1,024 worlds."""

    view: ViewJson | ViewText
    limit: LimitJson = LimitJson()
    seed: Seed = 1
    opponent: Name | None = None
    bot: Name | None = None
    """Another player of the arena instead of the engine; then no limit, opponent or types."""
    types: Types | None = None
    """The knowledge from earlier hands of the game, as `learn` answered; null for an unknown
    player."""
    takes: Takes | None = None
    """The same of how readily the player takes."""
    id: Id = None
    protocol: Spoken = 1


class Learn(_Asked, frozen=True):
    """A hand is over: what did it tell of the opponent? The answer goes into the next `play`."""

    hand: list[CardText]
    """My cards at the end; eleven after a big gin of mine."""
    dealer: SideText
    history: list[EventJson]
    """Every turn; the one that laid down has the card discarded face down, none after big gin."""
    upcard: CardText | None = None
    """The first upcard; null where eleven cards are dealt."""
    knocker: SideText | None = None
    """The player who laid down; null where nobody did."""
    shown: Annotated[list[CardText] | None, At("opponent")] = None
    """The opponent's cards, if they were shown."""
    types: Types | None = None
    """The knowledge of the opponent before the hand, as for `play`."""
    takes: Takes | None = None
    rules: RulesText = "standard"
    id: Id = None
    protocol: Spoken = 1


class Layoff(_Asked, frozen=True):
    """A defender's question after a knock. `knocker` are all ten cards, groups split by "/"; a
    host that knows the melds alone gives `melds`, and the points of the rest where it knows them.
    """

    defender: CardsText
    knocker: CardsText | None = None
    melds: list[list[CardText]] | None = None
    deadwood: Points | None = None
    """The points of the cards in no meld; null leaves the hand without a result."""
    rules: RulesText = "standard"
    id: Id = None
    protocol: Spoken = 1


Request = Hello | Advise | Play | Learn | Layoff


class HelloAnswer(msgspec.Struct, frozen=True):
    """The list of the engine's modes and players."""

    id: Id
    ready: bool
    protocol: int
    """The protocol of this answer: the one that was asked for."""
    engine: str
    opponents: list[str]
    """Opponent models; the first is the default."""
    bots: list[str]
    rules: list[str]
    types: Types
    """The types of player that the engine reckons with, and how likely each is at first."""
    protocols: list[int] | msgspec.UnsetType = msgspec.UNSET
    """All that are spoken; protocol 1 does not say."""


class AdviseAnswer(msgspec.Struct, frozen=True):
    """The evaluation, as `ginsight analyze --json` prints it."""

    id: Id
    evaluation: EvaluationJson


class PlayAnswer(msgspec.Struct, frozen=True):
    """The action to play, and the melds to lay down with a knock or gin."""

    id: Id
    action: ActionText
    melds: list[list[CardText]]
    engine: str


class LearnAnswer(msgspec.Struct, frozen=True):
    """The probability of each type of player in the next hand, and how readily they take."""

    id: Id
    types: Types
    takes: Takes


class LayoffAnswer(msgspec.Struct, frozen=True):
    """The defence, as `ginsight layoff --json` prints it."""

    id: Id
    layoff: LayoffJson


class ErrorAnswer(msgspec.Struct, frozen=True):
    """The reason why there is no answer; the next line is read all the same."""

    id: Id
    error: ErrorDetail


Answer = HelloAnswer | AdviseAnswer | PlayAnswer | LearnAnswer | LayoffAnswer | ErrorAnswer
