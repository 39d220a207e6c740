"""The words of a review: players, places, what was played, how a hand ended."""

from __future__ import annotations

from typing import Final

from analyzer.engine.thresholds import half_width
from analyzer.engine.types import Grade
from analyzer.notation.numbers import DASH, estimate, plus_minus, points
from analyzer.notation.phrases import ENDED
from analyzer.notation.records import Record
from analyzer.review import Choice, DecisionKind, Entry, Report, Verdict

KINDS: Final = {
    DecisionKind.UPCARD: "First upcard",
    DecisionKind.DRAW: "Draw",
    DecisionKind.DISCARD: "Discard",
    DecisionKind.KNOCK: "Knock or play on",
    DecisionKind.LAY_OFF: "Lay-off",
}
"""What each kind of decision is called."""

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
    """Where a decision stands: "Hand 2, turn 5"."""
    turn = f"turn {entry.turn + 1}"
    return f"Turn {entry.turn + 1}" if len(report.hands) == 1 else f"Hand {entry.hand + 1}, {turn}"


def lost(verdict: Verdict, *, best: bool) -> tuple[str, str]:
    """What a decision lost and the interval of it; `best` says that the best was played."""
    if best:
        return DASH, ""
    if verdict.grade is Grade.BEST:
        return "about equal", ""
    return points(verdict.shown), plus_minus(half_width(verdict.se))


def lost_in_words(verdict: Verdict) -> str:
    """The same in one text."""
    if verdict.grade is Grade.BEST:
        return DASH
    return estimate(verdict.shown, half_width(verdict.se))


def notes(verdict: Verdict) -> tuple[str, ...]:
    """What is to be known of a class."""
    if verdict.forced:
        return ("no choice",)
    said = ["obvious"] if verdict.obvious else []
    if verdict.close:
        said.append("too close for a worse class")
    elif not verdict.decided and verdict.grade is not Grade.BEST:
        said.append("uncertain: the class may be one off")
    return tuple(said)


def ended(record: Record, seat: int) -> str:
    """How a hand ended for a player: "won 23 by knocking", "lost 31: gin"."""
    result = record.result
    if result is None:
        return "not finished"
    if result.winner is None:
        return "nobody scored"
    won = result.winner == seat
    return f"{'won' if won else 'lost'} {result.points} by {ENDED[result.kind]}"


def is_best(entry: Entry) -> bool:
    """Whether the best action itself was played."""
    if isinstance(entry, Choice):
        return entry.found.played == entry.best.action
    return entry.played.points == entry.best.points
