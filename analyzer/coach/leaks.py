"""Where points are lost: by theme, over however many entries."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from math import sqrt

from analyzer.coach.themes import Theme, themes_of
from analyzer.review import Entry


@dataclass(frozen=True, slots=True)
class Leak:
    """What the errors of one theme cost."""

    errors: int
    lost: float
    """Points; an error of several themes counts under each."""
    se: float
    """Standard error of the points, of the estimates alone."""


def leaks(entries: Iterable[Entry]) -> Mapping[Theme, Leak]:
    """The themes of some entries, the dearest first; without errors there are none.

    >>> leaks([])
    {}
    """
    found: dict[Theme, list[tuple[float, float]]] = {}
    for entry in entries:
        for theme in themes_of(entry):
            found.setdefault(theme, []).append((entry.verdict.loss, entry.verdict.se))
    summed = {theme: _leak(losses) for theme, losses in found.items()}
    return dict(sorted(summed.items(), key=lambda pair: -pair[1].lost))


def _leak(losses: list[tuple[float, float]]) -> Leak:
    return Leak(
        errors=len(losses),
        lost=sum(loss for loss, _ in losses),
        se=sqrt(sum(se**2 for _, se in losses)),
    )
