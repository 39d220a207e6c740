"""The parts of a review: entries decision by decision, luck, and the totals of a report.

Points are what the search maximizes: signed points of the hand, or at a score of a match the
*normalized points* of :mod:`analyzer.engine.objective`. Each figure is from the side of the player
that it is about.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Final

from analyzer.engine.comparisons.types import Causes
from analyzer.engine.play import DEFAULT as PLAYED
from analyzer.engine.types import ActionValue, Ending, Grade
from analyzer.engine.unit import POINTS_UNIT, Unit, unit_at, unit_of
from analyzer.errors import InputError
from analyzer.game.actions import Action, Question
from analyzer.game.arrangement import Arrangement, Defense
from analyzer.game.cards import Card, CardSet
from analyzer.game.rules import Rules
from analyzer.game.view import View
from analyzer.notation.records import Record, undecided

RIGHT: Final = 0.5
"""Points behind the best within which an action tried again counts as right, …"""
RIGHT_SE: Final = 2.0
"""… or so many standard errors."""

LEAST_FOR_RATE: Final = 50
"""Decisions from which on a loss per 100 of them is shown: fewer make a rate of a few cards."""

VERSION: Final = "review-8"
"""Changes with every change to how a review is made from the engine's worlds."""


class DecisionKind(StrEnum):
    """The subject of a decision: the groups of the error rate."""

    UPCARD = "upcard"
    """Take the first upcard or pass."""
    DRAW = "draw"
    """Take the top of the pile or draw; at the tournament wall take the last discard or not."""
    DISCARD = "discard"
    """Which card to discard, where no knock is legal."""
    KNOCK = "knock"
    """The choice to lay down, how, or which card to discard instead, where that is legal."""
    LAY_OFF = "lay-off"
    """The defender's melds and layoffs."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """The cost of a decision."""

    loss: float
    """Points lost: where sampled an unbiased estimate, which `shown` does not let fall below 0."""
    se: float
    """Its standard error; 0 where it is exact, or where the best action was played."""
    grade: Grade
    close: bool
    """True if the grade was lowered because the interval reaches too far down."""
    forced: bool
    """True if there was no choice."""
    obvious: bool
    """True if the best was played and everything else loses as much as a blunder."""
    decided: bool
    """True if the 95% interval of the loss lies within the grade's bounds."""

    @property
    def counts(self) -> bool:
        """True if it belongs to the error rate."""
        return not (self.forced or self.obvious)

    @property
    def shown(self) -> float:
        """The loss as one shows it: not below 0."""
        return max(0.0, self.loss)


@dataclass(frozen=True, slots=True)
class GapPart:
    """A share of the gap between the best action and the one played, in points."""

    points: float
    se: float


@dataclass(frozen=True, slots=True)
class Drawn:
    """The luck of a card drawn from the stock, by what the player knew."""

    card: Card
    luck: float
    """The worth of the hand with it, less the mean over all cards that could have come."""
    se: float


@dataclass(frozen=True, slots=True)
class Finding:
    """The engine's finding on one decision: all but where it stood."""

    actions: tuple[ActionValue, ...]
    """All legal actions, best first; the played one too where it is a poorer spread of a knock.
    Points behind the best are those of the table, in which the best flatters itself; what a
    decision cost is in the verdict."""
    played: Action
    """As it stands among the actions."""
    verdict: Verdict
    value: float
    """The value of the decision with the best action: points, or normalized points."""
    gap: Mapping[Ending, GapPart]
    """By ending, what it contributes to the gap between the best action and the played one, on
    the same worlds; they add up to the gap. Empty where the best was played."""
    in_points: GapPart | None
    """The lead of the best action over the played one in plain points, whatever the score;
    None where the best was played."""
    fed: GapPart | None
    """The part of the gap from the worlds in which the opponent takes the card that was
    discarded; None where none was discarded, or where the best was played."""
    yardstick: float
    """Points that the yardstick, the policy which plays the cards on, would have lost here."""
    worlds: int
    drawn: Drawn | None = None
    """The luck of the card that the played draw brought."""
    causes: Causes | None = None
    """Why the best action is better than the played one; None where that is no error or unknown."""


@dataclass(frozen=True, slots=True)
class Choice:
    """A decision at a view."""

    hand: int
    """Which hand of the match, from 0."""
    turn: int
    """Which turn of the hand, from 0."""
    seat: int
    kind: DecisionKind
    view: View
    found: Finding

    def __hash__(self) -> int:
        """Of where it stands: what was found there is large, and has mappings."""
        return hash((self.hand, self.turn, self.seat, self.kind, self.view.hand.mask))

    @property
    def verdict(self) -> Verdict:
        """The cost of it."""
        return self.found.verdict

    @property
    def unit(self) -> Unit:
        """The unit of its values and losses."""
        return unit_of(self.view)

    @property
    def best(self) -> ActionValue:
        """The best action."""
        return self.found.actions[0]

    @property
    def played(self) -> ActionValue:
        """The action that was played."""
        return next(action for action in self.found.actions if action.action == self.found.played)

    def as_good(self, action: Action) -> bool:
        """True if an action, tried again, counts as right: within half a point or two errors.

        Of a knock the spread does not matter. Raises ValueError for one that is not legal.
        """
        for value in self.found.actions:
            if value.action.plain == action.plain:
                return _as_good(value)
        raise ValueError(f"`{action}` is not among the actions")

    @property
    def badly_laid_down(self) -> bool:
        """True if the best is the knock that was played, with other melds."""
        best, played = self.best.action, self.found.played
        return best != played and best.plain == played.plain

    def laid_as_well(self, action: Action) -> bool:
        """True if a knock counts as right with just these melds."""
        return any(value.action == action and _as_good(value) for value in self.found.actions)

    @property
    def options(self) -> tuple[Action, ...]:
        """The actions one can choose from, each once, in an order that tells nothing.

        A knock with cards that could go gin with the same discard is none.
        """
        known = {action.action.plain for action in self.found.actions}
        actions = {action.plain: action for action in reversed(self.view.legal_actions())}
        return tuple(action for move, action in reversed(actions.items()) if move in known)

    @property
    def tied(self) -> tuple[Action, ...]:
        """The best action and those that are tied with it."""
        return tuple(action.action for action in self.found.actions if action.grade is Grade.BEST)


def _as_good(value: ActionValue) -> bool:
    return value.loss <= max(RIGHT, RIGHT_SE * value.loss_se)


@dataclass(frozen=True, slots=True)
class LayOff:
    """The defender's answer to a knock; its cost is exact."""

    hand: int
    turn: int
    seat: int
    """Of the defender."""
    rules: Rules
    cards: CardSet
    knock: Arrangement
    played: Defense
    best: Defense
    verdict: Verdict
    value: float
    """The value of the hand with the best answer: points, or normalized points."""
    match: float | None
    """The chance to win the match then; None outside a match."""

    def __hash__(self) -> int:
        """Of where it stands, as that of a choice."""
        return hash((self.hand, self.turn, self.seat, self.cards.mask))

    @property
    def unit(self) -> Unit:
        """The unit of its loss."""
        return unit_at(self.rules, in_match=self.match is not None)

    def as_good(self, answer: Defense) -> bool:
        """True if an answer, tried again, counts as right: it leaves no more than the best."""
        return answer.points <= self.best.points

    @property
    def kind(self) -> DecisionKind:
        """Always a lay-off."""
        return DecisionKind.LAY_OFF


Entry = Choice | LayOff
"""One decision of a player's, judged."""


@dataclass(frozen=True, slots=True)
class Luck:
    """The part of a hand's result that no decision made, in points: luck, and what the cards hid.

    Luck is the deal and the draws. The parts add up to `total`. Where only one hand is known,
    `theirs` and `yardstick` are None and all that the opponent drew and did is in `hidden`.
    """

    seat: float
    """The worth of the hand before it is dealt: the non-dealer acts first, which is worth
    something. 0 within a match, whose chance has it already."""
    deal: float
    """The worth of the deal, less that. With one hand known: until the first decision."""
    mine: float
    """My cards from the stock, each less the mean of those that could have come."""
    theirs: float | None
    """Their cards from the stock, seen from my side."""
    hidden: float
    """A choice is judged by what the player knew, and turns out better or worse than that. Zero on
    average against the players we know, but not against all, so it is not called luck."""
    yardstick: float | None
    """What my best actions gain on those of the yardstick, which plays the cards on, less the same
    of theirs: zero on average between players alike."""

    @property
    def cards(self) -> float:
        """The luck proper: the deal and the cards drawn."""
        return self.seat + self.deal + self.mine + (self.theirs or 0.0)

    @property
    def total(self) -> float:
        """All of it: luck, and what was hidden."""
        known = (self.seat, self.deal, self.mine, self.theirs, self.hidden, self.yardstick)
        return sum(part for part in known if part is not None)


@dataclass(frozen=True, slots=True)
class Balance:
    """The sources of a hand's result: luck, what was hidden, skill, the opponent's errors."""

    result: float
    """In points, or normalized points."""
    luck: Luck
    skill: float
    """The points lost by own decisions, as a negative number."""
    errors: float | None
    """The points that the opponent's decisions lost; None where their hand is not known."""

    @property
    def sum(self) -> float:
        """Luck, skill and errors together: the result, to the last rounding."""
        return self.luck.total + self.skill + (self.errors or 0.0)


@dataclass(frozen=True, slots=True)
class HandReport:
    """One hand reviewed."""

    record: Record
    entries: tuple[Entry, ...]
    """Of all seats reviewed, in the order of play."""
    balances: Mapping[int, Balance]
    """By seat; without a result, or before all is reviewed, there is none."""


@dataclass(frozen=True, slots=True)
class NotJudged:
    """A choice that could not be judged."""

    hand: int
    """Which hand of the match, from 0."""
    turn: int
    """Which turn of the hand, from 0."""
    seat: int
    question: Question | None
    """None for a whole turn that was forgotten."""
    why: str


@dataclass(frozen=True, slots=True)
class Rate:
    """Points lost per 100 decisions that were neither forced nor obvious."""

    rate: float | None
    """None without such a decision."""
    se: float
    lost: float
    """Points lost in all of them."""
    decisions: int

    @property
    def is_enough(self) -> bool:
        """True if there are decisions enough to show a rate."""
        return self.decisions >= LEAST_FOR_RATE

    @property
    def lost_se(self) -> float:
        """The standard error of `lost`."""
        return self.se * self.decisions / 100


@dataclass(frozen=True, slots=True)
class Totals:
    """The sums of one seat over all hands."""

    decisions: int
    """All, forced and obvious ones too."""
    forced: int
    obvious: int
    overall: Rate
    by_kind: Mapping[DecisionKind, Rate]
    accuracy: float | None
    """Mean of 100·exp(−0.20·loss) over the decisions that count."""
    grades: Mapping[Grade, int]
    """Of the decisions that count."""
    close: int
    """Of these, how many are graded one step better because their interval is wide."""
    undecided: int
    """Of these, how many have an interval that reaches beyond their grade."""
    balance: Balance | None
    """The sum over the hands with a balance; None where there is none."""


class MomentKind(StrEnum):
    """The reason that makes a moment a key moment."""

    ERROR = "error"
    LUCK = "luck"


@dataclass(frozen=True, slots=True)
class KeyMoment:
    """One of the moments that mattered most, for one seat."""

    kind: MomentKind
    entry: int
    """Place in the report's entries."""
    points: float
    """Lost (negative), or gained by luck."""
    se: float


@dataclass(frozen=True, slots=True)
class GraphPoint:
    """A point of the line that a hand or match draws, for one seat: how it stood at a decision."""

    entry: int
    """Place in the report's entries."""
    hand: int
    turn: int
    value: float
    """The value of the hand before the decision, with the best action: points of it."""
    match: float | None
    """The chance to win the match then; None outside a match."""
    lost: float
    """Points that the decision lost, never below 0."""
    grade: Grade


@dataclass(frozen=True, slots=True)
class ReviewSettings:
    """On what a review's figures depend, apart from the record; raises InputError if impossible."""

    worlds: int = 16_384
    """Most worlds for one decision; a clear one gets by with `FEW`."""
    seed: int = 1
    opponent: str = PLAYED.name
    """Name of the opponent model by which every decision is judged."""
    luck_worlds: int = 1_024
    """Worlds for the value of a drawn card, of a draw of whichever comes, and of a position."""

    @classmethod
    def of(
        cls, rules: Rules, worlds: int | None = None, seed: int = 1, opponent: str | None = None
    ) -> ReviewSettings:
        """The settings for a game; without `worlds` those that are usual for it.

        >>> from analyzer.game.rules import PRESETS
        >>> [ReviewSettings.of(PRESETS[name]).worlds for name in ("standard", "mahjong")]
        [16384, 128]
        """
        usual = cls()
        if worlds is None:
            worlds = usual.worlds if rules.two_handed else AROUND
        return cls(worlds, seed, opponent or usual.opponent, min(worlds, usual.luck_worlds))

    def __post_init__(self) -> None:
        if self.worlds < LEAST or self.luck_worlds < LEAST:
            raise InputError(
                "too few worlds for a review", where="worlds", hint=f"give at least {LEAST}"
            )


AROUND: Final = 128
"""Worlds of a decision in the other games: each is played out move by move, by everybody."""

LEAST: Final = 64
"""Fewest worlds that anything is estimated from; for a sound report give thousands."""

FEW: Final = 512
"""Worlds that every decision gets at first, or more where many in a row are alike."""


@dataclass(frozen=True, slots=True)
class Report:
    """A hand or match reviewed."""

    hands: tuple[HandReport, ...]
    seats: tuple[int, ...]
    """The players whose decisions were reviewed: 0 is player 1 of the texts, 1 is player 2."""
    totals: Mapping[int, Totals]
    moments: Mapping[int, tuple[KeyMoment, ...]]
    """By seat, the three that mattered most, in order of play."""
    timeline: Mapping[int, tuple[GraphPoint, ...]]
    """By seat, how it stood at each of its decisions, and at a lay-off where there was a choice."""
    settings: ReviewSettings
    engine: str
    """Version of the engine."""
    thresholds: str
    """Version of the thresholds of the grades."""
    version: str = VERSION
    stopped: bool = False
    """True if it was stopped before all decisions were reviewed."""
    entries: tuple[Entry, ...] = field(init=False)
    """Of all hands, in the order of play."""

    def __post_init__(self) -> None:
        entries = tuple(entry for hand in self.hands for entry in hand.entries)
        object.__setattr__(self, "entries", entries)

    @property
    def without_names(self) -> Report:
        """The same report, with nothing in it that says who played."""
        hands = (replace(hand, record=hand.record.without_names) for hand in self.hands)
        return replace(self, hands=tuple(hands))

    @property
    def unjudged(self) -> tuple[NotJudged, ...]:
        """The choices that could not be judged, because something was forgotten."""
        return tuple(
            NotJudged(number, turn.turn, seat, turn.question, turn.why)
            for number, hand in enumerate(self.hands)
            for seat in self.seats
            for turn in undecided(hand.record, seat)
        )

    @property
    def unit(self) -> Unit:
        """The unit of results, luck and losses."""
        return self.entries[0].unit if self.entries else POINTS_UNIT
