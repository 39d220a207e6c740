"""The strength of a player: points lost in 100 decisions, with an interval, and who plays so.

The bots that one can play are the marks of the scale. What they lose was measured once, with one
engine (`workshop measure level`), and stands in the evidence: a level names the engines that judged
it, and says so where they are others.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

import msgspec
import numpy as np

from analyzer.engine.statistics import skewed_ratio
from analyzer.notation.numbers import estimate
from analyzer.notation.phrases import listed
from analyzer.practice.games import BOTS, TITLES
from analyzer.resources import read_json, resource_root
from analyzer.review import LEAST_FOR_RATE, Report

FEWEST_HANDS: Final = 8
"""Hands below which no interval, and so no level, is given."""
EVIDENCE: Final = "level.json"
"""The bots' losses, in the folder of the evidence."""


@dataclass(frozen=True, slots=True)
class HandLoss:
    """The loss of a player in a hand."""

    lost: float
    """Points, in all decisions that count."""
    decisions: int


@dataclass(frozen=True, slots=True)
class PlayLevel:
    """Points lost in 100 decisions, with the ends of the 95% interval."""

    rate: float
    low: float
    high: float
    decisions: int
    hands: int


@dataclass(frozen=True, slots=True)
class LevelMark:
    """A bot on the scale."""

    name: str
    rate: float
    """Points that it loses in 100 decisions."""


@dataclass(frozen=True, slots=True)
class LevelScale:
    """The bots that one can play, strongest first, and the engine that judged them."""

    marks: tuple[LevelMark, ...]
    engine: str


def level_of(hands: Iterable[HandLoss]) -> PlayLevel | None:
    """The level of some hands of a player; None with fewer than `FEWEST_HANDS`, or decisions
    than `LEAST_FOR_RATE`.

    Whole hands belong together, and their losses are skewed: a few cost much.

    >>> found = level_of([HandLoss(4.0, 10), HandLoss(8.0, 10)] * 10)
    >>> found.rate, found.low < 60.0 < found.high, level_of([HandLoss(4.0, 10)])
    (60.0, True, None)
    """
    counting = [hand for hand in hands if hand.decisions]
    if len(counting) < FEWEST_HANDS:
        return None
    counts = np.array([hand.decisions for hand in counting], float)
    if counts.sum() < LEAST_FOR_RATE:
        return None
    ratio = skewed_ratio(np.array([hand.lost for hand in counting]), counts)
    assert ratio.low is not None and ratio.high is not None
    decisions, number = int(counts.sum()), len(counting)
    return PlayLevel(100 * ratio.mean, 100 * ratio.low, 100 * ratio.high, decisions, number)


def losses_of(report: Report, seat: int) -> list[HandLoss]:
    """Return what a player lost in each hand of a review.

    >>> from analyzer.review import ReviewSettings
    >>> losses_of(Report((), (0,), {}, {}, {}, ReviewSettings(), "1", "1"), 0)
    []
    """
    if report.hands and not report.hands[0].record.rules.two_handed:
        return []  # the ladder is that of the game for two
    by_hand = (
        [entry.verdict for entry in hand.entries if entry.seat == seat and entry.verdict.counts]
        for hand in report.hands
    )
    return [HandLoss(sum(own.loss for own in verdicts), len(verdicts)) for verdicts in by_hand]


class _Row(msgspec.Struct, frozen=True):
    bot: str
    rate: float


class _Rates(msgspec.Struct, frozen=True):
    bots: list[_Row]


class _Document(msgspec.Struct, frozen=True):
    engine: str
    data: _Rates


@lru_cache(maxsize=1)
def level_scale() -> LevelScale:
    """The scale that came with the program.

    >>> [mark.name for mark in level_scale().marks][0]
    'Engine'
    """
    raw = (resource_root() / "static" / "evidence" / EVIDENCE).read_bytes()
    document = read_json(raw, _Document)
    rates = {row.bot: row.rate for row in document.data.bots}
    marks = [LevelMark(TITLES[level], rates[bot]) for level, bot in BOTS.items() if bot in rates]
    return LevelScale(tuple(sorted(marks, key=lambda mark: mark.rate)), document.engine)


def place_of(level: PlayLevel, scale: LevelScale) -> str | None:
    """Return who plays so, where the interval excludes the next bots on either side; else None.

    >>> scale = LevelScale((LevelMark("Engine", 5.0), LevelMark("Strong", 50.0)), "1")
    >>> [place_of(PlayLevel(30.0, low, high, 200, 20), scale)
    ...  for low, high in ((20.0, 40.0), (20.0, 60.0), (4.0, 60.0), (1.0, 3.0), (60.0, 90.0))]
    ['between Engine and Strong', 'like Strong', None, 'better than Engine', 'weaker than Strong']
    """
    within = [mark.name for mark in scale.marks if level.low <= mark.rate <= level.high]
    if within:
        return f"like {within[0]}" if len(within) == 1 else None
    better = [mark.name for mark in scale.marks if mark.rate < level.low]
    weaker = [mark.name for mark in scale.marks if mark.rate > level.high]
    if better and weaker:
        return f"between {better[-1]} and {weaker[0]}"
    return f"better than {weaker[0]}" if weaker else f"weaker than {better[-1]}"


def level_in_words(level: PlayLevel) -> str:
    """A level in a sentence, with the bots that play so where that can be said.

    >>> level_in_words(PlayLevel(300.0, 260.0, 350.0, 200, 20)).partition(",")[0]
    '300 ±45 points lost in 100 decisions'
    """
    place = place_of(level, level_scale())
    half = (level.high - level.low) / 2
    said = f"{estimate(level.rate, half, 0)} points lost in 100 decisions"
    return f"{said}, {place}." if place else f"{said}."


def engine_note(engines: Sequence[str]) -> str | None:
    """Return what there is to know of the engines that judged a level or a leak; None for nothing.

    >>> engine_note([]), engine_note([level_scale().engine])
    (None, None)
    >>> engine_note(["1", "2"])[:40]
    'Judged by several engines (1 and 2): fig'
    """
    known = sorted({*engines})
    if len(known) > 1:
        return (
            f"Judged by several engines ({listed(known, 'and')}): figures of one cannot be "
            "compared with those of another; reviewed again they can."
        )
    if known and known != [level_scale().engine]:
        return f"Judged by engine {known[0]}; what the bots lose, by {level_scale().engine}."
    return None
