"""What an answer may say beyond its own score, stage and opponent."""

from __future__ import annotations

from dataclasses import dataclass

from analyzer.game.actions import Action
from analyzer.game.view import Side


@dataclass(frozen=True, slots=True)
class Against:
    """What the best action of an answer is worth against another opponent."""

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
    """How the best action changes with the score."""

    target: int
    step: int
    """Points between two scores."""
    dealer: Side | None
    """Who has dealt this hand; None takes the mean of both."""
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
    """Whether this is the stage that was asked about."""


@dataclass(frozen=True, slots=True)
class WaitingCurve:
    """What knocking gains over playing on, with the same cards at each stage of the hand."""

    points: tuple[WaitingPoint, ...]
    """From the first turn on: the stock shrinks."""
    worlds: int
    """Worlds of each point."""
