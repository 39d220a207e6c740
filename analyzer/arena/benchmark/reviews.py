"""The duration of a review: a hand of twelve decisions, and a match of ten hands.

Both are fixed records (``hand.txt``, ``match.txt``: the fast policy against the greedy one under
the `eaai` rules), with both players reviewed, under the settings of every review.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from importlib.resources import files
from typing import Final

from analyzer.arena.benchmark.timing import timed
from analyzer.notation.records import Match, Record, parse_match, parse_record
from analyzer.review import ReviewSettings, review

SETTINGS = ReviewSettings()
WARMING: Final = ReviewSettings(worlds=256, luck_worlds=64)


@dataclass(frozen=True, slots=True)
class ReviewTime:
    """One record, reviewed once, warm."""

    hands: int
    decisions: int
    """Of both players, forced and obvious ones too."""
    counting: int
    """Those that were neither."""
    undecided: int
    """Of these, how many have an interval that reaches beyond their class."""
    seconds: float
    """By the clock on the wall: on a busy machine more than it takes."""
    cpu: float
    """CPU seconds of all threads."""


@dataclass(frozen=True, slots=True)
class ReviewSpeed:
    """The review of both records."""

    threads: int
    hand: ReviewTime
    match: ReviewTime


def review_speed(
    hands: int = 10, threads: int = 2, tell: Callable[[str], None] = lambda text: None
) -> ReviewSpeed:
    """Time the reviews; of the match so many hands, all ten at most."""
    hand, match = review_records(hands)
    review(hand, settings=WARMING, threads=threads)
    return ReviewSpeed(
        threads=threads,
        hand=_timed(hand, threads, "review of a hand", tell),
        match=_timed(match, threads, "review of a match", tell),
    )


def review_records(hands: int = 10) -> tuple[Record, Match]:
    """The hand, and so many hands of the match."""
    folder = files("analyzer.arena.benchmark")
    hand = parse_record(folder.joinpath("hand.txt").read_text(encoding="utf-8"))
    match = parse_match(folder.joinpath("match.txt").read_text(encoding="utf-8"))
    return hand, Match(match.hands[:hands])


def _timed(
    played: Record | Match, threads: int, name: str, tell: Callable[[str], None]
) -> ReviewTime:
    report, seconds, cpu = timed(
        lambda: review(
            played,
            settings=SETTINGS,
            threads=threads,
            progress=lambda now: tell(f"{name}: decision {now.done} of {now.all}"),
        )
    )
    totals = report.totals.values()
    return ReviewTime(
        hands=len(report.hands),
        decisions=len(report.entries),
        counting=sum(total.overall.decisions for total in totals),
        undecided=sum(total.undecided for total in totals),
        seconds=round(seconds, 2),
        cpu=round(cpu, 2),
    )
