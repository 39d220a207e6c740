"""Lines and points on a chart: from numbers to places in the picture of `macros/charts.html`."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from math import ceil, floor

from analyzer.api.evidence import Axis, Curve, Panel
from analyzer.notation.numbers import MINUS

STEPS = (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000)
"""Between two lines of a grid."""
MOST_STEPS = 6


@dataclass(frozen=True, slots=True)
class Tick:
    """A number at an axis."""

    at: float
    """Place along the axis in the chart's units."""
    label: str


@dataclass(frozen=True, slots=True)
class ChartLine:
    """A line of a chart."""

    label: str
    style: str
    """Class of the stroke: true, sampled, uniform, error or dots."""
    path: str
    """Path data in the chart's units."""
    key: str = "M0 4H36"
    """Path data of its sign in the legend, 36 × 8 units."""


@dataclass(frozen=True, slots=True)
class Frame:
    """The size of a chart and where its grid lies, in the chart's units."""

    width: float = 360.0
    height: float = 230.0
    left: float = 36.0
    right: float = 352.0
    top: float = 8.0
    bottom: float = 190.0
    ticks_end: float = 30.0
    """The end of the labels of the vertical axis."""
    ticks_base: float = 208.0
    """The height of the labels of the horizontal axis; its name stands below them."""
    name_base: float = 226.0
    middle: float = 194.0
    """Of the horizontal axis."""


WIDE = Frame()
SMALL = Frame(220.0, 170.0, 34.0, 206.0, 8.0, 132.0, 28.0, 148.0, 165.0, 120.0)
"""One of several beside each other."""


@dataclass(frozen=True, slots=True)
class LineChart:
    """Lines over one horizontal axis."""

    says: str
    """The description of the picture for those who do not see it; the table has the numbers."""
    across: str
    """Name of the horizontal axis."""
    up: str
    """Name of the vertical axis."""
    lines: tuple[ChartLine, ...]
    x_ticks: tuple[Tick, ...]
    y_ticks: tuple[Tick, ...]
    title: str = ""
    """Whose it is, of several charts beside each other."""
    frame: Frame = WIDE


@dataclass(frozen=True, slots=True)
class Axes:
    """The meaning of the edges of a chart's frame."""

    first: float
    last: float
    top: float
    frame: Frame = WIDE
    floor: float = 0.0
    """The value at the lower edge."""

    def x(self, value: float) -> float:
        """Place across; all at the left edge where the axis has no length.

        >>> Axes(1.0, 3.0, 20.0).x(2.0), Axes(1.0, 1.0, 20.0).x(1.0)
        (194.0, 36.0)
        """
        length = (self.last - self.first) or 1.0
        frame = self.frame
        return round(frame.left + (value - self.first) / length * (frame.right - frame.left), 1)

    def y(self, value: float) -> float:
        """Place from above; what is beyond an edge, at it.

        >>> Axes(0.0, 1.0, 20.0).y(10.0), Axes(0.0, 1.0, 20.0).y(-3.0)
        (99.0, 190.0)
        """
        frame, within = self.frame, min(max(value, self.floor), self.top)
        part = (within - self.floor) / (self.top - self.floor)
        return round(frame.bottom - part * (frame.bottom - frame.top), 1)

    def line(self, points: Iterable[tuple[float, float]]) -> str:
        """Path data through points.

        >>> Axes(1.0, 2.0, 20.0).line([(1.0, 0.0), (2.0, 20.0)])
        'M36.0 190.0L352.0 8.0'
        """
        return "M" + "L".join(f"{self.x(across)} {self.y(up)}" for across, up in points)

    def across(self, values: Iterable[float], unit: str = "") -> tuple[Tick, ...]:
        """The labels of the horizontal axis.

        >>> Axes(0.0, 1.0, 40.0).across([0.0], "%")
        (Tick(at=36.0, label='0%'),)
        """
        return tuple(Tick(self.x(value), _label(value, unit)) for value in values)

    def ticks(self, step: float, unit: str = "", *, plus: bool = False) -> tuple[Tick, ...]:
        """The lines of the grid, by so much from the lower edge to the top.

        >>> [tick.label for tick in Axes(0.0, 1.0, 40.0, floor=-20.0).ticks(20, plus=True)]
        ['−20', '0', '+20', '+40']
        """
        number = round((self.top - self.floor) / step)
        values = (self.floor + step * place for place in range(number + 1))
        return tuple(Tick(self.y(v), "+" * (plus and v > 0) + _label(v, unit)) for v in values)


def _label(value: float, unit: str) -> str:
    return f"{value:g}{unit}".replace("-", MINUS)


def grid(low: float, high: float, least: int = STEPS[0]) -> tuple[int, int, int]:
    """(lower edge, upper edge, step) of a plot of a span; no step is under `least`.

    >>> grid(-3.2, 7.1), grid(1490, 1510, least=50), grid(0, 0)
    ((-4, 8, 2), (1450, 1550, 50), (0, 1, 1))
    """
    steps = (step for step in STEPS if step >= least)
    fitting = (step for step in steps if ceil(high / step) - floor(low / step) <= MOST_STEPS)
    step = next(fitting, STEPS[-1])
    first = floor(low / step)
    return first * step, max(ceil(high / step), first + 1) * step, step


def line_chart(panel: Panel, across: Axis, up: Axis, frame: Frame = WIDE) -> LineChart:
    """A panel drawn on its two axes."""
    axes = Axes(across.low, across.high, up.high, frame, up.low)
    return LineChart(
        panel.description,
        across.name,
        up.name,
        lines=tuple(ChartLine(each.label, each.kind, *_drawn(each, axes)) for each in panel.series),
        x_ticks=axes.across(across.ticks, across.unit),
        y_ticks=axes.ticks(up.ticks[1] - up.ticks[0], up.unit),
        title=panel.title,
        frame=frame,
    )


def _drawn(series: Curve, axes: Axes) -> tuple[str, str]:
    """(path data of a series, that of its sign): dots are strokes without length.

    >>> _drawn(Curve("", "dots", [(1.0, 0.0)]), Axes(1.0, 2.0, 20.0))
    ('M36.0 190.0h0', 'M18 4h0')
    >>> _drawn(Curve("", "error", [(1.0, 10.0, 10.0)]), Axes(1.0, 2.0, 20.0))
    ('M36.0 190.0V8.0', 'M18 0V8')
    """
    x, y = axes.x, axes.y
    match series.kind:
        case "error":
            strokes = (f"M{x(at)} {y(up - half)}V{y(up + half)}" for at, up, half in series.points)
            return "".join(strokes), "M18 0V8"
        case "dots":
            return "".join(f"M{x(at)} {y(up)}h0" for at, up in series.points), "M18 4h0"
        case _:
            return axes.line((at, up) for at, up in series.points), "M0 4H36"
