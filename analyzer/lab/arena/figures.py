"""What two bots' hands come to: how they ended, and how long the decisions took."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from analyzer.engine.bots.tables import ENDINGS, MIRRORED
from analyzer.engine.types import Ending

Ints = NDArray[np.int64]

UNDERCUT: Final = ENDINGS.index(Ending.UNDERCUT)
KNOCKED: Final = ENDINGS.index(Ending.KNOCK)


@dataclass(frozen=True, slots=True)
class Ends:
    """How hands ended, as one bot sees it."""

    shares: Mapping[Ending, float]
    """Share of all hands by ending; those that did not occur are left out."""
    undercut: float
    """Share of all hands in which it knocked and was undercut."""
    undercut_of_knocks: float | None
    """The same as a share of its knocks with deadwood; None where it never knocked."""


def ends(counts: Ints) -> tuple[Ends, Ends]:
    """How hands ended for the first and for the second bot; `counts` is for the first.

    >>> first, second = ends(np.array([2, 4, 1, 0, 2, 0, 1]))
    >>> first.undercut, first.undercut_of_knocks, second.undercut_of_knocks
    (0.1, 0.2, 0.0)
    """
    return _ends(counts), _ends(counts[MIRRORED])


def _ends(counts: Ints) -> Ends:
    total = max(1, int(counts.sum()))
    knocks = int(counts[KNOCKED] + counts[UNDERCUT])
    return Ends(
        {ending: int(n) / total for ending, n in zip(ENDINGS, counts, strict=True) if n},
        int(counts[UNDERCUT]) / total,
        int(counts[UNDERCUT]) / knocks if knocks else None,
    )


@dataclass(frozen=True, slots=True)
class Pace:
    """CPU milliseconds a decision, forced ones left out."""

    decisions: int
    median: float
    p99: float


def pace(seconds: NDArray[np.float32]) -> Pace | None:
    """The spread of decision times; None where none was timed."""
    if len(seconds) == 0:
        return None
    median, p99 = np.quantile(seconds * 1000, [0.5, 0.99])
    return Pace(len(seconds), float(median), float(p99))
