"""Sums over entries: error rates by kind, accuracy, classes, the balance, the key moments."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import fields
from math import exp, sqrt
from typing import Final

from analyzer.engine.thresholds import Z95
from analyzer.engine.types import Grade
from analyzer.review.types import (
    Balance,
    Choice,
    DecisionKind,
    Entry,
    GraphPoint,
    HandReport,
    KeyMoment,
    LayOff,
    Luck,
    MomentKind,
    Rate,
    Totals,
)

DECAY: Final = 0.20
"""Accuracy of a decision is 100·exp(−0.20·loss): half of it is gone at 3.5 points."""

MOMENTS: Final = 3
"""Key moments of a report."""


def accuracy(loss: float) -> float:
    """The accuracy of a decision that lost so many points, 0 to 100.

    >>> accuracy(0.0), round(accuracy(3.0), 1), accuracy(-0.2)
    (100.0, 54.9, 100.0)
    """
    return 100 * exp(-DECAY * max(0.0, loss))


def rate_of(entries: Iterable[Entry]) -> Rate:
    """The error rate of those entries that count."""
    counting = [entry.verdict for entry in entries if entry.verdict.counts]
    lost = sum(verdict.loss for verdict in counting)
    error = sqrt(sum(verdict.se**2 for verdict in counting))
    number = len(counting)
    if not number:
        return Rate(None, 0.0, 0.0, 0)
    return Rate(100 * lost / number, 100 * error / number, lost, number)


def totals_of(hands: Sequence[HandReport], seat: int) -> Totals:
    """The sums of a seat over all hands."""
    entries = [entry for hand in hands for entry in hand.entries if entry.seat == seat]
    counting = [entry.verdict for entry in entries if entry.verdict.counts]
    scores = [accuracy(verdict.loss) for verdict in counting]
    balances = [hand.balances[seat] for hand in hands if seat in hand.balances]
    return Totals(
        decisions=len(entries),
        forced=sum(entry.verdict.forced for entry in entries),
        obvious=sum(entry.verdict.obvious for entry in entries),
        overall=rate_of(entries),
        by_kind={
            kind: rate_of(entry for entry in entries if entry.kind is kind) for kind in DecisionKind
        },
        accuracy=sum(scores) / len(scores) if scores else None,
        grades={grade: sum(verdict.grade is grade for verdict in counting) for grade in Grade},
        close=sum(verdict.close for verdict in counting),
        undecided=sum(not verdict.decided for verdict in counting),
        balance=_added(balances) if balances else None,
    )


def _added(balances: Sequence[Balance]) -> Balance:
    """The sum of balances; a part that one of them does not know goes into what was hidden."""
    knows = all(balance.errors is not None for balance in balances)
    sums = {
        part.name: sum(getattr(balance.luck, part.name) or 0.0 for balance in balances)
        for part in fields(Luck)
    }
    if knows:
        luck: Luck = Luck(**sums)
    else:
        hidden = sums["hidden"] + sums["theirs"] + sums["yardstick"]
        hidden += sum(balance.errors or 0.0 for balance in balances)
        luck = Luck(sums["seat"], sums["deal"], sums["mine"], None, hidden, None)
    return Balance(
        result=sum(balance.result for balance in balances),
        luck=luck,
        skill=sum(balance.skill for balance in balances),
        errors=sum(balance.errors or 0.0 for balance in balances) if knows else None,
    )


def timeline_of(entries: Sequence[Entry], seat: int) -> tuple[GraphPoint, ...]:
    """Return how it stood for a seat at each of its decisions; a lay-off without a choice is
    none."""
    return tuple(
        _mark(place, choice)
        for place, choice in enumerate(entries)
        if choice.seat == seat and (isinstance(choice, Choice) or not choice.verdict.forced)
    )


def _mark(place: int, entry: Entry) -> GraphPoint:
    if isinstance(entry, LayOff):
        value, match = entry.value, entry.match
    else:
        value, match = entry.found.value, entry.best.match
    lost, grade = entry.verdict.shown, entry.verdict.grade
    return GraphPoint(place, entry.hand, entry.turn, value, match, lost, grade)


def moments_of(entries: Sequence[Entry], seat: int) -> tuple[KeyMoment, ...]:
    """The three moments of a seat that mattered most, in order of play.

    First the costliest errors; where there are fewer than three, the draws that were luckiest or
    unluckiest, if their interval does not reach zero.
    """
    errors, luck = [], []
    for place, entry in enumerate(entries):
        if entry.seat != seat:
            continue
        verdict = entry.verdict
        if verdict.grade is not Grade.BEST:
            errors.append(KeyMoment(MomentKind.ERROR, place, -verdict.loss, verdict.se))
        drawn = entry.found.drawn if isinstance(entry, Choice) else None
        if drawn is not None and abs(drawn.luck) > Z95 * drawn.se:
            luck.append(KeyMoment(MomentKind.LUCK, place, drawn.luck, drawn.se))
    for moments in (errors, luck):
        moments.sort(key=lambda moment: (-abs(moment.points), moment.entry))
    return tuple(sorted([*errors, *luck][:MOMENTS], key=lambda moment: moment.entry))
