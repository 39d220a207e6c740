"""The question and the answer of a search."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from math import inf

from analyzer.engine.comparisons.types import Against, Causes, ScoreMap, WaitingCurve
from analyzer.errors import InputError
from analyzer.game.actions import Action
from analyzer.game.view import Question, View


class Ending(StrEnum):
    """The endings of a hand, from the view of the player who asks."""

    GIN = "gin"
    """I go gin or big gin."""
    KNOCK = "knock"
    """I knock and win."""
    UNDERCUT = "undercut"
    """I knock and am undercut."""
    THEIR_GIN = "their gin"
    THEIR_KNOCK = "their knock"
    THEIR_UNDERCUT = "their undercut"
    """They knock and I undercut them."""
    VOID = "void"
    """The stock ends, nobody scores."""
    TIE = "tie"
    """A knock meets equal deadwood under rules that then give nobody points."""


class Grade(StrEnum):
    """The size of an action's loss against the best one (thresholds in `thresholds.py`)."""

    BEST = "best"
    INACCURACY = "inaccuracy"
    MISTAKE = "mistake"
    BLUNDER = "blunder"


class Missing(StrEnum):
    """The facts about the turns that a view leaves out; the first that it lacks changes an answer
    most."""

    STOCK = "stock"
    """The number of cards left in the stock."""
    PILE = "pile"
    """Which cards lie in the pile, and in what order."""
    THEIR_TAKES = "when they took"
    """The places in the order of the pile of the cards that the opponent took."""
    MY_TAKES = "my takes"
    """Which cards I took."""
    TURNS = "turns"
    """The dealer, and if a card taken was discarded again."""


@dataclass(frozen=True, slots=True)
class Assumption:
    """The basis of an answer where the turns are not known but follow, more or less."""

    ways: int
    """Sequences of turns that it is the mean of."""
    missing: Missing | None
    """The one fact that would change it most; None where the turns follow from what is told."""


@dataclass(frozen=True, slots=True)
class EndingShare:
    """One ending's part in an action's value: ``p * points`` summed over endings is Q."""

    p: float
    """Chance of this ending, 0 to 1."""
    points: float
    """Mean signed points for me when it comes so."""


@dataclass(frozen=True, slots=True)
class ActionValue:
    """The value of one action, and how sure that is."""

    action: Action
    q: float
    """Expected signed points for me to the end of the hand."""
    se: float
    """Standard error of `q`; 0 when exact."""
    loss: float
    """Points behind the best action, on the same worlds; never negative."""
    loss_se: float
    grade: Grade
    close: bool
    """True where the grade was lowered because the interval reaches too far down."""
    outcomes: Mapping[Ending, EndingShare]
    match: float | None = None
    """Chance to win the match, where a score is given."""
    match_se: float | None = None
    danger: float | None = None
    """Of a discard: chance that the opponent takes the card."""
    worlds: int = 0
    """Worlds played for this action; 0 when exact."""
    exact: bool = False


@dataclass(frozen=True, slots=True)
class Limit:
    """The limits of a search: it stops at the first that is reached; raises ValueError if none.

    ``error`` is the half-width, in points, of the 95% interval that every action's paired
    difference to the best has to reach, or a tenth of the difference where that is more. The
    value of the best action itself is then known to four times that.
    """

    worlds: int | None = None
    seconds: float | None = None
    error: float | None = None

    def __post_init__(self) -> None:
        if self.worlds is None and self.seconds is None and self.error is None:
            raise ValueError("a search needs a limit: worlds, seconds or error")
        for name in ("worlds", "seconds", "error"):
            value = getattr(self, name)
            if value is not None and not 0 < value < inf:
                raise InputError(f"{value} is no limit", where=name, hint="give more than 0")


@dataclass(frozen=True, slots=True)
class Evaluation:
    """The answer to one question, complete or so far.

    >>> from analyzer import analyze
    >>> answer = analyze("hand: 7h 8h 9h 4c 4d 4s Tc Jc Qc Kc Kh\\nstock: 12", worlds=256)
    >>> answer.actions[0].action in answer.best, answer.done
    (True, True)
    """

    view: View
    question: Question
    actions: tuple[ActionValue, ...]
    """All legal actions, best first; one entry for each discard or knock of a card."""
    best: tuple[Action, ...]
    """The best action and all that are tied with it, best first."""
    worlds: int
    seconds: float
    seed: int
    engine: str
    """Version of the engine that answered."""
    opponent: str
    """Name of the opponent model."""
    racing: int
    """Actions still in the race; 0 once the search is done."""
    done: bool
    stopped: bool = False
    """True when the search was stopped before its limit."""
    models: Mapping[str, tuple[Action, ...]] = field(default_factory=dict)
    """The best actions under each opponent model that was asked."""
    robust: bool | None = None
    """True if an action is best or tied under each; None where only one was asked."""
    against: Mapping[str, Against] = field(default_factory=dict)
    """The loss of the first action under each model in question."""
    scores: ScoreMap | None = None
    """The best action by score, where that was in question."""
    waiting: WaitingCurve | None = None
    """The gain of knocking at each stage, where that was in question and a knock is legal."""
    assumed: Assumption | None = None
    """The assumptions about untold turns; None where they are known, or not read."""
    causes: Causes | None = None
    """Why the first action is better than the next that is not tied, where that was asked."""

    def of(self, action: Action) -> ActionValue:
        """The value of an action, whatever it spread."""
        return next(value for value in self.actions if value.action.plain == action.plain)
