"""How often the 95% intervals of the search hold the answer of a search fifty times as deep.

    python -m tests.measure.coverage --positions 324 --seeds 6 --opponent baseline \\
        --out static/evidence/coverage.json
    python -m tests.measure.coverage --positions 192 --seeds 6 --opponent reader \\
        --out static/evidence/coverage_reader.json

For each decision (`positions.decisions`): one deep answer, and shallow ones with several seeds,
as the search makes them, actions leaving the race on the way. Counted are the intervals of each
action's value, and of its paired difference to one action chosen beforehand: not to the best,
for the best of noisy means is a selection. The deep answer's own error counts in the width.
"""

from __future__ import annotations

import argparse
import math
import time
from collections import defaultdict
from collections.abc import Iterable, Sequence
from concurrent.futures import Executor, ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

from analyzer.engine import ENGINE_VERSION
from analyzer.engine.belief import Trajectory
from analyzer.engine.opponents import DEFAULT_OPPONENT, OPPONENTS
from analyzer.engine.race import LEAST_READ, Race
from analyzer.engine.search import BATCH, PIECES
from analyzer.engine.thresholds import Z95
from analyzer.game.position import Position
from analyzer.game.view import View, view_of
from tests.measure.evidence import tell
from tests.measure.positions import decisions

SHALLOW, DEPTH = 512, 50
DEEP_SEED = 2**40


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


@dataclass(frozen=True, slots=True)
class Searches:
    """How the searches are made: against whom, how deep, on what threads."""

    pool: Executor
    opponent: str = DEFAULT_OPPONENT
    shallow: int = SHALLOW
    depth: int = DEPTH


def search(view: View, seed: int, worlds: int, how: Searches, *, drop: bool) -> Race:
    """A search of so many worlds, batches doubling as in `analyze`."""
    race = Race(view, OPPONENTS[how.opponent], seed, None)
    while race.worlds < worlds and not race.settled:
        count = min(max(race.least, race.worlds), BATCH, worlds - race.worlds)
        race.run(count, how.pool, PIECES)
        if drop:
            race.drop()
    return race


def hits(
    view: View, seeds: Iterable[int], fixed: int, how: Searches
) -> tuple[list[bool], list[bool]]:
    """(values, differences): whether each shallow interval holds the deep answer."""
    truth = search(view, DEEP_SEED, how.shallow * how.depth, how, drop=False)
    values, losses = [], []
    for seed in seeds:
        race = search(view, seed, how.shallow, how, drop=True)
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
        how = Searches(pool, opponent, shallow, depth)
        for number, position in enumerate(positions):
            view = view_of(position)
            first = 1000 * number
            found = hits(view, range(first, first + seeds), rng.randrange(100), how)
            scored = "match" if position.score else "points"
            for kind, some in zip(("value", "difference"), found, strict=True):
                groups = (kind, view.question, f"rules {view.rules.name}", f"aim {scored}")
                for group in (groups[0], *(f"{kind}, {name}" for name in groups[1:])):
                    if some:
                        counts[group].add(some)
    return counts


def least(opponent: str) -> int:
    """Worlds of a shallow search where none are asked for: no answer that reads turns has fewer."""
    return LEAST_READ if isinstance(OPPONENTS[opponent].belief, Trajectory) else SHALLOW


def main() -> None:
    """Measure and write the evidence."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--positions", type=int, default=312)
    parser.add_argument("--seeds", type=int, default=8)
    parser.add_argument("--worlds", type=int, help="of a shallow search; its least if not given")
    parser.add_argument("--sample", type=int, default=1, help="which sample of positions")
    parser.add_argument("--opponent", choices=OPPONENTS, default=DEFAULT_OPPONENT)
    parser.add_argument("--out", type=Path)
    given = parser.parse_args()
    started = time.monotonic()
    positions = decisions(given.positions, given.sample)
    worlds = given.worlds or least(given.opponent)
    counts = measure(positions, given.seeds, shallow=worlds, opponent=given.opponent)
    command = "python -m tests.measure.coverage"
    found = {
        "what": "Share of 95% intervals that hold the answer of a search 50 times as deep",
        "command": f"{command} --positions {given.positions} --seeds {given.seeds} "
        f"--worlds {worlds} --sample {given.sample} --opponent {given.opponent}",
        "engine": ENGINE_VERSION, "positions": given.positions, "seeds": given.seeds,
        "worlds": worlds, "deep": worlds * DEPTH,
        "seconds": round(time.monotonic() - started),
        "shares": {name: count.report() for name, count in sorted(counts.items())},
    }  # fmt: skip
    tell(found, given.out)


if __name__ == "__main__":
    main()
