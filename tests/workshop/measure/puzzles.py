"""The contents of the packs of puzzles, and what came of asking puzzles of them again.

Counts, ratings and who solves them are as `python -m tests.workshop puzzles stats` prints them;
what was certified again, on fresh worlds of another seed, is what each `pack.toml` has of it.
"""

from __future__ import annotations

from typing import Final

import msgspec

from analyzer.api.evidence import Axis, Chart, Curve, Panel
from analyzer.practice.puzzles.pack import pack_folders
from tests.workshop.measure.words import Data, axis_up, evidence_from
from tests.workshop.puzzles.packing import load_pack
from tests.workshop.puzzles.stats import stats

ALL: Final = "all"
_WIDTH = 100
"""Points of rating that one place on the chart stands for."""


def measured(pack: str) -> Data:
    """Return what packs of puzzles hold, all or one by its name, and what came of asking some
    again."""
    folders = [one for one in pack_folders() if pack in {ALL, one.name}]
    packs = {folder.name: load_pack(folder) for folder in folders}
    counted = msgspec.to_builtins(
        stats([puzzle for one in packs.values() for puzzle in one.puzzles]), str_keys=True
    )
    again = [one.info["again"] for one in packs.values() if "again" in one.info]
    return {
        "packs": {name: len(one.puzzles) for name, one in packs.items()},
        "engines": sorted({engine for one in packs.values() for engine in one.info["engine"]}),
        "again": {what: sum(one[what] for one in again) for what in ("asked", "lost", "under")},
        **counted,
    }


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
