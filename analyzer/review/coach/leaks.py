"""The points that a player loses: by kind of decision, by theme and by stage, over whole hands.

A row's interval is that of the points which the same player would lose in as many hands of the
same sort: it is told from how much the hands differ among each other, a hand being one cluster
because its decisions hang together. It so covers the chance of the cards and the errors of the
estimates, but not whether a player has changed meanwhile.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import chain
from typing import Final

from analyzer.engine.statistics import half_width_of_sum
from analyzer.engine.types import Grade
from analyzer.review import DecisionKind, Entry, Report
from analyzer.review.coach.themes import Theme, themes_of

FEWEST_HANDS: Final = 8
"""Hands below which no interval is given: too few differences to judge it by."""

Hands = Sequence[Sequence[Entry]]
"""Decisions hand by hand; a hand without one is there too."""

NO_THEME: Final = "none of these"
"""Label of the errors in which the coach sees no theme."""


class _Stage(StrEnum):
    """The stage of a hand, by the turns that each player has had."""

    OPENING = "opening, turns 1 to 3"
    MIDDLE = "middle, turns 4 to 7"
    LATE = "late, from turn 8"


def _stage_of(entry: Entry) -> _Stage:
    """The stage of a decision; a pass of the first upcard is a turn too."""
    own = entry.turn // 2 + 1
    if own <= 3:
        return _Stage.OPENING
    return _Stage.MIDDLE if own <= 7 else _Stage.LATE


@dataclass(frozen=True, slots=True)
class LeakRow:
    """The cost of one sort of decision."""

    label: str
    errors: int
    """Decisions graded worse than best or tied."""
    decisions: int
    """Decisions of this sort that were neither forced nor obvious. Of a theme all that there
    were: a theme is seen in an error only."""
    lost: float
    """Points lost in them: of a kind or a stage in all decisions, of a theme in its errors.
    An estimate, which can come out a little below 0 where hardly anything was lost."""
    half: float | None
    """Half-width of the 95% interval of `lost`; None with fewer than `FEWEST_HANDS` hands."""


@dataclass(frozen=True, slots=True)
class LeakTable:
    """The rows of some hands of one player. Kinds add up to `all`, and so do stages; an error of
    several themes counts under each of them."""

    hands: int
    all: LeakRow
    kinds: tuple[LeakRow, ...]
    """In the order of `DecisionKind`; only those that occurred."""
    stages: tuple[LeakRow, ...]
    """In the order of play; only those that occurred."""
    themes: tuple[LeakRow, ...]
    """The costliest first; only those seen, and the errors without a theme last."""
    worst: Theme | None = None
    """The theme that cost most, where each error is of the first of its themes alone."""


def leak_table(reviewed: Iterable[tuple[Report, int]]) -> LeakTable:
    """The table over reports, each with the seat of the player that it is about.

    >>> leak_table([]).all
    LeakRow(label='all', errors=0, decisions=0, lost=0.0, half=None)
    """
    hands = [
        [entry for entry in hand.entries if entry.seat == seat and entry.verdict.counts]
        for report, seat in reviewed
        for hand in report.hands
    ]
    return _table_of(hands)


def _table_of(hands: Hands) -> LeakTable:
    """The table over the decisions of one player that count, hand by hand."""
    kinds = _grouped(hands, lambda choice: (str(choice.kind),))
    stages = _grouped(hands, lambda choice: (str(_stage_of(choice)),))
    return LeakTable(
        hands=len(hands),
        all=_row("all", hands),
        kinds=tuple(_row(kind, kinds[kind]) for kind in map(str, DecisionKind) if kind in kinds),
        stages=tuple(_row(stage, stages[stage]) for stage in map(str, _Stage) if stage in stages),
        themes=_themes(hands),
        worst=_worst(hands),
    )


def _worst(hands: Hands) -> Theme | None:
    lost = defaultdict[Theme, float](float)
    for entry in chain.from_iterable(hands):
        if entry.verdict.grade is not Grade.BEST:
            for theme in themes_of(entry)[:1]:
                lost[theme] += entry.verdict.loss
    return max(lost, key=lambda theme: lost[theme], default=None)


def _themes(hands: Hands) -> tuple[LeakRow, ...]:
    errors = [[entry for entry in hand if entry.verdict.grade is not Grade.BEST] for hand in hands]
    groups = _grouped(errors, lambda choice: tuple(map(str, themes_of(choice))) or (NO_THEME,))
    decisions = sum(map(len, hands))
    rows = [_row(label, grouped, decisions) for label, grouped in groups.items()]
    return tuple(sorted(rows, key=lambda row: (row.label == NO_THEME, -row.lost, row.label)))


def _grouped(hands: Hands, labels: Callable[[Entry], tuple[str, ...]]) -> Mapping[str, Hands]:
    """The hands by label, each with those of its decisions that have the label."""
    groups: dict[str, list[list[Entry]]] = {}
    for place, hand in enumerate(hands):
        for entry in hand:
            for label in labels(entry):
                groups.setdefault(label, [[] for _ in hands])[place].append(entry)
    return groups


def _row(label: str, hands: Hands, decisions: int | None = None) -> LeakRow:
    entries = [entry for hand in hands for entry in hand]
    by_hand = [sum(entry.verdict.loss for entry in hand) for hand in hands]
    return LeakRow(
        label=label,
        errors=sum(entry.verdict.grade is not Grade.BEST for entry in entries),
        decisions=len(entries) if decisions is None else decisions,
        lost=float(sum(by_hand)),
        half=half_width_of_sum(by_hand) if len(hands) >= FEWEST_HANDS else None,
    )
