"""The thresholds between grades, in one place, with a version printed in reports."""

from __future__ import annotations

from typing import Final

from analyzer.engine.types import Grade

VERSION: Final = "thresholds-1"
"""Provisional until fitted on the engine's own reviews."""

FLOORS: Final = ((Grade.BLUNDER, 3.0), (Grade.MISTAKE, 1.5), (Grade.INACCURACY, 0.5))
"""Least loss, in points (normalized points where the score counts), of each grade."""

Z95: Final = 1.96
"""Half-width of a 95% interval, in standard errors."""

Z95_ONE_SIDED: Final = 1.645

DROP_SE: Final = 3.0
"""Standard errors behind the best at which an action leaves the race."""

PRECISION: Final = 0.25
"""Half-width of its 95% interval, in points, that an action needs before it may leave the race,
unless the limit names another."""

VALUE: Final = 4.0
"""The factor by which the interval of the best action's own value may be wider than those of the
paired differences where a search ends by precision: at the ±0.1 that the pages ask for it is ±0.4
at
the most, less than the half point under which actions count as tied."""

PART: Final = 0.1
"""Part of a loss that its precision may be, where that is more than what was asked: nobody needs
to know a loss of 20 as finely as one of 2."""

LEAST_WORLDS: Final = 256
"""Advice never rests on fewer worlds than this: a limit of fewer is one of these."""


def half_width(se: float) -> float:
    """Half of the 95% interval that a standard error stands for.

    >>> half_width(0.05)
    0.098
    """
    return Z95 * se


def grade(loss: float, se: float) -> tuple[Grade, bool]:
    """(grade, whether it is too close) of a loss with its standard error.

    Best or tied under half a point or where the 95% interval reaches 0; another grade only if
    the one-sided 95% lower bound is at least half that grade's floor, else one step down.

    >>> grade(3.2, 0.1), grade(3.2, 1.5)
    ((<Grade.BLUNDER: 'blunder'>, False), (<Grade.MISTAKE: 'mistake'>, True))
    >>> grade(0.9, 0.5)
    (<Grade.BEST: 'best'>, False)
    """
    if loss < FLOORS[-1][1] or loss - Z95 * se <= 0:
        return Grade.BEST, False
    grades = [*(name for name, _ in FLOORS), Grade.BEST]
    step = next(index for index, (_, floor) in enumerate(FLOORS) if loss >= floor)
    too_close = loss - Z95_ONE_SIDED * se < FLOORS[step][1] / 2
    return grades[step + too_close], too_close
