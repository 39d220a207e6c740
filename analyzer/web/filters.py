"""The filters under their former name."""

from analyzer.rendering.filters import (
    DASH,
    MINUS,
    Z95,
    count,
    half_width,
    percent,
    pips,
    plus_minus,
    points,
    signed,
    ticks,
)

__all__ = [
    "DASH",
    "MINUS",
    "Z95",
    "count",
    "half_width",
    "percent",
    "pips",
    "plus_minus",
    "points",
    "signed",
    "ticks",
]
