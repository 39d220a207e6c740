"""The speed of kernel, search and review on this machine, beside OpenSpiel in the same run."""

from __future__ import annotations

import os
import platform
from collections.abc import Callable
from dataclasses import dataclass

from analyzer.arena.benchmark._hands import midgame, play
from analyzer.arena.benchmark._kernel import KernelSpeed, PlayoutSpeed, kernel_speed, playout_speed
from analyzer.arena.benchmark._openspiel import OpenSpielSpeed, openspiel_speed
from analyzer.arena.benchmark._search import SearchSpeed, search_speed
from analyzer.arena.benchmark.reviews import ReviewSpeed, review_speed
from analyzer.engine import ENGINE_VERSION
from analyzer.errors import InputError
from analyzer.game.rules import Rules
from analyzer.kernel import jit

__all__ = ["Benchmark", "Ratios", "run"]

HANDS = 20_000 if jit.COMPILED else 200
"""Different mid-game hands: too many for a processor to learn by heart."""


@dataclass(frozen=True, slots=True)
class Ratios:
    """The times of OpenSpiel as multiples of ours."""

    deadwood: float
    discard: float
    layoff: float
    playouts: float
    """Its simple bot against our greedy policy."""


@dataclass(frozen=True, slots=True)
class Benchmark:
    """Everything that was measured, in one run."""

    engine: str
    python: str
    cores: int
    compiled: bool
    rules: str
    kernel: KernelSpeed
    playouts: PlayoutSpeed
    search: SearchSpeed | None
    """None where no position was asked for."""
    review: ReviewSpeed | None
    """None where no hand was asked for."""
    openspiel: OpenSpielSpeed | None
    """None where it is not installed."""
    ratios: Ratios | None


def run(
    rules: Rules,
    positions: int = 24,
    threads: int = 2,
    seed: int = 1,
    tell: Callable[[str], None] = lambda text: None,
    hands: int = 0,
) -> Benchmark:
    """Measure; `tell` is called with what is going on.

    `positions` of the search, 0 to leave it out; `hands` of the match that is reviewed, likewise.

    Raises InputError for rules under which no knock can be answered by laying off.
    """
    _check(rules)
    tell("playing hands")
    played = play(rules, HANDS, seed)
    tell("kernel")
    kernel = kernel_speed(rules, played)
    tell("playouts")
    playouts = playout_speed(rules)
    tell("OpenSpiel")
    other = openspiel_speed(played)
    views = midgame(rules, positions, seed) if positions else ()
    return Benchmark(
        engine=ENGINE_VERSION,
        python=platform.python_version(),
        cores=os.cpu_count() or 1,
        compiled=jit.COMPILED,
        rules=rules.name,
        kernel=kernel,
        playouts=playouts,
        search=search_speed(views, threads=threads, tell=tell) if views else None,
        review=review_speed(hands, threads, tell) if hands else None,
        openspiel=other,
        ratios=None if other is None else _ratios(kernel, playouts, other),
    )


def _check(rules: Rules) -> None:
    if rules.knock_limit == 0:
        raise InputError(
            f"under {rules.name} nobody knocks with deadwood, so there are no lay-offs to time",
            where="rules", hint="time other rules, such as standard",
        )  # fmt: skip


def _ratios(kernel: KernelSpeed, playouts: PlayoutSpeed, other: OpenSpielSpeed) -> Ratios:
    return Ratios(
        deadwood=round(other.deadwood_ns / kernel.deadwood_ns, 1),
        discard=round(other.discard_ns / kernel.discard_ns, 1),
        layoff=round(other.layoff_ns / kernel.layoff_ns, 1),
        playouts=round(playouts.greedy / other.playouts, 1),
    )
