"""What the evidence page's sections share: means with intervals, bars, how they are written."""

from __future__ import annotations

from math import ceil, floor, sqrt

import msgspec

from analyzer.engine.thresholds import Z95
from analyzer.notation.numbers import MINUS
from analyzer.web.contexts.evidence import Range


class Interval(msgspec.Struct, frozen=True):
    """A mean with its 95% interval; None where a single observation says nothing of it."""

    mean: float
    low: float | None
    high: float | None

    @property
    def half(self) -> float:
        """Half the interval's width, 0 where it is unknown.

        >>> Interval(1.0, 0.5, 1.5).half
        0.5
        """
        return 0.0 if self.low is None or self.high is None else (self.high - self.low) / 2


def signed(value: float, digits: int = 2) -> str:
    """A number with its sign.

    >>> signed(-0.5), signed(0.125, 1), signed(-0.001)
    ('−0.50', '+0.1', '+0.00')
    """
    text = f"{abs(value):.{digits}f}"
    return f"{MINUS if value < 0 and float(text) else '+'}{text}"


def points(found: Interval) -> str:
    """Points a hand with their interval, where it is known.

    >>> points(Interval(-0.5, -0.75, -0.25)), points(Interval(2.0, None, None))
    ('−0.50 ± 0.25', '+2.00')
    """
    return signed(found.mean) + ("" if found.low is None else f" ± {found.half:.2f}")


def share(found: Interval) -> str:
    """A share of cases in percent with its interval, where it is known.

    >>> share(Interval(0.6, 0.5, 0.7)), share(Interval(0.6, None, None))
    ('60.0 ± 10.0%', '60.0%')
    """
    error = "" if found.low is None else f" ± {100 * found.half:.1f}"
    return f"{100 * found.mean:.1f}{error}%"


def part(value: float, axis: tuple[float, float]) -> float:
    """Where a value lies on an axis, in parts of a hundred; beyond its ends, at them.

    >>> part(5.0, (0.0, 10.0)), part(12.0, (0.0, 10.0))
    (50.0, 100.0)
    """
    low, high = axis
    return round(100 * min(1.0, max(0.0, (value - low) / (high - low))), 2)


def span(found: Interval, axis: tuple[float, float], start: float) -> Range:
    """An interval on an axis, with a bar from `start` to its mean.

    >>> span(Interval(0.7, 0.6, 0.8), (0.0, 1.0), 0.5)
    Range(at=70.0, low=60.0, high=80.0, band_low=50.0, band_high=70.0)
    """
    low, high = (found.mean if end is None else end for end in (found.low, found.high))
    places = (found.mean, low, high, *sorted((start, found.mean)))
    return Range(*(part(place, axis) for place in places))


def whole_axis(found: list[Interval]) -> tuple[float, float]:
    """An axis with whole ends that has nought and all intervals.

    >>> whole_axis([Interval(0.5, -0.2, 1.2), Interval(3.0, None, None)])
    (-1.0, 3.0)
    """
    low = min(0.0, *(each.mean if each.low is None else each.low for each in found))
    high = max(1.0, *(each.mean if each.high is None else each.high for each in found))
    return float(floor(low)), float(ceil(high))


def axis_head(axis: tuple[float, float]) -> str:
    """The ends of an axis of points, as a heading.

    >>> axis_head((-1.0, 3.0))
    '−1 to 3 points'
    """
    return "{:g} to {:g} points".format(*axis).replace("-", MINUS)


def score_interval(held: float, cases: int) -> Interval:
    """The share that held with its 95% interval, also where all or none did.

    Wilson's score interval (*Journal of the American Statistical Association* 22, 1927).

    >>> found = score_interval(1.0, 20)
    >>> found.mean, round(found.low, 3), found.high
    (1.0, 0.839, 1.0)
    """
    z2 = Z95**2
    middle = (held + z2 / (2 * cases)) / (1 + z2 / cases)
    half = Z95 / (1 + z2 / cases) * sqrt(held * (1 - held) / cases + z2 / (4 * cases**2))
    return Interval(held, max(0.0, middle - half), min(1.0, middle + half))
