"""The words of a review: players, places, what was played, how a hand ended."""

from __future__ import annotations

from typing import Final

from analyzer.display.filters import plus_minus, points
from analyzer.engine.thresholds import Z95
from analyzer.engine.types import Grade
from analyzer.game.actions import Action, Kind, Question
from analyzer.game.scoring import Ended
from analyzer.game.view import View
from analyzer.notation.phrases import knock_points, symbol
from analyzer.notation.records import Record
from analyzer.review import Choice, DecisionKind, Entry, Report, Verdict
from analyzer.review.coach import Text

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

ABOUT_EQUAL: Final = 0.05
"""Points that print as 0.0."""


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


def number(count: int, one: str, many: str | None = None) -> str:
    """A count with its noun.

    >>> number(1, "decision"), number(3, "inaccuracy", "inaccuracies")
    ('1 decision', '3 inaccuracies')
    """
    return f"{count} {one if count == 1 else many or one + 's'}"


def text_of(text: Text) -> str:
    """A text in pieces as one, its cards as symbols."""
    return "".join(part if isinstance(part, str) else part.symbol for part in text)


def past(view: View, action: Action) -> str:
    """What was done: "Discarded K♦".

    >>> from analyzer.game.cards import Card
    >>> from analyzer.notation import parse_view
    >>> view = parse_view("hand: 7h 8h 9h 4c 4d 4s Tc Jc Qc Kc 3h\\nstock: 12")
    >>> past(view, Action(Kind.DISCARD, Card.of("Kc")))
    'Discarded K♣'
    """
    match action.kind:
        case Kind.DISCARD:
            return f"Discarded {symbol(action.card)}"
        case Kind.KNOCK:
            return f"Knocked with {knock_points(view, action)}, discarding {symbol(action.card)}"
        case Kind.GIN:
            return f"Went gin, discarding {symbol(action.card)}"
        case Kind.BIG_GIN:
            return "Laid down big gin"
        case Kind.TAKE:
            return f"Took the {symbol(view.top)}"
        case Kind.DRAW:
            return "Drew from the stock"
        case Kind.PASS:
            return "Let the hand end" if view.question is Question.LAST else "Passed"


def lost(verdict: Verdict, *, best: bool) -> tuple[str, str]:
    """What a decision lost and the interval of it; `best` says that the best was played."""
    if best:
        return "–", ""
    if verdict.grade is Grade.BEST:
        return "about equal", ""
    return points(verdict.shown), plus_minus(Z95 * verdict.se)


def lost_in_words(verdict: Verdict) -> str:
    """The same in one text."""
    if verdict.grade is Grade.BEST:
        return "–"
    return f"{points(verdict.shown)} {plus_minus(Z95 * verdict.se)}".strip()


def notes(verdict: Verdict) -> tuple[str, ...]:
    """What is to be known of a class."""
    if verdict.forced:
        return ("nothing to choose",)
    said = ["obvious"] if verdict.obvious else []
    if verdict.close:
        said.append("too close for a worse mark")
    elif not verdict.decided and verdict.grade is not Grade.BEST:
        said.append("not settled: the mark may be one off")
    return tuple(said)


def ended(record: Record, seat: int) -> str:
    """How a hand ended for a player: "won 23 by knocking", "lost 31: gin"."""
    result = record.result
    if result is None:
        return "not finished"
    if result.winner is None:
        return "nobody scored"
    won = result.winner == seat
    how = {
        Ended.KNOCK: "by a knock",
        Ended.GIN: "by gin",
        Ended.BIG_GIN: "by big gin",
        Ended.UNDERCUT: "by an undercut",
    }.get(result.kind, "")
    return f"{'won' if won else 'lost'} {result.points} {how}".strip()


def is_best(entry: Entry) -> bool:
    """Whether the best action itself was played."""
    if isinstance(entry, Choice):
        return entry.found.played == entry.best.action
    return entry.played.points == entry.best.points
