"""The chances of readings, by what speaks for each and against it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import exp

Evidence = Mapping[str, float]
"""What speaks for a reading, or against it, by its name."""


def chances(readings: Sequence[Evidence], weights: Mapping[str, float]) -> list[float]:
    """Give the chance that each reading is meant; that none of them is has the rest.

    >>> [round(each, 3) for each in chances([{"heard": 2.0}, {"heard": 0.0}], {"heard": 0.5})]
    [0.576, 0.212]
    """
    each = [exp(sum(weights[name] * value for name, value in of.items())) for of in readings]
    return [share / (1 + sum(each)) for share in each]
