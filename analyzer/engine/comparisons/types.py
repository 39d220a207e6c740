"""The parts of an answer beyond its own score, stage and opponent."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from analyzer.game.actions import Action
from analyzer.game.cards import CardSet


@dataclass(frozen=True, slots=True)
class Against:
    """The value of an answer's best action against another opponent."""

    loss: float
    """Points that the answer's first action is behind the best one against this opponent."""
    loss_se: float
    """Its standard error; 0 when exact, or when it is the best itself."""
    worlds: int
    """Worlds of the search against this opponent; 0 where all was exact."""


@dataclass(frozen=True, slots=True)
class ScoreValue:
    """An action at one score of the match."""

    action: Action
    match: float
    """Chance to win the match."""
    loss: float
    """Normalized points behind the best action at this score."""
    loss_se: float


@dataclass(frozen=True, slots=True)
class ScoreCell:
    """One score of the match, before the hand."""

    score: tuple[int, int]
    """Mine first."""
    values: tuple[ScoreValue, ...]
    """The actions of the map, best first."""
    best: tuple[Action, ...]
    """The best action and all that cannot be told from it, best first."""


@dataclass(frozen=True, slots=True)
class ScoreMap:
    """The best action by score."""

    target: int
    step: int
    """Points between two scores."""
    dealer: int | None
    """The dealer of this hand; None takes the mean of both."""
    actions: tuple[Action, ...]
    """The actions that are best or tied somewhere, those of most cells first."""
    cells: tuple[ScoreCell, ...]
    """Row by row: my score from 0 up, and in each row theirs from 0 up."""
    worlds: int

    @property
    def scores(self) -> tuple[int, ...]:
        """The scores along either side."""
        return tuple(range(0, self.target, self.step))


@dataclass(frozen=True, slots=True)
class WaitingPoint:
    """Knocking against playing on at one stage of the hand."""

    stock: int
    """Cards left in the stock."""
    discards: int
    """Discards that I have made before."""
    gain: float
    """Points that knocking is ahead of playing on."""
    se: float
    """Standard error of the gain."""
    knock: Action
    """The knock that is worth most at this stage."""
    wait: Action
    """The discard to play on with at this stage."""
    now: bool = False
    """True if this is the stage that was asked about."""


@dataclass(frozen=True, slots=True)
class WaitingCurve:
    """The gain of knocking over playing on, with the same cards at each stage of the hand."""

    points: tuple[WaitingPoint, ...]
    """From the first turn on: the stock shrinks."""
    worlds: int
    """Worlds of each point."""


# ---------------------------------------------------------------- why one play is better


class Channel(StrEnum):
    """A way in which one play can be better than another; each can be closed in the playouts."""

    WAITS = "waits"
    """The cards that complete what either play keeps are dealt elsewhere."""
    FEEDING = "feeding"
    """They may not take what they are offered next, nor either discard when it comes later."""
    LEARNING = "learning"
    """They do not see which card I take."""
    CAUGHT = "caught"
    """The points caught when they lay down are the same after both."""
    LAYING_OFF = "laying off"
    """Nobody lays off."""
    UNDERCUT = "undercut"
    """An undercut has no bonus."""
    SPEED = "speed"
    """I may lay down only when I could have with either play."""
    SCORE = "score"
    """The match stands at 0–0."""


class MadeKind(StrEnum):
    """The kinds of change that exactly one of two plays makes."""

    BIG_GIN = "big gin"
    GIN = "gin"
    KNOCK = "knock"
    """The better play lays down so, and the other does not."""
    LESS = "less deadwood"
    """Both knock, the better one with fewer points."""
    GIN_WITH_TOP = "gin with the top"
    KNOCK_WITH_TOP = "knock with the top"
    """The top of the pile brings it, and the other play leaves it."""
    MELD = "meld"
    """The top of the pile makes or lengthens it, and the other play leaves it."""
    UNBROKEN = "broken meld"
    """The other discard breaks it."""


@dataclass(frozen=True, slots=True)
class ExactCause:
    """A meld, knock or gin that speaks for the better of two plays."""

    kind: MadeKind
    cards: CardSet
    """The meld; empty where it is about laying down."""
    points: int
    """The deadwood that is laid down, or would be."""


@dataclass(frozen=True, slots=True)
class Cause:
    """The share of the gap between two plays that disappears where one channel is closed."""

    channel: Channel
    share: float
    """1 − (gap with the channel closed ÷ gap), not below 0 nor above 1."""
    low: float
    high: float
    """The ends of its 95% interval."""
    left: float
    """The gap with the channel closed: points, or normalized points."""
    left_se: float


@dataclass(frozen=True, slots=True)
class Causes:
    """The reasons why one play is worth more than another, measured on the same worlds."""

    best: Action
    other: Action
    made: ExactCause | None
    """The exact cause: then no share is needed, and none measured."""
    channels: tuple[Cause, ...] = ()
    """The channels that there are between the two, the one with the largest share first."""
    taken: tuple[float, float] | None = None
    """The frequency with which they take the next offer: after the best play, after the other."""
    ready: tuple[int, float, float] | None = None
    """Within so many turns of mine, how often I can lay down: after the best play, the other."""
    gap: float = 0.0
    """The lead of `best` in these worlds: points, or normalized points."""
    gap_se: float = 0.0
    worlds: int = 0

    def of(self, channel: Channel) -> Cause | None:
        """Return what a channel explains; None where it cannot be closed here."""
        return next((cause for cause in self.channels if cause.channel is channel), None)
