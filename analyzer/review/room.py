"""The room as a function: `analyzer.review(record)`, of the public API, has the room's name."""

from __future__ import annotations

import os
from collections.abc import Sequence
from types import ModuleType
from typing import Final

from analyzer.notation.records import Match, Record, parse_match
from analyzer.review import run
from analyzer.review.types import Report, ReviewSettings

_USUAL: Final = ReviewSettings()


def review(
    played: Record | Match | str,
    *,
    seats: Sequence[int] | None = None,
    worlds: int = _USUAL.worlds,
    seed: int = _USUAL.seed,
    opponent: str = _USUAL.opponent,
) -> Report:
    """What each decision of a hand or a match cost, and what was luck; texts are read.

    `seats` are players 0 and 1, those whose hand is known if not given; `worlds` are the most
    for one decision.

    >>> import analyzer
    >>> report = analyzer.review('''
    ... [Rules "eaai"] [Dealer "2"] [Upcard "9d"] [Hand2 "?"]
    ... [Hand1 "Ac 2c 3c 4d 5d 6d 9h 9s 9c Kd"]
    ... 1. ^9d -Kd!
    ... 1= Ac 2c 3c / 4d 5d 6d / 9d 9h 9s 9c
    ... ''', worlds=512)
    >>> [entry.verdict.grade.value for entry in report.entries]
    ['best', 'best']
    """
    known = parse_match(played) if isinstance(played, str) else played
    luck_worlds = min(worlds, _USUAL.luck_worlds)
    settings = ReviewSettings(worlds=worlds, seed=seed, opponent=opponent, luck_worlds=luck_worlds)
    return run.review(known, seats=seats, settings=settings, threads=os.cpu_count() or 1)


class Room(ModuleType):
    """A module that reviews when it is called."""

    __call__ = staticmethod(review)
