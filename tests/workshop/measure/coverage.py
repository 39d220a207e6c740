"""The frequency with which the search's 95% intervals hold the answer of a search fifty times as
deep.

For each decision (`positions.decisions`): one deep answer, and shallow ones with several seeds,
as the search makes them, actions leaving the race on the way. Counted are the intervals of each
action's value, and of its paired difference to one action chosen beforehand: not to the best,
for the best of noisy means is a selection. The deep answer's own error counts in the width.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable, Sequence
from concurrent.futures import Executor, ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import partial
from random import Random
from typing import Any

from analyzer.api.evidence import Bars
from analyzer.engine.belief import Trajectory
from analyzer.engine.opponents import DEFAULT_OPPONENT, OPPONENTS
from analyzer.engine.race import LEAST_READ, Race
from analyzer.engine.search import BATCH, PIECES
from analyzer.engine.thresholds import Z95, half_width
from analyzer.game.position import Position
from analyzer.game.view import View, view_of
from tests.workshop.measure._positions import decisions
from tests.workshop.measure.words import Data, evidence_from

SHALLOW, DEPTH = 512, 50
DEEP_SEED = 2**40

WANTED = (0.93, 0.97)
"""The band within which the share of intervals that hold should lie."""
BAND = "93 to 97%"


@dataclass
class Count:
    """Intervals, and how many of them held the deep answer."""

    inside: int = 0
    total: int = 0
    by_position: list[tuple[int, int]] = field(default_factory=list)

    def add(self, hits: Sequence[bool]) -> None:
        """Count the intervals of one position."""
        self.inside += sum(hits)
        self.total += len(hits)
        self.by_position.append((sum(hits), len(hits)))

    def report(self) -> dict[str, Any]:
        """Share with its standard error; positions, not intervals, are independent."""
        share = self.inside / self.total
        squares = sum((inside - share * total) ** 2 for inside, total in self.by_position)
        return {
            "inside": self.inside, "intervals": self.total, "share": round(share, 4),
            "se": round(math.sqrt(squares) / self.total, 4),
        }  # fmt: skip


def _search(
    pool: Executor, opponent: str, view: View, seed: int, worlds: int, *, drop: bool
) -> Race:
    """A search of so many worlds, batches doubling as in `analyze`."""
    race = Race(view, OPPONENTS[opponent], seed, None)
    while race.worlds < worlds and not race.settled:
        count = min(max(race.least, race.worlds), BATCH, worlds - race.worlds)
        race.run(count, pool, PIECES)
        if drop:
            race.drop()
    return race


def _hits(truth: Race, races: Iterable[Race], fixed: int) -> tuple[list[bool], list[bool]]:
    """(values, differences): whether each shallow interval holds the deep answer."""
    values, losses = [], []
    for race in races:
        fixed_ = fixed % len(race.columns)
        shown = {value.action: value for value in race.values()}
        for column, action in enumerate(race.columns):
            if action in shown and race.objective.chances is None:
                gap = shown[action].q - truth._tally.mean(column)
                values.append(_near(gap, shown[action].se, truth._tally.error(column)))
            elif action in shown:
                gap = race._tally.mean(column) - truth._tally.mean(column)
                own = race._tally.error(column), truth._tally.error(column)
                values.append(_near(gap, *own))
            if column != fixed_:
                loss, error = race._tally.behind(column, fixed_)
                true_loss, true_error = truth._tally.behind(column, fixed_)
                losses.append(_near(loss - true_loss, error, true_error))
    return values, losses


def _near(gap: float, error: float, other: float) -> bool:
    return abs(gap) <= Z95 * math.hypot(error, other) + 1e-9


def measure(
    positions: Iterable[Position],
    seeds: int,
    *,
    shallow: int = SHALLOW,
    depth: int = DEPTH,
    opponent: str = DEFAULT_OPPONENT,
) -> dict[str, Count]:
    """Counts of `value` and `difference`, also by question, preset and with a score."""
    counts: dict[str, Count] = defaultdict(Count)
    rng = Random("fixed actions")
    with ThreadPoolExecutor(2) as pool:
        for number, position in enumerate(positions):
            view = view_of(position)
            search = partial(_search, pool, opponent, view)
            deep = search(DEEP_SEED, shallow * depth, drop=False)
            races = (search(1000 * number + seed, shallow, drop=True) for seed in range(seeds))
            found = _hits(deep, races, rng.randrange(100))
            scored = "match" if position.score else "points"
            for kind, some in zip(("value", "difference"), found, strict=True):
                groups = (kind, view.question, f"rules {view.rules.name}", f"aim {scored}")
                for group in (groups[0], *(f"{kind}, {name}" for name in groups[1:])):
                    if some:
                        counts[group].add(some)
    return counts


def measured(positions: int, seeds: int, worlds: int | None, sample: int, opponent: str) -> Data:
    """Return how often the 95% intervals hold the answer of a search fifty times as deep."""
    reads = isinstance(OPPONENTS[opponent].belief, Trajectory)
    worlds = worlds or (LEAST_READ if reads else SHALLOW)
    chosen = decisions(positions, sample)
    counts = measure(chosen, seeds, shallow=worlds, opponent=opponent)
    return {
        "opponent": opponent, "positions": positions, "seeds": seeds, "worlds": worlds,
        "deep": worlds * DEPTH,
        "shares": {name: count.report() for name, count in sorted(counts.items())},
    }  # fmt: skip


def _summary(data: Data) -> Data:
    """The groups by kind and by rules, and how they lie about the band; by kind alone if read."""
    low, high = WANTED
    read, shares = data["opponent"] != "baseline", {}
    for name, share in data["shares"].items():
        half = half_width(share["se"])
        mean = share["share"]
        off = max(low - mean, mean - high)
        of = name.replace("rules ", "")
        shares[name] = {
            **share,
            "of": of,
            "bar": (mean, mean - half, mean + half, *WANTED),
            "half": half,
            "out": off > 0,
            "apart": off > half,
        }
    kinds = {name: share for name, share in shares.items() if ", rules " not in name}
    rules = {name: share for name, share in shares.items() if name not in kinds}
    parts = [("By kind, the turns read", kinds)] if read else [
        ("By kind of decision", kinds), ("By rules", rules)
    ]  # fmt: skip
    shown = [share for _, some in parts for share in some.values()]
    return {
        "read": read,
        "shares": shares,
        "band": BAND,
        "groups": len(shown),
        "out": sum(share["out"] for share in shown),
        "apart": sum(share["out"] and share["apart"] for share in shown),
        "parts": [
            {
                "what": what,
                "shares": some,
                "bands": Bars("86% to 100%", 0.86, 1.0, [share["bar"] for share in some.values()]),
            }
            for what, some in parts
        ],
    }


evidence = evidence_from("coverage.toml", _summary)
