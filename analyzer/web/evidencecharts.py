"""Lines on a chart: from numbers to places in the picture of `macros/charts.html`."""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil

from analyzer.web.contexts import Line, LineChart, Tick

LEFT, RIGHT, TOP, BOTTOM = 36.0, 352.0, 8.0, 190.0
"""The frame within the picture's 360 × 230 units, as the template draws it."""

STEP = 10
"""Between two lines of the grid, in what the chart shows."""


@dataclass(frozen=True, slots=True)
class Series:
    """Values of one line, one for each place on the axis."""

    label: str
    style: str
    """true, sampled or uniform."""
    values: tuple[float, ...]


def line_chart(
    says: str, across: str, up: str, places: tuple[int, ...], series: tuple[Series, ...]
) -> LineChart:
    """A chart from nought up, with as many places across as there are values.

    Two places at least.

    >>> chart = line_chart("", "", "", (1, 2), (Series("a", "true", (0.0, 20.0)),))
    >>> chart.lines[0].path, [tick.at for tick in chart.y_ticks]
    ('M36.0 190.0L352.0 8.0', [190.0, 99.0, 8.0])
    """
    top = STEP * ceil(max(max(line.values) for line in series) / STEP)

    def x(place: int) -> float:
        return round(LEFT + (place - places[0]) / (places[-1] - places[0]) * (RIGHT - LEFT), 1)

    def y(value: float) -> float:
        return round(BOTTOM - value / top * (BOTTOM - TOP), 1)

    return LineChart(
        says,
        across,
        up,
        lines=tuple(
            Line(
                line.label,
                line.style,
                "M"
                + "L".join(
                    f"{x(place)} {y(value)}"
                    for place, value in zip(places, line.values, strict=True)
                ),
            )
            for line in series
        ),
        x_ticks=tuple(Tick(x(place), str(place)) for place in places),
        y_ticks=tuple(Tick(y(value), str(value)) for value in range(0, top + 1, STEP)),
    )
