"""A review as JSON: asking for one, how far it is, its `Report`, and its entries as a table.

Players are 1 and 2 here, as in records.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Sequence
from dataclasses import asdict
from typing import Annotated, Any, Final, Literal

import msgspec

from analyzer.api.answers import ArrangementJson
from analyzer.api.documents import (
    ActionText,
    At,
    CardText,
    Chance,
    Counted,
    InPoints,
    MeldCards,
    PlayerNumber,
    Summed,
    action_from,
    written,
)
from analyzer.api.evaluations import ActionValueJson, CausesJson
from analyzer.api.records import DefenceJson, RecordForm, read_match
from analyzer.api.refusals import too_deep
from analyzer.api.views import Name, RulesText, Seed, ViewJson, ViewText, read_view, view_document
from analyzer.engine.search import never
from analyzer.engine.types import Ending, Grade
from analyzer.errors import InputError
from analyzer.game.actions import Action
from analyzer.game.rules import Rules, parse_rules
from analyzer.notation.phrases import listed, text_of
from analyzer.notation.records import Match, format_record
from analyzer.review import (
    Balance,
    Choice,
    DecisionKind,
    Entry,
    HandReport,
    LayOff,
    MomentKind,
    Report,
    ReviewSettings,
)
from analyzer.review.coach import explain, themes_of
from analyzer.review.coach.why_not import why_not
from analyzer.review.judging import judge
from analyzer.review.kinds import kind_of
from analyzer.review.run import settled

RecordText = Annotated[
    str,
    msgspec.Meta(
        max_length=2_000_000,
        description="A hand or a match as text or JSON, or a file of OpenSpiel, Kaggle's Game "
        "Arena, RLCard or EAAI-21.",
    ),
]
_ReviewWorlds = Annotated[int, msgspec.Meta(ge=64, le=10_000_000)]


class ReviewRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A question for the cost of each decision of a hand or match."""

    record: RecordText | dict[str, Any]
    """A record in any form that `ginsight convert` reads, or a `RecordJson`, or `RecordsJson`."""
    worlds: _ReviewWorlds | None = None
    """Most worlds for one decision; null for 16,384, where several play, with jokers or of mahjong
    gin for 128."""
    seed: Seed = 1
    opponent: Name | None = None
    """Name of the opponent model; null for the default."""
    players: Annotated[list[PlayerNumber], msgspec.Meta(min_length=1, max_length=4)] | None = None
    """Whom to review; null for all whose cards are known."""
    rules: RulesText | None = None
    """Null for those that the record names."""

    def match(self) -> Match:
        """The match that is meant; InputError for what is none, or is played by other rules."""
        match = self._read()
        if self.rules is not None and parse_rules(self.rules) != match.rules:
            raise InputError(
                f"the record is played under {match.rules.name}",
                where="rules", hint="leave one of the two out",
            )  # fmt: skip
        return match

    def _read(self) -> Match:
        if isinstance(self.record, str):
            return read_match(self.record)
        try:
            text = msgspec.json.encode(self.record).decode()
        except RecursionError:
            raise too_deep("record") from None
        return read_match(text, RecordForm.JSON)

    def settings(self, rules: Rules) -> ReviewSettings:
        """The settings that are meant, for a match under these rules."""
        return ReviewSettings.of(rules, self.worlds, self.seed, self.opponent)

    def seats(self) -> tuple[int, ...] | None:
        """The players that are meant, from 0."""
        return None if self.players is None else tuple(player - 1 for player in self.players)


class JobJson(msgspec.Struct, frozen=True):
    """A review and how far it is."""

    id: str
    """The key to the review: whoever has it may read and delete the review, so keep it to
    yourself."""
    title: str
    status: Literal["queued", "running", "done", "stopped", "failed"]
    done: int
    """Decisions judged, …"""
    all: int
    """… of so many."""
    ahead: int
    """Reviews that come before this one, while it waits."""
    problem: str | None
    created: str
    """Date and time in UTC, ISO 8601."""
    worlds: int
    seed: int
    opponent: str
    players: list[int]
    url: str
    """The address to ask for the progress; DELETE it there when done."""
    report: str
    """The address of the report, once it is done."""
    csv: str
    """The address of its entries as a table."""


# ---------------------------------------------------------------- the report


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
    """The cost of a decision."""

    loss: Annotated[InPoints, At("shown")]
    """Points lost, never below 0; at a score normalized points."""
    loss_raw: Annotated[InPoints, At("loss")]
    """The same before it was cut at 0: what the totals add up."""
    loss_se: Annotated[InPoints, At("se")]
    grade: Grade = msgspec.field(name="class")
    close: bool
    forced: bool
    obvious: bool
    decided: bool
    """True if the 95% interval of the loss lies within the class."""


def _explained(entry: Entry) -> list[str]:
    return [text_of(sentence) for sentence in explain(entry).sentences]


def _themes(entry: Entry) -> list[str]:
    return [theme.slug for theme in themes_of(entry)]


def _view_of(entry: Entry) -> ViewJson | None:
    return view_document(entry.view) if isinstance(entry, Choice) else None


class _EntryJson(msgspec.Struct, frozen=True):
    """One decision judged. Of a lay-off there is no view and no table, but what was laid down."""

    hand: Counted
    """Which hand of the match, from 1."""
    turn: Counted
    """Which turn of the hand, from 1."""
    player: Annotated[Counted, At("seat")]
    kind: DecisionKind
    played: Annotated[ActionText, At("played.action")]
    best: Annotated[ActionText, At("best.action")]
    """For a lay-off both are `lay off`."""
    verdict: _VerdictJson
    explanation: Annotated[list[str], _explained] = []
    """The coach's words, a sentence each, the verdict first."""
    themes: Annotated[list[str], _themes] = []
    """The themes of an error, as in addresses: `meld-left`."""
    tied: list[ActionText] = []
    """The best action and those tied with it."""
    value: Annotated[InPoints | None, At("found.value", "value")] = None
    """The value of the hand with the best action or answer."""
    match: Annotated[Chance | None, At("best.match", "match")] = None
    """Chance to win the match with it."""
    match_played: Annotated[Chance | None, At("played.match")] = None
    gap: Annotated[dict[Ending, _PartJson], At("found.gap")] = {}
    fed: Annotated[_PartJson | None, At("found.fed")] = None
    drawn: Annotated[_DrawnJson | None, At("found.drawn")] = None
    causes: Annotated[CausesJson | msgspec.UnsetType, At("found.causes")] = msgspec.UNSET
    """Why the best action is better than the one played; left out where that is no error."""
    worlds: Annotated[int, At("found.worlds")] = 0
    actions: Annotated[list[ActionValueJson], At("found.actions")] = []
    melds: Annotated[list[MeldCards], At("found.played.melds")] = []
    """The spread that was played, where the action lays down."""
    view: Annotated[ViewJson | None, _view_of] = None
    knock: ArrangementJson | None = None
    laid: DefenceJson | None = None
    laid_best: DefenceJson | None = None


def _luck_parts(balance: Balance) -> dict[str, float | None]:
    return asdict(balance.luck)


class _BalanceJson(msgspec.Struct, frozen=True):
    """The parts of a result: result = luck + skill + errors, in points.

    In `luck` is more than chance: `chance` is the deal and the draws, the rest is what the hidden
    cards made of decisions, which is zero on average only against the players we know.
    """

    result: Summed
    luck: Annotated[Summed, At("luck.total")]
    chance: Annotated[Summed, At("luck.cards")]
    """The luck proper: seat, deal, mine and theirs."""
    luck_parts: Annotated[dict[str, Summed | None], _luck_parts]
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

    player: Counted
    decisions: int
    forced: int
    obvious: int
    error_rate: Annotated[_RateJson, At("overall")]
    by_kind: dict[DecisionKind, _RateJson]
    accuracy: InPoints | None
    classes: Annotated[dict[Grade, int], At("grades")]
    close: int
    undecided: int
    balance: _BalanceJson | None


class _MomentJson(msgspec.Struct, frozen=True):
    """A key moment: the place of its entry, from 0, and the points lost or brought by luck."""

    kind: MomentKind
    entry: int
    player: Counted
    points: InPoints
    se: InPoints


class _MarkJson(msgspec.Struct, frozen=True):
    """The standing of a player at a decision; `entry` is its place, from 0."""

    entry: int
    player: Counted
    value: InPoints
    match: Chance | None
    lost: InPoints
    grade: Grade = msgspec.field(name="class")


class _ReviewedHandJson(msgspec.Struct, frozen=True):
    """One hand: its record, and by player where the result comes from."""

    record: str
    balances: dict[str, _BalanceJson]


class _NotJudgedJson(msgspec.Struct, frozen=True):
    """A choice that could not be judged, because something was forgotten."""

    hand: Counted
    turn: Counted
    player: Annotated[Counted, At("seat")]
    question: str | None
    """upcard, draw, discard or last; null for a whole turn that was forgotten."""
    why: str


class ReportJson(msgspec.Struct, frozen=True):
    """A hand or match reviewed, and on what that rests."""

    players: list[int]
    totals: list[_TotalsJson]
    moments: list[_MomentJson]
    timeline: list[_MarkJson]
    entries: list[_EntryJson]
    hands: list[_ReviewedHandJson]
    worlds: Annotated[int, At("settings.worlds")]
    luck_worlds: Annotated[int, At("settings.luck_worlds")]
    seed: Annotated[int, At("settings.seed")]
    opponent: Annotated[str, At("settings.opponent")]
    engine: str
    thresholds: str
    review: Annotated[str, At("version")]
    stopped: bool
    not_judged: list[_NotJudgedJson] | msgspec.UnsetType = msgspec.UNSET
    """Left out where every decision was judged."""


def report_to_json(report: Report, seats: Sequence[int] | None = None) -> ReportJson:
    """Write a report; points to 4 decimals, chances to 6, the parts of a balance to 9.

    With `seats` only what is about these players, who have been reviewed; the places of entries
    are those among what is written.
    """
    seats = report.seats if seats is None else tuple(seats)
    entries = [(place, entry) for place, entry in enumerate(report.entries) if entry.seat in seats]
    at = {place: number for number, (place, _) in enumerate(entries)}
    return written(
        ReportJson,
        report,
        players=[seat + 1 for seat in seats],
        totals=[written(_TotalsJson, report.totals[seat], player=seat) for seat in seats],
        moments=[
            written(_MomentJson, moment, entry=at[moment.entry], player=seat)
            for seat in seats
            for moment in report.moments[seat]
        ],
        timeline=[
            written(_MarkJson, point, entry=at[point.entry], player=seat)
            for seat in seats
            for point in report.timeline[seat]
        ],
        entries=[_entry(entry) for _, entry in entries],
        hands=[(format_record(hand.record), _balances(hand, seats)) for hand in report.hands],
        not_judged=[decision for decision in report.unjudged if decision.seat in seats] or None,
    )


def _balances(hand: HandReport, seats: Sequence[int]) -> dict[int, Balance]:
    """Return where the result comes from, by player counted from one."""
    return {seat + 1: balance for seat, balance in hand.balances.items() if seat in seats}


def _entry(entry: Entry) -> _EntryJson:
    if isinstance(entry, LayOff):
        laid = {"laid": entry.played, "laid_best": entry.best}
        return written(_EntryJson, entry, played="lay off", best="lay off", **laid)
    return written(_EntryJson, entry)


# ---------------------------------------------------------------- one decision


class ExplainRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A question why an action is right, or wrong."""

    view: ViewJson | ViewText
    action: ActionText | None = None
    """Null for the best one."""
    worlds: _ReviewWorlds | None = None
    """As for a review."""
    seed: Seed = 1
    opponent: Name | None = None


def _against(choice: Choice) -> dict[str, str]:
    reasons = why_not(choice.view, choice.found.actions, choice.tied)
    return {str(card): " ".join(map(text_of, texts)) for card, texts in reasons.items()}


class ExplainJson(msgspec.Struct, frozen=True):
    """One decision judged: the numbers, and the coach's words for them."""

    played: Annotated[ActionText, At("played.action")]
    """The action that was asked about."""
    best: Annotated[ActionText, At("best.action")]
    tied: list[ActionText]
    """The best action and those tied with it."""
    verdict: _VerdictJson
    explanation: Annotated[list[str], _explained]
    """The coach's words, a sentence each, the verdict first."""
    themes: Annotated[list[str], _themes]
    """The themes of an error, as in addresses: `meld-left`."""
    why_not: Annotated[dict[CardText, str], _against]
    """Why not another card, for each that can be discarded."""
    actions: Annotated[list[ActionValueJson], At("found.actions")]
    causes: Annotated[CausesJson | msgspec.UnsetType, At("found.causes")] = msgspec.UNSET
    """Why the best action is better than the one asked about; left out where that is no error."""


def explain_action(
    request: ExplainRequest,
    stop: Callable[[], bool] = never,
    tell: Callable[[int, int], None] = lambda worlds, most: None,
) -> ExplainJson:
    """Judge one action, or the best one, and say why; raises Stopped once `stop` says so.

    `tell` takes the worlds so far and how many there may be.

    >>> view = "rules: eaai, hand: 7h 8h 9h 4c 4d 4s Tc Jc Qc Kc Kh, stock: 12"
    >>> told = explain_action(ExplainRequest(view, "discard Kh", worlds=512))
    >>> told.best, told.verdict.grade.value
    ('gin Kh', 'blunder')
    """
    view = read_view(request.view)
    settings = ReviewSettings.of(view.rules, request.worlds, request.seed, request.opponent)
    settled(settings, view.rules)
    legal = view.moves() if view.deciding else ()
    best_asked = request.action is None and bool(legal)
    played = legal[0] if best_asked else _played(request.action, legal)
    most = settings.worlds * (2 if best_asked else 1)
    finding = judge(view, played, settings, stop=stop, tell=lambda worlds: tell(worlds, most))
    if best_asked:
        first, best = finding.worlds, finding.actions[0].action
        finding = judge(view, best, settings, stop=stop, tell=lambda more: tell(first + more, most))
    return written(ExplainJson, Choice(0, 0, view.player, kind_of(view), view, finding))


def _played(text: str | None, legal: Sequence[Action]) -> Action:
    """The action of that name; InputError for one that is not legal."""
    if not legal:
        raise InputError("it is not this player's turn", where="view", hint="ask at a decision")
    action = action_from(text or "", "action").plain
    if action not in legal:
        hint = f"use {listed(list(map(str, legal)))}"
        raise InputError(f"`{action}` cannot be played here", where="action", hint=hint)
    return action


# ---------------------------------------------------------------- the table

COLUMNS: Final = (
    "hand", "turn", "player", "kind", "played", "best", "loss", "loss_se", "class", "close",
    "forced", "obvious", "decided", "value", "match", "drawn", "luck", "luck_se", "worlds",
)  # fmt: skip
"""Loss, value and luck are in points, at a score in normalized ones; hands, turns and players
count from 1; `drawn` is the card that a draw brought, and luck what it was worth."""


def entries_csv(report: Report) -> str:
    """The entries, one a line under a line of names; what is not known is left empty.

    The numbers are those of the JSON report, so that the two can be laid side by side.

    >>> from analyzer.notation.records import parse_record
    >>> from analyzer.review import ReviewSettings, review
    >>> record = parse_record('''
    ... [Hand1 "Ac 2c 3c 4d 5d 6d 9h 9s 9c Kd"] [Hand2 "?"] [Dealer "2"] [Upcard "9d"]
    ... 1. ^9d -Kd!
    ... 1= Ac 2c 3c / 4d 5d 6d / 9d 9h 9s 9c
    ... ''')
    >>> report = review(record, settings=ReviewSettings(worlds=64, luck_worlds=64))
    >>> [line.split(",")[:6] for line in entries_csv(report).splitlines()[1:]]
    [['1', '1', '1', 'upcard', 'take', 'take'], ['1', '1', '1', 'knock', 'gin Kd', 'gin Kd']]
    """
    page = io.StringIO(newline="")
    lines = csv.writer(page, lineterminator="\n")
    lines.writerow(COLUMNS)
    lines.writerows(_line(entry) for entry in report.entries)
    return page.getvalue()


def _line(entry: Entry) -> list[object]:
    row = _entry(entry)
    verdict, drawn = row.verdict, row.drawn
    flags = (verdict.close, verdict.forced, verdict.obvious, verdict.decided)
    return [
        row.hand, row.turn, row.player, row.kind.value, row.played, row.best,
        verdict.loss, verdict.loss_se, verdict.grade.value, *(int(flag) for flag in flags),
        row.value, row.match,
        *((None, None, None) if drawn is None else (drawn.card, drawn.luck, drawn.se)),
        row.worlds if isinstance(entry, Choice) else None,
    ]  # fmt: skip
