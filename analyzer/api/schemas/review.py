"""A `Report` as JSON: what `ginsight review` answers. Players are 1 and 2 here, as in records."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

import msgspec

from analyzer.api.schemas.evaluation import ActionValueJson, value_to
from analyzer.api.schemas.melds import ArrangementJson
from analyzer.api.schemas.record import DefenceJson
from analyzer.api.schemas.text import ActionText, CardText
from analyzer.api.schemas.view import ViewJson
from analyzer.api.schemas.written import Chance, InPoints, Meld, Summed, written
from analyzer.engine.types import Ending, Grade
from analyzer.notation.records import format_record
from analyzer.review import (
    Balance,
    Choice,
    DecisionKind,
    Entry,
    HandReport,
    LayOff,
    MomentKind,
    Report,
    Totals,
)


class _PartJson(msgspec.Struct, frozen=True):
    """A share in points, with its standard error."""

    points: InPoints
    se: InPoints


class _DrawnJson(msgspec.Struct, frozen=True):
    """The luck of a card drawn from the stock, in points, by what the player knew."""

    card: CardText
    luck: InPoints
    se: InPoints


class _VerdictJson(msgspec.Struct, frozen=True):
    """What a decision cost."""

    loss: InPoints
    """Points lost, never below 0; at a score normalized points."""
    loss_raw: InPoints
    """The same before it was cut at 0: what the totals add up."""
    loss_se: InPoints
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
    verdict: _VerdictJson
    tied: list[ActionText] = []
    """The best action and those tied with it."""
    value: InPoints | None = None
    """What the hand was worth with the best action or answer."""
    match: Chance | None = None
    """Chance to win the match with it."""
    match_played: Chance | None = None
    gap: dict[Ending, _PartJson] = {}
    fed: _PartJson | None = None
    drawn: _DrawnJson | None = None
    worlds: int = 0
    actions: list[ActionValueJson] = []
    melds: list[Meld] = []
    """The spread that was played, where the action lays down."""
    view: ViewJson | None = None
    knock: ArrangementJson | None = None
    laid: DefenceJson | None = None
    laid_best: DefenceJson | None = None


class _BalanceJson(msgspec.Struct, frozen=True):
    """Where a result comes from: result = luck + skill + errors, in points."""

    result: Summed
    luck: Summed
    luck_parts: dict[str, Summed | None]
    """seat, deal, mine, theirs, hidden and yardstick, which add up to the luck; null is not
    known, and in `hidden`."""
    skill: Summed
    errors: Summed | None
    """Points that the opponent's decisions lost; null where their hand is not known."""


class _RateJson(msgspec.Struct, frozen=True):
    """Points lost per 100 decisions that were neither forced nor obvious."""

    rate: InPoints | None
    se: InPoints
    lost: InPoints
    decisions: int


class _TotalsJson(msgspec.Struct, frozen=True):
    """The sums of one player."""

    player: int
    decisions: int
    forced: int
    obvious: int
    error_rate: _RateJson
    by_kind: dict[DecisionKind, _RateJson]
    accuracy: InPoints | None
    classes: dict[Grade, int]
    close: int
    undecided: int
    balance: _BalanceJson | None


class _MomentJson(msgspec.Struct, frozen=True):
    """A key moment: the place of its entry, from 0, and the points lost or brought by luck."""

    kind: MomentKind
    entry: int
    player: int
    points: InPoints
    se: InPoints


class _MarkJson(msgspec.Struct, frozen=True):
    """How it stood for a player at a decision; `entry` is its place, from 0."""

    entry: int
    player: int
    value: InPoints
    match: Chance | None
    lost: InPoints
    grade: Grade = msgspec.field(name="class")


class _ReviewedHandJson(msgspec.Struct, frozen=True):
    """One hand: its record, and by player where the result comes from."""

    record: str
    balances: dict[str, _BalanceJson]


class ReportJson(msgspec.Struct, frozen=True):
    """A hand or match reviewed, and on what that rests."""

    players: list[int]
    totals: list[_TotalsJson]
    moments: list[_MomentJson]
    timeline: list[_MarkJson]
    entries: list[EntryJson]
    hands: list[_ReviewedHandJson]
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
    return written(
        ReportJson,
        report,
        players=[seat + 1 for seat in seats],
        totals=[_totals(report.totals[seat], seat) for seat in seats],
        moments=[
            written(_MomentJson, one, entry=at[one.entry], player=seat + 1)
            for seat in seats
            for one in report.moments[seat]
        ],
        timeline=[
            written(_MarkJson, one, entry=at[one.entry], player=seat + 1)
            for seat in seats
            for one in report.timeline[seat]
        ],
        entries=[entry_to_json(entry) for _, entry in entries],
        hands=[_hand(hand, seats) for hand in report.hands],
        worlds=report.settings.worlds,
        luck_worlds=report.settings.luck_worlds,
        seed=report.settings.seed,
        opponent=report.settings.opponent,
        review=report.version,
    )


def entry_to_json(entry: Entry) -> EntryJson:
    """Write one entry."""
    return _lay_off(entry) if isinstance(entry, LayOff) else _choice(entry)


def _choice(entry: Choice) -> EntryJson:
    found = entry.found
    return written(
        EntryJson,
        found,
        **_place(entry),
        kind=entry.kind,
        best=entry.best.action,
        actions=[value_to(value) for value in found.actions],
        tied=entry.tied,
        match=entry.best.match,
        match_played=entry.played.match,
        melds=found.played.melds,
        view=entry.view,
    )


def _lay_off(entry: LayOff) -> EntryJson:
    return written(
        EntryJson,
        entry,
        **_place(entry),
        played="lay off",
        best="lay off",
        laid=entry.played,
        laid_best=entry.best,
    )


def _place(entry: Entry) -> dict[str, Any]:
    """Where an entry stands, counted from one, and its verdict."""
    verdict = entry.verdict
    return {
        "hand": entry.hand + 1,
        "turn": entry.turn + 1,
        "player": entry.seat + 1,
        "verdict": written(
            _VerdictJson, verdict, loss=verdict.shown, loss_raw=verdict.loss, loss_se=verdict.se
        ),
    }


def _balance(balance: Balance) -> _BalanceJson:
    luck = balance.luck
    return written(_BalanceJson, balance, luck=luck.total, luck_parts=asdict(luck))


def _totals(totals: Totals, seat: int) -> _TotalsJson:
    return written(
        _TotalsJson,
        totals,
        player=seat + 1,
        error_rate=totals.overall,
        classes=totals.grades,
        balance=totals.balance and _balance(totals.balance),
    )


def _hand(hand: HandReport, seats: Sequence[int]) -> _ReviewedHandJson:
    return _ReviewedHandJson(
        record=format_record(hand.record),
        balances={
            str(seat + 1): _balance(one) for seat, one in hand.balances.items() if seat in seats
        },
    )
