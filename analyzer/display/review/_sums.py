"""Balances as bars whose steps add up to the result, and what they say of a hand."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import Any, Final

from analyzer.display.review.words import ended, named
from analyzer.engine.unit import Unit
from analyzer.notation.phrases import listed
from analyzer.review import Balance, Luck, Report

WORTH_SAYING: Final = 0.5
"""Points from which a part of a result is put into words."""

OWN: Final = "Your errors"
ERRORS: Final = "’s errors"

Part = tuple[str, float, str]
"""Label, points, what is counted."""


@dataclass(frozen=True, slots=True)
class SumRow:
    """One step of a sum: a bar from what came before it to what comes after."""

    label: str
    points: float
    """The amount; at a score in normalized points."""
    text: str
    """The same as it is written."""
    x: float
    width: float
    kind: str
    """"plus", "minus" or "sum": what it all comes to."""
    says: str
    """The subject of the count."""


@dataclass(frozen=True, slots=True)
class Sum:
    """Parts that add up to a result, as steps of one bar (`review/_sum.html`)."""

    caption: str
    rows: tuple[SumRow, ...]
    zero: float
    """The place of zero."""


def _steps(unit: Unit, caption: str, parts: Sequence[Part], whole: Part) -> Sum:
    """Parts as steps of one bar, and the whole under them.

    >>> found = _steps(Unit(), "", [("luck", 3.0, ""), ("skill", -1.0, "")], ("result", 2.0, ""))
    >>> [(row.text, row.x, row.width) for row in found.rows]
    [('+3.0', 0.0, 100.0), ('−1.0', 66.7, 33.3), ('+2.0', 0.0, 66.7)]
    """
    ends = [0.0, *accumulate(part[1] for part in parts)]
    low, high = min(*ends, whole[1]), max(*ends, whole[1])
    scale = 100 / (high - low) if high > low else 0.0

    def row(part: Part, start: float, end: float, kind: str) -> SumRow:
        left, right = sorted((start, end))
        x, width = (left - low) * scale, (right - left) * scale
        return SumRow(
            part[0], part[1], unit.signed(part[1]), round(x, 1), round(width, 1), kind, part[2]
        )

    rows = [
        row(part, start, end, "plus" if part[1] >= 0 else "minus")
        for part, start, end in zip(parts, ends, ends[1:], strict=False)
    ]
    rows.append(row(whole, 0.0, whole[1], "sum"))
    return Sum(caption, tuple(rows), round(-low * scale, 1))


def balance_sum(balance: Balance, other: str, unit: Unit) -> Sum:
    """Result = luck + what was hidden + own errors + the opponent's."""
    full = balance.errors is not None
    parts: list[Part] = [
        ("Luck", balance.luck.cards, "the deal and the cards drawn"),
        *_hidden_parts(balance.luck, other, full=full),
        (OWN, balance.skill, "what they lost against the best"),
    ]
    if balance.errors is not None:
        parts.append((f"{other}{ERRORS}", balance.errors, "what their decisions lost"))
    caption = f"Where the result comes from, in {unit.name}; the steps add up to it"
    return _steps(unit, caption, parts, ("Result", balance.result, ""))


def _hidden_parts(luck: Luck, other: str, *, full: bool) -> list[Part]:
    """Return what is neither luck nor anybody's decision, as far as it is known."""
    says = (
        "decisions are judged by what was known, and turn out better or worse"
        if full
        else f"what {other} was dealt, drew and did, none of which is known"
    )
    label = "What nobody could see" if full else "What you could not see"
    parts: list[Part] = [(label, luck.hidden, says)]
    if luck.yardstick is not None:
        better = (
            "how much the best plays gain on those of a simple routine that values the positions, "
            "yours less theirs"
        )
        parts.append(("Better than routine play", luck.yardstick, better))
    return parts


def _luck_parts(luck: Luck, other: str) -> list[Part]:
    """The parts of the luck that are known."""
    parts: list[tuple[str, float | None, str]] = [
        ("The deal", luck.seat + luck.deal, "the cards dealt, and who begins"),
        ("Your draws", luck.mine, "each card from the stock against the mean of all"),
        (f"{other}’s draws", luck.theirs, "the same for theirs, seen from your side"),
    ]
    return [(label, part, says) for label, part, says in parts if part is not None]


def luck_sum(balance: Balance, other: str, unit: Unit) -> Sum:
    """The parts of the luck, which add up to it."""
    parts = _luck_parts(balance.luck, other)
    caption = f"The parts of the luck, in {unit.name}"
    return _steps(unit, caption, parts, ("Luck", balance.luck.cards, ""))


def story(report: Report, hand: int, seat: int) -> dict[str, Any] | None:
    """Return where one hand's result came from ("Hand 3: lost 23"); None where that is not
    known."""
    reviewed = report.hands[hand]
    balance = reviewed.balances.get(seat)
    if balance is None:
        return None
    other = named(reviewed.record, 1 - seat)
    parts = _luck_parts(balance.luck, other)
    parts += _hidden_parts(balance.luck, other, full=balance.errors is not None)
    parts.append((OWN, balance.skill, "what they lost against the best"))
    if balance.errors is not None:
        parts.append((f"{other}{ERRORS}", balance.errors, "what their decisions lost"))
    name = f"Hand {hand + 1}" if len(report.hands) > 1 else "The hand"
    result = reviewed.record.result
    lost = result is not None and result.winner == 1 - seat
    caption = f"{name} in parts, in {report.unit.name}"
    return {
        "title": f"{name}: {ended(reviewed.record, seat)}",
        "words": _blame(parts, balance.result, report.unit, lost=lost),
        "sum": _steps(report.unit, caption, parts, ("Result", balance.result, "")),
        "lost": lost,
    }


def _blame(parts: Sequence[Part], result: float, unit: Unit, *, lost: bool) -> str:
    """The parts that made a hand what it was, the weightiest first; then what spoke against it."""
    sign = -1 if result < 0 or (result == 0 and lost) else 1
    parts = [part for part in parts if not _is_noise(part)]
    along = sorted((p for p in parts if p[1] * sign >= WORTH_SAYING), key=lambda p: -abs(p[1]))
    against = sorted((p for p in parts if -p[1] * sign >= WORTH_SAYING), key=lambda p: -abs(p[1]))
    if not along:
        return f"No one part of it counts for more than {unit.noun(unit.amount(WORTH_SAYING))}."
    verb = "cost" if sign < 0 else "brought"
    first, *rest = along
    sentence = f"{first[0]} {verb} {unit.noun(unit.amount(abs(first[1])))}"
    if rest:
        sentence += (
            f", {listed([f'{_inside(p[0])} {unit.amount(abs(p[1]))}' for p in rest], 'and')}"
        )
    if not against:
        return f"{sentence}."
    other = listed([f"{_inside(p[0])} {unit.signed(p[1])}" for p in against[:2]], "and")
    return f"{sentence}. Against that: {other}."


def _is_noise(part: Part) -> bool:
    """True if errors come out as a gain of who made them, as only an estimate can."""
    label, points, _ = part
    return points > 0 if label == OWN else label.endswith(ERRORS) and points < 0


def _inside(label: str) -> str:
    """A label in the middle of a sentence."""
    words = ("The ", "Your ", "What ", "Better ")
    return label[:1].lower() + label[1:] if label.startswith(words) else label
