"""A `Report` as JSON: what `ginsight review` answers. Players are 1 and 2 here, as in records."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

import msgspec

from analyzer.api.schemas.evaluation import ActionValueJson, value_to
from analyzer.api.schemas.melds import ArrangementJson
from analyzer.api.schemas.record import DefenceJson, defence_to, spread_to
from analyzer.api.schemas.text import CHANCE, POINTS, ActionText, CardText, melds_to, rounded
from analyzer.api.schemas.view import ViewJson, view_to_json
from analyzer.engine.types import Ending, Grade
from analyzer.notation.records import format_record
from analyzer.review import (
    Balance,
    Choice,
    DecisionKind,
    Entry,
    HandReport,
    LayOff,
    Mark,
    Moment,
    MomentKind,
    Part,
    Rate,
    Report,
    Totals,
    Verdict,
)

SUMMED: Final = 9
"""Decimals of the parts of a balance: with fewer they would not add up to the result."""


class PartJson(msgspec.Struct, frozen=True):
    """A share in points, with its standard error."""

    points: float
    se: float


class DrawnJson(msgspec.Struct, frozen=True):
    """The luck of a card drawn from the stock, in points, by what the player knew."""

    card: CardText
    luck: float
    se: float


class VerdictJson(msgspec.Struct, frozen=True):
    """What a decision cost."""

    loss: float
    """Points lost, never below 0; at a score normalised points."""
    loss_raw: float
    """The same before it was cut at 0: what the totals add up."""
    loss_se: float
    grade: Grade = msgspec.field(name="class")
    close: bool
    forced: bool
    obvious: bool
    decided: bool
    """Whether the 95% interval of the loss lies within the class."""


class EntryJson(msgspec.Struct, frozen=True):
    """One decision judged. Of a lay-off there is no view and no table, but what was laid down."""

    hand: int
    """Which hand of the match, from 1."""
    turn: int
    """Which turn of the hand, from 1."""
    player: int
    kind: DecisionKind
    played: ActionText
    best: ActionText
    """For a lay-off both are `lay off`."""
    verdict: VerdictJson
    tied: list[ActionText] = []
    """The best action and those tied with it."""
    value: float | None = None
    """What the hand was worth with the best action or answer."""
    match: float | None = None
    """Chance to win the match with it."""
    match_played: float | None = None
    gap: dict[Ending, PartJson] = {}
    fed: PartJson | None = None
    drawn: DrawnJson | None = None
    worlds: int = 0
    actions: list[ActionValueJson] = []
    melds: list[list[CardText]] = []
    """The spread that was played, where the action lays down."""
    view: ViewJson | None = None
    knock: ArrangementJson | None = None
    laid: DefenceJson | None = None
    laid_best: DefenceJson | None = None


class BalanceJson(msgspec.Struct, frozen=True):
    """Where a result comes from: result = luck + skill + errors, in points."""

    result: float
    luck: float
    luck_parts: dict[str, float | None]
    """seat, deal, mine, theirs, hidden and yardstick, which add up to the luck; null is not
    known, and in `hidden`."""
    skill: float
    errors: float | None
    """Points that the opponent's decisions lost; null where their hand is not known."""


class RateJson(msgspec.Struct, frozen=True):
    """Points lost per 100 decisions that were neither forced nor obvious."""

    rate: float | None
    se: float
    lost: float
    decisions: int


class TotalsJson(msgspec.Struct, frozen=True):
    """The sums of one player."""

    player: int
    decisions: int
    forced: int
    obvious: int
    error_rate: RateJson
    by_kind: dict[DecisionKind, RateJson]
    accuracy: float | None
    classes: dict[Grade, int]
    close: int
    undecided: int
    balance: BalanceJson | None


class MomentJson(msgspec.Struct, frozen=True):
    """A key moment: the place of its entry, from 0, and the points lost or brought by luck."""

    kind: MomentKind
    entry: int
    player: int
    points: float
    se: float


class MarkJson(msgspec.Struct, frozen=True):
    """How it stood for a player at a decision; `entry` is its place, from 0."""

    entry: int
    player: int
    value: float
    match: float | None
    lost: float
    grade: Grade = msgspec.field(name="class")


class ReviewedHandJson(msgspec.Struct, frozen=True):
    """One hand: its record, and by player where the result comes from."""

    record: str
    balances: dict[str, BalanceJson]


class ReportJson(msgspec.Struct, frozen=True):
    """A hand or match reviewed, and on what that rests."""

    players: list[int]
    totals: list[TotalsJson]
    moments: list[MomentJson]
    timeline: list[MarkJson]
    entries: list[EntryJson]
    hands: list[ReviewedHandJson]
    worlds: int
    luck_worlds: int
    seed: int
    opponent: str
    engine: str
    thresholds: str
    review: str
    stopped: bool


def report_to_json(report: Report, seats: Sequence[int] | None = None) -> ReportJson:
    """Write a report; points to 4 decimals, chances to 6, the parts of a balance to 9.

    With `seats` only what is about these players, who have been reviewed; the places of entries
    are those among what is written.
    """
    seats = report.seats if seats is None else tuple(seats)
    entries = [(place, one) for place, one in enumerate(report.entries) if one.seat in seats]
    at = {place: number for number, (place, _) in enumerate(entries)}
    return ReportJson(
        players=[seat + 1 for seat in seats],
        totals=[_totals(report.totals[seat], seat) for seat in seats],
        moments=[_moment(one, seat, at) for seat in seats for one in report.moments[seat]],
        timeline=[_mark(one, seat, at) for seat in seats for one in report.timeline[seat]],
        entries=[entry_to_json(entry) for _, entry in entries],
        hands=[_hand(hand, seats) for hand in report.hands],
        worlds=report.settings.worlds,
        luck_worlds=report.settings.luck_worlds,
        seed=report.settings.seed,
        opponent=report.settings.opponent,
        engine=report.engine,
        thresholds=report.thresholds,
        review=report.version,
        stopped=report.stopped,
    )


def entry_to_json(entry: Entry) -> EntryJson:
    """Write one entry."""
    return _lay_off(entry) if isinstance(entry, LayOff) else _choice(entry)


def _choice(entry: Choice) -> EntryJson:
    found, drawn = entry.found, entry.found.drawn
    return EntryJson(
        hand=entry.hand + 1,
        turn=entry.turn + 1,
        player=entry.seat + 1,
        kind=entry.kind,
        played=str(found.played),
        best=str(entry.best.action),
        verdict=_verdict(entry.verdict),
        tied=[str(action) for action in entry.tied],
        value=rounded(found.value, POINTS),
        match=_chance(entry.best.match),
        match_played=_chance(entry.played.match),
        gap={ending: _part(part) for ending, part in found.gap.items()},
        fed=None if found.fed is None else _part(found.fed),
        drawn=None
        if drawn is None
        else DrawnJson(str(drawn.card), rounded(drawn.luck, POINTS), rounded(drawn.se, POINTS)),
        worlds=found.worlds,
        actions=[value_to(value) for value in found.actions],
        melds=melds_to(found.played.melds),
        view=view_to_json(entry.view),
    )


def _verdict(verdict: Verdict) -> VerdictJson:
    return VerdictJson(
        loss=rounded(verdict.shown, POINTS),
        loss_raw=rounded(verdict.loss, POINTS),
        loss_se=rounded(verdict.se, POINTS),
        grade=verdict.grade,
        close=verdict.close,
        forced=verdict.forced,
        obvious=verdict.obvious,
        decided=verdict.decided,
    )


def _lay_off(entry: LayOff) -> EntryJson:
    return EntryJson(
        hand=entry.hand + 1,
        turn=entry.turn + 1,
        player=entry.seat + 1,
        kind=entry.kind,
        played="lay off",
        best="lay off",
        verdict=_verdict(entry.verdict),
        value=rounded(entry.value, POINTS),
        match=_chance(entry.match),
        knock=spread_to(entry.knock),
        laid=defence_to(entry.played),
        laid_best=defence_to(entry.best),
    )


def _chance(value: float | None) -> float | None:
    return None if value is None else rounded(value, CHANCE)


def _part(part: Part) -> PartJson:
    return PartJson(rounded(part.points, POINTS), rounded(part.se, POINTS))


def _balance(balance: Balance) -> BalanceJson:
    luck = balance.luck
    parts = {
        "seat": luck.seat,
        "deal": luck.deal,
        "mine": luck.mine,
        "theirs": luck.theirs,
        "hidden": luck.hidden,
        "yardstick": luck.yardstick,
    }
    return BalanceJson(
        result=rounded(balance.result, SUMMED),
        luck=rounded(luck.total, SUMMED),
        luck_parts={
            name: None if part is None else rounded(part, SUMMED) for name, part in parts.items()
        },
        skill=rounded(balance.skill, SUMMED),
        errors=None if balance.errors is None else rounded(balance.errors, SUMMED),
    )


def _rate(rate: Rate) -> RateJson:
    return RateJson(
        rate=None if rate.rate is None else rounded(rate.rate, POINTS),
        se=rounded(rate.se, POINTS),
        lost=rounded(rate.lost, POINTS),
        decisions=rate.decisions,
    )


def _totals(totals: Totals, seat: int) -> TotalsJson:
    return TotalsJson(
        player=seat + 1,
        decisions=totals.decisions,
        forced=totals.forced,
        obvious=totals.obvious,
        error_rate=_rate(totals.overall),
        by_kind={kind: _rate(rate) for kind, rate in totals.by_kind.items()},
        accuracy=None if totals.accuracy is None else rounded(totals.accuracy, POINTS),
        classes=dict(totals.grades),
        close=totals.close,
        undecided=totals.undecided,
        balance=None if totals.balance is None else _balance(totals.balance),
    )


def _moment(moment: Moment, seat: int, at: Mapping[int, int]) -> MomentJson:
    return MomentJson(
        kind=moment.kind,
        entry=at[moment.entry],
        player=seat + 1,
        points=rounded(moment.points, POINTS),
        se=rounded(moment.se, POINTS),
    )


def _mark(mark: Mark, seat: int, at: Mapping[int, int]) -> MarkJson:
    return MarkJson(
        entry=at[mark.entry],
        player=seat + 1,
        value=rounded(mark.value, POINTS),
        match=_chance(mark.match),
        lost=rounded(mark.lost, POINTS),
        grade=mark.grade,
    )


def _hand(hand: HandReport, seats: Sequence[int]) -> ReviewedHandJson:
    return ReviewedHandJson(
        record=format_record(hand.record),
        balances={
            str(seat + 1): _balance(one) for seat, one in hand.balances.items() if seat in seats
        },
    )
