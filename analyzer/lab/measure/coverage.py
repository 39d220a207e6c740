"""How often the 95% intervals of the search hold the answer of a search fifty times as deep.

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
from random import Random
from typing import Any

from analyzer.api.evidence import Bars, Evidence, Figures
from analyzer.engine.belief import Trajectory
from analyzer.engine.opponents import DEFAULT_OPPONENT, OPPONENTS
from analyzer.engine.race import LEAST_READ, Race
from analyzer.engine.search import BATCH, PIECES
from analyzer.engine.thresholds import Z95, half_width
from analyzer.game.position import Position
from analyzer.game.view import View, view_of
from analyzer.lab.measure._positions import decisions
from analyzer.lab.measure.words import Data, table
from analyzer.notation.numbers import estimate

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


@dataclass(frozen=True, slots=True)
class _Searches:
    """How the searches are made: against whom, how deep, on what threads."""

    pool: Executor
    opponent: str = DEFAULT_OPPONENT
    shallow: int = SHALLOW
    depth: int = DEPTH


def _search(view: View, seed: int, worlds: int, how: _Searches, *, drop: bool) -> Race:
    """A search of so many worlds, batches doubling as in `analyze`."""
    race = Race(view, OPPONENTS[how.opponent], seed, None)
    while race.worlds < worlds and not race.settled:
        count = min(max(race.least, race.worlds), BATCH, worlds - race.worlds)
        race.run(count, how.pool, PIECES)
        if drop:
            race.drop()
    return race


def _hits(
    view: View, seeds: Iterable[int], fixed: int, how: _Searches
) -> tuple[list[bool], list[bool]]:
    """(values, differences): whether each shallow interval holds the deep answer."""
    truth = _search(view, DEEP_SEED, how.shallow * how.depth, how, drop=False)
    values, losses = [], []
    for seed in seeds:
        race = _search(view, seed, how.shallow, how, drop=True)
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
        how = _Searches(pool, opponent, shallow, depth)
        for number, position in enumerate(positions):
            view = view_of(position)
            first = 1000 * number
            found = _hits(view, range(first, first + seeds), rng.randrange(100), how)
            scored = "match" if position.score else "points"
            for kind, some in zip(("value", "difference"), found, strict=True):
                groups = (kind, view.question, f"rules {view.rules.name}", f"aim {scored}")
                for group in (groups[0], *(f"{kind}, {name}" for name in groups[1:])):
                    if some:
                        counts[group].add(some)
    return counts


def measured(positions: int, seeds: int, worlds: int | None, sample: int, opponent: str) -> Data:
    """Counts over so many positions; without `worlds` a search has the least that it may have."""
    reads = isinstance(OPPONENTS[opponent].belief, Trajectory)
    worlds = worlds or (LEAST_READ if reads else SHALLOW)
    chosen = decisions(positions, sample)
    counts = measure(chosen, seeds, shallow=worlds, opponent=opponent)
    return {
        "opponent": opponent, "positions": positions, "seeds": seeds, "worlds": worlds,
        "deep": worlds * DEPTH,
        "shares": {name: count.report() for name, count in sorted(counts.items())},
    }  # fmt: skip


# --- in words ----------------------------------------------------------------------------


def evidence(command: str, engine: str, data: Data) -> Evidence:
    """How often the intervals hold; where turns are read, by kind alone."""
    read = data["opponent"] != "baseline"
    kinds = {name: found for name, found in data["shares"].items() if ", rules " not in name}
    rules = {name: found for name, found in data["shares"].items() if ", rules " in name}
    groups = kinds if read else data["shares"]
    method = (
        f"{data['positions']} positions, each searched {data['seeds']} times with "
        f"{data['worlds']:,} worlds; an interval holds if it contains the answer of a search with "
        f"{data['deep']:,} worlds, whose own error is allowed for. Errors are clustered by "
        "position."
    )
    chains = (
        "Worlds read from the opponent's turns come from Markov chains: those of one stretch of a "
        "chain are alike, and count as one observation. "
    )
    by_kind = _table("By kind, the turns read" if read else "By kind of decision", kinds)
    return Evidence(
        section="coverage-reader" if read else "coverage",
        title="Do they hold when the turns are read?" if read else "Do the intervals hold?",
        command=command,
        engine=engine,
        finding=[
            f"Of the 95% intervals, {_share(kinds['value'])} held for values and "
            f"{_share(kinds['difference'])} for differences between two actions.",
            _spread(groups),
        ],
        tables=[by_kind] if read else [by_kind, _table("By rules", rules)],
        method=chains + method if read else method,
        limits="It says that the ± is honest about the luck of sampling. It does not say that the "
        "opponent plays as the model does: the deep search has the same model and belief.",
        data=dict(data),
    )


def _share(found: Data) -> str:
    return f"{estimate(100 * found['share'], 100 * half_width(found['se']))}%"


def _spread(shares: Data) -> str:
    """How the groups lie about the band that is wanted."""
    low, high = WANTED
    out = [found for found in shares.values() if not low <= found["share"] <= high]
    apart = sum(
        max(low - found["share"], found["share"] - high) > half_width(found["se"]) for found in out
    )
    if not out:
        return f"All {len(shares)} groups below lie within {BAND}."
    most = f"{len(shares) - len(out)} of the {len(shares)} groups below lie within {BAND}"
    if len(out) == 1:
        return f"{most}; the other one does {'not' if apart else 'too'}, give or take its error."
    return f"{most}; of the other {len(out)}, {apart or 'none'} by more than their own error."


def _table(caption: str, shares: Data) -> Figures:
    halves = {name: half_width(found["se"]) for name, found in shares.items()}
    bars = [
        (found["share"], found["share"] - halves[name], found["share"] + halves[name], *WANTED)
        for name, found in shares.items()
    ]
    return table(
        f"{caption}: share of intervals that hold; the band is {BAND}",
        ("Of", "Intervals", "Hold"),
        (
            (name.replace("rules ", ""), f"{found['intervals']:,}", _share(found))
            for name, found in shares.items()
        ),
        Bars("86% to 100%", 0.86, 1.0, bars),
    )
