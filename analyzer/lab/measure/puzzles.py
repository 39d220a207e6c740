"""What a pack of puzzles holds, and what came of asking a part of it again.

Counts, ratings and who solves it are as `ginsight puzzle stats` prints them; the part that was
certified again, on fresh worlds of another seed, is what `pack.toml` has of it.
"""

from __future__ import annotations

import tomllib

import msgspec

from analyzer.api.evidence import Axis, Chart, Curve, Panel
from analyzer.lab.measure.words import Data, axis_up, evidence_from
from analyzer.practice.puzzles.pack import load_pack
from analyzer.practice.puzzles.stats import stats
from analyzer.resources import resource_root

_WIDTH = 100
"""Points of rating that one place on the chart stands for."""


def measured(pack: str) -> Data:
    """What a pack of puzzles holds, and what came of asking a part of it again."""
    folder = resource_root() / "puzzles" / pack
    counted = msgspec.to_builtins(stats(load_pack(folder).puzzles), str_keys=True)
    again = tomllib.loads((folder / "pack.toml").read_text(encoding="utf-8"))["again"]
    return {"again": again, **counted}


def _chart(data: Data) -> Data:
    counts = {int(low): sum(row.values()) for low, row in data["ratings"].items()}
    low, high = min(counts), max(counts) + _WIDTH
    steps = [(float(edge), float(n)) for at, n in counts.items() for edge in (at, at + _WIDTH)]
    says = f"Most of the puzzles are rated between {low} and {high}."
    chart = Chart(
        "Puzzles by rating",
        Axis("Rating", low, high, list(range(low, high + 1, 2 * _WIDTH))),
        axis_up("Puzzles", counts.values(), 50),
        [Panel(says, [Curve("puzzles", "true", list(steps))])],
    )
    return {"charts": [chart]}


evidence = evidence_from("puzzles.toml", _chart)
