"""The review of one player at a glance."""

from __future__ import annotations

from typing import Any

from analyzer.display.parts import GRADE_MARKS
from analyzer.display.review._sums import balance_sum, luck_sum, story
from analyzer.display.review.entries import Addresses, said_of
from analyzer.display.review.words import KINDS, PLURALS, ended, lost_in_words, place, player
from analyzer.engine.search import ENGINE_VERSION
from analyzer.engine.types import Grade
from analyzer.notation.numbers import count, counted
from analyzer.notation.records import Record, outcome_of
from analyzer.practice.level import level_in_words, level_of, losses_of
from analyzer.review import Choice, DecisionKind, KeyMoment, MomentKind, Report, Totals
from analyzer.review.coach import Detail, explain

PLAIN_UNIT = "Points are points of the hand."
MATCH_UNIT = (
    "At a score, each part is in percentage points of the chance to win the match. Rates and "
    "classes go by points as they count at 0–0."
)


def summary_of(report: Report, seat: int, to: Addresses) -> dict[str, Any]:
    """The summary of a seat that was reviewed (`review/_summary.html`)."""
    totals = report.totals[seat]
    name, balance = player(report, seat), totals.balance
    other = "" if balance is None else player(report, 1 - seat)
    level = level_of(losses_of(report, seat))
    stories = (story(report, hand, seat) for hand in range(len(report.hands)))
    return {
        "seat": seat + 1,
        "player": name,
        "headline": _headline(report, seat),
        "counted": _counted(totals),
        "accuracy": totals.accuracy,
        "level": None if level is None else level_in_words(level),
        "rates": [
            *((KINDS[kind], totals.by_kind[kind]) for kind in DecisionKind),
            ("All", totals.overall),
        ],
        "grades": [
            (GRADE_MARKS[grade], PLURALS[grade][totals.grades[grade] != 1], totals.grades[grade])
            for grade in Grade
        ],
        "moments": [_moment(report, moment, to) for moment in report.moments[seat]],
        "balance": None if balance is None else balance_sum(balance, other, report.unit),
        "luck": None if balance is None else luck_sum(balance, other, report.unit),
        "unit": MATCH_UNIT if report.unit.match else PLAIN_UNIT,
        "stories": [story for story in stories if story is not None],
        "closeness": _closeness(totals),
    }


def basis(report: Report) -> str:
    """On what the figures rest: all that is needed to make them again."""
    settings = report.settings
    stopped = "Stopped before the end. " if report.stopped else ""
    earlier = "" if report.engine == ENGINE_VERSION else "Made by an earlier engine. "
    return (
        f"{stopped}{earlier}Up to {count(settings.worlds)} worlds a decision, "
        f"{count(settings.luck_worlds)} for luck, seed {settings.seed}, "
        f"opponent: {settings.opponent}, engine {report.engine}, "
        f"{report.thresholds}, {report.version}."
    )


def _headline(report: Report, seat: int) -> str:
    """Return what became of it: "Ann won 2 of 4 hands and 44 points to 9"."""
    name, hands = player(report, seat), report.hands
    if len(hands) == 1:
        return _one_hand(hands[0].record, seat, name)
    if hands[0].record.in_moves:
        ends = [outcome_of(hand.record) for hand in hands]
        points = sum(end.points[seat] for end in ends if end is not None)
        return f"{name} {'won' if points >= 0 else 'lost'} {abs(points)} in {len(hands)} hands"
    results = [hand.record.result for hand in hands]
    scores = [
        sum(r.points for r in results if r is not None and r.winner == who)
        for who in (seat, 1 - seat)
    ]
    won = sum(r is not None and r.winner == seat for r in results)
    return f"{name} won {won} of {len(hands)} hands, {scores[0]} points to {scores[1]}"


def _one_hand(record: Record, seat: int, name: str) -> str:
    ending = ended(record, seat)
    scored = ending.startswith(("won", "lost"))
    return f"{name} {ending}" if scored else f"{name}: {ending}"


def _counted(totals: Totals) -> str:
    sentence = counted(totals.decisions, "decision")
    choices = totals.overall.decisions
    easy = [
        f"{number} {word}"
        for number, word in ((totals.forced, "without a choice"), (totals.obvious, "obvious"))
        if number
    ]
    return f"{sentence}, {choices} that count" + (f" ({', '.join(easy)})" if easy else "")


def _moment(report: Report, moment: KeyMoment, to: Addresses) -> dict[str, Any]:
    """A key moment: points lost without a sign, or luck, with a sign and without a class."""
    entry = report.entries[moment.entry]
    shown = {"place": place(report, entry), "href": to.entry(moment.entry)}
    if moment.kind is MomentKind.LUCK and isinstance(entry, Choice):
        drawn = entry.found.drawn
        card = "" if drawn is None else f" {drawn.card.symbol}"
        sort = "lucky" if moment.points > 0 else "unlucky"
        return shown | {
            "text": f"The stock brought{card}: {sort}, whatever was played.",
            "points": entry.unit.signed(moment.points, moment.se),
            "mark": None,
        }
    return shown | {
        "text": said_of(explain(entry, Detail.SENTENCE).sentences),
        "points": lost_in_words(entry),
        "mark": GRADE_MARKS[entry.verdict.grade],
    }


def _closeness(totals: Totals) -> str | None:
    words = []
    if totals.close:
        verb = "is" if totals.close == 1 else "are"
        words.append(f"{totals.close} {verb} graded one step milder because the interval is wide")
    if totals.undecided:
        verb = "has" if totals.undecided == 1 else "have"
        words.append(f"{totals.undecided} {verb} an interval that reaches beyond the class")
    return f"Of these, {' and '.join(words)}." if words else None
