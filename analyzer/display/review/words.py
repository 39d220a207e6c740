"""The words of a review: players, places, what was played, how a hand ended."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from analyzer.engine.thresholds import half_width
from analyzer.engine.types import Grade
from analyzer.engine.unit import ABOUT_EQUAL
from analyzer.notation.numbers import DASH, counted, estimate, points
from analyzer.notation.phrases import ENDED, upper
from analyzer.notation.records import Record, outcome_of
from analyzer.notation.records.types import GUESSED
from analyzer.review import (
    Choice,
    DecisionKind,
    Entry,
    LayOff,
    NotJudged,
    Rate,
    Report,
    Totals,
    Verdict,
)

KINDS: Final = {
    DecisionKind.UPCARD: "First upcard",
    DecisionKind.DRAW: "Draw",
    DecisionKind.DISCARD: "Discard",
    DecisionKind.KNOCK: "Knock or play on",
    DecisionKind.LAY_OFF: "Lay-off",
}
"""The name of each kind of decision."""

PLURALS: Final = {
    Grade.BEST: ("best or tied", "best or tied"),
    Grade.INACCURACY: ("inaccuracy", "inaccuracies"),
    Grade.MISTAKE: ("mistake", "mistakes"),
    Grade.BLUNDER: ("blunder", "blunders"),
}
"""Each class, once and more than once."""


def player(report: Report, seat: int) -> str:
    """A player's name, or the number."""
    return named(report.hands[0].record, seat)


def named(record: Record, seat: int) -> str:
    """A player's name in a record, or the number."""
    return record.players[seat] or f"Player {seat + 1}"


def place(report: Report, entry: Entry) -> str:
    """Return where a decision stands: "Hand 2, turn 5"."""
    return place_of(report, entry.hand, entry.turn)


def place_of(report: Report, hand: int, turn: int) -> str:
    """Return what a turn of a hand is called; both count from 0."""
    return f"Turn {turn + 1}" if len(report.hands) == 1 else f"Hand {hand + 1}, turn {turn + 1}"


def lost(entry: Entry) -> tuple[str, str]:
    """Return what a decision lost and the interval of it."""
    if is_best(entry):
        return DASH, ""
    if entry.verdict.grade is Grade.BEST:
        return ABOUT_EQUAL, ""
    number, _, half = lost_in_words(entry).partition(" ")
    return number, half


def lost_in_words(entry: Entry) -> str:
    """The same in one text: the difference of the two values that the table shows."""
    if entry.verdict.grade is Grade.BEST:
        return DASH
    if isinstance(entry, LayOff):
        return entry.unit.amount(entry.verdict.shown, entry.verdict.se)
    return entry.unit.loss_estimate(entry.best, entry.played)


def totals_in_words(totals: Totals) -> str:
    """The decisions by class, the error rate and the accuracy."""
    counts = [
        f"{number} {PLURALS[grade][number != 1]}"
        for grade in Grade
        if (number := totals.grades[grade])
    ]
    text = counted(totals.decisions, "decision")
    if totals.overall.rate is None or totals.accuracy is None:
        return f"{text}, no choice"
    return (
        f"{text}, {totals.overall.decisions} with a choice: {', '.join(counts)}; "
        f"{_loss_in_words(totals.overall)}, accuracy {points(totals.accuracy, 0)}"
    )


def _loss_in_words(rate: Rate) -> str:
    """The points lost in 100 decisions, in few decisions those lost in all of them."""
    if rate.is_enough and rate.rate is not None:
        return f"{estimate(max(0.0, rate.rate), half_width(rate.se))} points lost in 100"
    return f"{estimate(max(0.0, rate.lost), half_width(rate.lost_se))} points lost"


def notes(verdict: Verdict) -> tuple[str, ...]:
    """Return what is to be known of a class."""
    if verdict.forced:
        return ("no choice",)
    marks = ["obvious"] if verdict.obvious else []
    if verdict.close:
        marks.append("too close for a worse class")
    elif not verdict.decided and verdict.grade is not Grade.BEST:
        marks.append("uncertain: the class may be one off")
    return tuple(marks)


@dataclass(frozen=True, slots=True)
class LeftOpen:
    """The parts of a record left open: not judged, or guessed (`review/_gaps.html`)."""

    headline: str
    """"3 of 14 decisions are not judged"; empty where all are."""
    unjudged: tuple[str, ...]
    """Each with its reason: "Turn 5, draw: the card on top is forgotten"."""
    guessed: tuple[str, ...]
    """The facts that a tale leaves out, and how it was read."""


def gaps_of(report: Report, seats: Sequence[int]) -> LeftOpen | None:
    """Return what is left open for some players; None where nothing is."""
    unjudged = [decision for decision in report.unjudged if decision.seat in seats]
    guessed = [
        guess
        for hand in report.hands
        for name, text in hand.record.tags
        if name == GUESSED
        for guess in text.split("; ")
    ]
    if not unjudged and not guessed:
        return None
    judged = sum(entry.seat in seats for entry in report.entries)
    headline = f"{len(unjudged)} of {counted(len(unjudged) + judged, 'decision')} not judged"
    return LeftOpen(
        headline if unjudged else "",
        tuple(_unjudged(report, decision, seats) for decision in unjudged),
        tuple(dict.fromkeys(upper(guess) for guess in guessed)),
    )


def _unjudged(report: Report, not_judged: NotJudged, seats: Sequence[int]) -> str:
    """Return what is not judged, and why."""
    where = f"turn {not_judged.turn + 1}"
    if len(report.hands) > 1:
        where = f"hand {not_judged.hand + 1}, {where}"
    if len(seats) > 1:
        where = f"{player(report, not_judged.seat)}, {where}"
    what = f", {not_judged.question}" if not_judged.question is not None else ""
    return f"{upper(where)}{what}: {not_judged.why}"


def ended(record: Record, seat: int) -> str:
    """Return how a hand ended for a player: "won 23 by knocking", "lost 31: gin".

    >>> from analyzer.notation.records import parse_record
    >>> knocked = parse_record('[Dealer "2"] [Hand1 "?"] [Upcard "9h"] 1. ^9h -Kd!')
    >>> ended(knocked, 0), ended(knocked, 1)
    ('knocked, the score is not known', 'they knocked, the score is not known')
    """
    if record.in_moves:
        return _ended_around(record, seat)
    result = record.result
    if result is None and record.knocker is not None:
        return f"{'knocked' if record.knocker == seat else 'they knocked'}, the score is not known"
    if result is None:
        return "not finished"
    if result.winner is None:
        return "nobody scored"
    won = result.winner == seat
    return f"{'won' if won else 'lost'} {result.points} by {ENDED[result.kind]}"


def _ended_around(record: Record, seat: int) -> str:
    """The same where several play: what each has from it."""
    outcome = outcome_of(record)
    if outcome is None:
        return "not finished"
    if not any(outcome.points):
        return "nobody scored"
    mine = outcome.points[seat]
    return f"{'won' if mine >= 0 else 'lost'} {abs(mine)}: {ENDED[outcome.kind]}"


def is_best(entry: Entry) -> bool:
    """True if the best action itself was played."""
    if isinstance(entry, Choice):
        return entry.found.played == entry.best.action
    return entry.played.points == entry.best.points
